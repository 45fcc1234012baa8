// Firefox over WebDriver BiDi, which it speaks itself (--remote-debugging-port).
import { createRequire } from 'node:module';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support.mjs';
import { EnginePage, endProgram, findProgram, scratchFolder, startDisplay, startProgram } from './webdriver.mjs';

export const name = 'firefox';
const program = () => process.env.RINGLET_FIREFOX ?? findProgram('firefox-esr', 'firefox');

function loadWebSocket() {
    for (const place of [process.env.RINGLET_PLAYWRIGHT, join(root, 'build/deps')].filter(Boolean))
        try { return createRequire(join(place, 'package.json'))('ws'); } catch { /* the next place */ }
    return null;
}

// Why it cannot be driven here, or ''.
export function missing() {
    if (!program() || !existsSync(program())) return 'no firefox-esr or firefox on PATH';
    if (/\bsnap\b/.test(readFileSync(program(), 'latin1').slice(0, 2000))) return 'this Firefox is a snap, which reads no profile of a test';
    if (!findProgram('Xvfb')) return 'no Xvfb on PATH, and without a display it has no WebGL 2';
    return loadWebSocket() ? '' : 'the package ws is not installed (tools/install-browser-driver)';
}

class Connection {
    constructor(socket) {
        Object.assign(this, { socket, last: 0, waiting: new Map(), hear: () => {} });
        socket.on('message', (text) => {
            const message = JSON.parse(text), asked = this.waiting.get(message.id);
            if (message.type === 'event') this.hear(message);
            if (!asked) return;
            this.waiting.delete(message.id);
            if (message.type === 'error') asked.failed(new Error(`${message.error}: ${message.message}`));
            else asked.done(message.result);
        });
        socket.on('close', () => { for (const { failed } of this.waiting.values()) failed(new Error('Firefox ended')); });
    }
    static open(address) {
        const WebSocket = loadWebSocket(), socket = new WebSocket(address, { perMessageDeflate: false });
        return new Promise((done, failed) => socket.once('open', () => done(new Connection(socket))).once('error', failed));
    }
    send(method, params) {
        const id = ++this.last;
        this.socket.send(JSON.stringify({ id, method, params }));
        return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
    }
}

// Nothing is asked of the network, and the kind of pointer and of colours is said.
const preferences = ({ touch, dark }) => ({
    'app.normandy.enabled': false, 'app.update.disabledForTesting': true, 'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false, 'browser.aboutwelcome.enabled': false, 'browser.shell.checkDefaultBrowser': false,
    'browser.startup.page': 0, 'browser.tabs.warnOnClose': false, 'browser.topsites.contile.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false, 'extensions.update.enabled': false, 'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false, 'toolkit.telemetry.reportingpolicy.firstRun': false, 'services.settings.server': 'data:,',
    'webgl.force-enabled': true, 'media.hardware-video-decoding.enabled': false,
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    ...touch ? { 'dom.w3c_touch_events.enabled': 1, 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 } : {},
});

class Driver {
    constructor(connection, context, ended) { Object.assign(this, { connection, context, ended }); }
    async evaluate(text, argument) {
        const { result, exceptionDetails } = await this.connection.send('script.callFunction', {
            functionDeclaration: text, arguments: [{ type: 'string', value: argument }], awaitPromise: true, userActivation: true, target: { context: this.context },
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return result.value;
    }
    act(actions) { return this.connection.send('input.performActions', { context: this.context, actions }); }
    goto(url) { return this.connection.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' }); }
    resize(width, height) { return this.connection.send('browsingContext.setViewport', { context: this.context, viewport: { width, height } }); }
    async screenshot() { return Buffer.from((await this.connection.send('browsingContext.captureScreenshot', { context: this.context })).data, 'base64'); }
    async setFiles(selector, files) {
        const { nodes } = await this.connection.send('browsingContext.locateNodes', { context: this.context, locator: { type: 'css', value: selector } });
        await this.connection.send('input.setFiles', { context: this.context, element: { sharedId: nodes[0].sharedId }, files });
    }
    close() { return this.ended(); }
}

// One window of `width` x `height` CSS pixels.
export async function launch({ width = 900, height = 560, touch = false, dark = false } = {}) {
    const display = await startDisplay(), profile = scratchFolder('firefox');
    writeFileSync(join(profile.folder, 'user.js'), Object.entries(preferences({ touch, dark })).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
    const environment = { DISPLAY: display.name, HOME: profile.folder, MOZ_CRASHREPORTER_DISABLE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
    const firefox = startProgram(program(), ['--no-remote', '--profile', profile.folder, '--remote-debugging-port', '0', 'about:blank'], environment);
    const connection = await Connection.open(`${(await firefox.heard(/WebDriver BiDi listening on (ws:\S+)/))[1]}/session`);
    const ended = async () => {
        await connection.send('session.end', {}).catch(() => {});
        connection.socket.terminate();
        await endProgram(firefox.child);
        await display.stop();
        profile.remove();
    };
    await connection.send('session.new', { capabilities: {} });
    const { contexts } = await connection.send('browsingContext.getTree', {});
    const driver = new Driver(connection, contexts[0].context, ended), said = [];
    await connection.send('session.subscribe', { events: ['log.entryAdded'] });
    connection.hear = ({ params }) => ['error', 'warn'].includes(params.level) && said.push(params.text);
    await driver.resize(width, height);
    return new EnginePage(driver, () => said);
}
