// Skin: light that spreads under it, farther the redder, and two lobes of gloss, of the skin and of the oil on it.
uniform vec4 surface;    // linear colour and opacity
uniform float painted;   // 1: the bust's face; 2: and strands are drawn for brows and lashes
uniform mat4 placement;
uniform vec4 bust;       // as in head.vert.glsl
in vec3 vPosition;
in vec3 vNormal;
in vec3 vInHead;
in vec2 vScalpAndSky;
#ifndef SMOOTH_SHADOWS
in vec2 vShade;
#endif
layout(location = 0) out vec4 fragment;

// What a sculptor would paint on the bust: lids and their lashes, brows in the hair's colour, lips, nostrils, a little
// red on the cheeks. The bust's own space, m; one side mirrors the other.
vec3 paintedFace(vec3 base, vec3 p, vec3 normal, float footprint) {
    if (p.z < 0.045 || p.y > 0.03 || p.y < -0.12) return base;
    float x = abs(p.x);
    float at = alongEye(x), upperEdge = p.y - upperLid(at), lowerEdge = lowerLid(at) - p.y;
    float along = 1.0 - smoothstep(0.85, 1.08, abs(at));
    // The edges of the lids: the upper one in the shadow of its lashes, the lower one moist.
    float lash = along * smoothstep(-0.0002, 0.0001, upperEdge) * (1.0 - smoothstep(0.0003, mix(0.0010, 0.0017, smoothstep(-0.6, 0.9, at)), upperEdge));
    float moist = along * smoothstep(-0.0002, 0.0002, lowerEdge) * (1.0 - smoothstep(0.0004, 0.0013, lowerEdge));
    float fold = exp(-squared((upperEdge - 0.0034 + 0.0009 * at * at) / 0.0006)) * (1.0 - smoothstep(0.75, 1.15, abs(at)));
    float bag = exp(-squared((lowerEdge - 0.0045) / 0.0022)) * (1.0 - smoothstep(0.4, 1.1, abs(at + 0.15)));
    float lidShade = (1.0 - smoothstep(0.5, 1.5, at * at * 0.8 + squared((p.y + 0.0165) / 0.0110)));
    float bx = alongBrow(x), brush = browBrush(bx);
    float brow = (1.0 - smoothstep(0.25 * brush, brush, abs(p.y - browArch(bx)))) * smoothstep(-1.0, -0.55, bx) * (1.0 - smoothstep(0.6, 1.0, bx));
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
    colour = mix(colour, colour * vec3(0.62, 0.48, 0.44), 0.85 * fold);
    colour = mix(colour, colour * vec3(0.88, 0.76, 0.76), 0.5 * bag);
    colour = mix(colour, colour * vec3(1.05, 0.78, 0.74), 0.7 * moist);
    colour = mix(colour, colour * vec3(0.84, 0.45, 0.43), 0.8 * max(upper, lower));
    colour = mix(colour, colour * vec3(0.40, 0.22, 0.21), 0.65 * mouth);
    colour = mix(colour, colour * vec3(0.40, 0.26, 0.24), 0.7 * nostril);
    float strands = painted > 1.5 ? faceHairShown(footprint) : 0.0;
    colour = mix(colour, mix(browColour(hairColour) * 0.35, vec3(0.03), 0.3), mix(0.62, 0.22, strands) * brow);
    return mix(colour, vec3(0.035, 0.025, 0.022), mix(0.85, 0.6, strands) * lash);
}

// Rows along an axis would be seen.
const mat3 aslant = mat3(0.72, 0.60, -0.35, -0.48, 0.79, 0.38, 0.50, -0.11, 0.86);

// Unevenness of colour that skin has, and pores that are seen from near. fine: [0, 1], from near.
vec3 mottled(vec3 base, vec3 p, float footprint, float fine) {
    float broad = noise(p * 70.0) - 0.5, near = 1.0 - smoothstep(0.0008, 0.0012, footprint);
    float small = near > 0.0 ? near * (noise(p * 330.0) - 0.5) : 0.0;
    base *= mix(vec3(1.0), vec3(1.05, 0.88, 0.84), clamp(0.9 * broad + 0.35 * small, -1.0, 1.0));
    return fine > 0.0 ? base * (1.0 - fine * 0.05 * smoothstep(0.70, 0.9, noise(p * 900.0))) : base;
}
vec3 withPores(vec3 normal, vec3 p, float fine) {
    if (fine <= 0.0) return normal;
    vec3 q = p * 1500.0;
    float here = noise(q);
    vec3 slope = vec3(noise(q + vec3(0.4, 0.0, 0.0)), noise(q + vec3(0.0, 0.4, 0.0)), noise(q + vec3(0.0, 0.0, 0.4))) - here;
    return normalize(normal - fine * 0.16 * (slope - normal * dot(slope, normal)));
}

// What shines of a surface of that roughness (Trowbridge and Reitz 1975, with Smith's shadowing as Karis 2013 fits it).
float gloss(float nh, float nl, float nv, float roughness) {
    float a = roughness * roughness, d = nh * nh * (a * a - 1.0) + 1.0, k = 0.5 * a;
    return a * a / (d * d) / (4.0 * mix(nl, 1.0, k) * mix(nv, 1.0, k));
}
vec3 skinGloss(vec3 normal, vec3 toEye, vec3 toLight, float oil) {
    vec3 halfway = normalize(toLight + toEye);
    float nl = clamp(dot(normal, toLight), 0.0, 1.0), nv = clamp(dot(normal, toEye), 0.05, 1.0), nh = clamp(dot(normal, halfway), 0.0, 1.0);
    float f = 0.028 + 0.972 * pow(1.0 - clamp(dot(toEye, halfway), 0.0, 1.0), 5.0);
    return vec3(0.75 * f * nl * (0.8 * gloss(nh, nl, nv, 0.60) + 0.2 * oil * gloss(nh, nl, nv, 0.42)));
}

// Key light that arrives: past the head, and through hair.
float keyPastHead(vec3 normal, Taps taps) { return lightPastHead(vPosition + normal * 0.003, 0.005, taps); }
vec3 keyThroughHair(vec3 normal, Taps taps) { return lightThroughHair(vPosition + normal * 0.003, 0.3 * hairColour, 0.001, taps); }

void main() {
    vec3 normal = normalize(vNormal);
    vec3 toEye = normalize(eye.xyz - vPosition);
    float footprint = length(eye.xyz - vPosition) / viewport.z;  // m a pixel
    float fine = 1.0 - smoothstep(0.00012, 0.0005, footprint);
    float facing = dot(normal, keyDirection.xyz);
    float key = clamp((facing + 0.25) / 1.25, 0.0, 1.0);
    float turn = 6.2831853 * pixelNoise(gl_FragCoord.xy + 64.0 * jitter.xy * viewport.xy);
    vec2 reach = shadowSoftness * vec2(cos(turn), sin(turn));
#ifdef SMOOTH_SHADOWS
    vec3 shade = key > 0.0 ? keyThroughHair(normal, Taps(reach, 8)) * keyPastHead(normal, Taps(reach, 16)) : vec3(1.0);
#else
    // The first pictures have to come at once: a pixel looks at the maps only where vertices say that a shadow's edge may run,
    // and by few taps, which farther apart would be seen as grain. Where the depth of hair is guessed, at vertices alone: near
    // the hairline its edge was as narrow and dark as a scratch.
    vec2 said = clamp(vShade, 0.0, 1.0);  // between vertices a little less than nothing, which has no root
    if (key > 0.0 && said.x > 0.01 && said.x < 0.97) said.x = keyPastHead(normal, Taps(0.7 * reach, 9));
    vec3 shade = vec3(said.x * said.y);
    if (key > 0.0 && said.x > 0.01 && said.y > 0.01 && said.y < 0.97 && shadow.y > 0.0) shade = said.x * keyThroughHair(normal, Taps(0.8 * reach, 6));
#endif
    float scalp = vScalpAndSky.x;
    float sky = vScalpAndSky.y;
    bool skin = painted > 0.5;
    vec3 base = skin ? paintedFace(mottled(surface.rgb, vInHead, footprint, fine), vInHead, normal, footprint * bust.w) : surface.rgb;
    // Between the roots, which are dots from near, the scalp is skin; where strips leave more of it bare it is all roots.
    float roots = 1.0;
#ifdef SMOOTH_SHADOWS
    vec3 cell = aslant * vInHead / 0.0008 + 0.7 * noise(vInHead * 700.0), in_ = floor(cell);
    vec3 at = fract(cell) - 0.5 - 0.56 * (vec3(hashed(in_), hashed(in_ + 7.0), hashed(in_ + 13.0)) - 0.5);
    float root = 1.0 - smoothstep(0.14, 0.34, length(at));
    roots = mix(0.9, 0.3 + 0.45 * root, skin ? fine : 0.0);
#endif
    base = mix(base, hairColour * 0.3, scalp * roots);
    // What is hollow is lit by its own surroundings: darker, and warmer.
    vec3 hollow = mix(pow(base, vec3(0.6, 0.9, 1.0)) * 0.55, vec3(1.0), sky);
    vec3 light = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * normal.y) * hollow;
    // Light that has travelled under the skin comes out beyond the edge of a shadow: farther the redder (wrapped about each
    // place as far as a channel travels, and falling the faster).
    vec3 far = skin ? vec3(0.34, 0.22, 0.17) : vec3(0.25);
    vec3 spread = pow(clamp((vec3(facing) + far) / (1.0 + far), 0.0, 1.0), 1.0 + 2.0 * far);
    vec3 through = pow(shade, skin ? vec3(0.78, 0.95, 1.0) : vec3(1.0));
    light += keyColour.rgb * spread * mix(vec3(0.06), vec3(1.0), through) * mix(0.8, 1.0, sky);
    float grazing = 1.0 - max(dot(normal, toEye), 0.0);
    vec3 colour = base * light;
    vec3 rough = withPores(normal, vInHead, skin ? fine : 0.0);
    float oil = 0.5 + 0.6 * exp(-squared(vInHead.x / 0.03)) * smoothstep(0.05, 0.08, vInHead.z);  // forehead, nose and chin
    colour += (1.0 - 0.75 * scalp) * sky * shade * keyColour.rgb * 3.1415927 * skinGloss(rough, toEye, keyDirection.xyz, skin ? oil : 0.6);
    colour += (1.0 - 0.75 * scalp) * 0.05 * sky * grazing * grazing * skyColour.rgb;
    float rim = grazing * grazing * grazing * clamp(dot(normal, rimDirection.xyz) + 0.4, 0.0, 1.0);
    colour += rimColour.rgb * rim * 0.3 * sky * (1.0 - 0.8 * scalp);
    float within = withinLids(vInHead), edge = max(0.7 * fwidth(within), 1e-6);
    if (skin && vInHead.z > 0.045 && within > -edge) {
        mat3 turn = mat3(placement);
        vec3 around = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.4 * normal.y);
        colour = mix(colour, eyeLight(vInHead, toEye * turn, keyDirection.xyz * turn, keyColour.rgb * shade, around), smoothstep(-edge, edge, within));
    }
    fragment = vec4(display(colour), surface.a);
#ifdef MOTION
    writeMotion(headMotion * vec4(vPosition, 1.0));
#endif
}
