#include "core/files/bounds.h"

#include "core/base/number_text.h"

namespace ringlet {

namespace {

bool isNear(Vec3f p) {
    return absolute(p.x) <= farthestCoordinate && absolute(p.y) <= farthestCoordinate && absolute(p.z) <= farthestCoordinate;
}

Error tooFar(const std::string& name, const std::string& which, Vec3f p) {
    return Error{name + ": " + which + " lies at (" + shortestText(p.x) + ", " + shortestText(p.y) + ", " +
                 shortestText(p.z) + "), beyond 1e7; mend it or export it again"};
}

}  // namespace

Status checkBounds(const FileStrands& strands, const std::string& name) {
    size_t next = 0;
    for (size_t s = 0; s < strands.counts.size(); ++s)
        for (uint32_t i = 0; i < strands.counts[s]; ++i, ++next)
            if (!isNear(strands.points[next]))
                return tooFar(name, "point " + std::to_string(i) + " of strand " + std::to_string(strands.numberInFile(s)), strands.points[next]);
    return {};
}

Status checkBounds(const Mesh& mesh, const std::string& name) {
    for (size_t i = 0; i < mesh.vertices.size(); ++i)
        if (!isNear(mesh.vertices[i])) return tooFar(name, "vertex " + std::to_string(i), mesh.vertices[i]);
    return {};
}

}  // namespace ringlet
