// Which controls are shown, and which part of the window the picture has to itself.

const byId = (id) => document.getElementById(id);
const canvas = byId('view');
const panelWidth = 300, margin = 16, sideWidth = 248;
const aroundPicture = 0.03;  // of its smaller side, free around the hair where nothing else is shown
const mostRatio = 2, mostPanelRatio = 3;  // pixels of the display a CSS pixel: letters show more than hair does
const leastPanel = 80, leastPicture = 300;  // CSS pixels of height, and of width beside the panel
const roomForAll = 1260;  // CSS pixels: styles, the row of buttons and the panel side by side

export function read(key) {
    try { return localStorage.getItem('ringlet.' + key); } catch { return null; }
}
export function keep(key, value) {
    try { localStorage.setItem('ringlet.' + key, value); } catch { /* storage may be forbidden */ }
}

export const embedded = new URLSearchParams(location.search).has('embed');
const smallScreen = () => innerWidth < 860 || (matchMedia('(pointer: coarse)').matches && innerWidth < 1400);
let mode = read('controls') ?? 'auto';  // few, all, or auto: by the screen
let panelWanted = read('panel');        // on, off, or null: by the screen
let bare = embedded;                    // the picture alone

export const fewControls = () => (mode === 'auto' ? smallScreen() : mode === 'few');

export function toggleControls() {
    mode = fewControls() ? 'all' : 'few';
    if ((mode === 'few') === smallScreen()) mode = 'auto';
    keep('controls', mode);
}
export function togglePanel() {
    panelWanted = panelShown() ? 'off' : 'on';
    keep('panel', panelWanted);
}

// Returns whether the picture is alone now.
export const toggleBare = (on) => (bare = embedded || (on ?? !bare));

function panelShown() {
    if (bare || fewControls()) return false;
    return panelWanted ? panelWanted === 'on' : innerWidth >= roomForAll && !smallScreen();
}

// What a display's notch or round corners cover, CSS pixels.
const covered = (side) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--safe-${side}`)) || 0;

// On whole pixels of the display, for its text.
function placePanel(place) {
    const panel = byId('panel-view'), ratio = devicePixelRatio || 1;
    panel.hidden = !place.width;
    for (const [property, name] of [['left', 'x'], ['top', 'y'], ['width', 'width'], ['height', 'height']])
        panel.style[property] = `${Math.round(place[name] * ratio) / ratio}px`;
}

// `clean`: for a picture, without the panel and with the hair in the middle.
export function layOut(engine, { clean = false } = {}) {
    const small = smallScreen(), few = fewControls(), sheet = small || few, short = innerHeight < 480;
    const classes = { simple: sheet, few, short, embed: embedded, bare };
    for (const [name, on] of Object.entries(classes)) document.body.classList.toggle(name, on);
    byId('mode').textContent = few ? 'All controls' : 'Fewer controls';
    const ratio = Math.min(devicePixelRatio || 1, mostRatio), panelRatio = Math.min(devicePixelRatio || 1, mostPanelRatio);
    const width = Math.max(canvas.clientWidth, 1), height = Math.max(canvas.clientHeight, 1);
    const panel = panelShown() && !clean;
    document.body.classList.toggle('panel', panel && !sheet);
    byId('panel').setAttribute('aria-pressed', panelShown());
    const alone = clean || bare, around = alone ? Math.round(aroundPicture * Math.min(width, height)) : 0;
    // What lies over a small screen: the row of buttons, and on it the sheet, beside the picture where the height is needed.
    const bar = byId('transport').offsetHeight, side = byId('side'), brand = byId('brand'), underBrand = brand.offsetTop + brand.offsetHeight;
    const beside = sheet && short ? side.offsetWidth : 0, under = short ? bar + 4 : bar + side.offsetHeight;
    document.documentElement.style.setProperty('--bar', `${bar}px`);
    document.documentElement.style.setProperty('--under', `${under}px`);
    const [left, right, top] = ['left', 'right', 'top'].map(covered);
    // There the panel stands beside the sheet or above it, where that leaves room.
    const wide = Math.min(panelWidth, width - beside - 2 * margin), high = Math.min(height * 0.45, height - under - 54 - 8);
    const place = !panel || (sheet && high < leastPanel) ? { x: 0, y: 0, width: 0, height: 0 }
        : sheet ? { x: width - beside - wide - margin, y: 54, width: wide, height: high }
            : { x: width - panelWidth - margin, y: margin, width: panelWidth, height: height - 2 * margin };
    placePanel(place);
    // The picture goes beside it, or below it, where that leaves enough.
    const goesBeside = place.width > 0 && (!sheet || place.x >= leastPicture);
    const goesBelow = place.width > 0 && !goesBeside && height - under - place.y - place.height >= leastPicture / 2;
    // The card that turns hair from a file stands beside the picture as long as it is open.
    const card = byId('placing'), standing = !sheet && !card.hidden && card.open;
    engine.layout({
        width, height, ratio, panelRatio, dark: matchMedia('(prefers-color-scheme: dark)').matches,
        left: alone ? around : sheet ? left : standing ? card.offsetLeft + card.offsetWidth : sideWidth,
        right: alone ? around : goesBeside ? width - place.x : Math.max(beside, right),
        top: alone ? around : (goesBelow ? place.y + place.height : sheet && short && width > height ? 8 : sheet ? Math.max(40, underBrand) : 24) + top, bottom: alone ? around : sheet ? under : bar + 32,
        panel: place,
    });
}
