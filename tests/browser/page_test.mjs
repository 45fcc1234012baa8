// The built page in a real browser: node tests/browser/page_test.mjs SITE
// Prints a line a test and ends with "N passed, N failed" (and "N skipped").
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { check, start } from './harness.mjs';
import { decodePng, drawn, readJson, root, twoStrands, until } from './support.mjs';

const t = await start();
const { test, skip, browser, server, small, modest } = t;
const open = (options = modest, fragment = small) => t.open(fragment, options);
const phone = { width: 390, height: 844, touch: true, scale: 0.5 }, desktop = { width: 1280, height: 720, scale: 0.5 };
const stats = (page) => page.evaluate(() => window.ringlet.stats());

// How many pixels differ by more than `least` from the same place in the other picture.
function difference(one, other, least = 12) {
    const a = decodePng(one), b = decodePng(other);
    let count = 0;
    for (let i = 0; i < a.pixels.length; i += a.channels)
        if (Math.abs(a.pixels[i] - b.pixels[i]) + Math.abs(a.pixels[i + 1] - b.pixels[i + 1]) + Math.abs(a.pixels[i + 2] - b.pixels[i + 2]) > least) ++count;
    return count / (a.width * a.height);
}
// The share of pixels, in the part of a picture where hair is, in which red leads clearly (copper hair, and
// skin where its shadow begins) or comes last by far (hair of the colour ocean, and nothing else).
function share(png, size, is) {
    const { width, height, channels, pixels } = decodePng(png);
    const [left, right] = size.touch ? [0.1, 0.9] : [0.3, 0.7];
    let count = 0, all = 0;
    for (let y = Math.round(0.1 * height); y < 0.75 * height; ++y)
        for (let x = Math.round(left * width); x < right * width; ++x, ++all) {
            const i = (y * width + x) * channels;
            if (is(pixels[i], pixels[i + 1], pixels[i + 2])) ++count;
        }
    return count / all;
}
const copper = (png, size) => share(png, size, (red, green, blue) => red > 50 && red > 1.7 * blue && red > 1.25 * green);
const ocean = (png, size) => share(png, size, (red, green, blue) => blue > 50 && blue > 1.7 * red && green > 1.25 * red);

for (const [name, size] of [['desktop', desktop], ['phone', phone]]) {
    await test(`${name}: opens, draws hair, says nothing on the console`, async () => {
        // Of one detail, however soon a picture at rest gets more of it, and after as many steps, however slow they are.
        const { page, said } = await open({ ...size, fresh: true, seen: true }, small + '&hairColour=copper&mostDetail=0');
        await page.evaluate(() => { const r = window.ringlet; r.pause(); r.reset(); r.step(20); });
        await drawn(page);
        const picture = await page.screenshot();
        const before = copper(picture, size);
        check(before > 0.08 && ocean(picture, size) === 0, 'no copper hair in the picture');
        await page.evaluate(() => window.ringlet.set('hairColour', 'ocean'));
        await drawn(page);
        const after = await page.screenshot(), [red, blue] = [copper(after, size), ocean(after, size)];
        check(red < 0.5 * before && blue > 0.2 * before, `the hair did not change its colour: red ${before.toFixed(3)}, then ${red.toFixed(3)}, blue ${blue.toFixed(3)}`);
        check(said.length === 0, `the console says: ${said[0]}`);
        const simple = await page.evaluate(() => document.body.classList.contains('simple'));
        check(simple === Boolean(size.touch), 'the wrong kind of controls');
        if (size.touch) {
            const least = await page.evaluate(() => Math.min(...[...document.querySelectorAll('button')].filter((b) => b.offsetParent).flatMap((b) => [b.offsetWidth, b.offsetHeight])));
            check(least >= 44, `a target is only ${least} px`);
        }
    });
}

await test('opening the page takes at most 1.2 MB, compressed', async () => {
    const { page } = await open({ ...modest, fresh: true });
    await until(page, () => [...document.querySelectorAll('#styles img')].every((one) => one.complete));
    const asked = await page.evaluate(() => ['/index.html', ...performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)]);
    const files = [...new Set([...asked, ...asked.filter((name) => name.endsWith('-threads.mjs')).map((name) => name.replace('.mjs', '.worker.js'))])];
    const bytes = files.map((name) => gzipSync(readFileSync(join(t.site, name)), { level: 9 }).length).reduce((a, b) => a + b);
    console.log(`        ${bytes} bytes in ${files.length} files`);
    check(files.some((name) => name.endsWith('.wasm')), 'the program was not counted');
    check(bytes <= 1200000, `${bytes} bytes`);  // of which light's tables and formulas have 4,000
});

await test('paused is perfectly still', async () => {
    const { page } = await open({ ...modest, seen: true });
    const hair = () => page.screenshot({ clip: { x: 300, y: 0, width: 600, height: 460 } });  // no figures
    await page.evaluate(() => { window.ringlet.step(5); window.ringlet.pause(); window.ringlet.set('stillPictures', 4); });
    await until(page, () => window.ringlet.state().whole);  // refined as far as it goes
    await drawn(page);
    const one = await hair();
    await page.waitForTimeout(400);
    check(difference(one, await hair(), 0) === 0, 'two pictures differ');
    await page.evaluate(() => window.ringlet.setPose({ position: [0.1, 0, 0] }));
    await page.evaluate(() => window.ringlet.step(10));
    await drawn(page);
    check(difference(one, await hair()) > 0.01, 'the picture does not follow a step');
});

// Drags from the middle of the head to the right, then lets go.
async function dragHead(page, size, touch) {
    const x = (size.width + (touch ? 0 : 232)) / 2, y = touch ? 330 : 200;
    await page.evaluate(() => window.ringlet.pause());
    const before = await stats(page);
    const pose = await page.evaluate(() => window.ringlet.state().pose);
    const session = touch ? await page.context().newCDPSession(page) : null;
    const put = async (type, at) => {
        if (!touch) return type === 'start' ? (await page.mouse.move(at, y), page.mouse.down()) : type === 'end' ? page.mouse.up() : page.mouse.move(at, y);
        const names = { start: 'touchStart', move: 'touchMove', end: 'touchEnd' };
        return session.send('Input.dispatchTouchEvent', { type: names[type], touchPoints: type === 'end' ? [] : [{ x: at, y }] });
    };
    await put('start', x);
    for (let i = 1; i <= 6; ++i) {
        await put('move', x + 10 * i);
        await page.evaluate(() => window.ringlet.step(3));
    }
    await page.evaluate(() => window.ringlet.step(10));
    await put('end', x + 60);
    const during = await stats(page);
    const moved = await page.evaluate(() => window.ringlet.state().pose);
    const distance = Math.hypot(moved[0] - pose[0], moved[1] - pose[1], moved[2] - pose[2]);
    check(distance > 0.01, `the head moved ${distance} m`);
    const followed = Math.hypot(...during.hairCentre.map((value, i) => value - before.hairCentre[i]));
    check(followed > 0.4 * distance, `the hair moved ${followed} m of the head's ${distance} m`);
    await page.evaluate(() => window.ringlet.step(300));
    const after = await stats(page);
    const stayed = await page.evaluate(() => window.ringlet.state().pose);
    check(Math.hypot(stayed[0] - moved[0], stayed[1] - moved[1], stayed[2] - moved[2]) < 0.02, 'the head did not stay');
    check(after.maxSpeed < 1e-3, `5 s later the hair still moves at ${after.maxSpeed} m/s`);
    check(after.resets === 0, 'strands were reset');
}
for (const touch of [false, true])
    await test(`${touch ? 'a finger' : 'the mouse'} drags the head, the hair follows and settles`, async () => {
        const size = touch ? phone : modest;
        const { page } = await open(size, small.replace('straight', 'coily'));
        await dragHead(page, size, touch);
    });

await test('a picture of other detail does not move what a hand holds', async () => {
    const { page } = await open();
    // How far the head is moved once it is farther than `than`: what the mouse says arrives a little later.
    const movedBeyond = async (than) => {
        await until(page, (x) => { window.ringlet.step(30); return window.ringlet.state().pose[0] > x; }, than);
        return (await page.evaluate(() => window.ringlet.state().pose))[0];
    };
    await page.evaluate(() => { window.ringlet.pause(); window.ringlet.set('adapt', 'on'); });
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(590, 200);
    const before = await movedBeyond(0.005);
    await page.evaluate(() => window.ringlet.set('adapt', 'off'));
    await drawn(page);
    await page.mouse.move(591, 200);
    const after = await movedBeyond(before);
    await page.mouse.up();
    check(after - before < 0.2 * before, `a pixel moved it by ${after - before} m after ${before} m`);
});

await test('a hand holds the head of a style before its first picture', async () => {
    const { page } = await open();
    await page.evaluate(() => { const r = window.ringlet; r.pause(); r.setPose({ position: [0.4, 0, 0] }); r.step(1); });
    await drawn(page);
    await page.evaluate((fragment) => { window.parked = true; location.hash = fragment; }, small.replace('straight', 'wavy'));
    await until(page, () => window.ringlet.state().scene === 'wavy');
    await page.evaluate(() => window.ringlet.pause());
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(590, 200);
    await until(page, () => { window.ringlet.step(30); return window.ringlet.state().pose[0] > 0.005; });
    const pose = await page.evaluate(() => window.ringlet.state().pose);
    check(pose[0] < 0.1, `the head is where the last one was: ${pose[0]} m`);
    await page.mouse.up();
});

await test('the ball is dragged by itself, and its place is in the link', async () => {
    const { page } = await open();
    // Between the camera and the head, so that it is what a pointer at the head's middle meets.
    const at = () => page.evaluate(() => ['ballX', 'ballY', 'ballZ'].map((name) => window.ringlet.state().params[name]).map(Number));
    await page.evaluate(() => { const r = window.ringlet; r.pause(); r.set('ballX', 0.1); r.set('ballY', -0.03); r.set('ballZ', 0.23); r.set('ballRadius', 0.06); r.step(1); });
    await drawn(page);
    const before = await page.evaluate(() => window.ringlet.state());
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(620, 200);
    await until(page, () => Number(window.ringlet.state().params.ballX) > 0.12);
    await page.mouse.up();
    const [x, y, z] = await at(), after = await page.evaluate(() => window.ringlet.state());
    check(x < 0.25 && Math.abs(y + 0.03) < 0.02 && z < 0.23, `60 pixels to the right put the ball at ${x}, ${y}, ${z}`);
    check(String(after.camera) === String(before.camera) && String(after.pose) === String(before.pose), 'the head or the camera moved instead');
    check((await page.evaluate(() => window.ringlet.shareUrl())).includes('ballX='), 'the link does not say where the ball is');
});

await test('of two balls the one that is met is dragged, and the other can be taken away', async () => {
    const { page } = await open();
    await page.evaluate(() => {
        const r = window.ringlet;
        r.pause();
        const places = { ballX: -0.5, ballRadius: 0.05, ball2X: 0.1, ball2Y: -0.03, ball2Z: 0.23, ball2Radius: 0.06 };
        for (const [name, value] of Object.entries(places)) r.set(name, value);
        r.step(1);
    });
    await drawn(page);
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(620, 200);
    await until(page, () => Number(window.ringlet.state().params.ball2X) > 0.12);
    await page.mouse.up();
    const state = await page.evaluate(() => { window.ringlet.set('ballRadius', 0); window.ringlet.step(1); return window.ringlet.state(); });
    check(Number(state.params.ballX ?? 0) === -0.5, `the other ball went to ${state.params.ballX}`);
    const link = await page.evaluate(() => window.ringlet.shareUrl());
    check(link.includes('ball2Radius=') && !link.includes('ballRadius='), `the link holds other balls: ${link}`);
});

await test('dragging beside the head looks around, the wheel zooms', async () => {
    const { page } = await open();
    await page.evaluate(() => window.ringlet.pause());
    const before = await page.evaluate(() => window.ringlet.state());
    await page.mouse.move(270, 330);
    await page.mouse.down();
    await page.mouse.move(350, 320);
    await page.mouse.up();
    await page.mouse.wheel(0, -300);
    await until(page, (zoom) => window.ringlet.state().camera[2] < zoom, before.camera[2]);
    const after = await page.evaluate(() => window.ringlet.state());
    check(Math.abs(after.camera[0] - before.camera[0]) > 0.1, 'the camera did not turn');
    check(after.pose.every((value, i) => value === before.pose[i]), 'the head moved');
});

await test('controls: styles, play, reset, parameters, keys', async () => {
    const { page } = await open();
    await page.click('#play');
    check(await page.evaluate(() => !window.ringlet.state().playing), 'pause did nothing');
    await page.evaluate(() => window.ringlet.step(3));
    await page.click('#reset');
    check((await stats(page)).frames === 0, 'reset did nothing');
    await page.focus('#view');
    await page.keyboard.press('s');
    check((await stats(page)).frames === 1, 'the key S did not step');
    await page.click('#all summary');
    // Names of before, which have a _, are told beside those of now; what another model reads is kept and not offered.
    const missing = await page.evaluate(() => {
        const { model } = window.ringlet.state();
        const others = window.ringlet.models().find((one) => one.name === model).params.filter((row) => row.shown === false).map((row) => row.name);
        return Object.keys(window.ringlet.params()).filter((name) => !name.includes('_') && others.includes(name) === Boolean(document.querySelector(`.parameters [data-parameter="${name}"]`)));
    });
    check(missing.length === 0, `no control for, or one too many: ${missing.join(', ')}`);
    await page.click('[data-scene="helix"]');
    await until(page, () => window.ringlet.state().scene === 'helix');
    const unlabelled = await page.evaluate(() => [...document.querySelectorAll('button, input, select')].filter((e) => !(e.textContent || e.getAttribute('aria-label') || e.labels?.length)).length);
    check(unlabelled === 0, `${unlabelled} controls have no label`);
});

await test('another hair model keeps what both know, and the address stays the link', async () => {
    const { page } = await open(modest, '#v=1&scene=straight&strands=60&particles=8&drag=7&windSpeed=2&hairColour=silver');
    await page.selectOption('#model', 'verlet');
    await until(page, () => window.ringlet.state().model === 'verlet');
    const { changed, picture } = await page.evaluate(() => window.ringlet.state());
    check(changed.drag === '7' && changed.windSpeed === '2' && changed.strands === '60' && picture.hairColour === 'silver', `kept are ${JSON.stringify(changed)}`);
    const parts = new URLSearchParams(new URL(page.url()).hash.slice(1));
    check(parts.get('model') === 'verlet' && parts.get('strands') === '60' && parts.get('drag') === '7', `the address says ${page.url()}`);
});

await test('without WebGL 2, and without WebAssembly SIMD, a sentence says so', async () => {
    const context = await browser.newContext({ viewport: { width: 400, height: 300 } }), page = await context.newPage();
    await page.addInitScript(() => {
        if (location.search === '?nopictures') HTMLCanvasElement.prototype.getContext = () => null;
        else WebAssembly.validate = () => false;
    });
    for (const [lack, word] of [['nopictures', 'WebGL 2'], ['nolanes', 'SIMD']]) {
        await page.goto(`${server.address}?${lack}`);
        await page.waitForSelector('.sentence');
        check((await page.textContent('.sentence')).includes(word), `no sentence about ${word}`);
    }
    await context.close();
});

await test('a link that moves the camera alone leaves the hair as it is', async () => {
    const { page } = await open();
    await page.evaluate(() => { window.ringlet.pause(); window.ringlet.step(5); });
    const frames = (await stats(page)).frames;
    await page.evaluate(() => { location.hash += '&camera=1,0.2,1.5,0,0,0'; });
    await until(page, () => Math.abs(window.ringlet.state().camera[0] - 1) < 1e-6);
    check((await stats(page)).frames === frames, 'the scene was built anew');
});

await test('a lost drawing context: the same picture and the same state afterwards', async () => {
    const { page } = await open({ ...modest, seen: true });
    await page.evaluate(() => { window.ringlet.pause(); window.ringlet.set('adapt', 'off'); window.ringlet.set('stillPictures', 4); });
    await until(page, () => window.ringlet.state().whole);  // averaged over parts of a pixel
    await drawn(page);
    const before = await page.screenshot(), hash = await page.evaluate(() => window.ringlet.hash());
    const map = await page.evaluate(() => window.ringlet.stats().opacityMap);
    await page.evaluate(async () => {
        const canvas = document.getElementById('view'), lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
        const back = new Promise((done) => canvas.addEventListener('webglcontextrestored', done, { once: true }));
        const gone = new Promise((done) => canvas.addEventListener('webglcontextlost', done, { once: true }));
        lost.loseContext();
        await gone;
        await new Promise((done) => setTimeout(done));  // it may be given back once its loss has been told
        lost.restoreContext();
        await back;
    });
    await drawn(page);
    await until(page, () => window.ringlet.state().whole);
    await drawn(page);
    check(await page.evaluate(() => window.ringlet.stats().opacityMap) === map, 'the opacity map is of another kind');
    check(await page.evaluate(() => window.ringlet.hash()) === hash, 'the hair is another');
    const changed = difference(before, await page.screenshot());
    check(changed < 0.002, `${(100 * changed).toFixed(1)} % of the picture differs`);
});

await test('files: a groom of one\'s own runs, a broken one gets a sentence', async () => {
    const { page } = await open();
    const give = (...files) => page.setInputFiles('#files', files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })));
    await page.evaluate(() => window.ringlet.pause());
    await give(['mine.tfx', twoStrands()]);
    await until(page, () => window.ringlet.stats().strands === 2);
    const scene = await page.evaluate(() => { window.ringlet.step(10); return window.ringlet.state().scene; });
    const broken = twoStrands();
    broken.writeUInt32LE(4e9, 4);
    await give(['broken.tfx', broken]);
    await until(page, () => document.querySelector('#notices p') !== null);
    const after = await page.evaluate(() => { window.ringlet.step(1); return [window.ringlet.state().scene, window.ringlet.stats().strands]; });
    check(after[0] === scene && after[1] === 2, 'the groom that ran does not go on');
});

await test('with and without threads the hash is the same', async () => {
    const hashes = [];
    for (const query of ['', '?threads=1']) {
        const { page } = await t.open(small, modest, query);
        hashes.push(await page.evaluate(() => { const r = window.ringlet; r.pause(); r.playMotion('shake'); r.step(60); return r.hash(); }));
    }
    check(hashes[0] === hashes[1], `${hashes[0]} and ${hashes[1]}`);
});

// The goldens' early hashes of the scenes that take little time, and one played to its end.
const goldenFile = process.env.RINGLET_GOLDENS ?? join(root, 'tests/golden/goldens.json');
const goldens = existsSync(goldenFile) ? readJson(goldenFile).goldens : [];
const chosen = ['helix', 'ringlets', 'straight', 'coily'].flatMap((scene) => ['violent', 'drag'].flatMap(
    (motion) => goldens.filter((one) => one.scene === scene && one.motion === motion)));
if (!chosen.length) skip('native goldens', 'tests/golden/goldens.json is not there (make goldens)');
else await test(`the native goldens' hashes: ${chosen.length} cases`, async () => {
    const { page } = await open();
    for (const golden of chosen) {
        const whole = golden.scene === 'helix';
        const hash = await page.evaluate(async ({ scene, motion, set, frames }) => {
            const r = window.ringlet;
            r.pause();
            await r.load(scene, set);
            r.playMotion(motion);
            r.step(frames);
            return r.hash();
        }, { ...golden, frames: whole ? golden.frames : golden.earlyFrames });
        const native = whole ? golden.hash : golden.early;
        check(hash === native, `${golden.scene} ${golden.motion}: ${hash}, native ${native}`);
    }
});

await test('out of memory: a sentence, and the scene that ran goes on', async () => {
    const { page } = await open({ ...modest, spoils: true });
    const [refused, state, frames] = await page.evaluate(async () => {
        const r = window.ringlet;
        r.pause();
        WebAssembly.Memory.prototype.grow = () => { throw new RangeError('no more memory'); };
        const said = await r.load('icosphere', { level: 4, particles: 1000 }).then(() => '', (error) => error.message);
        const before = r.stats().frames;
        r.step(3);
        return [said, r.state(), r.stats().frames - before];
    });
    check(/memory/.test(refused), `it says: ${refused}`);
    check(state.scene === 'straight' && frames === 3, 'the scene that ran does not go on');
});

await t.finish();
