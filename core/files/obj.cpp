// Wavefront `.obj`: `v` and `f` as a mesh, `v` and `l` as strands. Faces of any
// size become fans; indices may be negative (counted from the last vertex) and
// carry texture and normal indices, which are checked in form and not used: a
// vertex here has one normal, the mean of its faces weighted by area. All other
// statements are passed over. Lines may end in \n or \r\n; \ continues a line.
#include "core/base/number_text.h"
#include "core/files/binary.h"
#include "core/files/text_numbers.h"


namespace ringlet {

namespace {

struct ObjReader {
    Bytes bytes;
    const std::string& name;
    const char* begin;
    const char* at;
    const char* end;
    std::vector<Vec3f> vertices;
    std::vector<uint32_t> corners;      // of all wanted elements, one after another
    std::vector<uint32_t> elementSize;  // corners of each
    uint64_t highest = 0, highestAt = 0;  // the largest vertex index and where it stands

    ObjReader(Bytes b, const std::string& n)
        : bytes(b), name(n), begin(reinterpret_cast<const char*>(b.data)), at(begin), end(begin + b.size) {}

    uint64_t offset() const { return static_cast<uint64_t>(at - begin); }
    Error error(const std::string& what, const char* mend) const { return fileError(name, what, offset(), mend); }

    // Spaces, and a backslash right before the line's end.
    void skipSpaces() {
        for (;;) {
            while (at < end && (*at == ' ' || *at == '\t')) ++at;
            const char* next = at + 1;
            if (at == end || *at != '\\') return;
            if (next < end && *next == '\r') ++next;
            if (next == end || *next != '\n') return;
            at = next + 1;
        }
    }
    bool lineEnds() const { return at == end || *at == '\n' || *at == '\r' || *at == '#'; }
    bool tokenEnds() const { return lineEnds() || *at == ' ' || *at == '\t' || *at == '\\'; }
    void skipLine() {
        const void* found = at < end ? std::memchr(at, '\n', static_cast<size_t>(end - at)) : nullptr;
        at = found ? static_cast<const char*>(found) + 1 : end;
    }
    // True past a statement's keyword of one letter.
    bool keyword(char letter) {
        if (at == end || *at != letter) return false;
        ++at;
        bool is = tokenEnds();
        if (!is) --at;
        return is;
    }

    Status readVertex() {
        float xyz[3];
        for (float& v : xyz) {
            skipSpaces();
            if (!readDecimal(at, end, v) || !tokenEnds()) {
                return error("a vertex needs three finite numbers", "mend this line");
            }
        }
        if (vertices.size() >= 0x7FFFFFFF) return error("more than 2147483647 vertices", "split the file");
        vertices.push_back({xyz[0], xyz[1], xyz[2]});
        return {};
    }

    // v, v/vt, v//vn or v/vt/vn.
    Status readCorner() {
        const char* start = at;
        int64_t index = 0, unused = 0;
        bool ok = readWhole(at, end, index) && index != 0;
        for (int part = 0; ok && part < 2 && at < end && *at == '/'; ++part) {
            ++at;
            bool number = at < end && (*at == '-' || (*at >= '0' && *at <= '9'));
            ok = number ? readWhole(at, end, unused) : part == 0;
        }
        if (!ok || !tokenEnds()) {
            at = start;
            return error("not a vertex index", "indices are whole numbers from 1, or negative from the last vertex");
        }
        int64_t zeroBased = index > 0 ? index - 1 : static_cast<int64_t>(vertices.size()) + index;
        if (zeroBased < 0 || zeroBased > 0x7FFFFFFF) {
            at = start;
            return error("vertex index " + std::to_string(index) + " does not exist", "mend this line");
        }
        if (static_cast<uint64_t>(zeroBased) >= highest) {
            highest = static_cast<uint64_t>(zeroBased) + 1;
            highestAt = static_cast<uint64_t>(start - begin);
        }
        corners.push_back(static_cast<uint32_t>(zeroBased));
        return {};
    }

    Status readElement(uint32_t least, const char* what) {
        uint64_t lineAt = offset();
        size_t first = corners.size();
        for (skipSpaces(); !lineEnds(); skipSpaces()) {
            Status corner = readCorner();
            if (!corner) return corner;
        }
        size_t size = corners.size() - first;
        if (size < least) {
            return fileError(name, std::string(what) + " of " + std::to_string(size) + " vertices", lineAt,
                             "remove this line or complete it");
        }
        elementSize.push_back(static_cast<uint32_t>(size));
        return {};
    }

    // Reads vertices and the elements that `element` begins.
    Status read(char element, uint32_t least, const char* what) {
        while (at < end) {
            skipSpaces();
            Status line = keyword('v') ? readVertex() : keyword(element) ? readElement(least, what) : Status();
            if (!line) return line;
            skipLine();
        }
        if (vertices.empty()) return Error{name + ": no vertices (v lines); is it a Wavefront .obj?"};
        if (elementSize.empty()) {
            return Error{name + ": no " + what + "s (" + element + " lines); export it again with them"};
        }
        if (highest > vertices.size()) {
            return fileError(name, "vertex index " + std::to_string(highest) + " does not exist, there are " +
                                       std::to_string(vertices.size()), highestAt, "export it again");
        }
        return {};
    }
};

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

Result<Mesh> readObjMesh(Bytes bytes, const std::string& name) {
    ObjReader reader(bytes, name);
    Status status = reader.read('f', 3, "face");
    if (!status) return Error{status.error()};
    Mesh mesh;
    mesh.vertices = std::move(reader.vertices);
    mesh.triangles.reserve(reader.corners.size() - 2 * reader.elementSize.size());
    const uint32_t* corner = reader.corners.data();
    for (uint32_t size : reader.elementSize) {
        for (uint32_t i = 2; i < size; ++i) mesh.triangles.push_back({corner[0], corner[i - 1], corner[i]});
        corner += size;
    }
    addNormals(mesh);
    return mesh;
}

Result<FileStrands> readObjStrands(Bytes bytes, const std::string& name) {
    ObjReader reader(bytes, name);
    Status status = reader.read('l', 2, "line");
    if (!status) return Error{status.error()};
    FileStrands out;
    out.counts = std::move(reader.elementSize);
    out.points.reserve(reader.corners.size());
    for (uint32_t v : reader.corners) out.points.push_back(reader.vertices[v]);
    return out;
}

void appendText(std::vector<uint8_t>& out, const std::string& text) { out.insert(out.end(), text.begin(), text.end()); }

void appendVertices(std::vector<uint8_t>& out, const std::vector<Vec3f>& vertices) {
    for (Vec3f v : vertices) {
        appendText(out, "v " + shortestText(v.x) + " " + shortestText(v.y) + " " + shortestText(v.z) + "\n");
    }
}

Result<std::vector<uint8_t>> writeObjMesh(const Mesh& mesh) {
    std::vector<uint8_t> out;
    appendVertices(out, mesh.vertices);
    for (Triangle t : mesh.triangles) {
        appendText(out, "f " + std::to_string(t.a + 1) + " " + std::to_string(t.b + 1) + " " +
                            std::to_string(t.c + 1) + "\n");
    }
    return out;
}

Result<std::vector<uint8_t>> writeObjStrands(const FileStrands& strands) {
    std::vector<uint8_t> out;
    appendVertices(out, strands.points);
    size_t next = 1;
    for (uint32_t count : strands.counts) {
        std::string line = "l";
        for (uint32_t i = 0; i < count; ++i) line += " " + std::to_string(next++);
        appendText(out, line + "\n");
    }
    return out;
}

RegisterFormat here{{"obj", "obj", "Wavefront meshes (f) and strands (l)", readObjStrands, readObjMesh,
                     writeObjStrands, writeObjMesh}};

}  // namespace

}  // namespace ringlet
