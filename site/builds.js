// The program linked both ways; the single file holds the first alone.
export const withoutThreads = () => import('./ringlet-page.mjs');
export const withThreads = () => import('./ringlet-page-threads.mjs');
