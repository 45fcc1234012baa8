// Chromium with playwright-core, as the other tests have it, in the shape of the other two.
import { findBrowser, launch as start, loadPlaywright } from '../support.mjs';

export const name = 'chromium';
export function missing() {
    if (!findBrowser()) return 'no Chromium on PATH';
    return loadPlaywright() ? '' : 'the package playwright-core is not installed (tools/install-browser-driver)';
}

export async function launch({ width = 900, height = 560, touch = false, dark = false } = {}) {
    const browser = await start(loadPlaywright(), findBrowser());
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, colorScheme: dark ? 'dark' : 'light' });
    const page = await context.newPage(), said = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    const session = touch ? await context.newCDPSession(page) : null;
    const send = (type, places) => session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
    return Object.assign(page, {
        said: () => said,
        close: () => browser.close(),
        async touch(moments, between = async () => {}) {
            await send('touchStart', moments[0]);
            for (const places of moments.slice(1)) {
                await send('touchMove', places);
                await between();
            }
            await send('touchEnd', []);
        },
    });
}
