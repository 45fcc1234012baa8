// The page: starts the program and ties its parts together (see README.md). No
// framework, no request to anyone else.
import { answerMessages, makeApi } from './api.js';
import { Beside } from './beside.js';
import { buildControls, buildParameters, inOrder, showFigures, showState } from './controls.js';
import { watchContext } from './context.js';
import { checkProgram, Lack, startEngine } from './engine.js';
import { Files } from './files.js';
import { Film } from './film.js';
import { listenToCanvas } from './input.js';
import { listenToKeys } from './keys.js';
import { embedded, layOut, toggleBare, toggleControls, togglePanel } from './layout.js';
import { checkedValue, longestLink, readLink, rowsOf, showAddress } from './link.js';
import { MotionFile } from './motion_file.js';
import { giveUp, notice, sentence, standing } from './notices.js';
import { keepOffline } from './offline.js';
import { Placing } from './placing.js';
import { Tape } from './recording.js';
import { Share } from './share.js';
import { Stepping } from './stepping.js';

const byId = (id) => document.getElementById(id);
const canvas = byId('view'), panelCanvas = byId('panel-view');
const timeCommands = ['play', 'pause', 'step', 'reset'];  // which a clip that is filmed gives itself
const framesAtOnce = 3600;  // that a script's step() does before it returns

let engine, list, state, files;
let parametersOf = '';        // the scene and model that the parameter list was made for
let remarked = '';            // what was last said of what the model found out, but for its numbers
let refusals = 0;             // of the panel's commands that have been said
let offered = null;           // of what waits to be played, in an embedded frame
let addressed = null;         // what the address was last in line with; null while a link is opened

// ---- actions ----

function refresh() {
    state = engine.query('state');
    const made = `${state.scene} ${state.model}`;
    if (parametersOf !== made) {
        buildParameters(list, rowsOf(list, state.scene, state.model), page);
        parametersOf = made;
    }
    page.tape.watch(state);
    page.motionFile.watch(state);
    page.placing.show(state);
    page.beside.watch(state);
    page.share.watch(state);
    if (state.playing) offered?.end();
    tellRemark();
    tellRefusal();
    keepAddress();
    showState(state);
    showFigures(state);
}

// What the model has found out while the hair ran is said once.
function tellRemark() {
    const kind = (state.remark ?? '').replaceAll(/\d+/g, '');
    if (kind && kind !== remarked) notice(sentence(state.remark));
    remarked = kind;
}

// What the panel asked for and did not get.
function tellRefusal() {
    if (state.panel.refusals !== refusals) notice(sentence(state.panel.refusal));
    refusals = state.panel.refusals;
}

// An address that came as a link stays the link of what is shown.
function keepAddress() {
    const now = JSON.stringify([state.scene, state.model, state.beside, state.changed, state.pictureChanged]);
    if (addressed === null || now === addressed) return;
    const shown = addressed && location.hash && !embedded;
    if (!shown || showAddress(state.needsFiles ? location.href.replace(/#.*/, '') : page.share.url(false))) addressed = now;
}

// Runs a command; a refusal becomes a notice. Returns whether it was done.
function act(name, argument = '') {
    const problem = (page.film.running && timeCommands.includes(name) && page.busyWith()) || engine.command(name, argument);
    if (problem) notice(sentence(problem));
    refresh();
    return !problem;
}

// The same for a control that is being moved, many times a second: what follows from it is shown by the next refresh.
function turn(name, argument) {
    const problem = engine.command(name, argument);
    if (problem) notice(sentence(problem));
}

// What was recorded, replayed or on its way is of other hair than what runs now.
function leaveLast() {
    page.beside.leave();
    if (!page.tape.began) page.tape.last = null;  // else it has just been kept
    page.tape.played = null;
}

// Returns what is wrong, or an empty text.
function load(scene, params = {}, { model = '', measure = false } = {}) {
    if (page.film.running) return page.busyWith();
    const info = list.scenes.find((one) => one.name === scene);
    const problem = engine.load(scene, model, params, files.of(info), measure);
    if (!problem) {
        files.giveWay();
        leaveLast();
    }
    refresh();
    return problem;
}

// The scene of one's own files, beside what runs. `watch(what, part)` is told how
// far it is and answers whether to go on. Returns what is wrong, or an empty text.
async function loadFiles(paths, watch) {
    const scene = list.scenes.find((one) => one.needsFiles && one.growsHair === !paths[0]);
    if (!scene) return 'no scene takes files';
    let problem = engine.startFiles(scene.name, paths);
    while (!problem) {
        const now = engine.loading();
        if (now.done) {
            problem = now.problem;
            break;
        }
        if (!watch(now.what, now.part)) engine.cancelLoading();
        await new Promise((done) => setTimeout(done, 40));
    }
    if (!problem) leaveLast();
    refresh();
    return problem;
}

// Lets the browser show the press before the page is busy building.
function choose(scene) {
    for (const button of byId('styles').querySelectorAll('button')) button.setAttribute('aria-pressed', button.dataset.scene === scene);
    setTimeout(() => {
        if (page.beside.follow(() => load(scene))) stir();
    }, 20);
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
// Hair that nobody has touched yet moves a little, unless its viewer wants rest.
function stir() {
    if (!calm() && state.motion === 'still') engine.command('idle', 'on');
}

const page = {
    act, turn, choose, load, loadFiles, refresh,
    hasFiles: (grows) => files.any(grows),
    layOut: () => layOut(engine, { clean: page.clean }),
    togglePlay: () => act(state.playing ? 'pause' : 'play'),
    toggleSlow: () => act('slow', state.slow ? 'off' : 'on'),
    useTool: (tool) => act('tool', tool),
    toggleTool: () => act('tool', state.tool === 'brush' ? 'hand' : 'brush'),
    togglePanel() {
        togglePanel();
        page.layOut();
    },
    toggleControls() {
        toggleControls();
        page.layOut();
        page.toggleMore(false);
    },
    // The picture alone, or all again.
    toggleBare(on) {
        const bare = toggleBare(on);
        page.layOut();
        page.toggleMore(false);
        return bare;
    },
    toggleMore(on) {
        const open = document.body.classList.toggle('open', on);
        byId('more').setAttribute('aria-expanded', open);
        page.layOut();
    },
    chooseNumber(number) {
        const scene = inOrder(list)[number - 1];
        if (!scene || scene.needsFiles) return false;
        choose(scene.name);
        return true;
    },
    // What both models know keeps its value.
    chooseModel(model) {
        const rows = new Map(rowsOf(list, state.scene, model).filter((row) => row.shown !== false).map((row) => [row.name, row]));
        const changed = Object.entries({ ...state.changed, ...state.pictureChanged });
        const kept = changed.filter(([name, text]) => name in state.pictureChanged || (rows.has(name) && checkedValue(rows.get(name), text) !== null));
        page.beside.follow(() => load(state.scene, Object.fromEntries(kept), { model }));
    },
    lessHair() { act('set', `strands=${Math.ceil(state.params.strands / 2)}`); },
    look(yaw, pitch, zoom) {
        const c = engine.query('state').camera;
        act('camera', [c[0] + yaw, c[1] + pitch, c[2] * zoom, c[3], c[4], c[5]].join(','));
    },
    // Ends the head's motion where it is.
    holdStill() {
        const problem = engine.pose(engine.query('state').pose, false);
        if (problem) notice(sentence(problem));
        refresh();
    },
    moveHead: (right, up) => act('move', `${right},${up}`),
    turnHead: (yaw, pitch, roll) => act('turn', `${yaw},${pitch},${roll}`),
    // Pressed again, a colour leaves it to the style.
    chooseColour: (name) => act('view', `hairColour=${state.picture.hairColour === name ? 'style' : name}`),
    // Why other hair cannot come now; an empty text where it can.
    busyWith: () => (page.film.running ? 'a clip is being filmed; end it first' : page.tape.began ? 'a recording is under way; end it first' : ''),
    // Whether something is on its way that a page that is left would take along.
    busy: () => Boolean(page.tape.began || page.film.running || page.motionFile.bar),
    // Loaded again, the page still has the motion, where its address can hold it.
    offerRecording() {
        const url = page.share.url();
        if (!embedded && addressed !== null && page.tape.inLink() && new URL(url).hash.length <= longestLink) showAddress(url);
        if (!embedded && document.visibilityState === 'visible') page.share.open();
    },
    openRecording: (text) => page.tape.open(text),
    // What waits to be played where motion is not wanted. An embedded frame has no other button for it.
    offerPlay(what) {
        engine.command('pause');
        offered?.end();
        offered = embedded ? standing(`${what}.`, 'Play', () => act('play')) : null;
        if (!embedded) notice(`${what}: press Play to see it.`);
    },
};

// ---- the link ----

function linked() {
    const fallback = list.scenes.some((one) => one.name === document.body.dataset.scene) ? document.body.dataset.scene : list.scenes[0].name;
    return readLink(location.hash, list, fallback);
}

// `whole`: the scene is built even if it already runs as the link says.
function applyLink(whole) {
    if (page.film.running) return notice(sentence(page.busyWith()));
    addressed = null;
    const link = linked();
    const anew = whole || Boolean(link.recording) || !runsAlready(link);
    const own = link.recording && page.tape.began ? page.tape.stop() : null;  // one's own recording is not lost to the link's
    // What the last link or a hand set for the picture does not stay.
    const usual = whole ? {} : Object.fromEntries(list.picture.map((row) => [row.name, row.choices?.[row.default] ?? String(row.default)]));
    let problem = anew ? load(link.scene, { ...usual, ...link.params }, { model: link.model }) : '';
    if (problem) {
        link.notices.push(sentence(problem));
        problem = load(link.scene);
        if (problem) link.notices.push(sentence(problem));
    }
    const alone = page.beside.open(link.beside ?? '');
    if (alone) link.notices.push(sentence(alone));
    if (link.motion && !link.recording) act('motion', link.motion);
    if (link.pose && !link.recording) engine.pose(link.pose, true);
    if (link.camera) act('camera', link.camera.join(','));
    if (link.recording) {
        page.tape.replay(link.recording);
        page.tape.last = own;
    } else if (anew && !link.motion && !link.pose) stir();
    if (link.notices.length) notice(link.notices.join('\n'));
    if (anew && !link.recording && calm() && !['', 'still'].includes(engine.query('state').motion)) page.offerPlay('This head moves');
    addressed = '';
    refresh();
}

// Whether the running scene is the link's, so that camera and pose alone change. A link without motion and pose is one of
// the scene's own motion.
function runsAlready(link) {
    const now = engine.query('state');
    const own = list.scenes.find((one) => one.name === link.scene);
    const changed = Object.entries({ ...now.changed, ...now.pictureChanged });
    const moves = Boolean(link.pose || link.motion) || now.motion === own.motion;
    return moves && now.scene === link.scene && now.model === (link.model || own.model) && now.beside === (link.beside ?? '') && changed.length === Object.keys(link.params).length
        && changed.every(([name, text]) => name in link.params && sameValue(link.params[name], text));
}
const sameValue = (a, b) => a === b || (Number(a) === Number(b) && a !== '');

// ---- start ----

let resolveReady, rejectReady;
const ready = new Promise((resolve, reject) => ([resolveReady, rejectReady] = [resolve, reject]));
ready.catch(() => {});
window.ringlet = makeApi(page, ready, framesAtOnce);
answerMessages(makeApi(page, ready, 0), ready);

let pictures = 0, displayRatio = devicePixelRatio;

function everyFrame(milliseconds) {
    requestAnimationFrame(everyFrame);
    if (devicePixelRatio !== displayRatio) {  // moved to another screen, or zoomed
        displayRatio = devicePixelRatio;
        page.layOut();
    }
    engine.frame(milliseconds);
    if (++pictures === 3) performance.mark('ringlet:moving');  // the second moved, the third finds it shown
}

async function start() {
    document.body.classList.toggle('embed', embedded);
    checkProgram();
    engine = page.engine = await startEngine(canvas, panelCanvas, (started) => {
        list = page.list = started.query('list');
        const link = linked();
        started.begin(link.scene, link.model ?? '', link.params);
    });
    performance.mark('ringlet:engine');
    page.tape = new Tape(engine, list, page);
    page.share = new Share(engine, list, page, page.tape);
    page.motionFile = new MotionFile(engine, list, page);
    page.film = new Film(engine, page);
    page.beside = new Beside(engine, list, page);
    page.placing = new Placing(page);
    files = new Files(engine, list, page);
    page.stepping = new Stepping(engine, refresh);
    page.layOut();
    buildControls(list, page);
    applyLink(true);
    performance.mark('ringlet:scene');
    page.layOut();
    listenToCanvas(canvas, engine, page);
    listenToKeys(page);
    const resized = new ResizeObserver(page.layOut);
    for (const one of [canvas, byId('side'), byId('transport'), byId('placing')]) resized.observe(one, { box: 'border-box' });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', page.layOut);
    addEventListener('hashchange', () => applyLink(false));
    // On paper there are no controls that the hair stands beside.
    addEventListener('beforeprint', () => {
        layOut(engine, { clean: true });
        engine.frame(performance.now());
    });
    addEventListener('afterprint', page.layOut);
    addEventListener('beforeunload', (event) => { if (page.busy()) event.returnValue = 'asks'; });
    watchContext(canvas, panelCanvas, engine, page);
    canvas.addEventListener('pointerdown', () => page.toggleMore(false));
    setInterval(refresh, 400);
    requestAnimationFrame(everyFrame);
    byId('cover').classList.add('gone');
    page.started = true;
    setTimeout(keepOffline, 1000);
}

start().then(() => resolveReady(true), (error) => {
    rejectReady(error);
    console.warn(error);
    if (!document.querySelector('.sentence'))
        giveUp(error instanceof Lack ? error.message : `Ringlet could not start: ${error.message}`);
});
