// Put before every program that runs under node.
// Node's own fetch() does not read file paths, and older Emscripten prefers it
// over reading the .wasm file beside the program.
if (typeof process === 'object') delete globalThis.fetch;

// Emscripten takes the standard streams for terminals whatever they are.
Module['onRuntimeInitialized'] = function () {
    for (const fd of [0, 1, 2]) {
        const stream = FS.streams[fd];
        if (stream) stream.tty = require('tty').isatty(fd);
    }
};
