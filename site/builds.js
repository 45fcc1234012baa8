// The two builds of the program. tools/finish-site.mjs writes null for the second
// where a site does not hold it; the single file never does.
export const withoutThreads = () => import('./ringlet-page.mjs');
export const withThreads = () => import('./ringlet-page-threads.mjs');
