// The page as one HTML file that runs from a stick by double click: script,
// style, pictures and the program of one thread inside, a policy that allows
// exactly them. usage: node tools/make-single.mjs SITE OUT.html
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [site, out] = process.argv.slice(2);
const libraries = resolve(dirname(fileURLToPath(import.meta.url)), '../build/deps/page');
function fail(text) {
    console.error(`error: ${text}`);
    process.exit(2);
}
if (!site || !out) fail('usage: make-single.mjs SITE OUT.html');
let esbuild;
try {
    esbuild = createRequire(join(libraries, 'package.json'))('esbuild');
} catch {
    fail('esbuild is missing (tools/fetch-page-libraries installs it)');
}
const read = (name) => readFileSync(join(site, name));
const url = (name, type) => `data:${type};base64,${read(name).toString('base64')}`;
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// The gallery's pictures by the names under which the script asks for them.
const gallery = existsSync(join(site, 'gallery')) ? readdirSync(join(site, 'gallery')) : [];
const pictures = Object.fromEntries(gallery.map((name) => [`gallery/${name}`, url(`gallery/${name}`, 'image/jpeg')]));
const bundled = await esbuild.build({
    entryPoints: [join(site, 'ringlet.js')], bundle: true, format: 'esm', minify: true, write: false, charset: 'utf8', logLevel: 'error',
    banner: { js: `self.ringletPictures=${JSON.stringify(pictures)};` },
    plugins: [{
        name: 'one thread',
        setup(build) {
            build.onResolve({ filter: /ringlet-page-threads\.mjs$/ }, ({ path }) => ({ path, namespace: 'none' }));
            build.onResolve({ filter: /(qrcode|video)\.mjs$/ }, ({ path }) => (existsSync(join(site, path)) ? undefined : { path, namespace: 'none' }));
            build.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'export default null;' }));
        },
    }],
});
const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script');
const style = ['ringlet.css', 'dialogs.css', 'placing.css'].map((name) => read(name).toString()).join('');
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data: blob:; `
    + "media-src blob:; base-uri 'none'; form-action 'none'";

const cut = (text, from, to = '') => {
    if (!from.test(text)) throw new Error(`index.html has no ${from}`);
    return text.replace(from, () => to);
};
let page = read('index.html').toString();
page = cut(page, /(?<=http-equiv="Content-Security-Policy" content=")[^"]*/, policy);
page = cut(page, /<meta name="ringlet-build"[^>]*>\n/);
page = page.replace(/<meta (property="og:|name="twitter:)[^>]*>\n/g, '');
page = cut(page, /<link rel="manifest"[^>]*>\n/);
page = cut(page, /href="icon\.svg"/, `href="${url('icon.svg', 'image/svg+xml')}"`);
for (const name of ['ringlet', 'placing']) page = cut(page, new RegExp(`<link rel="stylesheet" href="${name}\\.css">\n`));
page = cut(page, /<link rel="stylesheet" href="dialogs\.css">/, `<style>${style}</style>`);
page = cut(page, /<script type="module" src="ringlet\.js"><\/script>\n/);
page = cut(page, /<p id="licences">.*<\/p>\n/);
page = cut(page, /(?<=<!doctype html>\n)/i, `<!--\n${read('licences.txt').toString().replaceAll('--', '- -')}-->\n`);
page = cut(page, /<\/body>/, `<script type="text/plain" id="wasm">${read('ringlet-page.wasm').toString('base64')}</script>\n`
    + `<script type="module">${script}</script>\n</body>`);
mkdirSync(dirname(resolve(out)), { recursive: true });
writeFileSync(out, page);
console.log(`${out}: ${(page.length / 1e6).toFixed(1)} MB`);
