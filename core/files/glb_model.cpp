#include "core/files/glb_model.h"

#include <algorithm>
#include <fstream>

// The library as it has to be here: no exceptions, no images, no file system.
#define JSON_NOEXCEPTION
#define TINYGLTF_NOEXCEPTION
#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_FS
#define TINYGLTF_NO_INCLUDE_JSON
#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#else
#include <json.hpp>
#endif
#include <tiny_gltf.h>

namespace ringlet {

namespace {

class ParsedGlb final : public GlbModel {
public:
    tinygltf::Model model;  // owns the buffers
};

bool ignoreImage(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int, void*) {
    return true;
}

template <class T>
const T* elementOf(const std::vector<T>& list, int index) {
    return index >= 0 && static_cast<size_t>(index) < list.size() ? &list[static_cast<size_t>(index)] : nullptr;
}

// The accessor's elements of `size` bytes; false where they do not lie within their buffer.
bool arrayOf(const tinygltf::Model& model, const tinygltf::Accessor& accessor, uint64_t size, GlbArray& out) {
    const tinygltf::BufferView* view = elementOf(model.bufferViews, accessor.bufferView);
    const tinygltf::Buffer* buffer = view ? elementOf(model.buffers, view->buffer) : nullptr;
    if (!buffer || accessor.sparse.isSparse || accessor.count == 0) return false;
    const uint64_t whole = buffer->data.size(), from = view->byteOffset, length = view->byteLength;
    const uint64_t offset = accessor.byteOffset, count = accessor.count;
    const uint64_t stride = view->byteStride ? view->byteStride : size;
    if (from > whole || length > whole - from || stride < size || stride > 65536) return false;
    if (offset > length || size > length - offset || (count - 1) > (length - offset - size) / stride) return false;
    out = {buffer->data.data() + from + offset, count, stride};
    return true;
}

GlbPrimitive primitiveOf(const tinygltf::Model& model, const tinygltf::Primitive& from) {
    GlbPrimitive out;
    const auto position = from.attributes.find("POSITION");
    const tinygltf::Accessor* points =
        position == from.attributes.end() ? nullptr : elementOf(model.accessors, position->second);
    if (from.extensions.count("KHR_draco_mesh_compression")) {
        out.problem = "a mesh is compressed (Draco)";
    } else if (!points || points->type != TINYGLTF_TYPE_VEC3 ||
               points->componentType != TINYGLTF_COMPONENT_TYPE_FLOAT || !arrayOf(model, *points, 12, out.points)) {
        out.problem = "a mesh's positions are not three floats each within the file";
    } else if (from.indices >= 0) {
        const tinygltf::Accessor* indices = elementOf(model.accessors, from.indices);
        const int type = indices ? indices->componentType : 0;
        out.indexBytes = type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE    ? 1
                         : type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 2
                                                                          : 4;
        const bool known = out.indexBytes != 4 || type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
        if (!indices || !known || indices->type != TINYGLTF_TYPE_SCALAR ||
            !arrayOf(model, *indices, static_cast<uint64_t>(out.indexBytes), out.indices)) {
            out.problem = "a mesh's triangles are not whole numbers within the file";
        }
    }
    return out;
}

GlbNode nodeOf(const tinygltf::Model& model, const tinygltf::Node& from) {
    GlbNode out;
    for (int child : from.children) out.children.push_back(static_cast<uint32_t>(child));
    const auto add = [&](const char* name, const std::vector<double>& values) {
        if (values.empty()) return;
        std::vector<float> floats;
        for (double v : values) floats.push_back(static_cast<float>(v));
        out.transform.ops.emplace_back(name, floats);
        out.transform.order.push_back(std::string("xformOp:") + name);
    };
    // glTF's columns are USD's rows, its quaternions end in w.
    if (!from.matrix.empty()) {
        add("transform", from.matrix);
    } else {
        add("translate", from.translation);
        if (from.rotation.size() == 4) {
            add("orient", {from.rotation[3], from.rotation[0], from.rotation[1], from.rotation[2]});
        }
        add("scale", from.scale);
    }
    const tinygltf::Mesh* mesh = elementOf(model.meshes, from.mesh);
    if (!mesh) return out;
    for (const tinygltf::Primitive& primitive : mesh->primitives) {
        const bool triangles = primitive.mode == TINYGLTF_MODE_TRIANGLES || primitive.mode < 0;
        if (triangles) out.primitives.push_back(primitiveOf(model, primitive));
    }
    return out;
}

std::string oneLine(const std::string& text) {
    std::string line = text.substr(0, std::min(text.find('\n'), size_t{200}));
    while (!line.empty() && (line.back() == '.' || line.back() == ' ')) line.pop_back();
    return line.empty() ? "not a glTF file that can be read" : "not read as glTF (" + line + ")";
}

}  // namespace

Result<std::unique_ptr<GlbModel>> parseGlb(Bytes bytes) {
    auto parsed = std::make_unique<ParsedGlb>();
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader(ignoreImage, nullptr);
    std::string error, warning;
    if (!loader.LoadBinaryFromMemory(&parsed->model, &error, &warning, bytes.data,
                                     static_cast<unsigned int>(bytes.size))) {
        return Error{oneLine(error)};
    }
    const tinygltf::Model& model = parsed->model;
    uint64_t primitives = 0;
    for (const tinygltf::Node& node : model.nodes) {
        parsed->nodes.push_back(nodeOf(model, node));
        primitives += parsed->nodes.back().primitives.size();
        if (primitives > 1000000) return Error{"more than a million meshes"};
    }
    const tinygltf::Scene* scene = elementOf(model.scenes, model.defaultScene >= 0 ? model.defaultScene : 0);
    if (scene) {
        for (int root : scene->nodes) parsed->roots.push_back(static_cast<uint32_t>(root));
    } else {
        std::vector<bool> isChild(parsed->nodes.size(), false);
        for (const GlbNode& node : parsed->nodes) {
            for (uint32_t child : node.children) {
                if (child < isChild.size()) isChild[child] = true;
            }
        }
        for (uint32_t i = 0; i < isChild.size(); ++i) {
            if (!isChild[i]) parsed->roots.push_back(i);
        }
    }
    return std::unique_ptr<GlbModel>(std::move(parsed));
}

}  // namespace ringlet
