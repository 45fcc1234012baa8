// The hairs of a ribbon, side by side in cells across it: each begins and ends by itself, tapers, wanders in its cell and
// has its own tone. A hair's edge is as soft as a pixel is wide.
centroid in vec3 vColour;    // display colour ...
centroid in vec3 vColourOn;  // ... and on towards the tip
centroid in vec4 vRibbon;    // across [-1, 1]; coverage; along [0, 1]; width over what its hairs cover
flat in vec2 vHairs;         // seed; hairs side by side
uniform float latest;        // where the last of a ribbon's hairs begins, as `along`
uniform float oneSample;     // 1 where a pixel has no more, which a hair covers or does not
layout(location = 0) out vec4 fragment;
#ifdef MOTION
in vec4 vBefore;  // its place in the picture before
#endif

float scattered(float n) { return fract(sin(n * 78.233 + vHairs.x * 37.719) * 43758.5453); }

// The share that a stripe from -radius to radius has of a pixel so wide at that distance from its middle.
float stripe(float from, float radius, float pixel) {
    return clamp((min(from + 0.5 * pixel, radius) - max(from - 0.5 * pixel, -radius)) / pixel, 0.0, 1.0);
}

void main() {
#ifdef MOTION
    writeMotion(vBefore);
#endif
    if (oneSample > 0.5 && vRibbon.y < 0.5) discard;  // no sample is left that hairs which fade would not cover
    float count = vHairs.y, across = vRibbon.x, along = vRibbon.z;
    if (count < 1.5) {  // round enough: darker towards both sides
        fragment = vec4(vColour * (1.0 - 0.18 * across * across), vRibbon.y);
        return;
    }
    float x = (0.5 + 0.5 * across) * count, pixel = max(fwidth(x), 1e-3);
    // Where a pixel has one sample, fewer and thicker hairs stand for those that are too thin: lines and gaps no finer than a pixel.
    float fewer = mix(1.0, clamp(floor(0.5 * count / pixel), 1.0, count) / count, oneSample);
    x *= fewer; pixel *= fewer; count *= fewer;
    float cell = clamp(floor(x), 0.0, count - 1.0), own = scattered(cell), other = scattered(cell + 17.0);
    float begins = latest * own, ends = 1.0 - 0.14 * other * other;
    float radius = 0.5 / vRibbon.w * mix(0.75, 1.2, scattered(cell + 5.0));
    float lasts = 1.0 - clamp((along - 0.75 * ends) / (0.25 * ends), 0.0, 1.0);
    float middle = cell + 0.5 + (0.5 - 0.5 / vRibbon.w) * sin(6.2831853 * other + (4.0 + 9.0 * own) * along);
    radius *= sqrt(lasts) * step(begins, along);
    if (oneSample > 0.5) {
        radius = radius > 0.0 ? max(radius, 0.5 * pixel) : 0.0;
        if (abs(x - middle) > radius) discard;
    }
    float cover = stripe(x - middle, radius, pixel);
    // Cells narrower than a pixel are not told apart.
    cover = mix(cover, 2.0 * radius, smoothstep(0.7, 1.6, pixel));
    // Samples of a pixel are covered in a fixed order: thin hairs over each other must not all leave the same ones.
    cover += (scattered(cell + 31.0) - 0.5) * 1.4 * min(cover, 1.0 - cover);
    float round_ = clamp((x - middle) / max(radius, 1e-3), -1.0, 1.0);
    vec3 colour = mix(vColour, vColourOn, own) * mix(0.78, 1.22, scattered(cell + 3.0));
    fragment = vec4(colour * (1.0 - 0.3 * round_ * round_ * (1.0 - smoothstep(0.3, 0.8, pixel))), cover * vRibbon.y);
}
