// How different two pictures look: both averaged over blocks of some pixels, as
// an eye a step away does, in CIELAB, where a distance of 2 can just be seen.
import { decodePng } from './support.mjs';

const linear = new Float64Array(256).map((_, byte) => {
    const c = byte / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});
const curve = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);

function lab(r, g, b) {
    const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function blocks(png, size) {
    const { width, height, channels, pixels } = decodePng(png);
    const found = [];
    for (let y = 0; y + size <= height; y += size)
        for (let x = 0; x + size <= width; x += size) {
            const sum = [0, 0, 0];
            for (let j = 0; j < size; ++j)
                for (let i = 0; i < size; ++i)
                    for (let c = 0; c < 3; ++c) sum[c] += linear[pixels[((y + j) * width + x + i) * channels + c]];
            found.push(lab(...sum.map((s) => s / (size * size))));
        }
    return { width, height, found };
}

// { mean, share }: of the blocks' differences, and of blocks that differ by
// more than `seen`. Pictures of different sizes differ wholly.
export function looksDifferent(one, other, { size = 6, seen = 6 } = {}) {
    const a = blocks(one, size), b = blocks(other, size);
    if (a.width !== b.width || a.height !== b.height) return { mean: 100, share: 1 };
    let mean = 0, share = 0;
    a.found.forEach((p, n) => {
        const d = Math.hypot(...p.map((value, c) => value - b.found[n][c]));
        mean += d / a.found.length;
        share += d > seen ? 1 / a.found.length : 0;
    });
    return { mean, share };
}
