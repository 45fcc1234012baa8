// A flat wisp's hairs. Without relief they are lit along the rims, for hairs tilted to either side, and the map says how
// each tilts; with relief, each place is found by a walk along the view's ray and lit by itself.
uniform mediump sampler2D wispMap;  // wisp_map.h: height (0: nothing), tilt, tone, slope
in vec3 vColour;
in vec3 vColourTilted;
in vec2 vAt;
flat in vec4 vWisp;
out vec4 fragment;

vec2 inMap(vec2 at) { return vec2((vWisp.x + 0.5 + 0.49 * vWisp.y * clamp(at.x, -1.0, 1.0)) / float(RINGLET_WISP_KINDS), at.y); }
vec3 flatColour(vec4 hair) { return mix(vColour, vColourTilted, hair.g) * (0.62 + 0.60 * hair.b); }

// Where a wisp comes out from under others it is in their shade.
float shade() { return mix(0.55, 1.0, smoothstep(0.0, 0.16, vAt.y)); }

// Where strands take its place a wisp is left hair by hair.
float coverOf(vec4 hair) {
    float kept = clamp((1.3 * vWisp.z - hair.b) * 6.0, 0.0, 1.0);
    return kept * clamp(hair.r * 8.0 - 0.3, 0.0, 1.0);
}

#ifndef RELIEF
void main() {
    vec4 hair = texture(wispMap, inMap(vAt));
    float cover = coverOf(hair);
    if (cover < 0.3) discard;
    fragment = vec4(flatColour(hair) * shade(), cover);
}
#else
in vec3 vPosition;
in vec3 vAcross;
in vec3 vAlong;
flat in float vRelief;

const float reliefDepth = 0.25, mostRelief = 0.002;  // of half the width; m
const int steps = 8, lightSteps = 4;
float level;  // of the map's smaller copies
float heightAt(vec2 at) { return abs(at.x) > 1.0 ? 0.0 : textureLod(wispMap, inMap(at), level).r; }
vec2 mapped(vec3 way) { return vec2(dot(way, vAcross) / dot(vAcross, vAcross), dot(way, vAlong) / dot(vAlong, vAlong)); }

void main() {
    vec2 fine = vec2(0.49, 1.0) * vec2(textureSize(wispMap, 0)) / vec2(float(RINGLET_WISP_KINDS), 1.0);
    vec2 dx = dFdx(vAt) * fine, dy = dFdy(vAt) * fine;
    level = clamp(0.5 * log2(max(max(dot(dx, dx), dot(dy, dy)), 1.0)), 0.0, float(RINGLET_WISP_LEVELS));
    vec3 toEye = normalize(eye.xyz - vPosition), normal = normalize(cross(vAcross, vAlong));
    if (dot(normal, toEye) < 0.0) normal = -normal;
    float depth = min(reliefDepth * length(vAcross), mostRelief) * vRelief;
    vec3 way = -toEye * (depth / max(dot(normal, toEye), 0.3));
    vec2 slope = mapped(way);

    // The first step below the hairs, and where between the last two the ray meets them.
    float t = 0.0, above = 1.0 - heightAt(vAt), found = 1.0;
    for (int i = 1; i <= steps; ++i) {
        t = float(i) / float(steps);
        float gap = 1.0 - heightAt(vAt + slope * t) - t;
        if (gap <= 0.0) {
            found = t - (gap < above ? -gap / max(above - gap, 1e-4) / float(steps) : 0.0);
            break;
        }
        above = gap;
    }
    vec2 at = vAt + slope * found;
    vec4 hair = textureLod(wispMap, inMap(at), level);
    if (abs(at.x) > 1.0) hair.r = 0.0;
    float cover = coverOf(hair);
    if (cover < 0.3) discard;
    vec3 position = vPosition + way * found;

    // Hairs of the wisp itself that stand between a place and the light.
    float rise = dot(normal, keyDirection.xyz), own = 1.0;
    vec2 toLight = mapped(keyDirection.xyz) * (depth / max(abs(rise), 0.3));
    for (int i = 1; i <= lightSteps && rise > 0.0; ++i) {
        float part = float(i) / float(lightSteps) * (1.0 - hair.r);
        own = min(own, 1.0 - 2.0 * (heightAt(at + toLight * part) - hair.r - part));
    }
    own = clamp(own, 0.25, 1.0);

    vec3 tangent = normalize(vAlong) + 0.2 * (hair.g - 0.5) * normal + 0.8 * (hair.a - 0.5) * vWisp.y * normalize(vAcross);
    HairPlace place = hairPlace(position, 0.002, 0.004);
    place.lit.x *= own;
    float seed = fract(vWisp.w + 0.37 * hair.b);
    vec3 light = hairLight(position, normalize(tangent), vAt.y, seed, place);
    vec3 whole = display(light * mix(0.5, 1.0, hair.r));
    fragment = vec4(mix(flatColour(hair), whole, vRelief) * shade(), cover);
    vec4 clip = viewProjection * vec4(position, 1.0);
    gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
}
#endif
