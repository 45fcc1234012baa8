out vec2 vAt;
void main() {
    vAt = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
    gl_Position = vec4(vAt * 2.0 - 1.0, 0.99999, 1.0);
}
