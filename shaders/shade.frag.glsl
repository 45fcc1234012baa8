// The light that every sample of every drawn strand sends to the eye, as a
// display colour; alpha: how wide the strand is there. A strip of hair has two
// texels a sample, of hairs that tilt to the root's and to the outer side.
uniform highp usampler2D strandSamples;
uniform highp usampler2D followTable;  // for reach: see HairDrawing
uniform int samples;  // a strand
uniform int strands;
uniform int sides;    // texels a sample: 1 or 2
uniform float tilt;   // of the tangent to either side, tangent of the angle
out vec4 fragment;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int texelIndex = at.y * RINGLET_TEXTURE_WIDTH + at.x;
    int index = texelIndex / sides;
    int strand = index / samples;
    if (strand >= strands) discard;
    uvec4 texel = texelFetch(strandSamples, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0);
    vec3 position = uintBitsToFloat(texel.xyz) + head.xyz;
    vec3 tangent = normalize(unpackedDirection(texel.w));
    float seed = strandSeed(strand);
    if (sides == 2) {  // a strip is of many hairs: less unlike the next one
        tangent = normalize(tangent + tilt * float(2 * (texelIndex & 1) - 1) * normalize(position - head.xyz));
        seed = mix(0.5, seed, 0.4);
        strays = 0.03;
    }
    int row = 4 * strand + 2;
    float reach = float(texelFetch(followTable, ivec2(row & (RINGLET_TEXTURE_WIDTH - 1), row >> RINGLET_TEXTURE_WIDTH_BITS), 0).w & 0xFFFFu) / 65535.0;
    float along = min(float(index - strand * samples) / (float(samples - 1) * reach), 1.0);

    vec3 light = hairLight(position, tangent, along, seed, hairPlace(position, 0.002, 0.004));
    fragment = vec4(display(light), strandTaper(along, reach) * strandWidth(strand, reach));
}
