// Matte and soft, like unglazed porcelain: the head serves the hair.
uniform vec4 surface;    // linear colour and opacity
uniform vec3 hairColour;
uniform float painted;   // 1: the bust's face
in vec3 vPosition;
in vec3 vNormal;
in vec3 vInHead;
in vec2 vScalpAndSky;
#ifndef SMOOTH_SHADOWS
in vec3 vShade;
#endif
layout(location = 0) out vec4 fragment;

float squared(float a) { return a * a; }

// What a sculptor would paint on the bust: lashes and folds of closed eyes, brows in
// the hair's colour, lips, nostrils, a little red on the cheeks. The bust's own space,
// m; one side mirrors the other.
vec3 paintedFace(vec3 base, vec3 p, vec3 normal) {
    if (p.z < 0.045 || p.y > 0.03 || p.y < -0.12) return base;
    float x = abs(p.x);
    float dx = (x - 0.0300) / 0.0135;
    float lid = -0.0245 + 0.0042 * dx * dx;
    // Thicker towards the outer corner, and a little longer there.
    float thick = mix(0.0010, 0.0019, smoothstep(-0.6, 0.9, dx));
    float lash = (1.0 - smoothstep(0.3 * thick, thick, abs(p.y - lid))) * (1.0 - smoothstep(0.80, 1.08, abs(dx - 0.06)));
    float fold = (1.0 - smoothstep(0.0002, 0.0014, abs(p.y + 0.0118 + 0.0028 * dx * dx))) * (1.0 - smoothstep(0.55, 1.05, abs(dx)));
    float lidShade = (1.0 - smoothstep(0.2, 1.0, dx * dx + squared((p.y + 0.0180) / 0.0095)));
    float bx = (x - 0.0310) / 0.0210;
    float arch = 0.0028 - 0.0042 * bx * bx + 0.0020 * bx;
    float brush = mix(0.0042, 0.0020, smoothstep(-0.5, 1.0, bx));  // broad near the nose, thin at the temple
    float brow = (1.0 - smoothstep(0.25 * brush, brush, abs(p.y - arch))) * smoothstep(-1.0, -0.55, bx) * (1.0 - smoothstep(0.6, 1.0, bx));
    // The upper lip's bow dips in the middle; both lips narrow to the corners.
    float narrow = 1.0 - squared(x / 0.0262);
    float bow = 0.0058 * narrow - 0.0014 * exp(-x * x / 1.8e-5);
    float line = -0.0789 + 2.2 * x * x - 0.0006 * cos(min(x, 0.019) * 330.0);  // where they meet
    float above = p.y - line;
    float upper = smoothstep(-0.0006, 0.0004, above) * (1.0 - smoothstep(0.75, 1.25, above / max(bow + 0.0012, 1e-4)));
    float lower = smoothstep(-0.0006, 0.0004, -above) * (1.0 - smoothstep(0.70, 1.25, -above / max(0.0098 * narrow, 1e-4)));
    float inLips = smoothstep(0.0, 0.12, narrow);
    upper *= inLips;
    lower *= inLips;
    float mouth = (1.0 - smoothstep(0.0002, 0.0013, abs(above))) * (1.0 - smoothstep(0.019, 0.0265, x));
    float nostril = (1.0 - smoothstep(0.3, 1.0, squared((x - 0.0062) / 0.0040) + squared((p.z - 0.0925) / 0.0048))) * smoothstep(0.25, 0.75, -normal.y)
        * (1.0 - smoothstep(-0.050, -0.047, p.y)) * smoothstep(-0.062, -0.058, p.y);
    float cheek = exp(-(squared((x - 0.040) / 0.018) + squared((p.y + 0.044) / 0.016)));
    vec3 colour = base;
    colour = mix(colour, colour * vec3(1.0, 0.82, 0.76), 0.45 * cheek);
    colour = mix(colour, colour * vec3(0.86, 0.74, 0.72), 0.5 * lidShade);
    colour = mix(colour, colour * vec3(0.62, 0.48, 0.44), 0.45 * fold);
    colour = mix(colour, colour * vec3(0.86, 0.56, 0.54), 0.75 * max(upper, lower));
    colour = mix(colour, colour * vec3(0.40, 0.22, 0.21), 0.65 * mouth);
    colour = mix(colour, colour * vec3(0.40, 0.26, 0.24), 0.7 * nostril);
    colour = mix(colour, mix(hairColour * 0.35, vec3(0.03), 0.3), 0.62 * brow);
    return mix(colour, vec3(0.035, 0.025, 0.022), 0.8 * lash);
}

void main() {
    vec3 normal = normalize(vNormal);
    vec3 toEye = normalize(eye.xyz - vPosition);
    float facing = dot(normal, keyDirection.xyz);
    float key = clamp((facing + 0.25) / 1.25, 0.0, 1.0);
    // The first pictures have to come at once: their shadows are found at vertices.
#ifdef SMOOTH_SHADOWS
    vec3 shade = vec3(1.0);
    if (key > 0.0) {
        float turn = 6.2831853 * pixelNoise(gl_FragCoord.xy);
        vec3 off = vPosition + normal * 0.003;
        shade = smoothLightThroughHair(off, 0.3 * hairColour, 0.001, turn, 8) * smoothLightPastHead(off, 0.005, turn, 16);
    }
#else
    vec3 shade = vShade;
#endif
    float scalp = vScalpAndSky.x;
    float sky = vScalpAndSky.y;
    vec3 base = painted > 0.5 ? paintedFace(surface.rgb, vInHead, normal) : surface.rgb;
    base = mix(base, hairColour * 0.3, 0.9 * scalp);
    // What is hollow is lit by its own surroundings: darker, and warmer.
    vec3 hollow = mix(pow(base, vec3(0.6, 0.9, 1.0)) * 0.55, vec3(1.0), sky);
    vec3 light = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * normal.y) * hollow;
    // Light that has travelled under the skin reddens the edge of a shadow.
    vec3 soft = mix(vec3(1.0, 0.80, 0.70), vec3(1.0), smoothstep(0.0, 0.6, key * shade.g));
    light += keyColour.rgb * key * mix(vec3(0.06), vec3(1.0), shade) * soft * mix(0.8, 1.0, sky);
    vec3 halfway = normalize(keyDirection.xyz + toEye);
    float grazing = 1.0 - max(dot(normal, toEye), 0.0);
    float sheen = 0.04 + 0.5 * grazing * grazing * grazing * grazing * grazing;
    float gleam = pow(max(dot(normal, halfway), 0.0), 24.0) * smoothstep(0.0, 0.3, facing);
    vec3 colour = base * light + (1.0 - scalp) * keyColour.rgb * shade * sheen * gleam * 1.6;
    float rim = grazing * grazing * grazing * clamp(dot(normal, rimDirection.xyz) + 0.4, 0.0, 1.0);
    colour += rimColour.rgb * rim * 0.3 * sky * (1.0 - 0.8 * scalp);
    fragment = vec4(display(colour), surface.a);
#ifdef MOTION
    writeMotion(headMotion * vec4(vPosition, 1.0));
#endif
}
