layout(location = 0) in vec3 vertex;
layout(location = 1) in vec4 normalAndScalp;  // w: how much of the scalp shows hair roots
uniform mat4 placement;
out vec3 vPosition;
out vec3 vNormal;
out float vScalp;
out float vShade;  // key light that arrives; soft, so a vertex every few millimetres is enough

void main() {
    vec4 position = placement * vec4(vertex, 1.0);
    vPosition = position.xyz;
    vNormal = mat3(placement) * normalAndScalp.xyz;
    vScalp = normalAndScalp.w;
#ifdef FOR_SHADOW
    vShade = 1.0;
    gl_Position = lightProjection * position;
#else
    vShade = lightThrough(vPosition + normalize(vNormal) * 0.004, 45.0, 0.005, 10.0, 1);
    gl_Position = viewProjection * position;
#endif
}
