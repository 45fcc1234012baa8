#include "core/files/head_search.h"

#include "core/files/hair_regions.h"
#include "core/files/strand_ends.h"
#include "core/math/elementary.h"

#include <algorithm>

namespace ringlet {

namespace {

// What a misfit is made of: hair of a head that is not quite ours has 1 to 3, a wrong axis
// costs some 3 more.
constexpr float usualDistance = 0.004f;  // m of the head; of the roots' distance, this costs 1, twice as much 4
constexpr float mostForDistance = 15;
constexpr float leavingCosts = 4;   // of 1 - the cosine between a strand's first way and the skin's normal
constexpr float hangingCosts = 1;   // of hair that stands up on the whole, against hair that falls
constexpr float blownCosts = 3;     // of hair that goes sideways on the whole, all of it and as one; some does, combed back
constexpr float combed = 0.6f;      // so much of that is no fault
constexpr float insideCosts = 6;    // of the share of hair that runs inside the head
constexpr float scaleCosts = 4;     // of the head's size, in times its own, more than 1
constexpr float mostForScale = 2.5f;
constexpr float sizeCosts = 0.15f;  // where no unit is told, of the roots' and the hair's size, in times
constexpr float usualAcross = 0.28f, usualLength = 0.2f, mostForSize = 1.5f;  // m, m; of each of both
constexpr float beardCosts = 2.5f;  // hair from files is mostly that of a scalp
constexpr float quarterCosts[] = {0, 0.7f, 0.4f, 0.7f};
// What covers a part of a head says little of where that faces: a jaw is as round as a nape, and who
// draws a beard makes it face +Z. Hair that grows nowhere on the crown or above the brow is that of a nape or
// of a bald head, which are rare.
constexpr float turnedPatchCosts = 3, aPatch = 0.6f;  // the last of a whole scalp's size
constexpr float baldCosts = 4, upward = 0.4f, leastUpward = 0.05f;  // of the skin's normal; a share of roots

// Strands that run from tip to root: hair by its tips has 6 to 20 if it fits at all, and by its roots 1 to 9.
constexpr float doubtful = 4, turnedRoundCosts = 3;

constexpr float mostLeaving = 1.1f;   // of hair that fits; 1: along the skin
constexpr float farRoot = 0.03f;      // m; farther roots count as being so far
constexpr float deepInside = 0.006f;  // m
constexpr size_t fewRoots = 20;
constexpr float mostFile = 1e7f;      // file units across; what is larger is an error that others tell
constexpr size_t aLock = 800;         // strands; more of them cover a part of a scalp
constexpr float leastHair = 0.015f;   // m long
constexpr float leastLock = 0.008f, leastScalp = 0.11f, mostAcross = 0.45f;  // m across
constexpr float flatPatch = 0.09f;    // m across; the size of a head does not show in a smaller one
constexpr float leastScale = 0.5f, mostScale = 2;  // of a head for hair whose unit is told

// How many times too large or too small, less one.
float off(float ratio) { return (ratio > 1 ? ratio : 1 / ratio) - 1; }

float axisCosts(UpAxis axis, UpAxis usual) {
    if (axis == usual) return 0;
    const bool common = axis == UpAxis::Y || axis == UpAxis::Z;
    if (usual == UpAxis::Unknown && common) return axis == UpAxis::Y ? 0.0f : 0.3f;
    return common ? 1.0f : 2.5f;
}

struct Box {
    Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
    void add(Vec3f p) {
        low = {minimum(low.x, p.x), minimum(low.y, p.y), minimum(low.z, p.z)};
        high = {maximum(high.x, p.x), maximum(high.y, p.y), maximum(high.z, p.z)};
    }
    Vec3f center() const { return (low + high) * 0.5f; }
    float across() const { return lengthOf(high - low); }
};

Box boxOfRoots(const std::vector<StrandSample>& samples) {
    Box box;
    for (const StrandSample& s : samples) box.add(s.root);
    return box;
}

// To three digits, for people read it.
float rounded(float value) {
    double power = 1;
    while (value * power < 100) power *= 10;
    while (value * power >= 1000) power /= 10;
    return static_cast<float>(nearestWhole(value * power) / power);
}

// The samples as a file of that axis, turned by quarters, has them: Y up, in the file's unit.
std::vector<StrandSample> turned(const std::vector<StrandSample>& samples, UpAxis up, int quarters) {
    const auto turn = [&](Vec3f p) { return turnedQuarters(placed({1, up}, p), quarters); };
    std::vector<StrandSample> out;
    for (const StrandSample& s : samples) {
        out.push_back({turn(s.root), turn(s.leaves), turn(s.hangs), {turn(s.along[0]), turn(s.along[1])}, s.length});
    }
    return out;
}

// One beginning: the head of that size and place, in the file's units, on hair turned so.
struct Trial {
    UpAxis up = UpAxis::Y;
    int quarters = 0;
    bool beard = false;
    BustPlace bust;
    BustPlace from;     // where it began
    float misfit = 0;
    float distance = 0; // m of the head
    float scale = 1;    // of the head in m, by the unit that serves best
    float unit = 1;     // that one
    float leaving = 0;  // 1 - the mean cosine between strands' first ways and the skin's normals
};

class Search {
public:
    Search(const FileStrands& strands, UpAxis usual, const Placement& told) : usual_(usual), told_(told) {
        const std::vector<StrandSample> all = strandSamples(strands, 400);
        for (size_t i = 0; i < all.size(); ++i) {
            if (i * 120 / all.size() != (i + 1) * 120 / all.size() || all.size() <= 120) some_.push_back(all[i]);
        }
        all_ = all;
        std::vector<float> lengths;
        for (const StrandSample& s : all) lengths.push_back(s.length);
        std::stable_sort(lengths.begin(), lengths.end());
        length_ = lengths.empty() ? 1 : lengths[lengths.size() / 2];
        across_ = all.empty() ? 1 : boxOfRoots(all).across();
        strands_ = strands.counts.size();
    }

    HeadSearch run() {
        HeadSearch out;
        out.few = all_.size() < fewRoots || !(across_ > 0) || !(across_ < mostFile);
        if (out.few) return out;
        std::vector<Trial> trials;
        for (UpAxis up : allUpAxes) {
            if (told_.up != UpAxis::Unknown && up != told_.up) continue;
            for (int quarters = 0; quarters < 4; ++quarters) tryTurn(up, quarters, trials);
        }
        keepBest(trials);
        std::vector<StrandSample> samples;
        for (Trial& t : trials) {
            samples = turned(some_, t.up, t.quarters);
            for (int i = 0; i < 15; ++i) improve(samples, t);
            samples = turned(all_, t.up, t.quarters);
            for (int i = 0; i < 5; ++i) improve(samples, t);
            judge(samples, t);
        }
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.misfit < b.misfit; });
        out.best = fitOf(trials[0]);
        for (const Trial& t : trials) {
            if (t.up == trials[0].up) continue;
            out.next = fitOf(t);
            break;
        }
        out.fits = fits(trials[0]);
        return out;
    }

private:
    // Sizes a head may have, file units a metre of it: those of the units, and that of a whole scalp.
    std::vector<float> sizes() const {
        std::vector<float> out;
        if (told_.unit > 0) {
            for (float scale : {0.75f, 1.0f, 1.3f}) out.push_back(scale / told_.unit);
            return out;
        }
        for (const KnownUnit& known : knownUnits) {
            const float unit = known.metres, across = across_ * unit;
            if (across > (strands_ < aLock ? leastLock : leastScalp) && across < mostAcross && length_ * unit > leastHair) out.push_back(1 / unit);
        }
        if (across_ > 0) out.push_back(across_ / scalpRegion().across);
        return out;
    }

    void tryTurn(UpAxis up, int quarters, std::vector<Trial>& trials) {
        const std::vector<StrandSample> samples = turned(some_, up, quarters);
        const Box box = boxOfRoots(samples);
        Vec3f middle{0, 0, 0}, leaves{0, 0, 0};
        for (const StrandSample& s : samples) {
            middle = middle + s.root * (1.0f / static_cast<float>(samples.size()));
            leaves = leaves + s.leaves;
        }
        for (bool beard : {false, true}) {
            const HairRegion& region = beard ? beardRegion() : scalpRegion();
            std::vector<Trial> here;
            for (float size : sizes()) {
                const auto begin = [&](Vec3f at, Vec3f spot) {
                    const BustPlace bust{size, at - spot * size};
                    here.push_back({up, quarters, beard, bust, bust});
                };
                begin(box.center(), region.center);
                begin(middle, region.spotFacing(leaves));
                begin({0, 0, 0}, {0, 0, 0});  // made on a head about the file's own origin
                for (Vec3f facing : {Vec3f{0, 0.4f, 1}, {0, 1, 0}, {0, 0.2f, -1}, {1, 0.2f, 0}, {-1, 0.2f, 0}}) {
                    begin(middle, region.spotFacing(facing));
                }
            }
            for (Trial& t : here) {
                for (int i = 0; i < 3; ++i) improve(samples, t);
                judge(samples, t);
            }
            std::stable_sort(here.begin(), here.end(), [](const Trial& a, const Trial& b) { return a.misfit < b.misfit; });
            here.resize(std::min<size_t>(here.size(), 4));
            trials.insert(trials.end(), here.begin(), here.end());
        }
    }

    // The best of all, and of each axis.
    static void keepBest(std::vector<Trial>& trials) {
        std::stable_sort(trials.begin(), trials.end(), [](const Trial& a, const Trial& b) { return a.misfit < b.misfit; });
        std::vector<Trial> kept;
        int ofAxis[7] = {};
        for (const Trial& t : trials) {
            if (kept.size() < 32 || ofAxis[static_cast<int>(t.up)] < 4) {
                kept.push_back(t);
                ++ofAxis[static_cast<int>(t.up)];
            }
        }
        trials = kept;
    }

    // Moves and scales the head so that where hair grows comes nearest to the roots, pairwise, in least squares.
    void improve(const std::vector<StrandSample>& samples, Trial& t) const {
        const HairRegion& region = t.beard ? beardRegion() : scalpRegion();
        std::vector<Vec3f> on;
        std::vector<float> far;
        for (const StrandSample& s : samples) {
            const Vec3f p = t.bust.toBust(s.root);
            on.push_back(region.nearest(p).position);
            far.push_back(lengthOf(on.back() - p));
        }
        std::vector<float> sorted = far;
        std::stable_sort(sorted.begin(), sorted.end());
        const float most = maximum(2.5f * sorted[sorted.size() / 2], 0.004f);  // brows and lashes do not count
        Vec3d a{0, 0, 0}, b{0, 0, 0};
        double count = 0;
        const auto wide = [](Vec3f p) { return Vec3d{p.x, p.y, p.z}; };
        for (size_t i = 0; i < on.size(); ++i) {
            if (far[i] > most) continue;
            a = a + wide(on[i]), b = b + wide(samples[i].root);
            count += 1;
        }
        a = a * (1 / count), b = b * (1 / count);
        double cross = 0, squares = 0;
        for (size_t i = 0; i < on.size(); ++i) {
            if (far[i] > most) continue;
            const Vec3d p = wide(on[i]) - a, q = wide(samples[i].root) - b;
            cross += dot(p, q), squares += dot(p, p);
        }
        double scale = squares > 1e-12 ? cross / squares : t.bust.scale;
        if (squares < count * flatPatch * flatPatch / 16) scale = t.from.scale;
        double least = 0.6 * t.from.scale, greatest = 1.6 * t.from.scale;
        if (told_.unit > 0) least = leastScale / told_.unit, greatest = mostScale / told_.unit;
        scale = minimum(maximum(scale, least), greatest);
        const Vec3d shift = b - a * scale;
        t.bust.scale = static_cast<float>(scale);
        t.bust.shift = {static_cast<float>(shift.x), static_cast<float>(shift.y), static_cast<float>(shift.z)};
    }

    void judge(const std::vector<StrandSample>& samples, Trial& t) const {
        const HairRegion& region = t.beard ? beardRegion() : scalpRegion();
        const float share = 1.0f / static_cast<float>(samples.size());
        float squares = 0, leaving = 0, inside = 0, crown = 0;
        Vec3f hanging{0, 0, 0};
        for (const StrandSample& s : samples) {
            const Vec3f p = t.bust.toBust(s.root);
            const ScalpRoot on = region.nearest(p);
            const float far = minimum(lengthOf(on.position - p), farRoot);
            squares += far * far * share;
            leaving += (1 - dot(on.normal, s.leaves)) * share;
            crown += on.normal.y > upward ? share : 0.0f;
            hanging = hanging + s.hangs * share;
            for (Vec3f q : s.along) inside += headDistance(t.bust.toBust(q)) < -deepInside ? 0.5f * share : 0.0f;
        }
        t.distance = squareRoot(squares);
        chooseUnit(t);
        t.leaving = leaving;
        if (told_.unit == 0) {
            t.misfit = minimum(sizeCosts * off(across_ / t.bust.scale / usualAcross), mostForSize) +
                       minimum(sizeCosts * off(length_ / t.bust.scale / usualLength), mostForSize);
        } else {
            t.misfit = 0;
        }
        const float near = t.distance / usualDistance;
        t.misfit += minimum(near * near, mostForDistance) + leavingCosts * leaving + hangingCosts * (1 + hanging.y) +
                    blownCosts * maximum(lengthOf(Vec3f{hanging.x, 0, hanging.z}) - combed, 0.0f) / (1 - combed) + insideCosts * inside +
                    minimum(scaleCosts * off(t.scale), mostForScale) + quarterCosts[t.quarters] + (t.beard ? beardCosts : 0.0f);
        if (told_.up == UpAxis::Unknown) t.misfit += axisCosts(t.up, usual_);
        if (t.quarters && across_ / t.bust.scale < aPatch * scalpRegion().across) t.misfit += turnedPatchCosts;
        if (!t.beard && crown < leastUpward) t.misfit += baldCosts;
    }

    void chooseUnit(Trial& t) const {
        t.unit = told_.unit != 0 ? told_.unit : bestUnit([&](float unit) { return off(unit * t.bust.scale); });
        t.scale = t.bust.scale * t.unit;
    }

    // Fur on a back or a mohawk down a neck lies farther off any head than that.
    bool fits(const Trial& t) const {
        const float across = across_ / t.bust.scale;
        return t.distance < 0.004f + 0.02f * minimum(across, 0.3f) && t.leaving < mostLeaving;
    }

    HeadFit fitOf(const Trial& t) const {
        HeadFit fit;
        fit.placement = {t.unit, t.up};
        fit.knownUnit = t.unit;
        fit.quarters = t.quarters;
        fit.beard = t.beard;
        fit.misfit = t.misfit;
        // A head far from our own in every unit: the file has a unit of its own.
        if (told_.unit == 0 && off(t.scale) > 0.4f) fit.placement.unit = rounded(1 / t.bust.scale);
        fit.bust.scale = t.bust.scale * fit.placement.unit;
        fit.bust.shift = t.bust.shift * fit.placement.unit;
        fit.distance = t.distance * fit.bust.scale;
        return fit;
    }

    UpAxis usual_;
    Placement told_;
    std::vector<StrandSample> all_, some_;
    float length_ = 1, across_ = 1;  // of the middle strand, and of all roots' box, file's units
    size_t strands_ = 0;
};

}  // namespace

Vec3f turnedQuarters(Vec3f p, int quarters) {
    for (int i = 0; i < quarters; ++i) p = {p.z, p.y, -p.x};
    return p;
}

std::vector<StrandSample> strandSamples(const FileStrands& strands, size_t most) {
    std::vector<StrandSample> out;
    const size_t count = strands.counts.size();
    size_t first = 0;
    for (size_t s = 0; s < count; ++s) {
        const uint32_t points = strands.counts[s];
        const Vec3f* p = strands.points.data() + first;
        first += points;
        // Those strands where the even share passes a whole number.
        if (points < 2 || !takesEvenly(s, most, count)) continue;
        float length = 0;
        for (uint32_t i = 1; i < points; ++i) length += lengthOf(p[i] - p[i - 1]);
        if (!(length > 0)) continue;
        uint32_t end = 1;
        float way = lengthOf(p[1] - p[0]);
        while (end + 1 < points && way < 0.1f * length) ++end, way += lengthOf(p[end] - p[end - 1]);
        const Vec3f leaves = normalizedOr((p[end] - p[0]) * (1 / length), Vec3f{0, 0, 0});
        out.push_back({p[0], leaves, (p[points - 1] - p[0]) * (1 / length), {p[points / 3], p[2 * points / 3]}, length});
    }
    return out;
}

HeadSearch searchHead(const FileStrands& strands, UpAxis usual, const Placement& told) {
    return Search(strands, usual, told).run();
}

HeadSearch searchEitherEnd(FileStrands& strands, UpAxis usual, const Placement& told) {
    const HeadSearch first = searchHead(strands, usual, told);
    if (first.few || (first.fits && first.best.misfit < doubtful)) return first;
    turnRound(strands);
    HeadSearch last = searchHead(strands, usual, told);
    last.turnedRound = last.fits && (!first.fits || last.best.misfit + turnedRoundCosts < first.best.misfit);
    if (last.turnedRound) return last;
    turnRound(strands);
    return first;
}

}  // namespace ringlet
