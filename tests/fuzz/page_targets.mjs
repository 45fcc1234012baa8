// What the page itself reads: its link's fragment, and .ringlet files. Each target
// throws where something is wrong, whatever the text. Rows are like the program's own.

const control = /[\u0000-\u001f\u007f]/;
function require(holds, what) {
    if (!holds) throw new Error(what);
}

// As far as these two modules look at the page around them.
globalThis.document ??= { getElementById: () => ({ addEventListener() {}, append() {}, children: [] }), createElement: () => ({ remove() {} }) };
globalThis.location ??= { href: 'https://hair.test/?embed=1' };
globalThis.matchMedia ??= () => ({ matches: false });
const { checkedValue, readLink, rowsOf, writeLink } = await import('../../site/link.js');
const { Tape } = await import('../../site/recording.js');

// The program's own tables where it is at hand: `ringlet list --json`.
export function tablesFrom(json) {
    const rows = [
        { name: 'windSpeed', kind: 'real', low: 0, high: 20 }, { name: 'strands', kind: 'integer', low: 1, high: 100000 },
        { name: 'sagFree', kind: 'toggle' }, { name: 'step', kind: 'choice', choices: ['default', 'published'] },
    ];
    const list = json ?? {
        scenes: [{ name: 'curly', model: 'dftl', motion: 'still', params: rows }, { name: 'sintel', model: 'dftl', needsFiles: true, params: rows }],
        models: [{ name: 'dftl', params: rows.slice(2) }, { name: 'verlet', params: [] }], motions: [{ name: 'still' }, { name: 'shake' }],
    };
    const picture = [{ name: 'exposure', kind: 'real', low: 0.1, high: 4 }, { name: 'adapt', kind: 'toggle' },
        { name: 'hair_colour', kind: 'choice', choices: ['brown', 'silver'] }];
    return { engine: '1.0.0-00000000', ball: [], wind: rows.slice(0, 1), picture, ...list };
}

function checkRow(row, text) {
    require(row !== undefined, 'a parameter of this scene');
    require(typeof text === 'string' && checkedValue(row, text) !== null, 'a value that is allowed');
    if (row.kind !== 'real' && row.kind !== 'integer') return;
    require(/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text), 'a number as the program reads it');
    require(Number(text) >= row.low && Number(text) <= row.high, 'a number within its range');
}

function checkLink(link, list, fallback) {
    const scene = list.scenes.find((one) => one.name === link.scene);
    require(scene && (link.scene === fallback || !scene.needsFiles), 'a scene that can be shown');
    require(link.model === '' || list.models.some((one) => one.name === link.model), 'a model there is');
    require(link.motion === undefined || list.motions.some((one) => one.name === link.motion), 'a motion there is');
    const rows = [...rowsOf(list, link.scene, link.model), ...list.picture];
    for (const [name, text] of Object.entries(link.params)) checkRow(rows.find((row) => row.name === name), text);
    for (const [name, count] of [['camera', 6], ['pose', 7]]) {
        if (link[name] === undefined) continue;
        require(link[name].length === count && link[name].every((one) => Number.isFinite(one) && Math.abs(one) <= 1e4), `a ${name} of sound numbers`);
    }
    if (link.pose) require(Math.abs(Math.hypot(...link.pose.slice(3)) - 1) < 0.011, 'a unit quaternion');
    require(link.notices.length <= 8 && link.notices.every((one) => typeof one === 'string' && one.length < 400), 'few and short notices');
    const { recording } = link;
    if (!recording) return;
    require(/^[\w-]+$/.test(recording.head) && /^([0-9a-f]{16})?$/.test(recording.hash), 'a recording of letters');
    require(recording.engine.length <= 40 && recording.brush === '' && recording.changes.length === 0, 'the link\'s part of a recording');
}

export function link(text, list) {
    const fallback = list.scenes[0].name;
    const read = readLink(text, list, fallback);
    checkLink(read, list, fallback);
    require(Object.keys(Object.prototype).length === 0, 'nobody\'s prototype was touched');
    // What the page writes of it comes back.
    const pictureRows = list.picture.map((row) => row.name);
    const own = ([name]) => !pictureRows.includes(name);
    const state = { scene: read.scene, model: read.model, motion: read.motion, pose: read.pose ?? [0, 0, 0, 0, 0, 0, 1], camera: read.camera ?? [0, 0, 1, 0, 0, 0],
        changed: Object.fromEntries(Object.entries(read.params).filter(own)),
        pictureChanged: Object.fromEntries(Object.entries(read.params).filter((pair) => !own(pair))) };
    const address = writeLink(state, list, read.recording);
    if (address.length > 16000) return;
    const again = readLink(address.slice(address.indexOf('#')), list, fallback);
    const sorted = (params) => JSON.stringify(Object.entries(params).sort());
    require(again.scene === read.scene && sorted(again.params) === sorted(read.params), 'a link that comes back');
    require(again.notices.length === 0 || (read.recording && !read.recording.hash) || (read.recording && !read.recording.engine), 'and needs no word');
}

export function recording(text, list) {
    const lines = (value, most) => require(typeof value === 'string' && value.split('\n').length <= most && !/\r/.test(value), 'as many lines as it should have');
    let changes = 0;
    try { changes = JSON.parse(text)?.changes?.length ?? 0; } catch { /* not JSON */ }
    const engine = { query: () => ({}), command(name, argument) {
        if (name === 'replay') lines(argument, 3 + changes);
        if (name === 'camera') require(/^[-+.,\deE]*$/.test(argument), 'a camera of numbers');
        return '';
    } };
    const page = { refresh() {}, busyWith: () => '', act: () => true, load(scene, params, { model }) {
        lines(scene, 1);
        lines(model, 1);
        for (const pair of Object.entries(params)) pair.forEach((one) => lines(one, 1));
        return '';
    } };
    const said = new Tape(engine, list, page).open(text);
    require(typeof said === 'string' && !control.test(said), 'a sentence, or nothing');
}
