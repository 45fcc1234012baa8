// The page where drawing is slow: node tests/browser/slow_test.mjs SITE [PART OF A NAME]
// Nothing is timed: the page's clock is set, and what it asks of WebGL is counted.
import { check, start } from './harness.mjs';
import { until } from './support.mjs';

const t = await start();
const { test } = t;
const call = (page, body, argument) => page.evaluate(body, argument);

// Before all else: `drawn` counts draws by canvas; with a `clock` (ms) each picture comes so long after the last.
function prepare() {
    self.drawn = {};
    self.triangles = [];  // of each list that was drawn on a picture
    self.shadows = 0;     // lists that were drawn into the light's maps, which are square
    self.steps = null;    // a list: of each picture, how many steps it took
    const next = window.requestAnimationFrame.bind(window), gl = WebGL2RenderingContext.prototype;
    const size = gl.viewport;
    let now = null, square = false;
    gl.viewport = function (x, y, width, height) {
        square = width === height;
        return size.call(this, x, y, width, height);
    };
    window.requestAnimationFrame = (call) => next((real) => {
        now = self.clock ? (now ?? real) + self.clock : real;
        const frames = () => (self.steps ? window.ringlet.stats().frames : 0), before = frames();
        call(now);
        self.steps?.push(frames() - before);
    });
    for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements']) {
        const draw = gl[name];
        gl[name] = function (...given) {
            self.drawn[this.canvas.id] = (self.drawn[this.canvas.id] ?? 0) + 1;
            if (name === 'drawElements' && square) ++self.shadows;
            else if (name === 'drawElements') self.triangles.push(given[1] / 3);
            return draw.apply(this, given);
        };
    }
}
// Pictures that something asks for, though nothing has changed; returns what was drawn for them, or with
// `since` all that was drawn since `drawn` was last emptied.
const again = (page, count, since = false) => call(page, async ([count, since]) => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    if (!since) self.drawn = {};
    self.triangles = [];
    self.shadows = 0;
    for (let i = 0; i < count; ++i) {
        window.ringlet.show('particles', false);
        await next();
    }
    return { picture: self.drawn.view ?? 0, panel: self.drawn['panel-view'] ?? 0, triangles: self.triangles, shadows: self.shadows };
}, [count, since]);
const canvas = (page, id) => call(page, (id) => { const c = document.getElementById(id), box = c.getBoundingClientRect(); return { width: c.width, height: c.height, box: [box.left, box.top, box.width, box.height] }; }, id);
const little = '#v=1&scene=straight&strands=100&particles=6&hairsDrawn=100&motion=still';
// As wide as the panel needs, and no larger: what a browser takes to put a page together grows with its pixels.
const screen = { width: 1270, height: 500, scale: 0.5, before: prepare }, sharp = 2.5;

await test('the panel has the display\'s pixels, however few the picture has', async () => {
    const { page, said } = await t.open(little, { ...screen, scale: sharp, before: `(${prepare})(); self.clock = 100;` });
    await until(page, () => document.getElementById('view').width <= 0.61 * devicePixelRatio * innerWidth && document.getElementById('panel-view').width > 300);
    const [picture, panel] = [await canvas(page, 'view'), await canvas(page, 'panel-view')];
    check(picture.width <= 0.61 * sharp * screen.width && picture.height <= 0.61 * sharp * screen.height, `the picture has ${picture.width} x ${picture.height} pixels`);
    check(panel.width === sharp * panel.box[2] && panel.height === sharp * panel.box[3], `the panel has ${panel.width} x ${panel.height} pixels for ${panel.box.slice(2)}`);
    check(panel.box[2] === 300 && panel.box[0] + panel.box[2] < screen.width, `it lies at ${panel.box}`);
    check(said.length === 0, `the console says: ${said[0]}`);
});

await test('the panel is drawn when it changes, and else not', async () => {
    const { page } = await t.open(little, screen);
    await call(page, () => window.ringlet.pause());
    await page.mouse.move(500, 300);
    await again(page, 6);
    const still = await again(page, 6);
    check(still.picture > 0, 'no picture was drawn');
    check(still.panel === 0, `the panel was drawn ${still.panel} times though nothing in it changed`);
    const { box } = await canvas(page, 'panel-view');
    // Whether the panel is drawn for something, from before it happens on: the page may hear of it late.
    const drawnFor = async (happens) => {
        await call(page, () => { self.drawn = { 'panel-view': 0 }; });
        await happens();
        for (const end = Date.now() + 10000; Date.now() < end;) if ((await again(page, 6, true)).panel > 0) return true;
        return false;
    };
    check(await drawnFor(() => page.mouse.move(box[0] + 40, box[1] + 26)), 'the panel does not show what the pointer is over');
    await again(page, 6);
    check((await again(page, 6)).panel === 0, 'the panel is drawn on and on under a pointer that rests');
    // A heading that is pressed folds away what is below it.
    check(await drawnFor(async () => {
        await page.mouse.down();
        await page.mouse.up();
    }), 'the panel does not take a click');
});

await test('a panel whose drawing context was lost and given back is drawn again', async () => {
    const { page } = await t.open(little, { ...screen, spoils: true });
    await call(page, () => window.ringlet.pause());
    await until(page, () => document.getElementById('panel-view').width === 300 * devicePixelRatio);  // 300 without it before it is first drawn
    await again(page, 6);
    const drawn = await call(page, async () => {
        const panel = document.getElementById('panel-view'), lost = panel.getContext('webgl2').getExtension('WEBGL_lose_context');
        const told = (event) => new Promise((done) => panel.addEventListener(event, done, { once: true }));
        const [gone, back] = [told('webglcontextlost'), told('webglcontextrestored')];
        lost.loseContext();
        await gone;
        await new Promise((done) => setTimeout(done));  // it may be given back once its loss has been told
        self.drawn = {};
        lost.restoreContext();
        await back;
        for (let i = 0; i < 6; ++i) await new Promise((done) => requestAnimationFrame(done));
        return self.drawn['panel-view'] ?? 0;
    });
    check(drawn > 0, 'the panel stays empty');
});

await test('a resting head costs no drawing of its shadow, and little of itself where pictures are slow', async () => {
    const { page } = await t.open(little.replace('straight', 'wavy'), { width: 400, height: 300, before: `(${prepare})(); self.clock = 100;` }, '?embed');
    await call(page, () => { window.ringlet.show('shadow', true); window.ringlet.pause(); });
    await again(page, 4);
    const still = await again(page, 4), coarse = still.triangles[0];
    check(coarse > 0, 'no head is drawn');
    check(still.shadows === 0, `the shadow of a head that rests was drawn ${still.shadows} times`);
    const turned = await call(page, async () => {
        self.shadows = 0;
        window.ringlet.setPose({ position: [0, 0, 0], orientation: [0, 0.1, 0, 0.995], teleport: true });
        window.ringlet.step(1);
        for (let i = 0; i < 6; ++i) await new Promise((done) => requestAnimationFrame(done));
        return self.shadows;
    });
    check(turned > 0, 'a head that turned keeps its old shadow');
    await call(page, () => window.ringlet.set('adapt', 'off'));
    const fine = (await again(page, 4)).triangles.at(-1);
    check(fine > 2 * coarse, `${coarse} triangles at the lowest detail, ${fine} at the highest`);
});

await test('a slow clock: at most four steps a picture, and the same bits', async () => {
    const { page } = await t.open('#v=1&scene=straight&strands=200&hairsDrawn=200&motion=shake', { ...screen, width: 900, height: 560, scale: 0.5, before: `(${prepare})(); self.clock = 400;` });
    await call(page, () => { self.steps = []; });
    await until(page, () => self.steps.filter((taken) => taken > 0).length >= 12);
    const steps = await call(page, () => self.steps);
    check(Math.max(...steps) <= 4, `${Math.max(...steps)} steps were taken for a picture`);
    check(Math.max(...steps) > 2, 'no picture took more than two steps, though drawing is what is slow');
    const [hash, frames] = await call(page, () => { const r = window.ringlet; r.pause(); return [r.hash(), r.stats().frames]; });
    const same = await call(page, (frames) => { const r = window.ringlet; r.playMotion('shake'); r.pause(); r.step(frames); return r.hash(); }, frames);
    check(same === hash, 'four steps a picture give other hair than steps alone');
});

await test('where time goes slowly fewer strands are offered, and where it stands, not', async () => {
    const { page } = await t.open('#v=1&scene=straight&strands=6000&hairsDrawn=300', { ...screen, width: 900, height: 560, scale: 0.5, before: `(${prepare})(); self.clock = 150;` });
    const offered = () => !document.getElementById('lighter').hidden;
    await until(page, offered);
    await page.click('#lighter');
    check(await call(page, () => window.ringlet.params().strands) === '3000', 'the offer does not halve the strands');
    await call(page, () => window.ringlet.pause());
    await until(page, () => document.getElementById('lighter').hidden);
});

await t.finish();
