// Clips: node tests/browser/film_test.mjs SITE [PART OF A NAME]
import { readFileSync } from 'node:fs';
import { check, start } from './harness.mjs';
import { until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const small = { ...t.modest, width: 500, height: 360, seen: true };
const api = (page, body, argument) => page.evaluate(body, argument);

// Length of a video, s, and of how many tones its middle picture is; as the browser plays it, in a page that may. A live
// film's file does not say how long it is: the end is sought.
const watched = async (page, type, bytes) => api(await page.context().newPage(), async ({ type, data }) => {
    const url = URL.createObjectURL(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type }));
    const video = Object.assign(document.createElement('video'), { src: url, muted: true });
    await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = () => failed(new Error(video.error.message)); });
    const seek = (time) => new Promise((done) => { video.onseeked = done; video.currentTime = time; });
    if (!Number.isFinite(video.duration)) await seek(1e6);
    const seconds = Number.isFinite(video.duration) ? video.duration : video.currentTime;
    await seek(seconds / 2);
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 }), context = canvas.getContext('2d');
    context.drawImage(video, 0, 0, 32, 32);
    return { seconds, tones: new Set(context.getImageData(0, 0, 32, 32).data).size };
}, { type, data: bytes.toString('base64') });

await test('a clip has its pictures at a fixed rate, however slow they come', async () => {
    const { page } = await open(tiny, small);
    await api(page, () => { window.ringlet.set('mostDetail', 0); window.ringlet.playMotion('shake'); window.ringlet.pause(); });
    const film = async (before) => {
        await page.click('#share');
        await page.selectOption('#clip-seconds', '2');
        const from = (await api(page, () => window.ringlet.stats())).frames, waiting = page.waitForEvent('download');
        await before();
        await page.click('#save-clip');
        const download = await waiting, frames = (await api(page, () => window.ringlet.stats())).frames - from;
        return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()), frames };
    };
    // Keys that would change the hair are refused meanwhile.
    const { name, bytes, frames } = await film(() => api(page, () => new MutationObserver((_, observer) => {
        if (!/Filming: 0\.5/.test(document.getElementById('notices').textContent)) return;
        observer.disconnect();
        for (const key of ['r', 's', '3', ' ']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        location.hash = '#scene=helix';
    }).observe(document.body, { childList: true, characterData: true, subtree: true })));
    check(/being filmed; end it first/.test(await api(page, () => document.getElementById('notices').textContent)), 'nothing is said of keys that are refused');
    check(await api(page, () => window.ringlet.state().scene) === 'straight', 'other hair has come');
    check(name === 'ringlet-straight.mp4' && bytes.toString('latin1', 4, 8) === 'ftyp', `it is called ${name}`);
    check(frames === 120, `${frames} frames were simulated for 2 s`);
    const { seconds, tones } = await watched(page, 'video/mp4', bytes);
    check(Math.abs(seconds - 2) < 0.01 && tones > 40, `it lasts ${seconds} s, with ${tones} tones`);
    // In the moment in which a second is filmed.
    const stopped = await film(() => api(page, () => new MutationObserver((_, observer) => {
        if (!/Filming: 1\.0/.test(document.getElementById('notices').textContent)) return;
        observer.disconnect();
        document.querySelector('#notices button').click();
    }).observe(document.body, { childList: true, characterData: true, subtree: true })));
    const part = await watched(page, 'video/mp4', stopped.bytes);
    check(Math.abs(part.seconds - stopped.frames / 60) < 0.01 && part.seconds > 0.9 && part.seconds < 1.2, `stopped, it lasts ${part.seconds} s for ${stopped.frames} frames`);
    check(!await api(page, () => document.querySelector('#notices progress')), 'the bar stays');
});

await test('where pictures cannot be encoded one by one, a clip is filmed as fast as the hair moves', async () => {
    const { page } = await open(tiny, { ...small, spoils: true });
    await api(page, () => {
        window.ringlet.set('mostDetail', 0);
        window.ringlet.pause();
        delete window.VideoEncoder;
        // How long it films, s: a busy page ends late.
        for (const name of ['start', 'stop']) {
            const does = MediaRecorder.prototype[name];
            MediaRecorder.prototype[name] = function (...given) {
                window.filmed = performance.now() / 1000 - (window.filmed ?? 0);
                return does.apply(this, given);
            };
        }
    });
    await page.click('#share');
    await page.selectOption('#clip-seconds', '2');
    const waiting = page.waitForEvent('download');
    await page.click('#save-clip');
    await until(page, () => /This browser cannot encode pictures one by one/.test(document.getElementById('notices').textContent));
    const download = await waiting, name = download.suggestedFilename();
    check(/^ringlet-straight\.(mp4|webm)$/.test(name), `it is called ${name}`);
    const { seconds, tones } = await watched(page, name.endsWith('mp4') ? 'video/mp4' : 'video/webm', readFileSync(await download.path()));
    const filmed = await api(page, () => window.filmed);
    check(filmed >= 2 && seconds > 1 && seconds < filmed + 1 && tones > 40, `it lasts ${seconds} s, with ${tones} tones, and was filmed for ${filmed} s`);
    check(!await api(page, () => document.querySelector('#notices progress')), 'the bar stays');
    check(!(await api(page, () => window.ringlet.state())).playing, 'hair that was paused moves after the clip');
});

await t.finish();
