// What each level of detail costs whatever draws: node tools/measure-detail.mjs SITE [SCENE]...
// A paused scene is drawn again and again at each level, each picture waited for. Printed
// are the hairs and the triangles of hair in a picture, and the least and the middle of its
// time, ms. The first line is of the simplest level without its strips: 1,800 hairs alone.
// Needs playwright-core and Chromium.
import { findBrowser, launch, loadPlaywright, openPage, serve } from '../tests/browser/support.mjs';

const [site, ...scenes] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !playwright || !executable) {
    console.error('usage: measure-detail.mjs SITE [SCENE]...; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const pictures = 15;
const server = await serve(site);
const browser = await launch(playwright, executable);
const { page } = await openPage(browser, `${server.address}?embed#scene=helix&motion=still`, { width: 1280, height: 720 });

async function measure(detail, alone) {
    return page.evaluate(async ({ detail, alone, pictures }) => {
        const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done)), found = [];
        const gl = document.getElementById('view').getContext('webgl2'), pixel = new Uint8Array(4);
        r.set('mostDetail', detail);
        r.set('hairsDrawn', alone ? 0 : 30000);
        for (let i = 0; i < pictures + 3; ++i) {
            r.show('particles', false);  // any command asks for a picture
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            const began = performance.now();
            await next();
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            if (i >= 3) found.push(performance.now() - began);
        }
        found.sort((a, b) => a - b);
        const { hairsDrawn, trianglesDrawn } = r.stats();
        return { hairsDrawn, trianglesDrawn, least: found[0], middle: found[found.length >> 1] };
    }, { detail, alone, pictures });
}

for (const scene of scenes.length ? scenes : ['wavy', 'curly']) {
    await page.evaluate(async (scene) => {
        const r = window.ringlet;
        await r.load(scene, { adapt: 'off', mostDetail: 0 });
        r.pause();
        r.step(20);
    }, scene);
    console.log(`${scene}, 1280 x 720: level  hairs  triangles   ms a picture: least middle`);
    for (const [name, detail, alone] of [['0, hairs alone', 0, true], [0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]) {
        const found = await measure(detail, Boolean(alone));
        console.log(`  ${name}  ${found.hairsDrawn}  ${found.trianglesDrawn}   ${found.least.toFixed(1)} ${found.middle.toFixed(1)}`);
    }
}
await browser.close();
server.stop();
