// What people pass on: links, recordings, embedding, keys, files, pictures, motion.
// node tests/browser/product_test.mjs SITE [PART OF A NAME]
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { badFragments } from './bad_fragments.mjs';
import { check, start } from './harness.mjs';
import { decodePng, ready, root, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const api = (page, body, argument) => page.evaluate(body, argument);
const said = (page) => api(page, () => [...document.querySelectorAll('#notices p')].map((line) => line.textContent).join('|'));

// Drags the head by mouse while a recording runs, a few frames a move.
async function dragWhileRecording(page, moves = 8) {
    await api(page, () => { const r = window.ringlet; r.pause(); r.record(); r.pause(); });
    await page.mouse.move(560, 200);
    await page.mouse.down();
    for (let i = 1; i <= moves; ++i) {
        await page.mouse.move(560 + 14 * i, 200 + 6 * (i % 3));
        await api(page, () => window.ringlet.step(4));
    }
    await page.mouse.up();
    return api(page, () => { window.ringlet.step(7); return JSON.parse(window.ringlet.stopRecording()); });
}

await test('share: a link carries scene, model, changed parameters, picture, camera and pose', async () => {
    const { page } = await open(tiny);
    await api(page, () => {
        const r = window.ringlet;
        r.pause();
        r.set('windSpeed', 2.5);
        r.set('hairColour', 'silver');
        r.setPose({ position: [0.05, 0.01, 0], orientation: [0, 0.6, 0, 0.8] });
        r.step(3);
        r.setCamera([1, 0.2, 1.2, 0.01, 0.02, 0.03]);
    });
    const url = await api(page, () => window.ringlet.shareUrl());
    check(url.length < 600, `the link has ${url.length} letters`);
    for (const part of ['v=4', 'scene=straight', 'windSpeed=2.5', 'hairColour=silver', 'camera=1,0.2,1.2,0.01,0.02,0.03', 'pose='])
        check(url.includes(part), `${url} lacks ${part}`);
    for (const part of ['curl', 'hairGloss', 'model='])
        check(!url.includes(part), `${url} carries ${part}, which is as it always is`);
    const second = await open(new URL(url).hash, { ...t.modest, fresh: true });
    await api(second.page, () => window.ringlet.step(1));  // where the head jumps to the link's pose
    const [a, b] = [await api(page, () => window.ringlet.state()), await api(second.page, () => window.ringlet.state())];
    for (const part of ['scene', 'model', 'params', 'picture', 'camera'])
        check(JSON.stringify(a[part]) === JSON.stringify(b[part]), `${part} differs`);
    check(b.pose.every((value, i) => Math.abs(value - a.pose[i]) < 1e-4), 'the pose differs');
});

await test('share: the dialog shows, copies and encodes the link', async () => {
    const { page, context } = await open(tiny);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await api(page, () => window.ringlet.pause());
    await page.click('#share');
    const url = await page.inputValue('#link');
    check(/^http.*#v=4&scene=straight/.test(url), `the field shows ${url}`);
    check(await api(page, () => document.querySelector('#notices p') === null), 'the link is copied unasked');
    await page.click('#copy');
    // What is said while the dialog is open lies in it, for all else is behind it; and not over what closes it.
    await until(page, () => document.querySelector('#share-dialog #notices p') !== null);
    const covered = await api(page, () => {
        const line = document.querySelector('#notices p').getBoundingClientRect(), close = document.querySelector('#share-dialog [data-close]').getBoundingClientRect();
        return line.top < close.bottom && line.bottom > close.top;
    });
    check(!covered, 'the notice covers the button that closes the dialog');
    await until(page, () => navigator.clipboard.readText().then((text) => text === document.getElementById('link').value));
    if (!existsSync(join(t.site, 'qrcode.mjs'))) return t.skip('QR code', 'its library was not fetched when the page was built');
    await until(page, () => document.querySelector('#qr svg') !== null);
    let jsqr;
    try { jsqr = createRequire(join(process.env.RINGLET_PLAYWRIGHT ?? join(root, 'build/deps'), 'package.json'))('jsqr'); } catch { return t.skip('reading the QR code', 'jsqr is not installed'); }
    await api(page, () => {  // the test's pixels are coarse
        document.querySelector('#qr svg').style.width = '480px';
        document.getElementById('notices').replaceChildren();
    });
    const { width, height, channels, pixels } = decodePng(await (await page.$('#qr svg')).screenshot());
    const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
    for (let i = 0; i < width * height; ++i) rgba.set(pixels.subarray(channels * i, channels * i + 3), 4 * i);
    check(jsqr(rgba, width, height)?.data === url, 'a scanner reads something else from the code');
    await page.keyboard.press('Escape');
    check(await api(page, () => !document.getElementById('share-dialog').open), 'Escape does not close the dialog');
    await until(page, () => document.getElementById('notices').parentNode === document.body);  // told of the end a moment later
});

await test('record and replay: a drag comes back to the same bits from its link', async () => {
    const { page } = await open(tiny);
    const tape = await dragWhileRecording(page);
    check(tape.frames === 39, `${tape.frames} frames were kept`);
    const url = await api(page, () => window.ringlet.shareUrl());
    check(url.includes('record=') && url.includes(`hash=${tape.hash}`) && url.includes('engine='), `${url} lacks the recording`);
    check(url.length < 2000, `the link has ${url.length} letters`);
    // It plays by itself; then the rest is stepped, for drawing is slow here.
    const second = await open(new URL(url).hash, { ...t.modest, fresh: true });
    await until(second.page, () => window.ringlet.state().activity.frame > 3 || window.ringlet.state().activity.replayed !== '');
    const verdict = (page) => api(page, () => { const r = window.ringlet; r.pause(); r.step(39); return [r.state().activity.replayed, document.getElementById('activity').textContent]; });
    const [hash, text] = await verdict(second.page);
    check(hash === tape.hash && /agrees/.test(text), `${hash}, recorded ${tape.hash}; the page says ${text}`);
    // Another engine: it replays all the same; a hash that differs is then no fault.
    const go = async (link) => {
        await api(second.page, (hash) => { location.hash = hash; }, new URL(link).hash);
        await until(second.page, () => window.ringlet.state().activity.mode === 'replaying' || window.ringlet.state().activity.replayed !== '');
        return (await verdict(second.page))[1];
    };
    const wrong = url.replace(/hash=[^&]*/, 'hash=0123456789abcdef');
    check(/cannot be compared/.test(await go(wrong.replace(/engine=[^&]*/, 'engine=0.0.9-aaaa'))), 'hashes of two engines are compared');
    check(/differs/.test(await go(wrong)), 'a wrong hash passes');
});

await test('record: brush and wind go into a small file, which replays to the same bits', async () => {
    const { page } = await open(tiny);
    await api(page, () => { const r = window.ringlet; r.pause(); r.setTool('brush'); r.record(); r.pause(); });
    await page.mouse.move(520, 240);
    await page.mouse.down();
    for (let i = 1; i <= 6; ++i) {
        await page.mouse.move(520 + 12 * i, 240);
        await api(page, () => window.ringlet.step(3));
    }
    await page.mouse.up();
    const text = await api(page, () => { const r = window.ringlet; r.set('windSpeed', 3); r.step(12); return r.stopRecording(); });
    const tape = JSON.parse(text);
    check(tape.brush !== '' && tape.changes.length === 1 && tape.changes[0][1] === 'windSpeed', 'brush or wind were not kept');
    check(text.length < 4000, `the file has ${text.length} letters`);
    check(!(await api(page, () => window.ringlet.shareUrl())).includes('record='), 'the link carries half of the recording');
    await api(page, () => window.ringlet.load('straight', { strands: 120, particles: 8 }));
    await page.setInputFiles('#files', { name: 'stroke.ringlet', mimeType: 'application/json', buffer: Buffer.from(text) });
    await until(page, () => window.ringlet.state().activity.mode === 'replaying' || window.ringlet.state().activity.replayed !== '');
    const replayed = await api(page, () => { const r = window.ringlet; r.pause(); r.step(30); return r.state().activity.replayed; });
    check(replayed === tape.hash, 'the hash differs');
    await page.setInputFiles('#files', { name: 'bad.ringlet', mimeType: 'application/json', buffer: Buffer.from(text.slice(0, 90)) });
    await until(page, () => document.querySelector('#notices p') !== null);
    check((await api(page, () => window.ringlet.stats())).strands === 100, 'a damaged file changed the scene');
});

await test('the brush pushes hair, and beside the hair it looks around', async () => {
    const { page } = await open(tiny);
    await api(page, () => { const r = window.ringlet; r.pause(); r.step(20); });
    const before = await api(page, () => [window.ringlet.stats().hairCentre, window.ringlet.state()]);
    await page.keyboard.press('b');
    await page.mouse.move(520, 220);
    check(await api(page, () => !document.getElementById('ring').hidden), 'no ring shows where the brush is');
    await page.mouse.down();
    for (let i = 1; i <= 5; ++i) {
        await page.mouse.move(520 + 16 * i, 220);
        await api(page, () => window.ringlet.step(3));
    }
    await page.mouse.up();
    const after = await api(page, () => [window.ringlet.stats().hairCentre, window.ringlet.state()]);
    check(Math.hypot(...after[0].map((value, i) => value - before[0][i])) > 1e-4, 'the hair does not mind the brush');
    check(JSON.stringify(after[1].pose) === JSON.stringify(before[1].pose), 'the brush moved the head');
});

await test('wind moves hair, again in the same way after a reset', async () => {
    const { page } = await open(tiny);
    const run = () => api(page, () => { const r = window.ringlet; r.pause(); r.reset(); r.step(30); return r.hash(); });
    const calm = await run();
    await api(page, () => window.ringlet.set('windSpeed', 4));
    const windy = await run();
    check(windy !== calm, 'the wind does nothing');
    check(await run() === windy, 'the wind blows otherwise the second time');
    await api(page, () => window.ringlet.set('windSpeed', 0));
    check(await run() === calm, 'the wind goes on at speed 0');
});

await test('untouched hair moves a little, and rests where motion is not wanted', async () => {
    const { page } = await open(tiny);
    check(await api(page, () => window.ringlet.state().idle), 'no breeze');
    await until(page, () => { const { time, maxSpeed } = window.ringlet.stats(); return time > 0.7 && maxSpeed > 0.004; });  // at some time: the breeze has gusts
    await api(page, () => window.ringlet.step(1));
    check(!await api(page, () => window.ringlet.state().idle), 'the breeze goes on when someone steps');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.click('[data-scene="helix"]');
    await until(page, () => window.ringlet.state().scene === 'helix');
    check(!await api(page, () => window.ringlet.state().idle), 'a breeze blows in spite of prefers-reduced-motion');
    await page.emulateMedia({ reducedMotion: null });
});

await test('embed: a clean frame that answers the documented messages', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const result = await api(page, (fragment) => new Promise((done) => {
        const frame = document.createElement('iframe'), answers = [];
        let id = 0;
        const calls = [['ready'], ['pause'], ['load', 'helix', {}], ['step', 3], ['state'], ['hash'], ['set', 'windSpeed', 1], ['stats'], ['load', 'nosuch'], ['constructor'], ['toString']];
        addEventListener('message', ({ data, source }) => {
            if (source !== frame.contentWindow) return;
            if (data.ringlet === 'ready') answers.push('announced');
            else answers.push({ call: calls[data.id][0], ...data });
            if (data.ringlet === 'reply' && ++id === calls.length)
                return done({ answers, hidden: ['side', 'transport', 'brand', 'figures'].every((one) => frame.contentDocument.getElementById(one).offsetParent === null && !frame.contentDocument.getElementById(one).checkVisibility()) });
            const [name, ...args] = calls[id];
            frame.contentWindow.postMessage({ ringlet: name, id, args }, '*');
        });
        frame.src = location.pathname + '?embed' + fragment;
        document.body.append(frame);
    }), tiny);
    await api(page, () => document.querySelector('iframe').remove());
    const of = (call) => result.answers.find((one) => one.call === call);
    check(result.answers[0] === 'announced', 'the frame does not say when it is ready');
    check(result.hidden, 'controls are shown');
    check(of('ready').result === true && of('state').result.scene === 'helix' && /^[0-9a-f]{16}$/.test(of('hash').result), 'a wrong answer');
    check(of('stats').result.frames === 3, `${of('stats').result.frames} frames`);
    check(result.answers.filter((one) => one.call === 'load')[1].error.includes('nosuch'), 'a wrong call got no error');
    check(of('constructor').error && of('toString').error, 'a message reached what is not documented');
});

await test('a presenter\'s keys work wherever the focus is', async () => {
    const { page } = await open(tiny);
    const state = () => api(page, () => window.ringlet.state());
    await page.focus('#share');
    await page.keyboard.press('r');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(' ');
    check(!(await state()).playing, 'space does not pause');
    const frames = (await api(page, () => window.ringlet.stats())).frames;
    await page.keyboard.press('s');
    check((await api(page, () => window.ringlet.stats())).frames === frames + 1, 'S does not step');
    await page.keyboard.press('h');
    check(await api(page, () => document.getElementById('help').open), 'H shows no help');
    await page.keyboard.press('r');
    check((await api(page, () => window.ringlet.stats())).frames === frames + 1, 'keys reach the hair through a dialog');
    await page.keyboard.press('h');
    check(!await api(page, () => document.getElementById('help').open), 'H does not close the help');
    const ninth = await api(page, () => document.querySelectorAll('#styles button')[8].dataset.scene);
    await page.keyboard.press('9');
    await until(page, (name) => window.ringlet.state().scene === name, ninth);
    await page.keyboard.press('f');
    await until(page, () => document.fullscreenElement !== null);
    await page.keyboard.press('f');
    await until(page, () => document.fullscreenElement === null);
});

await test('keyboard: everything that can be pressed is reached by Tab and has a name', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const wanted = await api(page, () => [...document.querySelectorAll('button, select, summary, input, canvas')]
        .filter((one) => one.checkVisibility() && !one.closest('dialog:not([open])')).length);
    const reached = new Set();
    for (let i = 0; i < wanted + 6; ++i) {
        await page.keyboard.press('Tab');
        const here = await api(page, () => {
            const one = document.activeElement;
            if (one === document.body) return null;
            one.dataset.tab ??= String(document.querySelectorAll('[data-tab]').length);
            return { id: one.dataset.tab, name: one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.[0]?.textContent || '' };
        });
        if (!here) continue;
        check(here.name, 'a control has no name');
        reached.add(here.id);
    }
    check(reached.size >= wanted, `${reached.size} of ${wanted} controls were reached`);
});

await test('the simple and the full controls are each other\'s choice, and remembered', async () => {
    const { page } = await open(tiny, { width: 390, height: 844, touch: true, scale: 0.5, spoils: true });
    await api(page, () => window.ringlet.pause());
    await page.tap('#more');
    await page.tap('#mode');
    await until(page, () => document.getElementById('record').checkVisibility() && document.getElementById('step').checkVisibility());  // a tap clicks a little later
    await page.reload();
    await ready(page);
    check(await api(page, () => document.getElementById('record').checkVisibility()), 'the choice was forgotten');
    const desk = await open(tiny, { ...t.modest, spoils: true });
    await api(desk.page, () => window.ringlet.pause());
    await desk.page.click('#mode');
    check(await api(desk.page, () => !document.getElementById('record').checkVisibility() && document.getElementById('play').checkVisibility()), 'the desktop does not get few controls');
});

await test('pictures, clips and hair can be saved', async () => {
    const { page } = await open(tiny, { ...t.modest, seen: true });
    await page.click('#share');
    const saved = async (press) => {
        const waiting = page.waitForEvent('download');
        await press();
        const download = await waiting.catch(async () => { throw new Error(`nothing was saved by ${press}; the page says: ${await said(page)}`); });
        return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    await api(page, () => {
        const canvas = document.getElementById('view'), read = canvas.toBlob.bind(canvas);
        self.before = window.ringlet.state();
        canvas.toBlob = (...given) => { self.kept = window.ringlet.state(); read(...given); };
    });
    const [name, png] = await saved(() => page.click('#save-picture'));
    const detail = await api(page, () => [self.before, self.kept]);
    check(detail[0].detail < 5 && detail[1].detail === 5, `at level ${detail[0].detail} of detail a picture of level ${detail[1].detail} was saved, not of 5`);
    check(!detail[0].whole && detail[1].whole, 'what was saved is not yet the mean of all its pictures');
    const { width, pixels } = decodePng(png);
    check(name === 'ringlet-straight.png' && width === t.modest.scale * t.modest.width, `${name}, ${width} wide`);
    check(new Set(pixels).size > 40, 'the picture is empty');
    const formats = await api(page, () => [...document.getElementById('export-format').options].map((one) => one.value));
    check(formats.length > 0, 'no format to save hair in');
    await page.selectOption('#export-format', 'tfx');
    const [hair, tfx] = await saved(() => page.click('#export'));
    check(hair === 'straight.tfx' && tfx.readUInt32LE(4) === 100, `${hair} holds ${tfx.readUInt32LE(4)} strands`);
});

await test('motion as a file: as many seconds as asked, every second frame, and stopped early', async () => {
    const { page } = await open(tiny);
    const take = async (body) => {
        await page.click('#share');
        await page.selectOption('#motion-seconds', '2');
        check(/about \d+ MB/.test(await page.textContent('#motion-size')), 'the dialog does not say how large it will be');
        const waiting = page.waitForEvent('download');
        await api(page, () => { document.getElementById('save-motion').click(); window.ringlet.pause(); });  // it plays from then on, else
        await body();
        const download = await waiting;
        return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
    };
    const [name, text] = await take(() => api(page, () => { const r = window.ringlet; r.playMotion('shake'); r.step(121); }));
    check(name === 'straight-motion.usda', `it is called ${name}`);
    const samples = (text) => [...text.slice(text.indexOf('points.timeSamples'), text.indexOf('extent.timeSamples')).matchAll(/^ +(\d+): \[/gm)].length;
    check(/^#usda 1\.0/.test(text) && /endTimeCode = 60/.test(text) && /framesPerSecond = 30/.test(text), 'its head is not what was asked for');
    check(samples(text) === 60, `${samples(text)} frames in 2 s`);
    check(/def Mesh "skin"/.test(text) && text.trimEnd().endsWith('}'), 'the head is missing, or the end');
    const [, early] = await take(async () => {
        await api(page, () => window.ringlet.step(30));
        await page.click('#notices button');
    });
    check(samples(early) === 15 && early.trimEnd().endsWith('}'), `stopped early it has ${samples(early)} frames`);
    check(Number(/endTimeCode = (\d+)/.exec(early)[1]) === samples(early), `of ${samples(early)} frames it says ${/endTimeCode = \d+/.exec(early)}`);
});

await test('a page that slept goes on where it was', async () => {
    const { page } = await open(tiny);
    await until(page, () => window.ringlet.stats().frames > 5);
    const [before, after] = await api(page, async () => {
        const before = window.ringlet.stats().frames, ask = window.requestAnimationFrame;
        let waiting = null;
        window.requestAnimationFrame = (step) => { waiting = step; return 0; };  // as a hidden tab: no frames
        while (!waiting) await new Promise((done) => setTimeout(done, 20));
        await new Promise((done) => setTimeout(done, 1500));
        window.requestAnimationFrame = ask;
        ask(waiting);
        await new Promise((done) => ask(() => ask(done)));
        return [before, window.ringlet.stats().frames];
    });
    check(after - before <= 16, `${after - before} frames at once after a sleep of 1.5 s, and a picture takes four at most`);
});

await test('a hundred malformed links: a sentence each, the page alive', async () => {
    const { page, said: console } = await open(tiny, { ...t.modest, spoils: true });
    const bad = badFragments(100);
    check(bad.length >= 100, `${bad.length} fragments`);
    const silent = await api(page, async (fragments) => {
        const silent = [];
        document.body.dataset.scene = 'helix';
        window.ringlet.pause();
        for (const fragment of fragments) {
            document.getElementById('notices').replaceChildren();
            if (location.hash === fragment) location.hash = '#scene=helix';
            location.hash = fragment;
            for (let i = 0; i < 60 && !document.querySelector('#notices p'); ++i) await new Promise((done) => setTimeout(done, 5 + 2 * i));
            const text = document.querySelector('#notices p')?.textContent ?? '';
            if (!text.split('\n').every((line) => /^[A-Z“a-z].{15,}[.!]$/.test(line)) || !window.ringlet.stats().strands) silent.push(`${fragment.slice(0, 80)}: ${text}`);
        }
        return silent;
    }, bad);
    check(silent.length === 0, `${silent.length} without a sentence, first ${silent[0]}`);
    check(console.length === 0, `the console says: ${console[0]}`);
    await api(page, () => window.ringlet.load('helix', {}).then(() => window.ringlet.step(2)));
    check((await api(page, () => window.ringlet.stats())).frames === 2, 'the page is dead');
});

await test('a browser that refuses a new address for a while gets it later, and the controls go on', async () => {
    const { page } = await open(tiny, { ...t.modest, spoils: true });
    await api(page, () => {
        window.ringlet.pause();
        history.replaceState = () => { throw new DOMException('too often', 'SecurityError'); };
    });
    await page.click('[data-colour="silver"]');
    await until(page, () => document.querySelector('[data-colour="silver"]').getAttribute('aria-pressed') === 'true');
    check(!new URL(page.url()).hash.includes('silver'), 'the address changed all the same');
    await api(page, () => { delete history.replaceState; });
    await until(page, () => location.hash.includes('hairColour=silver'));
});

await test('what is said can be read and pressed in a dialog that opens over it', async () => {
    const { page } = await open(tiny);
    await api(page, () => { window.ringlet.play(); document.getElementById('share').click(); document.getElementById('save-motion').click(); });
    await page.keyboard.press('h');
    const reached = () => api(page, () => {
        const button = document.querySelector('#notices button'), box = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    });
    check(await reached(), 'the dialog lies over the button');
    await page.keyboard.press('Escape');
    await until(page, () => document.getElementById('notices').parentNode === document.body);
    check(await reached(), 'the button is covered');
    const waiting = page.waitForEvent('download');
    await page.click('#notices button');
    await waiting;
});

await t.finish();
