#include "native/hair_layer.h"

#include <algorithm>
#include <cmath>

namespace ringlet::cli {
namespace {

constexpr float layer = 0.06f;     // m; what is farther off the head hangs
constexpr size_t leastPatch = 8;   // points
constexpr float nearby = 0.005f;   // m: neighbours
constexpr float crowded = 1.5f;    // times its rest density

// Points in cells of a size, sorted: neighbours are found by their cell.
class Cells {
public:
    Cells(const std::vector<Vec3f>& at, float size) : size_(size) {
        for (uint32_t i = 0; i < at.size(); ++i) sorted_.push_back({key(at[i], 0, 0, 0), i});
        std::sort(sorted_.begin(), sorted_.end());
    }
    // visit(i): points in the cell of p and those around it.
    template <class Visit> void around(Vec3f p, const Visit& visit) const {
        for (int c = 0; c < 27; ++c) {
            const uint64_t wanted = key(p, c % 3 - 1, c / 3 % 3 - 1, c / 9 - 1);
            auto it = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<uint64_t, uint32_t>{wanted, 0});
            for (; it != sorted_.end() && it->first == wanted; ++it) visit(it->second);
        }
    }

private:
    uint64_t key(Vec3f p, int x, int y, int z) const {
        const auto of = [&](float v, int by) { return static_cast<uint64_t>(static_cast<int64_t>(std::floor(v / size_)) + by + (1 << 20)); };
        return of(p.x, x) << 42 | of(p.y, y) << 21 | of(p.z, z);
    }
    float size_;
    std::vector<std::pair<uint64_t, uint32_t>> sorted_;
};

}  // namespace

void take(const Simulation& simulation, double rate, Hair& hair) {
    const Curves curves = simulation.model().curves();
    const Quatf back = conjugate(curves.head.orientation), backBefore = conjugate(curves.previousHead.orientation);
    hair.at.clear(), hair.velocity.clear(), hair.strand.clear();
    for (const CurveBlock& block : curves.blocks) {
        CurveBlock before = block;
        before.positions = block.previous;
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 1; p < block.particles; ++p) {
                const Vec3f now = rotate(back, curvePoint(block, s, p));
                hair.at.push_back(now);
                hair.velocity.push_back((now - rotate(backBefore, curvePoint(before, s, p))) * static_cast<float>(rate));
                hair.strand.push_back(block.firstStrand + s);
            }
    }
}

double crowdedShare(const std::vector<float>& rest, const std::vector<float>& now) {
    size_t count = 0;
    for (size_t i = 0; i < rest.size(); ++i) count += now[i] > crowded * rest[i] ? 1 : 0;
    return rest.empty() ? 0 : double(count) / double(rest.size());
}

std::vector<float> thickness(const Colliders& head, const Hair& hair) {
    constexpr int n = 16;  // patches along an edge of a cube of directions
    std::vector<std::vector<float>> of(6 * n * n);
    for (Vec3f p : hair.at) {
        if (p.y < -0.02f) continue;
        const float off = nearestSurface(head, p).distance;
        if (off > layer) continue;
        const float a[3] = {p.x, p.y, p.z};
        int axis = 0;
        for (int k = 1; k < 3; ++k)
            if (std::fabs(a[k]) > std::fabs(a[axis])) axis = k;
        const auto along = [&](int k) {
            return std::clamp(static_cast<int>((a[(axis + k) % 3] / std::fabs(a[axis]) + 1) * (0.5f * n)), 0, n - 1);
        };
        of[static_cast<size_t>(((2 * axis + (a[axis] < 0)) * n + along(1)) * n + along(2))].push_back(off);
    }
    std::vector<float> thick;
    for (std::vector<float>& offs : of) {
        std::sort(offs.begin(), offs.end());
        thick.push_back(offs.size() < leastPatch ? 0.0f : offs[offs.size() * 9 / 10]);
    }
    return thick;
}
double keptShare(const std::vector<float>& groom, const std::vector<float>& now) {
    double before = 0, after = 0;
    for (size_t i = 0; i < groom.size(); ++i)
        if (groom[i] > 0) before += groom[i], after += now[i];
    return before > 0 ? after / before : 0;
}

double spread(const Hair& hair) {
    const Cells cells(hair.at, nearby);
    double sum = 0, count = 0;
    for (size_t i = 0; i < hair.at.size(); i += 7)
        cells.around(hair.at[i], [&](uint32_t j) {
            const Vec3f apart = hair.at[j] - hair.at[i], faster = hair.velocity[j] - hair.velocity[i];
            if (hair.strand[j] == hair.strand[i] || dot(apart, apart) > nearby * nearby) return;
            sum += double(dot(faster, faster)), count += 1;
        });
    return count > 0 ? std::sqrt(sum / count) : 0;
}

}  // namespace ringlet::cli
