// A presenter's keys, wherever the focus is, except where text is typed.

import { embedded } from './layout.js';
import { notice, openDialog } from './notices.js';

const byId = (id) => document.getElementById(id);
const turn = 0.1;  // rad a press
// To the left and right, up and down, and over to either side.
const turns = { j: [-turn, 0, 0], l: [turn, 0, 0], i: [0, -turn, 0], k: [0, turn, 0], u: [0, 0, turn], o: [0, 0, -turn] };

export function listenToKeys(page) {
    addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.repeat && !(keyOf(event).toLowerCase() in turns)) return;
        const target = event.target;
        if (target.matches?.('input:not([type=range]):not([type=checkbox]), textarea, select')) return;
        if (document.querySelector('dialog[open]') && keyOf(event).toLowerCase() !== 'h') return;
        if (event.key === ' ' && target.matches?.('button, summary, input, label')) return;
        if (press(keyOf(event), page)) event.preventDefault();
    });
    for (const dialog of document.querySelectorAll('dialog')) {
        dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
        // A press beside the dialog closes it: one that begins and ends there, not in its margins nor where a selection is dragged to.
        const beside = ({ target, clientX: x, clientY: y }) => {
            const box = dialog.getBoundingClientRect();
            return target === dialog && (x < box.left || x > box.right || y < box.top || y > box.bottom);
        };
        let began = false;
        dialog.addEventListener('pointerdown', (event) => { began = beside(event); });
        dialog.addEventListener('click', (event) => began && beside(event) && dialog.close());
    }
    byId('help-button').addEventListener('click', toggleHelp);
    for (const one of [byId('full-screen'), byId('full-screen-key'), byId('full-screen-key').nextElementSibling]) one.hidden = !document.fullscreenEnabled;
    byId('full-screen').addEventListener('click', toggleFullScreen);
    // Full screen is the picture alone; C brings the controls there too.
    document.addEventListener('fullscreenchange', () => page.toggleBare(document.fullscreenElement !== null));
}

// On a keyboard of other letters, the one that is there.
const keyOf = ({ key, code }) => (key.length === 1 && key > '~' && /^Key[A-Z]$/.test(code) ? code.slice(3) : key);

function press(key, page) {
    const letter = key.toLowerCase();
    if (embedded && 'cpte'.includes(letter)) return false;  // what they bring is not shown there
    if (key === ' ') page.togglePlay();
    else if (key === 'Escape') page.toggleMore(false);
    else if (key >= '1' && key <= '9') return page.chooseNumber(Number(key));
    else if (letter === 'f' && document.fullscreenEnabled) toggleFullScreen();
    else if (letter === 'r') page.act('reset');
    else if (letter === 's') page.act('step', '1');
    else if (letter === 'b') page.toggleTool();
    else if (letter === 'h') toggleHelp();
    else if (letter === 'c') hideOrShow(page);
    else if (letter === 'p') page.togglePanel();
    else if (letter === 't') page.tape.toggle();
    else if (letter === 'e') page.share.open();
    else if (letter in turns) page.turnHead(...turns[letter]);
    else return false;
    return true;
}

function toggleHelp() {
    const help = byId('help');
    if (help.open) help.close();
    else if (!document.querySelector('dialog[open]')) openDialog(help);
}

function hideOrShow(page) {
    if (page.toggleBare() && !document.fullscreenElement) notice('The key C brings the controls back.');
}

function toggleFullScreen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => { /* the browser says no: nothing is lost */ });
}
