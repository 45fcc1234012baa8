// From linear light to the display (colour_formula.h).
vec3 display(vec3 linear) { return displayed(linear * viewport.w); }

// A fixed value in [0, 1) for a pixel, against banding; the same every frame.
float pixelNoise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}
