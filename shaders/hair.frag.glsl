centroid in vec3 vColour;  // display colour
centroid in vec2 vRibbon;  // across [-1, 1], coverage
out vec4 fragment;
// Round enough: darker towards both sides.
void main() { fragment = vec4(vColour * (1.0 - 0.18 * vRibbon.x * vRibbon.x), vRibbon.y); }
