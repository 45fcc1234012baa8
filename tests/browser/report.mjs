// One line a test, and the count at the end, for every program of browser tests.
import { processorSeconds } from './processor.mjs';

const figures = process.env.RINGLET_FIGURES === '1';

export function check(truth, what) {
    if (!truth) throw new Error(what);
}

// RINGLET_FIGURES=1 says what each test took of the processors, too.
// `only`: a part of the names of the tests to run. `look()` throws where something is wrong after a
// test that found nothing. `tidy(well)` is awaited after each.
export function report({ only = '', look = () => {}, tidy = async () => {}, seconds = 300 } = {}) {
    let passed = 0, skipped = 0;
    const failed = [];
    const skip = (name, why) => { ++skipped; console.log(`SKIPPED: ${name}: ${why}`); };
    const end = () => {
        for (const line of failed) console.log(line);  // once more: whoever reads a long log reads its end
        console.log(`${passed} passed, ${failed.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
        process.exit(failed.length ? 1 : 0);
    };
    // What a test says is wrong fails it alone.
    async function test(name, body) {
        if (!name.includes(only)) return;
        const began = Date.now(), before = skipped, busy = figures ? processorSeconds() : 0;
        let timer, well = true;
        const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error(`took over ${seconds} s`)), 1000 * seconds); });
        try {
            await Promise.race([body(), late]);
            look();
            if (skipped > before) return;  // it has said so
            ++passed;
            const processor = figures ? `, ${(processorSeconds() - busy).toFixed(1)} s of processor` : '';
            console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s${processor})`);
        } catch (error) {
            well = false;
            failed.push(`FAILED  ${name}: ${error.message.split('\n')[0]}`);
            console.log(failed.at(-1));
        } finally {
            clearTimeout(timer);
            await tidy(well);
        }
    }
    return { test, skip, end };
}
