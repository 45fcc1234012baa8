#include "core/groom/groom.h"

namespace ringlet {

Vec3f acrossOf(Vec3f n) {
    // Crossed with the axis farthest from n, so that the product is never short.
    float x = absolute(n.x), y = absolute(n.y), z = absolute(n.z);
    Vec3f axis = x <= y && x <= z ? Vec3f{1, 0, 0} : y <= z ? Vec3f{0, 1, 0} : Vec3f{0, 0, 1};
    return normalizedOr(cross(n, axis), Vec3f{1, 0, 0});
}

void addStrand(Groom& groom, const std::vector<Vec3f>& points, Vec3f normal, float radius) {
    uint32_t count = static_cast<uint32_t>(points.size());
    if (groom.groups.empty() || groom.groups.back().points != count) {
        StrandGroup group;
        group.firstStrand = static_cast<uint32_t>(groom.strands());
        group.points = count;
        group.firstPoint = static_cast<uint32_t>(groom.points.size());
        groom.groups.push_back(group);
    }
    groom.groups.back().strandCount += 1;
    groom.points.insert(groom.points.end(), points.begin(), points.end());
    groom.rootNormals.push_back(normal);
    groom.rootTangents.push_back(acrossOf(normal));
    groom.radii.push_back(radius);
}

std::vector<Vec3f> resampledByLength(const std::vector<Vec3f>& points, int count) {
    std::vector<Vec3f> result;
    if (points.empty() || count < 1) return result;
    // Lengths are summed in double: a fine curve has hundreds of short pieces.
    std::vector<double> upTo(points.size(), 0.0);
    for (size_t i = 1; i < points.size(); ++i)
        upTo[i] = upTo[i - 1] + static_cast<double>(lengthOf(points[i] - points[i - 1]));
    result.reserve(static_cast<size_t>(count));
    result.push_back(points.front());
    size_t piece = 0;
    for (int i = 1; i + 1 < count; ++i) {
        double s = upTo.back() * i / (count - 1);
        while (piece + 2 < points.size() && upTo[piece + 1] < s) ++piece;
        double length = points.size() > 1 ? upTo[piece + 1] - upTo[piece] : 0.0;
        if (!(length > 0)) {
            result.push_back(points[piece]);
            continue;
        }
        float t = static_cast<float>((s - upTo[piece]) / length);
        result.push_back(points[piece] + (points[piece + 1] - points[piece]) * t);
    }
    if (count > 1) result.push_back(points.back());
    return result;
}

}  // namespace ringlet
