// Serves the built site on loopback, with the headers that threads in a page
// need. usage: node tools/serve.mjs FOLDER [--port N] [--open] [--check] [--plain]
//   --open   opens a browser where there is a display
//   --check  only says whether the port is free
//   --plain  without the isolation headers, as a static host would serve it
// Port 0 takes any free one. The first line printed ends with the address.
import { createServer } from 'node:http';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { spawn } from 'node:child_process';

const types = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.wasm': 'application/wasm',
    '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml',
    '.png': 'image/png', '.jpg': 'image/jpeg', '.ico': 'image/x-icon', '.txt': 'text/plain; charset=utf-8',
};

function fail(message) {
    console.error(`error: ${message}`);
    process.exit(2);
}

function readArguments(args) {
    const options = { folder: '', port: 8080, open: false, check: false, plain: false };
    for (let i = 0; i < args.length; ++i) {
        if (args[i] === '--port') options.port = Number(args[++i]);
        else if (['--open', '--check', '--plain'].includes(args[i])) options[args[i].slice(2)] = true;
        else if (args[i].startsWith('-') || options.folder) fail(`unexpected argument ${args[i]}`);
        else options.folder = args[i];
    }
    if (!Number.isInteger(options.port) || options.port < 0 || options.port > 65535)
        fail('the port must be a whole number from 0 to 65535; choose it with PORT=');
    return options;
}

// The file a request names, or null: outside the folder, absent, no file.
function findFile(folder, url) {
    let path;
    try {
        path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    } catch {
        return null;
    }
    if (path.includes('\0')) return null;
    let file = join(folder, normalize(path));
    if (file !== folder && !file.startsWith(folder + sep)) return null;
    try {
        if (statSync(file).isDirectory()) file = join(file, 'index.html');
        const stat = statSync(file);
        return stat.isFile() ? { file, size: stat.size } : null;
    } catch {
        return null;
    }
}

function answer(folder, plain, request, response) {
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (!plain) {
        response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
        response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
        response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    }
    const found = request.method === 'GET' || request.method === 'HEAD' ? findFile(folder, request.url) : null;
    if (!found) {
        response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end('not found\n');
        return;
    }
    response.writeHead(200, {
        'Content-Type': types[extname(found.file)] ?? 'application/octet-stream', 'Content-Length': found.size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(found.file).on('error', () => response.destroy()).pipe(response);
}

function openBrowser(address) {
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
    if (process.platform !== 'darwin' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
    spawn(opener, [address], { stdio: 'ignore', detached: true }).on('error', () => {}).unref();
}

const options = readArguments(process.argv.slice(2));
if (!options.check && !options.folder) fail('name the folder to serve');
const folder = resolve(options.folder);
if (!options.check && !existsSync(folder)) fail(`there is no folder ${options.folder}; build the page with: make site`);
const server = createServer((request, response) => answer(folder, options.plain, request, response));
server.on('error', (error) => {
    if (error.code === 'EADDRINUSE')
        fail(`port ${options.port} is taken; choose another, as in: make demo PORT=${options.port + 1}`);
    if (error.code === 'EACCES') fail(`port ${options.port} is not allowed for this user; choose one above 1023`);
    fail(error.message);
});
server.listen(options.port, '127.0.0.1', () => {
    if (options.check) {
        server.close();
        return;
    }
    const address = `http://localhost:${server.address().port}/`;
    console.log(`Ringlet is at ${address}`);
    if (options.open) openBrowser(address);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
