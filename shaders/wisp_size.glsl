// How flat wisps are drawn, by how wide they are on the screen: [0, 1] of each kind, which follow on each other
// without a step.
uniform vec4 wispSizes;   // pixels: where relief begins and is whole, where strands begin and are all drawn
uniform float wispWidth;  // m; 0: hair is not drawn as wisps

float wispPixels(vec3 root) { return wispWidth * viewport.z / max(length(eye.xyz - root), 1e-3); }
float shareAt(float pixels, vec2 range) { return clamp((pixels - range.x) / (range.y - range.x), 0.0, 1.0); }
float reliefAt(float pixels) { return shareAt(pixels, wispSizes.xy); }
float strandsAt(float pixels) { return shareAt(pixels, wispSizes.zw); }
