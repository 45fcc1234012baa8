// One's own files: dropped as a hand drops them, chosen, cancelled, and wrong in every way.
// node tests/browser/files_test.mjs SITE [PART OF A NAME]
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, start } from './harness.mjs';
import { root, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairs_drawn=100';
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

await test('every kind of bad file gets a sentence with its name, and the hair that ran goes on', async () => {
    const { page, context, said: console } = await open(tiny, { ...t.modest, spoils: true });  // its files stay
    await drop(page, context, file('good.tfx', tfx(30)));
    await until(page, () => window.ringlet.stats().strands === 30);
    const good = tfx(4);
    mkdirSync(join(folder, 'folder.tfx'));
    const bad = [
        file('empty.hair', ''), file('short.tfx', good.subarray(0, 200)), file('other.hair', 'nothing that any reader knows '.repeat(20)),
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
    check(console.length === 0, `the console says: ${console[0]}`);
});

await test('a head waits for its groom; a groom begins anew; several files come at once', async () => {
    const { page, context } = await open(tiny);
    const head = file('my head.obj', 'v -0.1 0.1 -0.1\nv 0.1 0.1 -0.1\nv 0 0.1 0.1\nv 0 -0.1 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n');
    await drop(page, context, head);
    await until(page, () => document.querySelector('#notices p')?.textContent.startsWith('Choose a groom as well'));
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

await test('a large file shows how far it is while the hair moves on, and can be cancelled', async () => {
    const { page, context } = await open(tiny);
    const strands = 27000, lines = [];  // read for longer than a slow picture takes
    for (let s = 0; s < strands; ++s)
        for (let i = 0; i < 16; ++i) lines.push(`v ${(0.0008 * (s % 200) - 0.08).toFixed(6)} ${(0.1 - 0.01 * i).toFixed(6)} ${(0.0012 * Math.floor(s / 200) - 0.08).toFixed(6)}`);
    for (let s = 0; s < strands; ++s) lines.push('l ' + Array.from({ length: 16 }, (_, i) => 16 * s + i + 1).join(' '));
    const path = file('large.obj', lines.join('\n') + '\n');
    const threads = await page.evaluate(() => crossOriginIsolated);
    if (!threads) return t.skip('cancelling while hair is made', 'the page has no threads here');
    await drop(page, context, path);
    const [pressed, frames] = await page.evaluate(async () => {
        const bar = () => [...document.querySelectorAll('#notices p')].find((line) => /^(Making|Reading)/.test(line.textContent) && line.querySelector('progress'));
        const wait = () => new Promise((done) => setTimeout(done, 5));
        for (const end = Date.now() + 30000; !bar() && Date.now() < end;) await wait();
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

const sintel = join(process.env.RINGLET_DATA ?? join(root, '../shared/data'), 'sintel');
const sintelFiles = ['SintelHairOriginal-sintel_hair.16points.tfx', 'sintel.obj', 'sintel-collider.obj'].map((name) => join(sintel, name));
if (!sintelFiles.every(existsSync)) t.skip('Sintel', 'her files are not here (RINGLET_DATA names the folder that holds sintel/)');
else await test('Sintel: three dropped files run on her head, and her hair holds its shape', async () => {
    const { page, context } = await open(tiny);
    await drop(page, context, ...sintelFiles);
    await until(page, () => window.ringlet.state().scene === 'sintel', null, { timeout: 60000 });
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

await t.finish();
