// The page in Firefox and WebKit, in short: it starts and draws, the mouse drags the head, hashes are
// the goldens', and each engine replays what another recorded. usage: node short_test.mjs SITE
// Where one of the two is not installed, Chromium records for the other.
import { check, report } from '../report.mjs';
import { serve } from '../support.mjs';
import { checkGoldens, drawn, engines, open, recordDrag, replay, showsCopper, size, tiny } from './tasks.mjs';

const { test, skip, end } = report();
const tested = [engines.firefox, engines.webkit].filter((engine) => {
    const why = engine.missing();
    if (why) skip(`the page in ${engine.name}`, why);
    return !why;
});
const others = tested.length === 1 && !engines.chromium.missing() ? [engines.chromium] : [];
const server = await serve(process.argv[2]), recorded = [];

for (const engine of [...others, ...tested]) {
    const { name } = engine;
    let page = null;
    await test(`${name}: starts, draws hair, says nothing on the console`, async () => {
        page = await engine.launch(size);
        await open(page, server.address + tiny + '&hairColour=copper');
        await page.evaluate(() => window.ringlet.pause());
        await drawn(page);
        await showsCopper(page, 0.01);
        check(page.said().length === 0, `the console says: ${page.said()[0]}`);
    });
    if (!page) continue;
    await test(`${name}: the mouse drags the head, and the drag becomes a link`, async () => { recorded.push({ name, page, ...await recordDrag(page) }); });
    await test(`${name}: the hashes of the goldens' first frames`, () => checkGoldens(page));
}
for (const [i, { name, page }] of recorded.entries()) {
    const other = recorded[(i + 1) % recorded.length];
    if (other.name === name) skip(`${name}: replay of another engine's link`, 'no other engine recorded one');
    else await test(`${name}: replays what ${other.name} recorded, to the same bits`, () => replay(page, other));
}
for (const { page } of recorded) await page.close();
server.stop();
end();
