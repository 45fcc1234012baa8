// Deep opacity maps (Yuksel and Keyser 2008): four layers that begin where the
// light meets the first hair; each adds up what lies in it and before it.
uniform highp sampler2D hairDepth;
in float vDepth;
in float vOpacity;
uniform float strength;  // optical depth of a hair that covers its texel, in units of RINGLET_MOST_OPACITY
out vec4 fragment;
void main() {
    float first = texelFetch(hairDepth, ivec2(gl_FragCoord.xy), 0).r;
    float depth = (vDepth - first) * keyDirection.w;
    // At least one step of a texture of bytes, or thin hair would cast no shadow there.
    float opacity = max(vOpacity * strength, 0.8 / 255.0);
    fragment = opacity * vec4(lessThanEqual(vec4(depth), vec4(RINGLET_LAYER_ENDS.xyz, 1e9)));
}
