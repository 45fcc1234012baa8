// A ribbon a drawn strand, which faces the camera (or the light, for the shadow maps). Seen from near it is wider than
// what it covers, and the fragments find the hairs that it stands for, with gaps between them.
uniform highp usampler2D strandSamples;
uniform int samples;        // a strand
uniform int firstStrand;    // of these ribbons
uniform int skip;           // only every so many of them
uniform float radius;       // m
uniform int allStrands;     // of which strips may stand for some

#ifdef MOTION
uniform highp usampler2D strandSamplesBefore;
out vec4 vBefore;
#endif

#ifdef FOR_SHADOW
out float vDepth;           // [0, 1] between the light's planes
out float vOpacity;
#else
uniform lowp sampler2D strandLight;
uniform highp usampler2D followTable;  // for reach: see HairDrawing
uniform float leastPixels;  // width below which a ribbon fades instead of thinning
uniform float fades;        // 1, or 0 where every hair counts and none may go
uniform float hairs;        // that a ribbon stands for, at least 1
centroid out vec3 vColour;  // display colour; thinner than a pixel: not of a place beside the ribbon
centroid out vec3 vColourOn;  // half a sample towards the tip: hairs of a ribbon glint at different places
centroid out vec4 vRibbon;  // across [-1, 1]; coverage; along [0, 1] of what is drawn of the strand; width over what its hairs cover
flat out vec2 vHairs;       // seed; hairs side by side

const float farPixels = 0.4, nearPixels = 1.4;   // width of what a ribbon covers: single hairs begin to show, and all do
const float looseness = 1.7, atRoot = 1.8;       // a ribbon's width over what its hairs cover, and how much wider still at its root
#endif

void main() {
    RibbonVertex vertex = ribbonVertex();
    float side = vertex.side;
    int strand = firstStrand + vertex.ribbon;
    int index = strand * samples + min(vertex.place * skip, samples - 1);
    ivec2 at = ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS);
    uvec4 texel = texelFetch(strandSamples, at, 0);
    vec3 position = uintBitsToFloat(texel.xyz) + head.xyz;
    vec3 middle = position, tangent = unpackedDirection(texel.w);
    float whole = 1.0;
    if (wispWidth > 0.0) {  // wisps that are small are drawn as strips: strands come one after the other
        int root = strand * samples;
        ivec2 rootAt = ivec2(root & (RINGLET_TEXTURE_WIDTH - 1), root >> RINGLET_TEXTURE_WIDTH_BITS);
        float share = strandsAt(wispPixels(uintBitsToFloat(texelFetch(strandSamples, rootAt, 0).xyz) + head.xyz));
        whole = clamp(11.0 * share - 10.0 * float(strand) / float(allStrands), 0.0, 1.0);
    }

#ifdef FOR_SHADOW
    vec3 facing = keyDirection.xyz;
    float half_ = 0.8 * radius;
    float least = shadow.x * keyDirection.w;  // half of two texels
#else
    vec4 light = texelFetch(strandLight, at, 0);
    vec3 facing = eye.xyz - position;
    float pixel = length(facing) / viewport.z;  // m
    float half_ = radius * light.a * ribbonShare;
    float least = 0.5 * leastPixels * pixel;
    int row = 4 * strand + 2;
    float reach = float(texelFetch(followTable, ivec2(row & (RINGLET_TEXTURE_WIDTH - 1), row >> RINGLET_TEXTURE_WIDTH_BITS), 0).w & 0xFFFFu) / 65535.0;
    float along = min(float(vertex.place * skip) / (float(samples - 1) * reach), 1.0);
    float apart = hairs > 1.5 ? smoothstep(farPixels, nearPixels, 2.4 * radius / pixel) * smoothstep(0.15, 0.35, reach) : 0.0;  // fine ones are single
    float loose = 1.0 + apart * (looseness - 1.0 + atRoot * (1.0 - smoothstep(0.0, 0.15, along * reach)));
#endif
    vec3 across = cross(tangent, facing);
    float size = length(across);
    across = size > 1e-5 ? across / size : vec3(0.0, 0.0, 1.0);
#ifdef FOR_SHADOW
    float wide = max(half_, least);
#else
    // The ribbon keeps its width where its hairs taper, each by itself.
    float wide = max(mix(half_, ribbonShare * radius * strandWidth(strand, reach) * loose, apart), least);
#endif
    position += across * side * (whole > 0.0 ? wide : 0.0);

#ifdef FOR_SHADOW
    vOpacity = min(half_ / least, 1.0) * whole;
    gl_Position = lightProjection * vec4(position, 1.0);
    vDepth = gl_Position.z * 0.5 + 0.5;
#else
    // Hairs thinner than a pixel: so many of them stay, a pixel wide and opaque,
    // as cover the same area; each fades over a short range. Fading all of them
    // alike would let the background through however many lie over each other,
    // for their samples coincide.
    float cover = least > 0.0 ? half_ / least : 1.0;
    float fade = cover >= 1.0 || fades == 0.0 ? 1.0 : clamp(0.5 + 4.0 * (cover - scatter(strand * 16 + 8)), 0.0, 1.0);
    vRibbon = vec4(side, fade * whole, along, loose);
    vHairs = vec2(scatter(strand * 16 + 9), apart > 0.0 ? max(floor(hairs + scatter(strand * 16 + 10)), 2.0) : 1.0);
    vColour = light.rgb;
    vColourOn = texelFetch(strandLight, at + ivec2(vertex.place + 1 < samples && at.x + 1 < RINGLET_TEXTURE_WIDTH ? 1 : 0, 0), 0).rgb;
    gl_Position = viewProjection * vec4(position, 1.0);
#ifdef MOTION
    vec3 before = uintBitsToFloat(texelFetch(strandSamplesBefore, at, 0).xyz) + headBefore.xyz + (position - middle);
    vBefore = viewProjectionBefore * vec4(before, 1.0);
#endif
#endif
}
