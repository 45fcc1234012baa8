// Open eyes of the bust. Between the lids there is no skin: what is seen there is a ball behind it, found along the ray on
// which the skin would be seen. The bust's own space, m; one side mirrors the other.
uniform vec3 hairColour;

const vec3 eyeMiddle = vec3(0.0300, -0.0188, 0.0674);
const float eyeBall = 0.0120;       // radius
const float corneaFrom = 0.0049;    // from the ball's middle to the cornea's
const float irisRadius = 0.0058, irisDepth = 0.0100;     // radius, and from the ball's middle to the iris
const float pupilRadius = 0.0019;

// How far a place lies within the lids, m; negative on the skin.
float withinLids(vec3 p) {
    float at = alongEye(abs(p.x));
    return min(min(upperLid(at) - p.y, p.y - lowerLid(at)), 0.014 - abs(abs(p.x) - 0.030) - 0.0002);
}

// The ball as it is seen from there.
struct Eye {
    vec3 place, normal;   // of the ball's surface, or of the cornea before it
    vec3 gaze, across;    // across: of the iris where the refracted ray meets it, from its middle
    float off;            // of the surface from the middle of the iris, m
};
Eye eyeAt(vec3 p, vec3 toEye) {
    Eye e;
    vec3 from = p - eyeMiddle;
    float b = dot(from, toEye), c = dot(from, from) - eyeBall * eyeBall;
    e.place = from - toEye * (b - sqrt(max(b * b - c, 0.0)));
    e.normal = normalize(e.place);
    e.gaze = normalize(vec3(-0.03, -0.02, 1.0));
    e.off = length(e.place - e.gaze * dot(e.place, e.gaze));
    vec3 bulge = normalize(e.place - corneaFrom * e.gaze);
    e.normal = normalize(mix(bulge, e.normal, smoothstep(0.0052, 0.0066, e.off)));
    vec3 inside = refract(-toEye, e.normal, 1.0 / 1.336);
    float steep = min(dot(inside, e.gaze), -0.2);
    vec3 met = e.place + inside * ((irisDepth - dot(e.place, e.gaze)) / steep);
    e.across = met - e.gaze * dot(met, e.gaze);
    return e;
}

// Fibres from the pupil outwards, a ring about it, a dark rim.
vec3 irisColour(vec3 across, vec3 tint) {
    float far = length(across) / irisRadius, angle = atan(across.y, across.x);
    float fibres = 0.5 * noise(vec3(angle * 11.0, far * 2.5, 1.0)) + 0.5 * noise(vec3(angle * 27.0, far * 4.0, 7.0));
    float ring = exp(-squared((far - 0.48) / 0.10));
    vec3 colour = tint * mix(0.55, 1.6, fibres) * (1.0 + 0.5 * ring * vec3(1.3, 0.9, 0.5));
    colour *= mix(1.0, 0.22, smoothstep(0.78, 1.02, far));
    return colour * smoothstep(pupilRadius - 0.0002, pupilRadius + 0.0003, length(across));
}

// Linear light of an eye, of which the skin would be at p. toEye, key: the bust's own axes; kept: of the key light, around:
// of what comes from all sides.
vec3 eyeLight(vec3 p, vec3 toEye, vec3 key, vec3 kept, vec3 around) {
    float side = p.x < 0.0 ? -1.0 : 1.0;
    vec3 mirror = vec3(side, 1.0, 1.0);
    Eye e = eyeAt(p * mirror, toEye * mirror);
    key *= mirror;
    vec3 place = e.place + eyeMiddle;
    float at = alongEye(place.x);
    // Lids keep light off what is behind them, the upper one more.
    float under = upperLid(at) - place.y, over = place.y - lowerLid(at);
    float open = mix(0.25, 1.0, smoothstep(-0.0006, 0.0040, under)) * mix(0.55, 1.0, smoothstep(-0.0004, 0.0020, over));
    float outer = alongEye(abs(p.x)), corner = smoothstep(0.45, 0.92, abs(outer));
    vec3 white = mix(vec3(0.52, 0.475, 0.44), vec3(0.34, 0.175, 0.145), 0.85 * corner);
    white *= mix(1.0, 0.90, noise(vec3(place.xy * 900.0, 3.0)) * smoothstep(0.4, 0.9, abs(at)));
    // Dark hair goes with brown eyes, pale hair with grey and blue ones.
    vec3 tint = mix(vec3(0.105, 0.052, 0.022), vec3(0.050, 0.078, 0.092), smoothstep(0.06, 0.32, dot(hairColour, vec3(0.33))));
    float inIris = 1.0 - smoothstep(irisRadius - 0.0006, irisRadius + 0.0005, e.off);
    vec3 matte = normalize(mix(e.normal, e.gaze - 45.0 * e.across, inIris));  // the iris is a shallow bowl
    float lit = clamp((dot(matte, key) + 0.3) / 1.3, 0.0, 1.0);
    vec3 colour = mix(white, 1.4 * irisColour(e.across, tint), inIris) * (around + kept * lit) * open;
    // The caruncle, and tears along the lower lid.
    float inner = 1.0 - smoothstep(0.0010, 0.0022, length((vec2(abs(p.x), p.y) - vec2(0.0172, -0.0204)) * vec2(1.0, 1.5)));
    colour = mix(colour, vec3(0.36, 0.17, 0.145) * (around + kept * 0.7) * open, 0.85 * inner);
    vec3 mirrored = reflect(-toEye * mirror, e.normal);
    float f = 0.025 + 0.975 * pow(1.0 - clamp(dot(e.normal, toEye * mirror), 0.0, 1.0), 5.0);
    float lamp = smoothstep(0.978, 0.988, dot(mirrored, key));  // it is broad
    colour += open * (f * around * smoothstep(-0.2, 0.8, mirrored.y) + 1.1 * kept * lamp);
    float wet = exp(-squared((over - 0.0004) / 0.0003)) * smoothstep(0.2, 0.9, dot(mirrored, normalize(key + vec3(0.0, 0.4, 0.0))));
    return colour + 0.35 * wet * kept;
}
