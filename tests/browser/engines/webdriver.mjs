// What a page of any engine under test can be asked, in the words of playwright-core's
// page, over two protocols of one family: WebDriver (WebKit) and WebDriver BiDi
// (Firefox). Their input actions are the same JSON (W3C WebDriver, section 15).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export function findProgram(...names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter))
        for (const name of names)
            if (existsSync(join(folder, name))) return join(folder, name);
    return null;
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const running = new Set();
process.on('exit', () => { for (const child of running) child.kill('SIGKILL'); });

// Starts a program, which ends with this process at the latest. `said` gathers its
// output; heard(pattern) waits for it to match.
export function startProgram(program, args, environment = {}) {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
    running.add(child);
    const one = { child, said: '', heard: (pattern) => waitFor(() => one.said.match(pattern), one) };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { one.said += text; });
    child.on('error', (error) => { one.said += error; });
    child.on('exit', (code) => { running.delete(child); one.ended = `${program} ended with ${code}: ${one.said.slice(-300)}`; });
    return one;
}

// Asks again and again until `ask` gives something, for a minute at most and while the program runs.
export async function waitFor(ask, one) {
    for (const end = Date.now() + 60000; Date.now() < end && !one.ended; await wait(20)) {
        const found = await ask();
        if (found) return found;
    }
    throw new Error(one.ended ?? `${one.child.spawnfile} did not start: ${one.said.slice(-300)}`);
}

export async function endProgram(child) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    const slow = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(slow);
}

// A display that nobody sees, for neither engine has WebGL 2 without one.
export async function startDisplay() {
    const one = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
    return { name: `:${(await one.heard(/^(\d+)\n/m))[1]}`, stop: () => endProgram(one.child) };
}

// For what a browser keeps.
export function scratchFolder(name) {
    const folder = mkdtempSync(join(tmpdir(), `ringlet-${name}-`));
    // A browser's last child may still write into it: what then stays is removed when this process ends.
    const remove = () => { try { rmSync(folder, { recursive: true, force: true }); } catch { /* once more at the end */ } };
    process.on('exit', remove);
    return { folder, remove };
}

const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004', ArrowLeft: '\uE012', ArrowRight: '\uE014', Shift: '\uE008' };
// `driver` does what the protocols differ in: evaluate(text, argument), act(sources), goto(address),
// resize(width, height), screenshot(), setFiles(selector, paths), close().
export class EnginePage {
    constructor(driver, said) {
        this.driver = driver;
        this.said = said;  // gives the errors and warnings of the console
        const mouse = (...actions) => driver.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
        this.mouse = {
            move: (x, y) => mouse({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }),
            down: () => mouse({ type: 'pointerDown', button: 0 }),
            up: () => mouse({ type: 'pointerUp', button: 0 }),
            wheel: (x, y, deltaY) => driver.act([{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x, y, deltaX: 0, deltaY, duration: 0 }] }]),
        };
        this.keyboard = { press: (key) => driver.act([{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] ?? key })) }]) };
    }

    // Fingers that go through a list of moments, each a list of places; `between` is awaited after each.
    async touch(moments, between = async () => {}) {
        // One finger after the other, as they come from hardware: of two in the same moment Firefox tells the page of one.
        const pauses = (count) => Array(count).fill({ type: 'pause', duration: 0 });
        const act = (make) => this.driver.act(moments[0].map((_, finger, all) => {
            const actions = make(finger);
            return { type: 'pointer', id: `finger${finger}`, parameters: { pointerType: 'touch' },
                actions: [...pauses(finger * actions.length), ...actions, ...pauses((all.length - 1 - finger) * actions.length)] };
        }));
        const move = ([x, y]) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 });
        await act((finger) => [move(moments[0][finger]), { type: 'pointerDown', button: 0 }]);
        for (const places of moments.slice(1)) {
            await act((finger) => [move(places[finger])]);
            await between();
        }
        await act(() => [{ type: 'pointerUp', button: 0 }]);
    }

    // As playwright's: the function's text goes to the page, argument and result as JSON.
    async evaluate(body, argument = null) {
        const text = await this.driver.evaluate(`async (text) => JSON.stringify({ value: await (${body})(JSON.parse(text)) })`, JSON.stringify(argument));
        return JSON.parse(text).value;
    }
    // Presses the middle of an element once it has come to rest.
    async click(selector) {
        const place = () => this.evaluate((selector) => {
            const one = document.querySelector(selector);
            one.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = one.getBoundingClientRect();
            return [left + width / 2, top + height / 2];
        }, selector);
        let now = await place();
        for (let before = []; String(before) !== String(now); now = await place()) {
            before = now;
            await wait(100);
        }
        await this.mouse.move(...now);
        await this.mouse.down();
        await this.mouse.up();
    }
    waitForTimeout(ms) { return wait(ms); }
    goto(address) { return this.driver.goto(address); }
    setViewportSize({ width, height }) { return this.driver.resize(width, height); }
    setInputFiles(selector, paths) { return this.driver.setFiles(selector, [paths].flat()); }
    screenshot() { return this.driver.screenshot(); }  // a Buffer, PNG
    close() { return this.driver.close(); }
}
