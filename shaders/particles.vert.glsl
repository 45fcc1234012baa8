// The simulated particles themselves, as dots.
uniform float pointPixels;
uniform int every;  // draws every n-th strand
void main() {
    int strand = (gl_VertexID / particles) * every;
    vec3 position = head.xyz + particleAt(strand, gl_VertexID - (gl_VertexID / particles) * particles);
    gl_Position = viewProjection * vec4(position, 1.0);
    gl_Position.z -= 0.0005 * gl_Position.w;  // in front of the ribbon they belong to
    gl_PointSize = pointPixels;
}
