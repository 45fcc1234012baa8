// The light that every sample of every drawn strand sends to the eye, as a
// display colour; alpha: how wide the strand is there.
uniform highp usampler2D strandSamples;
uniform int samples;  // a strand
uniform int strands;
out vec4 fragment;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int index = at.y * RINGLET_TEXTURE_WIDTH + at.x;
    int strand = index / samples;
    if (strand >= strands) discard;
    uvec4 texel = texelFetch(strandSamples, at, 0);
    vec3 position = uintBitsToFloat(texel.xyz) + head.xyz;
    vec3 tangent = normalize(unpackedDirection(texel.w));
    float along = float(index - strand * samples) / float(samples - 1);

    // Hair lying on the head sees less of the sky than hair on the outside.
    float outside = (length(position - head.xyz) / max(head.w, 1e-3) - 0.9) * 2.2;
    vec3 through = lightThroughHair(position, hairColour, 0.002) * lightPastHead(position, 0.004);
    vec3 light = hairLight(position, tangent, along, scatter(strand * 16 + 5), through, clamp(0.4 + outside, 0.4, 1.0));
    float taper = mix(0.75, 1.0, smoothstep(0.0, 0.08, along)) * (1.0 - 0.85 * along * along * along);
    fragment = vec4(display(light), taper * (0.7 + 0.3 * scatter(strand * 16 + 7)));
}
