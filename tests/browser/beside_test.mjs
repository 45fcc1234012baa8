// Several heads in one picture: node tests/browser/beside_test.mjs SITE [PART OF A NAME]
import { check, start } from './harness.mjs';
import { decodePng, until } from './support.mjs';

const t = await start();
const { test } = t;
const tiny = '#v=3&scene=straight&strands=100&particles=8&hairsDrawn=100';
const call = (page, body, argument) => page.evaluate(body, argument);
const beside = (page, names) => until(page, (names) => window.ringlet.state().beside === names, names);

await test('other styles come beside the first by a choice, are in the link, and go again', async () => {
    const { page } = await t.open(tiny);
    await call(page, () => window.ringlet.pause());
    const choices = await call(page, () => [...document.getElementById('beside').options].filter((one) => !one.hidden).map((one) => one.value));
    check(choices.includes('3') && choices.includes('8') && choices.includes(':dftl-published') && !choices.includes(':elastic-strand'), `the choices are ${choices}`);
    await page.selectOption('#beside', '3');
    await until(page, () => window.ringlet.state().beside.split(',').length === 3);
    const names = await call(page, () => window.ringlet.state().beside);
    check(!names.split(',').includes('straight'), `beside straight hair stands ${names}`);
    check((await call(page, () => window.ringlet.shareUrl())).includes(`beside=${names}`), 'the link leaves the others out');
    check((await call(page, () => window.ringlet.shareUrl())).includes('strands=100'), 'the link leaves the parameters out');
    // Another style takes them along, without itself.
    const first = names.split(',')[0];
    await page.click(`#styles [data-scene="${first}"]`);
    await until(page, (scene) => window.ringlet.state().scene === scene && window.ringlet.state().beside.split(',').length === 3, first);
    check(!(await call(page, () => window.ringlet.state().beside)).split(',').includes(first), 'a style stands beside itself');
    await page.selectOption('#beside', '');
    await beside(page, '');
    await page.click('#styles [data-scene="straight"]');
    await until(page, () => window.ringlet.state().scene === 'straight');
    check(await call(page, () => window.ringlet.state().beside) === '', 'they are back without being asked for');
});

await test('a link brings them; what it names wrongly is said; the first keeps the bits that it has alone', async () => {
    const { page } = await t.open(tiny + '&motion=shake');
    const alone = await call(page, () => { window.ringlet.pause(); window.ringlet.playMotion('shake'); window.ringlet.step(20); return window.ringlet.hash(); });
    await call(page, () => { location.hash = '#v=3&scene=straight&strands=100&particles=8&hairsDrawn=100&motion=shake&beside=wavy,helmet,straight:dftl-published,sintel'; });
    await beside(page, 'wavy,straight:dftl-published');
    check(/beside/.test(await page.textContent('#notices')), 'nothing says that some cannot be shown');
    const together = await call(page, () => { window.ringlet.pause(); window.ringlet.playMotion('shake'); window.ringlet.step(20); return window.ringlet.hash(); });
    check(together === alone, `beside others the hash is ${together}, alone ${alone}`);
    await until(page, () => document.getElementById('beside').selectedOptions[0].textContent === 'wavy, straight:dftl-published');
    for (const wrong of ['helmet', 'wavy:', 'wavy,', 'sintel', 'wavy,'.repeat(8) + 'wavy', 'wavy\u0001']) {
        const said = await call(page, (wrong) => { try { window.ringlet.beside(wrong); return ''; } catch (error) { return error.message; } }, wrong);
        check(said && !said.includes('\n'), `beside('${wrong}') says '${said}'`);
        await beside(page, 'wavy,straight:dftl-published');
    }
    await call(page, () => window.ringlet.beside(''));
    await beside(page, '');
});

await test('whichever head is dragged, by mouse or finger, all follow; each is drawn where it stands', async () => {
    const { page } = await t.open(tiny + '&mostDetail=0', { width: 1000, height: 600, seen: true });
    await call(page, () => { window.ringlet.pause(); window.ringlet.beside('wavy,curly,coily'); window.ringlet.step(2); });
    // Where a pointer finds a head, in columns of the canvas.
    const cursor = (x, y) => page.mouse.move(x, y).then(() => call(page, () => getComputedStyle(document.getElementById('view')).cursor));
    const box = await call(page, () => { const b = document.getElementById('side').getBoundingClientRect(); return { right: innerWidth - (b.left > innerWidth / 2 ? innerWidth - b.left : 0) }; });
    const columns = [];
    for (let x = 10; x < box.right; x += 20) columns.push((await cursor(x, 260)) === 'grab');
    const runs = columns.filter((on, i) => on && !columns[i - 1]).length;
    check(runs >= 2, `heads are found in ${runs} places: ${columns.map(Number).join('')}`);
    const last = columns.lastIndexOf(true) * 20 + 10;
    const before = await call(page, () => window.ringlet.state().pose);
    await page.mouse.move(last - 10, 260);
    await page.mouse.down();
    await page.mouse.move(last - 50, 250, { steps: 4 });
    await page.mouse.up();
    await call(page, () => window.ringlet.step(30));
    const after = await call(page, () => window.ringlet.state().pose);
    check(Math.hypot(...after.slice(0, 3).map((one, i) => one - before[i])) > 0.01, 'dragging the last head moves nothing');
    const shot = decodePng(await page.screenshot());
    const differing = (left, right) => {
        let count = 0;
        for (let y = Math.round(0.2 * shot.height); y < 0.7 * shot.height; y += 2)
            for (let x = Math.round(left); x < right; x += 2) {
                const at = shot.channels * (y * shot.width + x), [r, , b] = [shot.pixels[at], shot.pixels[at + 1], shot.pixels[at + 2]];
                if (r - b > 40) ++count;  // skin and hair are warm, the backdrop is not
            }
        return count;
    };
    const quarter = box.right / 4;
    for (let i = 0; i < 4; ++i) check(differing(i * quarter, (i + 1) * quarter) > 100, `the picture is empty where head ${i} should be`);
});

await t.finish();
