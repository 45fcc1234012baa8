layout(location = 0) in vec3 vertex;
layout(location = 1) in vec4 normalAndScalp;  // w: how much of the scalp shows hair roots
layout(location = 2) in float openness;       // how much of the sky is seen from here, [0, 1]
uniform mat4 placement;
uniform vec4 bust;  // where the bust's own origin lies in head space, and the inverse of its scale
#ifndef FOR_SHADOW
uniform vec3 hairColour;
out vec3 vPosition;
out vec3 vNormal;
out vec3 vInHead;  // the bust's own space: the face is painted there, whatever the head's size and place
out vec2 vScalpAndSky;
#ifndef SMOOTH_SHADOWS
out vec2 vShade;  // key light that arrives here and around: past the head, through hair
const float around = 0.009;  // m: farther than from one vertex to the next
#endif
#endif

void main() {
    vec4 position = placement * vec4(vertex, 1.0);
#ifdef FOR_SHADOW
    gl_Position = lightProjection * position;
#else
    vPosition = position.xyz;
    vInHead = (vertex - bust.xyz) * bust.w;
    vNormal = mat3(placement) * normalAndScalp.xyz;
    vScalpAndSky = vec2(normalAndScalp.w, openness);
#ifndef SMOOTH_SHADOWS
    vec3 off = vPosition + normalize(vNormal) * 0.003;
    vShade = vec2(1.0);
    // Only where it is seen; the margins are a triangle's bend.
    bool needed = dot(vNormal, keyDirection.xyz) > -0.45 && dot(vNormal, normalize(eye.xyz - vPosition)) > -0.3;
    Taps taps = Taps(vec2(around / keyDirection.w, 0.0), 4);
    if (needed) vShade = vec2(lightPastHead(off, 0.005, taps), lightThroughHair(off, 0.3 * hairColour, 0.001, taps).g);
#endif
    gl_Position = viewProjection * position;
#endif
}
