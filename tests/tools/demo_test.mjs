// `make demo`'s steps with a compiler that is played: what is built is served, with threads and without.
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

// Waits for the file `go`, and fails where `fail` is.
const compiler = `#!/bin/sh
set -e
cd "$(dirname "$0")/.."
mkdir -p build/web/page
echo $$ >waiting
while [ ! -e go ]; do sleep 0.05; done
if [ -e fail ]; then echo 'error: building web failed' >&2; exit 1; fi
for name in ringlet-page ringlet-page-threads; do for kind in mjs wasm; do echo one >build/web/page/$name.$kind; done; done
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
for (const name of ['site', 'LICENSE', 'NOTICES']) cpSync(join(root, name), join(folder, name), { recursive: true });
mkdirSync(join(folder, 'build'));
script('tools/build', compiler);
script('tools/fetch-page-libraries', '#!/bin/sh\n');

// Ctrl-C while it is built: the compiler ends.
demo = begin();
await until(() => has('waiting'), 'nothing is built');
const compilers = Number(readFileSync(join(folder, 'waiting'), 'utf8'));
demo.child.kill('SIGINT');
check(await demo.ended === 130, 'it does not end with 130');
await until(() => !alive(compilers), 'the compiler goes on');

// Where building fails nothing is served.
for (const name of ['go', 'fail']) writeFileSync(join(folder, name), '');
demo = begin();
check(await demo.ended === 1, 'a failed build does not end with 1');
check(!demo.said().includes('Ringlet is at '), 'a page is served that was not built');

// The page has both programs.
rmSync(join(folder, 'fail'));
demo = begin();
check((await builds()).includes(offered), 'threads are not offered');
for (const name of ['ringlet-page', 'ringlet-page-threads']) check((await fetch(`${await address()}${name}.wasm`)).ok, `${name}.wasm is not served`);
demo.child.kill('SIGINT');
check(await demo.ended === 0, 'it does not end with 0');
console.log('passed');
