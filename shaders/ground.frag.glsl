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
    float edge = length((vPosition.xz - head.xz) / reach);
    if (edge >= 1.0) discard;
    vec3 at = inLight(vPosition, keyLamp);
    float shaded = 0.0;  // by the lamps' maps, which the simplest levels of detail go without: the first pictures have to come at once
    float turn = 6.2831853 * pixelNoise(gl_FragCoord.xy);
    mat2 turned = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    int taps = shadow.y > 0.5 ? 24 : 8;
    bool beyond = any(lessThan(at.xy, vec2(-0.08))) || any(greaterThan(at.xy, vec2(1.08)));
    for (int i = beyond || shadow.y <= 0.0 ? taps : 0; i < taps; ++i) {
        vec2 tap = inMaps(at.xy + turned * shadowTaps[i & 7] * (taps == 8 || (i >= 8 && i < 16) ? 0.045 : i < 8 ? 0.02 : 0.075), keyLamp);
        float first = min(textureLod(headDepth, tap, 0.0).r, textureLod(hairDepth, tap, 0.0).r);
        shaded += first < 1.0 ? 1.0 / float(taps) : 0.0;
    }
    dark += 0.16 * shaded * shadow.y * (1.0 - dark);
    fragment = vec4(backdropBottom.rgb * 0.25, dark * (1.0 - smoothstep(0.6, 1.0, edge)));
}
