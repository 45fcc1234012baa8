// What is asked of a page in every engine, by the short tests and by the long ones.
import { decodePng, readJson, ready, root, until } from '../support.mjs';
import { check } from '../report.mjs';
import { join } from 'node:path';
import * as chromium from './chromium.mjs';
import * as firefox from './firefox.mjs';
import * as webkit from './webkit.mjs';

export const engines = { chromium, firefox, webkit };
export const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
export const size = { width: 880, height: 500 };

// Opens the page at `address` and waits until it is ready. Shadows take half of a picture's time, and software
// that draws as often as it can takes every core: without the ones, and now and then, unless it is to be looked at.
export async function open(page, address, { plain = true } = {}) {
    await page.goto(address);
    await ready(page);
    if (plain) await page.evaluate(() => {
        const next = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (call) => setTimeout(() => next(call), 60);
        window.ringlet.show('shadow', false);
    });
}
// Two more pictures are drawn.
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));

// The share of a picture's middle in which red leads clearly: copper hair, and nothing else there.
function copper(png) {
    const { width, height, channels, pixels } = decodePng(png);
    let count = 0, all = 0;
    for (let y = Math.round(0.1 * height); y < 0.75 * height; ++y)
        for (let x = Math.round(0.35 * width); x < 0.9 * width; ++x, ++all) {
            const i = (y * width + x) * channels;
            if (pixels[i] > 50 && pixels[i] > 1.7 * pixels[i + 2] && pixels[i] > 1.25 * pixels[i + 1]) ++count;
        }
    return count / all;
}

// Waits until a picture shows that much copper hair: an engine puts a canvas on its screen when it likes, WebKit
// sometimes some pictures after it was drawn.
export async function showsCopper(page, least, seconds = 150) {
    const end = Date.now() + 1000 * seconds;
    for (let share = 0; (share = copper(await page.screenshot())) <= least; await drawn(page))
        check(Date.now() < end, `copper hair is ${(100 * share).toFixed(2)} % of the picture, not more than ${100 * least} %, for ${seconds} s`);
}

// The first frames of the goldens' hardest motion (tests/golden/goldens.json), by default of a scene of each hair model.
const goldens = readJson(join(root, 'tests/golden/goldens.json')).goldens;
export const allScenes = [...new Set(goldens.map(({ scene }) => scene))];
export async function checkGoldens(page, scenes = ['curly', 'links', 'super-wavy']) {
    for (const scene of scenes) {
        const golden = goldens.find((one) => one.scene === scene && one.motion === 'violent');
        const hash = await page.evaluate(async ({ scene, motion, set, earlyFrames }) => {
            const r = window.ringlet;
            r.pause();
            await r.load(scene, set);
            r.playMotion(motion);
            r.step(earlyFrames);
            return r.hash();
        }, golden);
        check(hash === golden.early, `${scene}: ${hash}, the golden is ${golden.early}`);
    }
}

// Moves the mouse to where the canvas says that the head is; the place.
export async function moveOntoHead(page) {
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight]);
    for (const down of [0.3, 0.4, 0.25])
        for (const right of [0.63, 0.5, 0.55, 0.7]) {
            const place = [Math.round(right * width), Math.round(down * height)];
            await page.mouse.move(...place);
            if (await page.evaluate(() => document.getElementById('view').classList.contains('over-head'))) return place;
        }
    throw new Error('the mouse finds no head');
}

// Drags the head while a recording runs; the recording's link and hash.
export async function recordDrag(page) {
    const pose = () => page.evaluate(() => window.ringlet.state().pose);
    await page.evaluate(() => { const r = window.ringlet; r.pause(); r.record(); r.pause(); });
    const from = await pose(), [x, y] = await moveOntoHead(page);
    await page.mouse.down();
    for (let i = 1; i <= 8; ++i) {
        await page.mouse.move(x + 14 * i, y + 6 * (i % 3));
        await page.evaluate(() => window.ringlet.step(4));
    }
    await page.mouse.up();
    const to = await pose();
    check(to[0] - from[0] > 0.01, `the mouse moved the head by ${to[0] - from[0]} m`);
    const tape = await page.evaluate(() => { window.ringlet.step(7); return JSON.parse(window.ringlet.stopRecording()); });
    const url = await page.evaluate(() => window.ringlet.shareUrl());
    check(tape.frames === 39 && url.includes('record=') && url.includes(`hash=${tape.hash}`), `the link lacks the recording: ${url}`);
    return { url, hash: tape.hash };
}

// Follows the link of a recording, plays it to its end and compares the hash.
export async function replay(page, { url, hash }) {
    await page.evaluate((fragment) => { location.hash = fragment; }, new URL(url).hash);
    await until(page, () => window.ringlet.state().activity.mode === 'replaying' || window.ringlet.state().activity.replayed !== '');
    const [replayed, text] = await page.evaluate(() => {
        const r = window.ringlet;
        r.pause();
        r.step(39);
        return [r.state().activity.replayed, document.getElementById('activity').textContent];
    });
    check(replayed === hash, `${replayed || 'nothing'} after the replay, recorded was ${hash}`);
    check(/agrees/.test(text), `the page says: ${text}`);
}
