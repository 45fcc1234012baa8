// What people, their devices and the programs between them do to a page: node tests/browser/habits_test.mjs SITE [PART OF A NAME]
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { check, start } from './harness.mjs';
import { follow, ready, until } from './support.mjs';

const t = await start();
const { test, open } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const phone = { width: 390, height: 844, touch: true, scale: 0.5 };
const api = (page, body, argument) => page.evaluate(body, argument);
const isOpen = (page, id) => api(page, (id) => document.getElementById(id).open, id);

await test('a dialog closes by a press beside it, and by none that begins or ends within it', async () => {
    const { page } = await open(tiny, { width: 1280, height: 720, scale: 0.4 });
    await api(page, () => window.ringlet.pause());
    await api(page, () => document.getElementById('share-dialog').showModal());
    const box = await (await page.$('#share-dialog')).boundingBox(), link = await (await page.$('#link')).boundingBox();
    await page.mouse.click(box.x + 8, box.y + box.height / 2);
    check(await isOpen(page, 'share-dialog'), 'a press on its margin closes it');
    await page.mouse.move(link.x + 40, link.y + link.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, link.y + link.height / 2, { steps: 4 });
    await page.mouse.up();
    check(await isOpen(page, 'share-dialog'), 'a selection that is dragged beyond its edge closes it');
    await page.mouse.click(box.x - 60, box.y + 40);
    check(!await isOpen(page, 'share-dialog'), 'a press beside it does not close it');
});

await test('keys on a keyboard of other letters; Escape closes what More has opened; a frame has no hidden ones', async () => {
    const { page } = await open(tiny, phone);
    await api(page, () => window.ringlet.pause());
    const key = (key, code) => api(page, ([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })), [key, code]);
    await key('и', 'KeyB');
    check((await api(page, () => window.ringlet.state())).tool === 'brush', 'the key where B is does not take the brush');
    await page.tap('#more');
    await until(page, () => document.body.classList.contains('open'));  // a tap clicks a little later
    await key('Escape', 'Escape');
    check(!await api(page, () => document.body.classList.contains('open')), 'Escape does not close it');
    const frame = (await open(tiny, { width: 320, height: 240, scale: 0.5 }, '?embed')).page;
    await api(frame, () => window.ringlet.pause());
    for (const letter of ['t', 'p', 'e', 'c']) await frame.keyboard.press(letter);
    check(await api(frame, () => !document.querySelector('dialog[open]') && document.getElementById('activity').hidden && localStorage.getItem('ringlet.panel') === null), 'a frame records, shares or keeps a choice');
});

await test('links as programs pass them on: encoded again, with marks and what tells where they were pressed', async () => {
    const link = '#v=4&scene=helix&windSpeed=3&camera=0.3,0.1,1.1,0,0,0';
    const { page } = await open(tiny);
    for (const mangled of [link.replaceAll('&', '&amp;'), '#' + encodeURIComponent(link.slice(1)), `${link}>.%E2%80%8B`, `${link}?utm_source=chat`]) {
        await follow(page, tiny);
        await follow(page, mangled);
        const state = await api(page, () => window.ringlet.state());
        check(state.scene === 'helix' && Number(state.changed.windSpeed) === 3 && Math.abs(state.camera[0] - 0.3) < 1e-4, `${mangled}: ${JSON.stringify([state.scene, state.changed, state.camera])}`);
        check(await page.textContent('#notices') === '', `${mangled}: ${await page.textContent('#notices')}`);
    }
});

await test('links that are typed: a style alone, capitals, a space', async () => {
    const { page } = await open(tiny);
    for (const typed of ['#Helix', '#scene=%20Helix', '#helix']) {
        await follow(page, tiny);
        await follow(page, typed);
        const scene = await api(page, () => window.ringlet.state().scene);
        check(scene === 'helix' && await page.textContent('#notices') === '', `${typed}: ${scene}, ${await page.textContent('#notices')}`);
    }
    await follow(page, '#nosuch');
    await until(page, () => document.getElementById('notices').textContent);
    check(/no style “nosuch”/.test(await page.textContent('#notices')), `#nosuch: ${await page.textContent('#notices')}`);
});

await test('on a phone a recording is ended by a button that is seen', async () => {
    const { page } = await open(tiny, phone);
    await page.tap('#share');
    await page.tap('#record-motion');
    await until(page, () => document.getElementById('stop').checkVisibility());
    await page.tap('#share');
    await until(page, () => document.getElementById('share-dialog').open && document.getElementById('record-motion').textContent === 'Stop recording');
    await api(page, () => document.getElementById('share-dialog').close());
    await page.tap('#stop');
    await until(page, () => !document.getElementById('stop').checkVisibility());
    await until(page, () => document.getElementById('share-dialog').open);
    check(await api(page, () => !document.getElementById('save-recording').hidden), 'nothing was recorded');
});

await test('whoever wants little motion is shown a head that waits', async () => {
    const { page } = await open(tiny);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await api(page, () => { location.hash = '#v=4&scene=helix&motion=violent'; });
    await until(page, () => window.ringlet.state().scene === 'helix' && !window.ringlet.state().playing);
    check(/press Play/.test(await page.textContent('#notices')), 'nothing says why');
    // A pose ends the motion that a scene has of its own: then nothing waits, and the pose is seen.
    await api(page, () => { document.getElementById('notices').replaceChildren(); window.ringlet.play(); location.hash = '#v=4&scene=walk&strands=20&pose=0.1,0,0,0,0,0,1'; });
    await until(page, () => window.ringlet.state().scene === 'walk' && Math.abs(window.ringlet.state().pose[0] - 0.1) < 1e-6);
    check(!/press Play/.test(await page.textContent('#notices')), 'a head that stands is said to move');
    // An embedded frame has no other button.
    await api(page, () => {
        const frame = document.createElement('iframe');
        frame.src = `${location.pathname}?embed#v=4&scene=helix&motion=violent`;
        document.body.append(frame);
    });
    await until(page, () => Boolean(document.querySelector('iframe').contentDocument?.querySelector('#notices .standing button')));
    check(!await api(page, () => document.querySelector('iframe').contentWindow.ringlet.state().playing), 'the frame does not wait');
    await api(page, () => document.querySelector('iframe').contentDocument.querySelector('#notices .standing button').click());
    await until(page, () => { const inside = document.querySelector('iframe').contentWindow; return inside.ringlet.state().playing && !inside.document.querySelector('#notices .standing'); });
    await api(page, () => document.querySelector('iframe').remove());
    await page.emulateMedia({ reducedMotion: null });
});

await test('two fingers spread on a trackpad come as near as fingers on a screen', async () => {
    const { page } = await open(tiny);
    await api(page, () => window.ringlet.pause());
    const before = (await api(page, () => window.ringlet.state())).camera[2];
    await api(page, () => {
        const at = { clientX: 450, clientY: 250, ctrlKey: true, bubbles: true, cancelable: true };
        for (let i = 0; i < 20; ++i) document.getElementById('view').dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -100 * Math.log(2) / 20 }));
    });
    const nearer = before / (await api(page, () => window.ringlet.state())).camera[2];
    check(nearer > 1.7 && nearer < 2.3, `twice as wide gives ${nearer.toFixed(2)}`);
});

await test('a page that is kept is shown where the network begins to answer and stops', async () => {
    const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
    let stalls = false;
    const host = createServer((request, answer) => {
        let file = join(t.site, new URL(request.url, 'http://here').pathname);
        if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
        if (!existsSync(file)) return answer.writeHead(404).end();
        answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
        const bytes = readFileSync(file);
        return stalls && file.endsWith('.html') ? answer.write(bytes.subarray(0, 1000)) : answer.end(bytes);
    });
    await new Promise((done) => host.listen(0, done));
    const address = `http://localhost:${host.address().port}/`, { page, context } = await t.openElsewhere(address + tiny, { width: 390, height: 500 });
    try {
        await api(page, () => window.ringlet.pause());
        await until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
        await page.reload();
        await ready(page);
        await api(page, () => window.ringlet.pause());
        stalls = true;
        await page.goto(`${address}?again${tiny}`);
        await ready(page);
        check(await api(page, () => window.ringlet.state().scene === 'straight'), 'not the page that is kept');
    } finally {
        await context.close();
        host.closeAllConnections();
        host.close();
    }
});

await test('notices do not push away the bar with its button, nor what stands', async () => {
    const { page } = await open(tiny, { ...t.modest, spoils: true, fresh: true });
    await page.evaluate(() => { window.ringlet.pause(); document.getElementById('motion-seconds').value = '20'; document.getElementById('save-motion').click(); });
    await until(page, () => document.querySelector('#notices progress') !== null);
    await api(page, () => window.ringlet.pause());
    const txt = (i) => ({ name: `x${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from('a') });
    for (let i = 1; i < 6; ++i) {
        await page.setInputFiles('#files', [txt(i)]);
        await until(page, (i) => document.getElementById('notices').textContent.includes(`x${i}.txt cannot be read here`), i);
    }
    await page.setInputFiles('#files', [txt(6), txt(7), txt(8)]);
    await until(page, () => /x6\.txt and 2 more cannot be read here/.test(document.getElementById('notices').textContent));
    const lines = await api(page, () => [...document.querySelectorAll('#notices p')].map((one) => one.textContent.slice(0, 6)));
    check(lines.length === 5 && await page.locator('#notices progress').count() === 1, `what is seen: ${lines.join('|')}`);
});

await test('on paper the hair is in the middle', async () => {
    const { page } = await open(tiny, { width: 900, height: 560, scale: 0.5, seen: true });
    // Where what is not the ground lies, of the picture's width.
    const middle = await api(page, () => {
        window.ringlet.pause();
        dispatchEvent(new Event('beforeprint'));
        const { width, height } = document.getElementById('view');
        const flat = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        flat.drawImage(document.getElementById('view'), 0, 0);
        dispatchEvent(new Event('afterprint'));
        const { data } = flat.getImageData(0, 0, width, height), columns = [];
        for (let y = 0; y < height; ++y)
            for (let x = 0; x < width; ++x) if (Math.abs(data[4 * (y * width + x) + 2] - data[4 * y * width + 2]) > 50) columns.push(x / width);
        return columns.reduce((sum, x) => sum + x, 0) / columns.length;
    });
    check(Math.abs(middle - 0.5) < 0.06, `on paper the hair is at ${middle}`);
});

await test('what is not shown is not read out; paper has the picture alone; help and Share fit a small phone; hair of files is no link', async () => {
    const { page } = await open('#scene=sintel', { ...phone, fresh: true });
    check(/is made of files, which a link cannot carry/.test(await page.textContent('#notices')), `it says ${await page.textContent('#notices')}`);
    await until(page, () => getComputedStyle(document.getElementById('cover')).visibility === 'hidden');
    await page.emulateMedia({ media: 'print' });
    const printed = await api(page, () => [...document.body.children].filter((one) => one.checkVisibility()).map((one) => one.id || one.tagName));
    check(printed.join() === 'view', `paper has ${printed}`);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 320, height: 568 });
    await api(page, () => document.getElementById('help').showModal());
    const narrowest = await api(page, () => Math.min(...[...document.querySelectorAll('#help dd')].map((one) => one.clientWidth)));
    check(narrowest > 200, `a line of the help has ${narrowest} pixels`);
    await api(page, () => { document.getElementById('help').close(); document.getElementById('share-dialog').showModal(); });
    const [button, seconds] = await api(page, () => ['save-clip', 'clip-seconds'].map((id) => document.getElementById(id).offsetTop));
    check(Math.abs(button - seconds) < 4, `the seconds of a clip stand ${seconds - button} pixels below its button`);
    const [words, format] = await api(page, () => [document.querySelector('#export-row label'), document.getElementById('export-format')].map((one) => one.getBoundingClientRect().left));
    check(Math.abs(words - format) < 2, `the formats stand ${format - words} pixels beside their words`);
});

await t.finish();
