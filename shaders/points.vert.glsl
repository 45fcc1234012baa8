// A model's explanatory points (targets, auxiliary points ...), relative to the head.
layout(location = 0) in vec3 vertex;
uniform float pointPixels;
void main() {
    gl_Position = viewProjection * vec4(vertex + head.xyz, 1.0);
    gl_Position.z -= 0.0005 * gl_Position.w;
    gl_PointSize = pointPixels;
}
