#include "core/collide/head.h"
#include "core/files/placement.h"

namespace ringlet {

namespace {

struct Box {
    Vec3f low, high;
    Vec3f center() const { return (low + high) * 0.5f; }
    float across() const { return lengthOf(high - low); }
};
Box boxOf(const std::vector<Vec3f>& points) {
    Box box{points[0], points[0]};
    for (Vec3f p : points) {
        box.low = {minimum(box.low.x, p.x), minimum(box.low.y, p.y), minimum(box.low.z, p.z)};
        box.high = {maximum(box.high.x, p.x), maximum(box.high.y, p.y), maximum(box.high.z, p.z)};
    }
    return box;
}

// p on the head, or brought near it first: far off the surface's gradient is rough.
Vec3f onHead(Vec3f p) {
    const float far = headDistance(p);
    if (far > 0.02f || far < -0.02f) p = p - headNormal(p) * far;
    return onHeadSurface(p);
}

// Scale and shift that take `from` nearest to `to`, pairwise, in least squares.
void align(const std::vector<Vec3f>& from, const std::vector<Vec3f>& to, HeadFit& fit) {
    Vec3d a{0, 0, 0}, b{0, 0, 0};
    const double share = 1.0 / static_cast<double>(from.size());
    for (size_t i = 0; i < from.size(); ++i) {
        a = a + Vec3d{from[i].x, from[i].y, from[i].z} * share;
        b = b + Vec3d{to[i].x, to[i].y, to[i].z} * share;
    }
    double cross = 0, squares = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        const Vec3d p = Vec3d{from[i].x, from[i].y, from[i].z} - a, q = Vec3d{to[i].x, to[i].y, to[i].z} - b;
        cross += dot(p, q);
        squares += dot(p, p);
    }
    const double scale = squares > 0 ? minimum(maximum(cross / squares, 0.5), 2.0) : 1.0;
    const Vec3d shift = b - a * scale;
    fit.scale = static_cast<float>(scale);
    fit.shift = {static_cast<float>(shift.x), static_cast<float>(shift.y), static_cast<float>(shift.z)};
}

// From the scalp's box on the roots' box, nearest points in turns; `bald` is the
// share of roots where no hair grows.
HeadFit fitFrom(std::vector<Vec3f> roots, const Box& scalp, int quarters, float& bald) {
    for (Vec3f& p : roots) p = turnedQuarters(p, quarters);
    HeadFit fit;
    fit.quarters = quarters;
    const Box box = boxOf(roots);
    fit.scale = minimum(maximum(box.across() / scalp.across(), 0.5f), 2.0f);
    fit.shift = box.center() - scalp.center() * fit.scale;
    std::vector<Vec3f> nearest(roots.size());
    for (int turn = 0; turn <= 20; ++turn) {
        double squares = 0;
        bald = 0;
        for (size_t i = 0; i < roots.size(); ++i) {
            nearest[i] = onHead((roots[i] - fit.shift) * (1 / fit.scale));
            const Vec3f off = nearest[i] * fit.scale + fit.shift - roots[i];
            squares += dot(off, off);
            if (aboveHairLine(nearest[i]) < -0.005f) bald += 1.0f / static_cast<float>(roots.size());
        }
        fit.distance = static_cast<float>(squareRoot(squares / static_cast<double>(roots.size())));
        if (turn < 20) align(nearest, roots, fit);
    }
    return fit;
}

}  // namespace

Vec3f turnedQuarters(Vec3f p, int quarters) {
    for (int i = 0; i < quarters; ++i) p = {p.z, p.y, -p.x};
    return p;
}

HeadFit fittedHead(const std::vector<Vec3f>& roots) {
    HeadFit best;
    if (roots.size() < 20 || boxOf(roots).across() < 0.05f) {
        const Vec3f crown = onHead({0, 0.11f, 0});
        if (!roots.empty()) best.shift = boxOf(roots).center() - crown;
        return best;
    }
    std::vector<Vec3f> scalpPoints;
    for (const ScalpRoot& root : scalpRoots(500, 1)) scalpPoints.push_back(root.position);
    const Box scalp = boxOf(scalpPoints);
    float least = 0;
    for (int quarters = 0; quarters < 4; ++quarters) {
        float bald = 0;
        const HeadFit fit = fitFrom(roots, scalp, quarters, bald);
        // A centimetre off weighs as much as a tenth of the hair on the face. As it
        // came, hair stays where another turn is hardly better.
        const float cost = fit.distance / 0.01f + bald / 0.1f + (quarters == 0 ? 0.0f : 0.3f);
        if (quarters == 0 || cost < least) {
            best = fit;
            least = cost;
        }
    }
    return best;
}

}  // namespace ringlet
