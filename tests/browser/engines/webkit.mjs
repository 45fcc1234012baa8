// WebKit, Safari's engine: WebKitWebDriver with WebKitGTK's MiniBrowser.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { EnginePage, endProgram, findProgram, scratchFolder, startDisplay, startProgram, waitFor } from './webdriver.mjs';

export const name = 'webkit';
export const narrowest = 450;  // pixels: its bar of buttons gets no narrower

// Where the systems keep it: Debian in a folder for the processor, others in one for all.
function miniBrowser() {
    if (process.env.RINGLET_MINIBROWSER) return process.env.RINGLET_MINIBROWSER;
    const under = (folder) => (existsSync(folder) ? readdirSync(folder).map((one) => join(folder, one)) : []);
    const folders = ['/usr/libexec', '/usr/lib', ...under('/usr/lib')].flatMap((folder) => ['4.1', '6.0'].map((version) => join(folder, `webkit2gtk-${version}`)));
    return folders.map((folder) => join(folder, 'MiniBrowser')).find(existsSync) ?? null;
}

export function missing() {
    if (!findProgram('WebKitWebDriver')) return 'no WebKitWebDriver on PATH (Debian: webkit2gtk-driver)';
    if (!miniBrowser()) return 'no MiniBrowser of WebKitGTK';
    return findProgram('Xvfb') ? '' : 'no Xvfb on PATH, and it needs a display';
}

class Driver {
    constructor(base, ended) { Object.assign(this, { base, ended }); }
    async send(method, path, body) {
        const response = await fetch(this.base + path, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
        return value;
    }
    async evaluate(text, argument) {
        const script = `const done = arguments[1]; (${text})(arguments[0]).then((text) => done({ text }), (error) => done({ error: [error, error.cause].filter(Boolean).join('; ') }));`;
        const { text: result, error } = await this.send('POST', '/execute/async', { script, args: [argument] });
        if (error) throw new Error(error);
        return result;
    }
    act(actions) { return this.send('POST', '/actions', { actions }); }
    goto(url) { return this.send('POST', '/url', { url }); }
    // The window's frame and bars are as high as they are: it is enlarged by what the page lacks.
    async resize(width, height) {
        const size = async () => JSON.parse(await this.evaluate('async () => JSON.stringify([innerWidth, innerHeight])', null));
        let inner = await size();
        for (let tries = 0; tries < 10; ++tries) {
            if (inner[0] === width && inner[1] === height) return;
            const rect = await this.send('GET', '/window/rect'), before = String(inner);
            await this.send('POST', '/window/rect', { x: 0, y: 0, width: rect.width + width - inner[0], height: rect.height + height - inner[1] });
            // The page hears of it a little later; told again before that, the window would grow twice.
            for (let waits = 0; waits < 100 && String(inner = await size()) === before; ++waits) await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`the window does not become ${width} x ${height}`);
    }
    async screenshot() { return Buffer.from(await this.send('GET', '/screenshot'), 'base64'); }
    async setFiles(selector, files) {
        const element = Object.values(await this.send('POST', '/element', { using: 'css selector', value: selector }))[0];
        await this.send('POST', `/element/${element}/value`, { text: files.join('\n') });
    }
    close() { return this.ended(); }
}

function freePort() {
    const server = createServer();
    return new Promise((done) => server.listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => done(port)); }));
}

// One window of `width` x `height` CSS pixels.
export async function launch({ width = 900, height = 560, dark = false } = {}) {
    const display = await startDisplay(), home = scratchFolder('webkit');
    const environment = {
        DISPLAY: display.name, HOME: home.folder, XDG_CACHE_HOME: home.folder, XDG_DATA_HOME: home.folder, XDG_CONFIG_HOME: home.folder,
        // Without this it draws through a device that is not there; and Safari lends threads, which this build of WebKit does when told.
        WEBKIT_DISABLE_DMABUF_RENDERER: '1', JSC_useSharedArrayBuffer: '1', GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita', NO_AT_BRIDGE: '1',
    };
    const port = await freePort(), driver = startProgram(findProgram('WebKitWebDriver'), [`--port=${port}`], environment);
    const base = `http://127.0.0.1:${port}`;
    await waitFor(() => fetch(`${base}/status`).then(({ ok }) => ok, () => false), driver);
    const browser = { binary: miniBrowser(), args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const answer = await fetch(`${base}/session`, { method: 'POST', signal: AbortSignal.timeout(60000), body: JSON.stringify({ capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit did not start: ${value.message}; ${driver.said.slice(-300)}`);
    const session = `${base}/session/${value.sessionId}`;
    const window = new Driver(session, async () => {
        await fetch(session, { method: 'DELETE' }).catch(() => {});
        await endProgram(driver.child);
        await display.stop();
        home.remove();
    });
    await window.send('POST', '/timeouts', { script: 200000, pageLoad: 200000 });  // software draws slowly
    await window.resize(width, height);
    return new EnginePage(window, () => driver.said.split('\n').filter((line) => /^CONSOLE .*(ERROR|WARN)/.test(line)));
}
