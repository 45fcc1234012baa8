// What is said to the user.

const byId = (id) => document.getElementById(id);
const longest = 12000;  // ms that anything is said
const most = 4;         // of what ends by itself, at a time

// A dialog lies above all else, and what is outside it is inert: while it is open things are said within it.
export function openDialog(dialog) {
    if (dialog.open) return;
    const settle = () => (document.querySelector('dialog[open]') ?? document.body).append(byId('notices'));
    dialog.showModal();
    settle();
    dialog.addEventListener('close', settle, { once: true });
}
const say = (line) => byId('notices').append(line);

// A text that is there already is not said twice.
export function notice(text) {
    for (const other of byId('notices').children) if (other.textContent === text) other.remove();
    const line = document.createElement('p');
    line.className = 'passing';
    line.textContent = text;
    if (document.body.classList.contains('embed')) console.info(text);  // where it is not seen
    say(line);
    // Those that end by themselves make room; a bar and what stands do not.
    for (const old of [...byId('notices').querySelectorAll('.passing')].slice(0, -most)) old.remove();
    setTimeout(() => line.remove(), Math.min(4000 + 60 * text.length, longest));
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

// The page cannot go on: one sentence in place of everything.
export function giveUp(text) {
    const line = document.createElement('p');
    line.className = 'sentence';
    line.setAttribute('role', 'alert');
    line.textContent = text;
    for (const id of ['view', 'side', 'transport', 'figures']) byId(id).hidden = true;
    byId('cover')?.remove();
    document.body.append(line);
}

// A notice with a bar and a way out, for work that takes long.
export function progress(text, cancel, called = 'Cancel') {
    const line = document.createElement('p');
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.setAttribute('aria-label', text);
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: called });
    button.addEventListener('click', cancel);
    const words = document.createTextNode(text);
    line.append(words, bar, button);
    say(line);
    const set = (part, now = words.data) => {
        bar.value = part;
        words.data = now;
        bar.setAttribute('aria-label', now);
    };
    return { set, end: () => line.remove() };
}

// A notice that stays until end(), with a way out.
export function standing(text, called, press) {
    const line = Object.assign(document.createElement('p'), { className: 'standing' });
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: called });
    button.addEventListener('click', press);
    line.append(text + ' ', button);
    say(line);
    return { end: () => line.remove() };
}

// Hands bytes or text to the user as a file.
export function download(name, content, type = 'application/octet-stream') {
    const blob = content instanceof Blob ? content : new Blob([content], { type });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
