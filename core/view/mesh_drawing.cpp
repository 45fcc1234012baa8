#include "core/view/mesh_drawing.h"

#include "core/view/matrix.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ringlet {
namespace view {

namespace {

// How much of the sky a surface point sees: where the surroundings come nearer
// than the way along the normal, they hide some.
float opennessAt(Vec3f p, Vec3f n, const Colliders& around) {
    float hidden = 0, weight = 0.55f;
    const float surface = nearestSurface(around, p).distance;
    for (float way : {0.008f, 0.020f, 0.045f}) {
        float clear = nearestSurface(around, p + n * way).distance - surface;
        hidden += weight * std::clamp(1 - clear / way, 0.0f, 1.0f);
        weight *= 0.8f;
    }
    return std::clamp(1 - hidden, 0.0f, 1.0f);
}

// A band of rings around `axis` from pole to pole; `lift` moves the upper half,
// which makes a capsule of a sphere.
void addBall(Mesh& mesh, Vec3f center, float radius, Vec3f lift) {
    constexpr int rings = 16, sides = 28;
    uint32_t first = uint32_t(mesh.vertices.size());
    Vec3f up = unit(lift);
    Vec3f side = unit(std::fabs(up.x) > 0.7f ? Vec3f{-up.z, 0, up.x} : Vec3f{0, up.z, -up.y});
    Vec3f other = cross(up, side);
    for (int r = 0; r <= 2 * rings + 1; ++r) {
        bool upper = r > rings;
        float latitude = (float(upper ? r - 1 : r) / float(2 * rings) - 0.5f) * 3.14159265f;
        for (int s = 0; s <= sides; ++s) {
            float turn = 6.2831853f * float(s) / float(sides);
            Vec3f n = up * std::sin(latitude) + (side * std::cos(turn) + other * std::sin(turn)) * std::cos(latitude);
            mesh.normals.push_back(n);
            mesh.vertices.push_back(center + n * radius + (upper ? lift : Vec3f{0, 0, 0}));
        }
    }
    for (uint32_t r = 0; r < 2 * rings + 1; ++r)
        for (uint32_t s = 0; s < sides; ++s) {
            uint32_t a = first + r * (sides + 1) + s, b = a + sides + 1;
            mesh.triangles.push_back({a, a + 1, b});
            mesh.triangles.push_back({b, a + 1, b + 1});
        }
}

}  // namespace

std::vector<Vec3f> smoothNormals(const Mesh& mesh) {
    std::map<std::tuple<float, float, float>, Vec3f> sums;
    auto key = [&](uint32_t v) {
        Vec3f p = mesh.vertices[v];
        return std::make_tuple(p.x, p.y, p.z);
    };
    for (const Triangle& t : mesh.triangles) {
        Vec3f n = cross(mesh.vertices[t.b] - mesh.vertices[t.a], mesh.vertices[t.c] - mesh.vertices[t.a]);
        for (uint32_t v : {t.a, t.b, t.c}) {
            auto slot = sums.try_emplace(key(v), Vec3f{0, 0, 0}).first;
            slot->second = slot->second + n;
        }
    }
    std::vector<Vec3f> normals(mesh.vertices.size(), Vec3f{0, 1, 0});
    for (uint32_t v = 0; v < normals.size(); ++v) {
        auto found = sums.find(key(v));
        if (found != sums.end()) normals[v] = unit(found->second);
    }
    return normals;
}

Mesh colliderMesh(const Colliders& colliders, const Mesh& exact) {
    Mesh mesh = exact;
    if (mesh.normals.size() != mesh.vertices.size()) mesh.normals = smoothNormals(mesh);
    for (const Sphere& s : colliders.spheres) addBall(mesh, s.center, s.radius, Vec3f{0, 0, 0});
    for (const Capsule& c : colliders.capsules) addBall(mesh, c.a, c.radius, c.b - c.a);
    return mesh;
}

void MeshDrawing::set(const Mesh& mesh, const std::vector<float>& scalp, const Colliders* around) {
    if (!array_) {
        glGenVertexArrays(1, &array_);
        glGenBuffers(2, buffers_);
    }
    indices_ = GLsizei(mesh.triangles.size() * 3);
    bool known = mesh.normals.size() == mesh.vertices.size();
    std::vector<Vec3f> normals = known ? mesh.normals : smoothNormals(mesh);
    std::vector<float> data;
    data.reserve(mesh.vertices.size() * 8);
    for (size_t v = 0; v < mesh.vertices.size(); ++v) {
        Vec3f p = mesh.vertices[v], n = normals[v];
        float open = around && around->grid ? opennessAt(p, n, *around) : 1.0f;
        data.insert(data.end(), {p.x, p.y, p.z, n.x, n.y, n.z, scalp.empty() ? 0.0f : scalp[v], open});
    }
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffers_[0]);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(data.size() * sizeof(float)), data.data(), GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers_[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(mesh.triangles.size() * sizeof(Triangle)),
                 mesh.triangles.data(), GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 32, nullptr);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 32, reinterpret_cast<const void*>(uintptr_t(12)));
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, 32, reinterpret_cast<const void*>(uintptr_t(28)));
    glBindVertexArray(0);
}

void MeshDrawing::draw() const {
    if (!indices_) return;
    glBindVertexArray(array_);
    glDrawElements(GL_TRIANGLES, indices_, GL_UNSIGNED_INT, nullptr);
}

}  // namespace view
}  // namespace ringlet
