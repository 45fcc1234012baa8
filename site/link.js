// What a link carries: #v=1&scene=curly&<parameter>=<value>&motion=...&camera=...&pose=...
// Only what differs from the defaults is written; everything read is checked.

const version = '1';
const round = (value) => String(Number(Number(value).toPrecision(6)));

export function writeLink(state, list) {
    const parts = new URLSearchParams({ v: version, scene: state.scene });
    for (const [name, text] of Object.entries({ ...state.changed, ...state.pictureChanged })) parts.set(name, text);
    const scene = list.scenes.find((one) => one.name === state.scene);
    if (state.motion && state.motion !== scene?.motion) parts.set('motion', state.motion);
    if (!state.motion) parts.set('pose', state.pose.map(round).join(','));
    parts.set('camera', state.camera.map(round).join(','));
    return `${location.origin}${location.pathname}${location.search}#${parts.toString().replaceAll('%2C', ',')}`;
}

// The row's own form of a value, or null when it is out of range or malformed.
export function checkedValue(row, text) {
    if (row.kind === 'toggle') return ['on', 'off', 'true', 'false', '1', '0'].includes(text) ? text : null;
    if (row.kind === 'choice') return row.choices.includes(text) ? text : null;
    const value = text.trim() === '' ? NaN : Number(text);
    if (!Number.isFinite(value) || value < row.low || value > row.high) return null;
    return row.kind === 'integer' && !Number.isInteger(value) ? null : text.trim();
}

function numbers(text, count) {
    const values = text.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)));
    return values.length === count && values.every((one) => Number.isFinite(one) && Math.abs(one) <= 1e4) ? values : null;
}

// Returns { scene, params, motion, camera, pose, notices }: sound values only,
// and a sentence for each that was not.
export function readLink(fragment, list, fallback) {
    const result = { scene: fallback, params: {}, notices: [] };
    const text = fragment.replace(/^#/, '');
    if (!text) return result;
    const entries = [...new URLSearchParams(text.slice(0, 4096))];
    const found = new Map(entries);
    if (found.has('v') && found.get('v') !== version)
        result.notices.push('This link was made by another version of Ringlet; what is known of it is shown.');
    const wanted = found.get('scene');
    const scene = list.scenes.find((one) => one.name === wanted && !one.needsFiles);
    if (scene) result.scene = wanted;
    else if (wanted !== undefined) result.notices.push(`There is no style “${wanted.slice(0, 40)}” to show; here is ${fallback}.`);
    const rows = [...list.scenes.find((one) => one.name === result.scene).params, ...list.picture];
    const unknown = [];
    for (const [name, value] of found) {
        if (name === 'v' || name === 'scene') continue;
        if (name === 'motion') {
            if (list.motions.some((one) => one.name === value)) result.motion = value;
            else result.notices.push(`There is no motion “${value.slice(0, 40)}”; the head keeps its own.`);
        } else if (name === 'camera' || name === 'pose') {
            const values = numbers(value, name === 'camera' ? 6 : 7);
            const unit = name === 'camera' || (values && Math.abs(Math.hypot(...values.slice(3)) - 1) < 1e-2);
            if (values && unit) result[name] = values;
            else result.notices.push(`The link's ${name} cannot be read; the usual one is used.`);
        } else {
            const row = rows.find((one) => one.name === name);
            const sound = row ? checkedValue(row, value) : null;
            if (!row) unknown.push(name.slice(0, 40));
            else if (sound !== null) result.params[name] = sound;
            else result.notices.push(`${name} cannot be “${value.slice(0, 40)}”; it stays at its default.`);
        }
    }
    if (unknown.length)
        result.notices.push(`The link has ${unknown.length === 1 ? 'a part' : 'parts'} this page does not know, ignored: ${unknown.slice(0, 5).join(', ')}.`);
    return result;
}
