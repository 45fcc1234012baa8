// What a page may be asked by scripts, messages, files and browsers that mean no good.
// node tests/browser/hostile_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { twoStrands, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const api = (page, body, argument) => page.evaluate(body, argument);
const said = (page) => api(page, () => [...document.querySelectorAll('#notices p')].map((line) => line.textContent).join('|'));

await test('window.ringlet: a wrong call gets one sentence and changes nothing', async () => {
    const { page, said: console } = await open(tiny, { ...t.modest, fresh: true });  // to which no file was given: sintel has no hair
    const wrong = await api(page, async () => {
        const r = window.ringlet;
        r.pause();
        r.step(3);
        const shown = () => JSON.stringify([r.hash(), r.params(), r.state().pose, r.state().camera, r.state().scene, r.state().show, r.state().tool, r.state().motion, r.state().beside, r.state().activity.mode]);
        const odd = [null, NaN, Infinity, -Infinity, 1e300, -1, 1.5, true, '', ' ', 'a\0b', 'a\nb=1', '__proto__', 'constructor', 'x'.repeat(2e6), [], [1, 2], ['a'], new Array(1e6),
            {}, { a: 1 }, { toString: () => '1' }, Object.create(null), () => 1, Symbol('s'), 10n, new Date(0), new Map()];
        const isEmpty = (one) => Object.prototype.toString.call(one) === '[object Object]' && Object.keys(one).length === 0;
        const pose = (...given) => ['setPose', ...given], load = (...given) => ['load', ...given];
        const calls = [
            ...['load', 'set', 'playMotion', 'setCamera', 'setTool', 'show', 'replay'].flatMap((name) => [[name], ...odd.filter((one) => name !== 'setCamera' || !isEmpty(one)).map((one) => [name, one])]),
            ...odd.filter((one) => one !== true && one !== 1.5).map((one) => ['set', 'windSpeed', one]), ...odd.map((one) => ['set', one, 1]), ...odd.map((one) => ['show', one, true]),
            ...odd.filter((one) => typeof one !== 'boolean').map((one) => ['show', 'hair', one]), ['show', 'hair'],
            ...odd.filter((one) => !isEmpty(one)).flatMap((one) => [load('helix', one), load('helix', {}, one), pose(one)]),
            ...odd.filter((one) => one !== 1.5).map((one) => load('helix', { length: one })), ...odd.map((one) => load('helix', {}, { measure: one === true ? 1 : one })),
            ...odd.filter((one) => one !== '').map((one) => load('helix', {}, { model: one })),
            load('helix', { length: '0.2\nparticles=3' }), load('helix', { 'particles\0x': 3 }), load('helix', { 'length=0.2\nparticles': 3 }), load('helix\0', {}), load('helix', { length: '0.2\0' }),
            load('helix', JSON.parse('{"__proto__": 1}')), load('helix', { toString: 1 }), load('helix', {}, { measured: true }), load('sintel'), load('helix', { length: 99 }),
            ...odd.filter((one) => Object.prototype.toString.call(one) !== '[object Undefined]').flatMap((one) => [pose({ position: one }), pose({ orientation: one })]),
            ...odd.filter((one) => one !== true).map((one) => pose({ teleport: one })),
            pose({ position: [1, 2] }), pose({ position: [1, 2, 3, 4] }), pose({ position: ['1', 2, 3] }), pose({ position: [1, 2, , 3] }), pose({ position: [0, 0, 1e5] }), pose({ place: [0, 0, 0] }),
            pose({ orientation: [0, 0, 0, 2] }), pose({ orientation: [0, 0, 0] }), pose({ position: '123' }),
            ['setCamera', [0, 0, 1, 0, 0]], ['setCamera', [0, 0, 1, 0, 0, NaN]], ['setCamera', '0,0,1,0,0,0'], ['setCamera', [0, 0, 1e9, 0, 0, 0]], ['setCamera', { zoom: 0 }], ['setCamera', { zoom: 100 }], ['setCamera', { target: [1, 2] }], ['setCamera', { distance: 1 }],
            ['beside'], ...odd.filter((one) => one !== '').map((one) => ['beside', one]),
            ...odd.map((one) => ['step', one]), ['step', 1000001], ['step', '3'],
        ];
        const wrong = [], first = shown();
        for (const [name, ...given] of calls) {
            const called = `${name}(${given.map((one) => { try { return JSON.stringify(one)?.slice(0, 40) ?? String(one); } catch { return typeof one; } })})`;
            let text = null;
            try { await r[name](...given); } catch (error) { text = error.message; }
            const raw = text === null || /undefined \(|is not a function|not iterable|Cannot |null or undefined|of null|Converting|Invalid array|Maximum call/.test(text);
            if (raw || text.length < 12 || text.length > 400 || /[\n\r]/.test(text)) wrong.push(`${called}: ${text}`);
            if (shown() !== first) { wrong.push(`${called} changed the state`); break; }
        }
        return wrong;
    });
    const zoomed = await api(page, () => { const r = window.ringlet, before = r.state().camera; r.setCamera({ zoom: 2 }); return [before, r.state().camera]; });
    check(String(zoomed[1]) === String(Object.assign([...zoomed[0]], { 2: 0.5 })), `zoom 2 gives the camera ${zoomed[1]}`);
    // At its limits, too, what is left out stays.
    for (const zoom of [0.17, 12.5]) {
        const turned = await api(page, (zoom) => { const r = window.ringlet; r.setCamera({ zoom }); r.setCamera({ yaw: 0.1 }); return r.state().camera; }, zoom);
        check(Math.abs(turned[0] - 0.1) < 1e-6 && Math.abs(turned[2] * zoom - 1) < 0.01, `zoom ${zoom}, turned, gives the camera ${turned}`);
    }
    check(wrong.length === 0, `${wrong.length} wrong, first ${wrong.slice(0, 3).join('; ')}`);
    check(console.length === 0, `the console says: ${console[0]}`);
});

await test('window.ringlet: measure is for one load, a recording that cannot be played changes nothing, nothing answers too early', async () => {
    const { page } = await open(tiny, { ...t.modest, spoils: true, before: () => {
        const look = setInterval(() => {
            if (!window.ringlet) return;
            clearInterval(look);
            try { window.ringlet.state(); window.early = 'an answer'; } catch (error) { window.early = error.message; }
        }, 1);
    } });
    check(/await ringlet.ready/.test(await api(page, () => window.early)), `before it was ready it said ${await api(page, () => window.early)}`);
    const [during, after] = await api(page, async () => {
        const r = window.ringlet;
        r.pause();
        await r.load('helix', {}, { measure: true });
        const during = r.stats();
        await r.load('straight', { strands: 60, particles: 8 });
        return [during, r.stats()];
    });
    check(during.lengthError !== null && after.lengthError === null && after.energy === null, 'measure stays on');
    check(['kinetic', 'gravity', 'elastic', 'lost'].every((part) => Number.isFinite(during.energy[part])), 'a measured scene tells no energies');
    const [refused, scene] = await api(page, async () => {
        const r = window.ringlet, refused = [];
        r.record();
        r.step(6);
        const good = JSON.parse(r.stopRecording());
        r.step(2);
        const hash = r.hash(), other = { ...good, scene: 'helix', params: {} };
        for (const bad of [{ ...other, head: '!!' }, { ...other, changes: [[0, 'nosuch', '1']] }, { ...other, changes: [[0, 'windSpeed', '99']] }, { ...other, changes: [[0, 'windSpeed', '1\n2']] },
            { ...other, scene: 'sintel' }, { ...other, params: null }, { ...other, camera: [1] }, { ...other, model: 3 }, { ...other, params: { length: '0.2\nparticles=3' } }]) {
            let text = '';
            try { r.replay(JSON.stringify(bad)); } catch (error) { text = error.message; }
            refused.push(text.length > 12 && r.hash() === hash && r.state().activity.mode === 'free');
        }
        r.replay(JSON.stringify(good));
        return [refused, r.state().activity.mode];
    });
    check(refused.every(Boolean), `recording ${refused.indexOf(false)} was taken, or changed what ran`);
    check(scene === 'replaying', 'a sound recording is not replayed');
});

await test('messages: many steps leave the frame alive, and what is asked after them is answered after them', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const { answers, looks, most } = await api(page, (fragment) => new Promise((done) => {
        const frame = document.createElement('iframe'), answers = [];
        const calls = [['pause'], ['setPose', [1, 2]], ['setPose', { position: [1, 2] }], ['load', 'helix', null], ['step', 1e9], ['step', 700], ['stats'], ['step', 1000000], ['hash']];
        let looks = 0, most = 0, last = null;  // how often the frame's timer came while it stepped, and the frames between two such times
        addEventListener('message', ({ data, source }) => {
            if (source !== frame.contentWindow) return;
            if (data.ringlet === 'ready') {
                calls.forEach(([name, ...args], id) => source.postMessage({ ringlet: name, id, args }, '*'));
                source.postMessage({ ringlet: 'hash', id: 99, args: 'none' }, '*');
                return;
            }
            answers.push(data);
            if (data.id === 5) {  // then for a while nothing but the million
                frame.contentWindow.setInterval(() => {
                    const { frames } = frame.contentWindow.ringlet.stats();
                    if (last !== null) most = Math.max(most, frames - last);
                    last = frames;
                    if (++looks === 10) frame.contentDocument.getElementById('play').click();  // its viewer takes over
                }, 5);
            }
            if (data.id === 99) done({ answers, looks, most });
        });
        frame.src = location.pathname + '?embed' + fragment;
        document.body.append(frame);
    }), tiny);
    await api(page, () => document.querySelector('iframe').remove());
    check(answers.map((one) => one.id).join() === '0,1,2,3,4,5,6,7,8,99', `the answers came in the order ${answers.map((one) => one.id)}`);
    for (const id of [1, 2, 3, 4, 99]) check(answers.find((one) => one.id === id).error?.length > 12, `message ${id} was taken`);
    check(!answers[5].error && answers[6].result.frames === 700, `${answers[6].result.frames} frames after 700 steps`);
    check(/ended after \d+ of 1000000/.test(answers[7].error), `a million steps: ${answers[7].error ?? 'done'}`);
    // A slice of 25 ms steps some hundred frames, fewer on a slow machine; at once it would be all that were stepped.
    check(looks >= 10 && most > 0 && most < 20000, `the frame stood still for ${most} frames; its timer came ${looks} times`);
    if (process.env.RINGLET_FIGURES) console.log(`        ${looks} looks, at most ${most} frames between two`);
});

await test('steps in slices give the same bits, one after the other', async () => {
    const { page } = await open(tiny.replace('=100', '=8'));
    const [whole, sliced] = await api(page, async () => {
        const r = window.ringlet;
        r.pause();
        r.playMotion('shake');
        r.step(3000);
        r.step(620);
        const whole = r.hash();
        r.playMotion('shake');
        await Promise.all([r.step(3601), r.step(19)]);
        return [whole, r.hash()];
    });
    check(whole === sliced, `${sliced}, at once ${whole}`);
    // Heads that come begin together, and the first anew.
    const ended = await api(page, async () => {
        const r = window.ringlet, steps = r.step(1000000).then(() => 'kept', (error) => error.message);
        await new Promise((done) => setTimeout(done, 50));
        r.beside('helix');
        return steps;
    });
    check(ended !== 'kept', 'steps of hair that began anew count as done');
    await api(page, () => window.ringlet.beside(''));
});

await test('a head of four bytes is forgotten: the next groom is shown, with the next good head', async () => {
    const { page } = await open(tiny);
    const give = async (...files) => {
        await api(page, () => document.getElementById('notices').replaceChildren());
        await page.setInputFiles('#files', files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) })));
    };
    const ball = 'v 0.1 0 0\nv -0.1 0 0\nv 0 0.1 0\nv 0 -0.1 0\nv 0 0 0.1\nv 0 0 -0.1\n' + ['1 3 5', '3 2 5', '2 4 5', '4 1 5', '3 1 6', '2 3 6', '4 2 6', '1 4 6'].map((f) => `f ${f}\n`).join('');
    const strands = () => api(page, () => [window.ringlet.state().needsFiles, window.ringlet.stats().strands].join());
    const noticed = (pattern) => until(page, (source) => new RegExp(source).test(document.getElementById('notices').textContent), pattern);
    await api(page, () => window.ringlet.pause());
    await give(['head.glb', 'glTF']);
    await noticed('head.glb');
    await give(['mine.tfx', twoStrands()]);
    await until(page, () => window.ringlet.stats().strands === 2);
    await give(['head.glb', 'glTF']);
    await noticed('head.glb');
    check(await strands() === 'true,2', 'the hair that ran does not go on');
    await give(['again.tfx', twoStrands()], ['head.glb', 'glTF']);
    await noticed('head.glb');
    await give(['head.obj', ball]);
    await noticed('.');
    check(!/head.glb|cannot/.test(await said(page)), `a good head is refused: ${await said(page)}`);
    await give(['third.tfx', twoStrands()]);
    await until(page, () => window.ringlet.state().notes?.some((note) => note.startsWith('third.tfx')));
    check(await strands() === 'true,2' && !/glb/.test(await said(page)), `a good groom is refused: ${await said(page)}`);
});

await test('a drag whose pointer capture is lost lets the head go, and one whose end nobody told', async () => {
    const { page } = await open(tiny);
    const at = () => api(page, () => { window.ringlet.step(40); return window.ringlet.state().pose[0]; });
    await api(page, () => {
        window.ringlet.pause();
        addEventListener('pointerdown', (event) => { window.held = event.pointerId; }, { once: true });
    });
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(580, 200);
    const dragged = await at();
    check(dragged > 0.005, 'the head does not follow the mouse');
    await api(page, () => document.getElementById('view').releasePointerCapture(window.held));
    await page.mouse.move(581, 200);  // where the browser tells of it
    const before = await at();
    await page.mouse.move(640, 230);
    check(Math.abs(await at() - before) < 1e-6, 'the head sticks to a mouse that does not hold it');
    await page.mouse.up();
    // A press whose release goes elsewhere: the next move holds no button.
    await page.mouse.move(560, 200);
    await api(page, () => {
        const canvas = document.getElementById('view');
        const send = (type, x, buttons) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 77, pointerType: 'mouse', clientX: x, clientY: 200, buttons, button: 0, bubbles: true }));
        send('pointerdown', 560, 1);
        send('pointermove', 570, 1);
        window.ringlet.step(40);
        send('pointermove', 580, 0);
    });
    const rest = await at();
    await page.mouse.move(640, 230);
    check(Math.abs(await at() - rest) < 1e-6, 'the head sticks to a mouse whose button is up');
});

await test('a drawing context that does not come back: words, time goes on, another style, no errors', async () => {
    const { page, said: console } = await open(tiny, { ...t.modest, spoils: true });
    await api(page, () => {
        window.lost = document.getElementById('view').getContext('webgl2').getExtension('WEBGL_lose_context');
        window.ringlet.play();
        window.lost.loseContext();
    });
    await until(page, () => /driver/.test(document.getElementById('notices').textContent));
    const before = await api(page, () => window.ringlet.stats().frames);
    await until(page, (before) => window.ringlet.stats().frames > before + 5, before);
    await page.click('[data-scene="coily"]');
    await until(page, () => window.ringlet.state().scene === 'coily');
    await api(page, async () => { const r = window.ringlet; r.skin(); r.set('strands', 60); await r.load('helix'); r.setPose({}); r.step(2); });
    await page.mouse.move(560, 200);
    await page.mouse.down();
    await page.mouse.move(580, 220);
    await page.mouse.up();
    await page.waitForTimeout(200);
    const errors = console.filter((line) => !/CONTEXT_LOST_WEBGL/.test(line));
    check(errors.length === 0, `the console says: ${errors[0]}`);
    await api(page, () => window.lost.restoreContext());
    await until(page, () => !/driver/.test(document.getElementById('notices').textContent));
    check(await api(page, () => window.ringlet.stats().frames) > 0, 'the hair does not go on');
});

await t.finish();
