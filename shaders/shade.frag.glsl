// The light that every sample of every drawn strand sends to the eye, as a
// display colour; alpha: how wide the strand is there. A strip of hair has two
// texels a sample, of hairs that tilt to the root's and to the outer side.
uniform highp usampler2D strandSamples;
uniform highp usampler2D followTable;  // for reach: see HairDrawing
uniform int samples;  // a strand
uniform int strands;
uniform int sides;    // texels a sample: 1 or 2
uniform float tilt;   // of the tangent to either side, tangent of the angle
uniform int bend;     // samples to both sides that a strip's direction is a mean over
out vec4 fragment;

uvec4 sampleOf(int index) { return texelFetch(strandSamples, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0); }

// A strip runs along its waves' mean, and how they turn about it spreads their light; but curls are seen.
// turns: variance of the directions that is left out, rad^2.
vec3 evened(vec3 tangent, int index, int first, out float turns) {
    vec3 mean = tangent;
    for (int i = -2; i <= 2; ++i)
        if (i != 0) mean += unpackedDirection(sampleOf(clamp(index + i * bend / 2, first, first + samples - 1)).w);
    mean *= 0.2;
    float all = 1.0 - dot(mean, mean), share = 0.65 * (1.0 - smoothstep(0.4, 0.7, all));
    turns = share * all;
    return normalize(mix(tangent, mean, share));
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int texelIndex = at.y * RINGLET_TEXTURE_WIDTH + at.x;
    int index = texelIndex / sides;
    int strand = index / samples;
    if (strand >= strands) discard;
    uvec4 texel = sampleOf(index);
    vec3 position = uintBitsToFloat(texel.xyz) + head.xyz;
    vec3 tangent = normalize(unpackedDirection(texel.w));
    float seed = strandSeed(strand);
    if (sides == 2) {  // a strip is of many hairs: less unlike the next one
        float turns = 0.0;
        if (bend > 0) tangent = evened(tangent, index, strand * samples, turns);
        tangent = normalize(tangent + tilt * float(2 * (texelIndex & 1) - 1) * normalize(position - head.xyz));
        seed = mix(0.5, seed, 0.4);
        strays = 0.01 + turns;
    }
    int row = 4 * strand + 2;
    float reach = float(texelFetch(followTable, ivec2(row & (RINGLET_TEXTURE_WIDTH - 1), row >> RINGLET_TEXTURE_WIDTH_BITS), 0).w & 0xFFFFu) / 65535.0;
    float along = min(float(index - strand * samples) / (float(samples - 1) * reach), 1.0);

    vec3 light = hairLight(position, tangent, along, seed, hairPlace(position, 0.002, 0.004));
    fragment = vec4(display(light), strandTaper(along, reach) * strandWidth(strand, reach));
}
