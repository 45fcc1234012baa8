// From linear light to the display: a filmic curve for each channel (fitted by Narkowicz to the ACES reference), which alone
// turns bright copper yellow. So the channel between the other two is drawn to where it keeps the hue (as the tone curves of
// Adobe's DNG specification have it), most of the way; then the sRGB curve.
vec3 display(vec3 linear) {
    vec3 x = linear * viewport.w;
    vec3 mapped = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    float least = min(min(x.r, x.g), x.b), range = max(max(x.r, x.g), x.b) - least;
    float low = min(min(mapped.r, mapped.g), mapped.b), high = max(max(mapped.r, mapped.g), mapped.b);
    mapped = mix(mapped, low + (high - low) * (x - least) / max(range, 1e-6), 0.7);
    return mix(12.92 * mapped, 1.055 * pow(max(mapped, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, mapped));
}

// A fixed value in [0, 1) for a pixel, against banding; the same every frame.
float pixelNoise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
