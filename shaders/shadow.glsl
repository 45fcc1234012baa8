// Light through hair: the depth map holds the first surface the key light
// meets; what lies deeper is dimmed by how much hair there is in between, taken
// as proportional to the distance. Soft and steady where hair is thinner than
// a texel, which a plain depth comparison is not.
uniform highp sampler2D shadowMap;

// falloff: per metre; bias: metres; spread: in texels; taps: a spiral of so
// many samples. In [0, 1], 1 = lit.
float lightThrough(vec3 position, float falloff, float bias, float spread, int taps) {
    vec4 clip = lightProjection * vec4(position, 1.0);
    vec3 at = clip.xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    float lit = 0.0;
    for (int i = 0; i < taps; ++i) {
        float turn = 2.3999632 * float(i);  // the golden angle: an even disc for any number
        vec2 offset = sqrt((float(i) + 0.5) / float(taps)) * vec2(cos(turn), sin(turn));
        float first = textureLod(shadowMap, at.xy + offset * spread / float(RINGLET_SHADOW_SIZE), 0.0).r;
        float depth = (at.z - first) * keyDirection.w - bias;
        lit += exp(-falloff * max(depth, 0.0));
    }
    return lit / float(taps);
}
