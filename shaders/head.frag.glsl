// Matte and soft, like unglazed porcelain: the head serves the hair.
uniform vec4 surface;    // linear colour and opacity
uniform vec3 hairColour;
in vec3 vPosition;
in vec3 vNormal;
in vec2 vScalpAndSky;
in vec3 vShade;
out vec4 fragment;

void main() {
    vec3 normal = normalize(vNormal);
    vec3 toEye = normalize(eye.xyz - vPosition);
    float scalp = vScalpAndSky.x;
    float sky = vScalpAndSky.y;
    float facing = dot(normal, keyDirection.xyz);
    float key = clamp((facing + 0.25) / 1.25, 0.0, 1.0);
    vec3 base = mix(surface.rgb, hairColour * 0.3, 0.9 * scalp);
    // What is hollow is lit by its own surroundings: darker, and warmer.
    vec3 hollow = mix(pow(base, vec3(0.6, 0.9, 1.0)) * 0.55, vec3(1.0), sky);
    vec3 light = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * normal.y) * hollow;
    // Light that has travelled under the skin reddens the edge of a shadow.
    vec3 soft = mix(vec3(1.0, 0.80, 0.70), vec3(1.0), smoothstep(0.0, 0.6, key * vShade.g));
    light += keyColour.rgb * key * mix(vec3(0.06), vec3(1.0), vShade) * soft * mix(0.8, 1.0, sky);
    vec3 halfway = normalize(keyDirection.xyz + toEye);
    float grazing = 1.0 - max(dot(normal, toEye), 0.0);
    float sheen = 0.04 + 0.5 * grazing * grazing * grazing * grazing * grazing;
    float gleam = pow(max(dot(normal, halfway), 0.0), 24.0) * smoothstep(0.0, 0.3, facing);
    vec3 colour = base * light + (1.0 - scalp) * keyColour.rgb * vShade * sheen * gleam * 1.6;
    float rim = grazing * grazing * grazing * clamp(dot(normal, rimDirection.xyz) + 0.4, 0.0, 1.0);
    colour += rimColour.rgb * rim * 0.3 * sky * (1.0 - 0.8 * scalp);
    fragment = vec4(display(colour), surface.a);
}
