// Where a fragment was in the picture before, in bytes: pixels to either side, [-64, 64], finer the fewer.
#ifdef MOTION
layout(location = 1) out vec4 motion;
void writeMotion(vec4 before) {
    vec2 now = 2.0 * gl_FragCoord.xy / viewport.xy - 1.0 - jitter.xy;
    vec2 pixels = clamp(0.5 * (now - before.xy / max(before.w, 1e-6)) * viewport.xy / 64.0, -1.0, 1.0);
    motion = vec4((sign(pixels) * sqrt(abs(pixels)) * 127.0 + 128.0) / 255.0, 0.0, 1.0);
}
#endif
