// The model's state seen from outside: where strands start, curves, energy, and the points that explain it.
#include "core/models/dftl/dftl.h"
#include "core/models/dftl/published_math.h"

namespace ringlet::dftl {
namespace {

// The basis that strand s begins with, the head turned by `head`.
StrandBasis<float> rootBasis(const StrandStore& g, uint32_t s, Quatf head) {
    return basisOf(rotate(head, g.vec3At(Root, s, 0, 6)), rotate(head, g.vec3At(Root, s, 0, 3)));
}

}  // namespace

void DftlModel::placeAtRest(StrandStore& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(Root, s, 0));
    StrandBasis<float> basis = rootBasis(g, s, head);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        if (p > 0) {
            Vec3f along = fromBasis(basis, g.vec3At(Target, s, p));
            x = x + along;
            basis = basisAtRest(material_.method, basis, along);
        }
        g.setVec3(Position, s, p, x);
        g.setVec3(Velocity, s, p, {0, 0, 0});
    }
}

float DftlModel::restLength(uint32_t strand, uint32_t segment) const {
    return lengthOf(groups_[slots_[strand].group].vec3At(Target, slots_[strand].strand, segment + 1));
}

Curves DftlModel::curves() const {
    if (groups_[0].layout() == Layout::Tiles) return StrandModel::curves();
    device_.look(true);
    Curves curves{{}, head_, head_};  // nothing keeps what was
    copies_.resize(groups_.size());
    for (size_t i = 0; i < groups_.size(); ++i) {
        const StrandStore& g = groups_[i];
        std::vector<float>& copy = copies_[i];
        copy.clear();
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < g.particles(); ++p)
                for (int c = 0; c < 3; ++c) copy.push_back(g.at(Position, g.byGroom(s), p, c));
        curves.blocks.push_back({g.firstStrand(), g.strands(), g.particles(), 1, copy.data(), copy.data()});
    }
    return curves;
}

Energy DftlModel::energy(Vec3f gravity) const { return particleEnergy(Position, Velocity, double{density_}, gravity); }

Model::PointSets DftlModel::debugPoints() const {
    device_.look();
    std::vector<Vec3f> targets, auxiliary;
    for (const StrandStore& g : groups_) {
        for (uint32_t s = 0; s < g.strands(); ++s) {
            StrandBasis<float> basis = rootBasis(g, s, head_.orientation);
            for (uint32_t p = 1; p < g.particles(); ++p) {
                const Vec3f parent = g.vec3At(Position, s, p - 1), x = g.vec3At(Position, s, p);
                targets.push_back(parent + fromBasis(basis, g.vec3At(Target, s, p)));
                auxiliary.push_back(parent + lengthOf(g.vec3At(Target, s, p)) * basis.i);
                basis = basisAtRest(material_.method, basis, x - parent);
            }
        }
    }
    return {targets, auxiliary};
}

}  // namespace ringlet::dftl
