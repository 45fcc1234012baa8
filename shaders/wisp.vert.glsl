// A flat wisp between its rims: two ribbons that meet in its middle line, so that there are four triangles between
// two places (Kmoch 2018, 3.6.3) and the wisp is round across.
uniform highp usampler2D strandSamples;
uniform highp usampler2D wispRims;  // a texel a wisp: which strands its rims are; bits of its width, m; 1 where both are one strand
uniform int samples;     // a strand
uniform int skip;        // only every so many of them
uniform float spread;    // m, that roots of a wisp's strands spread over
uniform mat3 headRotation;

#ifdef FOR_SHADOW
out float vDepth;        // as in hair.vert.glsl
out float vOpacity;
const float shadowShare = 0.8;  // of the width: the sides have gaps
#else
uniform mediump sampler2D rimLight;  // two texels a sample: hairs tilted to either side
out vec3 vColour;        // display colour where hairs tilt inwards
out vec3 vColourTilted;  // and outwards
out vec2 vAt;            // across [-1, 1], along [0, 1]
flat out vec4 vWisp;     // kind in the map; 1 or -1, mirrored; presence; seed
#ifdef RELIEF
out vec3 vPosition;
out vec3 vAcross;        // m, half of the width
out vec3 vAlong;         // m, the length
flat out float vRelief;  // [0, 1]
#endif
#endif

const float stray = 0.0015;  // m, that hairs lie beside the rims

ivec2 texelAt(int index) { return ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS); }
vec3 placeOf(int index) { return uintBitsToFloat(texelFetch(strandSamples, texelAt(index), 0).xyz); }

void main() {
    RibbonVertex vertex = ribbonVertex();
    int wisp = vertex.ribbon >> 1;
    float at = 0.5 * (vertex.side + float(2 * (vertex.ribbon & 1) - 1));  // -1 left, 0, 1 right
    uvec4 rims = texelFetch(wispRims, texelAt(wisp), 0);
    int last = samples - 1, place = min(vertex.place * skip, last);
    int left = int(rims.x) * samples, right = int(rims.y) * samples;
    // Hair stands up from its root and then bends over: a strip that did so would show a fold, and end in the air.
    int lying = max(samples / 12, 1);
    float lies = min(float(place) / float(lying), 1.0);
    vec3 l = mix(placeOf(left), placeOf(left + max(place, lying)), lies), r = mix(placeOf(right), placeOf(right + max(place, lying)), lies);
    vec3 rootLeft = placeOf(left), rootRight = placeOf(right), root = 0.5 * (rootLeft + rootRight);
    int before = place > lying ? place - skip : 0, after = min(max(place + skip, lying), last);
    vec3 course = placeOf(left + after) - placeOf(left + before) + placeOf(right + after) - placeOf(right + before);
    float along = float(place) / float(last), width = uintBitsToFloat(rims.z);
    float shares = strandsAt(wispPixels(root + head.xyz));

    vec3 middle = 0.5 * (l + r), outward = middle;
    outward.y = max(outward.y, -0.2 * head.w);
    outward = normalize(outward);
    vec3 wide = 0.5 * (r - l);
    if (rims.w == 1u) {
        vec3 across = cross(outward, course);
        wide = across * (0.5 * width / max(length(across), 1e-6));
    }
    // Roots spread over the scalp and gather on their way, as those of strands do (follow_wisps.h).
    float gathered = along * along * (3.0 - 2.0 * along), apart = max(length(wide), 1e-5);
    wide *= mix(max(0.5 * spread / apart, 1.0), 1.0, gathered) + stray / apart;
    vec3 rootOut = normalize(root), run = placeOf(left + last / 2) - rootLeft;
    run -= rootOut * dot(run, rootOut);
    float up = 0.5 * spread * (1.0 - gathered);
    middle -= normalize(run + vec3(0.0, -1e-5, 0.0)) * up + rootOut * (0.5 * up * up / max(head.w, 0.02));
    vec3 normal = cross(wide, course);
    normal /= max(length(normal), 1e-9);
    // It comes out of the scalp flat, or roots would end in the air.
    float free = smoothstep(0.0, 0.2, along), round_ = 0.3 * length(wide) * free * (1.0 - 0.6 * along) * dot(normal, outward);
#ifdef FOR_SHADOW
    wide *= shadowShare * (1.0 - 0.5 * smoothstep(0.75, 1.0, along));
#endif
    vec3 position = middle + wide * at + normal * (round_ * (1.0 - at * at));
    position = head.xyz + headRotation * keptClear(position * headRotation, mix(-0.001, 0.003, smoothstep(0.0, 0.1, along)));

#ifdef FOR_SHADOW
    vOpacity = 1.0 - smoothstep(0.5, 1.0, shares);
    gl_Position = lightProjection * vec4(position, 1.0);
    vDepth = gl_Position.z * 0.5 + 0.5;
#else
    ivec2 lightLeft = texelAt(2 * (left + place)), lightRight = texelAt(2 * (right + place)), next = ivec2(1, 0);
    float part = 0.5 + 0.5 * at;  // rows hold an even number of texels
    vColour = mix(texelFetch(rimLight, lightLeft, 0), texelFetch(rimLight, lightRight, 0), part).rgb;
    vColourTilted = mix(texelFetch(rimLight, lightLeft + next, 0), texelFetch(rimLight, lightRight + next, 0), part).rgb;
    vAt = vec2(at, along);
    vWisp = vec4(floor(scatter(wisp * 16 + 6) * float(RINGLET_WISP_KINDS)), scatter(wisp * 16 + 7) < 0.5 ? -1.0 : 1.0,
                 1.0 - smoothstep(0.5, 1.0, shares), scatter(wisp * 16 + 5));
#ifdef RELIEF
    vPosition = position;
    vAcross = wide;
    vAlong = course * (float(last) / (2.0 * float(after - before)));
    vRelief = reliefAt(wispPixels(root + head.xyz));
#endif
    gl_Position = viewProjection * vec4(position, 1.0);
#endif
}
