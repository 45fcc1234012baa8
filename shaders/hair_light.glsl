// Light scattered by hairs. Lit at a strand's samples: a hair is hardly wider
// than a pixel, so what varies across it cannot be seen, and highlights along
// it stay steady.
uniform vec3 hairColour;   // linear, of much hair in white light
uniform float tintSpread;  // how much strands differ
uniform float gloss;       // strength of the highlights
uniform int hairShading;   // 0: Marschner's lobes, 1: Kajiya and Kay

const float fresnelAtNormal = 0.0465;  // a hair's refractive index is 1.55

float fresnel(float c) {
    float m = 1.0 - clamp(c, 0.0, 1.0);
    return fresnelAtNormal + (1.0 - fresnelAtNormal) * m * m * m * m * m;
}
float bell(float x, float width) { return exp(-0.5 * x * x / (width * width)) / (2.5066283 * width); }

// Marschner et al. 2003: reflection (R), transmission (TT) and internal
// reflection (TRT), each a bell along the hair, shifted by the cuticle's tilt,
// times its share around the hair; azimuthal shapes fitted by Karis (2016) to
// d'Eon et al. 2011. Sines are along the tangent.
vec3 lobes(vec3 colour, vec3 tangent, vec3 toEye, vec3 toLight, float jitter) {
    const float tilt = 0.05;
    const float wide = 0.13;
    float sinL = dot(tangent, toLight);
    float sinV = dot(tangent, toEye);
    vec3 acrossL = toLight - tangent * sinL;
    vec3 acrossV = toEye - tangent * sinV;
    float cosPhi = dot(acrossL, acrossV) * inversesqrt(dot(acrossL, acrossL) * dot(acrossV, acrossV) + 1e-4);
    float halfPhi = sqrt(clamp(0.5 + 0.5 * cosPhi, 0.0, 1.0));
    float cosD = sqrt(clamp(0.5 + 0.5 * (sinL * sinV + sqrt(max((1.0 - sinL * sinL) * (1.0 - sinV * sinV), 0.0))), 0.05, 1.0));
    float sum = sinL + sinV + jitter;

    float r = bell(sum + 2.0 * tilt, wide * 1.4142 * max(halfPhi, 0.3)) * 0.25 * halfPhi *
              fresnel(sqrt(clamp(0.5 + 0.5 * dot(toEye, toLight), 0.0, 1.0)));

    float bent = cosD / (1.19 + 0.36 * cosD * cosD);  // 1 / the index seen along a tilted ray
    float h = halfPhi * (1.0 + bent * (0.6 - 0.8 * cosPhi));
    float entered = 1.0 - fresnel(cosD * sqrt(clamp(1.0 - h * h, 0.0, 1.0)));
    float path = 0.5 * sqrt(clamp(1.0 - h * h * bent * bent, 0.0, 1.0)) / cosD;
    vec3 tt = pow(colour, vec3(path)) * bell(sum - tilt, 0.5 * wide) * entered * entered * exp(-3.65 * cosPhi - 3.98);

    float inside = fresnel(0.5 * cosD);
    vec3 trt = pow(colour, vec3(0.8 / cosD)) * bell(sum - 4.0 * tilt, 2.0 * wide) * (1.0 - inside) * (1.0 - inside) *
               inside * exp(17.0 * cosPhi - 16.78);
    return 3.1415927 * (1.6 * vec3(r) + tt + trt);  // light is given as what a white surface sends back
}

// Kajiya and Kay 1989, with the two shifted highlights of Scheuermann 2004.
float shine(float sine, float sharpness) { return pow(max(1.0 - sine * sine, 0.0), 0.5 * sharpness); }
vec3 kajiyaKay(vec3 colour, vec3 tangent, vec3 outward, vec3 toEye, vec3 toLight, float jitter) {
    vec3 halfway = normalize(toLight + toEye);
    float pale = shine(dot(normalize(tangent + outward * (jitter - 0.07)), halfway), 90.0);
    float tinted = shine(dot(normalize(tangent + outward * (jitter + 0.12)), halfway), 22.0);
    return 0.07 * pale + (colour * 0.6 + 0.012) * tinted;
}

// Light that many hairs have scattered: seen from a surface of hair that faces
// outward, wrapped around it.
vec3 scattered(vec3 colour, vec3 tangent, vec3 outward, vec3 toLight) {
    float along = dot(tangent, toLight);
    float across = sqrt(max(1.0 - along * along, 0.0));
    float wrapped = clamp((dot(outward, toLight) + 0.5) / 1.5, 0.0, 1.0);
    return 0.7 * colour * across * wrapped;
}

vec3 lit(vec3 colour, vec3 tangent, vec3 outward, vec3 toEye, vec3 toLight, float jitter) {
    vec3 highlights = hairShading == 1 ? kajiyaKay(colour, tangent, outward, toEye, toLight, jitter)
                                       : lobes(colour, tangent, toEye, toLight, jitter);
    float facing = smoothstep(-0.35, 0.5, dot(outward, toLight));
    return scattered(colour, tangent, outward, toLight) + gloss * highlights * facing;
}

// Linear light from a point of a hair. along: [0, 1] from the root; seed:
// [0, 1), the hair's own; through: key light that arrives; open_: of the sky.
vec3 hairLight(vec3 position, vec3 tangent, float along, float seed, vec3 through, float open_) {
    vec3 toEye = normalize(eye.xyz - position);
    vec3 outward = normalize(normalize(position - head.xyz) * 0.7 + toEye * 0.45);
    outward = normalize(outward - tangent * dot(outward, tangent) * 0.7);
    float tone = 1.0 + tintSpread * (2.0 * seed - 1.0);
    vec3 base = hairColour * tone * mix(vec3(1.0), vec3(1.06, 0.99, 0.93), tintSpread * sin(seed * 91.0));
    base = clamp(base * mix(0.7, 1.0, smoothstep(0.0, 0.3, along)), 0.001, 0.99);
    float jitter = 0.10 * (fract(seed * 57.0) - 0.5);
    vec3 light = 0.7 * base * mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * outward.y) * open_;
    light += keyColour.rgb * through * lit(base, tangent, outward, toEye, keyDirection.xyz, jitter);
    light += 0.5 * rimColour.rgb * open_ * lit(base, tangent, outward, toEye, rimDirection.xyz, jitter);
    return light;
}
