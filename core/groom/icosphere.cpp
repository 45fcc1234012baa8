#include "core/groom/icosphere.h"

#include <utility>

namespace ringlet {
namespace {

struct Face {
    Vec3f a, b, c;  // counter-clockwise from outside; the icosahedron's are unit
};

std::vector<Face> icosahedron() {
    const float g = 1.61803399f;  // golden ratio
    const Vec3f corner[12] = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0}, {0, -1, g}, {0, 1, g},
                              {0, -1, -g}, {0, 1, -g}, {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    const int face[20][3] = {{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
                             {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                             {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
                             {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}};
    std::vector<Face> faces;
    auto unit = [&](int i) { return normalizedOr(corner[i], Vec3f{0, 1, 0}); };
    for (const int* f : face) faces.push_back({unit(f[0]), unit(f[1]), unit(f[2])});
    return faces;
}

// Added in an order that does not depend on which face asks, so that the
// midpoints of a shared edge coincide to the bit (a sum of two commutes).
Vec3f midpoint(Vec3f a, Vec3f b, Subdivision s) {
    return s == Subdivision::Sphere ? normalizedOr(a + b, a) : 0.5f * (a + b);
}

}  // namespace

std::vector<GroomRoot> icosphereRoots(int level, float radius, Subdivision subdivision) {
    level = level < 0 ? 0 : level >= icosphereLevels ? icosphereLevels - 1 : level;
    std::vector<Face> faces = icosahedron();
    for (int i = 0; i < level; ++i) {
        std::vector<Face> finer;
        finer.reserve(faces.size() * 4);
        for (const Face& f : faces) {
            Vec3f ab = midpoint(f.a, f.b, subdivision), bc = midpoint(f.b, f.c, subdivision),
                  ca = midpoint(f.c, f.a, subdivision);
            finer.push_back({f.a, ab, ca});
            finer.push_back({ab, f.b, bc});
            finer.push_back({ca, bc, f.c});
            finer.push_back({ab, bc, ca});
        }
        faces = std::move(finer);
    }
    std::vector<GroomRoot> roots;
    roots.reserve(faces.size() * 3);
    for (const Face& f : faces)
        for (Vec3f v : {f.a, f.b, f.c})
            roots.push_back({v * radius, subdivision == Subdivision::Sphere ? v : normalizedOr(v, f.a)});
    return roots;
}

}  // namespace ringlet
