// What every browser test program shares: starting and ending, one line a test,
// the small page they all open. usage: const t = await start(); ... t.finish();
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, openPage, serve } from './support.mjs';

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
        await follow('#scene=helix&motion=still');
        await follow(fragment);
        document.getElementById('notices').replaceChildren();
        document.body.classList.remove('open');
        document.activeElement?.blur();
        r.play();
    }, fragment);
}

export function check(truth, what) {
    if (!truth) throw new Error(what);
}

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
    let passed = 0, failed = 0, skipped = 0;
    const skip = (name, why) => { ++skipped; console.log(`SKIPPED: ${name}: ${why}`); };
    const end = () => {
        console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
        process.exit(failed ? 1 : 0);
    };
    if (!playwright || !executable) {
        skip('browser tests', playwright ? 'no Chromium on PATH' : 'playwright-core is not installed');
        end();
    }
    const server = await serve(site);
    const browser = await launch(playwright, executable, { smooth });

    // Opening costs most of a test: those of one size and kind are given the same
    // page, which goes to their link, with nothing kept of the last. A test that fails
    // takes its page along, and so does one that spoils it, with { spoils: true }.
    // Shadows take half of a picture's time: only where pictures are looked at are they drawn.
    const kept = new Map(), lent = [], pause = smooth ? 0 : 60, modest = { width: 900, height: 560, scale: 0.5, pause };
    async function open(fragment, { spoils = false, ...given } = modest, query = '') {
        const options = { pause, ...given };
        const key = query + JSON.stringify(options), found = kept.get(key);
        kept.delete(key);  // until the test has ended: a second page of a test is its own
        const opened = found ?? await openPage(browser, server.address + query + fragment, options);
        if (found) {
            opened.said.length = 0;
            await renew(opened.page, fragment);
        }
        if (!smooth) await opened.page.evaluate(() => window.ringlet.show('shadow', false));
        lent.push({ opened, key: spoils || options.before ? '' : key });
        return opened;
    }
    async function tidy(keep) {
        for (const { opened, key } of lent.splice(0)) {
            if (!keep || !key || kept.has(key) || opened.page.isClosed()) continue;
            const emptied = opened.page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); window.ringlet.pause(); });
            if (await emptied.then(() => true, () => false)) kept.set(key, opened);
        }
        const pages = new Set([...kept.values()].map(({ context }) => context));
        for (const context of browser.contexts()) if (!pages.has(context)) await context.close().catch(() => {});
    }

    // Prints a line a test; what a test says is wrong fails it alone.
    async function test(name, body) {
        if (only && !name.includes(only)) return;
        const began = Date.now();
        let timer, well = true;
        const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('took over 90 s')), 90000); });
        try {
            await Promise.race([body(), late]);
            ++passed;
            console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
        } catch (error) {
            ++failed;
            well = false;
            console.log(`FAILED  ${name}: ${error.message.split('\n')[0]}`);
        }
        clearTimeout(timer);
        await tidy(well);
    }
    async function finish() {
        await browser.close();
        server.stop();
        end();
    }
    return {
        site, server, browser, playwright, executable, test, skip, open, tidy,
        // Software graphics are slow: few strands, and no more drawn than simulated.
        small: '#v=1&scene=straight&strands=300&hairs_drawn=300',
        modest,
        finish: async () => { if (!several) await finish(); },
        end: finish,
    };
}
