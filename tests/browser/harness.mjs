// What every browser test program shares: starting and ending, one line a test,
// the small page they all open. usage: const t = await start(); ... t.finish();
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { check, report } from './report.mjs';
import { findBrowser, launch, loadPlaywright, openPage, ready, serve } from './support.mjs';

// What a page that others used is given back before it is lent again.
async function renew(page, fragment) {
    await page.mouse.move(2, 2);
    return page.evaluate(async (fragment) => {
        const r = window.ringlet;
        const follow = (hash) => new Promise((done) => {
            addEventListener('hashchange', () => setTimeout(done), { once: true });
            location.hash = hash;
        });
        for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
        r.stopRecording();
        r.setTool('hand');
        for (const what of Object.keys(r.state().show)) r.show(what, false);
        for (const what of ['hair', 'head', 'shadow']) r.show(what, true);
        await follow('#scene=helix&motion=still');
        await follow(fragment);
        document.getElementById('notices').replaceChildren();
        document.body.classList.remove('open');
        document.activeElement?.blur();
        r.play();
    }, fragment);
}

export { check };

let shared = null;  // of several files in one process: what start() gave the first of them, and its end
let several = false;

// Runs the files of tests one after the other, in one browser: its start and
// the first picture cost as much as some tests.
export async function runAll(files) {
    several = true;
    for (const file of files) await import(file);
    await shared.end();
}

// smooth: as in launch(), for pictures that are looked at; others are drawn now and then.
export async function start({ smooth = false } = {}) {
    shared ??= await begin(smooth);
    return shared;
}

async function begin(smooth) {
    const site = process.argv[2];
    const only = process.argv[3];  // a part of the names of the tests to run
    const playwright = loadPlaywright(), executable = findBrowser();
    if (!site || !existsSync(join(site, 'index.html'))) {
        console.error('error: name the folder of the built site');
        process.exit(2);
    }
    const { test, skip, end } = report({ only, look: () => look(), tidy: (well) => tidy(well) });
    if (!playwright || !executable) {
        skip('browser tests', playwright ? 'no Chromium on PATH' : 'playwright-core is not installed');
        end();
    }
    const server = await serve(site);
    const browser = await launch(playwright, executable, { smooth });

    // Opening costs more than most tests: those of one kind are lent the same page, which
    // goes to their link, with nothing kept of the last. Loaded again it is, which costs
    // a third of opening, for another size or address, where a test says { fresh: true } or has
    // something to run before all else, and after one that spoils it, with { spoils: true }. A test
    // that fails takes it along. Pictures are drawn for a test that says { seen: true }, and shadows,
    // half of a picture's time, only where pictures are what is tested.
    const pause = 60, modest = { width: 900, height: 560, scale: 0.5, pause };
    let kept = [];
    const lent = [];
    async function open(fragment, { spoils = false, before = null, fresh = before !== null, ...given } = modest, query = '') {
        const options = { width: 1280, height: 720, pause, smooth, seen: smooth, ...given }, { width, height, ...kind } = options;
        const one = { kind: JSON.stringify(kind), at: `${query} ${width} ${height}`, spoilt: spoils || before !== null }, alike = kept.filter(({ kind }) => kind === one.kind);
        const found = alike.find(({ at, spoilt }) => at === one.at && spoilt === fresh) ?? alike[0];
        kept = kept.filter((other) => other !== found);  // until the test has ended: a second page of a test is its own
        one.opened = found?.opened ?? await openPage(browser, server.address + query + fragment, options);
        lent.push(one);
        const { page, said } = one.opened;
        if (before) one.runsBefore = await runBefore(page, before);
        if (found) {
            said.length = 0;
            await page.evaluate(() => { window.parked = false; });
        }
        if (found && found.at === one.at && !found.spoilt && !fresh) {
            await page.setViewportSize({ width, height });
            await renew(page, fragment);
        } else if (found || before) {
            await again(page, { width, height }, query + fragment);
        }
        if (!smooth) await page.evaluate(() => window.ringlet.show('shadow', false));
        return one.opened;
    }
    // Has `script`, a function or its text, run at each load before all else, until end() is called.
    async function runBefore(page, script) {
        const session = await page.context().newCDPSession(page);
        await session.send('Page.enable');
        const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source: typeof script === 'string' ? script : `(${script})();` });
        return { end: () => session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }).then(() => session.detach()) };
    }
    // A page elsewhere, of a context of its own, that nobody looks at.
    const openElsewhere = (address, options = {}) => openPage(browser, address, { pause, smooth, seen: smooth, ...options });
    async function again(page, size, address) {
        await page.mouse.move(2, 2);
        await page.setViewportSize(size);
        await page.evaluate((address) => history.replaceState(null, '', '/' + address), address);
        await page.reload();
        await ready(page);
    }
    // Without one of its shaders a page goes on, and draws less.
    function look() {
        for (const { opened } of lent)
            for (const line of opened.said) check(!/does not (compile|link)/.test(line), line);
    }
    async function tidy(keep) {
        for (const one of lent.splice(0)) {
            const { page } = one.opened;
            if (!keep || page.isClosed()) continue;
            // Behind another page of its context it would draw nothing, and wait for ever for a screenshot.
            for (const other of page.context().pages()) if (other !== page) await other.close();
            const emptied = async () => {
                await one.runsBefore?.end();
                await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); window.ringlet.pause(); window.parked = true; });
            };
            if (await emptied().then(() => true, () => false)) kept.push(one);
        }
        const stay = new Set(kept.map(({ opened }) => opened.context));
        for (const context of browser.contexts()) if (!stay.has(context)) await context.close().catch(() => {});
    }

    async function finish() {
        await browser.close();
        server.stop();
        end();
    }
    return {
        whole: process.env.RINGLET_WHOLE === '1',  // `make test-all`: all of what `make test` takes a part of
        site, server, browser, playwright, executable, test, skip, open, openElsewhere, tidy,
        // Software graphics are slow: few strands, and no more drawn than simulated.
        small: '#v=1&scene=straight&strands=300&hairsDrawn=300',
        modest,
        finish: async () => { if (!several) await finish(); },
        end: finish,
    };
}
