// The pictures of README.md and of every style, made by the page itself:
// node tools/make-pictures.mjs SITE OUT [STYLE | readme]...
// OUT gets styles.jpg and page.jpg, and desktop.jpg and phone.jpg: sheets of every style
// in light and dark, put together from single pictures in build/pictures. Named styles:
// these alone are drawn anew, and the sheets where every other one has been drawn before;
// `readme`: styles.jpg and page.jpg. Needs playwright-core and Chromium, like the browser
// tests; without graphics hardware a picture takes some seconds.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, root, serve, until } from '../tests/browser/support.mjs';
import { recipe } from './picture_recipes.mjs';

const [site, out, ...only] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: make-pictures.mjs SITE OUT [STYLE | readme]...; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const single = join(root, 'build/pictures');
for (const folder of [out, single]) mkdirSync(folder, { recursive: true });
const server = await serve(site);
const browser = await launch(playwright, executable);
const jpeg = { type: 'jpeg', quality: 88, timeout: 300000 };
const still = async (page) => {
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 400)));
    await until(page, () => window.ringlet.state().whole, null, { timeout: 600000 });
};

// A scene after so many frames; every hair is drawn once it stands still, as the mean of so many pictures.
async function show(page, scene, changes = {}) {
    const { motion, frames, zoom, lower, hairs, pictures } = { ...recipe(scene), hairs: 10000, pictures: 8, ...changes };
    await page.evaluate(async ({ scene, motion, zoom, lower, hairs, pictures }) => {
        const r = window.ringlet;
        r.pause();
        r.set('adapt', 'on');
        await r.load(scene);
        r.set('hairsDrawn', hairs);
        r.set('stillPictures', pictures);
        if (motion) r.playMotion(motion);
        const [yaw, pitch, scale, x, y, z] = r.state().camera;
        r.setCamera([yaw, pitch, scale * zoom, x, y - lower, z]);
    }, { scene, motion, zoom, lower, hairs, pictures });
    for (let left = frames; left > 0; left -= 10) await page.evaluate((n) => window.ringlet.step(n), Math.min(left, 10));
    await page.evaluate(() => { document.getElementById('gallery').scrollTop = 0; window.ringlet.set('adapt', 'off'); });
    await still(page);
}

// Pictures side by side, so many a row, each drawn so wide; those of one style under its name.
async function sheet(groups, name, columns, width, height) {
    const gap = 8, caption = groups[0].title ? 22 : 0, each = groups[0].files.length;
    const context = await browser.newContext({ viewport: { width: columns * (each * (width + gap)) - gap, height: Math.ceil(groups.length / columns) * (height + caption + gap) } });
    const page = await context.newPage();
    const cell = ({ title, files }) => `<figure>${title ? `<figcaption>${title}</figcaption>` : ''}${files.map((bytes) => `<img src="data:image/jpeg;base64,${bytes.toString('base64')}">`).join('')}</figure>`;
    await page.setContent(`<style>body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${each * (width + gap)}px); background: #fff; font: 14px system-ui, sans-serif }
        figure { margin: 0 0 ${gap}px; height: ${height + caption}px } figcaption { height: ${caption}px } img { width: ${width}px; height: ${height}px; margin-right: ${gap}px }</style>${groups.map(cell).join('')}`);
    await page.screenshot({ ...jpeg, quality: caption ? 70 : 80, path: join(out, name) });
    await context.close();
}

// Every style on both screens, light and dark, larger than the sheets show them instead of averaged: that takes less time.
const screens = [
    { name: 'desktop', options: { width: 1280, height: 720, scale: 0.75 }, columns: 2, width: 480, height: 270 },
    { name: 'phone', options: { width: 390, height: 844, touch: true, scale: 1 }, columns: 4, width: 234, height: 506 },
];
const styles = only.filter((one) => one !== 'readme');
for (const screen of only.length && !styles.length ? [] : screens) {
    const { page, context } = await openPage(browser, server.address + '#scene=helix', screen.options);
    const scenes = await page.evaluate(() => [...document.querySelectorAll('#styles button')].map((one) => one.dataset.scene)
        .filter((name) => !window.ringlet.scenes().find((one) => one.name === name).needsFiles));
    const file = (scene, scheme) => join(single, `${scene}-${screen.name}-${scheme}.jpg`);
    for (const scene of scenes.filter((one) => !styles.length || styles.includes(one))) {
        const begin = Date.now();
        await show(page, scene, { pictures: 0 });
        for (const scheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme: scheme });
            await still(page);
            writeFileSync(file(scene, scheme), await page.screenshot(jpeg));
        }
        console.log(`${screen.name} ${scene} (${((Date.now() - begin) / 1000).toFixed(0)} s)`);
    }
    await context.close();
    const missing = scenes.filter((scene) => !['light', 'dark'].every((scheme) => existsSync(file(scene, scheme))));
    if (missing.length) console.log(`no sheet: ${missing.join(', ')} not drawn yet`);
    else await sheet(scenes.map((scene) => ({ title: scene, files: ['light', 'dark'].map((scheme) => readFileSync(file(scene, scheme))) })),
        `${screen.name}.jpg`, screen.columns, screen.width, screen.height);
}

if (!only.length || only.includes('readme')) {
    // Four heads, close; drawn larger than shown, against jagged edges.
    const near = await openPage(browser, server.address + '?embed#scene=helix', { width: 420, height: 420, scale: 2 });
    const heads = [];
    for (const scene of ['straight', 'wavy', 'curly', 'coily']) {
        await show(near.page, scene, { zoom: 0.8, lower: -0.03, frames: 90, hairs: 30000 });
        heads.push(await near.page.screenshot({ ...jpeg, quality: 95 }));
        console.log('head', scene);
    }
    await near.context.close();
    await sheet(heads.map((bytes) => ({ files: [bytes] })), 'styles.jpg', 4, 412, 412);
    const whole = await openPage(browser, server.address + '#scene=helix', { width: 1280, height: 720 });
    await show(whole.page, 'wavy', { motion: 'shake', frames: 52, hairs: 30000 });
    await whole.page.mouse.click(1040, 41);  // closes the figures: they are those of software graphics
    await still(whole.page);
    await whole.page.screenshot({ ...jpeg, path: join(out, 'page.jpg') });
}
await browser.close();
server.stop();
