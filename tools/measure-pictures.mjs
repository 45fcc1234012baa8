// What a picture takes where software draws: node tools/measure-pictures.mjs SITE [ANOTHER SITE]
//   [--engine chromium|firefox|webkit] [--size 1280x720] [--scene wavy] [--rounds 3]
// Opens the page, prints pictures a second and how much of real time is simulated, as it opens
// and after its offer of fewer strands; then what a picture takes less without each of its parts:
// wall time, and processor time of all the browser's processes (Linux), which other programs on
// the machine disturb least. While parts are left out the page is told that 0.1 s have passed
// since the last picture, so that each takes the same steps and the level of detail stays.
// Two sites (an older build and a newer one) are measured in turns.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../tests/browser/engines/tasks.mjs';
import { ready, serve } from '../tests/browser/support.mjs';

const sites = [], options = { size: '1280x720', scene: 'wavy', rounds: 3, engine: 'chromium' };
for (let i = 2; i < process.argv.length; ++i) {
    const name = process.argv[i].replace(/^--/, '');
    if (name === process.argv[i]) sites.push(name);
    else options[name] = process.argv[++i];
}
const [width, height] = options.size.split('x').map(Number);

function fail(message) {
    console.error(message);
    process.exit(2);
}
if (!sites.length || sites.some((site) => !existsSync(join(site, 'index.html')))) fail('usage: measure-pictures.mjs SITE [ANOTHER SITE] [--engine chromium|firefox|webkit] [--size WxH] [--scene NAME] [--rounds N]');
const engine = engines[options.engine];
if (!engine || engine.missing()) fail(engine?.missing() ?? `the engines are ${Object.keys(engines).join(', ')}`);

// Runs in the page: counts its pictures, sets its clock, silences its drawing.
function prepare() {
    const next = window.requestAnimationFrame.bind(window);
    const told = self.measured = { pictures: 0, clock: 0, silent: false, parked: false };
    const ask = (call) => (told.parked ? setTimeout(ask, 100, call) : next((now) => {
        ++told.pictures;
        told.now = told.clock ? (told.now ?? now) + told.clock : now;
        call(told.now);
    }));
    window.requestAnimationFrame = ask;
    const gl = WebGL2RenderingContext.prototype;
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(gl)))
        if (/^(draw(Arrays|Elements)|clear$|blit|texSubImage)/.test(name))
            gl[name] = function (...given) { return told.silent ? undefined : value.apply(this, given); };
}

// A browser of its own for each page.
async function open(address) {
    const page = await engine.launch({ width, height });
    await page.goto(`${address}#scene=${options.scene}`);
    await ready(page);
    await page.evaluate(prepare);
    return page;
}

// Processor time (ms) that everything this program has started has taken so far; null where /proc does not tell.
function processorTime() {
    if (!existsSync('/proc/self/stat')) return null;
    const all = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
            const text = readFileSync(`/proc/${pid}/stat`, 'utf8'), fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
            all.set(Number(pid), { parent: Number(fields[1]), ms: 10 * (Number(fields[11]) + Number(fields[12])) });
        } catch { /* it has ended */ }
    }
    const ours = (pid) => pid > 1 && (all.get(pid)?.parent === process.pid || ours(all.get(pid)?.parent ?? 0));
    let sum = 0;
    for (const [pid, { ms }] of all) if (ours(pid)) sum += ms;
    return sum;
}

// What the page says of some time: pictures, simulated time, steps a picture.
async function watch(page, ms) {
    return page.evaluate(async (ms) => {
        const look = () => ({ now: performance.now(), pictures: self.measured.pictures, ...window.ringlet.stats() });
        const first = look();
        await new Promise((done) => setTimeout(done, ms));
        const last = look(), seconds = (last.now - first.now) / 1000, pictures = last.pictures - first.pictures;
        const canvas = document.getElementById('view');
        return { rate: pictures / seconds, simulated: (last.time - first.time) / seconds, steps: (last.frames - first.frames) / pictures, hairs: last.hairsDrawn, canvas: `${canvas.width} x ${canvas.height}` };
    }, ms);
}

// Seconds from the first picture until fewer strands are offered; null after 8.
async function offer(page) {
    const began = Date.now();
    while (Date.now() - began < 8000) {
        if (await page.evaluate(() => !document.getElementById('lighter').hidden)) return (Date.now() - began) / 1000;
        await page.waitForTimeout(50);
    }
    return null;
}

const line = (name, { rate, simulated, steps, hairs, canvas }) =>
    console.log(`  ${name.padEnd(28)} ${rate.toFixed(1).padStart(6)} pictures/s  ${simulated.toFixed(2)} of real time  ${steps.toFixed(1)} steps a picture  ${hairs} hairs  canvas ${canvas}`);

async function speeds(page, site) {
    const offered = await offer(page);
    await page.waitForTimeout(1000);
    line(`${site}: as it opens`, await watch(page, 4000));
    console.log(`  ${''.padEnd(28)} fewer strands are ${offered === null ? 'not offered within 8 s' : `offered after ${offered.toFixed(1)} s`}`);
    if (offered === null) return;
    await page.evaluate(() => document.getElementById('lighter').click());
    await page.waitForTimeout(1500);
    line(`${site}: offer taken`, await watch(page, 4000));
}

const html = 'header, aside, nav, #figures, #lighter, #notices';
// Each part with what leaves it out, and puts it back, in the page.
const parts = [
    ['nothing', () => {}, () => {}],
    ['head', () => window.ringlet.show('head', false), () => window.ringlet.show('head', true)],
    ['hair', () => window.ringlet.show('hair', false), () => window.ringlet.show('hair', true)],
    ['light\'s maps', () => window.ringlet.show('shadow', false), () => window.ringlet.show('shadow', true)],
    ['panel', () => document.getElementById('panel').click(), () => document.getElementById('panel').click()],
    ['HTML controls', (html) => { for (const one of document.querySelectorAll(html)) one.style.visibility = 'hidden'; }, (html) => { for (const one of document.querySelectorAll(html)) one.style.visibility = ''; }],
    ['enlarging by the browser', () => { const c = document.getElementById('view'); c.style.transform = `scale(${c.width / c.clientWidth})`; }, () => { document.getElementById('view').style.transform = ''; }],
    ['stepping', () => { window.ringlet.pause(); self.measured.again = setInterval(() => window.ringlet.show('particles', false), 1); }, () => { clearInterval(self.measured.again); window.ringlet.play(); }],
    ['all drawing', () => { self.measured.silent = true; }, () => { self.measured.silent = false; }],
];

async function pictures(page, count) {
    const seen = () => page.evaluate(() => self.measured.pictures);
    const first = await seen(), wall = performance.now(), busy = processorTime();
    let now = first;
    while (now < first + count) {
        await page.waitForTimeout(20);
        now = await seen();
    }
    const each = 1 / (now - first);
    return { wall: (performance.now() - wall) * each, busy: busy === null ? NaN : (processorTime() - busy) * each };
}

async function without([, leave, back], page) {
    await page.evaluate(leave, html);
    await pictures(page, 3);
    const found = await pictures(page, 10);
    await page.evaluate(back, html);
    return found;
}

const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function split(pages) {
    const found = pages.map(() => parts.map(() => []));
    for (let round = 0; round < Number(options.rounds); ++round)
        for (let p = 0; p < parts.length; ++p)
            for (let s = 0; s < pages.length; ++s) {
                await pages[s].evaluate(() => { self.measured.parked = false; });
                found[s][p].push(await without(parts[p], pages[s]));
                await pages[s].evaluate(() => { self.measured.parked = true; });
            }
    console.log('\nms a picture, the middle of the rounds: processor time, wall time; (what is saved)');
    for (let s = 0; s < pages.length; ++s) {
        console.log(`  ${sites[s]}`);
        const of = (p, key) => middle(found[s][p].map((one) => one[key]));
        parts.forEach(([name], p) => {
            const saved = (key) => (p ? `(${(of(0, key) - of(p, key)).toFixed(0)})` : '').padEnd(7);
            console.log(`    without ${name.padEnd(26)} ${of(p, 'busy').toFixed(0).padStart(5)} ${saved('busy')} ${of(p, 'wall').toFixed(0).padStart(5)} ${saved('wall')}`);
        });
    }
}

const servers = await Promise.all(sites.map((site) => serve(site)));
console.log(`${options.engine}, ${options.size}, ${options.scene}`);
for (let s = 0; s < sites.length; ++s) {
    const page = await open(servers[s].address);
    await speeds(page, sites[s]);
    await page.close();
}
const pages = [];
for (const server of servers) {
    const page = await open(server.address);
    await page.waitForTimeout(1500);
    await page.evaluate(() => { Object.assign(self.measured, { clock: 100, parked: true }); });
    pages.push(page);
}
await split(pages);
for (const page of pages) await page.close();
for (const server of servers) server.stop();
process.exit(0);
