// A direction in 32 bits: the octahedron |x| + |y| + |z| = 1 folded into a
// square (Meyer et al. 2010), 16 bits for each side.
uint packedDirection(vec3 v) {
    float size = abs(v.x) + abs(v.y) + abs(v.z);
    vec3 n = size > 1e-12 ? v / size : vec3(0.0, -1.0, 0.0);
    vec2 flat_ = n.z >= 0.0 ? n.xy : (1.0 - abs(n.yx)) * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    uvec2 bits = uvec2(clamp(flat_ * 32767.0 + 32767.5, 0.0, 65535.0));
    return bits.x | bits.y << 16u;
}

// Not of unit length.
vec3 unpackedDirection(uint bits) {
    vec2 flat_ = (vec2(bits & 0xFFFFu, bits >> 16u) - 32767.0) / 32767.0;
    vec3 n = vec3(flat_, 1.0 - abs(flat_.x) - abs(flat_.y));
    float under = max(-n.z, 0.0);
    return n + vec3(n.x >= 0.0 ? -under : under, n.y >= 0.0 ? -under : under, 0.0);
}
