// Particles, relative to the head; w: the hair about them over what was there in the groom.
layout(location = 0) in vec4 dot_;
uniform float pointPixels;
out vec3 vColour;  // display colour
void main() {
    gl_Position = viewProjection * vec4(dot_.xyz + head.xyz, 1.0);
    gl_Position.z -= 0.0005 * gl_Position.w;
    gl_PointSize = pointPixels;
    vec3 thin = mix(vec3(0.16, 0.36, 0.86), vec3(0.86, 0.86, 0.82), smoothstep(0.25, 0.95, dot_.w));
    vColour = mix(thin, vec3(0.86, 0.16, 0.12), smoothstep(1.05, 1.75, dot_.w));
}
