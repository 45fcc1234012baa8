// A square of the ground under the head, as large as its shadow can be.
uniform float reach;  // m
out vec3 vPosition;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vPosition = vec3(head.x + corner.x * reach, shadow.z, head.z + corner.y * reach);
    gl_Position = viewProjection * vec4(vPosition, 1.0);
}
