#include "core/files/mesh_normals.h"

#include "core/files/binary.h"

namespace ringlet {

void leaveOutLoose(Mesh& mesh) {
    std::vector<uint32_t> place(mesh.vertices.size(), 0);  // first 1 for those that are used, then where they are
    for (Triangle t : mesh.triangles)
        for (uint32_t v : {t.a, t.b, t.c}) place[v] = 1;
    uint32_t kept = 0;
    for (size_t v = 0; v < place.size(); ++v) {
        if (!place[v]) continue;
        mesh.vertices[kept] = mesh.vertices[v];
        place[v] = kept++;
    }
    if (kept == mesh.vertices.size()) return;
    mesh.vertices.resize(kept);
    for (Triangle& t : mesh.triangles) t = {place[t.a], place[t.b], place[t.c]};
}

void addNormals(Mesh& mesh) {
    mesh.normals.assign(mesh.vertices.size(), Vec3f{0, 0, 0});
    for (Triangle t : mesh.triangles) {
        Vec3f a = mesh.vertices[t.a];
        Vec3f area = cross(mesh.vertices[t.b] - a, mesh.vertices[t.c] - a);
        for (uint32_t v : {t.a, t.b, t.c}) mesh.normals[v] = mesh.normals[v] + area;
    }
    // Areas of a fine mesh are small: scaled up, so that their squares are not lost.
    for (Vec3f& n : mesh.normals) {
        float size = maximum(maximum(absolute(n.x), absolute(n.y)), absolute(n.z));
        Vec3f scaled = size > 0 && isFinite(1 / size) ? n * (1 / size) : Vec3f{0, 0, 0};
        n = normalizedOr(scaled, Vec3f{0, 1, 0});
    }
}

}  // namespace ringlet
