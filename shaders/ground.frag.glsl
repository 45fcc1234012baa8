// Only the shadow of what stands above the ground, which itself is not seen:
// what hides the sky from it, and the key light's shadow, soft because far.
uniform float reach;
uniform float radius;   // m, of what stands there, about its axis
uniform float hanging;  // m, from its lowest point down to the ground
in vec3 vPosition;
out vec4 fragment;
void main() {
    vec2 away = (vPosition.xz - head.xz) / (radius + 0.5 * hanging);
    float from = dot(away, away);
    float near = radius / (radius + 2.0 * hanging);
    float dark = 0.62 * near * near * exp(-2.2 * from);
    vec3 at = inLight(vPosition);
    float shaded = 0.0;
    float turn = 6.2831853 * pixelNoise(gl_FragCoord.xy);
    mat2 turned = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    for (int i = 0; i < 24; ++i) {
        vec2 tap = at.xy + turned * shadowTaps[i & 7] * (i < 8 ? 0.02 : i < 16 ? 0.045 : 0.075);
        float first = min(textureLod(headDepth, tap, 0.0).r, textureLod(hairDepth, tap, 0.0).r);
        shaded += first < 1.0 ? 1.0 / 24.0 : 0.0;
    }
    bool beyond = any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)));
    dark += beyond ? 0.0 : 0.16 * shaded * (1.0 - dark);
    float edge = length((vPosition.xz - head.xz) / reach);
    fragment = vec4(backdropBottom.rgb * 0.25, dark * (1.0 - smoothstep(0.6, 1.0, edge)));
}
