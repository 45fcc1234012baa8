// The simulated strands as smooth curves, once a picture: every strand of the
// groom is `samples` texels, each a position and a direction, whatever its
// number of particles. Bits of floats in an integer texture, which every
// WebGL2 can draw into.
#ifdef AS_DRAWN  // only those that are drawn, in the follow table's order
uniform highp usampler2D followTable;
uniform int drawn;
int strandOf(int row) { return row < drawn ? int(texelFetch(followTable, texelAt(4 * row), 0).x) : -1; }
#else
int strandOf(int row) { return row; }
#endif
uniform int samples;
uniform int firstStrand;  // of the block, in the groom
uniform int strands;      // of the block
out uvec4 texel;

// The strand as a Catmull-Rom curve; u in [0, particles - 1].
void curveAt(int strand, float u, out vec3 position, out vec3 along) {
    int i = min(int(u), particles - 2);
    float f = u - float(i);
    vec3 b = particleAt(strand, i);
    vec3 c = particleAt(strand, i + 1);
    vec3 a = i > 0 ? particleAt(strand, i - 1) : 2.0 * b - c;
    if (f < 1e-4) {  // at a particle, as always without smoothing
        position = b;
        along = c - a;
        return;
    }
    vec3 d = i + 2 < particles ? particleAt(strand, i + 2) : 2.0 * c - b;
    vec3 m = 0.5 * (c - a);
    vec3 n = 0.5 * (d - b);
    float f2 = f * f;
    float f3 = f2 * f;
    position = (2.0 * f3 - 3.0 * f2 + 1.0) * b + (f3 - 2.0 * f2 + f) * m + (3.0 * f2 - 2.0 * f3) * c + (f3 - f2) * n;
    along = 6.0 * (f2 - f) * (b - c) + (3.0 * f2 - 4.0 * f + 1.0) * m + (3.0 * f2 - 2.0 * f) * n;
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int index = at.y * RINGLET_TEXTURE_WIDTH + at.x;
    int row = index / samples;
    int place = index - row * samples;
    int strand = strandOf(row) - firstStrand;
    if (strand < 0 || strand >= strands) discard;
    vec3 position, along;
    curveAt(strand, float(place) * float(particles - 1) / float(samples - 1), position, along);
    texel = uvec4(floatBitsToUint(position), packedDirection(along));
}
