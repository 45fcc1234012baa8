// Node's own fetch() does not read file paths, and older Emscripten prefers it
// over reading the .wasm file beside the program.
if (typeof process === 'object') delete globalThis.fetch;
