// `make demo`'s steps with compilers that are played: the page of one thread is served
// while the threaded program is still built, which is offered once it is there.
// usage: node tests/tools/demo_test.mjs ROOT
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'ringlet-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const has = (name) => existsSync(join(folder, name));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Builds `web` at once. `web-threads` waits for the file `go`, and fails where `fail` is.
const compiler = `#!/bin/sh
set -e
cd "$(dirname "$0")/.."
echo "$1" >>built
mkdir -p build/$1/page
if [ "$1" = web ]; then
    [ -e build/web/page/ringlet-page.wasm ] || echo one >build/web/page/ringlet-page.wasm
    echo one >build/web/page/ringlet-page.mjs
    exit 0
fi
echo $$ >waiting
while [ ! -e go ]; do sleep 0.05; done
if [ -e fail ]; then echo 'error: building web-threads failed' >&2; exit 1; fi
for kind in mjs wasm; do echo more >build/web-threads/page/ringlet-page-threads.$kind; done
`;
function script(name, text) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
}
function check(truth, what) {
    if (truth) return;
    console.error(`FAILED: ${what}`);
    if (demo) console.error(demo.said());
    process.exitCode = 1;
    demo?.child.kill();
    process.exit();
}

let demo = null;
function begin() {
    const child = spawn(process.execPath, [join(folder, 'tools/demo.mjs'), '0'], { env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => { said += text; });
    const ended = new Promise((done) => child.on('close', done));
    return { child, ended, said: () => said };
}
async function until(truth, what) {
    for (let i = 0; i < 2400 && !await truth(); ++i) await pause(50);
    check(await truth(), what);
}
const says = (text) => until(() => demo.said().includes(text), `it does not say: ${text}`);
const address = async () => {
    await says('Ringlet is at ');
    return demo.said().match(/Ringlet is at (\S+)/)[1];
};
const builds = async () => (await fetch(await address() + 'builds.js')).text();
const alive = (pid) => {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
};
const offered = "import('./ringlet-page-threads.mjs')";

for (const name of ['demo.mjs', 'serve.mjs', 'build-site', 'finish-site.mjs']) cpSync(join(root, 'tools', name), join(folder, 'tools', name));
cpSync(join(root, 'site'), join(folder, 'site'), { recursive: true });
mkdirSync(join(folder, 'build'));
script('tools/build', compiler);
script('tools/fetch-page-libraries', '#!/bin/sh\n');

// Ctrl-C while the threaded program is built: server and compiler end.
demo = begin();
await until(() => has('waiting'), 'the threaded program is not begun');
check(!(await builds()).includes(offered), 'threads are offered whose program is missing');
check((await fetch(await address() + 'ringlet-page.wasm')).ok, 'the page of one thread is not served');
const compilers = Number(readFileSync(join(folder, 'waiting'), 'utf8'));
demo.child.kill('SIGINT');
check(await demo.ended === 0, 'it does not end with 0');
await until(() => !alive(compilers), 'the compiler goes on');

// A failure is said in words, and the page goes on.
for (const name of ['go', 'fail']) writeFileSync(join(folder, name), '');
demo = begin();
await says('The page goes on with one thread');
check(!(await builds()).includes(offered), 'threads are offered whose build failed');
demo.child.kill('SIGINT');
await demo.ended;

// It is picked up once it is there.
rmSync(join(folder, 'fail'));
demo = begin();
await says('it has threads now');
check((await builds()).includes(offered), 'threads are not offered');
check((await fetch(await address() + 'ringlet-page-threads.wasm')).ok, 'the threaded program is not served');
demo.child.kill('SIGINT');
await demo.ended;

// With nothing changed all of it is there before the page is served.
demo = begin();
check((await builds()).includes(offered), 'threads that are built already are not offered from the start');
check(!demo.said().includes('one thread'), 'it speaks of one thread');
demo.child.kill('SIGINT');
await demo.ended;
console.log('passed');
