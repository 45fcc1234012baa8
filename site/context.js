// A driver may take the drawing context away and give it back. The hair goes on meanwhile.
import { showAddress } from './link.js';
import { notice, sentence, standing } from './notices.js';

export function watchContext(canvas, panelCanvas, engine, page) {
    let said = null;
    canvas.addEventListener('webglcontextlost', (event) => {
        event.preventDefault();  // else it is not given back
        engine.loseContext();
        said ??= standing('The graphics driver has taken the picture away. The hair goes on, and the picture comes back when the driver gives it back.',
            'Load the page again', () => reload(page));
    });
    canvas.addEventListener('webglcontextrestored', () => {
        const problem = engine.restore();
        if (problem) return notice(sentence(problem));
        said?.end();
        said = null;
        page.layOut();
    });
    panelCanvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    panelCanvas.addEventListener('webglcontextrestored', () => {
        engine.restorePanel();
        page.layOut();
    });
}

// With the hair that is shown, where a link can carry it.
function reload(page) {
    if (!page.engine.query('state').needsFiles) showAddress(new URL(page.share.url(false)).hash);
    location.reload();
}
