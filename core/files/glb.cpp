// `.glb`, binary glTF 2.0: the triangles of its scene as one mesh, in the space
// of the scene. Here the container is read and nodes are placed, glb_model.cpp
// knows the JSON and checks accessors. Skins, morph targets, materials and images are
// passed over: a head is read as it was modelled.
#include "core/files/binary.h"
#include "core/files/glb_model.h"
#include "core/files/mesh_normals.h"
#include "core/files/usd_transform.h"

#include <algorithm>

namespace ringlet::glb_format {
namespace {

constexpr uint64_t mostBytes = uint64_t{1} << 28;
constexpr int deepest = 64;
constexpr uint32_t deepestJson = 100;
// A file may place its meshes more than once, but that does not make it as large as it likes.
constexpr uint64_t someVertices = 1000000, mostVertices = uint64_t{1} << 24, mostTriangles = uint64_t{1} << 25;
constexpr uint64_t somePrimitives = 100000;
constexpr const char* mend = "export it again as .glb with plain triangles, uncompressed";

class GlbReader {
public:
    GlbReader(const std::string& name, uint64_t bytes, const GlbModel& model)
        : name_(name), model_(model), vertices_(std::min(mostVertices, someVertices + bytes / 6)),
          triangles_(std::min(mostTriangles, 2 * someVertices + bytes / 2)), primitives_(somePrimitives + bytes / 6) {}

    Result<Mesh> read() {
        for (uint32_t root : model_.roots) {
            if (Status status = addNode(root, UsdMatrix(), 0); !status) return Error{status.error()};
        }
        if (mesh_.triangles.empty()) return error("no triangles in its scene");
        leaveOutLoose(mesh_);
        addNormals(mesh_);
        return std::move(mesh_);
    }

private:
    Error error(const std::string& what) const { return Error{name_ + ": " + what + "; " + mend}; }

    Status addNode(uint32_t index, const UsdMatrix& parent, int depth) {
        if (depth > deepest) return error("nodes lie more than 64 deep, or in a circle");
        if (index >= model_.nodes()) return error("node " + std::to_string(index) + " does not exist");
        if (++visited_ > 100000) return error("more than 100000 nodes in its scene");
        const GlbNode node = model_.node(index);
        UsdMatrix place = parent;
        if (!node.transform.empty()) {
            const Result<UsdMatrix> own = node.transform.matrix();
            if (!own) return error("node " + std::to_string(index) + " has a transform of a wrong size");
            place = own.value() * parent;
        }
        const size_t primitives = model_.primitives(node.mesh);
        for (size_t i = 0; i < primitives; ++i) {
            // Those that are not triangles take time too.
            if (++looked_ > primitives_) return error("too many parts of meshes, or meshes placed too often");
            if (Status status = addPrimitive(model_.primitive(node.mesh, i), place); !status) return status;
        }
        for (uint32_t child : node.children) {
            if (Status status = addNode(child, place, depth + 1); !status) return status;
        }
        return {};
    }

    Status addPrimitive(const GlbPrimitive& primitive, const UsdMatrix& place) {
        if (primitive.mode == GlbMode::Other) return {};
        if (!primitive.problem.empty()) return error(primitive.problem);
        const size_t first = mesh_.vertices.size();
        if (first + primitive.points.count > vertices_) return error("too many vertices, or meshes placed too often");
        for (uint64_t i = 0; i < primitive.points.count; ++i) {
            const Vec3f p = transformed(place, primitive.point(i));
            if (!isFinite(p)) return error("a coordinate is not a finite number");
            mesh_.vertices.push_back(p);
        }
        const bool mirrored = mirrors(place), apart = primitive.mode == GlbMode::Triangles;
        const uint64_t corners = primitive.indices.count ? primitive.indices.count : primitive.points.count;
        if (apart && corners % 3 != 0) return error("the " + std::to_string(corners) + " corners of a mesh are no whole triangles");
        const uint64_t triangles = apart ? corners / 3 : corners < 3 ? 0 : corners - 2;
        if (mesh_.triangles.size() + triangles > triangles_) return error("too many triangles, or meshes placed too often");
        for (uint64_t i = 0; i < triangles; ++i) {
            // Every second one of a strip goes round the other way (glTF 2.0, 3.7.2.1).
            const uint64_t turned = primitive.mode == GlbMode::Strip ? i % 2 : 0;
            const uint64_t begin = apart ? 3 * i : primitive.mode == GlbMode::Fan ? 0 : i;
            const uint64_t second = (apart ? 3 * i : i) + 1;
            const uint64_t at[3] = {begin, second + turned, second + 1 - turned};
            uint32_t v[3];
            for (int k = 0; k < 3; ++k) {
                v[k] = primitive.indices.count ? primitive.index(at[k]) : static_cast<uint32_t>(at[k]);
                if (v[k] >= primitive.points.count) {
                    return error("vertex " + std::to_string(v[k]) + " of a triangle does not exist");
                }
                v[k] += static_cast<uint32_t>(first);
            }
            // A strip goes on elsewhere by triangles without area.
            if (!apart && (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])) continue;
            // Mirrored corners go round the other way (glTF 2.0, 3.7.4).
            mesh_.triangles.push_back({v[0], v[mirrored ? 2 : 1], v[mirrored ? 1 : 2]});
        }
        return {};
    }

    const std::string& name_;
    const GlbModel& model_;
    Mesh mesh_;
    uint64_t vertices_, triangles_, primitives_;  // at most
    uint64_t visited_ = 0, looked_ = 0;
};

// Brackets within each other in JSON text, at most: the library goes down into them by recursion.
uint32_t depthOf(Bytes json) {
    uint32_t depth = 0, most = 0;
    bool quoted = false;
    for (size_t i = 0; i < json.size; ++i) {
        const uint8_t c = json.data[i];
        if (quoted && c == '\\') ++i;
        else if (c == '"') quoted = !quoted;
        else if (!quoted && (c == '[' || c == '{')) most = ++depth > most ? depth : most;
        else if (!quoted && (c == ']' || c == '}') && depth > 0) --depth;
    }
    return most;
}

// The chunk whose length and kind stand at `at`; without data where it does not lie within the file.
constexpr uint32_t jsonKind = 0x4E4F534A, binaryKind = 0x004E4942;  // "JSON", "BIN\0"
Bytes chunkOf(Bytes file, size_t at, uint32_t kind) {
    if (at > file.size || file.size - at < 8 || readU32(file.data + at + 4) != kind) return {};
    const size_t size = readU32(file.data + at);
    return size <= file.size - at - 8 ? Bytes{file.data + at + 8, size} : Bytes{};
}

Result<Mesh> readGlb(ByteStream& in) {
    const uint8_t* head = in.peek(20);
    if (!head) return fileError(in.name(), "the file ends within the header of 20 bytes", in.size(), mend);
    if (std::memcmp(head, "glTF", 4) != 0) return fileError(in.name(), "does not begin with glTF", 0, mend);
    if (readU32(head + 4) != 2) {
        return fileError(in.name(), "glTF version " + std::to_string(readU32(head + 4)) + ", not 2", 4, mend);
    }
    if (readU32(head + 8) > in.size()) {
        return fileError(in.name(), "the header promises " + std::to_string(readU32(head + 8)) +
                                        " bytes, the file has " + std::to_string(in.size()), 8,
                         "the file is cut short: copy or export it again");
    }
    if (in.size() > mostBytes) return fileError(in.name(), "more than 256 MiB", 0, "leave out its images");
    std::vector<uint8_t> bytes;
    bytes.reserve(static_cast<size_t>(in.size()));
    for (Bytes next = in.window(); next.size; next = in.window()) {
        bytes.insert(bytes.end(), next.data, next.data + next.size);
        in.skip(next.size);
    }
    const Bytes json = chunkOf(bytesOf(bytes), 12, jsonKind);
    if (!json.data) return fileError(in.name(), "its JSON does not lie within the file", 12, mend);
    const Bytes binary = chunkOf(bytesOf(bytes), 20 + json.size, binaryKind);
    if (depthOf(json) > deepestJson) {
        return fileError(in.name(), "its JSON lies more than " + std::to_string(deepestJson) + " brackets deep", 20,
                         mend);
    }
    const Result<std::unique_ptr<GlbModel>> model = parseGlb(json, binary);
    if (!model) return Error{in.name() + ": " + model.error() + "; " + mend};
    return GlbReader(in.name(), in.size(), *model.value()).read();
}

FormatInfo glbFormat() {
    FormatInfo format;
    format.name = format.extension = "glb";
    format.summary = "Binary glTF 2.0: the triangles of a head or a collider";
    format.readMesh = readGlb;
    format.up = UpAxis::Y;
    return format;
}
RegisterFormat here{glbFormat()};

}  // namespace
}  // namespace ringlet::glb_format
