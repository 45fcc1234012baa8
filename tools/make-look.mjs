// Hair from near, part by part: node tools/make-look.mjs SITE OUT [SCENE | PART]...
// Six heads at rest, each with its hairline, parting, crown, temple and tips, a few centimetres
// to a picture, and the whole head; single pictures go to build/pictures as SCENE-PART.png, and where
// all have been drawn OUT gets look.jpg, a row a head. Named scenes or parts: these
// alone are drawn anew. Needs what tools/make-pictures.mjs does.
// The last picture of a row is the whole head as `ringlet render` traces it: another program, whose head is matte and keeps its
// eyes closed. It needs build/native/ringlet.
// In the environment: RINGLET_LOOK_HAIRS, another number of hairs; RINGLET_LOOK_SIZE, pixels of a
// picture's side; RINGLET_LOOK_STILLS, how many each is the mean of; RINGLET_LOOK_MOVING=1: as while hair moves;
// RINGLET_LOOK_PATHS, paths a pixel of what is traced.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, root, serve, until } from '../tests/browser/support.mjs';
import { recipe } from './picture_recipes.mjs';

const [site, out, ...only] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: make-look.mjs SITE OUT [SCENE | PART]...; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const single = join(root, 'build/pictures');
for (const folder of [out, single]) mkdirSync(folder, { recursive: true });
const size = Number(process.env.RINGLET_LOOK_SIZE ?? 300), moving = process.env.RINGLET_LOOK_MOVING === '1';
const stills = Number(process.env.RINGLET_LOOK_STILLS ?? 8);  // pictures that each is the mean of
const paths = Number(process.env.RINGLET_LOOK_PATHS ?? 48), cli = join(root, 'build/native/ringlet');
const hairs = Number(process.env.RINGLET_LOOK_HAIRS ?? 30000);

// Where the camera looks, m from the middle of the skull; its yaw and pitch; metres from top to bottom.
const parts = {
    hairline: { at: [0.012, 0.062, 0.082], yaw: 0.2, pitch: 0.1, high: 0.09 },
    parting: { at: [0, 0.09, 0.035], yaw: 0.15, pitch: 0.95, high: 0.11 },
    crown: { at: [0, 0.075, -0.07], yaw: 2.9, pitch: 0.7, high: 0.13 },
    temple: { at: [0.065, 0.005, 0.04], yaw: 0.95, pitch: 0.05, high: 0.10 },
    tips: { yaw: 0.6, pitch: 0, high: 0.12 },
    whole: {},
    traced: {},
};
// The tips of what hangs at the side.
const heads = {
    straight: [0.085, -0.19, 0.05], wavy: [0.09, -0.16, 0.0], curly: [0.1, -0.14, 0.02], coily: [0.11, -0.02, 0.03],
    'super-asian': [0.09, -0.14, 0.0], ringlets: [0.09, -0.14, 0.02],
};
const named = (of) => { const some = only.filter((one) => one in of); return some.length ? some : Object.keys(of); };

const server = await serve(site);
const browser = await launch(playwright, executable);
const still = async (page) => {
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 400)));
    await until(page, () => window.ringlet.state().whole, null, { timeout: 900000 });
};

// The same hair, from where the page's camera stands.
function trace(scene, frames, camera, file) {
    execFileSync(cli, ['render', scene, '--frames', String(frames), '--size', `${size}x${size}`, '--samples', String(paths), '--camera', camera.join(','),
        '--set', `hairsDrawn=${hairs}`, '--out', file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const { page } = await openPage(browser, server.address + '?embed#scene=helix', { width: size, height: size });
for (const scene of named(heads)) {
    const { frames } = recipe(scene);
    await page.evaluate(async ({ scene, stills, moving }) => {
        const r = window.ringlet;
        r.pause();
        r.set('adapt', 'on');
        r.set('mostDetail', 0);
        r.set('stillPictures', moving ? 0 : stills);
        await r.load(scene);
    }, { scene, stills, moving });
    for (let left = frames; left > 0; left -= 10) await page.evaluate((n) => window.ringlet.step(n), Math.min(left, 10));
    await page.evaluate((hairs) => { const r = window.ringlet; r.set('hairsDrawn', hairs); r.set('mostDetail', 5); r.set('adapt', 'off'); }, hairs);
    const fitted = await page.evaluate(() => window.ringlet.state().camera);
    for (const part of named(parts)) {
        const began = Date.now(), { at = heads[scene], yaw, pitch, high } = parts[part];
        await page.evaluate(({ fitted, at, yaw, pitch, high }) => {
            const r = window.ringlet;
            r.setCamera(fitted);
            if (!high) return;
            const { cameraDistance } = r.state();
            r.setCamera([yaw, pitch, high / (2 * 0.2493) / cameraDistance * fitted[2], ...at]);
        }, { fitted, at, yaw, pitch, high });
        const file = join(single, `${scene}-${part}.png`);
        if (part === 'traced') {
            trace(scene, frames, fitted, file);
        } else {
            await still(page);
            writeFileSync(file, await page.screenshot({ timeout: 600000 }));
        }
        console.log(`${scene} ${part} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
    }
}

const files = Object.keys(heads).map((scene) => Object.keys(parts).map((part) => join(single, `${scene}-${part}.png`)));
if (files.flat().every((file) => existsSync(file))) {
    const gap = 4, columns = Object.keys(parts).length;
    const sheet = await (await browser.newContext({ viewport: { width: columns * (size + gap) - gap, height: files.length * (size + gap) - gap + 20 } })).newPage();
    const image = (file) => `<img src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;
    await sheet.setContent(`<style>body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${size}px); gap: ${gap}px; background: #fff; font: 13px system-ui, sans-serif } span { height: 16px; text-align: center } img { width: ${size}px; height: ${size}px }</style>${Object.keys(parts).map((part) => `<span>${part}</span>`).join('')}${files.flat().map(image).join('')}`);
    await sheet.screenshot({ type: 'jpeg', quality: 82, timeout: 300000, path: join(out, 'look.jpg') });
}
await browser.close();
server.stop();
