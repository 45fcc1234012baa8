// Matte and soft, like unglazed porcelain: the head serves the hair.
uniform vec4 surface;    // linear colour and opacity
uniform vec3 hairColour;
uniform float painted;   // 1: the bust's face
in vec3 vPosition;
in vec3 vNormal;
in vec3 vInHead;
in vec2 vScalpAndSky;
in vec3 vShade;
out vec4 fragment;

float squared(float a) { return a * a; }

// What a sculptor would paint on the bust: lashes of closed eyes, brows in the
// hair's colour, lips, a little red on the cheeks. Head space, m; one side
// mirrors the other.
vec3 paintedFace(vec3 base, vec3 p, vec3 normal) {
    if (p.z < 0.045 || p.y > 0.03 || p.y < -0.12) return base;
    float x = abs(p.x);
    float dx = (x - 0.0300) / 0.0135;
    float lid = -0.0245 + 0.0042 * dx * dx;
    float lash = (1.0 - smoothstep(0.0004, 0.0013, abs(p.y - lid))) * (1.0 - smoothstep(0.75, 1.0, abs(dx)));
    float lidShade = (1.0 - smoothstep(0.2, 1.0, dx * dx + squared((p.y + 0.0180) / 0.0095)));
    float bx = (x - 0.0300) / 0.0190;
    float arch = 0.0025 - 0.0035 * bx * bx + 0.0016 * bx;
    float brow = (1.0 - smoothstep(0.0004, 0.0030, abs(p.y - arch))) * (1.0 - smoothstep(0.55, 1.0, abs(bx)));
    float upper = 1.0 - smoothstep(0.5, 1.1, squared(x / 0.0235) + squared((p.y + 0.0735 + 4.0 * x * x) / 0.0058));
    float lower = 1.0 - smoothstep(0.5, 1.1, squared(x / 0.0205) + squared((p.y + 0.0840) / 0.0068));
    float mouth = (1.0 - smoothstep(0.0002, 0.0017, abs(p.y + 0.0788 - 4.0 * x * x + 0.0022 * exp(-x * x / 2.5e-5)))) * (1.0 - smoothstep(0.008, 0.0225, x));
    float cheek = exp(-(squared((x - 0.040) / 0.018) + squared((p.y + 0.044) / 0.016)));
    vec3 colour = base;
    colour = mix(colour, colour * vec3(1.0, 0.82, 0.76), 0.45 * cheek);
    colour = mix(colour, colour * vec3(0.86, 0.74, 0.72), 0.5 * lidShade);
    colour = mix(colour, colour * vec3(0.93, 0.62, 0.60), 0.7 * max(upper, lower));
    colour = mix(colour, colour * vec3(0.45, 0.25, 0.24), 0.6 * mouth);
    colour = mix(colour, mix(hairColour * 0.35, vec3(0.03), 0.3), 0.55 * brow);
    return mix(colour, vec3(0.035, 0.025, 0.022), 0.8 * lash);
}

void main() {
    vec3 normal = normalize(vNormal);
    vec3 toEye = normalize(eye.xyz - vPosition);
    vec3 shade = vShade * lightPastHead(vPosition + normal * 0.003, 0.005);
    float scalp = vScalpAndSky.x;
    float sky = vScalpAndSky.y;
    float facing = dot(normal, keyDirection.xyz);
    float key = clamp((facing + 0.25) / 1.25, 0.0, 1.0);
    vec3 base = painted > 0.5 ? paintedFace(surface.rgb, vInHead, normal) : surface.rgb;
    base = mix(base, hairColour * 0.3, 0.9 * scalp);
    // What is hollow is lit by its own surroundings: darker, and warmer.
    vec3 hollow = mix(pow(base, vec3(0.6, 0.9, 1.0)) * 0.55, vec3(1.0), sky);
    vec3 light = mix(groundColour.rgb, skyColour.rgb, 0.5 + 0.5 * normal.y) * hollow;
    // Light that has travelled under the skin reddens the edge of a shadow.
    vec3 soft = mix(vec3(1.0, 0.80, 0.70), vec3(1.0), smoothstep(0.0, 0.6, key * shade.g));
    light += keyColour.rgb * key * mix(vec3(0.06), vec3(1.0), shade) * soft * mix(0.8, 1.0, sky);
    vec3 halfway = normalize(keyDirection.xyz + toEye);
    float grazing = 1.0 - max(dot(normal, toEye), 0.0);
    float sheen = 0.04 + 0.5 * grazing * grazing * grazing * grazing * grazing;
    float gleam = pow(max(dot(normal, halfway), 0.0), 24.0) * smoothstep(0.0, 0.3, facing);
    vec3 colour = base * light + (1.0 - scalp) * keyColour.rgb * shade * sheen * gleam * 1.6;
    float rim = grazing * grazing * grazing * clamp(dot(normal, rimDirection.xyz) + 0.4, 0.0, 1.0);
    colour += rimColour.rgb * rim * 0.3 * sky * (1.0 - 0.8 * scalp);
    fragment = vec4(display(colour), surface.a);
}
