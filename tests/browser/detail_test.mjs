// Levels of detail and what a picture at rest becomes: node tests/browser/detail_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { looksDifferent } from './perceptual.mjs';
import { decodePng, drawn, until } from './support.mjs';

const t = await start({ smooth: true });
const { test } = t;
const size = { width: 180, height: 180 };
const full = 5;

const set = async (page, values) => {
    await page.evaluate((values) => { for (const [name, value] of Object.entries(values)) window.ringlet.set(name, value); }, values);
    await drawn(page);
};
const show = async (page, what, on) => {
    await page.evaluate(([what, on]) => window.ringlet.show(what, on), [what, on]);
    await drawn(page);
};
const shot = (page) => page.screenshot();

async function open(fragment, options = {}) {
    const opened = await t.open(fragment, { ...size, ...options }, '?embed');
    await opened.page.evaluate(() => { const r = window.ringlet; r.pause(); r.show('shadow', true); });
    return opened;
}

const apart = (a, b, at) => Math.max(...[0, 1, 2].map((c) => Math.abs(a.pixels[at + c] - b.pixels[at + c])));
const seen = 14;  // of 255: where a picture with hair differs so much from one without, hair is seen

// Of the pixels where hair is seen in full detail: how many show hair in the other picture too.
function coverage(bald, whole, other) {
    let hair = 0, covered = 0;
    for (let at = 0; at < whole.pixels.length; at += whole.channels) {
        if (apart(bald, whole, at) < seen) continue;
        ++hair;
        if (apart(bald, other, at) >= seen) ++covered;
    }
    return { hair, share: covered / hair };
}

// The mean colour there, [0, 255], but for the hair's edges, where what lies behind shines through.
function meanColour(bald, whole, picture) {
    const sum = [0, 0, 0], row = whole.width * whole.channels;
    const around = [0, -row, row, -whole.channels, whole.channels];
    let hair = 0;
    for (let at = row; at < whole.pixels.length - row; at += whole.channels) {
        if (around.some((by) => apart(bald, whole, at + by) < seen)) continue;
        ++hair;
        for (const c of [0, 1, 2]) sum[c] += picture.pixels[at + c];
    }
    return sum.map((s) => s / hair);
}

// Of the default strand and of the other models, which have few guides; `make test` looks at one of each. Before a dark backdrop,
// and where there is time of more hairs: what shines through between hairs is no colour of theirs.
const hairs = t.whole ? 20000 : 3600;
const heads = {
    curly: '&strands=300', 'reduced-comb': '',
    ...t.whole ? { straight: '&strands=600', wavy: '&strands=600', coily: '&strands=600', 'super-asian': '' } : {},
};
for (const [name, rest] of Object.entries(heads))
    await test(`${name}: the lowest detail covers the head as the full one does, in its colour`, async () => {
        const { page } = await open(`#v=1&scene=${name}${rest}&hairsDrawn=${hairs}&hairSmoothness=1&hairColour=copper&stillPictures=0`, { dark: true });
        await page.evaluate(() => window.ringlet.step(5));
        await set(page, { adapt: 'off', mostDetail: full });
        const picture = async () => decodePng(await shot(page));
        const wholeLit = await picture();
        await show(page, 'shadow', false);
        const whole = await picture();
        await show(page, 'hair', false);
        const bald = await picture();
        await show(page, 'hair', true);
        await set(page, { mostDetail: 0 });
        const low = await picture();
        await show(page, 'shadow', true);
        const lowLit = await picture();

        const { hair, share } = coverage(bald, whole, low);
        const colours = [meanColour(bald, whole, wholeLit), meanColour(bald, whole, lowLit)];
        const off = Math.max(...[0, 1, 2].map((c) => Math.abs(colours[0][c] - colours[1][c])));
        if (process.env.RINGLET_FIGURES) console.log(`        ${hair} pixels, ${share.toFixed(3)} covered, colours ${colours.map((c) => c.map((x) => x.toFixed(0)))}`);
        check(hair > 1200, `only ${hair} pixels show hair`);
        check(share > 0.9, `${(100 * share).toFixed(1)} % of the hair is covered`);
        check(off < 14, `the mean colour differs by ${off.toFixed(1)} of 255`);
    });

await test('from level to level the picture changes little by little', async () => {
    const { page } = await open('#v=1&scene=wavy&strands=300&hairsDrawn=3600&hairSmoothness=1&adapt=off&stillPictures=0&mostDetail=0');
    await page.evaluate(() => window.ringlet.step(20));
    await drawn(page);
    let before = await shot(page);
    const first = before, steps = [];
    for (let detail = 0.5; detail <= full; detail += 0.5) {
        await set(page, { mostDetail: detail });
        const now = await shot(page);
        steps.push({ detail, ...looksDifferent(before, now) });
        before = now;
    }
    const worst = steps.reduce((a, b) => (a.mean > b.mean ? a : b)), all = looksDifferent(first, before);
    if (process.env.RINGLET_FIGURES) console.log(`        ${steps.map((s) => s.mean.toFixed(2)).join(' ')}; in all ${all.mean.toFixed(2)}`);
    check(all.mean > 1, `lowest and full detail differ by ${all.mean.toFixed(2)} only`);
    check(worst.mean < 1.8, `at ${worst.detail} it changes by ${worst.mean.toFixed(2)} on the average, and 2 can just be seen`);
});

// What the tool measure-wisps.mjs prints at length.
await test('flat wisps as strips cover the head as strands do, in their colour, with a small part of the triangles; none pops as the camera goes away', async () => {
    const { page } = await open('#v=1&scene=wisps&adapt=off&stillPictures=0&hairsDrawn=3000&hairSmoothness=1&motion=still');
    await page.evaluate(() => window.ringlet.step(20));
    await show(page, 'hair', false);
    const bald = decodePng(await shot(page));
    await show(page, 'hair', true);
    await set(page, { wispsAs: 'strands' });
    const whole = decodePng(await shot(page)), { trianglesDrawn } = await page.evaluate(() => window.ringlet.stats());
    const wanted = meanColour(bald, whole, whole);
    for (const wispsAs of ['strips', 'relief']) {
        await set(page, { wispsAs });
        const strips = decodePng(await shot(page)), stats = await page.evaluate(() => window.ringlet.stats());
        check(stats.trianglesDrawn * 20 < trianglesDrawn && stats.hairsDrawn === 0, `${wispsAs}: ${stats.trianglesDrawn} triangles, strands ${trianglesDrawn}`);
        const { share } = coverage(bald, whole, strips), colour = meanColour(bald, whole, strips);
        if (process.env.RINGLET_FIGURES) console.log(`        ${wispsAs}: ${share.toFixed(3)} covered, colour ${colour.map(Math.round)}, of strands ${wanted.map(Math.round)}`);
        check(share > 0.78, `${wispsAs} cover ${share.toFixed(3)} of what strands cover`);
        check(colour.every((c, i) => Math.abs(c - wanted[i]) < 30), `${wispsAs}: colour ${colour.map(Math.round)}, of strands ${wanted.map(Math.round)}`);
    }
    const differences = [];
    await set(page, { wispsAs: 'by-size' });
    for (let zoom = 0.3, before = null; zoom < 2.4; zoom *= 1.25) {
        await page.evaluate((zoom) => window.ringlet.setCamera([0.42, 0.07, zoom, 0, 0, 0]), zoom);
        await drawn(page);
        const now = decodePng(await shot(page));
        if (before) differences.push(now.pixels.reduce((sum, value, i) => sum + Math.abs(value - before.pixels[i]), 0) / now.pixels.length);
        before = now;
    }
    if (process.env.RINGLET_FIGURES) console.log(`        ${differences.map((d) => d.toFixed(1)).join(' ')}`);
    const pops = differences.slice(1, -1).map((d, i) => d / (0.5 * (differences[i] + differences[i + 2])));
    check(Math.max(...pops) < 1.6, `a picture differs ${Math.max(...pops).toFixed(2)} times as much from the one before as its neighbours do`);
});

await test('at the lowest detail edges have no stairs', async () => {
    const { page } = await open('#v=1&scene=wavy&strands=100&hairsDrawn=3600&adapt=off&stillPictures=0&mostDetail=0');
    await show(page, 'hair', false);
    // Of what changes from the backdrop to the head along a row: how much from one pixel to the next.
    const measured = async () => {
        const { width, height, channels, pixels } = decodePng(await shot(page)), steepest = [];
        for (let y = Math.round(0.15 * height); y < 0.85 * height; ++y) {
            const jump = (x) => Math.abs(pixels[(y * width + x) * channels + 2] - pixels[(y * width + x - 1) * channels + 2]);
            let x = 4;
            while (x < width / 2 && jump(x) < 8) ++x;
            const steps = [-2, -1, 0, 1, 2, 3].map((by) => jump(x + by));
            if (x < width / 2) steepest.push(Math.max(...steps) / steps.reduce((a, b) => a + b));
        }
        return { steepest, mean: steepest.reduce((a, b) => a + b, 0) / steepest.length };
    };
    const { steepest, mean } = await measured();
    if (process.env.RINGLET_FIGURES) console.log(`        ${steepest.length} rows, ${mean.toFixed(2)} of the change in one step`);
    check(steepest.length > 40, `only ${steepest.length} rows show an edge`);
    check(mean < 0.47, `${(100 * mean).toFixed(0)} % of the change from backdrop to head is in one step`);
});

await test('at the lowest detail hairs seen from near cover no more than at the full one', async () => {
    const { page } = await open('#v=1&scene=wavy&strands=200&hairsDrawn=0&adapt=off&stillPictures=0&motion=still&camera=0.42,0.07,0.2,0.06,0.05,0.06', { width: 300, height: 300 });
    await show(page, 'shadow', false);
    await show(page, 'hair', false);
    const pictures = {};
    for (const detail of [0, full]) {
        await set(page, { mostDetail: detail });
        await show(page, 'hair', false);
        const bald = decodePng(await shot(page));
        await show(page, 'hair', true);
        const hairy = decodePng(await shot(page));
        pictures[detail] = 0;
        for (let at = 0; at < bald.pixels.length; at += bald.channels) pictures[detail] += apart(bald, hairy, at) >= seen ? 1 : 0;
    }
    if (process.env.RINGLET_FIGURES) console.log(`        ${pictures[0]} pixels, ${pictures[full]} at full detail`);
    check(pictures[full] > 2000, `only ${pictures[full]} pixels show hair`);
    check(pictures[0] < 1.2 * pictures[full], `${pictures[0]} pixels, ${pictures[full]} at full detail`);
});

// Each picture follows the last by 60 ms here, as on a slow device, which stays at the lowest level.
await test('a paused picture is refined to full detail, a touch of the camera ends it, and the hair stays the same', async () => {
    const { page } = await open('#v=1&scene=wavy&strands=300&hairsDrawn=3600&hairSmoothness=1&adapt=on&stillPictures=3');
    const detail = () => page.evaluate(() => window.ringlet.state().detail);
    // What is drawn in the turn after something has changed: refinement waits for more of them.
    const afterwards = (change) => page.evaluate(async (change) => {
        const r = window.ringlet, camera = r.state().camera;
        if (change === 'step') r.step(20);
        else r.setCamera([camera[0] + 0.1, ...camera.slice(1)]);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        r.setCamera(camera);
        return r.state().detail;
    }, change);
    const lowest = await afterwards('step');
    check(lowest < 1, `the slow page draws at level ${lowest}`);
    const hash = await page.evaluate(() => window.ringlet.hash());
    const shown = await page.evaluate(async (full) => {
        const shown = [];
        for (const end = performance.now() + 150000; performance.now() < end && shown.at(-1) !== full;) {
            const { detail } = window.ringlet.state();
            if (detail !== shown.at(-1)) shown.push(detail);
            await new Promise((done) => requestAnimationFrame(done));
        }
        return shown;
    }, full);
    check(shown.at(-1) === full, `it ends at level ${shown.at(-1)}`);
    check(shown.length > 2, `it goes at once from level ${shown[0]} to ${shown.at(-1)}`);
    check(await page.evaluate(() => window.ringlet.stats().hairsDrawn) === 3600, 'not every hair is drawn');
    await until(page, () => window.ringlet.state().whole);
    const refined = await shot(page);
    check(await page.evaluate(() => window.ringlet.hash()) === hash, 'refining changed the hair');
    await page.mouse.move(90, 80);
    await drawn(page);
    check(await detail() === full, 'a pointer that passes coarsens the picture');
    const moving = await afterwards('camera');
    check(moving < 1, `the camera moves at level ${moving}`);
    await set(page, { adapt: 'off' });
    await until(page, () => window.ringlet.state().whole);
    check(looksDifferent(refined, await shot(page)).mean < 0.05, 'the refined picture is not the one of full detail');
});

await test('the first still, which nobody has touched, is refined while time goes on, and coarse again when it moves', async () => {
    const { page } = await t.open('#v=1&scene=straight&strands=40&hairsDrawn=400&sagFree=on', {
        ...size,
        before: () => {  // else a breeze would move it
            const asked = window.matchMedia.bind(window);
            window.matchMedia = (query) => (query.includes('reduced-motion') ? { matches: true } : asked(query));
            const look = setInterval(() => {
                if (!window.ringlet) return;
                clearInterval(look);
                window.ringlet.ready.then(() => { window.first = window.ringlet.state(); });  // before a picture at rest gets better
            }, 1);
        },
    }, '?embed');
    const first = await page.evaluate(() => window.first);
    check(first.detail < 2 && !first.idle && first.playing, `it begins at level ${first.detail}`);
    await until(page, (full) => window.ringlet.state().detail === full, full);
    const { frames, hairsDrawn } = await page.evaluate(() => window.ringlet.stats());
    check(hairsDrawn === 400, `${hairsDrawn} hairs are drawn`);
    await until(page, (frames) => window.ringlet.stats().frames > frames || window.ringlet.state().asleep, frames);
    check(await page.evaluate(() => window.ringlet.state().detail) === full, 'time alone coarsens it');
    await page.evaluate(() => window.ringlet.setPose({ position: [0.05, 0, 0] }));
    await until(page, () => window.ringlet.state().detail < 2);
});

await t.finish();
