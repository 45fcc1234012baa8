// USD text as an independent parser reads it: tinyusdz, compiled to WebAssembly
// by its authors. What it writes down again of a layer that Ringlet wrote must be
// the same curves. usage: usd_parser.mjs DEPS PROGRAM [ARGUMENT ...]
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [deps, program, ...first] = process.argv.slice(2);
const library = path.join(deps, 'node_modules', 'tinyusdz');
if (!existsSync(path.join(library, 'tinyusdz.js'))) {
    console.log(`SKIPPED: no tinyusdz in ${deps}; tools/install-browser-driver fetches it`);
    process.exit(0);
}
const folder = mkdtempSync(path.join(tmpdir(), 'ringlet-usd-'));
const at = (name) => path.join(folder, name);
// It was built for browsers alone; it needs nothing of one. Its package does not say
// that it is a module, which older versions of node want to be told.
process.type = 'renderer';
globalThis.window = globalThis.document = {};
copyFileSync(path.join(library, 'tinyusdz.js'), at('tinyusdz.mjs'));
const { default: create } = await import(pathToFileURL(at('tinyusdz.mjs')));
const parser = await create({ wasmBinary: readFileSync(path.join(library, 'tinyusdz.wasm')) });
const ringlet = (...words) => execFileSync(program, [...first, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
let failures = 0;
function check(holds, what) {
    if (holds) return;
    ++failures;
    console.log(`FAILED: ${what}`);
}

// The layer as the parser writes it.
function parsed(name) {
    const layer = new parser.TinyUSDZLoaderNative();
    check(layer.loadAsLayerFromBinary(readFileSync(at(name)), name), `${name}: ${layer.error()}`);
    const text = layer.layerToString();
    layer.delete();
    const scene = new parser.TinyUSDZLoaderNative();
    check(scene.loadFromBinary(readFileSync(at(name)), name), `${name} as a scene: ${scene.error()}`);
    scene.delete();
    return text;
}

try {
    // Still: thickness, colours and opacity, from a .hair with all arrays.
    const seed = new URL('../fuzz/seeds/hair/all-arrays.hair', import.meta.url).pathname;
    ringlet('convert', seed, at('still.usda'));
    const still = parsed('still.usda');
    for (const part of ['def BasisCurves', 'curveVertexCounts = [2, 3]', 'widths = [', 'primvars:displayColor = [',
        'primvars:displayOpacity = [', 'interpolation = "vertex"'])
        check(still.includes(part), `still.usda: no ${part}`);
    writeFileSync(at('again.usda'), still);
    ringlet('convert', at('still.usda'), at('a.data'));
    ringlet('convert', at('again.usda'), at('b.data'));
    check(readFileSync(at('a.data')).equals(readFileSync(at('b.data'))), 'still.usda: other points come back');

    // Motion: as many samples as frames, the first of them the same.
    ringlet('run', 'straight', '--set', 'strands=9', '--set', 'particles=8', '--motion', 'shake', '--frames', '7',
        '--out', at('motion.usda'));
    const motion = parsed('motion.usda');
    const block = motion.slice(motion.indexOf('points.timeSamples'));
    check((block.slice(0, block.indexOf('}')).match(/^\s*\d+: \[/gm) ?? []).length === 7, 'motion.usda: not 7 samples');
    for (const part of ['def Mesh', 'xformOp:transform.timeSamples', 'endTimeCode = 7'])
        check(motion.includes(part), `motion.usda: no ${part}`);
    writeFileSync(at('again.usda'), motion);
    ringlet('convert', at('motion.usda'), at('a.data'));
    ringlet('convert', at('again.usda'), at('b.data'));
    check(readFileSync(at('a.data')).equals(readFileSync(at('b.data'))), 'motion.usda: other points come back');

    // A file's groom lies where its file has it: all is moved, and what is moved comes back.
    writeFileSync(at('far.obj'), 'v 4 7 -3\nv 4 6.9 -3\nv 5 7 -3\nv 5 6.9 -3\nl 1 2\nl 3 4\n');
    ringlet('run', 'sintel', '--groom', at('far.obj'), '--set', 'unit=metre', '--set', 'up=Y', '--motion', 'still', '--frames', '2',
        '--out', at('far.usda'));
    const far = parsed('far.usda');
    for (const part of ['xformOp:translate = (4.5, ', 'xformOpOrder = ["xformOp:translate"]'])
        check(far.includes(part), `far.usda: no ${part}`);
    writeFileSync(at('again.usda'), far);
    ringlet('convert', at('far.usda'), at('a.data'));
    ringlet('convert', at('again.usda'), at('b.data'));
    check(readFileSync(at('a.data')).equals(readFileSync(at('b.data'))), 'far.usda: other points come back');
} finally {
    rmSync(folder, { recursive: true });
}
console.log(failures ? `${failures} failed` : 'all passed');
process.exit(failures ? 1 : 0);
