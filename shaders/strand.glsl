// Positions of hair straight from the simulation's tiles: floats
// [tile][particle][x, y, z][lane], four to a texel. Two states are mixed, so
// that drawing is smooth at any display rate.
uniform highp sampler2D currentState;
uniform highp sampler2D previousState;
uniform highp sampler2D strandInfo;  // a strand: root normal (head space)
uniform int lanes;
uniform int particles;
uniform int firstStrand;
uniform float mixing;         // 0: previous state, 1: current
uniform mat3 headRotation;

ivec2 texelAt(int index) {
    return ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS);
}

float floatAt(highp sampler2D state, int index) {
    vec4 four = texelFetch(state, texelAt(index >> 2), 0);
    return four[index & 3];
}

vec3 particleIn(highp sampler2D state, int strand, int particle) {
    int tile = strand / lanes;
    int at = (tile * particles + particle) * 3 * lanes + (strand - tile * lanes);
    return vec3(floatAt(state, at), floatAt(state, at + lanes), floatAt(state, at + 2 * lanes));
}

// Relative to the head's origin, along world axes, m.
vec3 particleAt(int strand, int particle) {
    int p = clamp(particle, 0, particles - 1);
    return mix(particleIn(previousState, strand, p), particleIn(currentState, strand, p), mixing);
}

// The strand as a Catmull-Rom curve; u in [0, particles - 1].
void curveAt(int strand, float u, out vec3 position, out vec3 tangent) {
    int i = min(int(u), particles - 2);
    float f = u - float(i);
    vec3 b = particleAt(strand, i);
    vec3 c = particleAt(strand, i + 1);
    vec3 a = i > 0 ? particleAt(strand, i - 1) : 2.0 * b - c;
    if (f < 1e-4) {  // at a particle, as always without smoothing: half the reads
        position = b;
        vec3 along = c - a;
        float size = length(along);
        tangent = size > 1e-9 ? along / size : vec3(0.0, -1.0, 0.0);
        return;
    }
    vec3 d = i + 2 < particles ? particleAt(strand, i + 2) : 2.0 * c - b;
    vec3 m = 0.5 * (c - a);
    vec3 n = 0.5 * (d - b);
    float f2 = f * f;
    float f3 = f2 * f;
    position = (2.0 * f3 - 3.0 * f2 + 1.0) * b + (f3 - 2.0 * f2 + f) * m + (3.0 * f2 - 2.0 * f3) * c + (f3 - f2) * n;
    vec3 slope = 6.0 * (f2 - f) * (b - c) + (3.0 * f2 - 4.0 * f + 1.0) * m + (3.0 * f2 - 2.0 * f) * n;
    float size = length(slope);
    tangent = size > 1e-9 ? slope / size : vec3(0.0, -1.0, 0.0);
}

// A fixed value in [0, 1) for a whole number.
float scatter(int n) {
    uint h = uint(n) * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
    h = (h >> 22u) ^ h;
    return float(h & 0xFFFFFFu) / 16777216.0;
}
