// The super-helix model's state seen from outside: curves, hash, save and
// restore, energy, and the points that explain it.
#include "core/models/super_helix/super_helix.h"

#include "core/base/hash.h"
#include "core/models/super_helix/helix_math.h"
#include "core/models/super_helix/rod_scratch.h"
#include "core/models/model_parts.h"
#include "core/models/pose_path.h"

#include <cstring>

namespace ringlet {

Curves SuperHelixModel::curves() const {
    Curves curves;
    curves.head = head_;
    curves.previousHead = previousHead_;
    for (const RodCurves& c : curves_)
        curves.blocks.push_back({c.firstStrand, c.strands, c.particles, static_cast<uint32_t>(kernels_->lanes),
                                 c.now.data(), c.before.data()});
    return curves;
}

// A strand at a time, so that a state saved by one width of lanes is restored by another.
template <class Group, class Visit>
static void eachStateFloat(Group& g, size_t s, size_t W, size_t elements, const Visit& visit) {
    const size_t rows = 3 * elements, points = elements * static_cast<size_t>(g.points),
                 motions = 3 * points, grips = rodGripRows * (points + 1);
    for (size_t row = 0; row < rows; ++row) visit(g.darboux[(s / W * rows + row) * W + s % W]);
    for (size_t row = 0; row < rows; ++row) visit(g.rate[(s / W * rows + row) * W + s % W]);
    for (size_t row = 0; row < motions; ++row) visit(g.velocity[(s / W * motions + row) * W + s % W]);
    for (size_t row = 0; row < grips; ++row) visit(g.grip[(s / W * grips + row) * W + s % W]);
    visit(g.comb[s]);
}

// Contacts between strands, pair by pair; points' numbers are exact in floats below 2^24.
constexpr size_t linkFloats = 6;
template <class Visit>
static void eachLinkFloat(const RodLinks* links, const Visit& visit) {
    if (links == nullptr) return;
    for (const LinkMemory& m : links->memory())
        for (float f : {static_cast<float>(m.a), static_cast<float>(m.b), m.grip.x, m.grip.y, m.grip.z, m.pressed})
            visit(f);
}
// False where `count` floats from `from` on are no such pairs.
static bool restoreLinks(RodLinks& links, const float* from, size_t count) {
    std::vector<LinkMemory> memory;
    for (size_t i = 0; i < count; i += linkFloats, from += linkFloats) {
        if (!(from[0] >= 0 && from[0] < 16777216.0f && from[1] >= 0 && from[1] < 16777216.0f)) return false;
        memory.push_back({static_cast<uint32_t>(from[0]), static_cast<uint32_t>(from[1]), {from[2], from[3], from[4]},
                          from[5]});
    }
    return links.setMemory(memory);
}

uint64_t SuperHelixModel::hash() const {
    Hash64 hash;
    for (const Slot& slot : slots_)
        eachStateFloat(groups_[slot.group], slot.at, static_cast<size_t>(kernels_->lanes),
                       static_cast<size_t>(elements_), [&](const float& f) { hash.add(f); });
    eachLinkFloat(links_.get(), [&](float f) { hash.add(f); });
    return hash.value();
}

uint64_t SuperHelixModel::groomHash() const {
    Hash64 hash;
    const size_t W = static_cast<size_t>(kernels_->lanes), rows = 3 * static_cast<size_t>(elements_);
    hash.add(static_cast<uint64_t>(elements_));
    hash.add(static_cast<uint64_t>(reduced_));
    for (const RodGroup& g : groups_) {
        hash.add(uint64_t{g.particles});
        hash.add(static_cast<uint64_t>(g.points));
        for (size_t s = 0; s < g.strands; ++s) {
            for (size_t row = 0; row < 7; ++row) hash.add(g.root[(s / W * 7 + row) * W + s % W]);
            for (size_t row = 0; row < rows; ++row) hash.add(g.rest[(s / W * rows + row) * W + s % W]);
            hash.add(uint64_t{g.strand[s]});
            hash.add(g.scale[s]);
            hash.add(g.thickness[s]);
        }
    }
    return hash.value();
}

std::vector<uint8_t> SuperHelixModel::save() const {
    SavedState state{groomHash(), head_, {}};
    for (const Slot& slot : slots_)
        eachStateFloat(groups_[slot.group], slot.at, static_cast<size_t>(kernels_->lanes),
                       static_cast<size_t>(elements_), [&](const float& f) { state.floats.push_back(f); });
    eachLinkFloat(links_.get(), [&](float f) { state.floats.push_back(f); });
    return packState("super-helix", state);
}

Status SuperHelixModel::restore(const std::vector<uint8_t>& bytes) {
    size_t floats = 0;
    for (const RodGroup& g : groups_)
        floats += size_t{g.strands} * (static_cast<size_t>(elements_) * static_cast<size_t>((3 + rodGripRows) * g.points + 6) +
                                       rodGripRows + 1);
    const Result<SavedState> state = unpackState("super-helix", groomHash(), floats, bytes, linkFloats);
    if (!state) return Error{state.error()};
    const size_t linked = state.value().floats.size() - floats;
    if (links_ == nullptr && linked > 0) makeLinks();
    if (links_ != nullptr && !restoreLinks(*links_, state.value().floats.data() + floats, linked))
        return Error{"the saved state is damaged: its contacts between strands name no strands"};
    const float* from = state.value().floats.data();
    for (const Slot& slot : slots_)
        eachStateFloat(groups_[slot.group], slot.at, static_cast<size_t>(kernels_->lanes),
                       static_cast<size_t>(elements_), [&](float& f) { f = *from++; });
    head_ = previousHead_ = state.value().head;
    draw();
    return {};
}

// Chords of the present helices in closed form, in double: what the drawn particles,
// which come from the kernels in float, are measured against.
void SuperHelixModel::keptLengths(uint32_t strand, float* lengths) const {
    const RodGroup& g = groups_[slots_[strand].group];
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    const size_t s = slots_[strand].at, last = g.particles - 1;
    auto element = [&](size_t Q) {
        const float* k = g.darboux.data() + (s / W * N + Q) * 3 * W + s % W;
        return helixOf(Vec3d{k[0], k[W], k[2 * W]});
    };
    auto lengthOfElement = [&](size_t Q) { return double{g.ratio[(s / W * N + Q) * W + s % W]}; };
    const double scale = g.scale[s];
    double within = -1;  // a segment inside the element before
    for (size_t p = 0; p < last; ++p) {
        size_t Q = static_cast<size_t>(g.element[p]);
        const size_t end = static_cast<size_t>(g.element[p + 1]);
        const double from = double{g.fraction[p]}, to = double{g.fraction[p + 1]};
        if (Q == end) {
            // All segments inside an element are alike.
            if (p == 0 || static_cast<size_t>(g.element[p - 1]) != Q || within < 0) {
                Helix<double> h = element(Q);
                within = scale * lengthOf(lineAt(h, helixPoint(h, (to - from) * lengthOfElement(Q))));
            }
            lengths[p] = static_cast<float>(within);
            continue;
        }
        within = -1;
        Mat3<double> frame{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        Vec3d at{0, 0, 0};
        for (double begin = from; Q <= end; ++Q, begin = 0) {
            Helix<double> h = element(Q);
            HelixPoint<double> a = helixPoint(h, ((Q == end ? to : 1) - begin) * lengthOfElement(Q));
            at = at + frame * lineAt(h, a);
            frame = frame * turnAt(h, a);
        }
        lengths[p] = static_cast<float>(scale * lengthOf(at));
    }
}

float SuperHelixModel::restLength(uint32_t strand, uint32_t segment) const {
    const RodGroup& g = groups_[slots_[strand].group];
    return g.restLength[size_t{slots_[strand].at} * (g.particles - 1) + segment];
}

uint64_t SuperHelixModel::resets() const {
    uint64_t total = 0;
    for (const RodGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands; ++s) total += g.resets[s];
    return total;
}

// What the element whose Darboux vector begins at `row` stores (J) in bending and twisting (B, 5c), and in what
// holds soft ones from coiling up; without the section's thickness.
static double elasticEnergy(const RodGroup& g, size_t row, size_t W, const RodSection& section, double coiling, double scale,
                            double ratio) {
    const double stiffness[3] = {section.bendingMajor, section.bendingMinor, section.twisting};
    double square = 0, energy = 0;
    for (size_t i = 0; i < 3; ++i) {
        const double off = double{g.darboux[row + i * W]} - double{g.rest[row + i * W]};
        square += ratio * ratio * off * off;
        energy += 0.5 * stiffness[i] * off * off * ratio / scale;
    }
    const double coiled = maximum(square / double{freeTurn * freeTurn} - 1, 0.0);
    return energy + 0.25 * coiling * stiffness[0] / (scale * ratio) * double{freeTurn * freeTurn} * coiled * coiled;
}

Energy SuperHelixModel::energy(Vec3f gravity) const {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    Energy energy;
    for (const Slot& slot : slots_) {
        const RodGroup& g = groups_[slot.group];
        const size_t s = slot.at, n = static_cast<size_t>(g.points);
        auto vectorAt = [&](const std::vector<float>& rows, size_t row) {
            const float* x = rows.data() + row * W + s % W;
            return Vec3f{x[0], x[W], x[2 * W]};
        };
        // A thicker section weighs and resists more, by its area and by the square of that.
        const double scale = double{g.scale[s]}, thickness = double{g.thickness[s]};
        const Vec3d root = toDouble(rotate(head_.orientation, vectorAt(g.root, s / W * 7)));
        for (size_t Q = 0; Q < N; ++Q) {
            const double ratio = double{g.ratio[(s / W * N + Q) * W + s % W]};
            const double mass = thickness * section_.density * scale * ratio;
            energy.elastic += thickness * thickness *
                              elasticEnergy(g, (s / W * N + Q) * 3 * W + s % W, W, section_, double{material_.coiling}, scale, ratio);
            for (size_t i = 0; i < n; ++i) {
                const size_t row = (s / W * N * n + Q * n + i) * 3;
                addMass(energy, mass * double{g.weight[i]}, toDouble(vectorAt(g.position, row)) - root,
                        toDouble(vectorAt(g.velocity, row)), gravity);
            }
        }
    }
    return energy;
}

uint64_t SuperHelixModel::contacts() const { return links_ != nullptr ? links_->memory().size() : 0; }

size_t SuperHelixModel::stateBytes() const {
    size_t floats = 0;
    for (const RodGroup& g : groups_)
        for (const std::vector<float>* rows :
             {&g.root, &g.scale, &g.thickness, &g.ratio, &g.rest, &g.start, &g.darboux, &g.rate, &g.velocity, &g.position,
              &g.grip, &g.comb, &g.link, &g.drawn, &g.restPosition, &g.restLength})
            floats += rows->size();
    for (const RodGroup& g : groups_) floats += g.resets.size();
    for (const RodCurves& c : curves_) floats += c.now.size() + c.before.size();
    if (links_ != nullptr) floats += linkFloats * links_->memory().size();
    return floats * sizeof(float);
}

std::vector<Model::DebugPoints> SuperHelixModel::debugPoints() const {
    DebugPoints joints{"joints", {}}, points{"contact points", {}};
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    for (const RodGroup& g : groups_) {
        const size_t count = N * static_cast<size_t>(g.points);
        for (size_t s = 0; s < g.strands; ++s) {
            for (size_t p = 0; p < count; ++p) {
                const float* x = g.position.data() + (s / W * count + p) * 3 * W + s % W;
                points.points.push_back({x[0], x[W], x[2 * W]});
            }
            for (size_t p = 0; p < g.particles; ++p) {
                // The particle next to each element's beginning.
                if (p > 0 && g.element[p] == g.element[p - 1]) continue;
                const float* x = g.drawn.data() + (s / W * g.particles + p) * 3 * W + s % W;
                joints.points.push_back({x[0], x[W], x[2 * W]});
            }
        }
    }
    return {joints, points};
}

}  // namespace ringlet
