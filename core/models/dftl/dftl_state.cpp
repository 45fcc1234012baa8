// The dftl model's state seen from outside: reset, curves, save and restore,
// energy, and the points that explain it.
#include "core/models/dftl/dftl.h"

#include "core/base/hash.h"
#include "core/models/chain_math.h"
#include "core/models/dftl/published_math.h"
#include "core/models/dftl/settle.h"
#include "core/models/model_parts.h"
#include "core/models/pose_path.h"

#include <cstdio>
#include <cstring>

namespace ringlet {
namespace {

// Row `row` of a strand's entry in its tile's root table.
float rootOf(const DftlGroup& g, uint32_t s, int rows, int row) {
    uint32_t lanes = g.arrays.lanes();
    return g.roots[size_t{s / lanes} * rows * lanes + size_t(row) * lanes + s % lanes];
}
Vec3f rootVec3(const DftlGroup& g, uint32_t s, int rows, int row) {
    return {rootOf(g, s, rows, row), rootOf(g, s, rows, row + 1), rootOf(g, s, rows, row + 2)};
}

// From the parent's frame to segment p's, in a shape of the group; where it has none, of the rest shape.
Quatf turnOf(const DftlGroup& g, const std::vector<float>& shape, uint32_t s, uint32_t p) {
    if (shape.empty()) return g.arrays.quatAt(RestTurn, s, p);
    const float* q = shape.data() + (size_t{s} * (g.arrays.particles() - 1) + p) * 4;
    return {q[0], q[1], q[2], q[3]};
}
void restPublished(DftlGroup& g, uint32_t s, Quatf head) {
    StrandArrays& a = g.arrays;
    Vec3f x = rotate(head, rootVec3(g, s, 9, 0));
    StrandBasis<float> basis = basisOf(rotate(head, rootVec3(g, s, 9, 6)), rotate(head, rootVec3(g, s, 9, 3)));
    for (uint32_t p = 0; p < a.particles(); ++p) {
        if (p > 0) {
            Vec3f along = fromBasis(basis, a.vec3At(Target, s, p));
            x = x + along;
            basis = projectedBasis(basis, normalizedOr(along, basis.j));
        }
        a.setVec3(Position, s, p, x);
        a.setVec3(Velocity, s, p, {0, 0, 0});
    }
}

}  // namespace

Quatf rootFrame(const DftlGroup& g, uint32_t s) {
    return {rootOf(g, s, 7, 3), rootOf(g, s, 7, 4), rootOf(g, s, 7, 5), rootOf(g, s, 7, 6)};
}

void startImplicit(DftlGroup& g, uint32_t s, Quatf head) {
    StrandArrays& a = g.arrays;
    Vec3f x = rotate(head, rootVec3(g, s, 7, 0));
    Quatf frame = head * rootFrame(g, s);
    for (uint32_t p = 0; p < a.particles(); ++p) {
        a.setVec3(Position, s, p, x);
        a.setVec3(Velocity, s, p, {0, 0, 0});
        if (p + 1 == a.particles()) break;
        frame = normalized(frame * turnOf(g, g.start, s, p));
        const float q[4] = {frame.x, frame.y, frame.z, frame.w};
        for (int c = 0; c < 4; ++c) a.at(SegmentFrame, s, p, c) = q[c];
        x = x + a.at(RestLength, s, p, 0) * axisZ(frame);
    }
}

const DftlGroup& DftlModel::groupOf(uint32_t strand) const {
    size_t g = groups_.size() - 1;
    while (g > 0 && groups_[g].firstStrand > strand) --g;
    return groups_[g];
}

void DftlModel::reset(const Pose& head) {
    head_ = previousHead_ = head;
    for (size_t g = 0; g < groups_.size() && startIsOld_; ++g) settleLimp(groups_[g], holds_[g], holdingTask(), pool_);
    startIsOld_ = false;
    for (DftlGroup& g : groups_) {
        for (uint32_t s = 0; s < g.arrays.padded(); ++s) {
            if (published_) restPublished(g, s, head.orientation);
            else startImplicit(g, s, head.orientation);
        }
        if (!g.previous.empty())
            std::memcpy(g.previous.data(), g.arrays.channel(Position), g.previous.size() * sizeof(float));
        for (uint32_t& count : g.resets) count = 0;
    }
    hostChanged();
}

float DftlModel::restLength(uint32_t strand, uint32_t segment) const {
    const DftlGroup& g = groupOf(strand);
    uint32_t s = strand - g.firstStrand;
    return published_ ? lengthOf(g.arrays.vec3At(Target, s, segment + 1)) : g.arrays.at(RestLength, s, segment, 0);
}

Curves DftlModel::curves() const {
    fetch(DftlFetch::Positions);
    Curves curves;
    curves.head = head_;
    curves.previousHead = previousHead_;
    copies_.resize(groups_.size());
    for (size_t i = 0; i < groups_.size(); ++i) {
        const DftlGroup& g = groups_[i];
        const StrandArrays& a = g.arrays;
        if (a.layout() == Layout::Tiles) {
            curves.blocks.push_back({g.firstStrand, a.strands(), a.particles(), a.lanes(), a.channel(Position),
                                     g.previous.data()});
            continue;
        }
        std::vector<float>& copy = copies_[i];
        copy.clear();
        for (uint32_t s = 0; s < a.strands(); ++s)
            for (uint32_t p = 0; p < a.particles(); ++p)
                for (int c = 0; c < 3; ++c) copy.push_back(a.at(Position, s, p, c));
        curves.blocks.push_back({g.firstStrand, a.strands(), a.particles(), 1, copy.data(), copy.data()});
    }
    return curves;
}

// Layout-independent: strand by strand, so that a state saved by one width of
// lanes is restored by another.
template <class Visit>
void DftlModel::eachFloat(DftlGroup& group, Visit visit) const {
    StrandArrays& a = group.arrays;
    for (uint32_t s = 0; s < a.strands(); ++s)
        for (uint32_t p = 0; p < a.particles(); ++p) {
            for (int c = 0; c < 3; ++c) visit(a.at(Position, s, p, c));
            for (int c = 0; c < 3; ++c) visit(a.at(Velocity, s, p, c));
            if (!published_)
                for (int c = 0; c < 4; ++c) visit(a.at(SegmentFrame, s, p, c));
        }
}

// Of the step and of every strand's root and rest shape.
uint64_t DftlModel::groomHash() const {
    Hash64 hash;
    hash.add(uint64_t{published_});
    for (const DftlGroup& g : groups_) {
        const StrandArrays& a = g.arrays;
        const int rest = published_ ? int(Target) : int(RestTurn), components = published_ ? 3 : 4;
        hash.add(uint64_t{a.particles()});
        for (uint32_t s = 0; s < a.strands(); ++s) {
            for (int row = 0; row < rootRows(); ++row) hash.add(rootOf(g, s, rootRows(), row));
            for (uint32_t p = 0; p < a.particles(); ++p) {
                // Held turns follow from the material, which may change; the given shape does not.
                const bool held = !g.given.empty() && p + 1 < a.particles();
                const Quatf turn = held ? turnOf(g, g.given, s, p) : Quatf{};
                for (float f : {turn.x, turn.y, turn.z, turn.w}) if (held) hash.add(f);
                for (int c = 0; c < components && !held; ++c) hash.add(a.at(rest, s, p, c));
                if (!published_) hash.add(a.at(RestLength, s, p, 0));
            }
        }
    }
    return hash.value();
}

std::vector<uint8_t> DftlModel::save() const {
    fetch(DftlFetch::All);
    SavedState state{groomHash(), head_, {}};
    for (const DftlGroup& g : groups_)
        eachFloat(const_cast<DftlGroup&>(g), [&](float& f) { state.floats.push_back(f); });
    return packState("dftl", state);
}

Status DftlModel::restore(const std::vector<uint8_t>& bytes) {
    size_t floats = 0;
    for (const DftlGroup& g : groups_)
        floats += size_t{g.arrays.strands()} * g.arrays.particles() * (published_ ? 6 : 10);
    const Result<SavedState> state = unpackState("dftl", groomHash(), floats, bytes);
    if (!state) return Error{state.error()};
    fetch(DftlFetch::All);  // what a saved state does not hold: the counts of resets
    const float* from = state.value().floats.data();
    for (DftlGroup& g : groups_) {
        eachFloat(g, [&](float& f) { f = *from++; });
        if (!g.previous.empty())
            std::memcpy(g.previous.data(), g.arrays.channel(Position), g.previous.size() * sizeof(float));
    }
    head_ = previousHead_ = state.value().head;
    hostChanged();
    return {};
}

std::string DftlModel::remark() const {
    if (!sagFree_) return {};
    uint32_t strands = 0;
    for (const DftlGroup& g : groups_) strands += g.arrays.strands();
    char text[240], raised[120] = "";
    if (stiffness_ > asked_)
        std::snprintf(raised, sizeof raised, "stiffness raised from %.3g to %.3g N m^2 for the groom to hold its shape; ",
                      double(asked_), double(stiffness_));
    std::snprintf(text, sizeof text, "sag-free: %s%u of %u strands (%.1f %%) are too limp to hold it%s", raised, tooLimp_,
                  strands, 100.0 * tooLimp_ / strands, tooLimp_ > 0 ? " and start where they fall to" : "");
    return text;
}

Energy DftlModel::energy(Vec3f gravity) const {
    fetch(DftlFetch::All);
    Energy energy;
    for (const DftlGroup& g : groups_) {
        const StrandArrays& a = g.arrays;
        for (uint32_t s = 0; s < a.strands(); ++s) {
            const Vec3d root = toDouble(a.vec3At(Position, s, 0));
            Quatd parent = published_ ? Quatd{0, 0, 0, 1} : toDouble(head_.orientation * rootFrame(g, s));
            double before = 0;
            for (uint32_t p = 1; p < a.particles(); ++p) {
                const double length = double{restLength(g.firstStrand + s, p - 1)};
                const double after = p + 1 < a.particles() ? double{restLength(g.firstStrand + s, p)} : 0.0;
                addMass(energy, double{density_} * 0.5 * (length + after), toDouble(a.vec3At(Position, s, p)) - root,
                        toDouble(a.vec3At(Velocity, s, p)), gravity);
                if (published_) continue;
                const Quatd frame = toDouble(a.quatAt(SegmentFrame, s, p - 1));
                const Quatd restTurn = toDouble(a.quatAt(RestTurn, s, p - 1));
                energy.elastic += jointEnergy(2 * double{stiffness_} / (before + length),
                                              squaredJointError(parent, frame, restTurn));
                parent = frame;
                before = length;
            }
        }
    }
    return energy;
}

std::vector<Model::DebugPoints> DftlModel::debugPoints() const {
    fetch(DftlFetch::All);
    DebugPoints targets{"targets", {}}, auxiliary{"auxiliary points", {}};
    for (const DftlGroup& g : groups_) {
        const StrandArrays& a = g.arrays;
        for (uint32_t s = 0; s < a.strands(); ++s) {
            Quatf head = head_.orientation;
            Quatf frame = published_ ? head : head * rootFrame(g, s);
            StrandBasis<float> basis{};
            if (published_) basis = basisOf(rotate(head, rootVec3(g, s, 9, 6)), rotate(head, rootVec3(g, s, 9, 3)));
            for (uint32_t p = 1; p < a.particles(); ++p) {
                Vec3f parent = a.vec3At(Position, s, p - 1), x = a.vec3At(Position, s, p);
                float reach = restLength(g.firstStrand + s, p - 1);
                if (published_) {
                    targets.points.push_back(parent + fromBasis(basis, a.vec3At(Target, s, p)));
                    auxiliary.points.push_back(parent + reach * basis.i);
                    basis = projectedBasis(basis, normalizedOr(x - parent, basis.j));
                } else {
                    Quatf wanted = frame * a.quatAt(RestTurn, s, p - 1);
                    targets.points.push_back(parent + reach * axisZ(wanted));
                    auxiliary.points.push_back(parent + reach * rotate(frame, Vec3f{1, 0, 0}));
                    frame = a.quatAt(SegmentFrame, s, p - 1);
                }
            }
        }
    }
    return {targets, auxiliary};
}

}  // namespace ringlet
