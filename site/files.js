// One's own files: dropped on the page or chosen, read with progress, sorted by what they are.
import { embedded } from './layout.js';
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

// What the program says of files, without the folders it keeps them in and without the names of
// parameters that the card shows; a file's name stays as it is.
function spoken(text, paths = []) {
    const shown = text.replace(/; (unit and up change it|under=bust puts it on the head)$/, '');
    const plain = shown.replace(/'\/files\/\d+\/([^']*)'/g, '$1').replace(/\/files\/\d+\//g, '');
    const named = plain !== shown || paths.some((path) => path && plain.startsWith(path.split('/').pop()));
    return named ? plain + (/[.!?]$/.test(plain) ? '' : '.') : sentence(plain);
}

const extensionOf = (file) => file.name.toLowerCase().split('.').pop();
const isRecording = (file) => extensionOf(file) === 'ringlet';

export class Files {
    constructor(engine, list, page) {
        Object.assign(this, { engine, list, page });
        this.paths = ['', '', ''];  // of groom, head, collider in the program's file system: those that hair was made of
        this.waiting = ['', '', ''];  // a head and a collider that came before any groom
        this.times = 0;             // that files came
        this.working = Promise.resolve();  // ends when all that came has been dealt with
        this.cancel = null;
        const dots = (some) => some.map((format) => `.${format.extension}`);
        this.grooms = list.formats.filter((format) => format.readsStrands);
        this.meshes = list.formats.filter((format) => format.readsMesh);
        byId('files').accept = [...new Set(dots([...this.grooms, ...this.meshes])), '.ringlet'].join(',');
        byId('formats').textContent = `Drop files on the page, or choose them: a groom (${dots(this.grooms).join(', ')}), a head and a collider `
            + `(${dots(this.meshes).join(', ')}, with “collider” in its name), a mesh alone for hair to grow on, or a recording (.ringlet). They stay on this device.`;
        byId('files').addEventListener('change', (event) => this.use(event.target.files));
        this.watchDrops();
    }
    // For a scene of files: whether what it is made of is there. `grows`: its hair grows on a mesh.
    any(grows = false) { return this.paths[grows ? 1 : 0] !== ''; }
    of(scene) { return !scene?.needsFiles ? [] : scene.growsHair ? ['', this.paths[1], ''] : this.paths; }

    // One drop after the other; what is still being read gives way to what comes now.
    use(chosen) {
        const all = [...chosen];
        byId('files').value = '';  // so that the same file may be chosen again
        const busy = this.page.busyWith();
        if (busy) return void notice(sentence(busy));
        this.giveWay();
        this.working = this.working.then(() => this.take(all)).catch((error) => notice(`These files cannot be used: ${error.message}.`));
        return this.working;
    }

    // What is still being read was wanted before.
    giveWay() {
        this.gaveWay = true;
        this.cancel?.();
    }

    async take(chosen) {
        this.gaveWay = false;
        const came = await this.sorted(chosen.filter((file) => !isRecording(file)));
        if (!came) return;  // cancelled
        const recordings = chosen.filter(isRecording), recording = recordings.pop();
        if (!came.some(Boolean)) return recording && this.useRecording(recording, recordings.length);
        if (recording) notice(`${recording.name} was left out: a recording brings its own hair. Drop it by itself.`);
        if (!came[0] && !this.paths[0]) return came[1] ? this.grow(came) : this.wait(came);
        // A groom begins anew, with the head and collider that came along or wait for it.
        let next = came.map((path, slot) => path || (came[0] ? this.waiting : this.paths)[slot]);
        let problem = await this.build(next);
        if (problem && came[0] && String(next) !== String(came) && !this.cancelled && !await this.build(came)) {
            notice(spoken(problem));  // what waited was to blame: the groom is shown without it
            [next, problem] = [came, ''];
        }
        if (problem) {
            this.forget(came);
            return this.tell(problem);
        }
        this.forget([...this.paths, ...this.waiting].filter((path) => !next.includes(path)));
        this.paths = next;
        this.waiting = ['', '', ''];
        this.tellNotes(next);
    }
    tell(problem) { if (!this.gaveWay) notice(spoken(problem)); }
    // What was found out about the files.
    tellNotes(paths, first = []) {
        const lines = [...first, ...this.engine.query('state').notes.map((note) => spoken(note, paths))];
        if (lines.length) notice(lines.join('\n'));
    }

    // Paths of the groom, the head and the collider among them; null when the user cancels. The last of a kind is used, and
    // those before it are read only where it takes that to see of which kind they are.
    async sorted(chosen) {
        const came = ['', '', ''], more = [0, 0, 0];
        const isOf = (file, formats) => formats.some((format) => format.extension === extensionOf(file));
        const known = chosen.filter((file) => isOf(file, this.grooms) || isOf(file, this.meshes)), [strange, ...others] = chosen.filter((file) => !known.includes(file));
        if (strange) notice(`${strange.name}${others.length ? ` and ${others.length} more` : ''} cannot be read here: this page reads ${byId('files').accept.replaceAll(',', ', ')}.`);
        for (const file of known.reverse()) {
            const strands = isOf(file, this.grooms), either = strands && isOf(file, this.meshes);
            const meshSlot = /collider|collision/i.test(file.name) ? 2 : 1, likely = strands ? 0 : meshSlot;
            if (came[likely] && !either) {
                ++more[likely];
                continue;
            }
            const { bytes, cancelled } = await this.read(file);
            if (cancelled) return void this.forget(came);
            if (!bytes) continue;
            const slot = either && hasFaces(bytes) ? meshSlot : likely;
            if (came[slot]) ++more[slot];
            else came[slot] = this.engine.writeFile(`/files/${++this.times}`, file.name, bytes);
        }
        for (const [slot, path] of came.entries())
            if (more[slot]) notice(`More than one ${slots[slot]} was given; ${path.split('/').pop()} is used.`);
        return came;
    }

    // Hair grows on a mesh that came alone; a groom that comes later takes it for its head.
    async grow(came) {
        const kept = came.map((path, slot) => path || this.waiting[slot]);
        const problem = await this.build(['', came[1], '']);
        if (problem) {
            this.forget(came);
            return this.tell(problem);
        }
        this.forget([...this.paths, ...this.waiting].filter((path) => path && !kept.includes(path)));
        this.paths = ['', came[1], ''];
        this.waiting = kept;
        this.tellNotes(this.paths, [`Hair grows on ${came[1].split('/').pop()}; drop a groom to see its own.`]);
    }

    // A head and a collider that can be read are kept until a groom comes.
    wait(came) {
        for (const [slot, path] of came.entries()) {
            const problem = path && this.engine.command('check-mesh', path);
            if (problem) {
                this.forget([path]);
                notice(spoken(problem, [path]));
            } else if (path) {
                this.forget([this.waiting[slot]]);
                this.waiting[slot] = path;
            }
        }
        if (this.waiting.some(Boolean)) notice(`Choose a groom as well: ${this.grooms.map((format) => `.${format.extension}`).join(', ')}.`);
    }

    // The scene made from these files, while the one before runs on; says what is wrong.
    async build(paths) {
        let going = true, shown = null;
        const began = performance.now();
        this.cancelled = false;
        this.cancel = () => {
            going = false;
            this.cancelled = true;
        };
        if (!this.engine.threads) {  // then nothing moves until it is done
            shown = progress('Making hair', this.cancel);
            await new Promise((done) => setTimeout(done, 30));
        }
        try {
            if (!going) return 'reading was cancelled';  // meanwhile
            return await this.page.loadFiles(paths, (what, part) => {
                if (performance.now() - began > 300) shown ??= progress(sentence(what || 'Making hair').slice(0, -1), this.cancel);
                shown?.set(part, sentence(what || 'Making hair').slice(0, -1));
                return going;
            });
        } finally {
            shown?.end();
            this.cancel = null;
        }
    }

    forget(paths) { for (const path of paths) this.engine.removeFile(path); }

    // `more`: how many others came with it.
    async useRecording(file, more) {
        if (more) notice(`More than one recording was given; ${file.name} is used.`);
        const { bytes } = await this.read(file);
        const problem = bytes && this.page.openRecording(new TextDecoder().decode(bytes));
        if (problem) notice(spoken(`${file.name}: ${problem}`, [file.name]));
    }

    // The whole file as { bytes }: null where it cannot be read, which is said, or where the user has `cancelled`.
    async read(file) {
        if (file.size > 1 << 30 || !file.size) {
            notice(file.size ? `${file.name} is larger than 1 GB, more than this page can read.` : `${file.name} is empty.`);
            return { bytes: null };
        }
        let cancelled = false, at = 0;
        this.cancel = () => (cancelled = true);
        const shown = file.size > shownFrom ? progress(`Opening ${file.name}`, this.cancel) : null;
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
            return { bytes: cancelled ? null : bytes, cancelled };
        } catch {
            notice(`${file.name} cannot be read: it was moved or changed, or is not on this device. Choose it again.`);
            return { bytes: null };
        } finally {
            shown?.end();
            this.cancel = null;
        }
    }

    watchDrops() {
        const brings = (event) => event.dataTransfer?.types.includes('Files');
        addEventListener('dragover', (event) => {
            if (!brings(event)) return;
            event.preventDefault();  // else the browser leaves the page for the file
            if (embedded) event.dataTransfer.dropEffect = 'none';
            else document.body.classList.add('dropping');
        });
        addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
        addEventListener('drop', (event) => {
            if (!brings(event)) return;
            event.preventDefault();
            if (embedded) return;  // its hair is the page's that holds the frame
            document.body.classList.remove('dropping');
            const folders = [...event.dataTransfer?.items ?? []].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory);
            if (folders.length) notice(`${folders[0].name} is a folder: drop the files that are in it.`);
            const files = [...event.dataTransfer?.files ?? []].filter((file) => !folders.some((folder) => folder.name === file.name));
            if (files.length) this.use(files);
        });
    }
}
