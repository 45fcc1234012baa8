// Matte, soft, without features of its own: the head serves the hair.
uniform vec4 surface;    // linear colour and opacity
uniform vec3 hairColour;
in vec3 vPosition;
in vec3 vNormal;
in float vScalp;
in float vShade;
out vec4 fragment;

void main() {
    vec3 normal = normalize(vNormal);
    vec3 toEye = normalize(eye.xyz - vPosition);
    float key = clamp((dot(normal, keyDirection.xyz) + 0.25) / 1.25, 0.0, 1.0);
    float rim = pow(1.0 - max(dot(normal, toEye), 0.0), 3.0) * clamp(dot(normal, rimDirection.xyz) + 0.4, 0.0, 1.0);
    vec3 base = mix(surface.rgb, hairColour * 0.22, vScalp);
    vec3 light = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * normal.y);
    // Light that has travelled under the skin reddens the edge of a shadow.
    vec3 soft = mix(vec3(1.0, 0.82, 0.74), vec3(1.0), smoothstep(0.0, 0.7, key * vShade));
    light += keyColour.rgb * key * mix(0.12, 1.0, vShade) * soft;
    vec3 colour = base * light + rimColour.rgb * rim * 0.35 * (1.0 - 0.8 * vScalp);
    fragment = vec4(display(colour), surface.a);
}
