#include "core/files/resample.h"

#include <algorithm>

namespace ringlet {

namespace {

double distanceTo(Vec3f p, Vec3f a, Vec3f b) {
    const Vec3d along{double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z};
    const Vec3d from{double(p.x) - a.x, double(p.y) - a.y, double(p.z) - a.z};
    const double squared = dot(along, along);
    double t = squared > 0 ? dot(from, along) / squared : 0;
    t = minimum(maximum(t, 0.0), 1.0);
    return lengthOf(from - along * t);
}

// Lengths from the first point to each.
std::vector<double> lengthsAlong(const Vec3f* points, size_t count) {
    std::vector<double> lengths(count, 0);
    for (size_t i = 1; i < count; ++i) {
        const Vec3f d = points[i] - points[i - 1];
        lengths[i] = lengths[i - 1] + lengthOf(Vec3d{d.x, d.y, d.z});
    }
    return lengths;
}

struct Place {
    size_t before;  // the point before it, which is not the last
    float t;        // [0, 1] on the way to the next
};

std::vector<Place> evenPlaces(const std::vector<double>& lengths, uint32_t count) {
    std::vector<Place> places(count);
    size_t at = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const double wanted = lengths.back() * i / (count - 1);
        while (at + 2 < lengths.size() && lengths[at + 1] < wanted) ++at;
        const double segment = lengths[at + 1] - lengths[at];
        const double t = segment > 0 ? (wanted - lengths[at]) / segment : 0;
        places[i] = {at, static_cast<float>(minimum(maximum(t, 0.0), 1.0))};
    }
    places.back() = {lengths.size() - 2, 1};
    return places;
}

float mixed(float a, float b, float t) { return a + (b - a) * t; }
Vec3f mixed(Vec3f a, Vec3f b, float t) { return a + (b - a) * t; }

// The ends themselves at t = 0 and 1, bit for bit.
template <class T>
void appendMixed(std::vector<T>& out, const std::vector<T>& in, size_t first, const std::vector<Place>& places) {
    if (in.empty()) return;
    for (Place p : places) {
        const T &a = in[first + p.before], &b = in[first + p.before + 1];
        out.push_back(p.t == 0 ? a : p.t == 1 ? b : mixed(a, b, p.t));
    }
}

}  // namespace

float deviationOf(const std::vector<Vec3f>& from, const std::vector<Vec3f>& to) {
    if (from.size() < 2 || to.size() < 2) return 0;
    const std::vector<double> lengths = lengthsAlong(from.data(), from.size());
    const double segments = static_cast<double>(to.size() - 1);
    double worst = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        const double along = lengths.back() > 0 ? lengths[i] / lengths.back() * segments : 0;
        const size_t near = static_cast<size_t>(minimum(along, segments - 1));
        double best = 1e30;
        for (size_t s = near < 2 ? 0 : near - 2; s + 1 < to.size() && s <= near + 2; ++s) {
            best = minimum(best, distanceTo(from[i], to[s], to[s + 1]));
        }
        worst = maximum(worst, best);
    }
    return static_cast<float>(worst);
}

Resampled resampledTo(const FileStrands& strands, uint32_t points) {
    Resampled out;
    out.points = points;
    out.strands.unit = strands.unit;
    out.strands.up = strands.up;
    out.strands.skipped = strands.skipped;
    out.strands.notes = strands.notes;
    size_t first = 0;
    for (uint32_t count : strands.counts) {
        if (count < 2) {
            ++out.strands.skipped;
            first += count;
            continue;
        }
        const std::vector<double> lengths = lengthsAlong(strands.points.data() + first, count);
        const std::vector<Place> places = evenPlaces(lengths, points);
        FileStrands& to = out.strands;
        to.counts.push_back(points);
        appendMixed(to.points, strands.points, first, places);
        appendMixed(to.thickness, strands.thickness, first, places);
        appendMixed(to.transparency, strands.transparency, first, places);
        appendMixed(to.colors, strands.colors, first, places);
        if (!strands.fixed.empty()) {
            for (Place p : places) to.fixed.push_back(strands.fixed[first + p.before + (p.t > 0 ? 1 : 0)]);
        }
        const std::vector<Vec3f> before(strands.points.begin() + static_cast<std::ptrdiff_t>(first),
                                        strands.points.begin() + static_cast<std::ptrdiff_t>(first + count));
        const std::vector<Vec3f> after(to.points.end() - static_cast<std::ptrdiff_t>(points), to.points.end());
        out.deviation = maximum(out.deviation, deviationOf(before, after));
        first += count;
    }
    return out;
}

Resampled resampledFor(const FormatInfo& format, FileStrands strands) {
    const std::vector<uint32_t>& allowed = format.pointCounts;
    if (allowed.empty() || strands.counts.empty()) return {std::move(strands), 0, 0};
    const uint32_t most = *std::max_element(strands.counts.begin(), strands.counts.end());
    const uint32_t least = *std::min_element(strands.counts.begin(), strands.counts.end());
    const auto fitting = std::lower_bound(allowed.begin(), allowed.end(), most);
    const uint32_t wanted = fitting == allowed.end() ? allowed.back() : *fitting;
    if (most == least && most == wanted) return {std::move(strands), 0, 0};
    return resampledTo(strands, wanted);
}

}  // namespace ringlet
