// A lamp's way to a point: past the head, which is opaque, and through hair, which dims and tints it.
uniform highp sampler2D headDepth;
uniform highp sampler2D hairDepth;
uniform mediump sampler2D hairOpacity;

// Turned by the golden angle from one to the next, within a disc of one.
const vec2 shadowTaps[8] = vec2[8](
    vec2(0.250, 0.000), vec2(-0.319, 0.292), vec2(0.049, -0.557), vec2(0.402, 0.525),
    vec2(-0.739, -0.131), vec2(0.700, -0.445), vec2(-0.234, 0.871), vec2(-0.447, -0.860));

const int keyLamp = 0, rimLamp = 1;
vec3 inLight(vec3 position, int lamp) { return ((lamp == keyLamp ? lightProjection : rimProjection) * vec4(position, 1.0)).xyz * 0.5 + 0.5; }
// The lamps' maps lie side by side.
vec2 inMaps(vec2 at, int lamp) { return vec2(0.5 * (clamp(at.x, 0.0, 0.9999) + float(lamp)), at.y); }
float mapped() { return shadow.w < 0.5 ? 0.0 : shadow.y; }  // share of what the layers and the rim light's maps say; the rest is guessed
// Nothing shades what lies beyond the maps, nor anything in a picture without shadows.
bool unshaded(vec3 at) { return shadow.w < 0.5 || any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0))); }

// One place of the head's map: 1 = lit there. depth: of the point, m. The edge is
// as soft as the point lies behind what shades it; edge: m.
float litPast(vec2 at, float depth, float edge) {
    return 1.0 - smoothstep(0.0, edge, depth - textureLod(headDepth, at, 0.0).r * keyDirection.w);
}
const float shadowEdge = 0.006;
const float rimSoftness = 3.0;  // times the key light's: it grazes the head, where a narrow edge would be seen as a line
const float shadowSoftness = 0.006;  // radius of the taps, of the map's width

// Vogel's spiral spreads taps evenly over a disc of one: each is turned by the golden
// angle from the one before.
const mat2 goldenTurn = mat2(-0.7373689, 0.6754903, -0.6754903, -0.7373689);
float spiralRadius(int i, int count) { return sqrt((float(i) + 0.5) / float(count)); }

// In [0, 1], 1 = lit. bias: metres.
float lightPastHead(vec3 position, float bias, int lamp) {
    vec3 at = inLight(position, lamp);
    if (unshaded(at)) return 1.0;
    float depth = at.z * keyDirection.w - bias, lit = 0.0, soft = lamp == rimLamp ? rimSoftness : 1.0;
    for (int i = 0; i < 8; i += 2) lit += litPast(inMaps(at.xy + shadowTaps[i] * (soft * shadowSoftness), lamp), depth, soft * shadowEdge);
    return lit / 4.0;
}

// How a surface looks at the maps: taps on a spiral, more of which are smoother. reach: from its middle, of the map's width;
// turned by another angle at each pixel, so that an edge has no steps.
struct Taps { vec2 reach; int count; };

float lightPastHead(vec3 position, float bias, Taps taps) {
    vec3 at = inLight(position, keyLamp);
    if (unshaded(at)) return 1.0;
    float depth = at.z * keyDirection.w - bias, lit = 0.0;
    vec2 towards = taps.reach;
    for (int i = 0; i < taps.count; ++i) {
        lit += litPast(inMaps(at.xy + spiralRadius(i, taps.count) * towards, keyLamp), depth, shadowEdge);
        towards = goldenTurn * towards;
    }
    return lit / float(taps.count);
}

// Optical depth of the hair before a point, from the layers' sums.
float hairBefore(vec2 at, float depth) {
    float plain = min(max(depth, 0.0) * RINGLET_PLAIN_OPACITY, RINGLET_MOST_OPACITY);
    if (shadow.y <= 0.0) return plain;
    vec4 sums = textureLod(hairOpacity, at, 0.0);
    vec4 ends = RINGLET_LAYER_ENDS;
    vec4 begins = vec4(0.0, ends.xyz);
    vec4 share = clamp((vec4(depth) - begins) / (ends - begins), 0.0, 1.0);
    vec4 steps = sums - vec4(0.0, sums.xyz);
    return mix(plain, dot(share, steps) * RINGLET_MOST_OPACITY, shadow.y);
}

// What arrives through the hair at one place of its map: each hair passed takes a
// share and tints the rest, as in the forward scattering of dual scattering (Zinke
// et al. 2008), so that light hair glows inside. depth: of the point, m; kept: what a
// unit of optical depth leaves of each colour, as an exponent.
vec3 throughHair(vec2 at, float depth, vec3 kept) {
    float first = textureLod(hairDepth, at, 0.0).r;
    return first >= 1.0 ? vec3(1.0) : exp(-hairBefore(at, depth - first * keyDirection.w) * kept);
}
vec3 keptByHair(vec3 colour) { return mix(vec3(1.0), vec3(0.22), sqrt(clamp(colour, 0.0, 1.0))); }

// What arrives through the hair before a surface, for hair of that colour.
vec3 lightThroughHair(vec3 position, vec3 colour, float bias, Taps taps) {
    vec3 at = inLight(position, keyLamp);
    if (unshaded(at)) return vec3(1.0);
    vec3 kept = keptByHair(colour), sum = vec3(0.0);
    float depth = at.z * keyDirection.w - bias;
    vec2 towards = taps.reach;
    for (int i = 0; i < taps.count; ++i) {
        sum += throughHair(inMaps(at.xy + spiralRadius(i, taps.count) * towards, keyLamp), depth, kept);
        towards = goldenTurn * towards;
    }
    return sum / float(taps.count);
}
