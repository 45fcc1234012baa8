// What callers hand to window.ringlet, checked before anything changes. Each check
// returns the value as the program takes it, or throws an Error of one sentence.

const longestText = 200;  // letters of a name or a value

const refuse = (text) => { throw new Error(text); };

function called(value) {
    if (typeof value === 'string') return `“${value.slice(0, 40).replaceAll(/[\u0000-\u001f\u007f]/g, ' ')}${value.length > 40 ? '…' : ''}”`;
    if (value === null || ['undefined', 'number', 'boolean'].includes(typeof value)) return String(value);
    if (isList(value)) return `a list of ${value.length}`;
    return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && typeof value.length === 'number');

// One line; `lines`: it may have several.
export function text(value, what, { longest = longestText, lines = false } = {}) {
    if (typeof value !== 'string') refuse(`${what} must be a text, not ${called(value)}`);
    if (value.length > longest) refuse(`${what} has ${value.length} letters, more than the ${longest} that it may have`);
    if ((lines ? /\0/ : /[\u0000-\u001f\u007f]/).test(value)) refuse(`${what} must not hold control characters`);
    return value;
}

export function parameterName(value) {
    if (!/^[A-Za-z]\w*$/.test(text(value, 'a parameter’s name'))) refuse(`${called(value)} is not the name of a parameter`);
    return value;
}

// A parameter's value, as text.
export function parameterValue(value, name) {
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    if (typeof value !== 'number') return text(value, `the value of '${name}'`);
    return Number.isFinite(value) ? String(value) : refuse(`'${name}' cannot be ${value}`);
}

export function flag(value, what) {
    return typeof value === 'boolean' ? value : refuse(`${what} must be true or false, not ${called(value)}`);
}

export function wholeNumber(value, what, low, high) {
    if (!Number.isInteger(value) || value < low || value > high) refuse(`${what} must be a whole number from ${low} to ${high}, not ${called(value)}`);
    return value;
}

export function numbers(value, count, what) {
    if (!isList(value) || value.length !== count) refuse(`${what} must be a list of ${count} numbers, not ${called(value)}`);
    const list = Array.from(value), wrong = list.findIndex((one) => !Number.isFinite(one));
    return wrong < 0 ? list : refuse(`${what} must hold finite numbers, not ${called(list[wrong])}`);
}

// An object's own fields. `known`: the only names that it may have.
export function fields(value, what, known = null) {
    if (Object.prototype.toString.call(value) !== '[object Object]') refuse(`${what} must be an object, not ${called(value)}`);
    const own = Object.fromEntries(Object.entries(value).filter((pair) => pair[1] !== undefined));
    const strange = known && Object.keys(own).find((name) => !known.includes(name));
    return strange ? refuse(`${what} may have ${known.join(', ')}, not ${called(strange)}`) : own;
}

// Parameters by name, as texts.
export function parameters(value, what) {
    return Object.fromEntries(Object.entries(fields(value, what)).map(([name, one]) => [parameterName(name), parameterValue(one, name)]));
}
