// One's own files: dropped as a hand drops them, chosen, cancelled, and wrong in every way.
// node tests/browser/files_test.mjs SITE [PART OF A NAME]
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, start } from './harness.mjs';
import { decodePng, drawn, root, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const folder = mkdtempSync(join(tmpdir(), 'ringlet-files-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// Paths dropped from the desktop on the middle of the picture.
async function drop(page, context, ...files) {
    const session = await context.newCDPSession(page);
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 450, y: 280, data });
    await session.detach();
}
const file = (name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
};
const stats = (page) => page.evaluate(() => window.ringlet.stats());
const said = (page) => page.evaluate(() => [...document.querySelectorAll('#notices p')].map((line) => line.textContent).join('|'));
const quiet = (page) => page.evaluate(() => document.getElementById('notices').replaceChildren());

// Strands that hang, `points` each: .tfx, version 4; .data.
function tfx(strands, points = 8) {
    const header = 160, bytes = Buffer.alloc(header + strands * points * 16);
    bytes.writeFloatLE(4, 0);
    [strands, points, header].forEach((value, i) => bytes.writeUInt32LE(value, 4 + 4 * i));
    for (let i = 0; i < strands * points; ++i)
        [0.001 * Math.floor(i / points), 0.1 - 0.02 * (i % points), 0, i % points ? 1 : 0].forEach((value, k) => bytes.writeFloatLE(value, header + 16 * i + 4 * k));
    return bytes;
}
const damaged = (bytes, change) => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
};

// Strands from a list of [root, tip], straight: .tfx with Y up, and .data.
function straight(strands, format) {
    const points = 8, tfxFile = format === 'tfx', parts = [];
    const header = Buffer.alloc(tfxFile ? 160 : 4);
    if (tfxFile) header.writeFloatLE(4, 0);
    (tfxFile ? [strands.length, points, 160] : [strands.length]).forEach((value, i) => header.writeUInt32LE(value, tfxFile ? 4 + 4 * i : 0));
    for (const [from, to] of strands) {
        const bytes = Buffer.alloc((tfxFile ? 0 : 4) + points * (tfxFile ? 16 : 12));
        if (!tfxFile) bytes.writeUInt32LE(points, 0);
        for (let i = 0; i < points; ++i) {
            const at = (tfxFile ? 16 : 12) * i + (tfxFile ? 0 : 4);
            from.forEach((value, k) => bytes.writeFloatLE(value + (to[k] - value) * i / (points - 1), at + 4 * k));
            if (tfxFile) bytes.writeFloatLE(i ? 1 : 0, at + 12);
        }
        parts.push(bytes);
    }
    return Buffer.concat([header, ...parts]);
}
// The scalp of a head of that size, and hair that leaves it and falls.
function headOfHair(size) {
    const strands = [];
    for (let i = 0; i < 900; ++i) {
        const y = 1 - 1.15 * (i + 0.5) / 900, across = Math.sqrt(1 - y * y), angle = i * 2.399963;
        const [nx, nz] = [across * Math.sin(angle), across * Math.cos(angle)];
        if (nz > 0.2 && y < 0.35) continue;  // the face
        const at = [0.075 * nx, 0.014 + 0.083 * y, 0.088 * nz - 0.012];
        strands.push([at, [at[0] + 0.03 * nx, at[1] + 0.02 * y - 0.02, at[2] + 0.03 * nz]].map((p) => p.map((value) => value * size)));
    }
    return strands;
}
// A creature's mohawk: Y up, roots from 0.22 to 0.91 m, from the brow down a long back.
const creature = Array.from({ length: 900 }, (_, i) => {
    const t = (i + 0.5) / 900, x = 0.03 * Math.sin(i * 2.4), y = 0.22 + 0.69 * Math.cos(Math.PI / 2 * t * t), z = 0.15 - 0.6 * t;
    return [[x, y, z], [x, y + 0.1, z - 0.08]];
});

await test('every kind of bad file gets a sentence with its name, and the hair that ran goes on', async () => {
    const { page, context, said: console } = await open(tiny, { ...t.modest, spoils: true });  // its files stay
    await drop(page, context, file('good.tfx', tfx(30)));
    await until(page, () => window.ringlet.stats().strands === 30);
    const good = tfx(4);
    mkdirSync(join(folder, 'folder.tfx'));
    const bad = [
        file('empty.hair', ''), file('scene.usdc', 'x'), file('short.tfx', good.subarray(0, 200)), file('other.hair', 'nothing that any reader knows '.repeat(20)),
        file('counts.tfx', damaged(good, (b) => { b.writeUInt32LE(4e9, 4); b.writeUInt32LE(4e9, 8); })),
        file('nan.tfx', damaged(good, (b) => b.writeFloatLE(NaN, 160 + 16 * 9))), file('far.tfx', damaged(good, (b) => b.writeFloatLE(3e38, 160 + 16 * 9))),
        file('many.data', Buffer.from([255, 255, 255, 127, 1, 0, 0, 0])), file('cut.usda', '#usda 1.0\ndef BasisCurves "c" { point3f[] points = [(0, 0'),
        file('line.obj', 'v 0 0 0\nv 0 0 x\nl 1 2\n'), file('crate.usda', 'PXR-USDC'), file('photo.png', 'x'), join(folder, 'folder.tfx'),
    ];
    for (const path of bad) {
        const name = path.slice(folder.length + 1);
        await quiet(page);
        const before = (await stats(page)).frames;
        await drop(page, context, path);
        await until(page, () => document.querySelector('#notices p:not(:has(progress))') !== null);
        const text = await said(page);
        check(text.includes(name) && /^[A-Za-z].{15,}[.]$/.test(text) && !text.includes('/files/') && !text.includes('NotFound'), `${name}: the page says "${text}"`);
        await until(page, (frames) => window.ringlet.stats().frames > frames, before);
        check((await stats(page)).strands === 30, `${name} changed the hair`);
    }
    // What was wrong has taken nobody's place: built anew, it is the same groom.
    check(await page.evaluate(() => { window.ringlet.set('particles', 12); return window.ringlet.stats().particles; }) === 360, 'the good file is lost');
    // No link carries it, and none is offered.
    await page.keyboard.press('e');
    const shared = await page.evaluate(() => ['copy', 'record-motion', 'save-picture'].map((id) => document.getElementById(id).checkVisibility()));
    check(String(shared) === 'false,false,true' && await page.locator('#qr svg').count() === 0, `of copy, record and save picture are shown: ${shared}`);
    check(await page.evaluate(() => document.activeElement.id) === 'save-picture', 'the focus is elsewhere');
    await page.evaluate(() => { window.ringlet.load('helix', {}); });
    await until(page, () => document.getElementById('copy').checkVisibility() && document.getElementById('link').value.includes('scene=helix'));
    await page.keyboard.press('Escape');
    check(console.length === 0, `the console says: ${console[0]}`);
});

await test('hair grows on a head alone, which a groom then takes; a groom begins anew; several files come at once', async () => {
    const { page, context } = await open(tiny);
    await drop(page, context, file('flat.obj', 'v -0.1 0 -0.1\nv 0.1 0 -0.1\nv 0.1 0 0.1\nv -0.1 0 0.1\nf 1 4 3\nf 1 3 2\n'));
    await until(page, () => document.querySelector('#notices .passing') !== null);
    check(/Hair grows on flat\.obj;.*\sflat\.obj has no inside/s.test(await said(page)), `an open mesh alone: the page says "${await said(page)}"`);
    await quiet(page);
    const head = file('my head.obj', 'v -0.1 0.1 -0.1\nv 0.1 0.1 -0.1\nv 0 0.1 0.1\nv 0 -0.1 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n');
    await drop(page, context, head);
    await until(page, () => /Hair grows on my head\.obj/.test(document.getElementById('notices').textContent) && window.ringlet.stats().strands > 100);
    check(await page.evaluate(() => { window.ringlet.set('rootDensity', 500); return window.ringlet.stats().strands; }) < 100, 'the density changes nothing');
    await drop(page, context, file('a.tfx', tfx(20)));
    await until(page, () => window.ringlet.stats().strands === 20);
    const notes = () => page.evaluate(() => window.ringlet.state().notes?.join('|') ?? '');
    check(!(await notes()).includes('no head was named'), 'the head that came first is forgotten');
    await drop(page, context, file('b.tfx', tfx(25)));
    await until(page, () => window.ringlet.stats().strands === 25);
    check((await notes()).includes('no head was named'), 'a new groom keeps the head of the one before');
    await drop(page, context, head, file('c.tfx', tfx(26)));
    await until(page, () => window.ringlet.stats().strands === 26);
    check(!(await notes()).includes('no head was named'), 'the head that came along is not used');
    await page.setInputFiles('#files', [file('d.tfx', tfx(27))]);
    await until(page, () => window.ringlet.stats().strands === 27);
});

// The bar appears once reading has taken a while: here soon, for the clock goes a hundred times as fast. One that leaps with each look
// would stop the page: Emscripten's locks look at the clock before they look whether they are free.
const barAtOnce = (page) => page.evaluate(() => {
    const now = performance.now.bind(performance), from = now();
    performance.now = () => from + 100 * (now() - from);
    window.usualClock = () => { performance.now = now; };
});

await test('a large file shows how far it is while the hair moves on, and can be cancelled', async () => {
    const { page, context } = await open(tiny);
    const strands = 27000, lines = [];  // read for longer than a slow picture takes
    for (let s = 0; s < strands; ++s)
        for (let i = 0; i < 16; ++i) lines.push(`v ${(0.0008 * (s % 200) - 0.08).toFixed(6)} ${(0.1 - 0.01 * i).toFixed(6)} ${(0.0012 * Math.floor(s / 200) - 0.08).toFixed(6)}`);
    for (let s = 0; s < strands; ++s) lines.push('l ' + Array.from({ length: 16 }, (_, i) => 16 * s + i + 1).join(' '));
    const path = file('large.obj', lines.join('\n') + '\n');
    const threads = await page.evaluate(() => crossOriginIsolated);
    if (!threads) return t.skip('cancelling while hair is made', 'the page has no threads here');
    await barAtOnce(page);
    await drop(page, context, path);
    const [pressed, frames] = await page.evaluate(async () => {
        const bar = () => [...document.querySelectorAll('#notices p')].find((line) => /^(Making|Reading)/.test(line.textContent) && line.querySelector('progress'));
        const wait = () => new Promise((done) => setTimeout(done, 5));
        for (const end = Date.now() + 100000; !bar() && Date.now() < end;) await wait();
        window.usualClock();
        const from = window.ringlet.stats().frames;
        while (bar() && window.ringlet.stats().frames === from) await wait();
        const frames = window.ringlet.stats().frames - from, button = bar()?.querySelector('button');
        button?.click();
        return [button !== undefined, frames];
    });
    check(pressed && frames > 0, `${pressed ? 'the hair stood still' : 'nothing could be cancelled'} while it was read`);
    await until(page, () => [...document.querySelectorAll('#notices p')].some((line) => /cancelled/.test(line.textContent)));
    check((await stats(page)).strands === 100, 'a cancelled file changed the hair');
    // And the page is ready for others.
    await drop(page, context, file('after.tfx', tfx(12)));
    await until(page, () => window.ringlet.stats().strands === 12);
});

await test('a style that is chosen while a groom is read stays, though the groom could be shown without the head that waits', async () => {
    const { page, context } = await open(tiny, { ...t.modest, spoils: true, fresh: true });  // its files stay
    if (!await page.evaluate(() => crossOriginIsolated)) return t.skip('choosing a style while hair is made', 'the page has no threads here');
    await drop(page, context, file('waits.obj', 'v -0.1 0.1 -0.1\nv 0.1 0.1 -0.1\nv 0 0.1 0.1\nv 0 -0.1 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n'));
    await until(page, () => window.ringlet.state().scene === 'mesh');
    await quiet(page);
    // Pressed in the moment in which the bar appears.
    await barAtOnce(page);
    await page.evaluate(() => {
        new MutationObserver((_, observer) => {
            if (![...document.querySelectorAll('#notices p')].some((line) => /^(Making|Reading)/.test(line.textContent))) return;
            observer.disconnect();
            window.usualClock();
            document.querySelector('#styles [data-scene=helix]').click();
        }).observe(document.getElementById('notices'), { childList: true });
    });
    await drop(page, context, file('long.tfx', tfx(12000, 24)));
    await until(page, () => window.ringlet.state().scene === 'helix');
    await until(page, () => !document.querySelector('#notices progress'));
    await drawn(page);
    check(await page.evaluate(() => window.ringlet.state().scene) === 'helix' && await said(page) === '', `the groom took its place; the page says "${await said(page)}"`);
});

await test('the painted face stays on the face of a head of any size', async () => {
    const { page, context } = await open(tiny, { ...t.modest, scale: 1, seen: true });
    const pictures = [], mostDiffering = 0.007;
    for (const size of t.whole ? [1, 0.6, 1.7] : [1, 0.6]) {
        await drop(page, context, file(`size ${size}.data`, straight(headOfHair(size), 'data')));
        // All three have as many strands: the file that runs is known by its name.
        await until(page, (name) => window.ringlet.state().notes?.some((note) => note.startsWith(name)), `size ${size}.data`);
        await page.evaluate(() => {
            const r = window.ringlet;
            r.set('unit', 'metre');  // else the file's own unit makes all heads alike
            r.pause();
            r.show('hair', false);
            r.set('adapt', 'off');
            r.set('stillPictures', 0);  // else how long it has been at rest decides what is seen
            document.getElementById('recentre').click();
            document.getElementById('placing')?.removeAttribute('open');
            document.getElementById('notices').replaceChildren();
        });
        await drawn(page);
        const notes = (await page.evaluate(() => window.ringlet.state().notes)).join('|');
        const times = Number(/fitted, ([0-9.]+) times its size/.exec(notes)?.[1]);
        check(Math.abs(times / size - 1) < 0.1, `the head is not of size ${size}: ${notes}`);
        pictures.push(decodePng(await page.screenshot()));
    }
    // The camera fits each head but for a centimetre: about its middle they are the same, larger or smaller by a little.
    const [first, ...others] = pictures, middle = [574, 250], reach = 115;
    // Hairs of the brows are finer than a pixel and fall otherwise: means of nine pixels are compared.
    const red = (picture, x, y) => {
        let sum = 0;
        for (let dy = -1; dy <= 1; ++dy)
            for (let dx = -1; dx <= 1; ++dx) sum += picture.pixels[picture.channels * (picture.width * (y + dy) + x + dx)];
        return sum / 9;
    };
    const differing = (other, zoom) => {
        let count = 0;
        for (let y = -reach; y < reach; ++y)
            for (let x = -reach; x < reach; ++x) {
                const at = (picture, by) => red(picture, Math.round(middle[0] + by * x), Math.round(middle[1] + by * y));
                count += Math.abs(at(first, 1) - at(other, zoom)) > 32 ? 1 : 0;
            }
        return count / (4 * reach * reach);
    };
    for (const other of others) {
        const least = Math.min(...Array.from({ length: 61 }, (_, i) => differing(other, 0.85 + 0.005 * i)));
        check(least < mostDiffering, `${(100 * least).toFixed(2)} % of the pixels differ between heads of two sizes`);
    }
    await page.evaluate(() => window.ringlet.show('hair', true));
});

await test('a creature’s mohawk stands on its own skin, and the card turns, moves and puts it on a head', async () => {
    const { page, context } = await open(tiny, { width: 1280, height: 720, scale: 0.5, pause: 60, seen: true });
    check(await page.locator('#placing').isHidden(), 'the card is there without a file');
    await drop(page, context, file('mohawk.tfx', straight(creature, 'tfx')));
    await until(page, () => window.ringlet.stats().strands === 900);
    const state = () => page.evaluate(() => window.ringlet.state());
    const now = await state();
    check(now.placement.up === 'Y' && now.placement.under === 'roots' && now.placement.unit === 1, `it was placed as ${JSON.stringify(now.placement)}`);
    check(now.notes.join(' ').includes('skin made from its roots') && !/guess/.test(now.notes.join(' ')), now.notes.join(' '));
    const card = page.locator('#placing'), pressed = (value) => card.locator(`[data-value="${value}"]`).getAttribute('aria-pressed');
    check(await card.isVisible() && await pressed('Y') === 'true' && await pressed('roots') === 'true', 'the card does not show what was found');
    // What is told of it and the picture itself stand beside the card.
    const right = await page.evaluate(() => document.getElementById('placing').getBoundingClientRect().right);
    await page.evaluate(() => { window.ringlet.pause(); window.ringlet.set('adapt', 'off'); window.ringlet.set('stillPictures', 0); });
    const picture = async (shown) => {
        await page.evaluate((shown) => { for (const what of ['hair', 'head']) window.ringlet.show(what, shown); }, shown);
        await drawn(page);
        return decodePng(await page.screenshot());
    };
    const told = await page.evaluate(() => document.querySelector('#notices p').getBoundingClientRect().left);
    check(told > right, `the notice covers the card: it begins at ${told}, the card ends at ${right}`);
    await quiet(page);
    const [bare, whole] = [await picture(false), await picture(true)], { width, height, channels, pixels } = whole;
    let first = width;  // column beyond the card where hair or skin is seen
    for (let i = 0; i < width * height; ++i)
        if (i % width * 1280 > right * width && Math.abs(pixels[i * channels] - bare.pixels[i * channels]) > 24) first = Math.min(first, i % width);
    check(first < width && first * 1280 / width > right + 8, `hair and skin begin at ${first * 1280 / width}, and the card ends at ${right}`);
    await card.getByRole('button', { name: 'Head' }).click();
    check((await state()).placement.under === 'bust' && await pressed('bust') === 'true', 'one click does not put it on the head');
    await card.getByRole('button', { name: 'Z', exact: true }).click();
    check((await state()).placement.up === 'Z' && (await card.textContent()).includes('Z up (set)'), 'one click does not turn its axis');
    const pad = await card.locator('.pad').boundingBox();
    await page.mouse.move(pad.x + pad.width / 2, pad.y + pad.height / 2);
    await page.mouse.down();
    await page.mouse.move(pad.x + pad.width / 2 + 20, pad.y + pad.height / 2 - 10, { steps: 4 });
    await page.mouse.up();
    const { hairX, hairY } = (await state()).params;
    check(Number(hairX) > 0.01 && Number(hairY) > 0.005, `dragged, the hair is moved by ${hairX}, ${hairY}`);
    check((await card.textContent()).includes(`${Math.round(1000 * hairX)} mm, ${Math.round(1000 * hairY)} mm`), 'the offset is not shown');
    await card.getByRole('button', { name: 'A quarter turn' }).click();
    check(Math.abs((await state()).params.hairTurn - Math.PI / 2) < 1e-3 && (await card.textContent()).includes('90°'), 'it is not turned');
    await card.getByRole('button', { name: 'As found' }).click();
    const again = await state();
    check(again.placement.up === 'Y' && again.placement.under === 'roots' && again.params.hairX === '0', 'it does not go back to what was found');
});

await test('hair that lies in itself: what the model leaves out is said, once', async () => {
    const { page, context } = await open(tiny);
    await page.evaluate(() => window.ringlet.pause());
    await drop(page, context, file('pile.obj', 'v 0 0 0\nv 0 -0.1 0\n' + 'l 1 2\n'.repeat(800)));
    await until(page, () => window.ringlet.stats().strands === 800);
    await page.selectOption('#model', 'verlet');
    await until(page, () => window.ringlet.state().model === 'verlet');
    await quiet(page);
    check(!/lie in each other/.test(await said(page)), 'it is said before anything has run');
    await page.evaluate(() => window.ringlet.step(2));
    await until(page, () => /Strands lie in each other: up to \d+ of 800 segments/.test(document.getElementById('notices').textContent));
    await quiet(page);
    await page.evaluate(() => window.ringlet.step(20));
    check(!/lie in each other/.test(await said(page)), 'it is said again and again');
});

const sintel = join(process.env.RINGLET_DATA ?? join(root, '../shared/data'), 'sintel');
const sintelFiles = ['SintelHairOriginal-sintel_hair.16points.tfx', 'sintel.obj', 'sintel-collider.obj'].map((name) => join(sintel, name));
if (!sintelFiles.every(existsSync)) t.skip('Sintel', 'her files are not here (RINGLET_DATA names the folder that holds sintel/)');
else await test('Sintel: three dropped files run on her head, and her hair holds its shape', async () => {
    const { page, context } = await open(tiny);
    await drop(page, context, ...sintelFiles);
    await until(page, () => window.ringlet.state().scene === 'sintel');
    const now = await page.evaluate(() => {
        const r = window.ringlet;
        r.pause();
        r.reset();
        r.step(1);
        const from = r.stats().hairCentre;
        r.step(20);
        return { from, sagFree: r.state().params.sagFree, ...r.stats() };
    });
    check(now.strands === 11400 && now.particles === 182400 && now.resets === 0, `${now.strands} strands, ${now.resets} resets`);
    const way = Math.hypot(...now.hairCentre.map((value, i) => value - now.from[i]));
    check(now.sagFree === 'on' && way < 1e-4, `her hair sags: its centre moves by ${way} m`);
});

await test('files that come together: each is used or named, as it is called', async () => {
    const { page } = await open(tiny, { ...t.modest, spoils: true, fresh: true });  // its files stay
    const recording = await page.evaluate(() => { const r = window.ringlet; r.pause(); r.record(); r.pause(); r.step(9); return r.stopRecording(); });
    await page.evaluate(() => document.querySelector('dialog[open]')?.close());
    await quiet(page);
    const [a, b, own] = [file('a.tfx', tfx(11)), file('b.tfx', tfx(13)), file('own.ringlet', recording)];
    // In whatever order: a recording brings its own hair.
    for (const [files, strands] of [[[a, own], 11], [[own, b], 13]]) {
        await page.setInputFiles('#files', files);
        await until(page, (strands) => window.ringlet.stats().strands === strands, strands);
        check(/(^|\|)own\.ringlet was left out/.test(await said(page)), `the recording is dropped with "${await said(page)}"`);
        await quiet(page);
    }
    await page.setInputFiles('#files', [b, a]);
    await until(page, () => window.ringlet.stats().strands === 11);
    check(/More than one groom was given; a\.tfx is used/.test(await said(page)), `two grooms: "${await said(page)}"`);
    await quiet(page);
    await page.setInputFiles('#files', [file('other.ringlet', '{}'), own]);
    await until(page, () => window.ringlet.state().activity.mode === 'replaying' || window.ringlet.state().activity.replayed !== '');
    check(/More than one recording was given; own\.ringlet is used/.test(await said(page)), `two recordings: "${await said(page)}"`);
    await quiet(page);
    await page.setInputFiles('#files', [file('broken.ringlet', '{}')]);
    await until(page, () => /^broken\.ringlet: this file is not/.test(document.getElementById('notices').textContent));
});

await t.finish();
