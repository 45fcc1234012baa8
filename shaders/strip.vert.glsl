// A wide piece of hair along a strand, a ribbon,
// which lies on the hair beneath it as shingles do, and turns a little to the eye.
uniform highp usampler2D strandSamples;
uniform int samples;        // a strand
uniform int skip;           // only every so many of them
uniform int fine;           // or so many places a sample: between two a strand bends evenly
uniform float halfWidth;    // m, of a strip of middling width
uniform int bend;           // samples to both sides that a strip's direction is a mean over

#ifdef FOR_SHADOW
const float shadowShare = 0.75;  // of its width: a shadow has no soft edges, and the sides have gaps
#else
const float shadowShare = 1.0;
uniform float presence;     // as in strip.frag.glsl
uniform mediump sampler2D stripLight;  // two texels a sample: hairs tilted to either side
out vec3 vColour;           // display colour where hairs tilt to the root's side
out vec3 vColourTilted;     // and to the outer side
out vec2 vAt;               // in the strips' map
#endif

vec3 placeOf(int index) {
    return uintBitsToFloat(texelFetch(strandSamples, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0).xyz);
}
#ifndef FOR_SHADOW
vec3 lightOf(int index) {
    return texelFetch(stripLight, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0).rgb;
}
#endif

// Of the strand that begins there: evenly between two samples, and along a cubic B-spline, which has no corners.
vec3 placeAt(int first, float u) {
    int i = int(u);
    float f = u - float(i);
    vec3 b = placeOf(first + i);
    return f > 0.0 ? mix(b, placeOf(first + i + 1), f) : b;
}
vec3 bentPlaceAt(int first, float u) {
    int i = int(u), last = samples - 1;
    float f = u - float(i), g = 1.0 - f;
    vec4 shares = vec4(g * g * g, 4.0 - 3.0 * f * f * (1.0 + g), 4.0 - 3.0 * g * g * (1.0 + f), f * f * f) / 6.0;
    return shares.x * placeOf(first + max(i - 1, 0)) + shares.y * placeOf(first + i) + shares.z * placeOf(first + min(i + 1, last)) + shares.w * placeOf(first + min(i + 2, last));
}

void main() {
    RibbonVertex vertex = ribbonVertex();
    int strip = vertex.ribbon;
    int first = strip * samples, last = samples - 1;
    float end = float(last), place = min(float(vertex.place * skip) / float(fine), end);
    float side = vertex.side;
    float along = place / end;
    // The lock's own line is a mean along the strand; what curls about it sways the strip to the
    // sides, and little in depth, or curls would look like paper.
    vec3 strand = bentPlaceAt(first, place);
    float reach = min(float(bend), min(place, end - place));
    vec3 position = 0.2 * (strand + placeAt(first, place - reach) + placeAt(first, place + reach) +
                           placeAt(first, place - 0.5 * reach) + placeAt(first, place + 0.5 * reach));
    vec3 curl = strand - position;
    // Hair stands up from its root and then bends over: a strip that did so would show a fold. It begins behind where strands
    // do, in a point, for there are so few that the scalp would show where they part.
    int lying = max(2, samples / 8);
    float part = place / float(lying);
    if (part < 1.0) {
        vec3 ahead = placeOf(first + lying);
        vec3 root = placeOf(first), begin = mix(root, strandBegin(root, ahead), 2.2);
        position = mix(mix(begin, ahead, part), position, smoothstep(0.0, 1.0, part));
        curl *= smoothstep(0.0, 1.0, part);
    }
    vec3 course = placeAt(first, min(place + float(bend), end)) - placeAt(first, max(place - float(bend), 0.0));

    // What stands off the head is seen from its side and is as wide at its tip; what hangs lies on what is below, and ends in points.
    float stands = smoothstep(0.4, 0.8, dot(course, position) / max(length(course) * length(position), 1e-9));
    // Outward from the head, and from an axis below it.
    vec3 outward = position;
    outward.y = max(outward.y, -0.2 * head.w);
    outward = normalize(normalize(outward) + mix(0.35, 1.0, stands) * normalize(eye.xyz - head.xyz - position));
    vec3 across = cross(course, outward);
    float size = length(across);
    across = size > 1e-6 ? across / size : vec3(1.0, 0.0, 0.0);

    // Each is rolled a little, so that it comes out of those above it in a point, and not in a line.
    float roll = 0.55 * (scatter(strip * 16 + 9) < 0.5 ? -1.0 : 1.0) * (0.5 + 0.5 * scatter(strip * 16 + 10));
    vec3 wide = cos(roll) * across + sin(roll) * normalize(outward - across * dot(outward, across));

    float layer = scatter(strip * 16 + 3);
    // Along a hair that ends early, of the hairline or astray, it is a hair.
    float many = placeOf(first + (6 * last) / 10) == placeOf(first + last) ? 0.0 : 1.0;
    float width = halfWidth * many * mix(0.7, 1.3, scatter(strip * 16 + 4)) * mix(0.3, 1.0, smoothstep(0.0, 0.15, along)) * mix(1.0 - 0.35 * along * along, 1.0 + 0.1 * along, stands);
    float large = smoothstep(0.6, 1.2, length(curl) / max(halfWidth, 1e-6));  // waves larger than its width are followed
    position += across * (mix(0.6, 1.0, large) * dot(curl, across)) + outward * (mix(0.3, 0.8, large) * dot(curl, outward));
    // It rises slowly: else it would begin above those that come over it from further up. Where it goes it sinks into the
    // hairs that come, or its sides would stand beyond them as a pale edge.
    float rise = 0.001 + 0.002 * layer;
#ifndef FOR_SHADOW
    rise -= 0.008 * (1.0 - presence);
#endif
    position += head.xyz + outward * (0.0005 + rise * smoothstep(0.0, 0.4, along)) + wide * (side * width * shadowShare);

#ifdef FOR_SHADOW
    gl_Position = lightProjection * vec4(position, 1.0);
#else
    // Seen from its edge it would be dots: it is wider than a pixel from everywhere, and shows the middle of its map alone
    // where it has fewer pixels than that has locks.
    vec3 facing = eye.xyz - position, flat_ = cross(course, facing);
    flat_ /= max(length(flat_), 1e-9);
    float seen = dot(wide, flat_), pixel = length(facing) / viewport.z, shown = max(width * abs(seen), 0.6 * pixel);
    position += flat_ * (side * (seen < 0.0 ? -1.0 : 1.0) * (shown - width * abs(seen)));
    int light = 2 * (first + int(place)), next = int(place) < last ? light + 2 : light;
    vColour = mix(lightOf(light), lightOf(next), fract(place));
    vColourTilted = mix(lightOf(light + 1), lightOf(next + 1), fract(place));
    int kind = int(scatter(strip * 16 + 6) * float(RINGLET_STRIP_KINDS));
    vAt = vec2((float(kind) + 0.5 + 0.48 * side * min(shown / (4.0 * pixel), 1.0)) / float(RINGLET_STRIP_KINDS), along);
    gl_Position = viewProjection * vec4(position, 1.0);
#endif
}
