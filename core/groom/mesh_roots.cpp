#include "core/groom/mesh_roots.h"

#include "core/math/random.h"

#include <algorithm>

namespace ringlet {
namespace {

struct Corners {
    Vec3f a, b, c;
    Vec3f across() const { return cross(b - a, c - a); }  // its length is twice the area
};

Corners cornersOf(const Mesh& mesh, const Triangle& t) { return {mesh.vertices[t.a], mesh.vertices[t.b], mesh.vertices[t.c]}; }

double areaOf(const Corners& face) {
    const Vec3f n = face.across();
    return 0.5 * squareRoot(double(n.x) * n.x + double(n.y) * n.y + double(n.z) * n.z);
}

// Steps of the additive sequence in three dimensions, in 32-bit fixed point: powers of the
// inverse of the root of x^4 = x + 1.
constexpr uint32_t steps[3] = {3518319155u, 2882110345u, 2360945575u};

double unitOf(uint32_t fixed) { return fixed * (1.0 / 4294967296.0); }

// The point of a face by two numbers in [0, 1): a parallelogram, folded.
GroomRoot rootOn(const Mesh& mesh, const Triangle& t, float u, float v) {
    if (u + v > 1) u = 1 - u, v = 1 - v;
    const Corners face = cornersOf(mesh, t);
    const Vec3f flat = normalizedOr(face.across(), Vec3f{0, 1, 0});
    GroomRoot root{face.a + u * (face.b - face.a) + v * (face.c - face.a), flat};
    if (mesh.normals.size() != mesh.vertices.size()) return root;
    const Vec3f smooth = (1 - u - v) * mesh.normals[t.a] + u * mesh.normals[t.b] + v * mesh.normals[t.c];
    root.normal = normalizedOr(smooth, flat);
    return root;
}

}  // namespace

double meshArea(const Mesh& mesh) {
    double area = 0;
    for (const Triangle& t : mesh.triangles) area += areaOf(cornersOf(mesh, t));
    return area;
}

std::vector<GroomRoot> meshRoots(const Mesh& mesh, uint32_t count, uint64_t seed) {
    std::vector<double> upTo;  // the area of all triangles up to and with this one
    double area = 0;
    for (const Triangle& t : mesh.triangles) upTo.push_back(area += areaOf(cornersOf(mesh, t)));
    std::vector<GroomRoot> roots;
    if (!(area > 0)) return roots;
    roots.reserve(count);
    Random random(seed, 0x3E54u);
    uint32_t at[3] = {random.bits(), random.bits(), random.bits()};
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) at[k] += steps[k];
        const auto found = std::upper_bound(upTo.begin(), upTo.end(), unitOf(at[0]) * area);
        const size_t triangle = std::min<size_t>(static_cast<size_t>(found - upTo.begin()), upTo.size() - 1);
        roots.push_back(rootOn(mesh, mesh.triangles[triangle], static_cast<float>(unitOf(at[1])),
                               static_cast<float>(unitOf(at[2]))));
    }
    return roots;
}

}  // namespace ringlet
