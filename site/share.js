// The share dialog: link, QR code, picture, recording, export.
import { alone, wholePicture } from './film.js';
import { download, notice, openDialog, sentence } from './notices.js';
import { writeLink } from './link.js';
import { fewControls } from './layout.js';

const byId = (id) => document.getElementById(id);
const densest = 420;      // letters that a QR code on a wall can still be scanned with
const forBlender = 'usda';

export class Share {
    constructor(engine, list, page, tape) {
        Object.assign(this, { engine, list, page, tape });
        byId('share').addEventListener('click', () => this.open());
        byId('copy').addEventListener('click', () => this.copy());
        byId('with-motion').firstElementChild.addEventListener('change', () => this.show());
        byId('save-picture').addEventListener('click', () => this.savePicture());
        byId('save-recording').addEventListener('click', () => this.tape.save());
        byId('record-motion').addEventListener('click', () => {
            byId('share-dialog').close();
            this.tape.toggle();
        });
        const writers = list.formats.filter((format) => format.writesStrands);
        byId('export-row').hidden = !writers.length;
        for (const format of writers)
            byId('export-format').append(new Option(format.extension === forBlender ? `.${format.extension}, for Blender` : `.${format.extension}`, format.extension));
        if (writers.some((format) => format.extension === forBlender)) byId('export-format').value = forBlender;
        byId('blender').hidden = Boolean(self.ringletPictures);  // the single file has no second page
        byId('export').addEventListener('click', () => this.export());
    }

    url(withMotion = true) {
        const state = this.engine.query('state'), { last } = this.tape;
        if (withMotion && this.tape.inLink(state))
            return writeLink({ ...state, ...last.state, pictureChanged: state.pictureChanged, beside: state.beside }, this.list, last);
        return writeLink(state, this.list, withMotion ? this.tape.playedFor(state) : null);
    }

    // Enter copies the link then.
    open() {
        this.show();
        openDialog(byId('share-dialog'));
        byId(byId('link-row').hidden ? 'save-picture' : 'copy').focus();
    }
    // Called with each new state: other hair may come while the dialog is open.
    watch({ scene, model, beside, changed, pictureChanged }) {
        const now = JSON.stringify([scene, model, beside, changed, pictureChanged, Boolean(this.tape.last)]);
        if (byId('share-dialog').open && now !== this.shown) this.show();
        this.shown = now;
    }
    show() {
        const tape = this.tape.last, inLink = this.tape.inLink();
        byId('with-motion').hidden = !inLink;
        byId('with-motion').lastElementChild.textContent = tape ? `with the recorded motion (${(tape.frames / 60).toFixed(1)} s)` : '';
        byId('save-recording').hidden = !tape;
        byId('record-motion').textContent = this.tape.began ? 'Stop recording' : 'Record for the link';
        byId('link').value = this.url(!inLink || byId('with-motion').firstElementChild.checked);
        const files = this.engine.query('state').needsFiles;
        for (const id of ['link-row', 'record-motion']) byId(id).hidden = files;
        byId('link-note').textContent = files ? 'This hair comes from your own files: a link cannot carry them.'
            : tape && !inLink ? 'A link cannot hold the recording, for the brush or parameters changed: save it as a file, which this page replays when it is dropped on it.' : '';
        this.drawCode();
        this.page.motionFile.show();
    }
    async copy() {
        try {
            await navigator.clipboard.writeText(byId('link').value);
            notice('The link to this hair is copied.');
        } catch {
            byId('link').select();
            notice('The link to this hair is selected, ready to be copied.');
        }
        if (fewControls() && navigator.share)
            await navigator.share({ title: document.title, url: byId('link').value }).catch(() => { /* not now */ });
    }

    // The library is fetched when the page is built; without it there is no code.
    async drawCode() {
        const long = byId('link').value.length > densest;
        const text = long ? this.url(false) : byId('link').value;
        byId('qr').replaceChildren();
        byId('qr').dataset.text = text;
        if (byId('link-row').hidden || text.length > 2000 || !/^http/.test(text)) return;
        try {
            const { default: qrcode } = await import('./qrcode.mjs');
            const code = qrcode(0, 'L');
            code.addData(text, 'Byte');
            code.make();
            byId('qr').replaceChildren(pathOf(code));
            if (long) byId('qr').append(Object.assign(document.createElement('p'), { textContent: 'The code leaves out the motion, which would make it too dense to scan.' }));
        } catch {
            byId('qr').hidden = true;
        }
    }

    // The canvas alone, with the hair in the middle and in every detail: drawn in slices while
    // time stands, and read in the turn in which it is shown.
    async savePicture() {
        if (byId('view').getContext('webgl2').isContextLost()) return notice('There is no picture to save: the graphics driver has taken it away.');
        await alone(this.engine, this.page, async () => {
            try {
                await wholePicture(this.engine);
                const blob = await new Promise((done) => byId('view').toBlob(done, 'image/png'));
                if (!blob) throw new Error('the browser cannot encode it');
                download(`ringlet-${this.engine.query('state').scene}.png`, blob);
            } catch (error) {
                notice(sentence(`the picture could not be saved: ${error.message}`));
            }
        });
    }

    export() {
        const extension = byId('export-format').value, path = `/export.${extension}`;
        const problem = this.engine.command('export', path);
        if (problem) return notice(sentence(problem));
        download(`${this.engine.query('state').scene}.${extension}`, this.engine.readFile(path));
    }
}

// One path of the dark squares, with the quiet zone that scanners need.
function pathOf(code) {
    const n = code.getModuleCount(), space = 'http://www.w3.org/2000/svg', quiet = 4;
    let d = '';
    for (let y = 0; y < n; ++y)
        for (let x = 0; x < n; ++x) if (code.isDark(y, x)) d += `M${x} ${y}h1v1h-1z`;
    const svg = document.createElementNS(space, 'svg'), path = document.createElementNS(space, 'path');
    svg.setAttribute('viewBox', `${-quiet} ${-quiet} ${n + 2 * quiet} ${n + 2 * quiet}`);
    svg.setAttribute('shape-rendering', 'crispEdges');
    path.setAttribute('d', d);
    svg.append(path);
    return svg;
}
