in vec3 vColour;
out vec4 fragment;
void main() {
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    if (dot(at, at) > 1.0) discard;
    fragment = vec4(vColour, 1.0);
}
