// Makes pictures of the page: node tests/browser/screenshot.mjs SITE OUT.png
//   [--scene NAME] [--frames N] [--motion NAME] [--size 1280x720] [--scale 1] [--dark] [--touch] [--bare] [--open]
//   [--set name=value]... [--camera yaw,pitch,zoom,x,y,z] [--show targets,particles] [--limit 120]
// --bare hides every control and the panel; --open opens the simple page's sheet. After --limit seconds it
// ends with an error that says what it was doing, and leaves no browser behind.
import { findBrowser, launch, loadPlaywright, openPage, serve } from './support.mjs';

const [site, out, ...rest] = process.argv.slice(2);
const options = { scene: '', frames: 60, motion: '', size: '1280x720', scale: 1, camera: '', show: '', limit: 120, params: {} };
for (let i = 0; i < rest.length; ++i) {
    const name = rest[i].slice(2);
    if (['dark', 'touch', 'bare', 'open'].includes(name)) options[name] = true;
    else if (name === 'set') Object.assign(options.params, Object.fromEntries([rest[++i].split('=')]));
    else options[name] = rest[++i];
}
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !out || !playwright || !executable) {
    console.error('usage: screenshot.mjs SITE OUT.png [options]; needs playwright-core and Chromium');
    process.exit(2);
}
let doing = 'starting the browser';
const limited = setTimeout(() => {
    console.error(`error: no picture after ${options.limit} s, while ${doing}; is the machine busy? --limit SECONDS gives it longer`);
    browser?.close().catch(() => {}).finally(() => process.exit(1));
    setTimeout(() => process.exit(1), 5000);
}, 1000 * Number(options.limit));
let browser = null;
const [width, height] = options.size.split('x').map(Number);
const server = await serve(site);
browser = await launch(playwright, executable);
doing = 'opening the page';
const { page, said } = await openPage(browser, server.address,
    { width, height, touch: options.touch, dark: options.dark, scale: Number(options.scale) });
doing = 'playing the hair';
if (options.bare)
    await page.addStyleTag({ content: '#side,#transport,#figures,#brand,#notices{display:none!important}' }).catch(() => {});
await page.evaluate(async ({ scene, params, motion, frames, camera, show, bare, open }) => {
    const r = window.ringlet;
    r.pause();
    r.set('adapt', 'off');
    if (bare) {
        for (const id of ['side', 'transport', 'figures', 'brand', 'notices']) document.getElementById(id).hidden = true;
        if (document.getElementById('panel').getAttribute('aria-pressed') === 'true') document.getElementById('panel').click();
    }
    if (open) document.getElementById('more').click();
    if (scene) await r.load(scene, params);
    else for (const [name, value] of Object.entries(params)) r.set(name, value);
    if (motion) r.playMotion(motion);
    for (let left = Number(frames); left > 0; left -= 20) r.step(Math.min(left, 20));
    if (camera) r.setCamera(camera.split(',').map(Number));
    for (const one of show.split(',').filter(Boolean)) r.show(one, true);
}, options);
doing = 'drawing it';
await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 900)));
await page.screenshot({ path: out, timeout: 0 });
console.log(JSON.stringify(await page.evaluate(() => window.ringlet.stats())));
for (const line of said) console.log('console:', line);
clearTimeout(limited);
await browser.close();
server.stop();
