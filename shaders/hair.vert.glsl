// One instance a drawn strand, two vertices a sample: a ribbon that faces the
// camera (or the light, for the shadow maps). The strand follows its guides as
// the follow table says; the table is the instances' vertex data.
layout(location = 0) in uvec4 guides;   // strands of the groom
layout(location = 1) in uvec4 weights;  // each: at the root in the low, at the tip in the high 16 bits
layout(location = 2) in uvec4 atRoot;   // offset (bits of floats); reach low, phase high
layout(location = 3) in uvec4 atTip;    // offset; jitter
uniform highp usampler2D guideSamples;
uniform int samples;        // a strand in the texture
uniform int skip;           // only every so many of them
uniform mat3 headRotation;
uniform float radius;       // m
uniform float leastPixels;  // width below which a ribbon fades instead of thinning

#ifdef FOR_SHADOW
out float vDepth;           // [0, 1] between the light's planes
out float vOpacity;
#else
out vec3 vColour;           // display colour
out vec2 vRibbon;           // across [-1, 1], coverage
#endif

uvec4 guideTexel(uint guide, int place) {
    int index = int(guide) * samples + place;
    return texelFetch(guideSamples, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0);
}

void main() {
    int seed = gl_InstanceID * 16;
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    // A shorter strand ends at one of the samples: what is beyond falls together there.
    float reach = float(atRoot.w & 0xFFFFu) / 65535.0;
    float phase = float(atRoot.w >> 16u) * (6.2831853 / 65535.0);
    int last = max(int(reach * float(samples - 1) + 0.5), 1);
    int place = min((gl_VertexID >> 1) * skip, last);
    float v = float(place) / float(samples - 1);
    float along = float(place) / float(last);

    vec3 position = headRotation * followOffset(uintBitsToFloat(atRoot.xyz), uintBitsToFloat(atTip.xyz),
                                                uintBitsToFloat(atTip.w), phase, v);
    vec3 tangent = vec3(0.0);
    for (int k = 0; k < 4; ++k) {
        float weight = followWeight(float(weights[k] & 0xFFFFu) / 65535.0, float(weights[k] >> 16u) / 65535.0, v);
        if (weight <= 0.0) continue;
        uvec4 texel = guideTexel(guides[k], place);
        position += weight * uintBitsToFloat(texel.xyz);
        tangent += weight * normalize(unpackedDirection(texel.w));
    }
    position += head.xyz;
    float size = length(tangent);
    tangent = size > 1e-4 ? tangent / size : vec3(0.0, -1.0, 0.0);

    float taper = mix(0.75, 1.0, smoothstep(0.0, 0.08, along)) * (1.0 - 0.85 * along * along * along);
    float half_ = radius * (0.8 + 0.4 * scatter(seed + 7)) * taper;
#ifdef FOR_SHADOW
    vec3 facing = keyDirection.xyz;
    float least = shadow.x * keyDirection.w;  // half of two texels
#else
    vec3 toEye = eye.xyz - position;
    float distance = length(toEye);
    vec3 facing = toEye / distance;
    float least = 0.5 * leastPixels * distance / viewport.z;
#endif
    vec3 across = cross(tangent, facing);
    size = length(across);
    across = size > 1e-4 ? across / size : vec3(0.0, 0.0, 1.0);
    vec3 corner = position + across * side * max(half_, least);

#ifdef FOR_SHADOW
    vOpacity = min(half_ / least, 1.0);
    gl_Position = lightProjection * vec4(corner, 1.0);
    vDepth = gl_Position.z * 0.5 + 0.5;
#else
    // Hairs thinner than a pixel: so many of them stay, a pixel wide and opaque,
    // as cover the same area; each fades over a short range. Fading all of them
    // alike would let the background through however many lie over each other,
    // for their samples coincide.
    float cover = least > 0.0 ? half_ / least : 1.0;
    float fade = cover >= 1.0 ? 1.0 : clamp(0.5 + 4.0 * (cover - scatter(seed + 8)), 0.0, 1.0);
    vRibbon = vec2(side, fade);
    // Hair lying on the head sees less of the sky than hair on the outside.
    float outside = (length(position - head.xyz) / max(head.w, 1e-3) - 0.9) * 2.2;
    vec3 through = lightThroughHair(position, hairColour, 0.002) * lightPastHead(position, 0.004);
    vColour = display(hairLight(position, tangent, along, scatter(seed + 5), through, clamp(0.4 + outside, 0.4, 1.0)));
    gl_Position = viewProjection * vec4(corner, 1.0);
#endif
}
