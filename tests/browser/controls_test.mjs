// What the controls promise: node tests/browser/controls_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { decodePng, drawn, resize, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const api = (page, body, argument) => page.evaluate(body, argument);
const state = (page) => api(page, () => window.ringlet.state());

await test('a style comes in its colour, unless the viewer chose one', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const colour = () => api(page, () => document.querySelector('#colours [aria-pressed="true"]').dataset.colour);
    const choose = async (scene) => {
        await page.click(`[data-scene="${scene}"]`);
        await until(page, (scene) => window.ringlet.state().scene === scene, scene);
    };
    check(await colour() === 'honey', `straight hair is ${await colour()}`);
    await choose('super-asian');
    check(await colour() === 'black', `Long black is ${await colour()}`);
    check(!(await api(page, () => window.ringlet.shareUrl())).includes('hairColour'), 'the link carries the style\'s own colour');
    await page.click('[data-colour="silver"]');
    await choose('helix');
    check(await colour() === 'silver' && (await state(page)).picture.hairColour === 'silver', `the chosen colour became ${await colour()}`);
    await page.click('[data-colour="silver"]');
    const own = await api(page, () => window.ringlet.scenes().find((one) => one.name === 'helix').hairColour);
    check(await colour() === own, 'pressed again, the colour is not left to the style');
});

await test('hair moves as a mass, or not, by a switch that says how it is; a view shows how dense it is', async () => {
    const { page } = await open('#v=3&scene=straight&strands=100&particles=8&hairsDrawn=100');
    await api(page, () => window.ringlet.pause());
    await until(page, () => document.querySelector('#as-mass').checked && Number(window.ringlet.params().hairFriction) === 800);
    await page.click('#as-mass');
    await until(page, () => !document.querySelector('#as-mass').checked && Number(window.ringlet.params().hairFriction) === 0);
    await page.click('#as-mass');
    await until(page, () => Number(window.ringlet.params().hairFriction) === 800);
    await page.click('[data-show="density"]');
    await until(page, () => window.ringlet.state().show.density);
    await drawn(page);
    await api(page, () => window.ringlet.load('straight', { strands: 100, particles: 8, hairsDrawn: 100 }, { model: 'super-helix' }));
    await until(page, () => document.querySelector('#as-mass').offsetParent === null);
});

await test('the gallery stands in groups that say what they are; all is in reach at 1280 x 720', async () => {
    const { page } = await open(tiny, { width: 1280, height: 720, scale: 0.5 });
    await api(page, () => window.ringlet.pause());
    const { groups, scenes, cut } = await api(page, () => {
        const groups = [...document.querySelectorAll('#styles .group')].map((group) => ({
            title: group.querySelector('h3').textContent, words: group.querySelector('p').textContent, first: group.querySelector('button').dataset.scene,
        }));
        const within = (one) => {
            const box = one.getBoundingClientRect(), at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return box.top >= 0 && box.bottom <= innerHeight && (one === at || one.contains(at) || at?.contains(one));
        };
        const cut = ['#styles [data-scene]', '#colours button', '#tools button', '#transport button'].flatMap((some) => {
            const first = [...document.querySelectorAll(some)].find((one) => one.checkVisibility());
            return within(first) ? [] : [some];
        });
        for (const last of ['#mode', '#motion', '#wind-controls svg', '#styles .group:last-child button']) {
            document.querySelector(last).scrollIntoView({ block: 'nearest' });
            if (!within(document.querySelector(last))) cut.push(last);
        }
        return { groups, scenes: document.querySelectorAll('#styles button').length, cut };
    });
    check(groups.length === 5 && groups.every(({ title, words }) => title.length > 3 && words.length > 15), `the groups are ${JSON.stringify(groups)}`);
    check(scenes === (await api(page, () => window.ringlet.scenes())).length, 'a style is missing');
    check(cut.length === 0, `not in reach: ${cut}`);
});

await test('keys: record, share, panel, controls and full screen, turning the head', async () => {
    const { page } = await open(tiny, { width: 1280, height: 720, scale: 0.5, spoils: true });  // which panel is shown stays
    await api(page, () => window.ringlet.pause());
    const shown = () => api(page, () => ['side', 'transport', 'brand', 'figures'].filter((one) => document.getElementById(one).checkVisibility()).join());
    const panel = () => api(page, () => document.getElementById('panel').getAttribute('aria-pressed'));
    await page.keyboard.press('t');
    check((await state(page)).activity.mode === 'recording', 'T does not record');
    await api(page, () => { window.ringlet.pause(); window.ringlet.step(3); });
    await page.keyboard.press('t');
    await until(page, () => document.getElementById('share-dialog').open);
    await page.keyboard.press('Escape');
    await api(page, () => window.ringlet.pause());
    await page.keyboard.press('e');
    check(await api(page, () => document.getElementById('share-dialog').open && document.getElementById('export-format').value === 'usda'), 'E does not share, or the file offered is not for Blender');
    const link = await api(page, () => document.getElementById('blender').href);
    check((await page.request.get(link)).ok(), 'the page about Blender is not there');
    await page.keyboard.press('Escape');
    const before = await panel();
    await page.keyboard.press('p');
    check(await panel() !== before, 'P does nothing to the panel');
    await page.keyboard.press('p');
    const pose = (await state(page)).pose;
    for (let i = 0; i < 4; ++i) await page.keyboard.press('l');
    const turned = await api(page, () => { window.ringlet.step(60); return window.ringlet.state().pose; });
    check(Math.abs(2 * Math.asin(turned[4]) - 0.4) < 0.01 && Math.hypot(...turned.slice(0, 3).map((x, i) => x - pose[i])) < 1e-3, `four times L gives the pose ${turned}`);
    for (const key of ['j', 'j', 'j', 'j']) await page.keyboard.press(key);
    const home = await api(page, () => { window.ringlet.step(60); return window.ringlet.state().pose; });
    check(Math.abs(home[4]) < 1e-3, 'J does not turn back');
    await page.keyboard.press('f');
    await until(page, () => document.fullscreenElement !== null && !document.getElementById('side').checkVisibility());
    check(await shown() === '' && await panel() === 'false', `full screen shows ${await shown()} ${await panel()}`);
    await page.keyboard.press('c');
    check((await shown()).includes('side,transport'), 'C does not bring the controls back');
    await page.keyboard.press('f');
    await until(page, () => document.fullscreenElement === null);
    await until(page, () => document.getElementById('side').checkVisibility());
    // The page hears of the end of full screen in a frame of its own, and shows its controls then.
    await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))));
    await page.keyboard.press('c');
    check(await shown() === '', 'C does not hide the controls');
    await page.keyboard.press('c');
    check(await panel() === before, 'the panel is not as it was');
});

await test('the wind\'s heading is a compass in degrees', async () => {
    const { page } = await open(tiny, { width: 1280, height: 720, scale: 0.5 });
    await api(page, () => { window.ringlet.pause(); document.querySelector('#wind-controls svg').scrollIntoView({ block: 'nearest' }); });
    const text = () => page.textContent('[data-parameter="windHeading"] .value');
    const heading = () => api(page, () => Number(window.ringlet.params().windHeading));
    const box = await (await page.$('#wind-controls svg')).boundingBox(), middle = [box.x + box.width / 2, box.y + box.height / 2];
    for (const [x, y, degrees, radians] of [[0, -20, '0°', Math.PI / 2], [20, 0, '90°', 0], [0, 20, '180°', -Math.PI / 2], [-20, 0, '270°', Math.PI]]) {
        await page.mouse.click(middle[0] + x, middle[1] + y);
        check(await text() === degrees, `it says ${await text()}, not ${degrees}`);
        check(Math.abs(Math.cos(await heading()) - Math.cos(radians)) + Math.abs(Math.sin(await heading()) - Math.sin(radians)) < 1e-3, `${degrees} is ${await heading()} rad`);
    }
    await page.focus('[data-parameter="windHeading"] input');
    await page.keyboard.press('ArrowRight');
    check(await text() === '275°', `a key gives ${await text()}`);
    await api(page, () => window.ringlet.set('windHeading', 0.7854));
    await until(page, () => document.querySelector('[data-parameter="windHeading"] .value').textContent === '45°');
});

// Columns of the picture, of those from `left` to `right`, that hold blue hair, as a share.
const blue = (png, left, right) => {
    const { width, height, channels, pixels } = decodePng(png);
    let columns = 0;
    for (let x = Math.round(left * width); x < right * width; ++x)
        for (let y = 0, count = 0; y < 0.85 * height; ++y) {
            const i = (y * width + x) * channels;
            if (pixels[i + 2] > 1.6 * pixels[i] && pixels[i + 2] > 50 && ++count === 3) { ++columns; break; }
        }
    return columns / ((right - left) * width);
};
await test('a head that is dragged, pushed by keys or shaken stays beside the panel', async () => {
    const { page } = await open('#v=1&scene=straight&strands=200&particles=8&hairsDrawn=1000&hairThickness=4&hairColour=ocean&mostDetail=0', { width: 1280, height: 720, scale: 0.4, seen: true });
    // Compared is hair at rest, however many steps the page took before it was paused, of one detail, however soon pictures at rest get more of
    // it, and thick enough to be counted.
    await api(page, () => { window.ringlet.pause(); window.ringlet.reset(); window.ringlet.step(80); });
    const free = [248 / 1280, 964 / 1280];
    const columns = async () => { await drawn(page); return blue(await page.screenshot(), ...free); };
    const rest = await columns();
    check(rest > 0.1, 'no hair is seen');
    await page.mouse.move(606, 250);
    await page.mouse.down();
    for (const x of [700, 900, 1200]) await page.mouse.move(x, 250);
    await api(page, () => window.ringlet.step(80));
    let seen = await columns();
    check(seen > 0.7 * rest, `of the hair's width ${(100 * seen / rest).toFixed(0)} % is left beside the panel`);
    check((await state(page)).pose[0] > 0.03, 'the head did not move at all');
    await page.mouse.move(606, 250);
    await api(page, () => window.ringlet.step(80));
    await page.mouse.up();
    check(Math.abs((await state(page)).pose[0]) < 0.01, `back where it was taken, the mouse leaves it at ${(await state(page)).pose[0]} m`);
    await page.focus('#view');
    for (let i = 0; i < 25; ++i) await page.keyboard.press('Shift+ArrowLeft');
    await api(page, () => window.ringlet.step(80));
    seen = await columns();
    check(seen > 0.7 * rest, `after keys ${(100 * seen / rest).toFixed(0)} % is left`);
    await api(page, () => window.ringlet.playMotion('violent'));
    for (let i = 0; i < 3; ++i) {
        await api(page, () => { for (let n = 0; n < 17; ++n) window.ringlet.step(1); });
        seen = await columns();
        check(seen > 0.7 * rest, `shaken for ${17 * (i + 1)} frames ${(100 * seen / rest).toFixed(0)} % is left`);
    }
});

await test('recentre keeps the zoom; a stroke that begins beside the hair brushes, one that goes past it looks around', async () => {
    const { page } = await open(tiny);
    await api(page, () => { const r = window.ringlet; r.pause(); r.step(20); r.setCamera([0.3, 0.1, 0.7, 0.1, 0.1, 0]); });
    await page.click('#recentre');
    const camera = (await state(page)).camera;
    check(Math.abs(camera[2] - 0.7) < 1e-6 && Math.abs(camera[3]) < 0.05, `recentred, the camera is ${camera}`);
    await api(page, () => { window.ringlet.setCamera([0.3, 0.1, 1, ...window.ringlet.state().camera.slice(3)]); window.ringlet.step(40); });
    await page.keyboard.press('b');
    const centre = () => api(page, () => window.ringlet.stats().hairCentre);
    const [before, view] = [await centre(), (await state(page)).camera];
    await page.mouse.move(300, 250);
    check(await api(page, () => document.getElementById('ring').hidden), 'the stroke does not begin beside the hair');
    await page.mouse.down();
    for (let x = 320; x <= 640; x += 40) {
        await page.mouse.move(x, 250);
        await api(page, () => window.ringlet.step(4));
    }
    await page.mouse.up();
    const moved = await centre();
    check(Math.hypot(...moved.map((value, i) => value - before[i])) > 1e-4, 'the hair does not mind the stroke');
    check(String((await state(page)).camera) === String(view), 'the stroke looked around');
    await page.mouse.move(300, 250);
    await page.mouse.down();
    await page.mouse.move(300, 330);
    await page.mouse.up();
    check(Math.abs((await state(page)).camera[1] - view[1]) > 0.1, 'a drag past the hair does not look around');
});

// Whether blue hair is in the picture, and whether it is cut off by its edge.
function framed(png) {
    const { width, height, channels, pixels } = decodePng(png);
    let inside = 0, edge = 0;
    for (let y = 0; y < height; ++y)
        for (let x = 0; x < width; ++x) {
            const i = (y * width + x) * channels;
            if (!(pixels[i + 2] > 1.5 * pixels[i] && pixels[i + 2] > pixels[i] + 18)) continue;
            if (x < 1 || y < 1 || x > width - 2 || y > height - 2) ++edge;
            else ++inside;
        }
    return { inside, edge };
}
await test('embed: thin hair is seen, whole, at any size, while it moves as it does, light and dark', async () => {
    const size = { width: 240, height: 180 };  // of one detail, the lowest, however soon pictures at rest get more of it
    for (const [scene, motion] of [['helix-types', 'bob'], ['helix', 'still'], ['barnes', 'still']]) {
        const { page } = await t.open(`#v=1&scene=${scene}&hairColour=ocean&mostDetail=0`, { ...size, seen: true }, '?embed');
        await api(page, (motion) => { window.ringlet.pause(); window.ringlet.playMotion(motion); }, motion);
        // No lower: of a window under 90 pixels high headless Chromium shows a picture a second, if any, whatever the page.
        for (const [width, height, frames] of [[240, 180, 0], [100, 320, 8], [400, 100, 52]]) {
            await page.emulateMedia({ colorScheme: height > 100 ? 'light' : 'dark' });
            await resize(page, { width, height });
            await api(page, (frames) => { for (let i = 0; i < frames; ++i) window.ringlet.step(1); }, frames);
            await drawn(page);
            const { inside, edge } = framed(await page.screenshot());
            check(inside > 20, `${scene} at ${width} x ${height}: only ${inside} pixels of hair are seen`);
            check(edge === 0, `${scene} at ${width} x ${height} after ${frames} frames: ${edge} pixels of hair at the edge`);
        }
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(size);
        await t.tidy(true);
    }
});

await test('a parameter: arrows move whole numbers by one at least, and its number can be typed', async () => {
    const { page } = await open('#v=4&scene=straight&strands=40&particles=8&hairsDrawn=40', { width: 1280, height: 720, scale: 0.5 });
    await api(page, () => { window.ringlet.pause(); document.getElementById('all').open = true; });
    const value = (name) => api(page, (name) => Number(window.ringlet.params()[name]), name);
    const row = (name, what) => `#parameters [data-parameter="${name}"] ${what}`;
    const slider = 'input[type=range]', number = 'input.value';
    // Evenly, and by ratio, where a thousandth of the way is less than one.
    for (const name of ['substeps', 'strands', 'seed']) {
        await until(page, (at) => document.querySelector(at).value !== '', row(name, number));
        const from = await value(name);
        await page.focus(row(name, slider));
        await page.keyboard.press('ArrowRight');
        await until(page, ([name, to]) => Number(window.ringlet.params()[name]) === to, [name, from + 1]);
        await page.keyboard.press('ArrowLeft');
        await until(page, ([name, to]) => Number(window.ringlet.params()[name]) === to, [name, from]);
    }
    const type = async (name, text) => {
        await page.fill(row(name, number), text);
        await page.keyboard.press('Enter');
    };
    await type('drag', '4,25');
    await until(page, () => Number(window.ringlet.params().drag) === 4.25);
    check(Math.abs(Number(await page.inputValue(row('drag', number))) - 4.25) < 1e-9, 'the number shown is another');
    for (const wrong of ['much', '-1', '1e9']) {
        await api(page, () => document.getElementById('notices').replaceChildren());
        await type('drag', wrong);
        await until(page, (wrong) => document.getElementById('notices').textContent.includes(`cannot be “${wrong}”: it is a number from`), wrong);
        check(await value('drag') === 4.25 && await page.inputValue(row('drag', number)) === '4.25', `“${wrong}” was taken`);
    }
    await type('strands', '33');
    await until(page, () => window.ringlet.stats().strands === 33);
});

await test('lists show what is so, with the focus too: "by hand" stops the head where it is, a refused choice goes back', async () => {
    const { page } = await open(tiny);
    const shown = (id) => api(page, (id) => document.getElementById(id).value, id);
    await page.selectOption('#motion', 'shake');
    await api(page, () => { window.ringlet.pause(); window.ringlet.step(20); });
    await page.focus('#motion');
    await page.selectOption('#motion', '');
    const { motion, pose } = await state(page);
    check(motion === '' && await shown('motion') === '', `"by hand" leaves ${motion}, the list ${await shown('motion')}`);
    const moved = await api(page, () => { window.ringlet.step(30); return window.ringlet.state().pose; });
    const apart = (a, b) => Math.hypot(...a.slice(0, 3).map((x, i) => x - b[i]));
    check(apart(moved, pose) < 1e-3, 'the head goes on');
    // Steps that the page has not shown yet count: the head stays where the hair is.
    await api(page, () => window.ringlet.playMotion('shake'));
    await api(page, () => { window.ringlet.pause(); window.ringlet.step(20); });
    const [before, after] = await api(page, () => {
        const r = window.ringlet, list = document.getElementById('motion');
        r.step(8);
        const before = r.state().pose;
        list.value = '';
        list.dispatchEvent(new Event('change', { bubbles: true }));
        r.step(30);
        return [before, r.state().pose];
    });
    check(apart(before, after) < 1e-3, `by hand, the head jumps by ${apart(before, after)} m`);
    await api(page, () => window.ringlet.playMotion('nod'));
    await until(page, () => document.getElementById('motion').value === 'nod');  // though it has the focus
    const model = (await state(page)).model;
    await api(page, () => document.getElementById('model').append(new Option('none', 'no-such-model')));
    await page.focus('#model');
    await page.selectOption('#model', 'no-such-model');
    await until(page, (model) => /no model/.test(document.getElementById('notices').textContent) && document.getElementById('model').value === model, model);
    await api(page, () => document.querySelector('#model [value="no-such-model"]').remove());
    await api(page, () => { window.ringlet.record(); window.ringlet.pause(); });
    await page.focus('#beside');
    await page.selectOption('#beside', '3');
    await until(page, () => /recorded or replayed; end that first/.test(document.getElementById('notices').textContent) && document.getElementById('beside').value === '');
    await api(page, () => window.ringlet.stopRecording());
});

await test('the focus is seen on the picture and on "Choose files"; Stop can be read; no button is cut off in a narrow window', async () => {
    const { page } = await open(tiny, { width: 1280, height: 720, scale: 0.5 });
    await api(page, () => { window.ringlet.pause(); document.getElementById('files').closest('details').open = true; });
    const outline = (id) => api(page, (id) => { const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector(id)); return `${outlineStyle} ${outlineWidth}`; }, id);
    await page.keyboard.press('Tab');  // so that the browser shows the focus
    await page.focus('#view');
    check(await outline('#view') === 'solid 3px', `of the picture: ${await outline('#view')}`);
    await page.focus('#files');
    check(await outline('label[for=files]') === 'solid 2px', `of "Choose files": ${await outline('label[for=files]')}`);
    check(await api(page, () => document.getElementById('side').scrollTop) === 0, 'the card is scrolled away');
    await api(page, () => { window.ringlet.record(); window.ringlet.pause(); });
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const contrast = await api(page, async () => {
            await Promise.allSettled(document.getElementById('record').getAnimations().map((one) => one.finished));
            const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
            const style = (id) => getComputedStyle(document.querySelector(id)), luminance = (...colours) => {
                for (const one of colours) { context.fillStyle = one; context.fillRect(0, 0, 1, 1); }
                const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const under = [style('body').backgroundColor, style('#transport').backgroundColor, style('#record').backgroundColor];
            const [a, b] = [luminance(...under), luminance(style('#record').color)];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        });
        check(contrast >= 4.5, `${colorScheme}: Stop has a contrast of ${contrast.toFixed(2)}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await api(page, () => window.ringlet.stopRecording());
    for (const [width, letters] of [[860, 14], [874, 14], [886, 14], [1000, 14], [900, 19]]) {  // letters of other systems are wider
        await resize(page, { width, height: 560 });
        await api(page, (letters) => { document.getElementById('transport').style.fontSize = `${letters}px`; }, letters);
        const cut = await api(page, () => [...document.querySelectorAll('#transport button')].filter((one) => one.checkVisibility())
            .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 248 || one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim()));
        check(cut.length === 0, `at ${width} pixels ${cut} are cut off`);
    }
});

await t.finish();
