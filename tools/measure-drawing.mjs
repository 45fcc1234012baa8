// What drawing costs the CPU, whatever draws: node tools/measure-drawing.mjs SITE
// The page draws every hair it is asked for, again and again, the simulation paused
// (so nothing is uploaded), while WebGL's calls do nothing (`own`: the page's own work),
// or while those alone do nothing that would keep the graphics device busy (`with calls`:
// the browser's bookkeeping of every call as well). What the page's figures say is
// printed, ms a picture: the least and the middle of several readings, each a mean over
// some twenty pictures; and the number of calls. Needs playwright-core and Chromium.
import { findBrowser, launch, loadPlaywright, openPage, serve } from '../tests/browser/support.mjs';

const site = process.argv[2];
const playwright = loadPlaywright(), executable = findBrowser();
if (!site || !playwright || !executable) {
    console.error('usage: measure-drawing.mjs SITE; needs playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const readings = 7, pictures = 60;
const cases = [[400, 8], [6000, 16], [15360, 16], [15360, 100]];

// Runs in the page before all else: `silenced` chooses what does nothing.
function prepare() {
    self.silenced = 'nothing';
    self.calls = 0;
    const gl = WebGL2RenderingContext.prototype;
    const busy = /^(draw(Arrays|Elements)|clear$|texSubImage|texImage|readPixels|finish)/, asks = /^(create|get|is|check|fence|clientWait)/;
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(gl))) {
        if (typeof value !== 'function') continue;
        gl[name] = function (...given) {
            ++self.calls;
            if (!asks.test(name) && (self.silenced === 'all' || (self.silenced === 'work' && busy.test(name)))) return undefined;
            return value.apply(this, given);
        };
    }
}

async function measure(page, silenced) {
    return page.evaluate(async ({ silenced, readings, pictures }) => {
        const r = window.ringlet, next = () => new Promise((done) => requestAnimationFrame(done)), found = [];
        self.silenced = silenced;
        for (let i = 0; i < readings; ++i) {
            for (let k = 0; k < pictures; ++k) {
                r.show('particles', false);  // any command asks for a picture
                await next();
            }
            found.push(r.stats().drawingMs);
        }
        self.calls = 0;
        for (let k = 0; k < 10; ++k) {
            r.show('particles', false);
            await next();
        }
        const calls = self.calls / 10;
        found.shift();  // warming up
        found.sort((a, b) => a - b);
        return { least: found[0], middle: found[found.length >> 1], calls };
    }, { silenced, readings, pictures });
}

const server = await serve(site);
const browser = await launch(playwright, executable);
console.log('strands  points  hairs drawn  upload, bytes a frame   own: least middle   with calls: least middle   calls');
for (const [strands, particles] of cases) {
    const { page, context } = await openPage(browser, `${server.address}?embed#scene=straight&strands=${strands}&particles=${particles}`,
        { width: 640, height: 480, before: prepare });
    const stats = await page.evaluate(async () => {
        const r = window.ringlet;
        r.pause();
        r.step(1);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        r.step(1);
        self.silenced = 'work';  // from here on nothing is drawn: a software renderer would take minutes
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        r.set('adapt', 'off');
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return r.stats();
    });
    const [own, called] = [await measure(page, 'all'), await measure(page, 'work')];
    const ms = (one) => `${one.least.toFixed(3)} ${one.middle.toFixed(3)}`;
    console.log(`${strands}  ${particles}  ${stats.hairsDrawn}  ${stats.uploadedBytes}   ${ms(own)}   ${ms(called)}   ${Math.round(called.calls)}`);
    await context.close();
}
await browser.close();
server.stop();
