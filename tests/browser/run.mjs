// Runs files of browser tests in one browser: node tests/browser/run.mjs SITE NAME_test.mjs...
import { resolve } from 'node:path';
import { runAll } from './harness.mjs';

await runAll(process.argv.splice(3).map((file) => resolve(file)));
