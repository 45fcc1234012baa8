// The HTML controls, made from the program's tables.

const byId = (id) => document.getElementById(id);
const spoken = (name) => name.replaceAll(/[_-]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ' ' + letter.toLowerCase());
// Whole heads first, then what is small, last what needs files.
const fullness = (scene) => (scene.needsFiles ? -1 : scene.params.find((row) => row.name === 'strands')?.default ?? 0);
const inOrder = (scenes) => [...scenes].sort((a, b) => fullness(b) - fullness(a));

export function buildControls(list, page) {
    for (const scene of inOrder(list.scenes)) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = spoken(scene.name);
        button.title = scene.summary;
        button.dataset.scene = scene.name;
        button.addEventListener('click', () => (scene.needsFiles && !page.hasFiles() ? byId('files').click() : page.choose(scene.name)));
        byId('styles').append(button);
    }
    for (const colour of list.hairColours) {
        const button = document.createElement('button');
        button.type = 'button';
        button.style.background = colour.display;
        button.title = colour.name;
        button.setAttribute('aria-label', colour.name);
        button.dataset.colour = colour.name;
        button.addEventListener('click', () => page.act('view', `hair_colour=${colour.name}`));
        byId('colours').append(button);
    }
    byId('motion').append(new Option('by hand', ''));
    for (const motion of list.motions) byId('motion').append(new Option(spoken(motion.name), motion.name));
    byId('motion').addEventListener('change', (event) => event.target.value && page.act('motion', event.target.value));

    byId('play').addEventListener('click', () => page.togglePlay());
    byId('step').addEventListener('click', () => page.act('step', '1'));
    byId('slow').addEventListener('click', () => page.toggleSlow());
    byId('reset').addEventListener('click', () => page.act('reset'));
    byId('recentre').addEventListener('click', () => page.act('recentre'));
    byId('share').addEventListener('click', () => page.share());
    byId('panel').addEventListener('click', () => page.togglePanel());
    byId('more').addEventListener('click', () => page.toggleMore());
    byId('files').addEventListener('change', (event) => page.useFiles(event.target.files));
    byId('all').addEventListener('toggle', () => page.refresh());
}

// The plain list of parameters, made anew for each scene.
export function buildParameters(list, state, page) {
    const scene = list.scenes.find((one) => one.name === state.scene);
    const box = byId('parameters');
    box.replaceChildren();
    const add = (rows, command) => rows.forEach((row) => box.append(parameterControl(row, command, page)));
    add(scene.params, 'set');
    const heading = document.createElement('h3');
    heading.textContent = 'Picture';
    box.append(heading);
    add(list.picture, 'view');
}

function parameterControl(row, command, page) {
    const label = document.createElement('label');
    label.title = row.help;
    label.dataset.parameter = row.name;
    label.dataset.kind = row.kind;
    const send = (value) => page.act(command, `${row.name}=${value}`);
    const name = spoken(row.name) + (row.unit ? ` (${row.unit})` : '');
    if (row.kind === 'toggle') {
        const input = Object.assign(document.createElement('input'), { type: 'checkbox' });
        input.addEventListener('change', () => send(input.checked ? 'on' : 'off'));
        label.append(input, name);
    } else if (row.kind === 'choice') {
        const select = document.createElement('select');
        for (const choice of row.choices) select.append(new Option(spoken(choice), choice));
        select.addEventListener('change', () => send(select.value));
        label.append(name, select);
    } else {
        const value = Object.assign(document.createElement('span'), { className: 'value' });
        const input = Object.assign(document.createElement('input'), { type: 'range', min: 0, max: 1000, step: 1 });
        const scale = scaleOf(row);
        const read = () => scale.value(Number(input.value) / 1000);
        input.addEventListener('input', () => (value.textContent = short(read())));
        input.addEventListener(row.change === 'live' ? 'input' : 'change', () => send(read()));
        label.append(name, value, input);
        label.showValue = (text) => {
            if (document.activeElement === input && input.matches(':active')) return;
            input.value = String(Math.round(1000 * scale.place(Number(text))));
            value.textContent = short(Number(text));
            input.setAttribute('aria-valuetext', `${short(Number(text))} ${row.unit}`);
        };
    }
    return label;
}

const short = (value) => String(Number(value.toPrecision(4)));

// Ranges over several decades move by ratio, others evenly.
function scaleOf(row) {
    const { low, high } = row;
    const whole = (value) => (row.kind === 'integer' ? Math.round(value) : value);
    const decades = low >= 0 && high > 0 && (row.default === 0 ? high > 1e3 : row.default < 0.02 * high);
    if (!decades || row.kind === 'integer' && high < 1000)
        return { value: (t) => whole(low + t * (high - low)), place: (v) => (v - low) / (high - low) };
    const least = low > 0 ? low : Math.max(high * 1e-9, (row.default || high) * 1e-3);
    const span = Math.log(high / least);
    return {
        value: (t) => whole(t <= 0 ? low : Number((least * Math.exp(span * t)).toPrecision(4))),
        place: (v) => (v <= least ? 0 : Math.log(v / least) / span),
    };
}

// Brings the controls in line with the program's state.
export function showState(state) {
    for (const button of byId('styles').children) {
        const on = button.dataset.scene === state.scene;
        if (on && button.getAttribute('aria-pressed') !== 'true')
            button.scrollIntoView({ block: 'nearest', inline: 'center' });
        button.setAttribute('aria-pressed', on);
    }
    for (const button of byId('colours').children)
        button.setAttribute('aria-pressed', button.dataset.colour === state.picture.hair_colour);
    if (document.activeElement !== byId('motion')) byId('motion').value = state.motion;
    byId('play').setAttribute('aria-pressed', state.playing);
    byId('play').querySelector('.text').textContent = state.playing ? 'Pause' : 'Play';
    byId('slow').setAttribute('aria-pressed', state.slow);
    if (!byId('all').open) return;
    const values = { ...state.params, ...state.picture };
    for (const label of byId('parameters').querySelectorAll('label')) {
        const text = values[label.dataset.parameter];
        if (label.showValue) label.showValue(text);
        else if (label.dataset.kind === 'toggle') label.querySelector('input').checked = text === 'on' || text === 'true' || text === '1';
        else label.querySelector('select').value = text;
    }
}

export function showFigures(state) {
    const slower = state.playing && state.speed < 0.93;
    byId('figures').textContent = slower
        ? `This device runs at ${Math.round(100 * state.speed)} % of real time.`
        : `${Math.round(state.fps)} fps`;
}
