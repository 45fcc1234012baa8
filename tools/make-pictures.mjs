// The pictures of README.md, made by the page itself: node tools/make-pictures.mjs SITE OUT
// Needs playwright-core and Chromium, like the browser tests; takes minutes without graphics hardware.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, serve } from '../tests/browser/support.mjs';

const [site, out] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: make-pictures.mjs SITE OUT; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
mkdirSync(out, { recursive: true });
const server = await serve(site);
const browser = await launch(playwright, executable);
const jpeg = { type: 'jpeg', quality: 88, timeout: 300000 };

// A scene after so many frames, every hair drawn.
async function show(page, { scene, params = {}, motion = '', frames = 120, look = {}, bare = false, zoom = 1 }) {
    await page.evaluate(async ({ scene, params, motion, look, bare, zoom }) => {
        const r = window.ringlet;
        r.pause();
        await r.load(scene, params);
        for (const [name, value] of Object.entries({ adapt: 'off', ...look })) r.set(name, value);
        if (motion) r.playMotion(motion);
        const [yaw, pitch, scale, x, y, z] = r.state().camera;
        r.setCamera([yaw, pitch, scale * zoom, x, y + 0.06 * (1 - zoom), z]);
        if (bare) for (const id of ['side', 'transport', 'figures', 'brand']) document.getElementById(id).hidden = true;
    }, { scene, params, motion, look, bare, zoom });
    for (let left = frames; left > 0; left -= 20) await page.evaluate((n) => window.ringlet.step(n), Math.min(left, 20));
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 800)));
}

const cell = { width: 420, height: 560, touch: true, scale: 2 };  // drawn larger than shown, against jagged edges
const heads = [
    { scene: 'straight', look: { hair_colour: 'honey' } },
    { scene: 'wavy', look: { hair_colour: 'chestnut' } },
    { scene: 'curly', look: { hair_colour: 'copper' } },
    { scene: 'coily', look: { hair_colour: 'espresso' } },
];
const first = await openPage(browser, server.address + '#scene=helix', cell);
const shots = [];
for (const head of heads) {
    await show(first.page, { ...head, bare: true, zoom: 0.74 });
    const shot = await first.page.screenshot({ ...jpeg, quality: 95, clip: { x: 0, y: 0, width: 420, height: 420 } });
    shots.push(`data:image/jpeg;base64,${shot.toString('base64')}`);
    console.log(head.scene);
}
await first.context.close();
const sheet = await (await browser.newContext({ viewport: { width: 4 * 420 + 3 * 8, height: 420 } })).newPage();
await sheet.setContent(`<body style="margin:0;display:flex;gap:8px;background:#fff">${shots.map((url) => `<img width="420" src="${url}">`).join('')}`);
await sheet.screenshot({ ...jpeg, path: join(out, 'styles.jpg') });

const whole = await openPage(browser, server.address + '#scene=helix', { width: 1280, height: 720 });
await show(whole.page, { scene: 'wavy', motion: 'shake', frames: 52 });
await whole.page.screenshot({ ...jpeg, path: join(out, 'page.jpg') });
await browser.close();
server.stop();
