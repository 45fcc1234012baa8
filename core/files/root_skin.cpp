#include "core/files/root_skin.h"

#include "core/collide/surface_net.h"

#include <algorithm>

namespace ringlet {

namespace {

constexpr int mostPoints = 3000;      // that the skin goes through
constexpr int neighbours = 10;        // that a normal is made from
constexpr float largestBall = 0.11f;  // of the roots' diagonal
constexpr float leastRadius = 0.004f; // m
constexpr int cellsAlong = 80;        // of the body's longest edge
constexpr int blockCells = 6;

// A point of the skin: the mean of some roots.
struct SkinPoint {
    Vec3f at, out;  // out: unit normal
    float radius = 0;  // of the ball within
};

struct Extent {
    Vec3f low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
    void add(Vec3f p, float around = 0) {
        low = {minimum(low.x, p.x - around), minimum(low.y, p.y - around), minimum(low.z, p.z - around)};
        high = {maximum(high.x, p.x + around), maximum(high.y, p.y + around), maximum(high.z, p.z + around)};
    }
    float diagonal() const { return lengthOf(high - low); }
};

// One point for every cell of that size that holds roots.
std::vector<SkinPoint> thinned(const std::vector<StrandSample>& samples, Vec3f low, float cell) {
    struct Keyed {
        uint64_t key;
        size_t sample;
    };
    std::vector<Keyed> keyed;
    for (size_t s = 0; s < samples.size(); ++s) {
        const Vec3f q = (samples[s].root - low) * (1 / cell);
        const auto at = [](float a) { return static_cast<uint64_t>(clamped(a, 0.0f, 1e6f)); };
        keyed.push_back({at(q.x) << 42 | at(q.y) << 21 | at(q.z), s});
    }
    std::stable_sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
    std::vector<SkinPoint> out;
    for (size_t i = 0; i < keyed.size();) {
        Vec3f at{0, 0, 0}, leaves{0, 0, 0};
        size_t j = i;
        for (; j < keyed.size() && keyed[j].key == keyed[i].key; ++j) {
            at = at + samples[keyed[j].sample].root;
            leaves = leaves + samples[keyed[j].sample].leaves;
        }
        out.push_back({at * (1 / static_cast<float>(j - i)), normalizedOr(leaves, Vec3f{0, 1, 0}), 0});
        i = j;
    }
    return out;
}

// The nearest points to each, itself first.
std::vector<std::vector<uint32_t>> nearestOf(const std::vector<SkinPoint>& points) {
    std::vector<std::vector<uint32_t>> out;
    for (const SkinPoint& p : points) {
        std::vector<uint32_t> near;
        float far[neighbours + 2];  // of those, increasing; of equally far ones the first comes first
        for (uint32_t i = 0; i < points.size(); ++i) {
            const Vec3f way = points[i].at - p.at;
            const float d = dot(way, way);
            if (near.size() > neighbours && !(d < far[neighbours])) continue;
            size_t at = near.size();
            near.push_back(i);
            for (; at > 0 && d < far[at - 1]; --at) far[at] = far[at - 1], near[at] = near[at - 1];
            far[at] = d, near[at] = i;
            if (near.size() > neighbours + 1) near.pop_back();
        }
        out.push_back(near);
    }
    return out;
}

// The direction in which points vary least (their covariance's last axis), drawn towards where hair
// leaves: across a strip of hair the points alone do not say it. Power iteration from there.
Vec3f normalAt(const std::vector<SkinPoint>& points, const std::vector<uint32_t>& near) {
    Vec3f middle{0, 0, 0}, leaves{0, 0, 0};
    const float share = 1 / static_cast<float>(near.size());
    for (uint32_t n : near) middle = middle + points[n].at * share, leaves = leaves + points[n].out;
    leaves = normalizedOr(leaves, points[near[0]].out);
    float spread = 0;
    for (uint32_t n : near) spread += dot(points[n].at - middle, points[n].at - middle) * share;
    constexpr float pull = 0.25f;  // of the hair's direction, against the points'
    Vec3f normal = leaves;
    for (int i = 0; i < 60; ++i) {
        Vec3f next = normal * (1.5f * spread) + leaves * (pull * spread * dot(leaves, normal));
        for (uint32_t n : near) {
            const Vec3f way = points[n].at - middle;
            next = next - way * (dot(way, normal) * share);
        }
        normal = normalizedOr(next, leaves);
    }
    return dot(normal, leaves) < 0 ? -normal : normal;
}

void findNormals(std::vector<SkinPoint>& points, const std::vector<std::vector<uint32_t>>& near) {
    std::vector<Vec3f> normals;
    for (size_t i = 0; i < points.size(); ++i) normals.push_back(normalAt(points, near[i]));
    for (size_t i = 0; i < points.size(); ++i) {
        Vec3f sum = normals[i];
        for (uint32_t n : near[i]) sum = sum + normals[n];
        points[i].out = normalizedOr(sum, normals[i]);
    }
}

// Shrinks each ball until no other point lies in it. Points closer than `spacing` are noise.
void findBalls(std::vector<SkinPoint>& points, float largest, float spacing) {
    for (SkinPoint& p : points) {
        float radius = largest;
        for (int turn = 0; turn < 30; ++turn) {
            const Vec3f center = p.at - p.out * radius;
            float least = 1e30f;
            Vec3f nearest = p.at;
            for (const SkinPoint& q : points) {
                const Vec3f way = q.at - center;
                const float far = dot(way, way);
                if (far < least && lengthOf(q.at - p.at) > 2 * spacing) least = far, nearest = q.at;
            }
            if (squareRoot(least) >= 0.98f * radius) break;
            const Vec3f way = p.at - nearest;
            const float along = dot(way, p.out);
            if (!(along > 0)) break;
            radius = minimum(dot(way, way) / (2 * along), 0.98f * radius);
            if (radius < spacing) break;
        }
        p.radius = maximum(radius, maximum(spacing, leastRadius));
    }
}

struct Ball {
    Vec3f center;
    float radius;
    float distance(Vec3f p) const { return lengthOf(p - center) - radius; }
};

// From p to the nearest of the balls.
float distanceTo(const std::vector<Ball>& balls, Vec3f p) {
    float least = 1e30f;
    for (const Ball& ball : balls) least = minimum(least, ball.distance(p));
    return least;
}

// Only balls that may be nearest anywhere in a block are looked at there.
void fillBlock(DistanceGrid& grid, const std::vector<Ball>& balls, int i0, int j0, int k0) {
    const float half = 0.5f * static_cast<float>(blockCells) * grid.cell;
    const Vec3f middle = grid.at(i0, j0, k0) + Vec3f{half, half, half};
    const float most = distanceTo(balls, middle) + 4 * half;  // both ways half a diagonal, which is 1.74 halves
    std::vector<Ball> some;
    for (const Ball& ball : balls) {
        if (ball.distance(middle) <= most) some.push_back(ball);
    }
    for (int k = k0; k < std::min(k0 + blockCells, grid.nz); ++k)
        for (int j = j0; j < std::min(j0 + blockCells, grid.ny); ++j)
            for (int i = i0; i < std::min(i0 + blockCells, grid.nx); ++i)
                grid.distance[grid.node(i, j, k)] = distanceTo(some, grid.at(i, j, k));
}

DistanceGrid gridOf(const std::vector<SkinPoint>& points) {
    Extent extent;
    std::vector<Ball> balls;
    for (const SkinPoint& p : points) {
        balls.push_back({p.at - p.out * p.radius, p.radius});
        extent.add(balls.back().center, p.radius);
    }
    const Vec3f size = extent.high - extent.low;
    DistanceGrid grid;
    grid.cell = maximum(maximum(size.x, maximum(size.y, size.z)) / cellsAlong, 0.0005f);
    constexpr int air = 5;  // cells around
    grid.origin = extent.low - Vec3f{1, 1, 1} * (air * grid.cell);
    const auto nodes = [&](float along) { return static_cast<int>(along / grid.cell) + 2 * air + 2; };
    grid.nx = nodes(size.x), grid.ny = nodes(size.y), grid.nz = nodes(size.z);
    grid.distance.resize(static_cast<size_t>(grid.nx) * grid.ny * grid.nz);
    for (int k = 0; k < grid.nz; k += blockCells)
        for (int j = 0; j < grid.ny; j += blockCells)
            for (int i = 0; i < grid.nx; i += blockCells) fillBlock(grid, balls, i, j, k);
    return grid;
}

// Rounds the edges between balls: the mean over three nodes along each axis, `times` over.
void smooth(DistanceGrid& grid, int times) {
    const size_t steps[] = {1, static_cast<size_t>(grid.nx), static_cast<size_t>(grid.nx) * grid.ny};
    const int counts[] = {grid.nx, grid.ny, grid.nz};
    for (int turn = 0; turn < times; ++turn)
        for (int axis = 0; axis < 3; ++axis) {
            const std::vector<float> from = grid.distance;
            for (size_t n = 0; n < from.size(); ++n) {
                const int place = static_cast<int>(n / steps[axis] % static_cast<size_t>(counts[axis]));
                if (place == 0 || place == counts[axis] - 1) continue;
                grid.distance[n] = 0.25f * from[n - steps[axis]] + 0.5f * from[n] + 0.25f * from[n + steps[axis]];
            }
        }
}

}  // namespace

RootSkin skinOfRoots(const std::vector<StrandSample>& samples) {
    Extent extent;
    for (const StrandSample& s : samples) extent.add(s.root);
    const float across = maximum(extent.diagonal(), 2 * leastRadius);
    float cell = across / 120;
    std::vector<SkinPoint> points = thinned(samples, extent.low, cell);
    while (points.size() > mostPoints) points = thinned(samples, extent.low, cell *= 1.2f);
    findNormals(points, nearestOf(points));
    findBalls(points, maximum(largestBall * across, 2 * leastRadius), cell);
    RootSkin skin;
    skin.grid = gridOf(points);
    smooth(skin.grid, 3);
    skin.mesh = surfaceNet(skin.grid, [](Vec3f p) { return p; });
    return skin;
}

}  // namespace ringlet
