// Names the build in the page and in its service worker. usage: node tools/finish-site.mjs FOLDER
// SITE_URL: the address the page will have; link previews need it whole.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (!folder) {
    console.error('error: name the folder of the site');
    process.exit(2);
}
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js' && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length).replace(/^\/+/, '')).sort();
const digest = createHash('sha256');
for (const file of [...files, 'sw.js']) digest.update(file + '\0').update(readFileSync(join(folder, file)));
const build = digest.digest('hex').slice(0, 16);

const replaced = (name, ...pairs) => {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const [from, to] of pairs) {
        if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
        text = text.replace(from, () => to);
    }
    writeFileSync(join(folder, name), text);
};
// The styles that have a picture for light and dark.
const pictured = files.map((file) => file.match(/^gallery\/(.*)-dark\.jpg$/)?.[1]).filter((name) => files.includes(`gallery/${name}.jpg`));
const address = process.env.SITE_URL?.replace(/\/*$/, '/');
replaced('index.html', ['<body ', `<body data-pictured="${pictured.join(' ')}" `],
    ['<meta name="color-scheme"', `<meta name="ringlet-build" content="${build}">\n<meta name="color-scheme"`],
    ...(address ? [['content="preview.jpg"', `content="${address}preview.jpg"`]] : []));
replaced('sw.js', ['@BUILD@', build], ["['@FILES@']", JSON.stringify(files)]);
