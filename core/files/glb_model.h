// What glb.cpp wants of a glTF scene, so that it does not see the library that parses it.
#pragma once

#include "core/files/binary.h"
#include "core/files/usd_transform.h"

#include <memory>

namespace ringlet {

// Numbers in a buffer, checked to lie within it.
struct GlbArray {
    const uint8_t* first = nullptr;
    uint64_t count = 0;
    uint64_t stride = 0;         // bytes from one to the next
    const uint8_t* at(uint64_t i) const { return first + i * stride; }
};

enum class GlbMode { Other, Triangles, Strip, Fan };  // Other: points and lines

struct GlbPrimitive {
    GlbMode mode = GlbMode::Other;
    GlbArray points;             // three numbers each
    int pointBytes = 4;          // of a number: 4 is a float, fewer a whole number (KHR_mesh_quantization)
    bool isSigned = false, normalized = false;  // of whole numbers
    GlbArray indices;            // none: the points in order
    int indexBytes = 0;          // 1, 2 or 4
    std::string problem;         // why it cannot be read
    uint32_t index(uint64_t i) const {
        const uint8_t* p = indices.at(i);
        return indexBytes == 1 ? *p : indexBytes == 2 ? readU16(p) : readU32(p);
    }
    Vec3f point(uint64_t i) const;
};

struct GlbNode {
    UsdTransform transform;  // empty: none
    uint64_t mesh = 0;  // whose primitives are here
    std::vector<uint32_t> children;
};

class GlbModel {
public:
    virtual ~GlbModel() = default;
    virtual size_t nodes() const = 0;
    // Read from the JSON anew; of a mesh that there is not, there are no primitives.
    virtual GlbNode node(uint32_t index) const = 0;
    virtual size_t primitives(uint64_t mesh) const = 0;
    virtual GlbPrimitive primitive(uint64_t mesh, size_t index) const = 0;
    std::vector<uint32_t> roots;
};

// From the file's two chunks, which must outlive the model; the JSON's brackets must not lie too deep.
// Error: no JSON, one line without a name.
Result<std::unique_ptr<GlbModel>> parseGlb(Bytes json, Bytes binary);

}  // namespace ringlet
