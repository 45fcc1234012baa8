// From a groom's polylines to clamps and natural shapes, and the contacts' points.
#include "core/models/super_helix/helix_fit.h"
#include "core/models/super_helix/super_helix.h"

#include "core/base/hash.h"
#include "core/math/gauss.h"
#include "core/math/random.h"
#include "core/models/strand_order.h"

#include <cstdio>

namespace ringlet::super_helix {
namespace {

// Quadrature: enough points for contacts to see the collider, and for the element
// that turns most; README.md says how exact.
constexpr int leastPoints = 4, mostPoints = 16;
constexpr double contactSpacing = 0.009;  // m
// Strands touch each other in chords between points about so far apart (m), and that turn
// about so far (rad) in the mean: what is found out about them is the cost of contacts.
constexpr double linkSpacing = 0.018, linkTurn = 1.5;

int pointsFor(double elementLength, double turn) {
    int byLength = static_cast<int>(elementLength / contactSpacing) + 1;
    int byTurn = static_cast<int>(0.5 * turn) + 4;
    int wanted = byLength > byTurn ? byLength : byTurn;
    return wanted < leastPoints ? leastPoints : wanted > mostPoints ? mostPoints : wanted;
}

// What a strand's natural curvature, twist and radius are multiplied by.
struct Variation {
    double curvature, twist, radius;
};
// Normally distributed, but by no more than two standard deviations `share`. It goes by the
// strand's own points, so that it is the same wherever the strand is in its file.
Variation variationOf(double share, const Vec3f* points, uint32_t count) {
    Hash64 own;
    for (uint32_t p = 0; p < count; ++p)
        for (float c : {points[p].x, points[p].y, points[p].z}) own.add(c);
    Random random(41, own.value());
    auto factor = [&] { return 1 + share * clamped(double(random.normal()), -2.0, 2.0); };
    Variation v;
    v.curvature = factor();
    v.twist = factor();
    v.radius = factor();
    return v;
}

const Vec3f* strandPoints(const Groom& groom, const StrandGroup& group, uint32_t strand) {
    return groom.points.data() + group.firstPoint + size_t{strand} * group.points;
}

}  // namespace

void SuperHelixModel::addGroup(const Groom& groom, const StrandGroup& group, const ModelOptions& options) {
    std::vector<HelixFit> fits(group.strandCount);
    ColliderArrays colliders;
    colliders.set(options.colliders);
    const WayOut wayOut = [&](Vec3d p) {
        const Vec3f at{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
        const SurfacePointT<float> surface = nearestCollider(colliders.view(), identityQuat<float>(), at);
        const double out = surface.distance < 0 ? -double(surface.distance) : 0;
        return out * Vec3d{surface.normal.x, surface.normal.y, surface.normal.z};
    };
    auto fitOne = [&](int s, int) {
        const Vec3f* points = strandPoints(groom, group, static_cast<uint32_t>(s));
        fits[static_cast<size_t>(s)] = fitHelices(points, static_cast<int>(group.points), elements_, reduced_,
                                                   colliders.view().any() ? wayOut : WayOut());
    };
    if (ThreadPool* pool = options.pool) {
        pool->forEach(static_cast<int>(fits.size()), fitOne);
    } else {
        for (int s = 0; s < static_cast<int>(fits.size()); ++s) fitOne(s, 0);
    }

    // Strands that need as many points are together.
    std::vector<int> wanted(group.strandCount);
    double longest = 0, bend = 0;  // m; rad an element in the mean
    for (size_t s = 0; s < fits.size(); ++s) {
        const HelixFit& fit = fits[s];
        const double length = fit.length / elements_;
        double turn = 0;
        for (const Vec3d& K : fit.darboux) {
            turn = maximum(turn, length * lengthOf(K));
            bend += length * squareRoot(K.x * K.x + K.y * K.y);
        }
        longest = maximum(longest, length);
        wanted[s] = pointsFor(length, turn);
        fit_.mean += fit.meanError * fit.meanError;
        fit_.worst = maximum(fit_.worst, fit.worstError);
        fit_.share += fit.length;
    }
    bend /= double(fits.size()) * elements_;
    const double spacing = longest > 0 ? minimum(linkSpacing, linkTurn * longest / maximum(bend, 1e-9)) / longest : 1;
    const std::vector<uint32_t> order = neighbourOrder(groom, group);
    for (int points = leastPoints; points <= mostPoints; ++points) {
        std::vector<uint32_t> strands;
        for (uint32_t of : order)
            if (wanted[of - group.firstStrand] == points) strands.push_back(of - group.firstStrand);
        if (!strands.empty()) addRods(groom, group, fits, std::move(strands), points, spacing);
    }
}

// `strands` of the groom's group with so many points an element; `spacing` of the points that
// touch other strands, in elements.
void SuperHelixModel::addRods(const Groom& groom, const StrandGroup& group, const std::vector<HelixFit>& fits,
                              std::vector<uint32_t> strands, int pointsEach, double spacing) {
    const std::vector<Field> fields(RodFields::list, RodFields::list + RodFields::count);
    const uint32_t elements = static_cast<uint32_t>(elements_);
    const StrandCounts counts{group.firstStrand, static_cast<uint32_t>(strands.size()), group.points, elements,
                              elements * static_cast<uint32_t>(pointsEach)};
    RodGroup g{StrandStore(fields, counts, lanes_)};
    g.draws(RodDrawn);
    g.points = pointsEach;
    const int spaced = static_cast<int>(spacing * g.points + 0.5);
    g.apart = spaced > 1 ? static_cast<uint32_t>(spaced) : 1;
    const GaussRule rule = gaussRule(g.points);
    g.node.assign(rule.node.begin(), rule.node.end());
    g.weight.assign(rule.weight.begin(), rule.weight.end());
    for (uint32_t p = 0; p < g.particles(); ++p) {
        double at = double(p) * elements_ / (g.particles() - 1);
        int element = static_cast<int>(at);
        element = element < elements_ ? element : elements_ - 1;
        g.element.push_back(element);
        g.fraction.push_back(static_cast<float>(at - element));
    }
    for (uint32_t s = 0; s < g.padded(); ++s) {
        // Padding lanes repeat the last strand: harmless.
        const uint32_t strand = strands[s < g.strands() ? s : g.strands() - 1];
        const HelixFit& fit = fits[strand];
        const Variation own = variationOf(variation_, strandPoints(groom, group, strand), group.points);
        const double scale = fit.length / elements_;
        const double root[7] = {fit.root.x, fit.root.y, fit.root.z, fit.frame.x, fit.frame.y, fit.frame.z, fit.frame.w};
        for (int row = 0; row < 7; ++row) g.at(RodRoot, s, 0, row) = static_cast<float>(root[row]);
        g.at(RodScale, s, 0, 0) = static_cast<float>(scale);
        g.at(RodThickness, s, 0, 0) = static_cast<float>(own.radius * own.radius);
        for (uint32_t Q = 0; Q < elements; ++Q) {
            const double K[3] = {fit.darboux[Q].x, fit.darboux[Q].y, fit.darboux[Q].z};
            const double varied[3] = {own.curvature, own.curvature, own.twist};
            g.at(RodRatio, s, Q, 0) = 1;
            for (int c = 0; c < 3; ++c) {
                g.at(RodStart, s, Q, c) = static_cast<float>(K[c] * scale);
                g.at(RodRest, s, Q, c) = static_cast<float>(varied[c] * K[c] * scale);
            }
        }
        if (s >= g.strands()) continue;
        const std::vector<Vec3d> line = fitLine(fit, static_cast<int>(g.particles()));
        for (size_t p = 0; p + 1 < line.size(); ++p)
            g.restLength.push_back(static_cast<float>(lengthOf(line[p + 1] - line[p])));
    }
    for (uint32_t& strand : strands) strand += group.firstStrand;
    g.setOrder(std::move(strands));
    groups_.push_back(std::move(g));
}

void SuperHelixModel::finishFit(const Groom& groom) {
    const double strands = static_cast<double>(groom.strands());
    const double meanLength = fit_.share / strands;
    fit_.mean = squareRoot(fit_.mean / strands);
    fit_.share = meanLength > 0 ? fit_.mean / meanLength : 0;
}

std::string SuperHelixModel::remark() const {
    char text[160];
    std::snprintf(text, sizeof text,
                  "super-helix: %d elements match the groom within %.3g mm (root mean square, %.2g %% of the length), "
                  "%.3g mm at worst",
                  elements_, 1e3 * fit_.mean, 100 * fit_.share, 1e3 * fit_.worst);
    size_t leftOut = links_ != nullptr ? links_->leftOut() : 0;
    if (kept_.device) device_.with<RodLinksDevice>([&](RodLinksDevice& there) { return leftOut = there.leftOut(), Status{}; });
    const std::string crowd = links_ != nullptr ? crowdRemark(leftOut, links_->segments()) : std::string();
    return crowd.empty() ? text : text + ("; " + crowd);
}

// visit(group, strand of it, point of that, number) of all points that touch other strands.
template <class Visit>
void SuperHelixModel::eachLinkPoint(const Visit& visit) {
    size_t number = 0;
    for (RodGroup& g : groups_)
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p < static_cast<uint32_t>(elements_ * g.points); p += g.apart) visit(g, s, p, number++);
}

// Hands the points and what they would do without contacts to the links, and
// takes their loads.
void SuperHelixModel::findLinks(int step, int steps) {
    if (links_ == nullptr) makeLinks();
    if (device_.on()) return findLinksThere(step, steps);
    eachLinkPoint([&](const RodGroup& g, uint32_t s, uint32_t p, size_t at) {
        const Vec3f x = g.vec3At(RodPosition, s, p) - substep_.headMove;
        const Vec3f free = x + substep_.h * g.vec3At(RodVelocity, s, p);  // what holds it is not known, so no gravity
        links_->before()[at] = {x.x, x.y, x.z, 1};
        links_->free()[at] = {free.x, free.y, free.z, 1};
    });
    links_->find(linkSettings(steps), step, pool_);
    eachLinkPoint([&](RodGroup& g, uint32_t s, uint32_t p, size_t at) {
        for (int c = 0; c < 9; ++c) g.link.at(0, s, p, c) = links_->loads()[at].row[c];
    });
}

void SuperHelixModel::findLinksThere(int step, int steps) {
    const RodLinkSettings settings = linkSettings(steps);
    const SegmentPlan plan = links_->plan(settings, step);
    device_.with<RodLinksDevice>([&](RodLinksDevice& there) {
        const Status status = kept_.device ? Status{} : there.setMemory(links_->memory());
        return status ? there.find(settings, plan, substep_.headMove) : status;
    });
    kept_.deviceWrote();
}

// What pairs have kept, fetched for who looks at it.
const std::vector<LinkMemory>& SuperHelixModel::linkMemory() const {
    std::vector<LinkMemory> memory;
    if (!kept_.host) {
        device_.with<RodLinksDevice>([&](RodLinksDevice& there) { return there.memory(memory); });
        if (device_.status()) links_->setMemory(memory);
    }
    kept_.host = true;
    return links_->memory();
}

bool SuperHelixModel::setLinkMemory(const std::vector<LinkMemory>& memory) {
    if (links_ == nullptr) return true;
    if (!links_->setMemory(memory)) return false;
    kept_.hostWrote();
    return true;
}

// Of a substep, of which a frame has `steps`.
RodLinkSettings SuperHelixModel::linkSettings(int steps) const {
    const Substep& s = substep_;
    return {minimum(hairContact_ * s.h * s.h, 2 * firmestPair), hairSliding_ * s.h, material_.coulomb,
            material_.frictionAnisotropy, wispDiameter_, steps, s.h, s.headAfter};
}

// Hands the links where their points have come to.
void SuperHelixModel::keepLinks(int steps) {
    if (device_.on()) return device_.with<RodLinksDevice>([&](RodLinksDevice& there) { return there.keep(linkSettings(steps)); });
    eachLinkPoint([&](const RodGroup& g, uint32_t s, uint32_t p, size_t at) {
        const Vec3f x = g.vec3At(RodPosition, s, p);
        links_->free()[at] = {x.x, x.y, x.z, 1};
    });
    links_->keep(linkSettings(steps));
}

void SuperHelixModel::makeLinks() {
    std::vector<uint32_t> strandOf;
    std::vector<HairPoint> rest;
    double mass = 0;  // in lengths of the mean section
    eachLinkPoint([&](const RodGroup& g, uint32_t s, uint32_t p, size_t) {
        const uint32_t n = static_cast<uint32_t>(g.points);
        const float own = g.weight[p % n] * g.at(RodRatio, s, p / n, 0) * g.at(RodScale, s, 0, 0) * g.at(RodThickness, s, 0, 0);
        const Vec3f x = g.vec3At(RodRestPosition, s, p);
        strandOf.push_back(g.ofGroom(s));
        rest.push_back({x.x, x.y, x.z, 1 / own});
    });
    for (RodGroup& g : groups_) {
        const uint32_t points = static_cast<uint32_t>(elements_ * g.points);
        g.link = StrandStore({{"load", 9, Per::Point, Keep::Derived}},
                             {g.firstStrand(), g.strands(), g.particles(), 0, points}, g.lanes());
        device_.share(g.link.data(), g.link.floatsOf(0) * sizeof(float));
        for (uint32_t s = 0; s < g.strands(); ++s)
            mass += double(g.at(RodScale, s, 0, 0)) * double(g.at(RodThickness, s, 0, 0)) * elements_;
    }
    // The force of a contact is that of the hair which a point stands for in the mean,
    // so that it is the same on both sides.
    const float mean = static_cast<float>(mass / static_cast<double>(rest.size()));
    for (HairPoint& p : rest) p.inverseMass *= mean;
    if (device_.on()) {
        std::vector<LinkGroup> groups;
        for (RodGroup& g : groups_) groups.push_back({g.apart, device_.there(g.link.data())});
        device_.with<RodLinksDevice>([&](RodLinksDevice& there) { return there.set(strandOf, rest, groups); });
    }
    links_ = std::make_unique<RodLinks>(strandOf, std::move(rest));
}

}  // namespace ringlet::super_helix
