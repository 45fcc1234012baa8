// Temporal antialiasing (Karis 2014): each picture, moved by a part of a pixel, is mixed into what has been shown, which is
// looked up where things were and kept within the colours around the pixel (Salvi 2016).
uniform mediump sampler2D now;
uniform highp sampler2D motions;  // motion.glsl
uniform mediump sampler2D shown;
uniform float share;        // of this picture; 1: nothing has been shown yet
in vec2 vAt;
out vec4 fragment;

vec2 pixelsAt(ivec2 at) {
    vec2 m = (texelFetch(motions, at, 0).xy * 255.0 - 128.0) / 127.0;
    return 64.0 * sign(m) * m * m;
}

// Catmull-Rom's weights by five looks of the hardware's own filter (Jimenez 2016): what is moved again and again stays sharp.
vec3 sharply(vec2 at, vec2 size) {
    vec2 middle = floor(at - 0.5) + 0.5, f = at - middle;
    vec2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f)), w1 = 1.0 + f * f * (1.5 * f - 2.5);
    vec2 w2 = f * (0.5 + f * (2.0 - 1.5 * f)), w3 = f * f * (0.5 * f - 0.5), w12 = w1 + w2;
    vec2 a = (middle - 1.0) / size, b = (middle + w2 / w12) / size, c = (middle + 2.0) / size;
    vec4 sum = vec4(textureLod(shown, b, 0.0).rgb, 1.0) * (w12.x * w12.y);
    sum += vec4(textureLod(shown, vec2(a.x, b.y), 0.0).rgb, 1.0) * (w0.x * w12.y);
    sum += vec4(textureLod(shown, vec2(c.x, b.y), 0.0).rgb, 1.0) * (w3.x * w12.y);
    sum += vec4(textureLod(shown, vec2(b.x, a.y), 0.0).rgb, 1.0) * (w12.x * w0.y);
    sum += vec4(textureLod(shown, vec2(b.x, c.y), 0.0).rgb, 1.0) * (w12.x * w3.y);
    return max(sum.rgb / sum.a, vec3(0.0));
}

void main() {
    ivec2 size = textureSize(now, 0), at = ivec2(gl_FragCoord.xy);
    vec3 own = texelFetch(now, at, 0).rgb, sum = vec3(0.0), squares = vec3(0.0);
    vec2 moved = vec2(0.0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) {
            ivec2 by = clamp(at + ivec2(x, y), ivec2(0), size - 1);
            vec3 colour = texelFetch(now, by, 0).rgb;
            sum += colour;
            squares += colour * colour;
            vec2 m = pixelsAt(by);
            if (dot(m, m) > dot(moved, moved)) moved = m;
        }
    vec2 from = gl_FragCoord.xy - moved;
    vec3 middle = sum / 9.0, reach = 1.3 * sqrt(max(squares / 9.0 - middle * middle, vec3(0.0))) + 1.0 / 255.0;
    bool told = max(abs(moved.x), abs(moved.y)) < 63.0;  // what moved farther was somewhere else
    bool inside = told && all(greaterThan(from, vec2(0.0))) && all(lessThan(from, vec2(size)));
    vec3 before = inside ? clamp(sharply(from, vec2(size)), middle - reach, middle + reach) : own;
    fragment = vec4(mix(before, own, share), 1.0);
}
