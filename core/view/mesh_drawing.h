// Triangle meshes in head space: the head, and the colliders when shown.
#pragma once

#include "core/collide/colliders.h"
#include "core/groom/groom.h"
#include "core/view/gl.h"

namespace ringlet {
namespace view {

class MeshDrawing {
public:
    // scalp: how much of the hair's colour each vertex takes (scalp_share.h); empty: none does.
    // around: what hides the sky from the mesh's hollows; null for nothing.
    void set(const Mesh& mesh, const std::vector<float>& scalp = {}, const Colliders* around = nullptr);
    void draw() const;  // with the program in use
    bool empty() const { return indices_ == 0; }

private:
    GLuint array_ = 0, buffers_[2] = {0, 0};
    GLsizei indices_ = 0;
};

// Normals averaged over the triangles at a vertex and at all vertices in the
// same place.
std::vector<Vec3f> smoothNormals(const Mesh& mesh);

// Spheres and capsules as one mesh; a grid as its exact mesh where there is one.
Mesh colliderMesh(const Colliders& colliders, const Mesh& exact);

}  // namespace view
}  // namespace ringlet
