in vec2 vAt;
out vec4 fragment;
void main() {
    vec2 from = (vAt - backdropGlow.xy) * vec2(backdropGlow.w, 1.0);
    float glow = exp(-2.2 * dot(from, from)) * backdropGlow.z;
    vec3 colour = mix(backdropBottom.rgb, backdropTop.rgb, smoothstep(0.0, 1.0, vAt.y)) + glow;
    fragment = vec4(colour + (pixelNoise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
