// Fuzzes what the page itself reads, in this node: texts are changed at random,
// and those that reach parts of the code that none before has reached are kept
// and changed further (V8 counts what runs).
// usage: node tests/fuzz/page_fuzz.mjs TARGET SECONDS [SEED] [RINGLET]
//   TARGET  link or recording;  RINGLET  the program, for its own tables
// Exit code 1: a text was found that a target does not hold on; it is printed.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badFragments } from '../browser/bad_fragments.mjs';
import * as targets from './page_targets.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [name, seconds, seed = '1', program] = process.argv.slice(2);
const target = { link: targets.link, recording: targets.recording }[name];
if (!target || !(Number(seconds) >= 0) || !/^\d+$/.test(seed)) {
    console.error('error: usage: node tests/fuzz/page_fuzz.mjs link|recording SECONDS [SEED] [RINGLET]');
    process.exit(2);
}
const list = targets.tablesFrom(program ? JSON.parse(execFileSync(program, ['list', '--json'], { maxBuffer: 1 << 26 })) : null);

let state = Number(seed) % 4294967291 + 1;
function random(count) {  // xorshift, Marsaglia 2003
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % count;
}
const anyOf = (all) => all[random(all.length)];

const folder = join(here, 'page_seeds', name);
const corpus = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8').trimEnd();
    return name === 'link' ? text.split('\n') : [text];
});
if (name === 'link') corpus.push(...badFragments(60));

// Words that mean something in such a text, and values that often go wrong.
const rows = [...list.scenes.flatMap((scene) => scene.params), ...list.picture];
const names = { link: ['v', 'scene', 'model', 'motion', 'camera', 'pose', 'record', 'hash', 'engine', ...rows.map((row) => row.name)],
    recording: ['ringlet', 'recording', 'v', 'scene', 'model', 'params', 'camera', 'frames', 'head', 'brush', 'changes', 'hash', 'engine'] }[name];
const words = [...names, ...list.scenes.map((one) => one.name), ...list.models.map((one) => one.name), ...list.motions.map((one) => one.name),
    ...rows.flatMap((row) => row.choices ?? []), '__proto__', 'constructor', 'toString', 'valueOf', '0', '1', '-1', '0x10', '1e400', '-0', '.5', '5.', '1e-400',
    'NaN', 'Infinity', 'null', '{}', '[]', '""', '{"toString":1}', '%', '%00', '%0a', '%u1234', '%F0%9F', '\u0000', '\n', '\r', '\u2028', '\ud800', '\u202e', '0,0,0,0,0,0,1',
    '9007199254740993', '0123456789abcdef', '/', '\\', '"', '+', ' ', '#', '&', '=', ',', ';'];

function changed(text) {
    for (let turns = 1 + random(4); turns > 0; --turns) {
        const at = random(text.length + 1), size = random(1 + Math.min(24, text.length - at)), other = anyOf(corpus);
        const from = random(other.length + 1);
        const pairs = text.split('&');
        text = [
            () => text.slice(0, at) + anyOf(words) + text.slice(at + size),
            () => text.slice(0, at) + text.slice(at + size),
            () => text.slice(0, at) + String.fromCharCode(random(random(8) ? 128 : 65536)) + text.slice(at + 1),
            () => text.slice(0, at) + other.slice(from, from + random(64)) + text.slice(at),
            () => text.slice(0, at) + other.slice(from),
            () => text.slice(0, at) + text.slice(at, at + size).repeat(random(random(30) ? 4 : 900)) + text.slice(at),
            () => (name === 'link' ? `${text}&${anyOf(names)}=${anyOf(words)}` : text.replace(/"[^"]*"/, () => JSON.stringify(anyOf(words)))),
            () => (name === 'link' ? [...pairs.slice(random(pairs.length)), ...pairs].join('&') : text.replace(/-?\d+/, () => anyOf(words))),
        ][random(8)]();
    }
    return text.slice(0, 1 << 16);
}

function play(text) {
    const began = performance.now();
    try {
        target(text, list);
        const taken = performance.now() - began;
        if (taken > 500) throw new Error(`took ${taken.toFixed(0)} ms`);
    } catch (error) {
        console.error(`FAILED: ${name}: ${error.message}\nthe text, as JSON: ${JSON.stringify(text)}\n${error.stack.split('\n').slice(1, 4).join('\n')}`);
        process.exit(1);
    }
}

// The blocks of site/ that have run since the last time.
const session = new Session();
session.connect();
function ask(method, parameters) {
    let answer;
    session.post(method, parameters, (error, result) => { if (error) throw error; answer = result; });
    return answer;
}
ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const seen = new Set();
function reached() {
    let fresh = 0;
    for (const script of ask('Profiler.takePreciseCoverage').result) {
        if (!script.url.includes('/site/')) continue;
        for (const { ranges } of script.functions) {
            for (const { startOffset, endOffset, count } of ranges) {
                const key = `${script.url}:${startOffset}-${endOffset}:${count > 3 ? 4 : count}`;
                if (count > 0 && !seen.has(key)) fresh += seen.add(key) ? 1 : 0;
            }
        }
    }
    return fresh;
}

const seeds = corpus.length, end = performance.now() + 1000 * Number(seconds);
for (const text of corpus) {
    play(text);
    for (let size = 0; size < text.length; size += 1 + (text.length >> 5)) play(text.slice(0, size));
}
reached();
let played = 0;
while (performance.now() < end) {
    // Asking V8 takes as long as eight texts: which of them it was stays open.
    const batch = Array.from({ length: 8 }, () => changed(anyOf(corpus)));
    batch.forEach(play);
    played += batch.length;
    if (reached() && corpus.length < 4000) corpus.push(...batch);
}
console.log(`${name}: ${seeds} seeds, ${played} texts in ${seconds} s, seed ${seed}; ${seen.size} counts of blocks reached, ${corpus.length - seeds} texts kept`);
