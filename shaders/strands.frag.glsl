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

const float behind = 0.005;  // m
const float lying = 0.09;  // of the guides' way: from there on a strand lies over the hair below it

// The strand at one of its samples as the formula has it.
vec3 mixedGuides(uvec4 guides, uvec4 weights, uvec4 atRoot, uvec4 atTip, float phase, int place, out vec3 tangent) {
    float v = float(place) / float(samples - 1);
    vec3 position = headRotation * followOffset(uintBitsToFloat(atRoot.xyz), uintBitsToFloat(atTip.xyz),
                                                uintBitsToFloat(atTip.w), phase, v);
    tangent = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        float weight = followWeight(float(weights[k] & 0xFFFFu) / 65535.0, float(weights[k] >> 16u) / 65535.0, v);
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
    uvec4 atTip = texelOf(followTable, 4 * strand + 3);    // offset; jitter
    float reach = float(atRoot.w & 0xFFFFu) / 65535.0;
    float phase = float(atRoot.w >> 16u) * (6.2831853 / 65535.0);
    // A shorter strand ends at one of the samples: what is beyond falls together there.
    int last = max(int(reach * float(samples - 1) + 0.5), 1);
    int place = min(index - strand * samples, last);
    float v = float(place) / float(samples - 1);
    bool added = atTip.w != 0u;

    vec3 tangent;
    vec3 position = mixedGuides(guides, weights, atRoot, atTip, phase, place, tangent);
    // Simulated strands leave the skin along its normal for a segment; a hair leaves it aslant. Added ones go straight to
    // where their guides lie over, so that no row of them stands up at a parting.
    int over = min(max(int(lying * float(samples - 1)), 2), last);
    if (added && place < over) {
        vec3 further, root;
        vec3 ahead = mixedGuides(guides, weights, atRoot, atTip, phase, over, further);
        root = place > 0 ? mixedGuides(guides, weights, atRoot, atTip, phase, 0, root) : position;
        // They begin a little behind their roots, lying on the skin, and their hairs (hair.frag.glsl) one after the other
        // on the way: so partings are narrow, and the edge of the hair is soft.
        vec3 flat_ = ahead - root, out_ = normalize(root);
        flat_ -= out_ * dot(flat_, out_);
        root -= flat_ * min(behind / max(length(flat_), 1e-6), 0.4);
        float part = float(place) / float(over), share = 0.9 * (1.0 - part * part);
        position = mix(position, mix(root, ahead, part), share);
        tangent = mix(normalize(tangent), normalize(ahead - root + vec3(0.0, 0.0, 1e-7)), share);
    }
    if (added) {  // near its root, which grows on what is solid, less is asked of long ones
        vec3 inHead = position * headRotation;
        position = headRotation * keptClear(inHead, mix(-0.0008 * reach * reach, 0.0006, smoothstep(0.0, 0.02, v)));
    }
    texel = uvec4(floatBitsToUint(position), packedDirection(tangent));
}
