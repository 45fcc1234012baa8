// What the page draws: node tests/browser/picture_test.mjs SITE [PART OF A NAME]
// Small pictures are compared with stored ones (tests/browser/pictures) as an
// eye compares; RINGLET_UPDATE_PICTURES=1 stores them anew, to be looked at.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, start } from './harness.mjs';
import { looksDifferent } from './perceptual.mjs';
import { decodePng, drawn, root, until } from './support.mjs';

const t = await start({ smooth: true });
const { test } = t;
const folder = join(root, 'tests/browser/pictures');
const update = process.env.RINGLET_UPDATE_PICTURES === '1';
const size = { width: 300, height: 300 };

// What may differ between drivers and compilers, and no more: 3 % of a picture
// by what can be seen, and nothing on the average.
const tolerance = { mean: 1.0, share: 0.03 };
const alike = (difference) => difference.mean <= tolerance.mean && difference.share <= tolerance.share;
const words = ({ mean, share }) => `on the average by ${mean.toFixed(2)}, ${(100 * share).toFixed(1)} % of it visibly`;

const looks = {
    straight: '#v=1&scene=straight&strands=500&hairsDrawn=1500&hairColour=honey&stillPictures=0',
    curly: '#v=1&scene=curly&strands=300&hairsDrawn=1200&hairColour=copper&stillPictures=0',
};

// The picture alone, with every hair drawn, after a few frames. Shadows take half of its
// time: where nothing is said of them, they are left out.
async function open(fragment, { spoils = false, dark = false, before = null, shadow = false, scale = 1 } = {}) {
    const opened = await t.open(fragment, { ...size, spoils, before, scale }, '?embed');
    await opened.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await opened.page.evaluate((shadow) => {
        const r = window.ringlet;
        r.pause();
        r.reset();
        r.set('adapt', 'off');
        r.show('shadow', shadow);
        r.step(20);
    }, shadow);
    await drawn(opened.page);
    return opened;
}
const shot = (page) => page.screenshot();

for (const [name, dark] of [['straight', false], ['straight', true], ['curly', false]]) {
    const file = join(folder, `${name}${dark ? '-dark' : ''}.png`);
    await test(`${name}${dark ? ', dark' : ''}: looks like its stored picture, and no more without one of its parts`, async () => {
        const { page } = await open(looks[name], { dark, shadow: true });
        const picture = await shot(page);
        if (update) {
            mkdirSync(folder, { recursive: true });
            writeFileSync(file, picture);
        }
        check(existsSync(file), `${file} is missing`);
        const stored = readFileSync(file), difference = looksDifferent(stored, picture);
        check(alike(difference), `differs ${words(difference)}`);
        for (const what of name === 'straight' && !dark ? ['hair', 'head', 'shadow'] : []) {
            await page.evaluate((what) => window.ringlet.show(what, false), what);
            await drawn(page);
            const without = looksDifferent(stored, await shot(page));
            check(!alike(without), `the comparison does not see that the ${what} is missing: ${words(without)}`);
            await page.evaluate((what) => window.ringlet.show(what, true), what);
        }
        await drawn(page);
        check(looksDifferent(picture, await shot(page)).mean === 0, 'drawn again it is not what it was');
    });
}

await test('without float targets the opacity map is of bytes, and looks the same', async () => {
    const stored = readFileSync(join(folder, 'curly.png'));
    const { page } = await open(looks.curly, {
        shadow: true,
        before: () => {
            const get = WebGL2RenderingContext.prototype.getExtension;
            WebGL2RenderingContext.prototype.getExtension = function (name) {
                return /color_buffer_(half_)?float/.test(name) ? null : get.call(this, name);
            };
        },
    });
    const kind = await page.evaluate(() => window.ringlet.stats().opacityMap);
    check(kind === 'bytes', `the opacity map is of ${kind}`);
    const difference = looksDifferent(stored, await shot(page));
    check(alike(difference), `differs ${words(difference)}`);
    await page.evaluate(() => window.ringlet.set('stillPictures', 8));
    await drawn(page);
    check(await page.evaluate(() => window.ringlet.state().whole), 'it waits for a mean that cannot be had');
});

await test('kajiya-kay, pigment and the number of hairs change the picture, nothing changes the hash', async () => {
    const { page } = await open('#v=1&scene=curly&strands=100&hairsDrawn=300&hairColour=copper&stillPictures=0');
    const hash = () => page.evaluate(() => window.ringlet.hash());
    const first = await shot(page), before = await hash();
    const changes = { hairShading: 'kajiya-kay', hairPigment: 0.2, hairsDrawn: 100, hairClumping: 1, hairGloss: 3 };
    for (const [name, value] of Object.entries(changes)) {
        const old = await page.evaluate(([name, value]) => {
            const r = window.ringlet, old = r.params()[name];
            r.set(name, value);
            return old;
        }, [name, value]);
        await drawn(page);
        check(looksDifferent(first, await shot(page)).mean > 0.03, `${name} changes nothing that is seen`);
        check(await hash() === before, `${name} changed the hair's state`);
        await page.evaluate(([name, old]) => window.ringlet.set(name, old), [name, old]);
    }
    await drawn(page);
    check(looksDifferent(first, await shot(page)).mean === 0, 'put back, the picture is another');
});

// The mean of the channels' differences, [0, 255], of a picture from one that is `times` as fine.
function fromFiner(picture, finer, times) {
    const a = decodePng(picture), b = decodePng(finer);
    let sum = 0;
    for (let y = 0; y < a.height; ++y)
        for (let x = 0; x < a.width; ++x)
            for (let c = 0; c < 3; ++c) {
                let mean = 0;
                for (let v = 0; v < times; ++v)
                    for (let u = 0; u < times; ++u) mean += b.pixels[((y * times + v) * b.width + x * times + u) * b.channels + c];
                sum += Math.abs(mean / (times * times) - a.pixels[(y * a.width + x) * a.channels + c]);
            }
    return sum / (3 * a.width * a.height);
}

await test('hairs finer than a pixel: a picture at rest becomes what one of many samples is, twice as fine and seen from afar', async () => {
    const thin = '#v=1&scene=wavy&strands=100&hairsDrawn=500&hairThickness=0.3&hairColour=black';
    const single = await open(`${thin}&stillPictures=0`);
    await until(single.page, () => window.ringlet.state().whole);
    const once = await shot(single.page);
    const { page } = await open(`${thin}&stillPictures=8`);
    await until(page, () => window.ringlet.state().whole);
    const mean = await shot(page);
    await page.evaluate(() => window.ringlet.show('head', true));  // nothing new, but drawn again
    await until(page, () => !window.ringlet.state().whole);
    await until(page, () => window.ringlet.state().whole);
    check(looksDifferent(mean, await shot(page)).mean === 0, 'at the next visit it is another picture');
    const fine = await open(`${thin}&stillPictures=16`, { scale: 2 });
    await until(fine.page, () => window.ringlet.state().whole);
    const reference = await shot(fine.page), off = [once, mean].map((picture) => fromFiner(picture, reference, 2));
    if (process.env.RINGLET_FIGURES) console.log(`        off by ${off.map((x) => x.toFixed(2)).join(' once, ')} of 255 as the mean of eight`);
    check(off[1] < 0.5 * off[0], `it is off by ${off[1].toFixed(2)} of 255, and one picture by ${off[0].toFixed(2)}`);
});

// How far the changes from one picture to the next are from those of the references, [0, 255], where hair and edges are.
function shimmer(pictures, references) {
    let sum = 0, count = 0;
    for (let i = 1; i < pictures.length; ++i) {
        const [a, b, c, d] = [pictures[i - 1], pictures[i], references[i - 1], references[i]].map((one) => one.pixels);
        for (let p = 0; p + 4 < a.length; ++p) {
            if (Math.abs(d[p] - d[p + references[i].channels]) < 4) continue;
            ++count;
            sum += Math.abs(b[p] - a[p] - (d[p] - c[p]));
        }
    }
    return sum / count;
}

await test('while the view turns slowly pictures are blended: they shimmer less, and once it rests nothing of it stays', async () => {
    const hold = () => {
        const next = window.requestAnimationFrame.bind(window), waiting = window.waiting = [];
        window.held = false;
        window.requestAnimationFrame = (call) => (window.held ? waiting.push(call) : next(call));
        let clock = 1e6;
        window.drawOne = (ms) => { clock += ms; for (const call of waiting.splice(0)) call(clock); };
    };
    const { page } = await t.open('#v=1&scene=wavy&strands=100&hairsDrawn=600&hairColour=black&stillPictures=0&adapt=off',
        { width: 140, height: 140, spoils: true, before: hold }, '?embed');
    await page.evaluate(() => { const r = window.ringlet; r.pause(); r.step(10); });
    await until(page, () => window.ringlet.state().whole);
    await page.evaluate(() => { window.held = true; });
    await until(page, () => window.waiting.length > 0);
    const camera = await page.evaluate(() => window.ringlet.state().camera);
    const picture = async (degrees, whole) => {
        const data = await page.evaluate(async ([camera, whole]) => {
            const r = window.ringlet, canvas = document.getElementById('view');
            r.setCamera(camera);
            window.drawOne(1000 / 60);
            let data = canvas.toDataURL();
            for (let i = 0; whole && !r.state().whole; ++i) {
                await new Promise((done) => setTimeout(done));  // in which it is heard what has been drawn
                window.drawOne(i < 4 ? 500 : 20);
                if (r.state().whole) data = canvas.toDataURL();
            }
            return data;
        }, [[camera[0] + degrees * Math.PI / 180, ...camera.slice(1)], whole]);
        return Buffer.from(data.split(',')[1], 'base64');
    };
    const series = async (stills, first, whole) => {
        await page.evaluate((n) => window.ringlet.set('stillPictures', n), stills);
        const pictures = [];
        for (let i = first; i < 3; ++i) {
            const one = await picture(0.3 * i, whole);
            if (i >= 0) pictures.push(one);
        }
        return pictures;
    };
    const single = await series(0, -2, false), blended = await series(12, -8, false), references = await series(12, 0, true);
    const [before, after] = [single, blended].map((pictures) => shimmer(pictures.map(decodePng), references.map(decodePng)));
    if (process.env.RINGLET_FIGURES) console.log(`        single ${before.toFixed(2)}, blended ${after.toFixed(2)}`);
    check(after < 0.85 * before, `blended they shimmer by ${after.toFixed(2)}, single by ${before.toFixed(2)}`);
    check(looksDifferent(references[2], await picture(0.6, true)).mean === 0, 'the still shows what was before it');
    // Nor does the first picture from elsewhere, while it still moves.
    await picture(-0.3, false);
    const there = await picture(50, false), still = await picture(50, true), jumped = looksDifferent(still, there).mean;
    await page.evaluate(() => window.ringlet.set('stillPictures', 0));
    const plain = looksDifferent(still, await picture(50, false)).mean;
    if (process.env.RINGLET_FIGURES) console.log(`        after a jump off by ${jumped.toFixed(2)}, never blended by ${plain.toFixed(2)}`);
    check(jumped < 1.1 * plain, `after a jump a picture is off by ${jumped.toFixed(2)}, where none is blended by ${plain.toFixed(2)}`);
    await page.evaluate(() => window.ringlet.set('stillPictures', 12));
    // With less detail, which pictures have from the first on, too.
    await page.evaluate(() => window.ringlet.set('mostDetail', 4));
    const alone = await picture(0.6, true);
    await picture(50, false);
    check(looksDifferent(alone, await picture(0.6, true)).mean === 0, 'with less detail the still shows what was before it');
});

await test('a lens blurs what is not looked at, a shutter what moves, and neither what rests where the camera looks', async () => {
    const scene = '#v=1&scene=straight&strands=100&hairsDrawn=300&stillPictures=8&hairSmoothness=1';
    const { page } = await t.open(scene, size, '?embed');
    const pictureOf = async (values) => {
        await page.evaluate((values) => { for (const [name, value] of Object.entries(values)) window.ringlet.set(name, value); }, values);
        await until(page, () => !window.ringlet.state().whole);
        await until(page, () => window.ringlet.state().whole);
        return shot(page);
    };
    await page.evaluate(() => { const r = window.ringlet; r.pause(); r.reset(); r.set('adapt', 'off'); r.show('shadow', false); r.playMotion('shake'); r.step(70); r.pause(); });
    await until(page, () => window.ringlet.state().whole);
    const sharp = await pictureOf({ lens: 0.00001 });
    const moved = looksDifferent(sharp, await pictureOf({ shutter: 1 })).mean, lens = looksDifferent(sharp, await pictureOf({ shutter: 0, lens: 0.08 })).mean;
    await page.evaluate(() => { const r = window.ringlet; r.reset(); });
    const still = await pictureOf({ lens: 0 }), open_ = await pictureOf({ shutter: 1 });
    const rests = looksDifferent(still, open_).mean;
    if (process.env.RINGLET_FIGURES) console.log(`        shutter ${moved.toFixed(2)}, lens ${lens.toFixed(2)}, at rest ${rests.toFixed(2)}`);
    check(moved > 0.15, `an open shutter changes ${moved.toFixed(2)} only`);
    check(lens > 0.15, `a lens changes ${lens.toFixed(2)} only`);
    check(rests < 0.05, `an open shutter changes what rests by ${rests.toFixed(2)}`);
});

await test('another size and another pixel ratio: sharp, and back again the same', async () => {
    const { page } = await open(looks.straight.replace('hairsDrawn=1500', 'hairsDrawn=500'));
    const first = await shot(page);
    const canvas = () => page.evaluate(() => { const c = document.getElementById('view'); return [c.width, c.height]; });
    await page.setViewportSize({ width: 420, height: 260 });
    await until(page, () => document.getElementById('view').width === 420);
    await drawn(page);
    check(String(await canvas()) === '420,260', `the canvas has ${await canvas()} pixels`);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setDeviceMetricsOverride', { width: 300, height: 300, deviceScaleFactor: 2, mobile: false });
    await until(page, () => document.getElementById('view').width === 600);
    await client.send('Emulation.clearDeviceMetricsOverride');
    await page.setViewportSize(size);
    await until(page, () => document.getElementById('view').width === 300);
    await drawn(page);
    const difference = looksDifferent(first, await shot(page));
    check(difference.mean < 0.1 && difference.share === 0, `differs ${words(difference)}`);
});

await test('a hundred thousand hairs, and what is sent for them: the simulation\'s own floats', async () => {
    const { page } = await open('#v=1&scene=straight&strands=400&particles=4&hairsDrawn=1&hairSmoothness=1&stillPictures=0');
    const stats = await page.evaluate(async () => {
        const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done));
        r.show('shadow', false);
        r.set('hairsDrawn', 100000);
        r.step(1);
        await next();
        await next();
        const stats = r.stats();
        r.set('hairsDrawn', 1);
        return stats;
    });
    check(stats.hairsDrawn === 100000, `${stats.hairsDrawn} are drawn`);
    check(stats.uploadedBytes === 400 * 4 * 12, `${stats.uploadedBytes} bytes are sent`);
});

await test('a slow device draws fewer pixels and hairs, and simulates the same', async () => {
    const { page } = await open('#v=1&scene=straight&strands=200&hairsDrawn=3000', { spoils: true });
    const full = await page.evaluate(() => document.getElementById('view').width);
    check(full === size.width, `${full} pixels`);
    // Every picture is made to take 60 ms, as on a slow device.
    await page.evaluate(() => {
        const r = window.ringlet, next = window.requestAnimationFrame;
        window.requestAnimationFrame = (call) => next((now) => { for (const end = performance.now() + 60; performance.now() < end;); call(now); });
        r.set('adapt', 'on');
        r.play();
    });
    await until(page, (full) => document.getElementById('view').width < 0.7 * full, full);
    const [fewer, hash, frames] = await page.evaluate(() => { const r = window.ringlet; r.pause(); return [r.stats().hairsDrawn, r.hash(), r.stats().frames]; });
    check(fewer <= 1200, `${fewer} hairs are drawn`);
    const again = await page.evaluate((frames) => { const r = window.ringlet; r.set('adapt', 'off'); r.reset(); r.step(frames); return r.hash(); }, frames);
    check(again === hash, 'the hair is another than with every hair drawn');
});

await t.finish();
