// The service worker keeps the page for times without a network, and brings the
// headers that threads need where a host does not send them: from the second
// visit on, without any reload by force.
import { notice } from './notices.js';

export async function keepOffline() {
    const built = document.querySelector('meta[name="ringlet-build"]');
    if (!built || !('serviceWorker' in navigator) || !isSecureContext) return;
    try {
        const before = navigator.serviceWorker.controller;
        const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
        registration.addEventListener('updatefound', () => {
            const worker = registration.installing;
            worker.addEventListener('statechange', () => {
                if (worker.state === 'activated' && before && document.visibilityState === 'visible') notice('A newer Ringlet is ready for the next visit.');
            });
        });
    } catch { /* private windows may forbid it: the page works without */ }
}
