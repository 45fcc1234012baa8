// Strands that are added between simulated ones know nothing of what those keep
// clear of: here they are moved out of it. A distance grid as a texture, and a
// few spheres and capsules; head space, m.
uniform highp sampler3D clearance;
uniform vec4 gridOrigin;  // w: 1 / cell
uniform vec3 gridSize;    // nodes; 0: no grid
uniform vec4 round_[RINGLET_MOST_ROUND];  // where the axis begins; w: radius; 0: none
uniform vec3 axes[RINGLET_MOST_ROUND];    // from there to its end; of a sphere nothing

float gridClearance(vec3 p) {
    vec3 at = ((p - gridOrigin.xyz) * gridOrigin.w + 0.5) / gridSize;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
    return textureLod(clearance, at, 0.0).r;
}

// p, moved so that it is at least `wanted` off what is solid.
vec3 keptClear(vec3 p, float wanted) {
    for (int i = 0; i < RINGLET_MOST_ROUND; ++i) {
        if (round_[i].w <= 0.0) continue;
        float along = clamp(dot(p - round_[i].xyz, axes[i]) / max(dot(axes[i], axes[i]), 1e-12), 0.0, 1.0);
        vec3 middle = round_[i].xyz + along * axes[i];
        vec3 from = p - middle;
        float away = length(from);
        if (away < round_[i].w + wanted) p = middle + from * ((round_[i].w + wanted) / max(away, 1e-6));
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
