// The key light's way to a point: past the head, which is opaque, and through
// hair, which dims and tints it.
uniform highp sampler2D headDepth;
uniform highp sampler2D hairDepth;
uniform mediump sampler2D hairOpacity;

// Turned by the golden angle from one to the next, within a disc of one.
const vec2 shadowTaps[8] = vec2[8](
    vec2(0.250, 0.000), vec2(-0.319, 0.292), vec2(0.049, -0.557), vec2(0.402, 0.525),
    vec2(-0.739, -0.131), vec2(0.700, -0.445), vec2(-0.234, 0.871), vec2(-0.447, -0.860));

vec3 inLight(vec3 position) { return (lightProjection * vec4(position, 1.0)).xyz * 0.5 + 0.5; }
bool beyondLight(vec3 at) { return any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0))); }

// In [0, 1], 1 = lit. bias: metres. The edge is as soft as the point lies
// behind what shades it.
float lightPastHead(vec3 position, float bias) {
    vec3 at = inLight(position);
    if (beyondLight(at)) return 1.0;
    float lit = 0.0;
    for (int i = 0; i < 8; i += 2) {
        float first = textureLod(headDepth, at.xy + shadowTaps[i] * 0.006, 0.0).r;
        float depth = (at.z - first) * keyDirection.w - bias;
        lit += 1.0 - smoothstep(0.0, 0.006, depth);
    }
    return lit / 4.0;
}

// Optical depth of the hair before a point, from the layers' sums.
float hairBefore(vec2 at, float depth) {
    if (shadow.y < 0.5) return min(max(depth, 0.0) * RINGLET_PLAIN_OPACITY, RINGLET_MOST_OPACITY);
    vec4 sums = textureLod(hairOpacity, at, 0.0);
    vec4 ends = RINGLET_LAYER_ENDS;
    vec4 begins = vec4(0.0, ends.xyz);
    vec4 share = clamp((vec4(depth) - begins) / (ends - begins), 0.0, 1.0);
    vec4 steps = sums - vec4(0.0, sums.xyz);
    return dot(share, steps) * RINGLET_MOST_OPACITY;
}

// What arrives through the hair before a point, for hair of that colour: each
// hair passed takes a share and tints the rest, as in the forward scattering of
// dual scattering (Zinke et al. 2008), so that light hair glows inside.
vec3 lightThroughHair(vec3 position, vec3 colour, float bias) {
    vec3 at = inLight(position);
    if (beyondLight(at)) return vec3(1.0);
    vec3 kept = mix(vec3(1.0), vec3(0.22), sqrt(clamp(colour, 0.0, 1.0)));
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        vec2 tap = at.xy + shadowTaps[i] * (2.5 * shadow.x);
        float first = textureLod(hairDepth, tap, 0.0).r;
        if (first >= 1.0) {
            sum += vec3(1.0);
            continue;
        }
        float depth = (at.z - first) * keyDirection.w - bias;
        sum += exp(-hairBefore(tap, depth) * kept);
    }
    return sum * 0.25;
}
