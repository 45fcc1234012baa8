// Strands that are added between simulated ones know nothing of what those keep
// clear of: here they are moved out of it. A distance grid as a texture, and a
// few spheres; head space, m.
uniform highp sampler3D clearance;
uniform vec4 gridOrigin;  // w: 1 / cell
uniform vec3 gridSize;    // nodes; 0: no grid
uniform vec4 spheres[RINGLET_MOST_SPHERES];  // w: radius; 0: none

float gridClearance(vec3 p) {
    vec3 at = ((p - gridOrigin.xyz) * gridOrigin.w + 0.5) / gridSize;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    return textureLod(clearance, at, 0.0).r;
}

// p, moved so that it is at least `wanted` off what is solid.
vec3 keptClear(vec3 p, float wanted) {
    for (int i = 0; i < RINGLET_MOST_SPHERES; ++i) {
        vec3 from = p - spheres[i].xyz;
        float away = length(from);
        if (spheres[i].w > 0.0 && away < spheres[i].w + wanted) p = spheres[i].xyz + from * ((spheres[i].w + wanted) / max(away, 1e-6));
    }
    if (gridSize.x < 1.0) return p;
    float short_ = wanted - gridClearance(p);
    if (short_ <= 0.0) return p;
    float step = 0.5 / gridOrigin.w;
    vec3 out_ = vec3(gridClearance(p + vec3(step, 0.0, 0.0)) - gridClearance(p - vec3(step, 0.0, 0.0)),
                     gridClearance(p + vec3(0.0, step, 0.0)) - gridClearance(p - vec3(0.0, step, 0.0)),
                     gridClearance(p + vec3(0.0, 0.0, step)) - gridClearance(p - vec3(0.0, 0.0, step)));
    float size = length(out_);
    return size > 1e-7 ? p + out_ * (short_ / size) : p;
}
