// What flat wisps cost by how they are drawn, and whether they pop: node tools/measure-wisps.mjs SITE [SCENE] [FILE.md]
// First the same head as strands, strips, strips with relief and by size: triangles and hairs of a picture, and the least
// and the middle of its time, ms, each picture waited for; 1280 x 720, and as on a phone, 390 x 844. Of few hairs each: where
// there is no GPU a picture of 30,000 takes ten seconds, and a page begins with some.
// Then the camera goes away from the head bit by bit, as strands and by size, and the mean difference of consecutive
// pictures (of 255) is printed: the greatest, the mean, and the greatest over both its neighbours' mean. A level of detail that
// popped would stand out from its neighbours; that of strands, which have none, is beside it. FILE.md gets both tables.
// Needs playwright-core and Chromium.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { findBrowser, launch, loadPlaywright, openPage, serve } from '../tests/browser/support.mjs';

const [site, scene = 'wisps', file] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !playwright || !executable) {
    console.error('usage: measure-wisps.mjs SITE [SCENE] [FILE.md]; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const ways = ['strands', 'strips', 'relief', 'by-size'], pictures = 3, steps = 16, nearest = 0.3, farthest = 5;

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
            r.show('hair', false);  // pictures of the bare head cost little while the camera comes to rest
            for (const end = performance.now() + 400; performance.now() < end;) await next();
            r.show('hair', true);
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

const lines = [];
function say(line) {
    console.log(line);
    lines.push(line);
}
const row = (cells) => say(`| ${cells.join(' | ')} |`);
function table(heading, names) {
    say('');
    say(heading);
    say('');
    row(names);
    row(names.map(() => '---'));
}

const server = await serve(site);
const browser = await launch(playwright, executable);
const opened = (hairs, size) => openPage(browser, `${server.address}?embed#v=1&scene=${scene}&motion=still&adapt=off&stillPictures=0&${hairs}`, size);
for (const [width, height] of [[1280, 720], [390, 844]]) {
    const { page, context } = await opened('hairsDrawn=6000', { width, height });
    await page.evaluate(() => { window.ringlet.pause(); window.ringlet.step(30); });
    table(`${scene}, ${width} x ${height}:`, ['drawn as', 'hairs', 'triangles', 'least ms a picture', 'middle ms']);
    for (const way of ways) {
        const found = await timed(page, way);
        row([way, found.hairsDrawn, found.trianglesDrawn, found.least.toFixed(1), found.middle.toFixed(1)]);
    }
    await context.close();
}
const { page } = await opened('hairsDrawn=1500&hairSmoothness=1', { width: 320, height: 240 });
await page.evaluate(() => { window.ringlet.pause(); window.ringlet.step(30); });
table(`The camera goes away in ${steps} steps, from ${nearest} to ${farthest} m, 320 x 240; mean difference of consecutive pictures, of 255:`,
      ['drawn as', 'greatest', 'mean', 'greatest over its neighbours']);
for (const way of ['strands', 'by-size']) {
    const found = await zoomed(page, way);
    const stands = found.slice(1, -1).map((d, i) => d / (0.5 * (found[i] + found[i + 2])));
    const mean = found.reduce((a, b) => a + b, 0) / found.length;
    row([way, Math.max(...found).toFixed(2), mean.toFixed(2), Math.max(...stands).toFixed(2)]);
}
if (file) {
    const commit = execFileSync('git', ['describe', '--always', '--dirty']).toString().trim();
    writeFileSync(file, `# Measured: flat wisps by how they are drawn\n\nWritten by \`node tools/measure-wisps.mjs SITE ${scene} FILE.md\` at commit ${commit}, on ` +
                        `${os.cpus()[0].model}, in Chromium ${browser.version()} that draws in software.\n${lines.join('\n')}\n`);
}
await browser.close();
server.stop();
