// Records what hands do and does it again: the program quantises and keeps it,
// here are its beginning and end, its file, and what the page says of it.
import { rowOf, rowsOf, version, withFormerDefaults } from './link.js';
import { download, notice, sentence } from './notices.js';

const byId = (id) => document.getElementById(id);
const seconds = (frames) => (frames / 60).toFixed(1);

// A recording as the program reads it.
const linesOf = ({ head, brush, hash, changes }) =>
    [head, brush, hash, ...changes.map(([frame, name, value]) => `${frame} ${name}=${value}`)].join('\n');

// What such a file holds, all of it sound; else null.
function readTape(file) {
    let tape;
    try { tape = JSON.parse(file); } catch { return null; }
    const isText = (value) => typeof value === 'string' && !/[\u0000-\u001f]/.test(value);
    const isChange = (one) => Array.isArray(one) && one.length === 3 && Number.isInteger(one[0]) && isText(one[1]) && isText(one[2]);
    const { v = 1, scene, model = '', engine = '', params = {}, camera = null, head, brush, hash, changes } = tape ?? {};
    const sound = tape?.ringlet === 'recording' && [scene, model, engine, head, brush, hash].every(isText)
        && Array.isArray(changes) && changes.every(isChange)
        && params !== null && typeof params === 'object' && Object.entries(params).every((pair) => pair.every(isText))
        && (camera === null || (Array.isArray(camera) && camera.length === 6 && camera.every(Number.isFinite)));
    return sound ? { v, scene, model, engine, params, camera, head, brush, hash, changes } : null;
}

export class Tape {
    constructor(engine, list, page) {
        Object.assign(this, { engine, list, page });
        this.last = null;        // the last recording, with the state it began in
        this.began = null;
        this.unclaimed = false;  // the last ended by itself, and no script has asked for it yet
        this.playing = null;     // the recording that is being replayed
        this.before = {};        // the parameters that the last replay began with
        byId('record').addEventListener('click', () => this.toggle());
        byId('again').addEventListener('click', () => this.again());
        byId('stop').addEventListener('click', () => this.began && this.stop());
    }

    toggle() {
        if (this.began) return this.stop();
        const problem = this.start();
        notice(problem ? sentence(problem) : 'Recording: drag the head, brush the hair. It ends after 20 s, or with Stop.');
    }
    // Returns what is wrong, or an empty text.
    start() {
        this.page.refresh();  // one that has just come to its end is kept
        const problem = this.engine.command('record', 'on');
        this.page.refresh();
        if (problem) return problem;
        this.played = this.playing = this.last = null;
        this.unclaimed = false;
        this.began = this.engine.query('state');
        if (!this.began.playing) this.page.act('play');
        return '';
    }
    // Returns what was recorded, once: null when nothing was under way, nor has ended by itself since.
    stop() {
        this.unclaimed ||= this.began !== null;
        this.page.act('record', 'off');  // and watch() sees that it has ended
        const recorded = this.unclaimed ? this.last : null;
        this.unclaimed = false;
        return recorded;
    }

    // A link carries the motion of the head, for hair as it was; brush, wind and other changes, then or since, need the file.
    inLink(now = this.engine.query('state')) {
        const { last } = this;
        return Boolean(last) && !last.brush && !last.changes.length
            && Object.entries(last.state.params).every(([name, value]) => now.params[name] === value);
    }

    file() {
        const { state, head, brush, changes, frames, hash } = this.last;
        return JSON.stringify({
            ringlet: 'recording', v: version, engine: this.list.engine, scene: state.scene, model: state.model,
            params: { ...state.changed, ...state.pictureChanged }, camera: state.camera, frames, head, brush, changes, hash,
        });
    }
    save() {
        if (!this.last) return notice('This recording is gone: other hair has come meanwhile.');
        download(`${this.last.state.scene}.ringlet`, this.file() + '\n', 'application/json');
    }

    // Text of such a file; says what is wrong with it, before anything changes.
    open(text) {
        this.page.refresh();  // one that has just come to its end is kept
        const busy = this.page.busyWith();
        if (busy) return busy;
        const tape = readTape(text);
        if (!tape) return 'this file is not a Ringlet recording, or it is damaged';
        if (!this.list.scenes.some(({ name }) => name === tape.scene)) return `there is no style “${tape.scene.slice(0, 40)}” here`;
        const unsound = this.engine.command('check-replay', [tape.scene, tape.model, linesOf(tape)].join('\n'));
        const rows = unsound ? [] : rowsOf(this.list, tape.scene, tape.model);
        tape.params = withFormerDefaults(tape.params, tape.v, this.list, tape.scene, rows);
        const problem = unsound || this.page.load(tape.scene, tape.params, { model: tape.model });
        if (problem) return problem;
        if (tape.camera) this.engine.command('camera', tape.camera.join(','));
        return this.replay(tape);
    }

    // Names of the parameters that a recording itself changes, as they are called now.
    changedBy(tape, { scene, model }) {
        const rows = rowsOf(this.list, scene, model);
        return new Set(tape.changes.map(([, name]) => rowOf(rows, name)?.name ?? name));
    }

    // Whether hair with these parameters would do what was played again: what the recording changes is put back before.
    stillFits(state) {
        const own = this.changedBy(this.played, state);
        return Object.entries(state.params).every(([name, value]) => own.has(name) || this.before[name] === value);
    }

    // What was played and a link can carry, where the hair of that state would still do it; else null.
    playedFor(state) {
        const { played } = this;
        return played && !played.brush && !played.changes.length && this.stillFits(state) ? played : null;
    }

    // From the parameters that it began with the first time.
    again() {
        this.page.refresh();
        if (!this.played) return;  // something else has come a moment ago
        for (const name of this.changedBy(this.played, this.engine.query('state'))) {
            const problem = this.engine.command('set', `${name}=${this.before[name]}`);
            if (problem) return notice(sentence(problem));
        }
        this.replay(this.played);
    }

    // Plays it in the scene that runs, built anew.
    replay(tape) {
        const before = this.engine.query('state').params;
        const problem = this.engine.command('replay', linesOf(tape));
        if (problem) {
            notice(sentence(problem));
            return problem;
        }
        this.last = null;
        this.played = this.playing = tape;
        this.before = before;
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
            this.page.offerPlay('A recorded motion is ready');
        }
        this.page.refresh();
        return '';
    }

    // Called with each new state.
    watch(state) {
        const { mode, frame, frames, kept, replayed } = state.activity;
        if (this.began && mode !== 'recording') {
            const recording = this.engine.query('recording');
            this.last = kept && recording ? { ...recording, state: this.began } : null;
            this.began = null;
            this.unclaimed = true;
            if (this.last) this.page.offerRecording();
        }
        if (this.playing && mode !== 'replaying') {
            if (replayed) this.verdict = this.judge(this.playing, replayed);
            else this.verdict = 'The replay was ended.';
            this.playing = null;
        }
        // With other parameters it would be another motion.
        if (this.played && !this.playing && !this.stillFits(state)) this.played = null;
        const replaying = mode === 'replaying';
        const text = mode === 'recording' ? `Recording ${seconds(frame)} of 20 s` : replaying ? `Replaying ${seconds(frame)} of ${seconds(frames)} s`
            : this.played ? this.verdict : '';
        byId('activity').hidden = !text;
        byId('activity').dataset.mode = mode;
        const place = byId('activity').firstElementChild;
        // A screen reader hears the start and the end, not every tenth of a second.
        place.setAttribute('aria-live', mode === 'free' ? 'polite' : 'off');
        if (place.textContent !== text) place.textContent = text;
        byId('again').hidden = !this.played || replaying;
        byId('stop').hidden = mode !== 'recording';
    }

    judge(tape, replayed) {
        if (!tape.hash) return 'Replayed. The recording names no hash to compare.';
        if (tape.hash === replayed) return `Replayed to the same bits: the hash ${replayed} agrees.`;
        if (tape.engine !== this.list.engine)
            return `Replayed. Another version of the engine recorded this (${tape.engine || 'unnamed'}, here ${this.list.engine}), so hashes cannot be compared.`;
        return `The hash differs: ${replayed} here, ${tape.hash} when recorded.`;
    }
}
