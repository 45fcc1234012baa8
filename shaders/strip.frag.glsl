// A strip's colour: the map says where its locks lie, and how they tilt.
uniform mediump sampler2D stripMap;  // strip_map.h
uniform float presence;              // (0, 1]: less of it leaves only the middles of the locks
in vec3 vColour;
in vec3 vColourTilted;
in vec2 vAt;
out vec4 fragment;

void main() {
    vec3 lock = texture(stripMap, vAt).rgb;  // cover, tilt, tone
    float cover = clamp((lock.r - 1.5 + presence) * 1.6 + 0.5, 0.0, 1.0);
    if (cover < 0.35 - 0.4 * min(fwidth(cover), 0.7)) discard;  // locks finer than a pixel would be dots
    fragment = vec4(mix(vColour, vColourTilted, lock.g) * (0.68 + 0.60 * lock.b), cover);
}
