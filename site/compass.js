// A direction about the vertical as a compass, in degrees: the head from above with its face to
// the viewer, below; the arrow goes where the wind goes, 0 into the face, clockwise from there.

const space = 'http://www.w3.org/2000/svg';
const words = ['into the face', 'to its left', 'from behind', 'to its right'];  // a quarter each
const step = 5;  // degrees of a key or a pointer

// The parameter's radians turn the other way, from the head's left.
const degreesOf = (radians) => ((Math.round(90 - radians * 180 / Math.PI) % 360) + 360) % 360;
export const radiansOf = (degrees) => {
    const turned = 90 - degrees;
    return Number(((turned < -180 ? turned + 360 : turned) * Math.PI / 180).toPrecision(6));
};

function part(name, attributes) {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
}

export function compass(label, name, send) {
    label.classList.add('compass');
    const text = Object.assign(document.createElement('span'), { className: 'value' });
    const input = Object.assign(document.createElement('input'), { type: 'range', min: 0, max: 360 - step, step });
    const card = part('svg', { viewBox: '-32 -32 64 64', 'aria-hidden': 'true' });
    const arrow = part('path', { d: 'M0 27V-19M-7-17 0-28 7-17', class: 'arrow' });
    card.append(part('circle', { r: 30, class: 'card' }), arrow, part('circle', { r: 9, class: 'head' }), part('path', { d: 'M-3.5 8 0 14 3.5 8', class: 'head' }));
    for (let turn = 0; turn < 360; turn += 90) card.append(part('path', { d: 'M0-30V-26', class: 'tick', transform: `rotate(${turn})` }));
    const show = (degrees) => {
        input.value = degrees;
        arrow.setAttribute('transform', `rotate(${degrees})`);
        text.textContent = `${degrees}°`;
        input.setAttribute('aria-valuetext', `${degrees} degrees, ${words[Math.round(degrees / 90) % 4]}`);
        label.title = `The wind blows ${words[Math.round(degrees / 90) % 4]}: drag the arrow.`;
    };
    const set = (degrees) => {
        show(degrees);
        send(radiansOf(degrees));
    };
    input.addEventListener('input', () => set(Number(input.value)));
    const point = (event) => {
        const box = card.getBoundingClientRect();
        const right = event.clientX - box.left - box.width / 2, down = event.clientY - box.top - box.height / 2;
        if (Math.hypot(right, down) > 3) set((Math.round(Math.atan2(right, -down) * 180 / Math.PI / step) * step + 360) % 360);
    };
    card.addEventListener('pointerdown', (event) => {
        card.setPointerCapture(event.pointerId);
        point(event);
    });
    card.addEventListener('pointermove', (event) => event.buttons && point(event));
    card.addEventListener('click', (event) => event.preventDefault());
    label.append(card, name, text, input);
    label.showValue = (value) => show(degreesOf(Number(value)));
}
