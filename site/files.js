// One's own files: dropped on the page or chosen, read with progress, sorted by what they are.
import { notice, progress, sentence } from './notices.js';

const byId = (id) => document.getElementById(id);
const slots = ['groom', 'head', 'collider'];
const shownFrom = 4e6;  // bytes from which reading shows its progress

// Formats of text that hold meshes as well as strands: whether a line begins with a face.
function hasFaces(bytes) {
    const newLine = 10, f = 102, space = 32;
    for (let at = 0; (at = bytes.indexOf(f, at)) >= 0; ++at)
        if ((at === 0 || bytes[at - 1] === newLine) && bytes[at + 1] === space) return true;
    return false;
}

export class Files {
    constructor(engine, list, page) {
        Object.assign(this, { engine, list, page });
        this.paths = ['', '', ''];  // of groom, head, collider in the program's file system
        const dots = (some) => some.map((format) => `.${format.extension}`);
        this.grooms = list.formats.filter((format) => format.readsStrands);
        this.meshes = list.formats.filter((format) => format.readsMesh);
        byId('files').accept = [...new Set(dots([...this.grooms, ...this.meshes])), '.ringlet'].join(',');
        byId('formats').textContent = `Drop files on the page, or choose them: a groom (${dots(this.grooms).join(', ')}), a head and a collider `
            + `(${dots(this.meshes).join(', ')}, with “collider” in its name), or a recording (.ringlet). They stay on this device.`;
        byId('files').addEventListener('change', (event) => this.use(event.target.files));
        this.watchDrops();
    }
    any() { return this.paths[0] !== ''; }

    async use(chosen) {
        const next = [...this.paths];
        let groom = false;
        for (const file of [...chosen]) {
            const extension = file.name.toLowerCase().split('.').pop();
            if (extension === 'ringlet') return this.useRecording(file);
            const [strands, mesh] = [this.grooms, this.meshes].map((formats) => formats.some((format) => format.extension === extension));
            if (!strands && !mesh) {
                notice(`${file.name} is not a kind of file that this page reads.`);
                continue;
            }
            const bytes = await this.read(file);
            if (!bytes) return;
            const slot = strands && !(mesh && hasFaces(bytes)) ? 0 : /collider|collision/i.test(file.name) ? 2 : 1;
            groom ||= slot === 0;
            next[slot] = this.engine.writeFile(`${slots[slot]}.${extension}`, bytes);
        }
        byId('files').value = '';
        if (next.join() === this.paths.join() && !groom && !next[0]) return;
        const before = this.paths;
        this.paths = next;
        if (!next[0]) return notice(`Choose a groom as well: ${this.grooms.map((format) => `.${format.extension}`).join(', ')}.`);
        const scene = this.list.scenes.find((one) => one.needsFiles);
        const problem = scene ? this.page.load(scene.name) : 'no scene takes files';
        if (!problem) return this.engine.query('state').notes.slice(0, 3).forEach((note) => notice(sentence(note)));
        this.paths = before;
        notice(sentence(problem));
    }

    async useRecording(file) {
        const bytes = await this.read(file);
        byId('files').value = '';
        const problem = bytes && this.page.openRecording(new TextDecoder().decode(bytes));
        if (problem) notice(sentence(`${file.name}: ${problem}`));
    }

    // The whole file; null when the user cancels or it cannot be read.
    async read(file) {
        if (file.size > 1 << 30) {
            notice(`${file.name} is larger than 1 GB, more than this page can read.`);
            return null;
        }
        let cancelled = false, at = 0;
        const shown = file.size > shownFrom ? progress(`Reading ${file.name}`, () => (cancelled = true)) : null;
        try {
            const bytes = new Uint8Array(file.size), reader = file.stream().getReader();
            for (;;) {
                const { done, value } = await reader.read();
                if (done || cancelled) break;
                bytes.set(value, at);
                at += value.length;
                shown?.set(at / file.size);
            }
            if (cancelled) await reader.cancel();
            return cancelled ? null : bytes;
        } catch (error) {
            notice(`${file.name} cannot be read: ${error.message}`);
            return null;
        } finally {
            shown?.end();
        }
    }

    watchDrops() {
        addEventListener('dragover', (event) => {
            event.preventDefault();
            document.body.classList.add('dropping');
        });
        addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
        addEventListener('drop', (event) => {
            event.preventDefault();
            document.body.classList.remove('dropping');
            if (event.dataTransfer?.files.length) this.use(event.dataTransfer.files);
        });
    }
}
