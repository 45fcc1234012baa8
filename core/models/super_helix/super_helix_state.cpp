// The super-helix model's state seen from outside: hash, save and
// restore, energy, and the points that explain it.
#include "core/models/super_helix/super_helix.h"

#include "core/models/pose_path.h"
#include "core/models/super_helix/helix_math.h"
#include "core/models/super_helix/rod_scratch.h"

namespace ringlet::super_helix {

// What the contacts between strands keep, pair by pair. Hashes have points' numbers as floats, as ever.
void SuperHelixModel::hashMore(Hash64& hash) const {
    if (links_ == nullptr) return;
    for (const LinkMemory& m : linkMemory())
        for (float f : {static_cast<float>(m.a), static_cast<float>(m.b), m.grip.x, m.grip.y, m.grip.z, m.pressed})
            hash.add(f);
}

constexpr size_t linkFloats = 4, linkIds = 2;

void SuperHelixModel::saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    if (links_ == nullptr) return;
    for (const LinkMemory& m : linkMemory()) {
        floats.insert(floats.end(), {m.grip.x, m.grip.y, m.grip.z, m.pressed});
        ids.insert(ids.end(), {m.a, m.b});
    }
}

// States of before have the points' numbers as floats, in front of the others.
Status SuperHelixModel::restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
    const bool before = ids.empty();
    const size_t stride = before ? linkFloats + linkIds : linkFloats, pairs = count / stride;
    if (count != pairs * stride || (!before && ids.size() != pairs * linkIds)) return otherState();
    if (links_ == nullptr && count > 0) makeLinks();
    // A number that is no point's is refused below.
    auto number = [](float f) { return f >= 0 && f < 16777216.0f ? static_cast<uint32_t>(f) : ~0u; };
    std::vector<LinkMemory> memory;
    for (size_t i = 0; i < pairs; ++i, from += stride) {
        const float* f = before ? from + linkIds : from;
        const uint32_t a = before ? number(from[0]) : ids[linkIds * i], b = before ? number(from[1]) : ids[linkIds * i + 1];
        memory.push_back({a, b, {f[0], f[1], f[2]}, f[3]});
    }
    if (!setLinkMemory(memory))
        return Error{"the saved state is damaged: its contacts between strands name no strands"};
    return {};
}

// Chords of the present helices in closed form, in double: what the drawn particles,
// which come from the kernels in float, are measured against.
void SuperHelixModel::keptLengths(uint32_t strand, float* lengths) const {
    device_.look();
    const RodGroup& g = groups_[slots_[strand].group];
    const uint32_t s = slots_[strand].strand;
    const size_t last = g.particles() - 1;
    auto element = [&](uint32_t Q) {
        const Vec3f k = g.vec3At(RodDarboux, s, Q);
        return helixOf(Vec3d{k.x, k.y, k.z});
    };
    auto lengthOfElement = [&](uint32_t Q) { return double{g.at(RodRatio, s, Q, 0)}; };
    const double scale = g.at(RodScale, s, 0, 0);
    double within = -1;  // a segment inside the element before
    for (size_t p = 0; p < last; ++p) {
        uint32_t Q = static_cast<uint32_t>(g.element[p]);
        const uint32_t end = static_cast<uint32_t>(g.element[p + 1]);
        const double from = double{g.fraction[p]}, to = double{g.fraction[p + 1]};
        if (Q == end) {
            // All segments inside an element are alike.
            if (p == 0 || static_cast<uint32_t>(g.element[p - 1]) != Q || within < 0) {
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
    return g.restLength[size_t{slots_[strand].strand} * (g.particles() - 1) + segment];
}

// What element Q of strand s stores (J) in bending and twisting (B, 5c), and in what holds soft
// ones from coiling up; without the section's thickness.
static double elasticEnergy(const RodGroup& g, uint32_t s, uint32_t Q, const RodSection& section, double coiling) {
    const double stiffness[3] = {section.bendingMajor, section.bendingMinor, section.twisting};
    const double scale = double{g.at(RodScale, s, 0, 0)}, ratio = double{g.at(RodRatio, s, Q, 0)};
    double square = 0, energy = 0;
    for (int i = 0; i < 3; ++i) {
        const double off = double{g.at(RodDarboux, s, Q, i)} - double{g.at(RodRest, s, Q, i)};
        square += ratio * ratio * off * off;
        energy += 0.5 * stiffness[i] * off * off * ratio / scale;
    }
    const double coiled = maximum(square / double{freeTurn * freeTurn} - 1, 0.0);
    return energy + 0.25 * coiling * stiffness[0] / (scale * ratio) * double{freeTurn * freeTurn} * coiled * coiled;
}

// How much nearer a bound strand feels the brush than it is, m; see holdBrush().
double SuperHelixModel::combSlack(const RodGroup& g, uint32_t s, const Brush& brush) const {
    if (g.at(RodComb, s, 0, 0) != combStuck) return 0;
    float nearest = 1e30f;
    for (uint32_t p = 0; p < static_cast<uint32_t>(elements_ * g.points); ++p)
        nearest = minimum(nearest, lengthOf(brush.position - g.vec3At(RodPosition, s, p)));
    return maximum(double{nearest} - 0.5 * double{brush.radius}, 0.0);
}

// See addBrush(); hair's direction at a point is that from one of its neighbours to the other.
Vec3d SuperHelixModel::brushForce(const Brush& brush) const {
    device_.look();
    Vec3d force{0, 0, 0};
    const Vec3d centre = toDouble(brush.position);
    for (const Slot& slot : slots_) {
        if (!(brush.radius > 0)) break;
        const RodGroup& g = groups_[slot.group];
        const uint32_t s = slot.strand, n = static_cast<uint32_t>(g.points), count = static_cast<uint32_t>(elements_) * n;
        const double slack = combSlack(g, s, brush), scale = double{g.at(RodScale, s, 0, 0)};
        const double whole = double{g.at(RodThickness, s, 0, 0)} * section_.density * scale * double{brush.rate};
        for (uint32_t p = 0; p < count; ++p) {
            const Vec3d x = toDouble(g.vec3At(RodPosition, s, p));
            const BrushPull<double> pull = brushPull(centre, double{brush.radius}, slack, x);
            const Vec3d way = toDouble(g.vec3At(RodPosition, s, p + 1 < count ? p + 1 : p)) -
                              toDouble(g.vec3At(RodPosition, s, p > 0 ? p - 1 : p));
            const Vec3d along = normalizedOr(way, Vec3d{0, 0, 0});
            const Vec3d slip = toDouble(g.vec3At(RodVelocity, s, p)) - toDouble(brush.velocity) - double{combCatchUp} * pull.behind;
            const double drag = whole * double{g.at(RodRatio, s, p / n, 0)} * double{g.weight[p % n]} * pull.share;
            force = force + drag * (slip - ((1 - double{material_.combing}) * dot(slip, along)) * along);
        }
    }
    return force;
}

Energy SuperHelixModel::energy(Vec3f gravity) const {
    device_.look();
    Energy energy;
    for (const Slot& slot : slots_) {
        const RodGroup& g = groups_[slot.group];
        const uint32_t s = slot.strand, n = static_cast<uint32_t>(g.points);
        // A thicker section weighs and resists more, by its area and by the square of that.
        const double scale = double{g.at(RodScale, s, 0, 0)}, thickness = double{g.at(RodThickness, s, 0, 0)};
        const Vec3d root = toDouble(rotate(head_.orientation, g.vec3At(RodRoot, s, 0)));
        for (uint32_t Q = 0; Q < static_cast<uint32_t>(elements_); ++Q) {
            const double mass = thickness * section_.density * scale * double{g.at(RodRatio, s, Q, 0)};
            energy.elastic += thickness * thickness * elasticEnergy(g, s, Q, section_, double{material_.coiling});
            for (uint32_t p = Q * n; p < (Q + 1) * n; ++p)
                addMass(energy, mass * double{g.weight[p - Q * n]}, toDouble(g.vec3At(RodPosition, s, p)) - root,
                        toDouble(g.vec3At(RodVelocity, s, p)), gravity);
        }
    }
    return energy;
}

uint64_t SuperHelixModel::contacts() const { return links_ != nullptr ? linkMemory().size() : 0; }

size_t SuperHelixModel::moreBytes() const {
    size_t bytes = 0;
    for (const RodGroup& g : groups_) bytes += g.link.bytes() + g.restLength.size() * sizeof(float);
    if (links_ != nullptr) bytes += linkMemory().size() * sizeof(LinkMemory);
    return bytes;
}

Model::PointSets SuperHelixModel::debugPoints() const {
    device_.look();
    std::vector<Vec3f> joints, points;
    for (const RodGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s) {
            const uint32_t count = static_cast<uint32_t>(elements_ * g.points);
            for (uint32_t p = 0; p < count; ++p) points.push_back(g.vec3At(RodPosition, s, p));
            for (uint32_t p = 0; p < g.particles(); ++p) {
                // The particle next to each element's beginning.
                if (p > 0 && g.element[p] == g.element[p - 1]) continue;
                joints.push_back(g.vec3At(RodDrawn, s, p));
            }
        }
    return {joints, points};
}

}  // namespace ringlet::super_helix
