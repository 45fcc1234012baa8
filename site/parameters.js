// One labelled control for one row of a parameter table.
import { compass } from './compass.js';
import { checkedValue, short, wantedOf } from './link.js';
import { notice } from './notices.js';

const steps = 1000;  // of a slider's way
let sliders = 0;     // that there have been

export const spoken = (name) => name.replaceAll(/[_-]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ' ' + letter.toLowerCase());

// `called`: what it is called here. `command` sets it: "set" for the scene's, "view" for the picture's.
export function parameterControl(row, command, page, called = row.name) {
    const label = document.createElement('label');
    label.title = row.help;
    label.dataset.parameter = row.name;
    const send = (value) => page.act(command, `${row.name}=${value}`);
    const moves = (value) => page.turn(command, `${row.name}=${value}`);  // while it is held
    const name = spoken(called).trim() + (row.unit ? ` (${row.unit})` : '');
    if (row.name === 'windHeading') compass(label, spoken(called).trim(), moves);
    else if (row.kind === 'toggle') toggle(label, name, send);
    else if (row.kind === 'choice') choice(label, name, row, send);
    else slider(label, name, row, row.change === 'live' ? moves : send);
    return label;
}

function toggle(label, name, send) {
    const input = Object.assign(document.createElement('input'), { type: 'checkbox' });
    input.addEventListener('change', () => send(input.checked ? 'on' : 'off'));
    label.append(input, name);
    label.showValue = (text) => { input.checked = ['on', 'true', '1'].includes(text); };
}

function choice(label, name, row, send) {
    const select = document.createElement('select');
    for (const one of row.choices) select.append(new Option(spoken(one), one));
    select.addEventListener('change', () => send(select.value));
    label.append(name, select);
    label.showValue = (text) => { select.value = text; };
}

function slider(label, name, row, send) {
    // The slider is what the label names; the number beside it can be typed. A pad of digits has no minus.
    const typed = Object.assign(document.createElement('input'), { type: 'text', inputMode: row.low < 0 ? 'text' : 'decimal', className: 'value', ariaLabel: `${name}: type a number` });
    const shown = row.kind === 'integer' ? String : short, scale = scaleOf(row), input = Object.assign(document.createElement('input'), { type: 'range', id: `slider-${sliders++}`, ...scale.range });
    label.htmlFor = input.id;
    let now = NaN;  // the value that is shown
    const show = (value) => {
        now = value;
        input.setAttribute('aria-valuetext', `${shown(value)} ${row.unit}`);
        if (document.activeElement !== typed) typed.value = shown(value);
    };
    input.addEventListener('input', () => show(scale.value(Number(input.value))));
    input.addEventListener(row.change === 'live' ? 'input' : 'change', () => send(now));
    if (scale.next) input.addEventListener('keydown', (event) => {
        const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        show(scale.next(now, way));
        input.value = String(scale.place(now));
        send(now);
    });
    typed.addEventListener('focus', () => typed.select());
    typed.addEventListener('blur', () => (typed.value = shown(now)));
    typed.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') typed.value = shown(now);
        if (['Enter', 'Escape'].includes(event.key)) typed.blur();
    });
    typed.addEventListener('change', () => {
        const text = checkedValue(row, typed.value.replace(',', '.'));
        if (text === null) return notice(`${name} cannot be “${typed.value.slice(0, 40)}”: ${wantedOf(row)}.`);
        now = Number(text);
        send(text);
    });
    label.append(name, typed, input);
    label.showValue = (text) => {
        if (document.activeElement === input && input.matches(':active')) return;
        input.value = String(scale.place(Number(text)));
        show(Number(text));
    };
}

// Between values and places on the slider, `range`. next: of whole numbers that move by ratio, what an arrow key goes on to:
// at least one farther.
function scaleOf(row) {
    const { low, high } = row, whole = row.kind === 'integer';
    if (!row.byRatio && whole) return { range: { min: low, max: high, step: 1 }, value: (at) => at, place: (v) => v };
    const range = { min: 0, max: steps, step: 1 };
    if (!row.byRatio)
        return { range, value: (at) => Number((low + at / steps * (high - low)).toPrecision(6)), place: (v) => Math.round(steps * (v - low) / (high - low)) };
    const least = low > 0 ? low : Math.max(high * 1e-9, (row.default || high) * 1e-3);
    const span = Math.log(high / least), rounded = whole ? Math.round : (value) => value;
    const value = (at) => rounded(at <= 0 ? low : Number((least * Math.exp(span * at / steps)).toPrecision(4)));
    const place = (v) => (v <= least ? 0 : Math.round(steps * Math.log(v / least) / span));
    const next = (v, way) => (way > 0 ? Math.min(Math.max(v + 1, value(place(v) + 1)), high) : Math.max(Math.min(v - 1, value(place(v) - 1)), low));
    return { range, value, place, next: whole && next };
}
