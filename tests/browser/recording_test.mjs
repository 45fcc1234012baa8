// Recordings and links as people make, open and pass them on, and what is saved meanwhile.
// node tests/browser/recording_test.mjs SITE [PART OF A NAME]
import { readFileSync } from 'node:fs';
import { check, start } from './harness.mjs';
import { follow, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=4&scene=straight&strands=100&particles=8&hairsDrawn=100';
const api = (page, body, argument) => page.evaluate(body, argument);
const said = (page) => api(page, () => [...document.querySelectorAll('#notices p')].map((line) => line.textContent).join('|'));
const told = (page) => api(page, () => document.getElementById('activity').textContent);
const closeDialog = (page) => api(page, () => document.querySelector('dialog[open]')?.close());
const give = (page, name, text) => page.setInputFiles('#files', { name, mimeType: 'application/json', buffer: Buffer.from(text) });

// Records that many frames of a head that goes a little to the side; returns the file's text.
async function record(page, frames, during = () => {}) {
    await api(page, (frames) => {
        const r = window.ringlet;
        r.record();
        r.pause();
        r.setPose({ position: [0.05, 0, 0] });
        r.step(frames);
    }, frames);
    await api(page, during);
    const text = await api(page, () => window.ringlet.stopRecording());
    await closeDialog(page);
    return text;
}

await test('a link of a head that was moved far opens with the camera where it was', async () => {
    const { page } = await open(tiny);
    const url = await api(page, () => {
        const r = window.ringlet;
        r.pause();
        r.setPose({ position: [0.8, 0, 0], teleport: true });
        r.step(2);
        r.setCamera({ zoom: 0.6, target: [0.8, 0.02, 0] });
        return r.shareUrl();
    });
    await follow(page, '#scene=helix');
    await follow(page, new URL(url).hash);
    const [pose, camera] = await api(page, () => { const r = window.ringlet; r.pause(); r.step(3); return [r.state().pose, r.state().camera]; });
    check(Math.abs(pose[0] - 0.8) < 1e-5, `the head is at ${pose}`);
    check(Math.abs(camera[3] - 0.8) < 1e-5 && Math.abs(camera[4] - 0.02) < 1e-5, `the camera looks at ${camera.slice(3)}`);
});

await test('a recording that changes the wind agrees when it is played again', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const text = await record(page, 9, () => { window.ringlet.set('windSpeed', 3); window.ringlet.step(12); });
    await api(page, (text) => { const r = window.ringlet; r.replay(text); r.pause(); r.step(21); }, text);
    check(/agrees/.test(await told(page)), `at first: ${await told(page)}`);
    // What the recording itself changes may be elsewhere by then.
    for (const wind of [3, 1.5]) {
        await api(page, (wind) => window.ringlet.set('windSpeed', wind), wind);
        await page.click('#again');
        await api(page, () => { window.ringlet.pause(); window.ringlet.step(21); });
        check(/agrees/.test(await told(page)), `again, after a wind of ${wind}: ${await told(page)}`);
    }
    await api(page, () => window.ringlet.set('windGusts', 0.9));
    check(await page.locator('#again').isHidden(), 'with other gusts it is offered again');
});

await test('a replay that other wind ends: the link is that of the hair alone', async () => {
    const { page } = await open(tiny);
    await record(page, 60);
    const link = await api(page, () => window.ringlet.shareUrl());
    await follow(page, new URL(link).hash);
    const during = await api(page, () => { const r = window.ringlet; r.pause(); r.step(10); return r.shareUrl(); });
    check(during.includes('record='), 'while it is replayed the link lacks the recording');
    // As a hand moves the slider: nothing is told of it before the next look.
    const after = await api(page, () => {
        const input = document.querySelector('#wind-controls input[type=range]');
        input.value = 500;
        input.dispatchEvent(new Event('input', { bubbles: true }));
        return window.ringlet.shareUrl();
    });
    check(after.includes('windSpeed=') && !after.includes('record='), `the link pairs other parameters with the recording: ${after}`);
    await until(page, () => document.getElementById('again').hidden);
});

await test('a recording under way is not lost to another that is opened', async () => {
    const { page, said: console } = await open(tiny);
    const other = await record(page, 30);
    const link = await api(page, () => window.ringlet.shareUrl());
    const begin = () => api(page, () => { const r = window.ringlet; r.record(); r.pause(); r.setPose({ position: [0, 0.04, 0] }); r.step(45); });
    await begin();
    await give(page, 'other.ringlet', other);
    await until(page, () => /under way; end it first/.test(document.getElementById('notices').textContent));
    check(await api(page, () => window.ringlet.state().activity.frame) === 45, 'the recording was ended by a file');
    const refused = await api(page, (text) => { try { window.ringlet.replay(text); return ''; } catch (error) { return error.message; } }, other);
    check(/under way/.test(refused), `a script is told "${refused}"`);
    // A link ends it; what was recorded is offered, and can be saved while the link's is replayed.
    await follow(page, new URL(link).hash + '&windGusts=0.2');
    check(await api(page, () => window.ringlet.state().activity.mode) === 'replaying', 'the link is not replayed');
    check((await api(page, () => location.hash)).endsWith('&windGusts=0.2'), 'the address is not the link');
    await until(page, () => document.getElementById('share-dialog').open);
    const waiting = page.waitForEvent('download');
    await page.click('#save-recording');
    const kept = JSON.parse(readFileSync(await (await waiting).path(), 'utf8'));
    check(kept.frames === 45 && kept.head !== JSON.parse(other).head, `what was kept has ${kept.frames} frames`);
    await closeDialog(page);
    check(console.length === 0, `the console says: ${console[0]}`);
});

await test('a link of the style that runs brings back its own motion', async () => {
    const { page } = await open(tiny);
    const state = () => api(page, () => { const { motion, pose } = window.ringlet.state(); return { motion, moved: Math.hypot(...pose.slice(0, 3)) > 1e-6 }; });
    await api(page, () => { window.ringlet.playMotion('shake'); window.ringlet.pause(); window.ringlet.step(20); });
    await follow(page, tiny + '&camera=0,0,1,0,0,0');
    check((await state()).motion === 'still' && !(await state()).moved, 'the head goes on as before');
    await api(page, () => { window.ringlet.setPose({ position: [0.1, 0, 0] }); window.ringlet.step(9); });
    await follow(page, tiny + '&camera=0.5,0,1,0,0,0');
    check((await state()).motion === 'still' && !(await state()).moved, 'the head stays where a hand put it');
    await follow(page, tiny + '&motion=nod');
    check((await state()).motion === 'nod', 'the link’s motion is not played');
});

await test('a ball that a pointer drags: the last place of each frame is kept, and a file of 20 s can be opened', async () => {
    const { page } = await open(tiny);
    const [few, whole] = await api(page, () => {
        const r = window.ringlet, kept = [];
        for (const frames of [5, 1200]) {
            r.record();
            r.pause();
            for (let move = 0; frames === 5 && move < 9; ++move) {
                ['ballX', 'ballY', 'ballZ'].forEach((name, i) => r.set(name, 0.1 * (i + 1) + 0.01 * move));
                if (move % 3 === 2) r.step(1);
            }
            r.step(frames);
            kept.push(JSON.parse(r.stopRecording()));
        }
        return kept;
    });
    await closeDialog(page);
    check(few.changes.map((one) => one.slice(0, 2)).join() === [0, 1, 2].flatMap((frame) => ['ballX', 'ballY', 'ballZ'].map((name) => [frame, name])).join(), `kept were ${few.changes}`);
    check(Math.abs(few.changes[6][2] - 0.18) < 1e-6, 'not the last place was kept');
    // The ball has no radius: wherever it is, the hair does the same.
    whole.changes = Array.from({ length: 3600 }, (_, i) => [Math.floor(i / 3), ['ballX', 'ballY', 'ballZ'][i % 3], String(Math.fround(-0.4 + 1e-4 * i))]);
    const text = JSON.stringify(whole);
    check(text.length > 100000, `${text.length} letters`);
    await give(page, 'ball.ringlet', text);
    await until(page, () => window.ringlet.state().activity.mode === 'replaying');
    for (const again of [false, true]) {
        if (again) await api(page, (text) => window.ringlet.replay(text), text);
        await api(page, () => { window.ringlet.pause(); window.ringlet.step(1200); });
        check(/agrees/.test(await told(page)), `the page says ${await told(page)}`);
    }
});

await test('motion as a file, asked for again while it is made: both are handed over, whole', async () => {
    const { page } = await open(tiny);
    const take = async () => {
        await page.click('#share');
        await page.selectOption('#motion-seconds', '2');
        // It plays from then on: a slow look at the page might find it done.
        await api(page, () => { document.getElementById('save-motion').click(); window.ringlet.pause(); });
    };
    const texts = [];
    const saved = async (body) => {
        const waiting = page.waitForEvent('download');
        await body();
        texts.push(readFileSync(await (await waiting).path(), 'utf8'));
    };
    await take();
    await api(page, () => window.ringlet.step(30));
    await saved(take);
    await saved(() => api(page, () => window.ringlet.step(121)));
    for (const [i, text] of texts.entries())
        check(/^#usda 1\.0/.test(text) && text.split('#usda 1.0').length === 2 && text.trimEnd().endsWith('}'), `file ${i + 1} is damaged`);
    check(texts[1].length > texts[0].length, 'the second is not longer than the first, which was ended early');
    check(await page.locator('#notices progress').count() === 0, `a bar stays: ${await said(page)}`);
});

await test('a picture whose drawing context is lost while it is saved: words, and the hair goes on', async () => {
    const { page } = await open(tiny, { ...t.modest, seen: true, spoils: true });
    await page.click('#share');
    await api(page, () => {  // at once: a picture may be saved within the time of a second call
        document.getElementById('save-picture').click();
        window.lost = document.getElementById('view').getContext('webgl2').getExtension('WEBGL_lose_context');
        window.lost.loseContext();
    });
    await until(page, () => /picture could not be saved/.test(document.getElementById('notices').textContent));
    await closeDialog(page);
    const frames = await api(page, () => { window.lost.restoreContext(); window.ringlet.playMotion('shake'); window.ringlet.play(); return window.ringlet.stats().frames; });
    await until(page, (frames) => window.ringlet.stats().frames > frames + 5, frames);
});

await test('a picture is asked for while another is made: that one is handed over, with a word', async () => {
    const { page } = await open(tiny, { ...t.modest, seen: true });
    await page.click('#share');
    const waiting = page.waitForEvent('download');
    await api(page, () => { for (const id of ['save-picture', 'save-picture', 'save-clip']) document.getElementById(id).click(); });
    await until(page, () => /Another picture or clip is being made/.test(document.getElementById('notices').textContent));
    check((await waiting).suggestedFilename().endsWith('.png'), 'no picture came');
    await closeDialog(page);
    const frames = await api(page, () => { window.ringlet.play(); return window.ringlet.stats().frames; });
    await until(page, (frames) => window.ringlet.stats().frames > frames + 3, frames);
});

await test('a link after a recording: its motion while the hair is as it was, with the colour of now', async () => {
    const { page } = await open(tiny);
    const links = await api(page, () => {
        const r = window.ringlet, link = () => r.shareUrl(), own = r.params().drag;
        r.pause();
        r.record();
        r.pause();
        r.setPose({ position: [0.05, 0, 0] });
        r.step(9);
        r.stopRecording();
        const first = link();
        r.set('hairColour', 'silver');
        const coloured = link();
        r.set('drag', 4);
        const changed = link();
        r.set('drag', own);
        return { first, coloured, changed, again: link() };
    });
    check(links.first.includes('record='), `${links.first} lacks the motion`);
    check(links.coloured.includes('record=') && links.coloured.includes('hairColour=silver'), `${links.coloured} lacks the colour`);
    check(links.changed.includes('drag=4') && !links.changed.includes('record='), `${links.changed} has the motion of other hair`);
    check(links.again === links.coloured, 'what is put back is no longer as it was');
});

await test('record() is refused while one is under way, and stopRecording() gives each recording once', async () => {
    const { page } = await open(tiny);
    const told = await api(page, () => {
        const r = window.ringlet, frames = () => JSON.parse(r.stopRecording() ?? 'null')?.frames ?? null;
        const none = frames();
        r.record();
        r.pause();
        r.step(9);
        let refused = '';
        try { r.record(); } catch (error) { refused = error.message; }
        const once = [frames(), frames()];
        r.record();
        r.pause();
        r.step(1300);  // longer than one may be: it ends by itself
        return { none, refused, once, whole: [frames(), frames()] };
    });
    await closeDialog(page);
    check(JSON.stringify(told) === JSON.stringify({ none: null, refused: 'a recording is under way; end it first', once: [9, null], whole: [1200, null] }), JSON.stringify(told));
});

await test('a page that is left asks while something is recorded; afterwards its address holds the motion', async () => {
    const { page } = await open(tiny, { ...t.modest, spoils: true, fresh: true });
    const asks = () => api(page, () => window.asks());
    await api(page, () => {
        window.asks = () => {
            const event = document.createEvent('BeforeUnloadEvent');
            event.initEvent('beforeunload', false, true);
            dispatchEvent(event);
            return event.returnValue !== '';
        };
    });
    check(!await asks(), 'it asks with nothing under way');
    const text = await record(page, 30, () => { window.asked = window.asks(); });
    check(await api(page, () => window.asked), 'it does not ask while something is recorded');
    check(!await asks(), 'it still asks');
    check((await api(page, () => location.hash)).includes(`record=${JSON.parse(text).head}`), 'the address lacks the motion');
    await page.reload();
    await until(page, () => window.ringlet !== undefined);
    await api(page, () => window.ringlet.ready);
    check(await api(page, () => ['replaying'].includes(window.ringlet.state().activity.mode) || window.ringlet.state().activity.replayed !== ''), 'loaded again, the page has lost the motion');
    await api(page, () => window.ringlet.set('windSpeed', 1.5));
    check(!(await api(page, () => location.hash)).includes('record='), 'with other hair the address keeps the motion');
});

await t.finish();
