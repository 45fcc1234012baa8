// The page: starts the program, lays out canvas and panel, and offers
// window.ringlet (see README.md). No framework, no request to anyone else.
import { lacking, startEngine } from './engine.js';
import { buildControls, buildParameters, showFigures, showState } from './controls.js';
import { listenToCanvas } from './input.js';
import { readLink, writeLink } from './link.js';

const byId = (id) => document.getElementById(id);
const canvas = byId('view');
const panelWidth = 300, margin = 16;

let engine, list, state;
let parametersOf = '';        // the scene that the parameter list was made for
let files = ['', '', ''];     // groom, head, collider in the program's file system
let measured = false;
let panelWanted = read('panel') !== 'off';

function read(key) {
    try { return localStorage.getItem('ringlet.' + key); } catch { return null; }
}
function keep(key, value) {
    try { localStorage.setItem('ringlet.' + key, value); } catch { /* storage may be forbidden */ }
}

// ---- what is said to the user ----

function notice(text) {
    const line = document.createElement('p');
    line.textContent = text;
    byId('notices').append(line);
    while (byId('notices').children.length > 4) byId('notices').firstChild.remove();
    setTimeout(() => line.remove(), 4000 + 60 * text.length);
}

function giveUp(sentence) {
    const line = document.createElement('p');
    line.className = 'sentence';
    line.setAttribute('role', 'alert');
    line.textContent = sentence;
    for (const id of ['view', 'side', 'transport', 'figures']) byId(id).hidden = true;
    byId('cover').remove();
    document.body.append(line);
}

// ---- layout ----

const simple = () => innerWidth < 860 || (matchMedia('(pointer: coarse)').matches && innerWidth < 1100);

function layOut() {
    const small = simple();
    document.body.classList.toggle('simple', small);
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const width = Math.max(canvas.clientWidth, 1), height = Math.max(canvas.clientHeight, 1);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const panel = !small && panelWanted && innerWidth >= 1000;
    byId('panel').setAttribute('aria-pressed', panel);
    engine.layout({
        width, height, ratio, dark: matchMedia('(prefers-color-scheme: dark)').matches,
        left: small ? 0 : 232, right: panel ? panelWidth + margin : 0, top: small ? 40 : 24, bottom: small ? 130 : 84,
        panel: panel ? { x: width - panelWidth - margin, y: margin, width: panelWidth, height: height - 2 * margin }
            : { x: 0, y: 0, width: 0, height: 0 },
    });
}

// ---- actions ----

function refresh() {
    state = engine.query('state');
    if (parametersOf !== state.scene) {
        buildParameters(list, state, page);
        parametersOf = state.scene;
    }
    showState(state);
    showFigures(state);
}

// Runs a command; a refusal becomes a notice. Returns whether it was done.
function act(name, argument = '') {
    const problem = engine.command(name, argument);
    if (problem) notice(sentence(problem));
    refresh();
    return !problem;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

function load(scene, params = {}, options = {}) {
    const needsFiles = list.scenes.find((one) => one.name === scene)?.needsFiles;
    measured = options.measure ?? measured;
    const problem = engine.load(scene, '', params, needsFiles ? files : [], measured);
    refresh();
    return problem;
}

// Lets the browser show the press before the page is busy building.
function choose(scene) {
    for (const button of byId('styles').children) button.setAttribute('aria-pressed', button.dataset.scene === scene);
    setTimeout(() => {
        const problem = load(scene);
        if (problem) notice(sentence(problem));
    }, 20);
}

async function useFiles(chosen) {
    const next = [...files];
    for (const file of chosen) {
        const kind = file.name.toLowerCase().match(/\.(tfx|hair|obj)$/)?.[1];
        if (!kind) {
            notice(`${file.name} is not a .tfx, .hair or .obj file.`);
            continue;
        }
        const slot = kind !== 'obj' ? 0 : /collider|collision/i.test(file.name) ? 2 : 1;
        next[slot] = engine.writeFile(`${['groom', 'head', 'collider'][slot]}.${kind}`, new Uint8Array(await file.arrayBuffer()));
    }
    byId('files').value = '';
    if (!next[0]) {
        notice('Choose a groom as well: a .tfx or .hair file.');
        files = next;
        return;
    }
    const before = files;
    files = next;
    const scene = list.scenes.find((one) => one.needsFiles);
    const problem = scene ? load(scene.name) : 'no scene takes files';
    if (problem) {
        files = before;
        notice(sentence(problem));
    }
}

async function share() {
    const url = shareUrl();
    try {
        if (simple() && navigator.share) await navigator.share({ title: document.title, url });
        else {
            await navigator.clipboard.writeText(url);
            notice('The link to this hair is copied.');
        }
    } catch (error) {
        if (error.name === 'AbortError') return;
        history.replaceState(null, '', url);
        notice('The link to this hair is in the address bar.');
    }
}

const shareUrl = () => writeLink(engine.query('state'), list);

const page = {
    act, choose, share, useFiles, refresh,
    hasFiles: () => files[0] !== '',
    togglePlay: () => act(state.playing ? 'pause' : 'play'),
    toggleSlow: () => act('slow', state.slow ? 'off' : 'on'),
    togglePanel() {
        panelWanted = !panelWanted;
        keep('panel', panelWanted ? 'on' : 'off');
        layOut();
    },
    toggleMore() {
        const open = document.body.classList.toggle('open');
        byId('more').setAttribute('aria-expanded', open);
    },
    look(yaw, pitch, zoom) {
        const c = engine.query('state').camera;
        act('camera', [c[0] + yaw, c[1] + pitch, c[2] * zoom, c[3], c[4], c[5]].join(','));
    },
    moveHead(right, up) {
        const { pose, camera } = engine.query('state');
        pose[0] += right * Math.cos(camera[0]);
        pose[1] += up;
        pose[2] -= right * Math.sin(camera[0]);
        engine.pose(pose, false);
    },
};

// ---- the link ----

// `whole`: the scene is built even if it already runs as the link says.
function applyLink(whole) {
    const link = readLink(location.hash, list, document.body.dataset.scene in sceneNames() ? document.body.dataset.scene : list.scenes[0].name);
    let problem = whole || !runsAlready(link) ? load(link.scene, link.params) : '';
    if (problem) {
        link.notices.push(sentence(problem));
        problem = load(link.scene);
        if (problem) link.notices.push(sentence(problem));
    }
    if (link.motion) act('motion', link.motion);
    if (link.pose) engine.pose(link.pose, true);
    if (link.camera) act('camera', link.camera.join(','));
    link.notices.forEach(notice);
}

// Whether the running scene is the link's, so that camera and pose alone change.
function runsAlready(link) {
    const now = engine.query('state');
    const changed = Object.entries({ ...now.changed, ...now.pictureChanged });
    return now.scene === link.scene && changed.length === Object.keys(link.params).length
        && changed.every(([name, text]) => name in link.params && sameValue(link.params[name], text));
}
const sameValue = (a, b) => a === b || (Number(a) === Number(b) && a !== '');

const sceneNames = () => Object.fromEntries(list.scenes.map((scene) => [scene.name, true]));

// ---- window.ringlet ----

let resolveReady, rejectReady;
const ready = new Promise((resolve, reject) => ([resolveReady, rejectReady] = [resolve, reject]));
ready.catch(() => {});

function must(problem) {
    if (problem) throw new Error(problem);
}

const api = {
    ready,
    scenes: () => list.scenes.map(({ name, summary, model, motion, params }) => ({ name, summary, model, motion, params })),
    motions: () => list.motions,
    load: async (scene, params = {}, options = {}) => must(load(scene, params, options)),
    set(name, value) {
        must(engine.command(list.picture.some((row) => row.name === name) ? 'view' : 'set', `${name}=${value}`));
        refresh();
    },
    params: () => ({ ...engine.query('state').params, ...engine.query('state').picture }),
    playMotion(name) {
        must(engine.command('motion', name));
        refresh();
    },
    show(name, on) { must(engine.command('show', `${name}=${on ? 'on' : 'off'}`)); },
    pause: () => void act('pause'),
    play: () => void act('play'),
    reset: () => void act('reset'),
    step(frames = 1) { must(engine.command('step', frames)); },
    setPose({ position = [0, 0, 0], orientation = [0, 0, 0, 1], teleport = false } = {}) {
        must(engine.pose([...position, ...orientation], teleport));
    },
    setCamera(values) { must(engine.command('camera', values.join(','))); },
    state: () => engine.query('state'),
    stats: () => engine.query('stats'),
    hash: () => engine.hash(),
    shareUrl,
};
window.ringlet = api;

// The same by message: { ringlet: 'load', id, args: [...] } is answered with
// { ringlet: 'reply', id, result } or { ringlet: 'reply', id, error }.
addEventListener('message', async (event) => {
    const name = event.data?.ringlet;
    if (typeof name !== 'string' || name === 'reply') return;
    const reply = { ringlet: 'reply', id: event.data.id ?? null };
    try {
        await ready;
        if (name !== 'ready' && typeof api[name] !== 'function') throw new Error(`there is no function '${name}'`);
        const given = Array.isArray(event.data.args) ? event.data.args : [];
        reply.result = name === 'ready' ? true : (await api[name](...given)) ?? null;
    } catch (error) {
        reply.error = error.message;
    }
    event.source?.postMessage(reply, event.origin === 'null' ? '*' : event.origin);
});

// ---- start ----

let drawing = true, pictures = 0;

function everyFrame(milliseconds) {
    requestAnimationFrame(everyFrame);
    if (drawing) engine.frame(milliseconds);
    if (++pictures === 3) performance.mark('ringlet:moving');  // the second moved, the third finds it shown
}

// A driver may take the drawing context away and give it back.
function watchContext() {
    canvas.addEventListener('webglcontextlost', (event) => {
        event.preventDefault();
        drawing = false;
    });
    canvas.addEventListener('webglcontextrestored', () => {
        const problem = engine.restore();
        drawing = !problem;
        if (problem) notice(sentence(problem));
        layOut();
    });
}

function watchDrops() {
    addEventListener('dragover', (event) => {
        event.preventDefault();
        document.body.classList.add('dropping');
    });
    addEventListener('dragleave', () => document.body.classList.remove('dropping'));
    addEventListener('drop', (event) => {
        event.preventDefault();
        document.body.classList.remove('dropping');
        if (event.dataTransfer?.files.length) useFiles(event.dataTransfer.files);
    });
}

async function start() {
    const problem = lacking();
    if (problem) {
        giveUp(problem);
        throw new Error(problem);
    }
    engine = await startEngine(canvas);
    performance.mark('ringlet:engine');
    list = engine.query('list');
    document.body.classList.toggle('simple', simple());
    buildControls(list, page);
    layOut();
    applyLink(true);
    performance.mark('ringlet:scene');
    layOut();
    listenToCanvas(canvas, engine, page);
    watchDrops();
    new ResizeObserver(layOut).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', layOut);
    addEventListener('hashchange', () => applyLink(false));
    watchContext();
    setInterval(refresh, 400);
    requestAnimationFrame(everyFrame);
    byId('cover').classList.add('gone');
}

start().then(() => resolveReady(true), (error) => {
    rejectReady(error);
    console.warn(error);
    if (!document.querySelector('.sentence')) giveUp(`Ringlet could not start: ${error.message}`);
});
