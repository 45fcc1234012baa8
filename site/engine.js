// Starts the WebAssembly program and speaks its few functions.
import { withoutThreads, withThreads } from './builds.js';

// A module of one function that returns a SIMD vector.
const simdProbe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65,
    0, 253, 15, 253, 98, 11]);

// What this browser does not have; the message is a sentence for its user.
export class Lack extends Error {}

export function checkProgram() {
    if (typeof WebAssembly !== 'object' || !WebAssembly.validate(simdProbe))
        throw new Lack('Ringlet needs WebAssembly with SIMD, which this browser does not have. A current Chrome, Edge, Firefox or Safari does.');
}

// The context that the program will find when it asks the canvas for one. The program smooths
// edges itself, where there is time for it.
function openContext(canvas) {
    if (!canvas.getContext('webgl2', { alpha: false, antialias: false, powerPreference: 'high-performance' }))
        throw new Lack('Ringlet draws with WebGL 2, which this browser does not offer here. A current browser with graphics acceleration turned on does.');
}

// With threads where the page is isolated, else without: the same results. `prepare`
// is handed the engine while the graphics driver still wakes: it may begin scenes.
export async function startEngine(canvas, panel, prepare) {
    const threads = self.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
    const options = new URLSearchParams(location.search);
    const wanted = threads && options.get('threads') !== '1';
    const [module, threaded] = await startModule(canvas, wanted);
    const engine = new Engine(module, threaded);
    const count = threaded ? Math.min(navigator.hardwareConcurrency || 1, 8) : 1;
    engine.call('init', ['number'], [count], null);
    prepare(engine);
    openContext(canvas);
    const problem = engine.call('draw_on', ['string', 'string'], ['#' + canvas.id, '#' + panel.id]);
    if (problem) throw new Error(problem);
    return engine;
}

// The main thread waits for the others at most as long as they work on a step.
function printErr(text) {
    if (!text.startsWith('Blocking on the main thread')) console.warn(text);
}

// In the single file the program lies in the page itself.
function within() {
    const text = document.getElementById('wasm')?.textContent;
    return text ? { wasmBinary: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) } : {};
}

// The threads' script, where the compiler made one, is fetched once and handed to all: of workers that ask for
// the same file at a time WebKit answers one from what the service worker keeps, and lets the others wait for ever.
async function threadScript() {
    const beside = (name) => new URL(name, import.meta.url).href;
    const answer = await fetch(beside('ringlet-page-threads.worker.js')).catch(() => null);
    if (!answer?.ok) return {};
    const script = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/javascript' }));
    return {
        locateFile: (name, folder) => (name.endsWith('.worker.js') ? script : folder + name),
        mainScriptUrlOrBlob: beside('ringlet-page-threads.mjs'),  // which that script, being a blob, cannot find by itself
    };
}

// Where the threaded program does not start, the other one runs.
async function startModule(canvas, threads) {
    try {
        const [{ default: create }, script] = await Promise.all([threads ? withThreads() : withoutThreads(), threads ? threadScript() : {}]);
        return [await create({ canvas, printErr, ...within(), ...script }), threads];
    } catch (error) {
        if (!threads && notEnough.test(String(error))) throw new Lack('This device gives the page too little memory. Close other pages, then load this one again.');
        if (!threads) throw error;
        return startModule(canvas, false);
    }
}

// Parameters as the program reads them.
const lines = (params) => Object.entries(params).map(([name, value]) => `${name}=${value}\n`).join('');
const twoLines = ([name, value]) => /[=\u0000-\u001f]/.test(name) || /[\u0000-\u001f]/.test(String(value));
const doubles = (numbers) => new Uint8Array(new Float64Array(numbers).buffer);
// Of a call's texts, which lie on the program's stack of 1 MB meanwhile: a recording of 20 s that changes three values in each
// frame has about half of that.
const mostBytes = 400000;
const utf8 = new TextEncoder();
const bytesOf = (value) => (typeof value === 'string' ? utf8.encode(value + '\0') : value);  // ccall() itself would take four bytes a letter
const lengthOf = (values) => values.reduce((sum, value) => sum + (value.length ?? 0), 0);
// What the program and the engines say where no more memory is to be had; "memory access out of bounds" is not that.
const notEnough = /^(?!.*bounds).*(memory|allocat)/is;
const takesOver = ['play', 'reset', 'motion', 'record', 'replay'];

class Engine {
    constructor(module, threads) {
        this.module = module;
        this.threads = threads;  // whether it has any besides this one
        this.failure = null;  // what a call failed with last
        this.tookOver = () => {};  // called when the hair was taken elsewhere: steps that were asked for before are for nothing
    }

    // A text result: empty means success where an error is expected.
    call(name, types, values, result = 'string') {
        if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return 'a text must not hold control characters';
        const given = lengthOf(values) > mostBytes ? values : values.map(bytesOf);
        if (lengthOf(given) > mostBytes) return `this text is longer than ${mostBytes} letters`;
        const stack = this.module.stackSave();
        try {
            return this.module.ccall('ringlet_' + name, result, types.map((type) => (type === 'string' ? 'array' : type)), given);
        } catch (error) {
            this.module.stackRestore(stack);
            if (result !== 'string') throw error;
            this.failure = error;
            console.error(error);
            return notEnough.test(String(error))
                ? 'There is not enough memory for this; the hair that ran before goes on.'
                : 'Something went wrong: ' + String(error);
        }
    }

    begin(scene, model, params) { this.call('begin', ['string', 'string', 'string'], [scene, model, lines(params)], null); }
    load(scene, model, params, files, measure) {
        const wrong = Object.entries(params).find(twoLines);
        if (wrong) return `the parameter '${wrong[0].slice(0, 40)}' and its value must be plain text of one line`;
        const problem = this.call('load', ['string', 'string', 'string', 'string', 'number'],
            [scene, model, lines(params), files.join('\n'), measure ? 1 : 0]);
        if (!problem) this.tookOver();
        return problem;
    }
    // Begins to make a scene of files; loading() tells how far it is, and puts it in place once it is done.
    startFiles(scene, files) { return this.call('start_files', ['string', 'string'], [scene, files.join('\n')]); }
    loading() {
        const text = this.call('loading', [], []), now = text.startsWith('{') ? JSON.parse(text) : { done: true, problem: text };
        if (now.done && !now.problem) this.tookOver();
        return now;
    }
    cancelLoading() { this.call('cancel_loading', [], [], null); }
    command(name, argument = '') {
        const problem = this.call('command', ['string', 'string'], [name, String(argument)]);
        if (!problem && takesOver.includes(name)) this.tookOver();
        return problem;
    }
    query(what) {
        const text = this.call('query', ['string'], [what]);
        try { return JSON.parse(text); } catch { throw new Error(`asked for ${what}: ${text.slice(0, 300)}`, { cause: this.failure }); }
    }
    hash() { return this.call('hash', [], []); }
    restore() { return this.call('restore', [], []); }
    restorePanel() { this.call('restore_panel', [], [], null); }
    loseContext() { this.call('lose_context', [], [], null); }
    frame(milliseconds) { return this.module._ringlet_frame(milliseconds); }
    pose(p, teleport) {
        return this.call('pose', ['array', 'number'], [doubles(p), teleport ? 1 : 0]);
    }
    layout(l) {
        this.call('layout', ['array'], [doubles([l.width, l.height, l.ratio, l.left, l.top, l.right, l.bottom, l.dark ? 1 : 0,
            l.panel.x, l.panel.y, l.panel.width, l.panel.height, l.panelRatio])], null);
    }
    pointer(kind, id, x, y, button, flags) { return this.module._ringlet_pointer(kind, id, x, y, button, flags); }
    brushPixels(x, y) { return this.module._ringlet_brush_pixels(x, y); }
    wheel(x, y, delta) { this.module._ringlet_wheel(x, y, delta); }
    key(code, down, character) { return this.module._ringlet_key(code, down ? 1 : 0, character); }

    readFile(path) {
        const bytes = this.module.FS.readFile(path);
        this.module.FS.unlink(path);
        return bytes;
    }

    // Writes a file into the program's file system; returns its path there.
    writeFile(folder, name, bytes) {
        const path = `${folder}/${name.replace(/[\u0000-\u001f/\\]/g, '_')}`;
        this.module.FS.mkdirTree(folder);
        this.module.FS.writeFile(path, bytes, { canOwn: true });
        return path;
    }
    removeFile(path) {
        if (path && this.module.FS.analyzePath(path).exists) this.module.FS.unlink(path);
    }
}
