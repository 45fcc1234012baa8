uniform vec3 pointColour;  // display colour
out vec4 fragment;
void main() {
    vec2 at = gl_PointCoord * 2.0 - 1.0;
    float r = dot(at, at);
    if (r > 1.0) discard;
    fragment = vec4(pointColour * (r > 0.55 ? 0.45 : 1.0), 1.0);
}
