// Light through hair: the depth map holds the first surface the key light
// meets; what lies deeper is dimmed by how much hair there is in between, taken
// as proportional to the distance. Soft and steady where hair is thinner than
// a texel, which a plain depth comparison is not.
uniform highp sampler2D shadowMap;

// Turned by the golden angle from one to the next: every second one, too, fills the disc evenly.
const vec2 shadowTaps[16] = vec2[16](
    vec2(0.177, 0.000), vec2(-0.226, 0.207), vec2(0.035, -0.394), vec2(0.285, 0.371),
    vec2(-0.522, -0.092), vec2(0.495, -0.315), vec2(-0.165, 0.616), vec2(-0.316, -0.608),
    vec2(0.685, 0.250), vec2(-0.712, 0.294), vec2(0.343, -0.734), vec2(0.254, 0.809),
    vec2(-0.765, -0.443), vec2(0.897, -0.197), vec2(-0.548, 0.779), vec2(-0.126, -0.976));

// falloff: per metre; bias: metres; spread: in texels; every: 1 for all sixteen
// samples, 2 for half of them. In [0, 1], 1 = lit.
float lightThrough(vec3 position, float falloff, float bias, float spread, int every) {
    vec4 clip = lightProjection * vec4(position, 1.0);
    vec3 at = clip.xyz * 0.5 + 0.5;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    float lit = 0.0;
    for (int i = 0; i < 16; i += every) {
        float first = textureLod(shadowMap, at.xy + shadowTaps[i] * (spread / float(RINGLET_SHADOW_SIZE)), 0.0).r;
        float depth = (at.z - first) * keyDirection.w - bias;
        lit += exp(-falloff * max(depth, 0.0));
    }
    return lit * float(every) / 16.0;
}
