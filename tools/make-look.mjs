// Hair from near, part by part: node tools/make-look.mjs OUT [SCENE | PART]...
// Six heads at rest, each with its hairline, parting, crown, temple and tips, a few centimetres to a picture, and the whole
// head, as the viewer draws stills, with the page's own code; and the whole head as `ringlet render` traces it: another
// program, whose head is matte and keeps its eyes closed. Single pictures go to build/pictures as SCENE-PART.png, and where
// all are there OUT gets look.jpg, a row a head. Named scenes or parts: these alone are drawn anew.
// Needs build/native with ringlet and ringlet_viewer, a display or xvfb-run, and for the sheet Chromium and playwright-core.
// In the environment: RINGLET_LOOK_HAIRS, another number of hairs; RINGLET_LOOK_SIZE, pixels of a picture's side;
// RINGLET_LOOK_STILLS, how many each is the mean of; RINGLET_LOOK_PATHS, paths a pixel of what is traced.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launch, loadPlaywright, root } from '../tests/browser/support.mjs';
import { recipe } from './picture_recipes.mjs';

const [out, ...only] = process.argv.slice(2);
const playwright = loadPlaywright(), executable = findBrowser(), programs = join(root, 'build/native');
if (!out || !playwright || !executable || !existsSync(join(programs, 'ringlet_viewer'))) {
    console.error('usage: make-look.mjs OUT [SCENE | PART]...; needs build/native, playwright-core (tools/install-browser-driver) and Chromium');
    process.exit(2);
}
const single = join(root, 'build/pictures');
for (const folder of [out, single]) mkdirSync(folder, { recursive: true });
const { RINGLET_LOOK_SIZE: size = 300, RINGLET_LOOK_STILLS: stills = 8, RINGLET_LOOK_PATHS: paths = 48, RINGLET_LOOK_HAIRS: hairs = 30000 } = process.env;

// Where the camera looks, m from the middle of the skull; its yaw and pitch; metres from top to bottom.
const parts = {
    hairline: { at: [0.012, 0.062, 0.082], yaw: 0.2, pitch: 0.1, high: 0.09 },
    parting: { at: [0, 0.09, 0.035], yaw: 0.15, pitch: 0.95, high: 0.11 },
    crown: { at: [0, 0.075, -0.07], yaw: 2.9, pitch: 0.7, high: 0.13 },
    temple: { at: [0.065, 0.005, 0.04], yaw: 0.95, pitch: 0.05, high: 0.10 },
    tips: { yaw: 0.6, pitch: 0, high: 0.12 },
    whole: {},
    traced: {},
};
// The tips of what hangs at the side.
const heads = {
    straight: [0.085, -0.19, 0.05], wavy: [0.09, -0.16, 0.0], curly: [0.1, -0.14, 0.02], coily: [0.11, -0.02, 0.03],
    'super-asian': [0.09, -0.14, 0.0], ringlets: [0.09, -0.14, 0.02],
};
const named = (of) => { const some = only.filter((one) => one in of); return some.length ? some : Object.keys(of); };
const fileOf = (scene, part) => join(single, `${scene}-${part}.png`);

function draw(scene, part) {
    const { at = heads[scene], yaw, pitch, high } = parts[part];
    const words = [scene, '--frames', recipe(scene).frames, '--size', `${size}x${size}`, '--set', `hairsDrawn=${hairs}`,
        ...high ? ['--camera', [yaw, pitch, `${high}m`, ...at].join(',')] : []];
    const command = part === 'traced'
        ? [join(programs, 'ringlet'), 'render', ...words, '--samples', paths, '--out', fileOf(scene, part)]
        : [...process.env.DISPLAY ? [] : ['xvfb-run', '-a'], join(programs, 'ringlet_viewer'), ...words, '--set', `stillPictures=${stills}`, '--picture', fileOf(scene, part)];
    execFileSync(command[0], command.slice(1).map(String), { stdio: ['ignore', 'ignore', 'inherit'] });
}

for (const scene of named(heads)) {
    for (const part of named(parts)) {
        const began = Date.now();
        draw(scene, part);
        console.log(`${scene} ${part} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
    }
}

const files = Object.keys(heads).map((scene) => Object.keys(parts).map((part) => fileOf(scene, part)));
if (files.flat().every((file) => existsSync(file))) {
    const gap = 4, columns = Object.keys(parts).length, across = Number(size);
    const browser = await launch(playwright, executable);
    const sheet = await (await browser.newContext({ viewport: { width: columns * (across + gap) - gap, height: files.length * (across + gap) - gap + 20 } })).newPage();
    const image = (file) => `<img src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;
    await sheet.setContent(`<style>body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${size}px); gap: ${gap}px; background: #fff; font: 13px system-ui, sans-serif } span { height: 16px; text-align: center } img { width: ${size}px; height: ${size}px }</style>${Object.keys(parts).map((part) => `<span>${part}</span>`).join('')}${files.flat().map(image).join('')}`);
    await sheet.screenshot({ type: 'jpeg', quality: 82, timeout: 300000, path: join(out, 'look.jpg') });
    await browser.close();
}
