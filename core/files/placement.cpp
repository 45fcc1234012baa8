#include "core/files/placement.h"

#include "core/base/number_text.h"

#include <algorithm>

namespace ringlet {

namespace {

constexpr float rootsAcross = 0.8f, groomAcross = 0.4f;  // m; a creature, a lock
constexpr size_t fewStrands = 50;

float diagonal(const std::vector<Vec3f>& points) {
    if (points.empty()) return 0;
    Vec3f low = points[0], high = points[0];
    for (Vec3f p : points) {
        low = {minimum(low.x, p.x), minimum(low.y, p.y), minimum(low.z, p.z)};
        high = {maximum(high.x, p.x), maximum(high.y, p.y), maximum(high.z, p.z)};
    }
    return lengthOf(high - low);
}

// How many times too large or too small `size` is.
float misfit(float size, float wanted) { return size > wanted ? size / wanted : wanted / size; }

float guessedUnit(const FileStrands& strands) {
    const bool few = strands.counts.size() < fewStrands;
    const std::vector<Vec3f> roots = rootsOf(strands, 20000);
    const float size = few ? diagonal(strands.points) : diagonal(roots);
    if (!(size > 0)) return 1;
    return bestUnit([&](float unit) { return misfit(size * unit, few ? groomAcross : rootsAcross); });
}

// How far hair goes down on the whole, as a share of its length, along an axis of the file.
float falls(const FileStrands& strands, UpAxis up) {
    double down = 0, lengths = 0;
    size_t first = 0;
    for (uint32_t count : strands.counts) {
        if (count >= 2) {
            const Vec3f a = strands.points[first], b = strands.points[first + count - 1];
            down -= placed({1, up}, b - a).y;
            lengths += lengthOf(b - a);
        }
        first += count;
    }
    return lengths > 0 ? static_cast<float>(down / lengths) : 0.0f;
}

UpAxis guessedUp(const FileStrands& strands, UpAxis usual) {
    const UpAxis otherwise = usual == UpAxis::Unknown ? UpAxis::Y : usual;
    // A mohawk or a pelt falls anywhere, a lock hangs.
    if (usual != UpAxis::Unknown && strands.counts.size() >= fewStrands) return otherwise;
    const float alongY = falls(strands, UpAxis::Y), alongZ = falls(strands, UpAxis::Z);
    const float more = maximum(alongY, alongZ), less = minimum(alongY, alongZ);
    if (!(more > 0.3f && more > 1.25f * less)) return otherwise;
    return alongY > alongZ ? UpAxis::Y : UpAxis::Z;
}

float middleDistance(const MeshDistance& head, const std::vector<Vec3f>& points) {
    std::vector<float> distances;
    for (Vec3f p : points) distances.push_back(head.distance(p));
    if (distances.empty()) return 1e9f;
    std::stable_sort(distances.begin(), distances.end());
    return distances[distances.size() / 2];
}

}  // namespace

Vec3f placed(const Placement& placement, Vec3f p) {
    switch (placement.up) {
    case UpAxis::Z: p = {p.x, p.z, -p.y}; break;
    case UpAxis::X: p = {-p.y, p.x, p.z}; break;
    case UpAxis::MinusY: p = {p.x, -p.y, -p.z}; break;
    case UpAxis::MinusZ: p = {p.x, -p.z, p.y}; break;
    case UpAxis::MinusX: p = {p.y, -p.x, p.z}; break;
    default: break;
    }
    return p * placement.unit;
}

Vec3f unplaced(const Placement& placement, Vec3f p) {
    const Vec3f q = p * (1 / placement.unit);
    switch (placement.up) {
    case UpAxis::Z: return {q.x, -q.z, q.y};
    case UpAxis::X: return {q.y, -q.x, q.z};
    case UpAxis::MinusY: return {q.x, -q.y, -q.z};
    case UpAxis::MinusZ: return {q.x, q.z, -q.y};
    case UpAxis::MinusX: return {-q.y, q.x, q.z};
    default: return q;
    }
}

// + 0: what turning makes -0 is 0 again.
Vec3f turnedUp(Vec3f p, UpAxis from, UpAxis to) { return unplaced({1, to}, placed({1, from}, p)) + Vec3f{0, 0, 0}; }

const char* axisName(UpAxis up) {
    static const char* const names[] = {"", "Y", "Z", "X", "-Y", "-Z", "-X"};
    return names[static_cast<int>(up)];
}

std::string unitName(float metres) {
    for (const KnownUnit& unit : knownUnits)
        if (metres == unit.metres) return unit.names;
    return "units of " + shortestText(metres) + " m";
}

Placement toldPlacement(const FileStrands& strands, const Placement& given) {
    return {given.unit > 0 ? given.unit : strands.unit, given.up != UpAxis::Unknown ? given.up : strands.up};
}

Placement guessedPlacement(const FileStrands& strands, UpAxis usual, const Placement& told) {
    return {told.unit > 0 ? told.unit : guessedUnit(strands), told.up != UpAxis::Unknown ? told.up : guessedUp(strands, usual)};
}

HeadPlacement guessedHeadPlacement(const Mesh& head, const std::vector<Vec3f>& roots, const Placement& groom,
                                   const Placement& given) {
    // One tree in the file's own coordinates: the roots are taken there instead.
    const MeshDistance surface(head);
    const auto as = [&](float unit, UpAxis up) {
        const Placement placement{given.unit > 0 ? given.unit : unit, given.up != UpAxis::Unknown ? given.up : up};
        std::vector<Vec3f> there;
        for (Vec3f p : roots) there.push_back(unplaced(placement, p));
        return HeadPlacement{placement, middleDistance(surface, there) * placement.unit};
    };
    constexpr float nearRoots = 0.004f;  // m: roots so near are on their own head
    HeadPlacement best = as(groom.unit, groom.up);
    if (surface.empty() || best.distance < nearRoots || (given.unit > 0 && given.up != UpAxis::Unknown)) return best;
    for (const KnownUnit& unit : knownUnits) {
        for (UpAxis up : allUpAxes) {
            if (best.distance < nearRoots) return best;
            const HeadPlacement other = as(unit.metres, up);
            if (other.distance < 0.5f * best.distance) best = other;
        }
    }
    return best;
}

std::vector<Vec3f> rootsOf(const FileStrands& strands, size_t most) {
    std::vector<Vec3f> roots;
    const size_t count = strands.counts.size();
    size_t first = 0;
    for (size_t s = 0; s < count; ++s) {
        // Those strands where the even share passes a whole number.
        if (takesEvenly(s, most, count)) roots.push_back(strands.points[first]);
        first += strands.counts[s];
    }
    return roots;
}

Snapped snapRoots(FileStrands& strands, const MeshDistance& head, float reach, float seated) {
    Snapped out;
    if (head.empty()) return out;
    double sum = 0;
    size_t first = 0;
    for (uint32_t count : strands.counts) {
        Vec3f* points = strands.points.data() + first;
        first += count;
        if (count == 0) continue;
        const float off = head.distance(points[0], reach);
        // Hair rooted deep in a head has no way out of it that is its own, and would never rest.
        const bool deep = off >= reach && head.signedDistance(points[0]) < 0;
        if (off >= reach && !deep) ++out.far;
        if (off <= seated || (off >= reach && !deep)) continue;
        // Along the nearest triangle's normal; at edges a few times.
        Vec3f root = points[0];
        for (int turn = 0; turn < 4; ++turn) root = root - head.nearest(root).normal * head.signedDistance(root);
        const Vec3f way = root - points[0];
        const float far = lengthOf(way);
        if (!(far > 1e-6f) || (far > 2 * reach && !deep)) continue;
        for (uint32_t i = 0; i < count; ++i) points[i] = points[i] + way;
        ++out.moved;
        sum += far;
        out.most = maximum(out.most, far);
    }
    if (out.moved > 0) out.average = static_cast<float>(sum / static_cast<double>(out.moved));
    return out;
}

}  // namespace ringlet
