// How much hair shimmers while the head turns slowly: node tools/measure-shimmer.mjs SITE [--scene wavy] [--hairs 8000]
//   [--size 240] [--pictures 10] [--turn 0.3] [--reference 32] [--still] [--out FILE.md]
// Draws one picture for each turn of the camera by so many degrees, as a page that plays does, and for each the reference: the
// mean of so many pictures of the same state. Prints how far pictures are from their references, and shimmer: how far the change
// from one picture to the next is from that of the references; means of the channels, of 255, over pixels whose reference
// changes. With blending (as the page draws), and without. --still: the camera stays; then all change is shimmer.
import { decodePng, findBrowser, launch, loadPlaywright, openPage, serve, until } from '../tests/browser/support.mjs';

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';

const options = { scene: 'wavy', hairs: 8000, size: 240, pictures: 10, turn: 0.3, reference: 32, still: false };
let site;
for (let i = 2; i < process.argv.length; ++i) {
    const name = process.argv[i].replace(/^--/, '');
    if (name === process.argv[i]) site = name;
    else options[name] = name === 'still' ? true : process.argv[++i];
}
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !playwright || !executable) {
    console.error('usage: measure-shimmer.mjs SITE [--scene NAME] [--hairs N] [--size PIXELS] [--pictures N] [--turn DEGREES] [--reference N] [--still]; needs playwright-core and Chromium');
    process.exit(2);
}
const warm = 16, size = Number(options.size), count = Number(options.pictures), turn = options.still ? 0 : Number(options.turn) * Math.PI / 180;

// Runs in the page: pictures come when they are asked for.
function hold() {
    const next = window.requestAnimationFrame.bind(window), waiting = [];
    window.held = false;
    window.requestAnimationFrame = (call) => (window.held ? waiting.push(call) : next(call));
    let clock = 1e6;
    window.drawOne = (ms) => { clock += ms; for (const call of waiting.splice(0)) call(clock); };
}
const server = await serve(site);
const browser = await launch(playwright, executable);
const { page } = await openPage(browser, `${server.address}?embed#scene=${options.scene}&stillPictures=0`, { width: size, height: size, before: hold });
await page.evaluate((hairs) => { const r = window.ringlet; r.pause(); r.set('hairsDrawn', hairs); r.set('adapt', 'off'); }, Number(options.hairs));
for (let left = 40; left > 0; left -= 10) await page.evaluate(() => window.ringlet.step(10));
await until(page, () => window.ringlet.state().whole);
await page.evaluate(() => new Promise((done) => { window.held = true; setTimeout(done, 500); }));
const camera = await page.evaluate(() => window.ringlet.state().camera);

const picture = async (at, whole) => {
    const data = await page.evaluate(async ([camera, whole]) => {
        const r = window.ringlet, canvas = document.getElementById('view');
        r.setCamera(camera);
        window.drawOne(1000 / 60);
        if (!whole) return canvas.toDataURL();
        for (let i = 0; i < 4; ++i) window.drawOne(500);
        let data = '';
        for (let i = 0; i < 10000 && !r.state().whole; ++i) {
            window.drawOne(20);
            if (r.state().whole) data = canvas.toDataURL();
            await new Promise((done) => setTimeout(done));  // in which it is heard what has been drawn
        }
        return data;
    }, [[camera[0] + turn * at, ...camera.slice(1)], whole]);
    return decodePng(Buffer.from(data.split(',')[1], 'base64'));
};
const series = async (stills, whole) => {
    await page.evaluate((n) => window.ringlet.set('stillPictures', n), stills);
    const pictures = [];
    for (let i = whole ? 0 : -warm; i < count; ++i) {
        const one = await picture(i, whole);
        if (i >= 0) pictures.push(one);
    }
    return pictures;
};
// The means over pixels near which the references change: hair and edges.
function compare(pictures, references) {
    let shimmer = 0, error = 0, pixels = 0;
    for (let i = 1; i < count; ++i) {
        const [a, b, c, d] = [pictures[i - 1], pictures[i], references[i - 1], references[i]];
        for (let p = 0; p < size * size; ++p) {
            let change = 0, off = 0, hair = 0;
            for (let k = 0; k < 3; ++k) {
                const at = (one, q) => one.pixels[q * one.channels + k], x = at(d, p);
                change += Math.abs(at(b, p) - at(a, p) - (x - at(c, p)));
                off += Math.abs(at(b, p) - x);
                hair += Math.abs(x - at(d, Math.min(p + 1, size * size - 1)));
            }
            if (hair < 12) continue;
            ++pixels;
            shimmer += change / 3;
            error += off / 3;
        }
    }
    return `shimmer ${(shimmer / pixels).toFixed(2)}, off by ${(error / pixels).toFixed(2)}, over ${Math.round(pixels / (count - 1))} pixels`;
}
const lines = [], say = (line) => { lines.push(line); console.log(line); };
const single = await series(0, false), blended = await series(8, false), references = await series(Number(options.reference), true);
say(`${options.scene}, ${options.hairs} hairs, ${size} x ${size} pixels, ${options.still ? 'still' : `${options.turn} degrees a picture`}`);
say(`  single pictures   ${compare(single, references)}`);
say(`  blended pictures  ${compare(blended, references)}`);
if (options.out) {
    const asked = ['scene', 'pictures', 'size', 'hairs', 'reference', 'turn'].map((name) => `--${name} ${options[name]}`).join(' ') + (options.still ? ' --still' : '');
    const commit = execFileSync('git', ['describe', '--always', '--dirty']).toString().trim();
    writeFileSync(options.out, `# Measured: shimmer of hair while the head turns slowly\n\nWritten by \`node tools/measure-shimmer.mjs SITE ${asked} --out FILE.md\` ` +
                               `at commit ${commit}, on ${os.cpus()[0].model}, in Chromium ${browser.version()}. Of 255, over pixels of hair and edges: how far changes from picture to picture, and ` +
                               `pictures, are from a reference of ${options.reference} pictures each. Single pictures are as the page drew them before it blended.\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`);
}
if (process.env.RINGLET_SHIMMER_OUT) {
    for (const [name, all] of Object.entries({ single, blended, references })) {
        const p = all[count - 1], rgb = Buffer.alloc(3 * size * size);
        for (let i = 0; i < size * size; ++i) for (let k = 0; k < 3; ++k) rgb[3 * i + k] = p.pixels[i * p.channels + k];
        writeFileSync(`${process.env.RINGLET_SHIMMER_OUT}/${name}.ppm`, Buffer.concat([Buffer.from(`P6\n${size} ${size}\n255\n`), rgb]));
    }
}
await browser.close();
server.stop();
