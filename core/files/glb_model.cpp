#include "core/files/glb_model.h"

#include <algorithm>

// The library as it has to be here: no exceptions.
#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

namespace ringlet {

namespace {

using Json = nlohmann::json;

// What is read of the file; what else it may hold, materials, images, animations and what programs
// add for themselves, takes no memory.
bool isWanted(int depth, const std::string& key) {
    if (key == "extras") return false;
    if (depth != 1) return true;
    static const char* const keys[] = {"scene", "scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers"};
    return std::any_of(std::begin(keys), std::end(keys), [&](const char* wanted) { return key == wanted; });
}

// The member of an object; null where there is none.
const Json* memberOf(const Json* object, const char* key) {
    if (!object || !object->is_object()) return nullptr;
    const auto found = object->find(key);
    return found == object->end() ? nullptr : &*found;
}

// Member `index` of a list; null where there is none.
const Json* elementOf(const Json* list, uint64_t index) {
    return list && list->is_array() && index < list->size() ? &(*list)[static_cast<size_t>(index)] : nullptr;
}

constexpr uint64_t nothing = ~uint64_t{0};

// A whole number from 0; `otherwise` where there is none, nothing where it is something else.
uint64_t wholeOf(const Json* value, uint64_t otherwise) {
    if (!value) return otherwise;
    return value->is_number_unsigned() ? value->get<uint64_t>() : nothing;
}
uint64_t wholeOf(const Json* object, const char* key, uint64_t otherwise) { return wholeOf(memberOf(object, key), otherwise); }

bool isText(const Json* value, const char* text) { return value && value->is_string() && *value == text; }

class ParsedGlb final : public GlbModel {
public:
    ParsedGlb(Json root, Bytes binary) : root_(std::move(root)), binary_(binary) {
        const Json* scenes = memberOf(&root_, "scenes");
        const Json* scene = elementOf(scenes, wholeOf(&root_, "scene", 0));
        if (!scene) findRoots();
        if (const Json* nodes = memberOf(scene, "nodes"); nodes && nodes->is_array())
            for (const Json& node : *nodes) roots.push_back(indexOf(node));
    }

    size_t nodes() const override {
        const Json* list = memberOf(&root_, "nodes");
        return list && list->is_array() ? list->size() : 0;
    }

    GlbNode node(uint32_t index) const override {
        GlbNode out;
        const Json* from = elementOf(memberOf(&root_, "nodes"), index);
        for (uint32_t child : childrenOf(from)) out.children.push_back(child);
        setTransform(from, out.transform);
        const Json* mesh = elementOf(memberOf(&root_, "meshes"), wholeOf(from, "mesh", nothing));
        const Json* primitives = memberOf(mesh, "primitives");
        if (!primitives || !primitives->is_array()) return out;
        constexpr uint64_t triangles = 4;
        for (const Json& primitive : *primitives)
            if (wholeOf(&primitive, "mode", triangles) == triangles) out.primitives.push_back(primitiveOf(primitive));
        return out;
    }

private:
    static uint32_t indexOf(const Json& value) {
        return static_cast<uint32_t>(std::min<uint64_t>(wholeOf(&value, nothing), 0xFFFFFFFF));
    }

    static std::vector<uint32_t> childrenOf(const Json* node) {
        std::vector<uint32_t> children;
        if (const Json* list = memberOf(node, "children"); list && list->is_array())
            for (const Json& child : *list) children.push_back(indexOf(child));
        return children;
    }

    // Without a scene, nodes that are no others' children.
    void findRoots() {
        std::vector<bool> isChild(nodes(), false);
        for (uint32_t i = 0; i < isChild.size(); ++i)
            for (uint32_t child : childrenOf(elementOf(memberOf(&root_, "nodes"), i)))
                if (child < isChild.size()) isChild[child] = true;
        for (uint32_t i = 0; i < isChild.size(); ++i)
            if (!isChild[i]) roots.push_back(i);
    }

    // glTF's columns are USD's rows, its quaternions end in w.
    static void setTransform(const Json* node, UsdTransform& out) {
        const auto add = [&](const char* key, const char* name) {
            const Json* list = memberOf(node, key);
            if (!list || !list->is_array() || list->empty()) return;
            std::vector<float> numbers;
            for (const Json& number : *list)
                if (number.is_number() && numbers.size() < 17) numbers.push_back(static_cast<float>(number.get<double>()));
            if (std::string(key) == "rotation" && numbers.size() == 4)
                numbers = {numbers[3], numbers[0], numbers[1], numbers[2]};
            out.ops.emplace_back(name, numbers);
            out.order.push_back(std::string("xformOp:") + name);
        };
        if (memberOf(node, "matrix")) return add("matrix", "transform");
        add("translation", "translate");
        add("rotation", "orient");
        add("scale", "scale");
    }

    // The accessor's elements of `size` bytes; false where they do not lie within the file.
    bool arrayOf(const Json* accessor, uint64_t size, GlbArray& out) const {
        const Json* view = elementOf(memberOf(&root_, "bufferViews"), wholeOf(accessor, "bufferView", nothing));
        const uint64_t which = wholeOf(view, "buffer", nothing);
        const Json* buffer = elementOf(memberOf(&root_, "buffers"), which);
        if (!buffer || which != 0 || memberOf(buffer, "uri") || memberOf(accessor, "sparse")) return false;
        const uint64_t whole = binary_.size, from = wholeOf(view, "byteOffset", 0), length = wholeOf(view, "byteLength", nothing);
        const uint64_t offset = wholeOf(accessor, "byteOffset", 0), count = wholeOf(accessor, "count", nothing);
        const uint64_t given = wholeOf(view, "byteStride", 0), stride = given ? given : size;
        if (from > whole || length > whole - from || count == 0 || count == nothing || stride < size || stride > 65536)
            return false;
        if (offset > length || size > length - offset || (count - 1) > (length - offset - size) / stride) return false;
        out = {binary_.data + from + offset, count, stride};
        return true;
    }

    GlbPrimitive primitiveOf(const Json& from) const {
        constexpr uint64_t byteType = 5121, shortType = 5123, intType = 5125, floatType = 5126;  // componentType
        GlbPrimitive out;
        const Json* accessors = memberOf(&root_, "accessors");
        const Json* points = elementOf(accessors, wholeOf(memberOf(&from, "attributes"), "POSITION", nothing));
        if (memberOf(memberOf(&from, "extensions"), "KHR_draco_mesh_compression")) {
            out.problem = "a mesh is compressed (Draco)";
        } else if (!isText(memberOf(points, "type"), "VEC3") || wholeOf(points, "componentType", 0) != floatType ||
                   !arrayOf(points, 12, out.points)) {
            out.problem = "a mesh's positions are not three floats each within the file";
        } else if (const Json* named = memberOf(&from, "indices")) {
            const Json* indices = elementOf(accessors, wholeOf(named, nothing));
            const uint64_t type = wholeOf(indices, "componentType", 0);
            out.indexBytes = type == byteType ? 1 : type == shortType ? 2 : 4;
            if ((out.indexBytes == 4 && type != intType) || !isText(memberOf(indices, "type"), "SCALAR") ||
                !arrayOf(indices, static_cast<uint64_t>(out.indexBytes), out.indices)) {
                out.problem = "a mesh's triangles are not whole numbers within the file";
            }
        }
        return out;
    }

    Json root_;
    Bytes binary_;
};

}  // namespace

Result<std::unique_ptr<GlbModel>> parseGlb(Bytes json, Bytes binary) {
    const auto wanted = [](int depth, Json::parse_event_t event, Json& value) {
        return event != Json::parse_event_t::key || isWanted(depth, value.get_ref<const std::string&>());
    };
    Json root = Json::parse(json.data, json.data + json.size, wanted, false);
    if (!root.is_object()) return Error{"its JSON cannot be read"};
    return std::unique_ptr<GlbModel>(std::make_unique<ParsedGlb>(std::move(root), binary));
}

}  // namespace ringlet
