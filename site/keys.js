// A presenter's keys, wherever the focus is, except where text is typed.

const byId = (id) => document.getElementById(id);

export function listenToKeys(page) {
    addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
        const target = event.target;
        if (target.matches?.('input:not([type=range]):not([type=checkbox]), textarea, select')) return;
        if (document.querySelector('dialog[open]') && event.key.toLowerCase() !== 'h') return;
        if (event.key === ' ' && target.matches?.('button, summary, input, label')) return;
        if (press(event.key, page)) event.preventDefault();
    });
    for (const dialog of document.querySelectorAll('dialog')) {
        dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
        // A press beside the dialog closes it.
        dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    }
    byId('help-button').addEventListener('click', toggleHelp);
}

function press(key, page) {
    const letter = key.toLowerCase();
    if (key === ' ') page.togglePlay();
    else if (key >= '1' && key <= '9') return page.chooseNumber(Number(key));
    else if (letter === 'f') toggleFullScreen();
    else if (letter === 'r') page.act('reset');
    else if (letter === 's') page.act('step', '1');
    else if (letter === 'b') page.toggleTool();
    else if (letter === 'h') toggleHelp();
    else return false;
    return true;
}

function toggleHelp() {
    const help = byId('help');
    if (help.open) help.close();
    else if (!document.querySelector('dialog[open]')) help.showModal();
}

function toggleFullScreen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => { /* the browser says no: nothing is lost */ });
}
