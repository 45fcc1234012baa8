#include "core/files/glb_model.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace ringlet {

namespace {

using Json = nlohmann::json;

// What is read of the file; what else it may hold, materials, images, animations and what programs
// add for themselves, takes no memory.
bool isWanted(int depth, const std::string& key) {
    if (key == "extras") return false;
    if (depth != 1) return true;
    static const char* const keys[] = {"scene",       "scenes",  "nodes",             "meshes", "accessors",
                                       "bufferViews", "buffers", "extensionsRequired"};
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

// A text of the file in an error's line: the first of its characters, without those that a line cannot have.
std::string namedOf(const Json& text) {
    std::string name = text.get_ref<const std::string&>().substr(0, 60);
    for (char& c : name)
        if (c < ' ' || c > '~') c = '?';
    return name;
}

bool isText(const Json* value, const char* text) { return value && value->is_string() && *value == text; }

// Whether triangles are the same without the extension: what says how things look or move.
bool isPassedOver(const std::string& extension) {
    static const char* const beginnings[] = {"KHR_mesh_quantization", "KHR_materials_", "KHR_texture_", "EXT_texture_",
                                             "MSFT_texture_",         "KHR_lights_",    "EXT_lights_",  "KHR_animation_",
                                             "KHR_xmp"};
    return std::any_of(std::begin(beginnings), std::end(beginnings),
                       [&](const std::string& begin) { return extension.compare(0, begin.size(), begin) == 0; });
}

// The first extension that the file cannot be read without, and that is not read; empty for none.
std::string missingExtension(const Json& root) {
    const Json* required = memberOf(&root, "extensionsRequired");
    if (!required || !required->is_array()) return "";
    for (const Json& name : *required)
        if (name.is_string() && !isPassedOver(name.get_ref<const std::string&>())) return namedOf(name);
    return "";
}

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
        out.mesh = wholeOf(from, "mesh", nothing);
        return out;
    }

    size_t primitives(uint64_t mesh) const override {
        const Json* list = primitivesOf(mesh);
        return list && list->is_array() ? list->size() : 0;
    }

    GlbPrimitive primitive(uint64_t mesh, size_t index) const override {
        GlbPrimitive out;
        const Json* from = elementOf(primitivesOf(mesh), index);
        if (!from) return out;
        const uint64_t mode = wholeOf(from, "mode", 4);
        if (mode >= 4 && mode <= 6) out.mode = mode == 4 ? GlbMode::Triangles : mode == 5 ? GlbMode::Strip : GlbMode::Fan;
        if (out.mode != GlbMode::Other) out.problem = setArrays(*from, out);
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
            const size_t some = std::min<size_t>(list->size(), 17);  // more than any transform has
            for (size_t i = 0; i < some; ++i)
                if (const Json& number = (*list)[i]; number.is_number()) numbers.push_back(static_cast<float>(number.get<double>()));
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

    const Json* primitivesOf(uint64_t mesh) const {
        return memberOf(elementOf(memberOf(&root_, "meshes"), mesh), "primitives");
    }

    // The accessor's elements of `size` bytes. Gives back what is wrong with it, `what` it is; empty: nothing.
    std::string setArray(const Json* accessor, uint64_t size, const std::string& what, GlbArray& out) const {
        const Json* view = elementOf(memberOf(&root_, "bufferViews"), wholeOf(accessor, "bufferView", nothing));
        const uint64_t which = wholeOf(view, "buffer", nothing);
        const Json* buffer = elementOf(memberOf(&root_, "buffers"), which);
        if (memberOf(accessor, "sparse")) return what + " are a sparse accessor, which is not read";
        if (const Json* uri = memberOf(buffer, "uri"); uri && uri->is_string())
            return what + " lie outside the file's own buffer, at '" + namedOf(*uri) + "'";
        const std::string wrong = what + " do not lie within the file";
        if (!buffer || which != 0) return wrong;
        const uint64_t whole = binary_.size, from = wholeOf(view, "byteOffset", 0), length = wholeOf(view, "byteLength", nothing);
        const uint64_t offset = wholeOf(accessor, "byteOffset", 0), count = wholeOf(accessor, "count", nothing);
        const uint64_t given = wholeOf(view, "byteStride", 0), stride = given ? given : size;
        if (from > whole || length > whole - from || count == 0 || count == nothing || stride < size || stride > 65536)
            return wrong;
        if (offset > length || size > length - offset || (count - 1) > (length - offset - size) / stride) return wrong;
        out = {binary_.data + from + offset, count, stride};
        return "";
    }

    // The primitive's positions and triangles. Gives back why they cannot be read; empty: they can.
    std::string setArrays(const Json& from, GlbPrimitive& out) const {
        constexpr uint64_t byteType = 5121, shortType = 5123, intType = 5125, floatType = 5126;  // componentType
        if (memberOf(memberOf(&from, "extensions"), "KHR_draco_mesh_compression")) return "a mesh is compressed (Draco)";
        const Json* accessors = memberOf(&root_, "accessors");
        const Json* points = elementOf(accessors, wholeOf(memberOf(&from, "attributes"), "POSITION", nothing));
        const uint64_t numbers = wholeOf(points, "componentType", 0);
        const bool whole = numbers >= byteType - 1 && numbers <= shortType;  // signed types are one less
        if (!isText(memberOf(points, "type"), "VEC3") || (numbers != floatType && !whole))
            return "a mesh's positions are not three floats, shorts or bytes each";
        out.pointBytes = !whole ? 4 : numbers <= byteType ? 1 : 2;
        out.isSigned = numbers == byteType - 1 || numbers == shortType - 1;
        const Json* normalized = memberOf(points, "normalized");
        out.normalized = normalized && *normalized == true;
        std::string problem = setArray(points, static_cast<uint64_t>(3 * out.pointBytes), "a mesh's positions", out.points);
        const Json* named = memberOf(&from, "indices");
        if (!problem.empty() || !named) return problem;
        const Json* indices = elementOf(accessors, wholeOf(named, nothing));
        const uint64_t type = wholeOf(indices, "componentType", 0);
        out.indexBytes = type == byteType ? 1 : type == shortType ? 2 : 4;
        if ((out.indexBytes == 4 && type != intType) || !isText(memberOf(indices, "type"), "SCALAR"))
            return "a mesh's triangles are not whole numbers";
        return setArray(indices, static_cast<uint64_t>(out.indexBytes), "a mesh's triangles", out.indices);
    }

    Json root_;
    Bytes binary_;
};

// A component as glTF 2.0, 3.11 has it: normalized ones lie in [0, 1] or [-1, 1].
float wholeNumber(const uint8_t* p, const GlbPrimitive& of) {
    const int bits = 8 * of.pointBytes;
    int value = of.pointBytes == 1 ? *p : static_cast<int>(readU16(p));
    if (of.isSigned && value >> (bits - 1)) value -= 1 << bits;
    if (!of.normalized) return static_cast<float>(value);
    const int most = (1 << (of.isSigned ? bits - 1 : bits)) - 1;
    return maximum(static_cast<float>(value) / static_cast<float>(most), -1.0f);
}

}  // namespace

Vec3f GlbPrimitive::point(uint64_t i) const {
    const uint8_t* p = points.at(i);
    if (pointBytes == 4) return readVec3(p);
    return {wholeNumber(p, *this), wholeNumber(p + pointBytes, *this), wholeNumber(p + 2 * pointBytes, *this)};
}

Result<std::unique_ptr<GlbModel>> parseGlb(Bytes json, Bytes binary) {
    const auto wanted = [](int depth, Json::parse_event_t event, Json& value) {
        return event != Json::parse_event_t::key || isWanted(depth, value.get_ref<const std::string&>());
    };
    const char* const text = reinterpret_cast<const char*>(json.data);
    Json root = Json::parse(text, text + json.size, wanted, false);
    if (!root.is_object()) return Error{"its JSON cannot be read"};
    const std::string missing = missingExtension(root);
    if (!missing.empty()) return Error{"it needs the extension " + missing + ", which is not read"};
    return std::unique_ptr<GlbModel>(std::make_unique<ParsedGlb>(std::move(root), binary));
}

}  // namespace ringlet
