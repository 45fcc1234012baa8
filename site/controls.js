// The HTML controls, made from the program's tables.
import { parameterControl, spoken } from './parameters.js';

const byId = (id) => document.getElementById(id);
// Kind by kind, and of each kind the fullest first.
const fullness = (scene) => scene.params.find((row) => row.name === 'strands')?.default ?? 0;
const ofKind = (list, kind) => list.scenes.filter((scene) => scene.kind === kind.name).sort((a, b) => fullness(b) - fullness(a));
export const inOrder = (list) => list.kinds.flatMap((kind) => ofKind(list, kind));

function button(text, data, pressed, press) {
    const made = Object.assign(document.createElement('button'), { type: 'button' });
    if (text) made.append(Object.assign(document.createElement('span'), { textContent: text }));
    Object.assign(made.dataset, data);
    made.setAttribute('aria-pressed', pressed);
    made.addEventListener('click', press);
    return made;
}

// A list that somebody looks through is left alone until what it shows has changed, or something was chosen from it.
export function showChoice(select, value) {
    if (select.shown !== value) select.value = select.shown = value;
}
// choose: is followed by a refresh, which shows what has become of the choice.
export function onChoice(select, choose) {
    select.addEventListener('change', () => {
        select.shown = null;
        choose(select.value);
    });
}

// A style's small picture, for light and for dark.
function pictureOf(scene) {
    const picture = document.createElement('picture'), image = new Image(96, 96);
    const address = (name) => self.ringletPictures?.[name] ?? name;  // the single file holds them itself
    const dark = document.createElement('source');
    dark.media = '(prefers-color-scheme: dark)';
    dark.srcset = address(`gallery/${scene.name}-dark.jpg`);
    image.alt = '';
    image.draggable = false;  // it is a button's
    image.loading = 'lazy';
    image.src = address(`gallery/${scene.name}.jpg`);
    picture.append(dark, image);
    return picture;
}

// A group of the gallery: what it is, and its styles.
function groupOf(kind, scenes, page) {
    const group = Object.assign(document.createElement('div'), { className: 'group', id: `kind-${kind.name}` });
    const heading = Object.assign(document.createElement('h3'), { textContent: kind.title, id: `kind-${kind.name}-title`, title: kind.summary });
    group.setAttribute('role', 'group');
    group.setAttribute('aria-labelledby', heading.id);
    group.append(heading, Object.assign(document.createElement('p'), { textContent: kind.summary }));
    const pictured = (document.body.dataset.pictured ?? '').split(' ');
    for (const scene of scenes) {
        const made = button(scene.title, { scene: scene.name }, false, () =>
            (scene.needsFiles && !page.hasFiles(scene.growsHair) ? byId('files').click() : page.choose(scene.name)));
        made.title = scene.summary;
        if (pictured.includes(scene.name)) made.prepend(pictureOf(scene));
        group.append(made);
    }
    return group;
}

export function buildControls(list, page) {
    for (const kind of list.kinds) byId('styles').append(groupOf(kind, ofKind(list, kind), page));
    for (const colour of list.hairColours) {
        const made = button('', { colour: colour.name }, false, () => page.chooseColour(colour.name));
        made.style.background = colour.display;
        made.title = colour.name;
        made.setAttribute('aria-label', colour.name);
        byId('colours').append(made);
    }
    byId('motion').append(new Option('by hand', ''));
    for (const motion of list.motions) byId('motion').append(new Option(spoken(motion.name), motion.name));
    onChoice(byId('motion'), (motion) => (motion ? page.act('motion', motion) : page.holdStill()));
    byId('model-section').hidden = list.models.length < 2;
    for (const model of list.models) byId('model').append(Object.assign(new Option(spoken(model.name), model.name), { title: model.summary }));
    onChoice(byId('model'), (model) => page.chooseModel(model));
    for (const input of document.querySelectorAll('[data-show]'))
        input.addEventListener('change', () => page.act('show', `${input.dataset.show}=${input.checked ? 'on' : 'off'}`));
    const frictions = list.scenes.flatMap((scene) => scene.params.filter((row) => row.name === 'hairFriction'));
    const usual = Math.max(...frictions.map((row) => row.default));  // that of full heads
    byId('as-mass').addEventListener('change', (event) => page.act('set', `hairFriction=${event.target.checked ? usual : 0}`));
    list.wind.forEach((row) => byId('wind-controls').append(parameterControl(row, 'set', page, row.name.replace(/^wind/, ''))));

    for (const tool of byId('tools').children) tool.addEventListener('click', () => page.useTool(tool.dataset.tool));
    byId('brush-button').addEventListener('click', () => page.toggleTool());
    byId('brush-size').querySelector('input').addEventListener('input', (event) => page.turn('brush', event.target.value / 1000));
    byId('play').addEventListener('click', () => page.togglePlay());
    byId('step').addEventListener('click', () => page.act('step', '1'));
    byId('slow').addEventListener('click', () => page.toggleSlow());
    byId('reset').addEventListener('click', () => page.act('reset'));
    byId('recentre').addEventListener('click', () => page.act('recentre'));
    byId('lighter').addEventListener('click', () => page.lessHair());
    byId('panel').addEventListener('click', () => page.togglePanel());
    byId('mode').addEventListener('click', () => page.toggleControls());
    byId('more').addEventListener('click', () => page.toggleMore());
    byId('all').addEventListener('toggle', () => page.refresh());
}

// The plain list of parameters, made anew for each scene and model.
export function buildParameters(list, rows, page) {
    const box = byId('parameters'), wind = list.wind.map((row) => row.name);
    box.replaceChildren();
    const add = (some, command) => some.forEach((row) => box.append(parameterControl(row, command, page)));
    add(rows.filter((row) => row.shown !== false && !wind.includes(row.name)), 'set');
    box.append(Object.assign(document.createElement('h3'), { textContent: 'Picture' }));
    add(list.picture, 'view');
}

function press(buttons, chosen) {
    for (const one of buttons) one.setAttribute('aria-pressed', chosen(one.dataset));
}

// Brings the controls in line with the program's state.
export function showState(state) {
    const styles = byId('styles').querySelectorAll('button');
    for (const one of styles) {
        if (one.dataset.scene === state.scene && one.getAttribute('aria-pressed') !== 'true')
            one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    press(styles, (data) => data.scene === state.scene);
    press(byId('colours').children, (data) => data.colour === state.hairColour);
    press(byId('tools').children, (data) => data.tool === state.tool);
    const brushing = state.tool === 'brush', recording = state.activity.mode === 'recording';
    byId('brush-button').setAttribute('aria-pressed', brushing);
    byId('brush-size').hidden = !brushing;
    byId('brush-size').querySelector('input').value = Math.round(state.brushRadius * 1000);
    const touch = matchMedia('(pointer: coarse)').matches;
    byId('hint').textContent = brushing ? 'Stroke the hair. Drag beside it to look around.' : touch ? 'Drag the head. Two fingers turn it.' : 'Drag the head. Shift-drag turns it.';
    document.body.classList.toggle('untouched', state.idle);
    showChoice(byId('motion'), state.motion);
    showChoice(byId('model'), state.model);
    showExplained(state);
    byId('play').setAttribute('aria-pressed', state.playing);
    byId('play').querySelector('.text').textContent = state.playing ? 'Pause' : 'Play';
    byId('slow').setAttribute('aria-pressed', state.slow);
    byId('record').setAttribute('aria-pressed', recording);
    byId('record').textContent = recording ? 'Stop' : 'Record';
    const values = { ...state.params, ...state.picture };
    const open = byId('all').open ? '.parameters label' : '#wind-controls label';
    for (const label of document.querySelectorAll(open)) label.showValue(values[label.dataset.parameter] ?? '');
}

// A method as it was published shows the points of its paper; elastic strands may rub each other.
function showExplained(state) {
    byId('explained').hidden = !state.published;
    for (const input of document.querySelectorAll('[data-show]')) input.checked = state.show[input.dataset.show];
    byId('as-mass').parentNode.hidden = state.model !== 'elastic-strand';
    byId('as-mass').checked = Number(state.params.hairFriction) > 0;
}

// A device that has been slow for a while, and not for drawing's sake alone, is offered half of the
// strands, until it keeps up.
const slowEnough = 0.8, keepsUp = 0.93;  // of real time
const longEnough = 1200;                 // ms
let slowSince = null;
function offerLess(state) {
    const simulating = state.simulationMs * 60 * state.speed / 1000;  // share of the time
    const offered = !byId('lighter').hidden, slow = state.playing && state.speed < (offered ? keepsUp : slowEnough) && simulating > 0.05;
    slowSince = slow ? slowSince ?? performance.now() : null;
    byId('lighter').hidden = slowSince === null || performance.now() - slowSince < longEnough || !(Number(state.params.strands) > 100);
}

export function showFigures(state) {
    offerLess(state);
    const slower = state.playing && state.speed < 0.93;
    byId('figures').textContent = !state.playing ? 'Paused' : state.asleep ? 'At rest' : slower
        ? `${Math.round(100 * state.speed)} % of real time`
        : `${Math.round(state.fps)} fps`;
}
