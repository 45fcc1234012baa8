// One labelled control for one row of a parameter table.
import { compass } from './compass.js';

export const spoken = (name) => name.replaceAll(/[_-]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ' ' + letter.toLowerCase());
const short = (value) => String(Number(value.toPrecision(4)));

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

function scaleOf(row) {
    const { low, high } = row;
    const whole = (value) => (row.kind === 'integer' ? Math.round(value) : value);
    if (!row.byRatio)
        return { value: (t) => whole(Number((low + t * (high - low)).toPrecision(6))), place: (v) => (v - low) / (high - low) };
    const least = low > 0 ? low : Math.max(high * 1e-9, (row.default || high) * 1e-3);
    const span = Math.log(high / least);
    return {
        value: (t) => whole(t <= 0 ? low : Number((least * Math.exp(span * t)).toPrecision(4))),
        place: (v) => (v <= least ? 0 : Math.log(v / least) / span),
    };
}
