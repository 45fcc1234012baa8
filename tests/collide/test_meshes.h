// Small meshes for the tests of this room.
#pragma once

#include "core/collide/colliders.h"

#include <map>
#include <utility>

namespace ringlet::test {

// An octahedron subdivided `levels` times onto a sphere about the origin.
inline Mesh sphereMesh(float radius, int levels) {
    Mesh mesh;
    mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    mesh.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int level = 0; level < levels; ++level) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
        auto middle = [&](uint32_t a, uint32_t b) {
            auto key = a < b ? std::make_pair(a, b) : std::make_pair(b, a);
            auto found = middles.find(key);
            if (found != middles.end()) return found->second;
            Vec3f sum = mesh.vertices[a] + mesh.vertices[b];
            mesh.vertices.push_back(normalizedOr(sum, Vec3f{0, 1, 0}));
            return middles[key] = static_cast<uint32_t>(mesh.vertices.size() - 1);
        };
        std::vector<Triangle> finer;
        for (Triangle t : mesh.triangles) {
            uint32_t ab = middle(t.a, t.b), bc = middle(t.b, t.c), ca = middle(t.c, t.a);
            finer.insert(finer.end(), {{t.a, ab, ca}, {ab, t.b, bc}, {ca, bc, t.c}, {ab, bc, ca}});
        }
        mesh.triangles = finer;
    }
    for (Vec3f& v : mesh.vertices) v = v * radius;
    return mesh;
}

}  // namespace ringlet::test
