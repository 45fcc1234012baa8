// The page in one more engine, at length: what people do with it, on a desktop and on a phone.
// usage: node long_test.mjs SITE firefox|webkit|chromium [PART OF A NAME]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, report } from '../report.mjs';
import { decodePng, ready, root, serve, twoStrands, until } from '../support.mjs';
import { allScenes, checkGoldens, drawn, engines, moveOntoHead, open, recordDrag, replay, showsCopper, size, tiny } from './tasks.mjs';

const [site, name, only] = process.argv.slice(2), engine = engines[name];
const { test, skip, end } = report({ only, seconds: 300 });
if (engine.missing()) {
    skip(`the page in ${name}`, engine.missing());
    end();
}
const server = await serve(site), scratch = mkdtempSync(join(tmpdir(), 'ringlet-engines-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const call = (body, argument) => page.evaluate(body, argument);
const fresh = async (fragment = tiny, options) => {
    await page.goto('about:blank');
    await open(page, server.address + fragment, options);
};
const said = () => call(() => [...document.querySelectorAll('#notices p')].map((line) => line.textContent).join('|'));

let page = await engine.launch(size);

await test(`${name}: opens as it is, with shadow and all, and says nothing on the console`, async () => {
    await fresh('#v=1&scene=straight&strands=600&hairsDrawn=3000&hairColour=copper', { plain: false });
    await call(() => { window.ringlet.pause(); window.ringlet.set('adapt', 'off'); });
    await drawn(page);
    await showsCopper(page, 0.05);
    check(page.said().length === 0, `the console says: ${page.said()[0]}`);
});

await test(`${name}: the goldens' first frames of all ${allScenes.length} scenes`, async () => {
    await fresh();
    await checkGoldens(page, allScenes);
});

await test(`${name}: links with a recording go from Chromium to ${name} and back`, async () => {
    if (engines.chromium.missing()) return skip(`${name}: links from and to Chromium`, engines.chromium.missing());
    const other = await engines.chromium.launch(size);
    try {
        await open(other, server.address + tiny);
        await fresh();
        const [here, there] = [await recordDrag(page), await recordDrag(other)];
        await replay(other, here);
        await page.goto('about:blank');
        await page.goto(there.url);  // as it is opened from a message
        await ready(page);
        await until(page, () => window.ringlet.state().activity.mode === 'replaying' || window.ringlet.state().activity.replayed !== '');
        const replayed = await call(() => { const r = window.ringlet; r.pause(); r.step(39); return r.state().activity.replayed; });
        check(replayed === there.hash, `${replayed} after the replay, Chromium recorded ${there.hash}`);
    } finally {
        await other.close();
    }
});

await test(`${name}: every style is chosen, runs and is drawn`, async () => {
    await fresh();
    // Those of one's own hair ask for files.
    const styles = await call(() => [...document.querySelectorAll('#styles .group:not(#kind-own) [data-scene]')].map((one) => one.dataset.scene));
    check(styles.length > 15, `only ${styles.length} styles`);
    for (const style of styles) {
        await call((style) => document.querySelector(`#styles [data-scene="${style}"]`).click(), style);
        await until(page, (style) => window.ringlet.state().scene === style, style).catch(() => { throw new Error(`${style} does not come`); });
        await call(() => { window.ringlet.pause(); window.ringlet.step(1); });
        await drawn(page);
        check((await call(() => window.ringlet.stats().hairsDrawn)) > 0, `${style}: nothing is drawn`);
    }
    check(page.said().length === 0, `the console says: ${page.said()[0]}`);
});

// The next file that the page hands to the user: { size, type, head } once it is there.
const watchFiles = () => call(() => {
    const make = URL.createObjectURL.bind(URL);
    window.given = null;
    URL.createObjectURL = (blob) => { window.given = blob; return make(blob); };
});
const givenFile = async () => {
    await until(page, () => window.given !== null);
    return call(async () => {
        const { size, type } = window.given, head = [...new Uint8Array(await window.given.slice(0, 16).arrayBuffer())];
        window.given = null;
        return { size, type, head: String.fromCharCode(...head) };
    });
};

await test(`${name}: share: the link, its code, the picture, the hair as a file`, async () => {
    await fresh(tiny + '&hairColour=silver');
    await watchFiles();
    await call(() => window.ringlet.pause());
    await page.click('#share');
    const link = await call(() => document.getElementById('link').value);
    check(/^http.*#v=1&scene=straight/.test(link) && link.includes('hairColour=silver'), `the field shows ${link}`);
    await page.click('#copy');
    await until(page, () => /copied|selected/.test(document.getElementById('notices').textContent));
    if (existsSync(join(site, 'qrcode.mjs'))) await until(page, () => document.querySelector('#qr svg') !== null);
    await page.click('#save-picture');
    const picture = await givenFile();
    check(picture.head.includes('PNG') && picture.size > 5000, `the picture is ${JSON.stringify(picture)}`);
    await call(() => { document.getElementById('export-format').value = 'usda'; });
    await page.click('#export');
    const file = await givenFile();
    check(file.head.startsWith('#usda 1.0') && file.size > 10000, `the file is ${JSON.stringify(file)}`);
    await page.keyboard.press('Escape');
    check(await call(() => !document.getElementById('share-dialog').open), 'Escape does not close the dialog');
});

await test(`${name}: a clip is filmed`, async () => {
    await fresh();
    await watchFiles();
    await page.click('#share');
    await page.click('#save-clip');
    await until(page, () => /Filming|cannot encode/.test(document.getElementById('notices').textContent));
    if (/cannot encode video/.test(await said())) return skip(`${name}: a clip`, `it films in no format here (WebKitGTK: plugins of GStreamer), and the page says so`);
    await page.waitForTimeout(3000);
    await call(() => document.querySelector('#notices progress + button').click());
    const clip = await givenFile();
    check(clip.size > 2000 && /^video\/(webm|mp4)/.test(clip.type), `the clip is ${JSON.stringify(clip)}`);
    check(clip.head.startsWith('\x1aE\xdf\xa3') || clip.head.slice(4, 8) === 'ftyp', 'the clip is no WebM and no MP4');
});


await test(`${name}: a groom is dropped, another chosen, a broken one gets a sentence`, async () => {
    await fresh();
    await call((bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'mine.tfx'));
        for (const type of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [...twoStrands()]);
    await until(page, () => window.ringlet.stats().strands === 2);
    const broken = join(scratch, 'broken.tfx'), good = join(scratch, 'good.tfx'), bytes = twoStrands();
    writeFileSync(good, bytes);
    bytes.writeUInt32LE(4e9, 4);
    writeFileSync(broken, bytes);
    await page.setInputFiles('#files', broken);
    await until(page, () => /broken[.]tfx/.test(document.getElementById('notices').textContent));
    check((await call(() => window.ringlet.stats())).strands === 2, 'the groom that ran does not go on');
    await call(() => window.ringlet.load('helix', {}));
    await page.setInputFiles('#files', good);
    await until(page, () => window.ringlet.stats().strands === 2);
});

await test(`${name}: a drawing context that is lost comes back, and the hair is the same`, async () => {
    await fresh(tiny + '&hairColour=copper');
    await call(() => { window.ringlet.pause(); window.ringlet.step(5); });
    const hash = await call(() => window.ringlet.hash());
    await call(async () => {
        const canvas = document.getElementById('view'), lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
        const back = new Promise((done) => canvas.addEventListener('webglcontextrestored', done, { once: true }));
        const gone = new Promise((done) => canvas.addEventListener('webglcontextlost', done, { once: true }));
        lost.loseContext();
        await gone;
        await new Promise((done) => setTimeout(done, 200));
        lost.restoreContext();
        await back;
    });
    await drawn(page);
    check(await call(() => window.ringlet.hash()) === hash, 'the hair is another');
    await showsCopper(page, 0.01);
});

await test(`${name}: keys pause, step, help, choose a style`, async () => {
    await fresh();
    await call(() => document.getElementById('view').focus());
    await page.keyboard.press(' ');
    await until(page, () => !window.ringlet.state().playing);
    const frames = await call(() => window.ringlet.stats().frames);
    await page.keyboard.press('s');
    await until(page, (frames) => window.ringlet.stats().frames === frames + 1, frames);
    await page.keyboard.press('h');
    await until(page, () => document.getElementById('help').open);
    await page.keyboard.press('Escape');
    await until(page, () => !document.getElementById('help').open);
    await page.keyboard.press('3');
    await until(page, () => window.ringlet.state().scene !== 'straight');
});

await test(`${name}: the wheel zooms, a drag beside the head looks around`, async () => {
    await fresh();
    await call(() => window.ringlet.pause());
    const camera = () => call(() => window.ringlet.state().camera), before = await camera();
    await page.mouse.move(290, 60);
    await page.mouse.down();
    await page.mouse.move(370, 70);
    await page.mouse.up();
    const [x, y] = await moveOntoHead(page);
    await (name === 'chromium' ? page.mouse.wheel(0, -300) : page.mouse.wheel(x, y, -300));
    await until(page, (zoom) => window.ringlet.state().camera[2] < zoom, before[2]);
    check(Math.abs((await camera())[0] - before[0]) > 0.1, 'the camera did not turn');
});

await test(`${name}: embedded it is a clean frame`, async () => {
    await page.goto('about:blank');
    await open(page, server.address + '?embed' + tiny);
    check(await call(() => ['side', 'transport', 'brand'].every((one) => !document.getElementById(one).checkVisibility())), 'controls are shown');
});

await test(`${name}: a plain host: threads from the second visit on, and no network needed after the first`, async () => {
    const host = await serve(site, '--plain');
    const played = () => call(() => { const r = window.ringlet; r.pause(); r.playMotion('shake'); r.step(40); return r.hash(); });
    await open(page, host.address + tiny);
    const first = await played();
    await until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
    await page.goto('about:blank');
    await open(page, host.address + tiny);
    check(await call(() => crossOriginIsolated), 'the second visit is not isolated');
    check(await call(() => window.ringlet.state().threads > 1 || navigator.hardwareConcurrency === 1), 'the second visit has no threads');
    check(await played() === first, 'with threads the hash differs');
    host.stop();
    await page.goto('about:blank');
    await open(page, host.address + tiny);
    check(await played() === first, 'without a network the hash differs');
});

await test(`${name}: the single file runs from the disk, with the same bits`, async () => {
    if (!existsSync(join(root, 'build/deps/page/node_modules/esbuild'))) return skip('single file', 'esbuild is not installed (tools/fetch-page-libraries)');
    const file = join(scratch, 'ringlet.html');
    execFileSync(process.execPath, [join(root, 'tools/make-single.mjs'), site, file]);
    await open(page, pathToFileURL(file).href + tiny);
    await checkGoldens(page, ['helix', 'ringlets']);
});
await page.close();

const phone = [390, 320].filter((width) => width >= (engine.narrowest ?? 0));
if (!phone.length) skip(`${name}: 390 and 320 pixels`, `its window has ${engine.narrowest} at least, which are tested instead`);
if (!phone.length) phone.push(engine.narrowest);
page = await engine.launch({ width: phone[0], height: 844, touch: true, dark: true });
await test(`${name}: a phone, dark: few controls, none too small or cut off`, async () => {
    await fresh(tiny);
    await call(() => window.ringlet.pause());
    await drawn(page);
    const { width, height, channels, pixels } = decodePng(await page.screenshot());
    let light = 0;
    for (let i = 0; i < pixels.length; i += channels) light += pixels[i] + pixels[i + 1] + pixels[i + 2];
    check(light / (3 * width * height) < 100, `the picture is as light as ${(light / (3 * width * height)).toFixed(0)} of 255`);
    check(await call(() => document.body.classList.contains('simple')), 'the wrong kind of controls');
    for (const wide of phone) {
        await page.setViewportSize({ width: wide, height: 844 });
        const { least, cut } = await call(() => {
            const shown = [...document.querySelectorAll('button')].filter((one) => one.checkVisibility());
            return {
                least: Math.min(...shown.flatMap((one) => [one.offsetWidth, one.offsetHeight])),
                cut: shown.filter((one) => one.closest('#transport') && (one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)).map((one) => one.textContent.trim()),
            };
        });
        check(least >= 44, `at ${wide} pixels a target is only ${least} px`);
        check(cut.length === 0, `at ${wide} pixels ${cut} are cut off`);
    }
    await page.setViewportSize({ width: phone[0], height: 844 });
    check(page.said().length === 0, `the console says: ${page.said()[0]}`);
});

// Its places are those of a window of 390 pixels.
await test(`${name}: one finger moves the head, two zoom beside it, and the brush strokes`, async () => {
    await fresh(tiny);
    await call(() => { window.ringlet.pause(); window.ringlet.step(10); });
    const state = () => call(() => window.ringlet.state()), step = () => call(() => window.ringlet.step(3));
    const line = (from, to) => [0, 1, 2, 3, 4, 5, 6].map((i) => [[from[0] + (to[0] - from[0]) * i / 6, from[1] + (to[1] - from[1]) * i / 6]]);
    const before = await state();
    await call(() => document.getElementById('view').addEventListener('pointerdown', ({ pointerType }) => { window.kind = pointerType; }));
    await page.touch(line([195, 330], [255, 330]), step);
    const kind = await call(() => window.kind);
    if (kind !== 'touch') return skip(`${name}: fingers`, `its driver makes a ${kind} of them`);
    const moved = await state();
    check(moved.pose[0] - before.pose[0] > 0.01, `a finger moved the head by ${moved.pose[0] - before.pose[0]} m`);
    await page.touch([0, 1, 2, 3, 4].map((i) => [[60 - 6 * i, 90], [100 + 12 * i, 90]]));
    const zoomed = await state();
    check(zoomed.camera[2] < 0.95 * before.camera[2], `two fingers apart zoom from ${before.camera[2]} to ${zoomed.camera[2]}`);
    await call(() => { window.ringlet.setTool('brush'); window.ringlet.step(30); });
    const centre = () => call(() => window.ringlet.stats().hairCentre), hair = await centre(), rested = await state();
    await page.touch(line([130, 330], [270, 340]), step);
    check(Math.hypot(...(await centre()).map((value, i) => value - hair[i])) > 1e-5, 'the hair does not mind the brush');
    check(String((await state()).pose) === String(rested.pose), 'the brush moved the head');
});
await page.close();
server.stop();
end();
