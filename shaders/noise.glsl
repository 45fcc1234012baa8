// Smooth noise in [0, 1] that is the same at every visit, without a texture.
float squared(float a) { return a * a; }
float hashed(vec3 p) { return fract(sin(dot(p, vec3(12.9898, 78.233, 37.719))) * 43758.5453); }
float noise(vec3 p) {
    vec3 i = floor(p), f = p - i;
    f = f * f * (3.0 - 2.0 * f);
    vec2 o = vec2(0.0, 1.0);
    vec4 low = vec4(hashed(i), hashed(i + o.yxx), hashed(i + o.xyx), hashed(i + o.yyx));
    vec4 high = vec4(hashed(i + o.xxy), hashed(i + o.yxy), hashed(i + o.xyy), hashed(i + o.yyy));
    vec4 across = mix(low, high, f.z);
    vec2 up = mix(across.xy, across.zw, f.y);
    return mix(up.x, up.y, f.x);
}
