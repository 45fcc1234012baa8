// Starts the built site and a headless Chromium for the browser tests and the
// pictures. Nothing here knows what is tested.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

// playwright-core from the project's node_modules, or from RINGLET_PLAYWRIGHT.
export function loadPlaywright() {
    const places = [process.env.RINGLET_PLAYWRIGHT, root, join(root, 'build/deps')].filter(Boolean);
    for (const place of places) {
        try {
            return createRequire(join(place, 'package.json'))('playwright-core');
        } catch { /* the next place */ }
    }
    return null;
}

export function findBrowser() {
    const named = process.env.RINGLET_BROWSER;
    if (named) return existsSync(named) ? named : null;
    for (const folder of (process.env.PATH ?? '').split(delimiter))
        for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
            if (existsSync(join(folder, name))) return join(folder, name);
    return null;
}

// Serves `folder`; resolves to { address, stop }.
export function serve(folder, ...options) {
    const server = spawn(process.execPath, [join(root, 'tools/serve.mjs'), folder, '--port', '0', ...options],
        { stdio: ['ignore', 'pipe', 'inherit'] });
    process.on('exit', () => server.kill());
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
    return new Promise((done, failed) => {
        let said = '';
        server.stdout.on('data', (text) => {
            said += text;
            const address = said.match(/http:\/\/\S+/)?.[0];
            if (address) done({ address, stop: () => server.kill() });
        });
        server.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    });
}

// smooth: as people see it; else the browser's own drawing is plainer (and openPage() has the page's).
// No renderer is kept in store: its start costs as much as a small test. The driver's own
// list of features is replaced by this; of that, what is named here again would matter.
export function launch(playwright, executablePath, { smooth = true } = {}) {
    return playwright.chromium.launch({
        executablePath,
        args: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox',
            '--ignore-gpu-blocklist', '--disable-dev-shm-usage',
            '--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,Translate,MediaRouter,DialMediaRouteProvider',
            ...smooth ? [] : ['--disable-gpu-rasterization']],
    });
}

const longest = 150000;  // ms that anything is waited for: a guard against waiting for ever, and longer than slow machines take

// Waits until `condition` holds in the page. Asked from here again and again:
// the driver's own waiting evaluates text in the page, which its policy forbids.
export async function until(page, condition, argument = null, { timeout = longest } = {}) {
    for (const end = Date.now() + timeout; ; await page.waitForTimeout(50)) {
        if (await page.evaluate(condition, argument)) return;
        if (Date.now() > end) throw new Error(`waited ${timeout} ms in vain for ${condition}`);
    }
}

// Each picture waits for `pause` ms without drawing, for software that draws as often as it can takes
// every core; while window.parked is set none comes. Runs in the page.
function waitBefore(pause) {
    const next = window.requestAnimationFrame.bind(window);
    const ask = (call) => setTimeout(() => (window.parked ? ask(call) : next(call)), window.parked ? 250 : pause);
    window.requestAnimationFrame = ask;
}

// Without the antialiasing that costs a third of a picture. Runs in the page.
function drawPlainly() {
    const gl = WebGL2RenderingContext.prototype, store = gl.renderbufferStorageMultisample;
    gl.renderbufferStorageMultisample = function (target, samples, ...rest) { return store.call(this, target, 0, ...rest); };
}

// Nothing is drawn, which in software takes longer than most tests, and the empty picture is not put under the controls, which takes as
// long as the page itself does between two pictures. Runs in the page.
function drawNothing() {
    addEventListener('DOMContentLoaded', () => { document.getElementById('view')?.style.setProperty('opacity', '0'); });
    for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements', 'drawElementsInstanced'])
        WebGL2RenderingContext.prototype[name] = () => {};
}

// Opens the page and waits until it is ready; `before` runs in it before all else. `said` gathers console
// errors. `pause`: see waitBefore(). smooth: drawn as people see it; else plainly, and unless `seen` not at all.
export async function openPage(browser, address, { width = 1280, height = 720, touch = false, dark = false, scale = 1, pause = null, smooth = true, seen = true, before = null } = {}) {
    const context = await browser.newContext({
        viewport: { width, height }, hasTouch: touch, isMobile: touch, deviceScaleFactor: scale,
        colorScheme: dark ? 'dark' : 'light',
    });
    context.setDefaultTimeout(longest);
    const page = await context.newPage();
    if (pause !== null) await page.addInitScript(waitBefore, pause);
    if (!smooth) await page.addInitScript(seen ? drawPlainly : drawNothing);
    if (before) await page.addInitScript(before);
    const said = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(address);
    await ready(page);
    return { page, context, said };
}

export async function ready(page) {
    await until(page, () => window.ringlet !== undefined);
    await page.evaluate(() => window.ringlet.ready);
}

// Opens a link in a page that shows another: a page of its own for each would cost ten times as much.
export const follow = (page, fragment) => page.evaluate((fragment) => new Promise((done) => {
    document.getElementById('notices').replaceChildren();
    if (location.hash === fragment) history.replaceState(null, '', '#');  // as a recording leaves it
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = fragment;
}), fragment);

// Waits until what has changed is on the screen: two pictures have been asked for since, the graphics driver, which in software may
// be some pictures behind, has drawn all that it was told, and one more picture has let the browser show it.
export const drawn = (page) => page.evaluate(async () => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    await next();
    await next();
    const gl = document.getElementById('view').getContext('webgl2'), sync = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    while (sync && !gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) await new Promise((done) => setTimeout(done, 5));
    if (sync) gl.deleteSync(sync);
    await next();
});

// Another size of the window, with the controls laid out in it: the page hears of it with a picture.
export async function resize(page, size) {
    await page.setViewportSize(size);
    await until(page, ({ width, height }) => innerWidth === width && innerHeight === height, size);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// Decodes what screenshots are: PNG, 8 bits, RGB or RGBA, not interlaced.
export function decodePng(bytes) {
    let at = 8, width = 0, height = 0, channels = 0;
    const parts = [];
    while (at < bytes.length) {
        const size = bytes.readUInt32BE(at), type = bytes.toString('latin1', at + 4, at + 8);
        const body = bytes.subarray(at + 8, at + 8 + size);
        if (type === 'IHDR') {
            [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
            channels = { 2: 3, 6: 4 }[body[9]];
        } else if (type === 'IDAT') parts.push(body);
        at += 12 + size;
    }
    const raw = inflateSync(Buffer.concat(parts)), stride = width * channels;
    const pixels = new Uint8Array(stride * height);
    for (let y = 0; y < height; ++y) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; ++x) {
            const left = x >= channels ? pixels[y * stride + x - channels] : 0;
            const up = y ? pixels[(y - 1) * stride + x] : 0;
            const corner = y && x >= channels ? pixels[(y - 1) * stride + x - channels] : 0;
            let guess = 0;
            if (filter === 1) guess = left;
            else if (filter === 2) guess = up;
            else if (filter === 3) guess = (left + up) >> 1;
            else if (filter === 4) {
                const p = left + up - corner, a = Math.abs(p - left), b = Math.abs(p - up), c = Math.abs(p - corner);
                guess = a <= b && a <= c ? left : b <= c ? up : corner;
            }
            pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
        }
    }
    return { width, height, channels, pixels };
}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

// A groom of two strands: .tfx, version 4.
export function twoStrands() {
    const points = 8, header = 160, bytes = Buffer.alloc(header + 2 * points * 16);
    bytes.writeFloatLE(4, 0);
    [2, points, header].forEach((value, i) => bytes.writeUInt32LE(value, 4 + 4 * i));
    for (let i = 0; i < 2 * points; ++i)
        [i < points ? -0.02 : 0.02, 0.1, 0.02 * (i % points), i % points ? 1 : 0].forEach((value, k) => bytes.writeFloatLE(value, header + 16 * i + 4 * k));
    return bytes;
}
