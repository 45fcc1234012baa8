// Light through hair: the depth map holds the first surface the key light
// meets; what lies deeper is dimmed by how much hair there is in between, taken
// as proportional to the distance. Soft and steady where hair is thinner than
// a texel, which a plain depth comparison is not.
uniform highp sampler2D shadowMap;

const vec2 shadowTaps[8] = vec2[8](
    vec2(-0.326, -0.406), vec2(-0.840, -0.074), vec2(-0.696, 0.457), vec2(-0.203, 0.621),
    vec2(0.962, -0.195), vec2(0.473, -0.480), vec2(0.519, 0.767), vec2(0.185, -0.893));

// falloff: per metre; bias: metres; spread: in texels. In [0, 1], 1 = lit.
float lightThrough(vec3 position, float falloff, float bias, float spread) {
    vec4 clip = lightProjection * vec4(position, 1.0);
    vec3 at = clip.xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    float lit = 0.0;
    for (int i = 0; i < 8; ++i) {
        float first = textureLod(shadowMap, at.xy + shadowTaps[i] * spread / float(RINGLET_SHADOW_SIZE), 0.0).r;
        float depth = (at.z - first) * keyDirection.w - bias;
        lit += exp(-falloff * max(depth, 0.0));
    }
    return lit * 0.125;
}
