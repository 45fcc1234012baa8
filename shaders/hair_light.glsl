// Light scattered by hairs, after hair_formula.h with hair_table.h's texture. Lit at a strand's samples: a hair is hardly
// wider than a pixel, so what varies across it cannot be seen, and highlights along it stay steady.
uniform vec3 hairColour;      // linear, of much hair in white light
uniform vec3 hairAbsorption;  // of its pigment
uniform float tintSpread;     // how much strands differ
uniform float gloss;          // strength of the highlights
uniform int hairShading;      // 0: dual scattering, 1: Kajiya and Kay
uniform mediump sampler2D hairTable;

// What optical depth in the map stands for: so many hairs one behind the other. A hair's ribbon is narrower there than it is
// seen, and covers by `hairOpacity` of hair_drawing.cpp; hairs that lie in wisps hide each other.
const float hairsADepth = 1.8;

vec4 inTable(float column, float row) { return textureLod(hairTable, (vec2(column, row) + 0.5) / vec2(64.0, 32.0), 0.0); }

// Hairs between a point and a lamp.
float hairsBefore(vec3 position, float bias, int lamp) {
    vec3 at = inLight(position, lamp);
    if (unshaded(at)) return 0.0;
    float depth = at.z * keyDirection.w - bias, sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        vec2 tap = inMaps(at.xy + shadowTaps[i] * (2.5 * shadow.x), lamp);
        float first = textureLod(hairDepth, tap, 0.0).r;
        if (first < 1.0) sum += hairBefore(tap, depth - first * keyDirection.w);
    }
    return 0.25 * hairsADepth * sum;
}

// What stands between a point and the light: x: of the key light, y: of the rim light.
struct HairPlace {
    vec2 before;  // hairs
    vec2 lit;     // share that passes the head
    float sky;    // of the sky, guessed by the distance from the head
};
float about = 0.5;  // hairs that lie about one, where no map's layers tell of them: as many as keep tips from being bleached
// biases: metres.
HairPlace hairPlace(vec3 position, float hairBias, float headBias) {
    HairPlace place;
    vec3 from = position - head.xyz;
    // Hair lying on the head sees less of the sky than hair on the outside.
    place.sky = clamp(0.4 + (length(from) / max(head.w, 1e-3) - 0.9) * 2.2, 0.4, 1.0);
    // Without a map the rim light reaches what faces it, on a head whose lower part is a column, through some hairs:
    // so many that it looks as with the maps.
    vec3 out_ = vec3(from.x, max(from.y, 0.0), from.z);
    float facing = smoothstep(-0.1, 0.6, dot(out_, rimDirection.xyz) * inversesqrt(max(dot(out_, out_), 1e-9)));
    // Hair of the far side is seen from within.
    float within = smoothstep(0.0, 0.5, dot(out_, position - eye.xyz) * inversesqrt(max(dot(out_, out_), 1e-9) * dot(position - eye.xyz, position - eye.xyz)));
    place.before = vec2(hairsBefore(position, hairBias, keyLamp) + about * (1.0 - mapped()), mix(7.0, 1.2, facing * (1.0 - within)));
    place.lit = vec2(lightPastHead(position, headBias, keyLamp), smoothstep(0.0, 0.3, facing));
    if (mapped() > 0.0) {
        place.before.y = mix(place.before.y, hairsBefore(position, hairBias, rimLamp), mapped());
        place.lit.y = mix(place.lit.y, lightPastHead(position, headBias, rimLamp), mapped());
    }
    return place;
}

float strays = 0.0;  // rad^2: how much hairs that are lit as one differ in direction

// S cos(theta_in), from afar.
vec3 hairLobes(HairAngles a, float pigment, float jitter) {
    const float v = hairSpread * hairSpread;
    vec4 inside = inTable(63.0 * aroundPlace(a), 15.0 * a.cosD);
    float r = alongLobe(a, v + strays, 2.0 * hairTilt + jitter) * aroundMirror(a);
    float tt = alongLobe(a, 0.25 * v + strays, jitter - hairTilt) * inside.x, trt = alongLobe(a, 4.0 * v + strays, jitter - 4.0 * hairTilt) * inside.z;
    vec3 taken = pigment * hairAbsorption;
    return gloss * r + tt * exp(-inside.y * taken) + gloss * trt * exp(-inside.w * taken);
}

// Kajiya and Kay 1989, with the two shifted highlights of Scheuermann 2004.
float shine(float sine, float sharpness) { return pow(max(1.0 - sine * sine, 0.0), 0.5 * sharpness); }
vec3 kajiyaKay(vec3 colour, vec3 tangent, vec3 outward, vec3 toEye, vec3 toLight, float jitter) {
    vec3 halfway = normalize(toLight + toEye);
    float pale = shine(dot(normalize(tangent + outward * (jitter - 0.07)), halfway), 90.0);
    float tinted = shine(dot(normalize(tangent + outward * (jitter + 0.12)), halfway), 22.0);
    float along = dot(tangent, toLight), wrapped = clamp((dot(outward, toLight) + 0.5) / 1.5, 0.0, 1.0);
    return gloss * (0.07 * pale + (colour * 0.6 + 0.012) * tinted) + 0.7 * colour * sqrt(max(1.0 - along * along, 0.0)) * wrapped;
}

// A hair and what it is seen by.
struct Hair {
    vec3 tangent, outward, toEye, colour, forward, back;
    float pigment, jitter;
};

// before: hairs between it and the light.
vec3 litHair(Hair hair, vec3 toLight, float before) {
    if (hairShading == 1) return exp(-0.3 * before) * kajiyaKay(hair.colour, hair.tangent, hair.outward, hair.toEye, toLight, hair.jitter);
    HairAngles a = hairAngles(hair.tangent, hair.toEye, toLight);
    HairCrowd crowd = hairCrowd(a, before, dot(hair.outward, toLight));
    vec3 own = hairLobes(a, hair.pigment, hair.jitter);
    return vec3(hairSends(a, crowd, own.r, hair.forward.r, hair.back.r), hairSends(a, crowd, own.g, hair.forward.g, hair.back.g),
                hairSends(a, crowd, own.b, hair.forward.b, hair.back.b));
}

// Share of the sky that reaches a hair: half by its distance from the head, a guess for green; half as the maps have it, some from the eye's side and
// some from either lamp's, through the hair there. The shares are what comes nearest to the path tracer's pictures.
vec3 skyOpen(Hair hair, HairPlace place) {
    vec3 dims = vec3(hairDimsEvenly(hair.forward.r, hair.back.r), hairDimsEvenly(hair.forward.g, hair.back.g), hairDimsEvenly(hair.forward.b, hair.back.b));
    vec3 known = vec3(0.4) + 0.9 * (place.lit.x * exp(-place.before.x * dims) + place.lit.y * exp(-place.before.y * dims));
    return mix(pow(vec3(place.sky), dims / max(dims.g, 0.001)), known, 0.5 * mapped());
}

// Linear light from a point of a hair. along: [0, 1] from the root; seed: [0, 1), the hair's own.
vec3 hairLight(vec3 position, vec3 tangent, float along, float seed, HairPlace place) {
    Hair hair;
    vec3 from = position - head.xyz;
    hair.tangent = tangent;
    hair.toEye = normalize(eye.xyz - position);
    hair.outward = normalize(from * inversesqrt(max(dot(from, from), 1e-12)) * 0.7 + hair.toEye * 0.45);
    hair.outward = normalize(hair.outward - tangent * dot(hair.outward, tangent) * 0.7);
    float root = pigmentRootOf(seed, along, tintSpread);
    hair.pigment = root * root;
    hair.colour = pow(clamp(hairColour, 0.001, 0.99), vec3(root));
    hair.jitter = 0.06 * (fract(seed * 57.0) - 0.5);
    float row = 16.0 + 15.0 * abs(dot(tangent, hair.toEye)), column = 15.5 * min(root, 2.0);
    hair.forward = inTable(column, row).rgb;
    hair.back = inTable(column + 32.0, row).rgb;
    // Even surroundings: what endless hair returns, the gleam of dark hair's surfaces with it.
    vec3 endless = vec3(hairReturns(hair.forward.r, hair.back.r), hairReturns(hair.forward.g, hair.back.g), hairReturns(hair.forward.b, hair.back.b));
    vec3 light = endless * mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * hair.outward.y) * skyOpen(hair, place);
    if (place.lit.x > 0.0) light += keyColour.rgb * place.lit.x * litHair(hair, keyDirection.xyz, place.before.x);
    if (place.lit.y > 0.0) light += RINGLET_RIM_SHARE * rimColour.rgb * place.lit.y * litHair(hair, rimDirection.xyz, place.before.y);
    return light;
}
