// From a groom's polylines to clamps and natural shapes, and the contacts' points.
#include "core/models/super_helix/helix_fit.h"
#include "core/models/super_helix/super_helix.h"

#include "core/base/hash.h"
#include "core/math/gauss.h"
#include "core/math/random.h"

#include <cstdio>

namespace ringlet {
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
    const size_t W = static_cast<size_t>(kernels_->lanes);
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
    const double spacing = minimum(linkSpacing, linkTurn * longest / maximum(bend, 1e-9)) / longest;
    slots_.resize(slots_.size() + group.strandCount);
    for (int points = leastPoints; points <= mostPoints; ++points) {
        std::vector<uint32_t> strands;
        for (uint32_t s = 0; s < group.strandCount; ++s)
            if (wanted[s] == points) strands.push_back(s);
        if (!strands.empty()) addRods(groom, group, fits, std::move(strands), points, spacing);
    }
    const size_t tiles = (group.strandCount + W - 1) / W;
    curves_.push_back({group.firstStrand, group.strandCount, group.points, {}, {}});
    curves_.back().now.resize(tiles * W * 3 * group.points);
    curves_.back().before = curves_.back().now;
}

// `strands` of the groom's group with so many points an element; `spacing` of the points that
// touch other strands, in elements.
void SuperHelixModel::addRods(const Groom& groom, const StrandGroup& group, const std::vector<HelixFit>& fits,
                              std::vector<uint32_t> strands, int pointsEach, double spacing) {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    RodGroup g;
    g.strand = std::move(strands);
    g.strands = static_cast<uint32_t>(g.strand.size());
    g.particles = group.points;
    g.padded = static_cast<uint32_t>((g.strands + W - 1) / W * W);
    g.points = pointsEach;
    const int spaced = static_cast<int>(spacing * g.points + 0.5);
    g.apart = spaced > 1 ? spaced : 1;
    const GaussRule rule = gaussRule(g.points);
    g.node.assign(rule.node.begin(), rule.node.end());
    g.weight.assign(rule.weight.begin(), rule.weight.end());
    for (uint32_t p = 0; p < g.particles; ++p) {
        double at = double(p) * elements_ / (g.particles - 1);
        int element = static_cast<int>(at);
        element = element < elements_ ? element : elements_ - 1;
        g.element.push_back(element);
        g.fraction.push_back(static_cast<float>(at - element));
    }

    const size_t points = N * static_cast<size_t>(g.points);
    g.root.resize(g.padded * 7);
    g.scale.resize(g.padded);
    g.thickness.resize(g.padded);
    g.comb.resize(g.padded);
    g.grip.resize(g.padded * rodGripRows * (points + 1));
    g.ratio.assign(g.padded * N, 1.0f);
    g.rest.resize(g.padded * 3 * N);
    g.start.resize(g.padded * 3 * N);
    g.darboux.resize(g.padded * 3 * N);
    g.rate.resize(g.padded * 3 * N);
    g.velocity.resize(g.padded * 3 * points);
    g.position.resize(g.padded * 3 * points);
    g.drawn.resize(size_t{g.padded} * 3 * g.particles);
    g.resets.resize(g.padded);
    for (uint32_t s = 0; s < g.padded; ++s) {
        // Padding lanes repeat the last strand: harmless.
        const uint32_t strand = g.strand[s < g.strands ? s : g.strands - 1];
        const HelixFit& fit = fits[strand];
        const Variation own = variationOf(variation_, strandPoints(groom, group, strand), group.points);
        const size_t tile = s / W, lane = s % W;
        const double scale = fit.length / elements_;
        const double root[7] = {fit.root.x, fit.root.y, fit.root.z, fit.frame.x, fit.frame.y, fit.frame.z, fit.frame.w};
        for (size_t row = 0; row < 7; ++row) g.root[(tile * 7 + row) * W + lane] = static_cast<float>(root[row]);
        g.scale[s] = static_cast<float>(scale);
        g.thickness[s] = static_cast<float>(own.radius * own.radius);
        for (size_t Q = 0; Q < N; ++Q) {
            const double K[3] = {fit.darboux[Q].x, fit.darboux[Q].y, fit.darboux[Q].z};
            const double varied[3] = {own.curvature, own.curvature, own.twist};
            for (size_t c = 0; c < 3; ++c) {
                const size_t row = (tile * 3 * N + 3 * Q + c) * W + lane;
                g.start[row] = static_cast<float>(K[c] * scale);
                g.rest[row] = static_cast<float>(varied[c] * K[c] * scale);
            }
        }
        if (s >= g.strands) continue;
        slots_[group.firstStrand + strand] = {static_cast<uint32_t>(groups_.size()), s};
        const std::vector<Vec3d> line = fitLine(fit, static_cast<int>(g.particles));
        for (size_t p = 0; p + 1 < line.size(); ++p)
            g.restLength.push_back(static_cast<float>(lengthOf(line[p + 1] - line[p])));
    }
    for (uint32_t& strand : g.strand) strand += group.firstStrand;
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
    return text;
}

// Hands the points and what they would do without contacts to the links, and
// takes their loads.
void SuperHelixModel::findLinks(int step, int steps) {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    if (links_ == nullptr) makeLinks();
    const Substep& s = substep_;
    size_t at = 0;
    for (RodGroup& g : groups_) {
        const size_t points = N * static_cast<size_t>(g.points);
        for (uint32_t strand = 0; strand < g.strands; ++strand)
            for (size_t p = 0; p < points; p += static_cast<size_t>(g.apart), ++at) {
                const size_t row = ((strand / W) * points + p) * 3 * W + strand % W;
                const Vec3f x = Vec3f{g.position[row], g.position[row + W], g.position[row + 2 * W]} - s.headMove;
                const Vec3f v{g.velocity[row], g.velocity[row + W], g.velocity[row + 2 * W]};
                const Vec3f free = x + s.h * v;  // what holds it is not known, so no gravity
                links_->before()[at] = {x.x, x.y, x.z, 1};
                links_->free()[at] = {free.x, free.y, free.z, 1};
            }
    }
    links_->find(linkSettings(steps), step, pool_);
    const float* load = links_->loads().data();
    for (RodGroup& g : groups_) {
        const size_t points = N * static_cast<size_t>(g.points);
        for (uint32_t strand = 0; strand < g.strands; ++strand)
            for (size_t p = 0; p < points; p += static_cast<size_t>(g.apart))
                for (size_t c = 0; c < 9; ++c, ++load)
                    g.link[(((strand / W) * points + p) * 9 + c) * W + strand % W] = *load;
    }
}

// Of a substep, of which a frame has `steps`.
RodLinkSettings SuperHelixModel::linkSettings(int steps) const {
    const Substep& s = substep_;
    return {minimum(hairContact_ * s.h * s.h, 2 * firmestPair), hairFriction_ * s.h, material_.coulomb,
            material_.frictionAnisotropy, wispDiameter_, steps, s.h, s.headAfter};
}

// Hands the links where their points have come to.
void SuperHelixModel::keepLinks(int steps) {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    size_t at = 0;
    for (const RodGroup& g : groups_) {
        const size_t points = N * static_cast<size_t>(g.points);
        for (uint32_t strand = 0; strand < g.strands; ++strand)
            for (size_t p = 0; p < points; p += static_cast<size_t>(g.apart), ++at) {
                const size_t row = ((strand / W) * points + p) * 3 * W + strand % W;
                links_->free()[at] = {g.position[row], g.position[row + W], g.position[row + 2 * W], 1};
            }
    }
    links_->keep(linkSettings(steps));
}

void SuperHelixModel::makeLinks() {
    const size_t W = static_cast<size_t>(kernels_->lanes), N = static_cast<size_t>(elements_);
    std::vector<uint32_t> strandOf;
    std::vector<HairPoint> rest;
    double mass = 0;  // in lengths of the mean section
    for (RodGroup& g : groups_) {
        const size_t points = N * static_cast<size_t>(g.points);
        g.link.assign(g.padded * 9 * points, 0.0f);
        for (uint32_t strand = 0; strand < g.strands; ++strand)
            for (size_t p = 0; p < points; p += static_cast<size_t>(g.apart)) {
                strandOf.push_back(g.strand[strand]);
                const size_t row = ((strand / W) * points + p) * 3 * W + strand % W, n = static_cast<size_t>(g.points);
                const float own = g.weight[p % n] * g.ratio[((strand / W) * N + p / n) * W + strand % W] *
                                  g.scale[strand] * g.thickness[strand];
                rest.push_back({g.restPosition[row], g.restPosition[row + W], g.restPosition[row + 2 * W], 1 / own});
            }
        for (uint32_t strand = 0; strand < g.strands; ++strand)
            mass += double(g.scale[strand]) * double(g.thickness[strand]) * elements_;
    }
    // The force of a contact is that of the hair which a point stands for in the mean,
    // so that it is the same on both sides.
    const float mean = static_cast<float>(mass / static_cast<double>(rest.size()));
    for (HairPoint& p : rest) p.inverseMass *= mean;
    links_ = std::make_unique<RodLinks>(strandOf, std::move(rest));
}

}  // namespace ringlet
