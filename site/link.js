// What a link carries: #v=1&scene=curly&<parameter>=<value>&motion=...&camera=...&pose=...
// and, with a recording, &record=...&hash=...&engine=...
// Only what differs from the defaults is written; everything read is checked.

export const version = 4;  // of links and recordings
export const longestLink = 16384;  // letters of a fragment that are read
const mostNotices = 8;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;  // as the program reads numbers
const round = (value) => String(Number(Number(value).toPrecision(6)));

// The page's address, as others can open it.
function base() {
    return location.href.replace(/#.*$/, '').replace(/([?&])embed(=[^&]*)?(&|$)/, (all, before, value, after) => (after ? before : ''));
}

// Changes the address shown, without a step back to the last. Returns whether it was done: Safari
// refuses it after 100 times in 30 seconds.
export function showAddress(url) {
    try {
        history.replaceState(null, '', url);
        return true;
    } catch (error) {
        if (error.name === 'SecurityError') return false;
        throw error;
    }
}

export function writeLink(state, list, recording = null) {
    const parts = new URLSearchParams({ v: String(version), scene: state.scene });
    const scene = list.scenes.find((one) => one.name === state.scene);
    if (state.model && state.model !== scene?.model) parts.set('model', state.model);
    if (state.beside) parts.set('beside', state.beside);
    for (const [name, text] of Object.entries({ ...state.changed, ...state.pictureChanged })) parts.set(name, text);
    if (!recording && state.motion && state.motion !== scene?.motion) parts.set('motion', state.motion);
    if (!recording && !state.motion) parts.set('pose', state.pose.map(round).join(','));
    parts.set('camera', state.camera.map(round).join(','));
    if (recording) {
        parts.set('record', recording.head);
        parts.set('hash', recording.hash);
        parts.set('engine', list.engine);
    }
    return `${base()}#${parts.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}

// The row of a name of now or of before: links and scripts of before say hair_colour for hairColour.
export const rowOf = (rows, name) => rows.find((row) => row.name === name) ?? rows.find((row) => row.former === name);
// Values by name, and by the names of before as well.
export function withFormerNames(values, rows) {
    const renamed = rows.filter(({ name, former }) => former && name in values);
    return { ...Object.fromEntries(renamed.map(({ name, former }) => [former, values[name]])), ...values };
}

// What a link or a recording of a version before means by what it does not say, of rows that there are.
export function withFormerDefaults(values, made, list, sceneName, rows) {
    const means = (one) => ['', sceneName].includes(one.scene) && made <= one.until && (one.given === '' || one.given in values);
    const before = (list.formerDefaults ?? []).filter((one) => means(one) && rows.some((row) => row.name === one.param));
    return { ...Object.fromEntries(before.map(({ param, text }) => [param, text])), ...values };
}

// Of four digits, for people.
export const short = (value) => String(Number(value.toPrecision(4)));

function numberOf(text) {
    return decimal.test(text.trim()) ? Number(text) : NaN;
}

// The row's own form of a value, or null when it is out of range or malformed.
export function checkedValue(row, text) {
    if (row.kind === 'toggle') return ['on', 'off', 'true', 'false', '1', '0'].includes(text) ? text : null;
    if (row.kind === 'choice') return row.choices.includes(text) ? text : null;
    const value = numberOf(text);
    if (!Number.isFinite(value) || value < row.low || value > row.high) return null;
    return row.kind === 'integer' && !Number.isInteger(value) ? null : text.trim();
}

// What a row's values are, for a sentence.
export function wantedOf({ kind, choices, low, high }) {
    if (kind === 'toggle') return 'it is on or off';
    if (kind === 'choice') return `it is one of ${choices.join(', ')}`;
    return kind === 'integer' ? `it is a whole number from ${low} to ${high}` : `it is a number from ${short(low)} to ${short(high)}`;
}

function numbers(text, count) {
    const values = text.split(',', count + 1).map(numberOf);
    return values.length === count && values.every((one) => Number.isFinite(one) && Math.abs(one) <= 1e4) ? values : null;
}

// The parameters that a scene has under a model: the scene's own rows, then the model's, the ball's and the wind's.
export function rowsOf(list, sceneName, modelName) {
    const scene = list.scenes.find((one) => one.name === sceneName);
    if (!scene) return [];
    const own = list.models.find((one) => one.name === scene.model);
    const model = list.models.find((one) => one.name === modelName);
    if (!model || model === own) return scene.params;
    const shared = [...list.ball, ...list.wind], elsewhere = [...(own?.params ?? []), ...shared].map((row) => row.name);
    return [...scene.params.filter((row) => !elsewhere.includes(row.name)), ...model.params, ...shared];
}

// Heads beside the first, SCENE or SCENE:MODEL with commas between: those that there are.
function besideOf(text, list, say) {
    const all = text.split(','), models = list.models.map(({ name }) => name);
    const known = all.filter((name) => {
        const [scene, ...model] = name.split(':');
        return list.scenes.some((one) => one.name === scene && !one.needsFiles) && model.length < 2 && model.every((one) => models.includes(one));
    }).slice(0, list.mostBeside);
    if (known.length < all.length) say('The link asks for heads beside the first that cannot be shown.');
    return known.join(',');
}

// What programs that pass links on do to them: encode them once more, as HTML or as a whole, add what tells where they were
// pressed, and take the mark behind for a part. One that is typed may name a style alone.
function mended(text) {
    let link = text.replaceAll('&amp;', '&');
    if (!link.includes('=') && /%3d/i.test(link)) try { link = decodeURIComponent(link); } catch { /* as it is */ }
    const plain = link.replace(/[?&](utm_\w+|fbclid|gclid)=.*$/, '').replaceAll(/[\u200b-\u200f\u2060\ufeff]|%E2%80%8B/gi, '').replace(/([)\]>}.,;'"]|%(3E|22|5D|7D|E2%80%9[9D]))+$/i, '');
    return /^[\w -]+$/.test(plain) ? `scene=${plain}` : plain;
}

// Returns { scene, model, params, beside, motion, camera, pose, recording, notices }:
// sound values only, and a sentence for each that was not.
export function readLink(fragment, list, fallback) {
    const result = { scene: fallback, model: '', params: {}, notices: [] };
    const say = (text) => result.notices.length < mostNotices && result.notices.push(text);
    const text = mended(fragment.replace(/^#/, ''));
    if (!text) return result;
    if (text.length > longestLink) say('This link is too long; only its beginning is read.');
    const found = new Map(new URLSearchParams(text.slice(0, longestLink)));
    const cut = (value) => (value.length > 40 ? value.slice(0, 40) + '…' : value);
    if (found.has('v') && !(Number(found.get('v')) >= 1 && Number(found.get('v')) <= version))
        say('This link was made by another version of Ringlet; what is known of it is shown.');
    const wanted = found.get('scene');
    const scene = list.scenes.find((one) => one.name === wanted?.trim().toLowerCase());
    if (scene?.needsFiles) say(`“${scene.title}” is made of files, which a link cannot carry: choose them under “Your own hair”. Here is ${fallback}.`);
    else if (scene) result.scene = scene.name;
    else if (wanted !== undefined) say(`There is no style “${cut(wanted)}” to show; here is ${fallback}.`);
    const model = list.formerModels?.[found.get('model')] ?? found.get('model');
    if (list.models.some((one) => one.name === model)) result.model = model;
    else if (model !== undefined) say(`There is no hair model “${cut(model)}”; the style's own is used.`);
    const rows = [...rowsOf(list, result.scene, result.model), ...list.picture];
    const unknown = [];
    for (const [name, value] of found) {
        if (['v', 'scene', 'model', 'record', 'hash', 'engine'].includes(name)) continue;
        if (name === 'motion') {
            if (list.motions.some((one) => one.name === value)) result.motion = value;
            else say(`There is no motion “${cut(value)}”; the head keeps its own.`);
        } else if (name === 'camera' || name === 'pose') {
            const values = numbers(value, name === 'camera' ? 6 : 7);
            const unit = name === 'camera' || (values && Math.abs(Math.hypot(...values.slice(3)) - 1) < 1e-2);
            if (values && unit) result[name] = values;
            else say(`The link's ${name} cannot be read; the usual one is used.`);
        } else if (name === 'beside') {
            result.beside = besideOf(value, list, say);
        } else {
            const row = rowOf(rows, name);
            const sound = row ? checkedValue(row, value) : null;
            if (!row) unknown.push(cut(name));
            else if (sound !== null) result.params[row.name] = sound;
            else say(`${name} cannot be “${cut(value)}”: ${wantedOf(row)}. The default stays.`);
        }
    }
    if (found.has('v')) result.params = withFormerDefaults(result.params, Number(found.get('v')), list, result.scene, rows);
    readRecording(found, result, say);
    if (unknown.length)
        say(`The link has ${unknown.length === 1 ? 'a part' : 'parts'} this page does not know, ignored: ${unknown.slice(0, 5).join(', ')}.`);
    return result;
}

function readRecording(found, result, say) {
    const record = found.get('record'), hash = found.get('hash'), engine = found.get('engine');
    if (record === undefined) {
        if (hash !== undefined || engine !== undefined) say('The link names a result but no recorded motion; it is ignored.');
        return;
    }
    if (!/^[\w-]+$/.test(record)) return say('The recorded motion of this link cannot be read; the hair is shown without it.');
    const sound = /^[0-9a-f]{16}$/.test(hash ?? '');
    if (!sound) say('The link’s hash is missing or malformed, so its replay cannot be compared.');
    result.recording = { head: record, brush: '', changes: [], hash: sound ? hash : '', engine: /^[\w.-]{1,40}$/.test(engine ?? '') ? engine : '' };
}
