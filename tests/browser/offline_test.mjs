// Without a network: pages that were built while they were shown, and the single file (a plain host: phone_test.mjs).
// node tests/browser/offline_test.mjs SITE [PART OF A NAME]
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, start } from './harness.mjs';
import { root, serve, until } from './support.mjs';

const t = await start();
const { test, browser } = t;
const tiny = '#v=1&scene=straight&strands=100&particles=8&hairsDrawn=100';
const played = (page) => page.evaluate(() => { const r = window.ringlet; r.pause(); r.playMotion('shake'); r.step(40); return r.hash(); });

await test('a newer build is shown at the next visit, whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringlet-site-'));
    try {
        cpSync(t.site, folder, { recursive: true });
        const host = await serve(folder, '--plain');
        const { page } = await t.openElsewhere(host.address + tiny, t.modest);
        await page.evaluate(() => window.ringlet.pause());  // draws nothing while it waits
        await until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
        const build = await page.evaluate(() => document.querySelector('meta[name="ringlet-build"]').content);
        for (const name of ['index.html', 'sw.js']) {
            const text = readFileSync(join(folder, name), 'utf8');
            check(text.includes(build), `${name} does not name its build`);
            writeFileSync(join(folder, name), text.replaceAll(build, 'feedfeedfeedfeed'));
        }
        writeFileSync(join(folder, 'notices.js'), readFileSync(join(folder, 'notices.js'), 'utf8') + '\nself.newer = true;\n');
        await page.goto(host.address + '?again' + tiny);
        await until(page, () => window.ringlet !== undefined);
        await page.evaluate(() => window.ringlet.ready);
        check(await page.evaluate(() => document.querySelector('meta[name="ringlet-build"]').content === 'feedfeedfeedfeed' && self.newer === true), 'the old page, or a mixture of both');
        host.stop();
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});

await test('the single file runs from the disk, with the same bits', async () => {
    if (!existsSync(join(root, 'build/deps/page/node_modules/esbuild'))) return t.skip('single file', 'esbuild is not installed (tools/fetch-page-libraries)');
    const folder = mkdtempSync(join(tmpdir(), 'ringlet-single-'));
    try {
        const file = join(folder, 'ringlet.html');
        execFileSync(process.execPath, [join(root, 'tools/make-single.mjs'), t.site, file]);
        const context = await browser.newContext({ viewport: t.modest });
        const page = await context.newPage(), asked = [], wrong = [];
        page.on('request', (request) => /^(data|blob):/.test(request.url()) || asked.push(request.url()));
        page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
        page.on('pageerror', (error) => wrong.push(String(error)));
        await page.goto(pathToFileURL(file).href + tiny);
        await until(page, () => window.ringlet !== undefined);
        await page.evaluate(() => window.ringlet.ready);
        const hash = await played(page);
        check(asked.length === 1, `it asks for ${asked[1]}`);
        check(wrong.length === 0, `the console says: ${wrong[0]}`);
        const policy = await page.evaluate(() => document.querySelector('meta[http-equiv]').content);
        check(/script-src 'sha256-[^']+' 'wasm-unsafe-eval'/.test(policy) && !/unsafe-inline|unsafe-eval'? *'?unsafe/.test(policy), `the policy is ${policy}`);
        const refused = await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'self.let = "in"'; document.body.append(s); return self.let === undefined; });
        check(refused, 'the policy lets other scripts in');
        const other = await t.open(tiny);
        check(await played(other.page) === hash, 'the hash differs from the site\'s');
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});

await t.finish();
