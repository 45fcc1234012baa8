// Takes the hair's motion away as a file, while it plays: the program hands over the
// bytes as it makes them, the browser keeps them until all are there.
import { download, notice, progress, sentence } from './notices.js';

const byId = (id) => document.getElementById(id);
const bytesPerPoint = 31;  // of text, about
const rate = 30;           // frames a second of the file

export class MotionFile {
    constructor(engine, list, page) {
        Object.assign(this, { engine, page });
        this.bar = null;
        const formats = list.formats.filter((format) => format.writesMotion);
        byId('motion-row').hidden = !formats.length;
        for (const format of formats) byId('motion-format').append(new Option(`.${format.extension}`, format.extension));
        for (const seconds of [2, 5, 10, 20]) byId('motion-seconds').append(new Option(`${seconds} s`, seconds));
        byId('motion-seconds').addEventListener('change', () => this.show());
        byId('save-motion').addEventListener('click', () => this.start());
    }

    // How large it will be, before anyone begins.
    show() {
        const megabytes = this.engine.query('stats').particles * bytesPerPoint * rate * Number(byId('motion-seconds').value) / 1e6;
        const size = megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${Math.ceil(megabytes)} MB`;
        byId('motion-size').textContent = `${rate} frames a second from now on, about ${size} of text.`;
    }

    start() {
        const extension = byId('motion-format').value;
        this.endLast();
        this.parts = [];
        this.engine.module.takeBytes = (bytes) => {
            if (!this.parts.length) this.header = new TextDecoder().decode(bytes);
            this.parts.push(new Blob([bytes]));
        };
        const problem = this.engine.command('take', `${extension},${byId('motion-seconds').value}`);
        if (problem) return notice(sentence(problem));
        const state = this.engine.query('state');
        this.name = `${state.scene}-motion.${extension}`;
        byId('share-dialog').close();
        this.bar = progress('Recording the motion: move the hair as you like', () => this.end(), 'Stop here');
        this.stopped = false;
        if (!state.playing) this.page.act('play');
    }

    end() {
        this.stopped = true;
        this.engine.command('take', '');
    }
    // A file that is still being made is handed over as far as it is, before the next one's bytes come.
    endLast() {
        if (!this.bar) return;
        this.end();
        this.watch(this.engine.query('state'));
    }

    // What was ended early says how long it is.
    whole({ seconds, of }) {
        if (seconds >= of) return this.parts;
        return [this.header.replace(/endTimeCode = \d+/, `endTimeCode = ${Math.ceil(rate * seconds - 0.01)}`), ...this.parts.slice(1)];
    }

    // Called with each new state.
    watch({ take }) {
        if (!this.bar) return;
        this.bar.set(take.seconds / take.of);
        if (take.running) return;
        this.bar.end();
        this.bar = null;
        this.engine.module.takeBytes = null;
        if (take.problem) notice(sentence(take.problem));
        else if (!take.seconds) notice('No motion is saved: it ended before its first frame.');
        else download(this.name, new Blob(this.whole(take)));
        if (take.seconds && take.seconds < take.of && !this.stopped)
            notice(`The motion in the file ends after ${take.seconds.toFixed(1)} s: then other hair came.`);
        this.parts = [];
    }
}
