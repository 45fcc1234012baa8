// The service worker. The builder writes the two lines below: what the site
// consists of, and a digest of it.
const build = '@BUILD@';
const files = ['@FILES@'];

const cacheName = `ringlet-${build}`;
const patience = 3000;  // ms that a slow network gets before the kept page is shown
const passing = new Set();  // clients that were given a newer page than the one kept here

self.addEventListener('install', (event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(cacheName);
        await cache.addAll(['./', ...files].map((file) => new Request(file, { cache: 'no-cache' })));
        await self.skipWaiting();
    })());
});

self.addEventListener('activate', (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) if (name.startsWith('ringlet-') && name !== cacheName) await caches.delete(name);
    })());
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
    event.respondWith(answer(event).then(isolated));
});

async function answer(event) {
    const { request } = event, kept = await caches.open(cacheName).then((cache) => cache.match(request, { ignoreSearch: true }));
    if (request.mode === 'navigate') return page(event, kept);
    // A page and everything it loads come from the same build.
    if (passing.has(event.clientId)) {
        if (event.resultingClientId) passing.add(event.resultingClientId);
        return fetch(request);
    }
    return kept ?? fetch(request);
}

// The network's page where there is one soon, else the kept one.
async function page(event, kept) {
    if (!kept) return fetch(event.request);
    const late = new Promise((done) => setTimeout(done, patience));
    const whole = fetch(event.request).then(async (answer) => [answer, answer.ok ? await answer.clone().text() : '']).catch(() => null);
    const [fresh, text] = (await Promise.race([whole, late])) ?? [];
    if (!fresh?.ok || text.includes(`content="${build}"`)) return kept;
    passing.add(event.resultingClientId);
    return fresh;
}

// The headers under which a browser lends threads to a page.
function isolated(response) {
    if (response.status === 0 || response.type === 'opaqueredirect') return response;
    const headers = new Headers(response.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
