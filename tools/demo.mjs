// Builds the page, serves it on loopback and opens a browser. usage: node tools/demo.mjs PORT
import { spawn } from 'node:child_process';
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

await must('node', 'tools/serve.mjs', '--check', '--port', port);
await must('tools/build', 'web', '-DRINGLET_TESTS=OFF', 'ringlet_page', 'ringlet_page_threads');
await must('tools/build-site');

serving = true;
start('node', 'tools/serve.mjs', 'build/site', '--port', port, '--open').then(end);
