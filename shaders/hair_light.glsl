// Kajiya and Kay's hair with the two shifted highlights of Scheuermann's
// version: a pale one moved towards the tip, a tinted one towards the root.
// Lit at a strand's samples: a hair is hardly wider than a pixel, so what
// varies across it cannot be seen, and highlights along it stay steady.
uniform vec3 hairColour;   // linear
uniform float tintSpread;  // how much strands differ
uniform float gloss;       // strength of the highlights

float highlight(vec3 tangent, vec3 halfway, float sharpness) {
    float c = dot(tangent, halfway);
    return pow(max(1.0 - c * c, 0.0), 0.5 * sharpness);
}

vec3 lit(vec3 base, vec3 tangent, vec3 outward, vec3 toEye, vec3 toLight, float shift) {
    float along = dot(tangent, toLight);
    float across = sqrt(max(1.0 - along * along, 0.0));
    float wrapped = clamp((dot(outward, toLight) + 0.5) / 1.5, 0.0, 1.0);
    vec3 halfway = normalize(toLight + toEye);
    vec3 pale = vec3(0.06) * highlight(normalize(tangent + outward * (shift - 0.07)), halfway, 90.0);
    vec3 tinted = (base * 1.15 + 0.012) * highlight(normalize(tangent + outward * (shift + 0.12)), halfway, 22.0);
    return base * across * wrapped + gloss * (pale + tinted) * smoothstep(-0.2, 0.6, dot(outward, toLight));
}

// Linear light from a point of a hair. along: [0, 1] from the root; seed:
// [0, 1), the hair's own; through: key light that arrives; open_: of the sky.
vec3 hairLight(vec3 position, vec3 tangent, float along, float seed, float through, float open_) {
    vec3 toEye = normalize(eye.xyz - position);
    vec3 outward = normalize(normalize(position - head.xyz) * 0.7 + toEye * 0.45);
    outward = normalize(outward - tangent * dot(outward, tangent) * 0.7);
    float tone = 1.0 + tintSpread * (2.0 * seed - 1.0);
    vec3 base = 0.8 * hairColour * tone * mix(vec3(1.0), vec3(1.06, 0.99, 0.93), tintSpread * sin(seed * 91.0));
    base *= mix(0.55, 1.0, smoothstep(0.0, 0.3, along));
    float shift = 0.08 * (fract(seed * 57.0) - 0.5);
    vec3 light = base * mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * outward.y) * open_;
    light += keyColour.rgb * mix(0.13, 1.0, through) * lit(base, tangent, outward, toEye, keyDirection.xyz, shift);
    light += 0.7 * rimColour.rgb * open_ * lit(base, tangent, outward, toEye, rimDirection.xyz, shift);
    return light;
}
