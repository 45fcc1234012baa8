// window.ringlet, and the same by message for an embedding page (see README.md).
import * as check from './checks.js';
import { rowOf, rowsOf, withFormerNames } from './link.js';

const mostFrames = 1000000;       // of one step()
const longestRecording = 400000;  // letters: 20 s that change three values in each frame have about half of that
const leastZoom = 0.17, mostZoom = 12.5;  // times as large as fitted
const mostArguments = 8;          // of a message

function must(problem) {
    if (problem) throw new Error(problem);
}

// Six numbers as in state().camera, or by name: what is not named stays.
function cameraOf(view, now) {
    if (Array.isArray(view) || ArrayBuffer.isView(view)) return check.numbers(view, 6, 'a camera');
    const { yaw = now[0], pitch = now[1], zoom, target = now.slice(3) } = check.fields(view, 'a camera', ['yaw', 'pitch', 'zoom', 'target']);
    const [y, p, z] = check.numbers([yaw, pitch, zoom ?? 1], 3, 'yaw, pitch and zoom');
    if (z < leastZoom || z > mostZoom) throw new Error(`a zoom is from ${leastZoom} to ${mostZoom}, not ${z}`);
    return [y, p, zoom === undefined ? now[2] : 1 / z, ...check.numbers(target, 3, 'a target')];
}

// `atOnce`: frames that step() does before it returns; more it does in slices.
export function makeApi(page, ready, atOnce) {
    const state = () => page.engine.query('state');
    const told = () => {
        const now = state();
        return { ...now, picture: withFormerNames(now.picture, page.list.picture) };
    };
    const command = (name, argument) => {
        must(page.engine.command(name, argument));
        page.refresh();
    };
    const functions = {
        scenes: () => page.list.scenes.map(({ name, title, summary, kind, hairColour, model, motion, needsFiles, params }) =>
            ({ name, title, summary, kind, hairColour, model, motion, needsFiles, params })),
        motions: () => page.list.motions,
        models: () => page.list.models.map(({ name, summary, params }) => ({ name, summary, params })),
        load(scene, params = {}, options = {}) {
            const { model = '', measure = false } = check.fields(options, 'the options of load()', ['model', 'measure']);
            must(page.load(check.text(scene, 'the scene'), check.parameters(params, 'the parameters of load()'),
                { model: check.text(model, 'the model'), measure: check.flag(measure, 'measure') }));
        },
        set(name, value) {
            const text = check.parameterValue(value, check.parameterName(name));
            command(rowOf(page.list.picture, name) ? 'view' : 'set', `${name}=${text}`);
        },
        params() {
            const { params, picture, scene, model } = state();
            return withFormerNames({ ...params, ...picture }, [...page.list.picture, ...rowsOf(page.list, scene, model)]);
        },
        playMotion(name) { command('motion', check.text(name, 'the motion')); },
        show(name, on) { command('show', `${check.text(name, 'what is shown')}=${check.flag(on, 'whether it is shown') ? 'on' : 'off'}`); },
        pause: () => void page.act('pause'),
        play: () => void page.act('play'),
        reset: () => void page.act('reset'),
        step: (frames = 1) => page.stepping.run(check.wholeNumber(frames, 'the number of frames', 0, mostFrames), atOnce),
        setPose(pose = {}) {
            const { position = [0, 0, 0], orientation = [0, 0, 0, 1], teleport = false } =
                check.fields(pose, 'a pose', ['position', 'orientation', 'teleport']);
            must(page.engine.pose([...check.numbers(position, 3, 'a position'), ...check.numbers(orientation, 4, 'an orientation')],
                check.flag(teleport, 'teleport')));
        },
        setCamera(view) { command('camera', cameraOf(view, state().camera).join(',')); },
        beside(names) {
            must(page.beside.open(check.text(names, 'the heads beside it', { longest: 1000 })));
            page.refresh();
        },
        setTool(name) { command('tool', check.text(name, 'the tool')); },
        record() { must(page.tape.start()); },
        stopRecording: () => (page.tape.stop() ? page.tape.file() : null),
        replay(text) { must(page.tape.open(check.text(text, 'a recording', { longest: longestRecording, lines: true }))); },
        state: told,
        stats: () => page.engine.query('stats'),
        skin: () => page.engine.query('skin'),
        hash: () => page.engine.hash(),
        engine: () => page.list.engine,
        shareUrl: () => page.share.url(),
    };
    const api = { ready };
    for (const [name, call] of Object.entries(functions)) {
        api[name] = (...given) => {
            if (!page.started) throw new Error('Ringlet has not started yet: await ringlet.ready first');
            return call(...given);
        };
    }
    const { load } = api;
    api.load = async (...given) => load(...given);  // its refusals come by the promise
    return api;
}

// { ringlet: 'load', id, args: [...] } is answered with { ringlet: 'reply', id,
// result } or { ringlet: 'reply', id, error }, one message after the other. The
// embedding page is told { ringlet: 'ready' } once.
export function answerMessages(api, ready) {
    let last = Promise.resolve();
    addEventListener('message', (event) => {
        const name = event.data?.ringlet;
        if (typeof name !== 'string' || name === 'reply' || (name === 'ready' && event.data.id === undefined)) return;
        last = last.then(() => answer(event, name)).catch(() => { /* nobody is left to be answered */ });
    });
    async function answer({ data, source, origin }, name) {
        const reply = { ringlet: 'reply', id: data.id ?? null };
        try {
            await ready;
            const { args = [] } = data;
            if (name !== 'ready' && !(Object.hasOwn(api, name) && typeof api[name] === 'function')) throw new Error(`there is no function '${name.slice(0, 40)}'`);
            if (!Array.isArray(args) || args.length > mostArguments) throw new Error(`args must be a list of at most ${mostArguments} arguments`);
            reply.result = name === 'ready' ? true : (await api[name](...args)) ?? null;
        } catch (error) {
            reply.error = error.message;
        }
        source?.postMessage(reply, origin === 'null' ? '*' : origin);
    }
    if (parent !== self) ready.then(() => parent.postMessage({ ringlet: 'ready' }, '*'), () => { /* the page says why */ });
}
