// The pictures of README.md and of every style, made by the page itself:
// node tools/make-pictures.mjs SITE OUT [STYLE]...
// OUT gets styles.jpg and page.jpg, and desktop.jpg and phone.jpg: sheets of every
// style in light and dark, whose single pictures go to build/pictures. Named styles:
// these alone, and no sheets; `readme`: styles.jpg and page.jpg alone. Needs playwright-core and Chromium, like the browser tests;
// without graphics hardware a picture takes up to a minute.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, root, serve } from '../tests/browser/support.mjs';

const [site, out, ...only] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: make-pictures.mjs SITE OUT [STYLE]...; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const single = join(root, 'build/pictures');
for (const folder of [out, single]) mkdirSync(folder, { recursive: true });
const server = await serve(site);
const browser = await launch(playwright, executable);
const jpeg = { type: 'jpeg', quality: 88, timeout: 300000 };
const colours = { straight: 'honey', wavy: 'chestnut', curly: 'copper', coily: 'espresso', volume: 'auburn', limp: 'black' };

// A scene after so many frames; every hair is drawn once it stands still.
async function show(page, { scene, params = {}, motion = '', frames = 60, look = {}, zoom = 1 }) {
    await page.evaluate(async ({ scene, params, motion, look, zoom }) => {
        const r = window.ringlet;
        r.pause();
        r.set('adapt', 'on');
        if (r.state().scene !== scene) await r.load(scene, params);
        for (const [name, value] of Object.entries(look)) r.set(name, value);
        if (motion) r.playMotion(motion);
        const [yaw, pitch, scale, x, y, z] = r.state().camera;
        r.setCamera([yaw, pitch, scale * zoom, x, y + 0.15 * (1 - zoom), z]);
    }, { scene, params, motion, look: { hair_colour: colours[scene] ?? 'chestnut', ...look }, zoom });
    for (let left = frames; left > 0; left -= 20) await page.evaluate((n) => window.ringlet.step(n), Math.min(left, 20));
    await page.evaluate(() => window.ringlet.set('adapt', 'off'));
    await still(page);
}
const still = (page) => page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 500)));

// Pictures side by side, so many a row, each drawn so wide.
async function sheet(files, name, columns, width, height, background = '#fff') {
    const rows = Math.ceil(files.length / columns), gap = 8;
    const page = await (await browser.newContext({
        viewport: { width: columns * (width + gap) - gap, height: rows * (height + gap) - gap } })).newPage();
    const cells = files.map((bytes) => `<img width="${width}" height="${height}" src="data:image/jpeg;base64,${bytes.toString('base64')}">`);
    await page.setContent(`<body style="margin:0;display:grid;gap:${gap}px;grid-template-columns:repeat(${columns},${width}px);background:${background}">${cells.join('')}`);
    await page.screenshot({ ...jpeg, path: join(out, name) });
    await page.context().close();
}

// Every style on both screens, light and dark.
const screens = [
    { name: 'desktop', options: { width: 1280, height: 720 }, columns: 4, width: 480, height: 270 },
    { name: 'phone', options: { width: 390, height: 844, touch: true, scale: 2 }, columns: 8, width: 234, height: 506 },
];
for (const screen of only.includes('readme') ? [] : screens) {
    const { page, context } = await openPage(browser, server.address + '#scene=helix', screen.options);
    const scenes = await page.evaluate(() => window.ringlet.scenes().filter((one) => !one.needsFiles).map((one) => one.name));
    const shots = [];
    for (const scene of scenes.filter((one) => !only.length || only.includes(one))) {
        await show(page, { scene });
        for (const scheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme: scheme });
            await still(page);
            const shot = await page.screenshot(jpeg);
            writeFileSync(join(single, `${scene}-${screen.name}-${scheme}.jpg`), shot);
            shots.push(shot);
        }
        console.log(screen.name, scene);
    }
    await context.close();
    if (!only.length) await sheet(shots, `${screen.name}.jpg`, screen.columns, screen.width, screen.height);
}

if (!only.length || only.includes('readme')) {
    // Four heads, close; drawn larger than shown, against jagged edges.
    const near = await openPage(browser, server.address + '?embed#scene=helix', { width: 420, height: 420, scale: 2 });
    const heads = [];
    for (const scene of ['straight', 'wavy', 'curly', 'coily']) {
        await show(near.page, { scene, zoom: 0.8, frames: 90 });
        heads.push(await near.page.screenshot({ ...jpeg, quality: 95 }));
        console.log('head', scene);
    }
    await near.context.close();
    await sheet(heads, 'styles.jpg', 4, 420, 420);
    const whole = await openPage(browser, server.address + '#scene=helix', { width: 1280, height: 720 });
    await show(whole.page, { scene: 'wavy', motion: 'shake', frames: 52 });
    await whole.page.screenshot({ ...jpeg, path: join(out, 'page.jpg') });
}
await browser.close();
server.stop();
