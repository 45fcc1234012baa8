// What flat wisps cost by how they are drawn, and whether they pop: node tools/measure-wisps.mjs SITE [SCENE]
// First the same head as strands, strips, strips with relief and by size: triangles and hairs of a picture, and the least
// and the middle of its time, ms, each picture waited for; 1280 x 720, and as on a phone, 390 x 844.
// Then the camera goes away from the head bit by bit, as strands and by size, and the mean difference of consecutive
// pictures (of 255) is printed: the greatest, the mean, and the greatest over both its neighbours' mean. A level of detail that
// popped would stand out from its neighbours; that of strands, which have none, is beside it.
// Needs playwright-core and Chromium.
import { findBrowser, launch, loadPlaywright, openPage, serve } from '../tests/browser/support.mjs';

const [site, scene = 'wisps'] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !playwright || !executable) {
    console.error('usage: measure-wisps.mjs SITE [SCENE]; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const ways = ['strands', 'strips', 'relief', 'by-size'], pictures = 3, steps = 24, nearest = 0.3, farthest = 5;

async function timed(page, way) {
    return page.evaluate(async ({ way, pictures }) => {
        const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done)), found = [];
        const gl = document.getElementById('view').getContext('webgl2'), pixel = new Uint8Array(4);
        r.set('wispsAs', way);
        for (let i = 0; i < pictures + 1; ++i) {
            r.show('particles', false);  // any command asks for a picture
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            const began = performance.now();
            await next();
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
            if (i >= 1) found.push(performance.now() - began);
        }
        found.sort((a, b) => a - b);
        const { hairsDrawn, trianglesDrawn } = r.stats();
        return { hairsDrawn, trianglesDrawn, least: found[0], middle: found[found.length >> 1] };
    }, { way, pictures });
}

async function zoomed(page, way) {
    return page.evaluate(async ({ way, steps, nearest, farthest }) => {
        const r = window.ringlet, view = document.getElementById('view'), differences = [];
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const gl = view.getContext('webgl2');
        r.set('wispsAs', way);
        let before = null;
        for (let i = 0; i <= steps; ++i) {
            r.setCamera([0.42, 0.07, nearest * Math.pow(farthest / nearest, i / steps), 0, 0, 0]);
            for (let k = 0; k < 25; ++k) await next();  // the camera comes to rest
            r.show('particles', false);                // any command asks for a picture
            await next();
            const now = new Uint8Array(4 * view.width * view.height);
            gl.readPixels(0, 0, view.width, view.height, gl.RGBA, gl.UNSIGNED_BYTE, now);
            if (before) {
                let sum = 0;
                for (let p = 0; p < now.length; p += 4) sum += Math.abs(now[p] - before[p]) + Math.abs(now[p + 1] - before[p + 1]) + Math.abs(now[p + 2] - before[p + 2]);
                differences.push(sum / (0.75 * now.length));
            }
            before = now;
        }
        return differences;
    }, { way, steps, nearest, farthest });
}

const server = await serve(site);
const browser = await launch(playwright, executable);
for (const [width, height] of [[1280, 720], [390, 844]]) {
    const { page, context } = await openPage(browser, `${server.address}?embed#scene=${scene}&motion=still`, { width, height });
    await page.evaluate(() => { window.ringlet.set('adapt', 'off'); window.ringlet.pause(); window.ringlet.step(30); });
    console.log(`${scene}, ${width} x ${height}: drawn as  hairs  triangles   ms a picture: least middle`);
    for (const way of ways) {
        const found = await timed(page, way);
        console.log(`  ${way}  ${found.hairsDrawn}  ${found.trianglesDrawn}   ${found.least.toFixed(1)} ${found.middle.toFixed(1)}`);
    }
    await context.close();
}
const { page } = await openPage(browser, `${server.address}?embed#scene=${scene}&motion=still`, { width: 320, height: 240 });
await page.evaluate(() => { window.ringlet.set('adapt', 'off'); window.ringlet.set('hairsDrawn', 6000); window.ringlet.pause(); window.ringlet.step(30); });
console.log(`the camera goes away in ${steps} steps, 320 x 240: drawn as   greatest  mean  greatest over its neighbours`);
for (const way of ['strands', 'by-size']) {
    const found = await zoomed(page, way);
    const stands = found.slice(1, -1).map((d, i) => d / (0.5 * (found[i] + found[i + 2])));
    const mean = found.reduce((a, b) => a + b, 0) / found.length;
    console.log(`  ${way}   ${Math.max(...found).toFixed(2)}  ${mean.toFixed(2)}  ${Math.max(...stands).toFixed(2)}`);
}
await browser.close();
server.stop();
