// Pointers, wheel and keys on the canvas. Touch and mouse take the same way.

import { embedded } from './layout.js';

const cancelled = 3;
const kinds = { pointerdown: 0, pointermove: 1, pointerup: 2, pointercancel: cancelled, lostpointercapture: cancelled };
const again = 350, near = 6;  // ms and CSS pixels within which a second press makes a double one
// A frame in another page lets a finger that begins beside the hair scroll that page up and down.
const scrolls = embedded && parent !== self;
const fieldKeys = ['Backspace', 'Delete', 'Enter', 'Escape', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab'];

export function listenToCanvas(canvas, engine, page) {
    const ring = document.getElementById('ring');
    const ids = new Map();  // a pointer's own id to a small number
    let held = false;  // something is where the last press was
    let pressed = { time: -Infinity };  // by the mouse, the last time: when it came, however late it is heard
    const isSecond = (event) => {
        const soon = event.timeStamp - pressed.time < again && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < near;
        pressed = { time: soon ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
        return soon;
    };
    const onPointer = (event) => {
        // A button may be let go where nobody tells: then the next move holds none.
        const letGo = event.type === 'pointermove' && event.pointerType !== 'touch' && event.buttons === 0 && ids.has(event.pointerId);
        const kind = letGo ? cancelled : kinds[event.type];
        if (event.type === 'lostpointercapture' && !ids.has(event.pointerId)) return;  // as after every drag
        if (event.type === 'pointerdown') {
            try { canvas.setPointerCapture(event.pointerId); } catch { /* gone already: its next move says so */ }
            ids.set(event.pointerId, ids.size ? 1 + Math.max(...ids.values()) : 0);
            canvas.classList.add('touched');  // its frame is for who uses keys
            canvas.focus({ preventScroll: true });
        }
        const id = ids.get(event.pointerId) ?? -1;
        const touch = event.pointerType === 'touch', second = kind === kinds.pointerdown && !touch && event.button === 0 && isSecond(event);
        const flags = (event.shiftKey ? 1 : 0) | (touch ? 2 : 0) | (event.ctrlKey || event.metaKey || second ? 4 : 0);
        const at = engine.pointer(kind, id, event.clientX, event.clientY, Math.max(event.button, 0), flags);
        if (kind === kinds.pointerdown) held = at !== 0;
        if (kind >= kinds.pointerup) ids.delete(event.pointerId);
        canvas.classList.toggle('over-head', at === 1 && !ids.size);
        canvas.classList.toggle('holding', at === 1 && ids.size > 0);
        showRing(event, at === 3 && (!touch || ids.size === 1));
        event.preventDefault();
    };
    // A circle where the brush would touch, as large as the brush is there.
    const showRing = (event, shown) => {
        ring.hidden = !shown;
        if (!shown) return;
        const radius = engine.brushPixels(event.clientX, event.clientY);
        ring.style.width = ring.style.height = `${2 * radius}px`;
        ring.style.translate = `${event.clientX - radius}px ${event.clientY - radius}px`;
        ring.classList.toggle('pressed', ids.size > 0);
    };
    for (const type of Object.keys(kinds)) canvas.addEventListener(type, onPointer);
    const touchAction = canvas.style.touchAction = scrolls ? 'pan-y' : '';
    // What holds something, and two fingers, never scroll. Comes after the pointer's own event.
    if (scrolls) canvas.addEventListener('touchstart', (event) => { if (held || event.touches.length > 1) event.preventDefault(); }, { passive: false });
    canvas.addEventListener('pointerleave', () => { ring.hidden = true; });
    // A page that fingers on the controls have zoomed can be pinched back wherever it is touched.
    self.visualViewport?.addEventListener('resize', () => { canvas.style.touchAction = visualViewport.scale > 1.01 ? 'auto' : touchAction; });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => {
        if (embedded && !document.hasFocus()) return;  // a page that is scrolled through goes on
        event.preventDefault();
        const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
        // A pinch on a trackpad comes as a wheel with Ctrl, of a hundredth of e each.
        engine.wheel(event.clientX, event.clientY, event.deltaY * unit * (event.ctrlKey && Math.abs(event.deltaY) < 50 ? 8 : 1));
    }, { passive: false });

    const onKey = (event) => {
        const code = fieldKeys.indexOf(event.key);
        if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) canvas.classList.remove('touched');
        const down = event.type === 'keydown', character = event.key.length === 1 ? event.key.codePointAt(0) : 0;
        // The browser's own keys stay its own while a field of the panel is open.
        const browsers = down && (event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key));
        if (!browsers && engine.key(code, down, character)) {
            event.preventDefault();
            return;
        }
        if (down && shortcut(event, page)) event.preventDefault();
    };
    canvas.addEventListener('keydown', onKey);
    canvas.addEventListener('keyup', onKey);
}

// True when the key was one of the canvas's own; keys.js has those of the page.
function shortcut(event, page) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const direction = arrows[event.key];
    if (direction && event.shiftKey) page.moveHead(direction[0] * 0.02, direction[1] * 0.02);
    else if (direction) page.look(direction[0] * 0.12, -direction[1] * 0.1, 1);
    else if (event.key === '+' || event.key === '=') page.look(0, 0, 0.9);
    else if (event.key === '-') page.look(0, 0, 1.1);
    else return false;
    return true;
}
