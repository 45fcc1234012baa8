// Kajiya and Kay's hair with the two shifted highlights of Scheuermann's
// version: a pale one moved towards the tip, a tinted one towards the root.
uniform vec3 hairColour;   // linear
uniform float tintSpread;  // how much strands differ
uniform float gloss;       // strength of the highlights

in vec3 vPosition;
in vec3 vTangent;
in vec3 vSide;
in vec4 vStrand;
in vec2 vLight;
out vec4 fragment;

float highlight(vec3 tangent, vec3 halfway, float sharpness) {
    float c = dot(tangent, halfway);
    return pow(max(1.0 - c * c, 0.0), 0.5 * sharpness);
}

vec3 lit(vec3 base, vec3 tangent, vec3 outward, vec3 toEye, vec3 toLight, float shift) {
    float along = dot(tangent, toLight);
    float across = sqrt(max(1.0 - along * along, 0.0));
    float wrapped = clamp((dot(outward, toLight) + 0.45) / 1.45, 0.0, 1.0);
    vec3 halfway = normalize(toLight + toEye);
    vec3 pale = vec3(0.24) * highlight(normalize(tangent + outward * (shift - 0.07)), halfway, 130.0);
    vec3 tinted = (base * 1.3 + 0.03) * highlight(normalize(tangent + outward * (shift + 0.12)), halfway, 34.0);
    return base * across * wrapped + gloss * (pale + tinted) * smoothstep(-0.2, 0.5, dot(outward, toLight));
}

void main() {
    vec3 toEye = normalize(eye.xyz - vPosition);
    vec3 tangent = normalize(vTangent);
    float across = vStrand.y * 0.8;
    vec3 outward = normalize(normalize(vPosition - head.xyz) * 0.65 + toEye * 0.5 + normalize(vSide) * across * 0.5);
    outward = normalize(outward - tangent * dot(outward, tangent) * 0.7);

    float seed = vStrand.w;
    float tone = 1.0 + tintSpread * (2.0 * seed - 1.0);
    vec3 base = 0.62 * hairColour * tone * mix(vec3(1.0), vec3(1.08, 0.98, 0.9), tintSpread * sin(seed * 91.0));
    base *= mix(0.5, 1.0, smoothstep(0.0, 0.4, vStrand.x));
    float shift = 0.11 * (fract(seed * 57.0) - 0.5);

    float open_ = vLight.y;
    float sky = 0.5 + 0.5 * outward.y;
    vec3 light = base * mix(groundColour.rgb, skyColour.rgb, sky) * open_;
    light += keyColour.rgb * mix(0.10, 1.0, vLight.x) * lit(base, tangent, outward, toEye, keyDirection.xyz, shift);
    light += rimColour.rgb * open_ * lit(base, tangent, outward, toEye, rimDirection.xyz, shift);
    fragment = vec4(display(light), vStrand.z);
}
