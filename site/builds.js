// The two builds of the program; the single file holds the first alone.
export const withoutThreads = () => import('./ringlet-page.mjs');
export const withThreads = () => import('./ringlet-page-threads.mjs');
