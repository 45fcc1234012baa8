#include "core/files/file_groom.h"

#include "core/files/resample.h"
#include "core/groom/roots.h"

#include <algorithm>

namespace ringlet {

namespace {

constexpr float leastSegment = 1e-6f;  // m
constexpr float farthest = 1e6f;       // m; beyond it a float cannot hold a hair's shape

// The strand's points in head space without those that repeat their predecessor.
std::vector<Vec3f> distinctPoints(const Vec3f* from, uint32_t count, const FileGroomOptions& options) {
    std::vector<Vec3f> points;
    points.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        Vec3f p = from[i] * options.scale - options.origin;
        if (points.empty() || lengthOf(p - points.back()) > leastSegment) points.push_back(p);
    }
    return points;
}

// The first point that lies too far away; as many as there are: none.
size_t tooFar(const std::vector<Vec3f>& points) {
    size_t i = 0;
    while (i < points.size() && maximum(maximum(absolute(points[i].x), absolute(points[i].y)), absolute(points[i].z)) <= farthest) ++i;
    return i;
}

// Which strands to take: all, or `wanted` of them with equal gaps.
std::vector<size_t> chosen(size_t strands, uint32_t wanted) {
    size_t count = wanted == 0 ? strands : std::min<size_t>(wanted, strands);
    std::vector<size_t> index(count);
    for (size_t i = 0; i < count; ++i) {
        index[i] = static_cast<size_t>(static_cast<uint64_t>(i) * strands / count);
    }
    return index;
}

}  // namespace

Result<FileGroom> groomFromStrands(const FileStrands& strands, const FileGroomOptions& options,
                                   const std::string& name) {
    std::vector<size_t> firstPoint(strands.counts.size());
    size_t next = 0;
    for (size_t s = 0; s < firstPoint.size(); ++s) {
        firstPoint[s] = next;
        next += strands.counts[s];
    }
    std::vector<size_t> order = chosen(strands.counts.size(), options.strands);
    if (options.particles == 0) {
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return strands.counts[a] < strands.counts[b]; });
    }
    FileGroom out;
    out.skipped = strands.skipped;
    for (size_t s : order) {
        const uint32_t count = strands.counts[s], number = strands.numberInFile(s);
        if (count > mostStrandPoints && options.particles == 0) {
            return Error{name + ": strand " + std::to_string(number) + " has " + std::to_string(count) + " points, at most " +
                         std::to_string(mostStrandPoints) + " are simulated; resample it with the parameter particles"};
        }
        std::vector<Vec3f> points = distinctPoints(strands.points.data() + firstPoint[s], count, options);
        if (const size_t point = tooFar(points); point < points.size()) {
            return Error{name + ": strand " + std::to_string(number) + " lies more than 1000 km away at point " +
                         std::to_string(point) + "; check the file's unit and the scale"};
        }
        if (points.size() < 2) {
            ++out.skipped;
            continue;
        }
        if (points.size() < count) ++out.mended;
        uint32_t wanted = options.particles ? options.particles : count;
        if (points.size() != wanted || options.particles) {
            std::vector<Vec3f> even = resampledByLength(points, static_cast<int>(wanted));
            out.deviation = maximum(out.deviation, deviationOf(points, even));
            points = std::move(even);
        }
        Vec3f along = normalizedOr(points[1] - points[0], Vec3f{0, 1, 0});
        Vec3f normal = options.head && !options.head->empty() ? options.head->nearest(points[0]).normal : along;
        addStrand(out.groom, points, normal, hairRadius);
        out.strand.push_back(number);
    }
    if (out.groom.strands() == 0) {
        return Error{name + ": none of its " + std::to_string(strands.counts.size()) +
                     " strands has two distinct points; check the file's unit and how it was exported"};
    }
    return out;
}

Vec3f centerOfRoots(const FileStrands& strands) {
    if (strands.points.empty()) return {0, 0, 0};
    Vec3f low = strands.points[0], high = low;
    size_t root = 0;
    for (uint32_t count : strands.counts) {
        Vec3f p = strands.points[root];
        low = {minimum(low.x, p.x), minimum(low.y, p.y), minimum(low.z, p.z)};
        high = {maximum(high.x, p.x), maximum(high.y, p.y), maximum(high.z, p.z)};
        root += count;
        if (root >= strands.points.size()) break;
    }
    return low * 0.5f + high * 0.5f;
}

FileStrands strandsOf(const Groom& groom) {
    FileStrands out;
    for (const StrandGroup& group : groom.groups) {
        out.counts.insert(out.counts.end(), group.strandCount, group.points);
    }
    out.points = groom.points;
    return out;
}

}  // namespace ringlet
