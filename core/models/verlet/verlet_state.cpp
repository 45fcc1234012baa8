// The verlet model's state seen from outside: reset, curves, save and restore,
// energy, and the points that explain it.
#include "core/base/hash.h"
#include "core/models/chain_math.h"
#include "core/models/model_parts.h"
#include "core/models/pose_path.h"
#include "core/models/verlet/verlet.h"

#include <cstring>

namespace ringlet {
namespace {

Vec3f rootOf(const VerletGroup& g, uint32_t s) {
    const uint32_t lanes = g.arrays.lanes();
    const float* row = g.roots.data() + size_t{s / lanes} * verletRootRows * lanes + s % lanes;
    return {row[0], row[lanes], row[2 * lanes]};
}
Quatf rootFrameOf(const VerletGroup& g, uint32_t s) {
    const uint32_t lanes = g.arrays.lanes();
    const float* row = g.roots.data() + (size_t{s / lanes} * verletRootRows + 3) * lanes + s % lanes;
    return {row[0], row[lanes], row[2 * lanes], row[3 * lanes]};
}

// Every float of a strand's state, strand by strand, whatever the lanes.
template <class Arrays, class Visit>
void eachFloat(Arrays& a, const Visit& visit) {
    for (uint32_t s = 0; s < a.strands(); ++s)
        for (uint32_t p = 0; p < a.particles(); ++p)
            for (int channel : {VerletPosition, VerletVelocity, VerletFrame})
                for (int c = 0; c < (channel == VerletFrame ? 4 : 3); ++c) visit(a.at(channel, s, p, c));
}

template <class Pull, class Visit>
void eachPull(Pull& pull, const Visit& visit) {
    for (auto& p : pull) visit(p.by.x), visit(p.by.y), visit(p.by.z), visit(p.grip);
}

}  // namespace

const VerletGroup& VerletModel::groupOf(uint32_t strand) const {
    size_t g = groups_.size() - 1;
    while (g > 0 && groups_[g].firstStrand > strand) --g;
    return groups_[g];
}

void VerletModel::reset(const Pose& head) {
    head_ = previousHead_ = head;
    for (VerletGroup& g : groups_) {
        StrandArrays& a = g.arrays;
        for (uint32_t s = 0; s < a.padded(); ++s) {
            Vec3f x = rotate(head.orientation, rootOf(g, s));
            Quatf frame = head.orientation * rootFrameOf(g, s);
            for (uint32_t p = 0; p < a.particles(); ++p) {
                if (p > 0) {
                    frame = normalized(frame * a.quatAt(VerletTurn, s, p));
                    x = x + a.at(VerletLength, s, p, 0) * axisZ(frame);
                }
                a.setQuat(VerletFrame, s, p, frame);
                a.setVec3(VerletPosition, s, p, x);
                a.setVec3(VerletVelocity, s, p, {0, 0, 0});
            }
        }
        std::memcpy(g.previous.data(), a.channel(VerletPosition), g.previous.size() * sizeof(float));
        g.resets.assign(g.resets.size(), 0);
    }
    links_.restart();
    for (LayerHalf& half : layers_) half.pull.assign(half.pull.size(), {{0, 0, 0}, 0});
    layerTurn_ = 0;
}

float VerletModel::restLength(uint32_t strand, uint32_t segment) const {
    const VerletGroup& g = groupOf(strand);
    return g.arrays.at(VerletLength, strand - g.firstStrand, segment + 1, 0);
}

Curves VerletModel::curves() const {
    Curves curves;
    curves.head = head_;
    curves.previousHead = previousHead_;
    for (const VerletGroup& g : groups_)
        curves.blocks.push_back({g.firstStrand, g.arrays.strands(), g.arrays.particles(), g.arrays.lanes(),
                                 g.arrays.channel(VerletPosition), g.previous.data()});
    return curves;
}

uint64_t VerletModel::hash() const {
    Hash64 hash;
    for (const VerletGroup& g : groups_) eachFloat(g.arrays, [&](float f) { hash.add(f); });
    for (size_t i = 0; i < links_.count(); ++i) hash.add(links_.strengths()[i]);
    for (const LayerHalf& half : layers_) eachPull(half.pull, [&](float f) { hash.add(f); });
    if (!layers_.empty()) hash.add(uint64_t{layerTurn_});
    return hash.value();
}

// Of every strand's root and rest shape, and of what ties them.
uint64_t VerletModel::groomHash() const {
    Hash64 hash;
    for (const VerletGroup& g : groups_) {
        hash.add(uint64_t{g.arrays.particles()});
        for (uint32_t s = 0; s < g.arrays.strands(); ++s) {
            for (Vec3f v : {rootOf(g, s)})
                for (float f : {v.x, v.y, v.z}) hash.add(f);
            for (Quatf q : {rootFrameOf(g, s)})
                for (float f : {q.x, q.y, q.z, q.w}) hash.add(f);
            for (uint32_t p = 1; p < g.arrays.particles(); ++p) {
                for (int c = 0; c < 4; ++c) hash.add(g.arrays.at(VerletTurn, s, p, c));
                hash.add(g.arrays.at(VerletLength, s, p, 0));
            }
        }
    }
    for (const StaticLink& link : links_.links()) hash.add(uint64_t{link.base} << 32 | link.tip);
    return hash.value();
}

std::vector<uint8_t> VerletModel::save() const {
    SavedState state{groomHash(), head_, {}};
    for (size_t i = 0; i < links_.count(); ++i) state.floats.push_back(links_.strengths()[i]);
    for (const VerletGroup& g : groups_) eachFloat(g.arrays, [&](float f) { state.floats.push_back(f); });
    for (const LayerHalf& half : layers_) eachPull(half.pull, [&](float f) { state.floats.push_back(f); });
    if (!layers_.empty()) state.floats.push_back(static_cast<float>(layerTurn_));
    return packState("verlet", state);
}

Status VerletModel::restore(const std::vector<uint8_t>& bytes) {
    size_t floats = links_.count();
    for (const VerletGroup& g : groups_) floats += size_t{g.arrays.strands()} * g.arrays.particles() * 10;
    for (const LayerHalf& half : layers_) floats += half.pull.size() * 4;
    floats += layers_.empty() ? 0 : 1;
    const Result<SavedState> state = unpackState("verlet", groomHash(), floats, bytes);
    if (!state) return Error{state.error()};
    const float* from = state.value().floats.data();
    auto read = [&](float& f) { f = *from++; };
    for (size_t i = 0; i < links_.count(); ++i) read(links_.strengths()[i]);
    for (VerletGroup& g : groups_) {
        eachFloat(g.arrays, read);
        std::memcpy(g.previous.data(), g.arrays.channel(VerletPosition), g.previous.size() * sizeof(float));
    }
    for (LayerHalf& half : layers_) eachPull(half.pull, read);
    if (!layers_.empty()) layerTurn_ = *from == 0 ? 0 : 1;
    head_ = previousHead_ = state.value().head;
    return {};
}

uint64_t VerletModel::resets() const {
    uint64_t total = 0;
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.arrays.strands(); ++s) total += g.resets[s];
    return total;
}

Energy VerletModel::energy(Vec3f gravity) const {
    Energy energy;
    for (const VerletGroup& g : groups_) {
        const StrandArrays& a = g.arrays;
        for (uint32_t s = 0; s < a.strands(); ++s) {
            const Vec3d root = toDouble(a.vec3At(VerletPosition, s, 0));
            Quatd parent = toDouble(head_.orientation * rootFrameOf(g, s));
            double before = 0;
            for (uint32_t p = 1; p < a.particles(); ++p) {
                const double length = double{a.at(VerletLength, s, p, 0)};
                const double after = p + 1 < a.particles() ? double{a.at(VerletLength, s, p + 1, 0)} : 0.0;
                addMass(energy, double{density_} * 0.5 * (length + after), toDouble(a.vec3At(VerletPosition, s, p)) - root,
                        toDouble(a.vec3At(VerletVelocity, s, p)), gravity);
                if (material_.published) continue;
                const Quatd frame = toDouble(a.quatAt(VerletFrame, s, p));
                const Quatf restTurn = a.quatAt(VerletTurn, s, p);
                const double between = 0.5 * (before + length) * double{arcOverChord(restTurn)};
                energy.elastic += jointEnergy(double{stiffness_} / between,
                                              squaredJointError(parent, frame, toDouble(restTurn)));
                parent = frame;
                before = length;
            }
        }
    }
    return energy;
}

uint64_t VerletModel::contacts() const {
    const ContactCounts counts = contactCounts();
    return contactsOn_ ? counts.contacts + counts.layerContacts : counts.layerContacts;
}

size_t VerletModel::stateBytes() const {
    size_t bytes = now_.size() * (3 * sizeof(HairPoint) + sizeof(HairMove));
    for (const VerletGroup& g : groups_)
        bytes += g.arrays.bytes() + (g.roots.size() + g.previous.size()) * sizeof(float) +
                 g.resets.size() * sizeof(uint32_t);
    return bytes;
}

VerletModel::ContactCounts VerletModel::contactCounts() const {
    ContactCounts counts;
    counts.keptPairs = segments_->kept();
    counts.contacts = segments_->contacts().count();
    counts.searches = segments_->searches();
    for (const LayerHalf& half : layers_) {
        counts.quads += half.contacts->quads();
        counts.layerContacts += half.contacts->contacts().count();
    }
    counts.links = links_.count();
    counts.brokenLinks = links_.broken();
    return counts;
}

std::vector<Model::DebugPoints> VerletModel::debugPoints() const {
    DebugPoints contacts{"contacts", {}}, broken{"broken links", {}};
    auto add = [&](const ContactChunks& chunks, int pointsEach) {
        for (size_t i = 0; i < chunks.count(); ++i) {
            const Contact& c = chunks.contacts()[i];
            Vec3f sum{0, 0, 0};
            for (int k = 0; k < pointsEach; ++k)
                sum = sum + (0.5f * absolute(c.weight[k])) * positionOf(now_[c.point[k]]);
            contacts.points.push_back(sum);
        }
    };
    if (contactsOn_) add(segments_->contacts(), 4);
    for (const LayerHalf& half : layers_) add(half.contacts->contacts(), 5);
    for (size_t i = 0; i < links_.count(); ++i)
        if (links_.strengths()[i] == 0) broken.points.push_back(positionOf(now_[links_.links()[i].base]));
    return {contacts, broken};
}

}  // namespace ringlet
