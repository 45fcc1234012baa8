// The page under fingers, and what it draws: node tests/browser/phone_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { ready, resize, serve, until } from './support.mjs';

const t = await start();
const { test, browser } = t;
const phone = { width: 390, height: 844, touch: true, scale: 0.5 }, small = { width: 200, height: 200, scale: 0.5 };
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const call = (page, body, argument) => page.evaluate(body, argument);

// Fingers on the page: a list of places for each moment.
async function fingers(page) {
    const session = await page.context().newCDPSession(page);
    const send = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    return {
        async stroke(moments, between = async () => {}) {
            await send('touchStart', moments[0]);
            for (const points of moments.slice(1)) {
                await send('touchMove', points);
                await between();
            }
            await send('touchEnd', []);
        },
    };
}
// A tap clicks later; one after a stroke may only end the stroke's fling, and is then tried again.
async function tapUntil(page, selector, condition) {
    for (let tries = 1; ; ++tries) {
        await page.tap(selector);
        try { return await until(page, condition, null, { timeout: 3000 }); } catch (error) { if (tries === 5) throw error; }
    }
}
const line = (from, to, steps) => Array.from({ length: steps + 1 }, (_, i) => [[from[0] + (to[0] - from[0]) * i / steps, from[1] + (to[1] - from[1]) * i / steps]]);
const centre = (page) => call(page, () => window.ringlet.stats().hairCentre);
const away = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

await test('the brush by touch: one finger brushes, beside the hair it looks around, two zoom', async () => {
    const { page, said } = await t.open(tiny, phone);
    const hand = await fingers(page);
    await call(page, () => { window.ringlet.pause(); window.ringlet.step(20); });
    await tapUntil(page, '#brush-button', () => document.getElementById('brush-button').getAttribute('aria-pressed') === 'true');
    check(/stroke/i.test(await page.textContent('#hint')) || await call(page, () => window.ringlet.state().tool === 'brush'), 'the brush is not taken');
    const [before, pose] = [await centre(page), await call(page, () => window.ringlet.state().pose)];
    let ring = false;
    await hand.stroke(line([150, 300], [250, 310], 6), async () => {
        ring ||= await call(page, () => !document.getElementById('ring').hidden);
        await call(page, () => window.ringlet.step(3));
    });
    check(ring, 'no ring shows where the brush is');
    check(await call(page, () => document.getElementById('ring').hidden), 'the ring stays when the finger is lifted');
    check(away(await centre(page), before) > 1e-4, 'the hair does not mind the brush');
    check(String(await call(page, () => window.ringlet.state().pose)) === String(pose), 'the brush moved the head');
    const camera = () => call(page, () => window.ringlet.state().camera);
    let view = await camera();
    const still = await centre(page);
    await hand.stroke(line([20, 90], [140, 300], 6), async () => call(page, () => window.ringlet.step(3)));
    check(away(await centre(page), still) > 1e-4 && String(await camera()) === String(view), 'a finger that goes to the hair from beside it does not brush');
    await hand.stroke(line([90, 75], [20, 75], 4));
    check(Math.abs((await camera())[0] - view[0]) > 0.1, 'beside the hair a finger does not look around');
    view = await camera();
    await hand.stroke([0, 1, 2, 3, 4].map((i) => [[150 - 12 * i, 300], [240 + 12 * i, 300]]));
    check((await camera())[2] < 0.9 * view[2], 'two fingers do not zoom');
    check(String(await call(page, () => window.ringlet.state().pose)) === String(pose), 'zooming moved the head');
    await tapUntil(page, '#brush-button', () => window.ringlet.state().tool === 'hand');  // the second press gives the hand back
    // Held across, the picture has the height; the styles come when asked for.
    await page.setViewportSize({ width: 844, height: 390 });
    await until(page, () => !document.getElementById('side').checkVisibility());
    await tapUntil(page, '#more', () => document.getElementById('side').checkVisibility());  // More shows the styles
    check(said.length === 0, `the console says: ${said[0]}`);
    const cut = () => call(page, () => [...document.querySelectorAll('#transport button')].filter((one) => one.checkVisibility())
        .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent.trim()));
    for (const width of [320, phone.width]) {
        await resize(page, { width, height: phone.height });
        check((await cut()).length === 0, `at ${width} pixels ${await cut()} are cut off`);
    }
});

await test('on a small phone the brush leaves a place to look around, has a size, and nothing covers what is said', async () => {
    const { page } = await t.open(tiny, { ...phone, width: 320, height: 568 });
    const hand = await fingers(page);
    await call(page, () => { window.ringlet.pause(); window.ringlet.setTool('brush'); });
    const camera = () => call(page, () => window.ringlet.state().camera);
    const looks = async (moments, what) => {
        const before = await camera();
        await hand.stroke(moments);
        const now = await camera();
        check(Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]) > 0.05, what);
        check(Math.hypot(...[3, 4, 5].map((i) => now[i] - before[i])) < 1e-4, `${what}: it pans`);
    };
    await looks(line([22, 180], [22, 250], 5), 'a finger to the left of the hair does not look around');
    await looks(line([298, 250], [298, 180], 5), 'a finger to the right of the hair does not look around');
    await looks([0, 1, 2, 3, 4].map((i) => [[135 + 12 * i, 190], [175 + 12 * i, 190]]), 'two fingers on the hair do not look around');
    await call(page, () => window.ringlet.load('wavy', { strands: 100, particles: 8 }));
    await until(page, () => document.querySelector('#styles [data-scene=wavy]').getAttribute('aria-pressed') === 'true');
    check(await call(page, () => document.getElementById('styles').scrollLeft) === 0, 'a style that is in sight pushes the name of its group out of it');
    // As on a slow device, where fewer strands are offered.
    const meets = await call(page, () => {
        const [hint, lighter] = ['hint', 'lighter'].map((id) => document.getElementById(id));
        document.body.classList.add('untouched');
        lighter.hidden = false;
        const [a, b] = [hint, lighter].map((one) => one.getBoundingClientRect());
        return a.width > 0 && b.width > 0 && a.right > b.left && a.bottom > b.top;
    });
    check(!meets, 'the offer of fewer strands lies on the hint');
    await tapUntil(page, '#more', () => document.getElementById('brush-size').checkVisibility());
    const radius = await call(page, () => {
        const size = document.querySelector('#brush-size input');
        size.value = 80;
        size.dispatchEvent(new Event('input'));
        return window.ringlet.state().brushRadius;
    });
    check(Math.abs(radius - 0.08) < 1e-6, `the brush is ${radius} m`);
    await page.setViewportSize({ width: 568, height: 320 });
    await until(page, () => document.body.classList.contains('short'));
    const covers = await call(page, () => {
        const lighter = document.getElementById('lighter');
        lighter.hidden = false;
        return lighter.checkVisibility();
    });
    check(!covers, 'the offer of fewer strands lies on the sheet');
});

await test('two fingers on the head turn it, and it stays where it is', async () => {
    const { page } = await t.open(tiny, phone);
    const hand = await fingers(page), pose = () => call(page, () => window.ringlet.state().pose);
    await call(page, () => { window.ringlet.pause(); window.ringlet.step(2); });
    const settle = () => call(page, () => window.ringlet.step(30));
    const around = (angle) => [1, -1].map((side) => [160 + side * 45 * Math.cos(angle), 220 - side * 45 * Math.sin(angle)]);
    const first = await pose(), zoom = await call(page, () => window.ringlet.state().camera[2]);
    await hand.stroke([0, 0.1, 0.2, 0.3, 0.4, 0.5].map(around), () => call(page, () => window.ringlet.step(2)));
    await settle();
    const twisted = await pose(), half = (a, b) => Math.acos(Math.min(1, Math.abs(a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6])));
    check(Math.abs(2 * half(first, twisted) - 0.5) < 0.05, `fingers twisted by 0.5 rad turn it by ${2 * half(first, twisted)}`);
    check(twisted[5] > 0.2, 'it turns the other way');
    await hand.stroke([0, 1, 2, 3, 4].map((i) => [[120 + 10 * i, 220], [200 + 10 * i, 220]]), () => call(page, () => window.ringlet.step(2)));
    await settle();
    const turned = await pose();
    check(half(twisted, turned) > 0.05, 'fingers drawn to the side do not turn it');
    check(away(turned.slice(0, 3), first.slice(0, 3)) < 0.01, `it moved by ${away(turned.slice(0, 3), first.slice(0, 3))} m`);
    check(Math.abs(await call(page, () => window.ringlet.state().camera[2]) / zoom - 1) < 0.05, 'it zoomed');
});

// The panel under fingers or a mouse: all controls at a phone's size.
async function withPanel(options) {
    const { page } = await t.open(tiny, { ...options, before: () => { localStorage.setItem('ringlet.controls', 'all'); localStorage.setItem('ringlet.panel', 'on'); } });
    await call(page, () => window.ringlet.pause());
    const box = () => call(page, () => { const { left, top, width, height, bottom } = document.getElementById('panel-view').getBoundingClientRect(); return { left, top, width, height, bottom }; });
    await until(page, () => document.getElementById('panel-view').checkVisibility());
    return { page, box };
}
const drawn = (page) => call(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))));
const next = (page) => call(page, () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const shownOf = (page) => call(page, () => JSON.stringify(window.ringlet.state().show));
const paramsOf = (page) => call(page, () => JSON.stringify(window.ringlet.params()));

// Two presses a sixth of a second apart, however slowly the page takes them; the panel has pictures of each, as it has where it is fast.
async function pressTwice(page, x, y) {
    const session = await page.context().newCDPSession(page), from = Date.now() / 1000;
    await page.mouse.move(x, y);
    for (const clickCount of [1, 2]) {
        for (const [type, after] of [['mousePressed', 0], ['mouseReleased', 0.05]])
            await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount, timestamp: from + after + (clickCount - 1) / 6 });
        await drawn(page);
    }
    await session.detach();
}

// Presses down the panel until one has done what is asked; where that was.
async function pressUntil(page, press, box, right, done) {
    for (let y = box.top + 12; y < box.bottom - 8; y += 10) {
        await press(box.left + right, y);
        await drawn(page);
        if (await done()) return y;
    }
    return null;
}

await test('the panel by finger: a tap ticks, a finger drags a slider to the side, and up or down it scrolls without moving any', async () => {
    const { page, box } = await withPanel(phone);
    const hand = await fingers(page);
    for (let open = 0; open < 2; ++open) {
        await page.tap('#more');
        await until(page, (wanted) => document.body.classList.contains('open') === wanted, !open);  // and closed again
        const { bottom, height } = await box(), sheet = await call(page, () => document.getElementById('side').getBoundingClientRect().top);
        check(height > 100 && bottom <= sheet, `the panel, ${height} pixels high, ends at ${bottom}; the sheet begins at ${sheet}`);
    }
    const place = await box();
    const middle = place.left + 150, up = () => line([middle, place.bottom - 30], [middle, place.top + 40], 8);
    const [before, shown] = [await paramsOf(page), await shownOf(page)];
    // Past the figures, to what can be ticked.
    await hand.stroke(up(), () => next(page));
    await drawn(page);
    check(await paramsOf(page) === before && await shownOf(page) === shown, 'a finger that scrolls the panel sets something');
    const y = await pressUntil(page, (x, at) => page.touchscreen.tap(x, at), place, 24, async () => await shownOf(page) !== shown);
    check(y !== null, 'no tap ticks anything');
    await page.touchscreen.tap(place.left + 24, y);
    await drawn(page);
    check(await shownOf(page) === shown, 'a second tap does not take it back');
    // To a slider: a drag to the side moves it.
    for (let strokes = 0, now = before; now === before; ++strokes) {
        check(strokes < 8, 'no drag to the side moves a slider');
        await hand.stroke(up(), () => next(page));
        await drawn(page);
        const still = await paramsOf(page);
        check(still === before, 'scrolling moved a slider');
        for (let at = place.top + 20; at < place.bottom - 10 && now === before; at += 14) {
            await hand.stroke(line([middle, at], [middle + 70, at], 4), () => next(page));
            await drawn(page);
            now = await paramsOf(page);
        }
    }
});

await test('a number is typed into the panel, after Ctrl and a press or two presses; what the panel may not do now is said', async () => {
    const { page, box } = await withPanel({ width: 1280, height: 720, scale: 0.5 });
    const place = await box(), middle = place.left + 150;
    const taken = (key, more = {}) => call(page, ([key, more]) => {
        const event = new KeyboardEvent(more.type ?? 'keydown', { key, bubbles: true, cancelable: true, ...more });
        document.getElementById('view').dispatchEvent(event);
        return event.defaultPrevented;
    }, [key, more]);
    // Which parameters that sets, and to what; none where no field opens.
    const typed = async (open, number) => {
        const before = JSON.parse(await paramsOf(page));
        await open();
        for (let looks = 1; await drawn(page), !await taken('Shift', { type: 'keyup' }); ++looks) if (looks === 4) return [];
        for (const key of [...number, 'Enter']) {
            await page.keyboard.press(key);
            await drawn(page);
        }
        await drawn(page);
        const now = JSON.parse(await paramsOf(page));
        return Object.keys(now).filter((name) => now[name] !== before[name]).map((name) => `${name}=${now[name]}`);
    };
    const scene = () => call(page, () => window.ringlet.state().scene);
    let y = place.bottom - 20, changed = [];
    const withCtrl = async () => { await page.keyboard.down('Control'); await page.mouse.click(middle, y); await page.keyboard.up('Control'); };
    for (; !/=0\.5$/.test(changed) && y > place.top + 300; y -= 12) changed = await typed(withCtrl, '0.5');
    check(/=0\.5$/.test(changed), `Ctrl, a press and 0.5 give ${changed}`);
    y += 12;
    check(await scene() === 'straight', 'the digit chose a style');
    changed = await typed(() => pressTwice(page, middle, y), '0.4');
    check(/^\w+=0\.4$/.test(changed), `two presses and 0.4 give ${changed}`);
    // The browser's own keys are not the field's.
    await withCtrl();
    await drawn(page);
    check(await taken('7') && !await taken('r', { ctrlKey: true }) && !await taken('F5') && !await taken('l', { metaKey: true }), 'an open field takes keys of the browser, or not its own');
    await page.keyboard.press('Escape');
    await drawn(page);
    // It would build the hair anew, and a recording is under way.
    check(/length/.test(changed), `${changed} does not build the hair anew`);
    await call(page, () => { window.ringlet.record(); window.ringlet.pause(); });
    await page.mouse.click(middle + 60, y);
    await until(page, () => /rebuilds the hair; end the recording first/i.test(document.getElementById('notices').textContent));
});

await test('a plain host: threads from the second visit on, and then a talk on a phone without a network', async () => {
    const host = await serve(t.site, '--plain');
    const { page, context, said } = await t.openElsewhere(host.address + tiny, phone);
    const plain = () => call(page, () => { window.ringlet.show('shadow', false); window.ringlet.pause(); });  // nobody looks at this page
    const played = () => call(page, () => { const r = window.ringlet; r.pause(); r.playMotion('shake'); r.step(30); return r.hash(); });
    const again = async () => {
        await page.reload();
        await ready(page);
        await plain();
    };
    await plain();
    check(!await call(page, () => crossOriginIsolated), 'a plain host isolates the page');
    const first = await played();
    let loads = 0;
    page.on('framenavigated', () => ++loads);
    await until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
    check(loads === 0, 'the page was loaded again by force');
    const kept = await call(page, async () => {
        const names = await caches.keys(), cache = await caches.open(names[0]);
        return [names.length, (await cache.keys()).map((request) => new URL(request.url).pathname)];
    });
    check(kept[0] === 1 && ['/', '/ringlet.js', '/ringlet-page.wasm', '/ringlet-page-threads.wasm'].every((name) => kept[1].includes(name)), 'not everything is kept');
    await again();
    check(await call(page, () => crossOriginIsolated), 'the second visit is not isolated');
    check(await call(page, () => window.ringlet.state().threads > 1 || navigator.hardwareConcurrency === 1), 'the second visit has no threads');
    check(await played() === first, 'with threads the hash differs');

    host.stop();
    await context.setOffline(true);
    said.length = 0;
    await again();
    check(await played() === first, 'without a network the hash differs');
    check(said.length === 0, `the console says: ${said[0]}`);
    await talk(page);
    await page.goto(host.address + '?embed' + tiny);
    await until(page, () => window.ringlet !== undefined);
    check(await call(page, () => window.ringlet.ready.then(() => !document.getElementById('side').checkVisibility())), 'no clean frame without a network');
});
// What somebody shows in a talk: styles, a drag, a link, a step.
async function talk(page) {
    await call(page, () => { window.ringlet.playMotion('still'); });
    const pictures = await call(page, async () => {
        const images = [...document.querySelectorAll('#styles img')].slice(0, 3);
        await Promise.all(images.map((image) => image.decode().catch(() => {})));
        return images.every((image) => image.naturalWidth > 0) && images.length;
    });
    check(pictures === 3, 'the gallery has no pictures without a network');
    const hand = await fingers(page), before = await call(page, () => window.ringlet.state().pose);
    await hand.stroke(line([195, 330], [255, 330], 5), () => call(page, () => window.ringlet.step(3)));
    check(away(await call(page, () => window.ringlet.state().pose), before) > 0.01, 'a finger does not move the head');
    await tapUntil(page, '#share', () => document.getElementById('link').value.includes('scene=straight'));
    await page.tap('#share-dialog [data-close]');
    await page.keyboard.press('s');  // a presenter's remote is a keyboard
    await page.tap('[data-scene="helix"]');
    await until(page, () => window.ringlet.state().scene === 'helix');
}

await test('no drawn hair runs deeper than 1 mm inside the skin at rest', async () => {
    for (const scene of ['wavy', 'coily']) {
        const { page } = await t.open(`#v=1&scene=${scene}&strands=400&hairsDrawn=3000&motion=still`, { ...small, seen: true }, '?embed');
        const skin = await call(page, async () => {
            const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done));
            r.pause();
            r.step(200);
            r.set('adapt', 'off');
            await next();
            await next();
            return r.skin();
        });
        check(skin.strands === 3000, `${skin.strands} strands were drawn`);
        for (const kind of ['simulated', 'added'])
            check(skin[kind].deepest < 0.001, `${scene}: ${kind} hair is ${(1000 * skin[kind].deepest).toFixed(2)} mm deep, ${skin[kind].deeper} samples of ${skin.samples} deeper than 1 mm`);
        await t.tidy(true);
    }
});

await test('a picture takes as many calls whatever hair it draws', async () => {
    const { page } = await t.open('#v=1&scene=helix', { ...small, spoils: true }, '?embed');
    const counts = await call(page, async () => {
        const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done)), gl = WebGL2RenderingContext.prototype;
        let calls = 0, bytes = 0;
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(gl)))
            if (typeof value === 'function') gl[name] = function (...given) {
                ++calls;
                if (name === 'bufferData') bytes += given[4] ?? given[1].byteLength;
                return value.apply(this, given);
            };
        const counts = [];
        for (const size of [{ strands: 60, particles: 8, hairsDrawn: 300 }, { strands: 1200, particles: 16, hairsDrawn: 5000 }]) {
            await r.load('straight', size);
            r.pause();
            r.set('adapt', 'off');
            for (let i = 0; i < 6; ++i) await next();
            // A shader that is ready only now asks for the names of what it is given, once.
            for (let now = '', before = null, tries = 0; now !== before && tries < 20; ++tries) {
                before = now;
                calls = bytes = 0;
                r.show('particles', false);
                await next();
                await next();
                now = counts[+(size.strands > 60)] = `${calls} calls, ${bytes} bytes`;
            }
        }
        return counts;
    });
    check(counts[0] === counts[1] && !counts[0].startsWith('0 '), `${counts[0]} for little hair, ${counts[1]} for much`);
});

await test('a frame within a page: a finger beside the hair scrolls the page, one on the head moves it, two zoom', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 0.5 });
    const page = await context.newPage();
    await page.setContent(`<meta name="viewport" content="width=device-width"><body style="margin: 0; height: 3000px"><iframe src="${t.server.address}?embed${tiny}" style="border: 0; width: 390px; height: 400px; margin-top: 100px"></iframe>`);
    const frame = page.frames()[1];
    await frame.waitForURL(/embed/);
    await ready(frame);
    await frame.evaluate(() => window.ringlet.pause());
    const hand = await fingers(page), state = () => frame.evaluate(() => window.ringlet.state()), scrolled = () => page.evaluate(() => scrollY);
    const before = await state();
    await hand.stroke(line([195, 280], [195, 200], 8), () => frame.evaluate(() => window.ringlet.step(2)));    const moved = await state();
    check(String(moved.pose) !== String(before.pose), 'a finger on the head does not move it');
    await hand.stroke([0, 1, 2, 3, 4].map((i) => [[30, 280 - 12 * i], [360, 280 + 12 * i]]));
    check(String((await state()).camera) !== String(moved.camera), 'two fingers do not change the view');
    check(await scrolled() === 0, 'what moves the hair scrolls the page');
    await hand.stroke(line([20, 280], [24, 180], 8));
    await until(page, () => scrollY > 40);
    await context.close();
});

await t.finish();
