// A ribbon a hair of brows and lashes, which are fixed to the head.
uniform highp sampler2D faceHair;  // a texel a point: the bust's own space, m; radius, m, below 0: of a lash
uniform int points;                // a hair
uniform vec4 bust;                 // as in head.vert.glsl
uniform mat4 placement;
out vec3 vColour;
out vec3 vColourOn;
out vec4 vRibbon;                  // as hair.frag.glsl has them
flat out vec2 vHairs;
#ifdef MOTION
out vec4 vBefore;
#endif

vec4 pointOf(int hair, int point) {
    int index = hair * points + clamp(point, 0, points - 1);
    vec4 p = texelFetch(faceHair, ivec2(index & (RINGLET_TEXTURE_WIDTH - 1), index >> RINGLET_TEXTURE_WIDTH_BITS), 0);
    return vec4((placement * vec4(p.xyz / bust.w + bust.xyz, 1.0)).xyz, p.w / bust.w);
}

void main() {
    RibbonVertex vertex = ribbonVertex();
    vec4 p = pointOf(vertex.ribbon, vertex.place);
    vec3 tangent = normalize(pointOf(vertex.ribbon, vertex.place + 1).xyz - pointOf(vertex.ribbon, vertex.place - 1).xyz);
    vec3 facing = eye.xyz - p.xyz, across = cross(tangent, facing);
    float along = float(vertex.place) / float(points - 1), pixel = length(facing) / viewport.z;
    float radius = abs(p.w), least = 0.35 * pixel;
    float seed = strandSeed(vertex.ribbon);
    vec3 position = p.xyz + across * (vertex.side * max(radius, least) / max(length(across), 1e-6));
    about = 0.0;
    HairPlace place = hairPlace(p.xyz, 0.006, 0.008);
    place.sky = 1.0;
    vec3 light = hairLight(p.xyz, tangent, 0.5, seed, place);
    vColour = vColourOn = display(p.w < 0.0 ? 0.25 * light : 0.75 * light);
    // Hairs thinner than a pixel: so many of them stay, and far away half of each pixel, for the paint below has the rest.
    float kept = mix(0.5, 1.0, faceHairShown(pixel * bust.w));
    vRibbon = vec4(vertex.side, kept * clamp(0.5 + 4.0 * (radius / (kept * least) - scatter(vertex.ribbon * 16 + 8)), 0.0, 1.0), along, 1.0);
    vHairs = vec2(seed, 1.0);
    gl_Position = viewProjection * vec4(position, 1.0);
#ifdef MOTION
    vBefore = headMotion * vec4(position, 1.0);
#endif
}
