#include "core/models/elastic_strand/settle.h"

#include "core/models/model_parts.h"

#include <cstring>

namespace ringlet::elastic_strand {
namespace {

// A strand falls from the shape it cannot hold for some seconds, in air that brakes it (1/s), leaning a
// little at first so that what stands upright falls at once.
constexpr int fallingSteps = 150, leaningSteps = 30;
constexpr float fallingStep = 1.0f / 60, thickAir = 20, leaning = 0.05f;
// Then speeds are taken away after every step, and steps are long, so that what creeps comes near its rest as well.
constexpr int creepingSteps = 150;
constexpr float creepingStep = 0.1f;
// Strands of more points than this begin in the given shape and fall when they are stepped: so many steps of them
// would take longer than all that is asked of them later.
constexpr uint32_t mostPoints = 5000;

// As wide as `strands` strands do not leave mostly empty.
const StrandKernels* kernelsFor(size_t strands) {
    const StrandKernels* best = strandKernels(0);
    for (int narrower : {4, 1}) {
        const StrandKernels* other = strandKernels(narrower);
        if (other != nullptr && best->lanes > narrower && 2 * strands <= static_cast<size_t>(best->lanes)) best = other;
    }
    return best;
}

// The strands of `group` that `chosen` names, as a group of their own in the same state.
StrandSet subset(const StrandSet& group, const std::vector<uint32_t>& chosen, uint32_t lanes) {
    StrandSet some(group.subset(chosen, lanes));
    const size_t turns = size_t{group.particles() - 1} * 4;
    for (uint32_t i = 0; i < some.padded(); ++i) {
        const size_t strand = chosen[i < chosen.size() ? i : chosen.size() - 1];
        const auto from = group.given.begin() + static_cast<std::ptrdiff_t>(strand * turns);
        some.start.insert(some.start.end(), from, from + static_cast<std::ptrdiff_t>(turns));
    }
    for (uint32_t i = 0; i < some.padded(); ++i) startStrand(some, i, identityQuat<float>(), ColliderView{});
    return some;
}

StrandArgs stillFrame(const HoldingTask& task, int step) {
    StrandArgs frame{};
    frame.substeps = 1;
    frame.colliders = task.colliders;
    frame.material = task.material;
    Substep& s = frame.substep[0];
    s.h = step < fallingSteps ? fallingStep : creepingStep;
    frame.material.drag = step < fallingSteps ? maximum(task.material.drag, thickAir) : 0;
    const float lean = step < leaningSteps ? leaning * lengthOf(task.gravity) : 0;
    s.gravity = task.gravity + Vec3f{0.8f * lean, 0, 0.6f * lean};
    return frame;
}

}  // namespace

void settleLimp(StrandSet& group, const std::vector<uint8_t>& holds, const HoldingTask& task, ThreadPool* pool) {
    group.start = group.given;
    std::vector<uint32_t> limp;
    for (uint32_t s = 0; s < group.strands(); ++s)
        if (holds[s] == 0) limp.push_back(s);
    if (limp.empty() || group.particles() > mostPoints) return;
    const StrandKernels* kernels = kernelsFor(limp.size());
    StrandSet some = subset(group, limp, static_cast<uint32_t>(kernels->lanes));
    const size_t floats = size_t{some.particles()} * 3 * some.lanes();
    const size_t workers = static_cast<size_t>(pool != nullptr ? pool->threads() : 1);
    std::vector<std::vector<float>> scratch(
        workers, std::vector<float>(size_t(strandScratchFloats(static_cast<int>(some.particles()))) *
                                    some.lanes()));
    forEachTile(pool, some.tiles(), [&](int tile, int worker) {
        const uint32_t t = static_cast<uint32_t>(tile);
        for (int step = 0; step < fallingSteps + creepingSteps; ++step) {
            const StrandArgs frame = stillFrame(task, step);
            const TileAt<StrandFields> at{some, t, scratch[static_cast<size_t>(worker)].data()};
            kernels->playFrame(strandTile(at, frame, frame.colliders));
            if (step + 1 >= fallingSteps)
                std::memset(some.rows(Velocity, t), 0, floats * sizeof(float));
        }
    });
    const uint32_t segments = some.particles() - 1;
    for (uint32_t i = 0; i < limp.size(); ++i) {
        Quatf parent = rootFrame(some, i);
        for (uint32_t p = 0; p < segments; ++p) {
            const Quatf frame = some.quatAt(SegmentFrame, i, p);
            const Quatf turn = normalized(conjugate(parent) * frame);
            float* to = group.start.data() + (size_t{limp[i]} * segments + p) * 4;
            to[0] = turn.x, to[1] = turn.y, to[2] = turn.z, to[3] = turn.w;
            parent = frame;
        }
    }
}

}  // namespace ringlet::elastic_strand
