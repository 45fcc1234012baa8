// Antialiasing of a finished picture, after Lottes's FXAA (2009) in its short form: where brightness
// jumps, a pixel becomes the mean of some places along the edge, which runs across the gradient.
uniform mediump sampler2D before;
in vec2 vAt;
out vec4 fragment;

const float leastJump = 0.05, jumpOfBrightest = 0.125;  // of brightness, in [0, 1]: less is no edge
const float farthest = 6.0;                             // pixels along the edge

float brightness(vec3 colour) { return dot(colour, vec3(0.299, 0.587, 0.114)); }
float brightnessAt(ivec2 pixel) { return brightness(texelFetch(before, pixel, 0).rgb); }

void main() {
    ivec2 size = textureSize(before, 0);
    ivec2 pixel = clamp(ivec2(vAt * vec2(size)), ivec2(1), size - 2);
    vec3 own = texelFetch(before, pixel, 0).rgb;
    float middle = brightness(own);
    float nw = brightnessAt(pixel + ivec2(-1, 1)), ne = brightnessAt(pixel + ivec2(1, 1));
    float sw = brightnessAt(pixel + ivec2(-1, -1)), se = brightnessAt(pixel + ivec2(1, -1));
    float least = min(middle, min(min(nw, ne), min(sw, se))), most = max(middle, max(max(nw, ne), max(sw, se)));

    vec2 along = vec2(sw + se - nw - ne, ne + se - nw - sw);
    float flattest = min(abs(along.x), abs(along.y)) + (nw + ne + sw + se) / 32.0 + 1.0 / 128.0;
    vec2 way = clamp(along / flattest, -farthest, farthest) / vec2(size);
    vec3 near = 0.5 * (texture(before, vAt - way / 6.0).rgb + texture(before, vAt + way / 6.0).rgb);
    vec3 far = 0.5 * near + 0.25 * (texture(before, vAt - 0.5 * way).rgb + texture(before, vAt + 0.5 * way).rgb);
    float reached = brightness(far);
    vec3 smoothed = reached < least || reached > most ? near : far;  // it must not run into something else
    fragment = vec4(most - least < max(leastJump, jumpOfBrightest * most) ? own : smoothed, 1.0);
}
