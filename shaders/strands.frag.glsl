// Every drawn strand, sample by sample, from the guides it follows (see
// follow_formula.h): a position and a direction, as guides.frag.glsl has them.
uniform highp usampler2D followTable;   // four texels a strand: see HairDrawing
uniform highp usampler2D guideSamples;
uniform int samples;        // a strand, as of the guides
uniform int strands;
uniform mat3 headRotation;
out uvec4 texel;

uvec4 texelOf(highp usampler2D array, int index) {
    return texelFetch(array, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0);
}

// The strand at one of its samples as the formula has it.
vec3 mixedGuides(uvec4 guides, uvec4 weights, uvec4 atRoot, uvec4 atTip, float phase, int place, out vec3 tangent) {
    float v = float(place) / float(samples - 1), blend = followBlend(float(atTip.w >> 16u) / 65535.0, v);
    float jitter = float(atTip.w & 0xFFFFu) / 655350.0;
    vec3 position = headRotation * followOffset(uintBitsToFloat(atRoot.xyz), uintBitsToFloat(atTip.xyz), jitter, phase, blend, v);
    tangent = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        float weight = followWeight(float(weights[k] & 0xFFFFu) / 65535.0, float(weights[k] >> 16u) / 65535.0, blend);
        if (weight <= 0.0) continue;
        uvec4 guide = texelOf(guideSamples, int(guides[k]) * samples + place);
        position += weight * uintBitsToFloat(guide.xyz);
        tangent += weight * normalize(unpackedDirection(guide.w));
    }
    return position;
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int index = at.y * RINGLET_TEXTURE_WIDTH + at.x;
    int strand = index / samples;
    if (strand >= strands) discard;
    uvec4 guides = texelOf(followTable, 4 * strand);
    uvec4 weights = texelOf(followTable, 4 * strand + 1);  // each: at the root in the low, at the tip in the high 16 bits
    uvec4 atRoot = texelOf(followTable, 4 * strand + 2);   // offset (bits of floats); reach low, phase high
    uvec4 atTip = texelOf(followTable, 4 * strand + 3);    // offset; jitter in tenths of a metre low, closes high
    float reach = float(atRoot.w & 0xFFFFu) / 65535.0;
    float phase = float(atRoot.w >> 16u) * (6.2831853 / 65535.0);
    // A shorter strand ends at one of the samples: what is beyond falls together there.
    int last = strandEnd(reach, samples);
    int place = min(index - strand * samples, last);
    float v = float(place) / float(samples - 1);
    bool added = (atTip.w & 0xFFFFu) != 0u;

    vec3 tangent;
    vec3 position = mixedGuides(guides, weights, atRoot, atTip, phase, place, tangent);
    int over = strandOver(last, samples);
    if (added && place < over) {
        vec3 further, root;
        vec3 ahead = mixedGuides(guides, weights, atRoot, atTip, phase, over, further);
        root = place > 0 ? mixedGuides(guides, weights, atRoot, atTip, phase, 0, root) : position;
        root = strandBegin(root, ahead);
        float part = float(place) / float(over), share = strandLying(part);
        position = mix(position, mix(root, ahead, part), share);
        tangent = mix(normalize(tangent), normalize(ahead - root + vec3(0.0, 0.0, 1e-7)), share);
    }
    if (added) {
        vec3 inHead = position * headRotation;
        position = headRotation * keptClear(inHead, strandClear(v, reach));
    }
    texel = uvec4(floatBitsToUint(position), packedDirection(tangent));
}
