// Clips: node tests/browser/film_test.mjs SITE [PART OF A NAME]
import { readFileSync } from 'node:fs';
import { check, start } from './harness.mjs';
import { until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
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
    const { page } = await open(tiny, { ...t.modest, seen: true });
    await api(page, () => { window.ringlet.set('mostDetail', 0); window.ringlet.playMotion('shake'); window.ringlet.pause(); });
    const film = async (during) => {
        await page.click('#share');
        await page.selectOption('#clip-seconds', '2');
        const from = (await api(page, () => window.ringlet.stats())).frames, waiting = page.waitForEvent('download', { timeout: 120000 });
        await page.click('#save-clip');
        await during();
        const download = await waiting, frames = (await api(page, () => window.ringlet.stats())).frames - from;
        return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()), frames };
    };
    const { name, bytes, frames } = await film(async () => {});
    check(name === 'ringlet-straight.mp4' && bytes.toString('latin1', 4, 8) === 'ftyp', `it is called ${name}`);
    check(frames === 120, `${frames} frames were simulated for 2 s`);
    const { seconds, tones } = await watched(page, 'video/mp4', bytes);
    check(Math.abs(seconds - 2) < 0.01 && tones > 40, `it lasts ${seconds} s, with ${tones} tones`);
    // At once where it is seen: two seconds may be filmed in less.
    const stopped = await film(() => until(page, () => {
        const films = /Filming: [01]\.[1-9]/.test(document.getElementById('notices').textContent);
        if (films) document.querySelector('#notices button').click();
        return films;
    }));
    const part = await watched(page, 'video/mp4', stopped.bytes);
    check(Math.abs(part.seconds - stopped.frames / 60) < 0.01 && part.seconds < 2, `stopped, it lasts ${part.seconds} s for ${stopped.frames} frames`);
    check(!await api(page, () => document.querySelector('#notices progress')), 'the bar stays');
});

await test('where pictures cannot be encoded one by one, a clip is filmed as fast as the hair moves', async () => {
    const { page } = await open(tiny, { ...t.modest, seen: true, spoils: true });
    await api(page, () => { window.ringlet.set('mostDetail', 0); window.ringlet.pause(); delete window.VideoEncoder; });
    await page.click('#share');
    await page.selectOption('#clip-seconds', '2');
    const waiting = page.waitForEvent('download', { timeout: 60000 });
    await page.click('#save-clip');
    await until(page, () => /This browser cannot encode pictures one by one/.test(document.getElementById('notices').textContent));
    const download = await waiting, name = download.suggestedFilename();
    check(/^ringlet-straight\.(mp4|webm)$/.test(name), `it is called ${name}`);
    const { seconds, tones } = await watched(page, name.endsWith('mp4') ? 'video/mp4' : 'video/webm', readFileSync(await download.path()));
    check(seconds > 1 && seconds < 4 && tones > 40, `it lasts ${seconds} s, with ${tones} tones`);
    check(!await api(page, () => document.querySelector('#notices progress')), 'the bar stays');
    check(!(await api(page, () => window.ringlet.state())).playing, 'hair that was paused moves after the clip');
});

await t.finish();
