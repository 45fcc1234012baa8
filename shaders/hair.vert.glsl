// One instance a drawn strand, two vertices a sample: a ribbon that faces the
// camera (or the light, for the depth map). Drawn strands stand in a bundle
// around each simulated one: spread at the root, drawn together towards the tip.
uniform int samples;        // a strand
uniform int bundle;         // drawn strands for each simulated one
uniform int stride;         // every stride-th drawn strand
uniform float spread;       // m, radius of a bundle at the root
uniform float clumping;     // [0, 1]: how far a bundle closes towards the tip
uniform float radius;       // m
uniform float leastPixels;  // width below which a ribbon fades instead of thinning

out vec3 vColour;  // display colour
out vec2 vRibbon;  // across [-1, 1], coverage

void acrossOf(vec3 n, out vec3 s, out vec3 t) {
    s = normalize(abs(n.x) > 0.7 ? vec3(-n.z, 0.0, n.x) : vec3(0.0, n.z, -n.y));
    t = cross(n, s);
}

void main() {
    int drawn = gl_InstanceID * stride;
    int strand = drawn / bundle;
    int member = drawn - strand * bundle;
    int seed = (firstStrand + strand) * 64 + member;
    float along = float(gl_VertexID >> 1) / float(samples - 1);
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;

    float reach = member == 0 ? 1.0 : 1.0 - 0.22 * scatter(seed + 11) * scatter(seed + 12);
    vec3 position, tangent;
    curveAt(strand, along * reach * float(particles - 1), position, tangent);

    vec3 normal = headRotation * texelFetch(strandInfo, texelAt(firstStrand + strand), 0).xyz;
    vec3 s, t;
    acrossOf(normal, s, t);
    float angle = 6.2831853 * scatter(seed + 1);
    float away = member == 0 ? 0.0 : spread * sqrt(scatter(seed + 2));
    float closing = 1.0 - clumping * smoothstep(0.0, 0.85, along);
    vec2 offset = away * closing * vec2(cos(angle), sin(angle));
    float stray = spread * (0.15 + 0.5 * pow(scatter(seed + 6), 6.0)) * along * float(min(member, 1));
    float wave = 6.2831853 * (scatter(seed + 3) + along * (1.0 + 1.5 * scatter(seed + 4)));
    offset += stray * vec2(sin(wave), cos(wave * 0.83 + 1.7));
    position += s * offset.x + t * offset.y + head.xyz;

    vec3 toEye = eye.xyz - position;
    float distance = length(toEye);
#ifdef FOR_SHADOW
    vec3 facing = keyDirection.xyz;
    float pixel = 0.0;
#else
    vec3 facing = toEye / distance;
    float pixel = distance / viewport.z;
#endif
    vec3 across = cross(tangent, facing);
    float size = length(across);
    across = size > 1e-4 ? across / size : s;
    float taper = mix(0.75, 1.0, smoothstep(0.0, 0.08, along)) * (1.0 - 0.82 * along * along * along);
    float half_ = radius * (0.8 + 0.4 * scatter(seed + 7)) * taper;
    float least = 0.5 * leastPixels * pixel;
    position += across * side * max(half_, least);

    // Hairs thinner than a pixel: so many of them stay, a pixel wide and opaque,
    // as cover the same area; each fades over a short range. Fading all of them
    // alike would let the background through however many lie over each other,
    // for their samples coincide.
    float cover = least > 0.0 ? half_ / least : 1.0;
    float fade = cover >= 1.0 ? 1.0 : clamp(0.5 + 4.0 * (cover - scatter(seed + 8)), 0.0, 1.0);
    vRibbon = vec2(side, fade);
#ifdef FOR_SHADOW
    vColour = vec3(0.0);
    gl_Position = lightProjection * vec4(position, 1.0);
#else
    // Hair lying on the head sees less of the sky than hair on the outside.
    float outside = (length(position - head.xyz) / max(head.w, 1e-3) - 0.9) * 2.2;
    float through = lightThrough(position, 32.0, 0.004, 3.5, 2);
    vColour = display(hairLight(position, tangent, along, scatter(seed + 5), through, clamp(0.4 + outside, 0.4, 1.0)));
    gl_Position = viewProjection * vec4(position, 1.0);
#endif
}
