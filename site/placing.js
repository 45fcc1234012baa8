// How hair from a file stands on its head: which axis is up, what is under it, how it is
// turned, how large, and where. Each value is shown; a wrong guess costs a click.
const byId = (id) => document.getElementById(id);
const axes = ['Y', 'Z', 'X', '-Y', '-Z', '-X'];
const grounds = { bust: 'Head', roots: 'Own skin' };
const padReach = 0.1;   // m from the pad's middle to its edge
const quick = 150;      // ms: hair that is built sooner follows the hand, other hair waits for its release

function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}
const minus = (text) => String(text).replace('-', '−');
const millimetres = (value) => `${minus(Math.round(1000 * value))} mm`;
const degrees = (value) => `${minus(Math.round(value * 180 / Math.PI))}°`;

// A row of buttons of which one is pressed.
function choices(names, called, choose) {
    const row = element('div', { className: 'row', role: 'group', ariaLabel: called });
    for (const [value, name] of names) {
        const button = element('button', { type: 'button', textContent: name });
        button.dataset.value = value;
        button.addEventListener('click', () => choose(value));
        row.append(button);
    }
    return row;
}
function press(row, value) {
    for (const button of row.children) button.setAttribute('aria-pressed', button.dataset.value === value);
}

export class Placing {
    constructor(page) {
        this.page = page;
        this.cost = 0;        // ms that the hair last took to be built
        this.held = '';       // the parameter that a hand holds
        this.box = byId('placing');
        this.up = choices(axes.map((axis) => [axis, minus(axis)]), 'Axis that points up', (axis) => this.set('up', axis));
        this.under = choices(Object.entries(grounds), 'Under the hair', (value) => this.set('under', value));
        this.turn = this.slider('hairTurn', 'Turned', [-Math.PI, Math.PI], degrees);
        this.scale = this.slider('hairScale', 'Scale', [-1, 1], (value) => `× ${value.toFixed(2)}`, (t) => 2 ** t, Math.log2);
        this.forward = this.slider('hairZ', 'Forward', [-padReach, padReach], millimetres);
        const quarter = element('button', { type: 'button', textContent: '⟳ 90°', ariaLabel: 'A quarter turn' });
        quarter.addEventListener('click', () => this.quarter());
        const again = element('button', { type: 'button', textContent: 'As found' });
        again.addEventListener('click', () => this.asFound());
        this.found = element('p');
        this.box.append(element('summary', { textContent: 'Turn it' }), this.found, element('span', { textContent: 'Up' }), this.up,
            this.under, this.turn.label, this.scale.label, this.makePad(), this.forward.label,
            element('div', { className: 'row' }, quarter, again));
    }

    slider(name, called, [low, high], text, value = (t) => t, place = (v) => v) {
        const input = element('input', { type: 'range', min: low, max: high, step: (high - low) / 400 });
        const shown = element('span', { className: 'value' });
        const read = () => value(Number(input.value));
        input.addEventListener('input', () => {
            this.held = name;
            shown.textContent = text(read());
            if (this.cost < quick) this.set(name, read());
        });
        input.addEventListener('change', () => {
            this.held = '';
            this.set(name, read());
        });
        const show = (given) => {
            if (this.held === name) return;
            input.value = String(place(given));
            shown.textContent = text(given);
        };
        return { label: element('label', {}, called, shown, input), show };
    }

    // Left and right, up and down by drag, or by the arrow keys.
    makePad() {
        this.dot = element('i');
        this.offset = element('span', { className: 'value' });
        this.pad = element('button', { type: 'button', className: 'pad', ariaLabel: 'Offset: drag, or use the arrow keys' }, this.dot);
        let from = null;
        const moved = (event) => {
            const reach = this.pad.clientWidth / 2 / padReach;
            return [from.x + (event.clientX - from.at[0]) / reach, from.y - (event.clientY - from.at[1]) / reach];
        };
        this.pad.addEventListener('pointerdown', (event) => {
            this.pad.setPointerCapture(event.pointerId);
            this.held = 'offset';
            from = { at: [event.clientX, event.clientY], x: this.x, y: this.y };
        });
        this.pad.addEventListener('pointermove', (event) => from && this.move(...moved(event), this.cost < quick));
        const end = (event) => {
            if (!from) return;
            if (event.type === 'pointerup') this.move(...moved(event), true);
            this.held = '';
            from = null;
        };
        for (const type of ['pointerup', 'pointercancel', 'lostpointercapture']) this.pad.addEventListener(type, end);
        this.pad.addEventListener('keydown', (event) => {
            const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
            if (!way) return;
            event.preventDefault();
            this.move(this.x + 0.002 * way[0], this.y + 0.002 * way[1], true);
        });
        return element('label', {}, 'Offset', this.offset, this.pad);
    }
    move(x, y, done) {
        [x, y] = [x, y].map((value) => Math.max(-1, Math.min(1, Math.round(1000 * value) / 1000)));
        this.showOffset(x, y);
        if (!done) return;
        if (x !== this.x) this.set('hairX', x);
        if (y !== this.y) this.set('hairY', y);
        [this.x, this.y] = [x, y];
    }
    showOffset(x, y) {
        const place = (value) => `${50 * (1 + Math.max(-1, Math.min(1, value / padReach)))}%`;
        this.dot.style.left = place(x);
        this.dot.style.top = place(-y);
        this.offset.textContent = `${millimetres(x)}, ${millimetres(y)}`;
    }

    set(name, value) {
        const began = performance.now();
        this.page.act('set', `${name}=${typeof value === 'number' ? Number(value.toPrecision(5)) : value}`);
        this.cost = performance.now() - began;
    }
    quarter() {
        const turned = this.turned + Math.PI / 2;
        this.set('hairTurn', Math.max(-3.1416, turned > 3.2 ? turned - 2 * Math.PI : Math.min(turned, 3.1416)));
    }
    asFound() {
        const defaults = { up: 'guess', under: 'guess', hairTurn: 0, hairScale: 1, hairX: 0, hairY: 0, hairZ: 0 };
        for (const [name, value] of Object.entries(defaults)) if (name in this.changed) this.set(name, value);
    }

    show(state) {
        const { placement, params } = state, hidden = !placement;
        if (this.box.hidden && !hidden) this.box.open = !document.body.classList.contains('simple');
        this.box.hidden = hidden;
        if (hidden) return;
        this.changed = state.changed;
        this.turned = Number(params.hairTurn);
        press(this.up, placement.up);
        press(this.under, placement.under);
        this.under.hidden = placement.under === 'file';
        const unit = placement.unit < 0.1 ? `${Number((1000 * placement.unit).toPrecision(3))} mm` : `${Number(placement.unit.toPrecision(3))} m`;
        this.found.textContent = `1 unit = ${unit}, ${minus(placement.up)} up (${params.up === 'guess' ? 'found' : 'set'})`;
        this.turn.show(this.turned);
        this.scale.show(Number(params.hairScale));
        this.forward.show(Number(params.hairZ));
        if (this.held === 'offset') return;
        [this.x, this.y] = [Number(params.hairX), Number(params.hairY)];
        this.showOffset(this.x, this.y);
    }
}
