// window.ringlet, and the same by message for an embedding page (see README.md).

function must(problem) {
    if (problem) throw new Error(problem);
}

export function makeApi(page, ready) {
    const state = () => page.engine.query('state');
    return {
        ready,
        scenes: () => page.list.scenes.map(({ name, title, summary, model, motion, needsFiles, params }) =>
            ({ name, title, summary, model, motion, needsFiles, params })),
        motions: () => page.list.motions,
        models: () => page.list.models.map(({ name, summary, params }) => ({ name, summary, params })),
        load: async (scene, params = {}, options = {}) => must(page.load(scene, params, options)),
        set(name, value) {
            must(page.engine.command(page.list.picture.some((row) => row.name === name) ? 'view' : 'set', `${name}=${value}`));
            page.refresh();
        },
        params: () => ({ ...state().params, ...state().picture }),
        playMotion(name) {
            must(page.engine.command('motion', name));
            page.refresh();
        },
        show(name, on) { must(page.engine.command('show', `${name}=${on ? 'on' : 'off'}`)); },
        pause: () => void page.act('pause'),
        play: () => void page.act('play'),
        reset: () => void page.act('reset'),
        step(frames = 1) {
            must(page.engine.command('step', frames));
            page.refresh();
        },
        setPose({ position = [0, 0, 0], orientation = [0, 0, 0, 1], teleport = false } = {}) {
            must(page.engine.pose([...position, ...orientation], teleport));
        },
        setCamera(values) { must(page.engine.command('camera', values.join(','))); },
        setTool(name) {
            must(page.engine.command('tool', name));
            page.refresh();
        },
        record() { if (!page.tape.start()) throw new Error('the recording could not start'); },
        stopRecording: () => (page.tape.stop() ? page.tape.file() : null),
        replay(text) { must(page.tape.open(text)); },
        state,
        stats: () => page.engine.query('stats'),
        skin: () => page.engine.query('skin'),
        hash: () => page.engine.hash(),
        engine: () => page.list.engine,
        shareUrl: () => page.share.url(),
    };
}

// { ringlet: 'load', id, args: [...] } is answered with { ringlet: 'reply', id,
// result } or { ringlet: 'reply', id, error }. The embedding page is told
// { ringlet: 'ready' } once.
export function answerMessages(api, ready) {
    addEventListener('message', async (event) => {
        const name = event.data?.ringlet;
        if (typeof name !== 'string' || name === 'reply' || (name === 'ready' && event.data.id === undefined)) return;
        const reply = { ringlet: 'reply', id: event.data.id ?? null };
        try {
            await ready;
            if (name !== 'ready' && !(Object.hasOwn(api, name) && typeof api[name] === 'function')) throw new Error(`there is no function '${name}'`);
            const given = Array.isArray(event.data.args) ? event.data.args : [];
            reply.result = name === 'ready' ? true : (await api[name](...given)) ?? null;
        } catch (error) {
            reply.error = error.message;
        }
        event.source?.postMessage(reply, event.origin === 'null' ? '*' : event.origin);
    });
    if (parent !== self) ready.then(() => parent.postMessage({ ringlet: 'ready' }, '*'), () => { /* the page says why */ });
}
