// Builds the page, serves it on loopback and opens a browser. The program of one
// thread is built first, and the threaded one behind the page that already runs, which
// gains threads when it is loaded again. usage: node tools/demo.mjs PORT
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
const port = process.argv[2] ?? '8080';
const running = new Set();

// Each command leads a process group, so that whatever it started ends with it.
function start(command, ...args) {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    running.add(child);
    return new Promise((done) => {
        child.on('error', (error) => {
            console.error(`error: ${command}: ${error.message}`);
            done(1);
        });
        child.on('exit', (code) => done(code ?? 1));
    }).finally(() => running.delete(child));
}
function end(code) {
    for (const child of running) {
        try {
            process.kill(-child.pid, 'SIGTERM');
        } catch { /* it has ended by itself */ }
    }
    process.exit(code);
}
let serving = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(serving ? 0 : 130));

async function must(command, ...args) {
    const code = await start(command, ...args);
    if (code !== 0) end(code);
}
const written = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

await must('node', 'tools/serve.mjs', '--check', '--port', port);
await must('tools/build', 'web', '-DRINGLET_TESTS=OFF', 'ringlet_page');
// The threaded program is linked after the other one: where it is older, its sources have changed.
const threadsAreOld = written('build/web-threads/page/ringlet-page-threads.wasm') < written('build/web/page/ringlet-page.wasm');
if (!threadsAreOld) await must('tools/build', 'web-threads', 'ringlet_page');
await must('tools/build-site', ...threadsAreOld ? ['--one-thread'] : []);

serving = true;
start('node', 'tools/serve.mjs', 'build/site', '--port', port, '--open').then(end);
if (threadsAreOld) {
    console.log('The page has one thread; the program with more is built behind it');
    const built = await start('tools/build', 'web-threads', 'ringlet_page') === 0 && await start('tools/build-site') === 0;
    if (built) console.log('Load the page again: it has threads now');
    else console.error('The page goes on with one thread, for its threaded program could not be built; make demo tries again');
}
