// The verlet model's state seen from outside: reset, curves, save and restore,
// energy, and the points that explain it.
#include "core/models/chain_math.h"
#include "core/models/pose_path.h"
#include "core/models/strand_start.h"
#include "core/models/verlet/head_contact.h"
#include "core/models/verlet/verlet.h"

namespace ringlet::verlet {

void VerletModel::placeAtRest(VerletGroup& g, uint32_t s, Quatf head) {
    Vec3f x = rotate(head, g.vec3At(VerletRoot, s, 0));
    Quatf frame = head * g.quatAt(VerletRoot, s, 0, 3);
    for (uint32_t p = 0; p < g.particles(); ++p) {
        if (p > 0) {
            const float length = g.at(VerletLength, s, p, 0);
            frame = normalized(frame * g.quatAt(VerletTurn, s, p));
            if (!material_.published) frame = outOfGroomHead(madeAround_.view(), frame, x, length, head, depthAllowed);
            x = x + length * axisZ(frame);
        }
        g.setQuat(VerletFrame, s, p, frame);
        g.setVec3(VerletPosition, s, p, x);
        g.setVec3(VerletVelocity, s, p, {0, 0, 0});
    }
}

void VerletModel::afterReset() {
    tied_.hostWrote();
    links_.restart();
    for (LayerHalf& half : layers_) half.pull.assign(half.pull.size(), {{0, 0, 0}, 0});
    layerTurn_ = 0;
    nothingTouches();
}

void VerletModel::afterRestore() { nothingTouches(); }

// Contacts are no part of the state: those of before are of hair that is no longer there. Broken links are, and
// are shown where their points are now.
void VerletModel::nothingTouches() {
    contactsSeen_ = true;
    seen_.kept = 0;
    forgetLeftOut();
    segments_->clear();
    for (LayerHalf& half : layers_) half.contacts->clear(), half.looked = false;
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < g.particles(); ++p) {
                const Vec3f x = g.vec3At(VerletPosition, s, p);
                HairPoint& point = now_[g.firstPoint + size_t{s} * g.particles() + p];
                point = {x.x, x.y, x.z, point.inverseMass};
            }
}

// As a device does that is given ties.
void VerletModel::forgetLeftOut() {
    seen_.segmentsLeftOut = seen_.pointsLeftOut = 0;
    segments_->clearLeftOut();
    for (LayerHalf& half : layers_) half.contacts->clearLeftOut();
}

float VerletModel::restLength(uint32_t strand, uint32_t segment) const {
    const Slot slot = slots_[strand];
    return groups_[slot.group].at(VerletLength, slot.strand, segment + 1, 0);
}

// What lasts of contacts and links, float by float.
template <class Self, class Visit>
void VerletModel::eachTie(Self& self, const Visit& visit) {
    for (size_t i = 0; i < self.links_.count(); ++i) visit(self.links_.strengths()[i]);
    for (auto& half : self.layers_)
        for (auto& p : half.pull) visit(p.by.x), visit(p.by.y), visit(p.by.z), visit(p.grip);
}

void VerletModel::hashMore(Hash64& hash) const {
    seeTies();
    eachTie(*this, [&](float f) { hash.add(f); });
    if (!layers_.empty()) hash.add(uint64_t{layerTurn_});
}

void VerletModel::saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    seeTies();
    eachTie(*this, [&](float f) { floats.push_back(f); });
    ids.push_back(static_cast<uint32_t>(layerTurn_));
}

// States of before have the half whose turn it is as their last float.
Status VerletModel::restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
    const bool before = ids.empty();
    size_t floats = before ? 1 : 0;
    eachTie(*this, [&](float) { ++floats; });
    if (count != floats || ids.size() > 1) return otherState();
    tied_.hostWrote();
    eachTie(*this, [&](float& f) { f = *from++; });
    layerTurn_ = (before ? *from != 0 : ids[0] != 0) ? 1 : 0;
    return {};
}

void VerletModel::hashMoreRest(Hash64& hash) const {
    for (const StaticLink& link : links_.links()) hash.add(uint64_t{link.base} << 32 | link.tip);
    for (const LayerHalf& half : layers_)
        for (const Quad& quad : half.contacts->quadList())
            for (uint32_t corner : quad.corners) hash.add(uint64_t{corner});
}

size_t VerletModel::moreBytes() const { return now_.size() * (3 * sizeof(HairPoint) + sizeof(HairMove)); }

Vec3d VerletModel::brushForce(const Brush& brush) const {
    return particleBrushForce(VerletPosition, VerletVelocity, double{density_}, brush, [](double near) { return near; });
}

// Of all links, as strong as they are now. A substep of h softens their springs (see StaticLinks), and those are what
// works on the hair: of the stiffness that the parameter names, which may be many times as much, nothing is ever stored.
double VerletModel::linkEnergy() const {
    if (!linksHold_ || links_.count() == 0) return 0;
    seeTies();
    std::vector<Vec3d> points(now_.size());
    for (const VerletGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < g.particles(); ++p)
                points[g.firstPoint + size_t{s} * g.particles() + p] = toDouble(g.vec3At(VerletPosition, s, p));
    LinkSettings settings = linkSettings_;
    settings.stiffness = 1, settings.head = head_.orientation;
    const std::vector<LinkRow> rows = links_.rows();
    const double k = double{linkOverDensity_}, mass = double{density_} * double{meanSegment_};
    const double square = double{substep_.h} * double{substep_.h};
    double sum = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const LinkRow& l = rows[i];
        const LinkPull<double> pull = pullOf<double>(
            {points[l.base], points[l.tip], points[l.before], toDouble(l.offset), toDouble(l.direction)},
            double{links_.strengths()[i]}, 0, settings);
        if (!(pull.strength > 0)) continue;
        // Of unit stiffness a link pulls by its strength times what it is off. One that draws pulls no more than where it would break.
        const double off = lengthOf(pull.by) / pull.strength, breaks = double{settings.breaks};
        const double stored = pull.left > 1 && off > breaks ? breaks * (off - 0.5 * breaks) : 0.5 * pull.strength * off * off;
        sum += mass * k / (1 + k * square * double{l.load}) * stored;
    }
    return sum;
}

Energy VerletModel::energy(Vec3f gravity) const {
    Energy energy = particleEnergy(VerletPosition, VerletVelocity, double{density_}, gravity);
    energy.elastic += linkEnergy();
    for (const VerletGroup& g : groups_) {
        for (uint32_t s = 0; s < g.strands() && !material_.published; ++s) {
            Quatd parent = toDouble(head_.orientation * g.quatAt(VerletRoot, s, 0, 3));
            double before = 0;
            for (uint32_t p = 1; p < g.particles(); ++p) {
                const double length = double{g.at(VerletLength, s, p, 0)};
                const Quatd frame = toDouble(g.quatAt(VerletFrame, s, p));
                const Quatf restTurn = g.quatAt(VerletTurn, s, p);
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

std::string VerletModel::remark() const {
    seeContacts();
    const std::string hairs = crowdRemark(device_.on() ? seen_.segmentsLeftOut : segments_->leftOut(), segments_->segments());
    size_t leftOut = seen_.pointsLeftOut;
    for (const LayerHalf& half : layers_) leftOut = leftOut < half.contacts->leftOut() ? half.contacts->leftOut() : leftOut;
    const std::string layers = crowdRemark(leftOut, rest_.size(), "points", "contacts with layers");
    return joinedRemarks(hairs, layers);
}

VerletModel::ContactCounts VerletModel::contactCounts() const {
    seeContacts();
    ContactCounts counts;
    counts.keptPairs = device_.on() ? seen_.kept : segments_->kept();
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

Model::PointSets VerletModel::debugPoints() const {
    seeContacts();
    std::vector<Vec3f> contacts, broken;
    auto add = [&](const ContactChunks& chunks, int pointsEach) {
        for (size_t i = 0; i < chunks.count(); ++i) {
            const Contact& c = chunks.contacts()[i];
            Vec3f sum{0, 0, 0};
            for (int k = 0; k < pointsEach; ++k)
                sum = sum + (0.5f * absolute(c.weight[k])) * positionOf(now_[c.point[k]]);
            contacts.push_back(sum);
        }
    };
    if (contactsOn_) add(segments_->contacts(), 4);
    for (const LayerHalf& half : layers_) add(half.contacts->contacts(), 5);
    for (size_t i = 0; i < links_.count(); ++i)
        if (links_.strengths()[i] == 0) broken.push_back(positionOf(now_[links_.links()[i].base]));
    return {contacts, broken};
}

}  // namespace ringlet::verlet
