// Positions of hair straight from the simulation's tiles: floats
// [tile][particle][x, y, z][lane], four to a texel. Two states are mixed, so
// that drawing is smooth at any display rate.
uniform highp sampler2D currentState;
uniform highp sampler2D previousState;
uniform int lanes;
uniform int particles;
uniform float mixing;  // 0: previous state, 1: current

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

// Of the block's strands; relative to the head's origin, along world axes, m.
vec3 particleAt(int strand, int particle) {
    int p = clamp(particle, 0, particles - 1);
    vec3 now = particleIn(currentState, strand, p);
    return mixing == 1.0 ? now : mix(particleIn(previousState, strand, p), now, mixing);
}
