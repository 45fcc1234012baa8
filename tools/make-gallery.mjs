// The gallery's small pictures, for light and dark, and the picture of link
// previews, drawn by the page itself: node tools/make-gallery.mjs SITE OUT [STYLE | preview]...
// OUT: the folder of the site's sources; named styles alone are drawn anew.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, serve, until } from '../tests/browser/support.mjs';
import { recipe } from './picture_recipes.mjs';

const [site, out, ...styles] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: make-gallery.mjs SITE OUT [STYLE]...; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
mkdirSync(join(out, 'gallery'), { recursive: true });
const server = await serve(site);
const browser = await launch(playwright, executable);
// Drawn, and averaged until it gets no better.
const still = async (page) => {
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 500)));
    await until(page, () => window.ringlet.state().whole, null, { timeout: 600000 });
};

// Few hairs are drawn until the picture is to be taken: here the processor draws them.
async function show(page, scene, changes = {}) {
    const { motion, frames, zoom, lower, hairs } = { ...recipe(scene), hairs: 10000, ...changes };
    await page.evaluate(async ({ scene, zoom, lower, motion }) => {
        const r = window.ringlet;
        r.pause();
        r.set('hairsDrawn', 100);
        await r.load(scene);
        r.set('adapt', 'off');
        if (motion) r.playMotion(motion);
        const [yaw, pitch, scale, x, y, z] = r.state().camera;
        r.setCamera([yaw, pitch, scale * zoom, x, y - lower, z]);
    }, { scene, zoom, lower, motion });
    for (let left = frames; left > 0; left -= 10) await page.evaluate((n) => window.ringlet.step(n), Math.min(left, 10));
    await page.evaluate((hairs) => window.ringlet.set('hairsDrawn', hairs), hairs);
    await still(page);
}

// A screenshot as a small JPEG: they are all loaded with the page.
const blank = await (await browser.newContext()).newPage();
const shrunk = async (png, size) => Buffer.from(await blank.evaluate(async ([data, size]) => {
    const image = new Image(), canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, size, size);
    return canvas.toDataURL('image/jpeg', 0.76).split(',')[1];
}, [png.toString('base64'), size]), 'base64');

const small = await openPage(browser, server.address + '?embed#scene=helix', { width: 192, height: 192, scale: 1 });
const scenes = await small.page.evaluate(() => window.ringlet.scenes().filter((scene) => !scene.needsFiles).map((scene) => scene.name));
for (const scene of scenes) {
    if (styles.length && !styles.includes(scene)) continue;
    await show(small.page, scene, { zoom: 0.9 * recipe(scene).zoom });
    for (const [scheme, end] of [['light', ''], ['dark', '-dark']]) {
        await small.page.emulateMedia({ colorScheme: scheme });
        await still(small.page);
        writeFileSync(join(out, 'gallery', `${scene}${end}.jpg`), await shrunk(await small.page.screenshot({ timeout: 300000 }), 160));
    }
    console.log(scene);
}
await small.context.close();
if (!styles.length || styles.includes('preview')) {
    const large = await openPage(browser, server.address + '?embed#scene=helix', { width: 1200, height: 630 });
    await show(large.page, 'wavy', { motion: 'shake', frames: 52, hairs: 24000 });
    await large.page.screenshot({ path: join(out, 'preview.jpg'), type: 'jpeg', quality: 84, timeout: 300000 });
    console.log('preview');
}
await browser.close();
server.stop();
