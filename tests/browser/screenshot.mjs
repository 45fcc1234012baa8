// Makes pictures of the page: node tests/browser/screenshot.mjs SITE OUT.png [--engine chromium|firefox|webkit]
//   [--scene NAME] [--file PATH]... [--frames N] [--motion NAME] [--size 1280x720] [--dark] [--touch] [--bare] [--open]
//   [--detail 0 to 5] [--set name=value]... [--camera yaw,pitch,zoom,x,y,z] [--show targets,particles] [--limit 120]
// --file chooses a groom, as in the page's own dialog; --bare hides every control and the panel; --open opens the
// simple page's sheet. After --limit seconds it ends with an error that says what it was doing, and leaves no browser.
import { writeFileSync } from 'node:fs';
import { engines } from './engines/tasks.mjs';
import { ready, serve, until } from './support.mjs';

const [site, out, ...rest] = process.argv.slice(2);
const options = { engine: 'chromium', scene: '', file: [], frames: 60, motion: '', size: '1280x720', camera: '', show: '', limit: 120, params: {} };
for (let i = 0; i < rest.length; ++i) {
    const name = rest[i].slice(2);
    if (['dark', 'touch', 'bare', 'open'].includes(name)) options[name] = true;
    else if (name === 'set') Object.assign(options.params, Object.fromEntries([rest[++i].split('=')]));
    else if (name === 'file') options.file.push(rest[++i]);
    else options[name] = rest[++i];
}
const engine = engines[options.engine];
if (!site || !out || !engine || engine.missing()) {
    console.error(engine?.missing() || 'usage: screenshot.mjs SITE OUT.png [--engine chromium|firefox|webkit] [options]');
    process.exit(2);
}
if (options.detail) options.params.mostDetail = options.detail;

let doing = 'starting the browser', page = null;
const limited = setTimeout(() => {
    console.error(`error: no picture after ${options.limit} s, while ${doing}; is the machine busy? --limit SECONDS gives it longer`);
    Promise.resolve(page?.close()).catch(() => {}).finally(() => process.exit(1));
    setTimeout(() => process.exit(1), 5000);
}, 1000 * Number(options.limit));
const [width, height] = options.size.split('x').map(Number);
const server = await serve(site);
page = await engine.launch({ width, height, touch: options.touch, dark: options.dark });
doing = 'opening the page';
await page.goto(server.address);
await ready(page);
doing = 'reading the files';
if (options.file.length) {
    const before = await page.evaluate(() => window.ringlet.state().scene);
    await page.setInputFiles('#files', options.file);
    await until(page, (before) => window.ringlet.state().scene !== before && !document.querySelector('#notices progress'), before, { timeout: 60000 });
}
doing = 'playing the hair';
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
await until(page, () => window.ringlet.state().whole, null, { timeout: 1000 * Number(options.limit) });
writeFileSync(out, await page.screenshot({ timeout: 0 }));
console.log(JSON.stringify(await page.evaluate(() => window.ringlet.stats())));
for (const line of page.said()) console.log('console:', line);
clearTimeout(limited);
await page.close();
server.stop();
