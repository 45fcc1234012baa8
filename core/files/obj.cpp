// Wavefront `.obj`: `v` and `f` as a mesh, `v` and `l` as strands; where every `l`
// is an edge they are joined to strands, for some programs write so. Faces of any
// size become fans; indices may be negative (counted from the last vertex) and
// carry texture and normal indices, which are checked in form and not used: a
// vertex here has one normal, the mean of its faces weighted by area. All other
// statements are passed over; \ continues a line.
#include "core/files/formats.h"
#include "core/files/mesh_normals.h"
#include "core/files/obj_edges.h"
#include "core/files/text_numbers.h"
#include "core/files/text_stream.h"

#include <algorithm>
#include <utility>

namespace ringlet::obj_format {
namespace {

struct ObjReader {
    TextStream in;
    std::vector<Vec3f> vertices;
    std::vector<uint32_t> corners;      // of all wanted elements, one after another
    std::vector<uint32_t> elementSize;  // corners of each
    uint64_t others = 0;                // faces, where lines are wanted
    bool coloured = false;              // more than a position and its weight is said of a vertex
    // The largest vertex index and where it stands.
    uint64_t highest = 0, highestLine = 0, highestAt = 0;

    explicit ObjReader(ByteStream& bytes) : in(bytes) {}

    Error error(const std::string& what, const char* mend) const { return in.error(what, mend); }

    // Spaces, and a backslash right before the line's end.
    void skipSpaces() {
        for (;;) {
            while (in.peek() == ' ' || in.peek() == '\t') in.skip();
            if (in.peek() != '\\') return;
            const int next = in.peekSecond();
            if (next != '\n' && next != '\r') return;
            in.skip();
            in.take('\r');
            in.take('\n');
        }
    }
    bool lineEnds() {
        const int c = in.peek();
        return c < 0 || c == '\n' || c == '\r' || c == '#';
    }
    bool tokenEnds() { return lineEnds() || in.peek() == ' ' || in.peek() == '\t' || in.peek() == '\\'; }

    Status readVertex() {
        float xyz[3];
        for (float& v : xyz) {
            skipSpaces();
            if (!in.number(v) || !tokenEnds()) return error("a vertex needs three finite numbers", "mend this line");
        }
        if (vertices.size() >= maxPoints) {
            return error("more than " + std::to_string(maxPoints) + " vertices", "split the file");
        }
        vertices.push_back({xyz[0], xyz[1], xyz[2]});
        float rest = 0;
        int more = 0;
        for (skipSpaces(); more < 3 && in.number(rest); skipSpaces()) ++more;
        coloured |= more == 3;
        return {};
    }

    // v, v/vt, v//vn or v/vt/vn.
    Status readCorner() {
        const uint64_t line = in.line(), at = in.bytes().at();
        int64_t index = 0, unused = 0;
        bool ok = in.whole(index) && index != 0;
        for (int part = 0; ok && part < 2 && in.take('/'); ++part) {
            const int c = in.peek();
            const bool number = c == '-' || (c >= '0' && c <= '9');
            ok = number ? in.whole(unused) : part == 0;
        }
        if (!ok || !tokenEnds()) {
            return in.errorAt("not a vertex index", line, at,
                              "indices are whole numbers from 1, or negative from the last vertex");
        }
        int64_t zeroBased = index > 0 ? index - 1 : static_cast<int64_t>(vertices.size()) + index;
        if (zeroBased < 0 || zeroBased > 0x7FFFFFFF) {
            return in.errorAt("vertex index " + std::to_string(index) + " does not exist", line, at, "mend this line");
        }
        if (static_cast<uint64_t>(zeroBased) >= highest) {
            highest = static_cast<uint64_t>(zeroBased) + 1;
            highestLine = line;
            highestAt = at;
        }
        if (corners.size() >= maxPoints) {
            return error("more than " + std::to_string(maxPoints) + " vertices in lines and faces", "split the file");
        }
        corners.push_back(static_cast<uint32_t>(zeroBased));
        return {};
    }

    Status readElement(uint32_t least, const char* what) {
        const uint64_t line = in.line(), at = in.bytes().at();
        size_t first = corners.size();
        for (skipSpaces(); !lineEnds(); skipSpaces()) {
            Status corner = readCorner();
            if (!corner) return corner;
        }
        size_t size = corners.size() - first;
        if (size < least) {
            return in.errorAt(std::string(what) + " of " + std::to_string(size) + " vertices", line, at,
                              "remove this line or complete it");
        }
        elementSize.push_back(static_cast<uint32_t>(size));
        return {};
    }

    // Reads vertices and the elements that `element` begins.
    Status read(const char* element, uint32_t least, const char* what) {
        if (Status text = in.check(); !text) return text;
        while (!in.ends()) {
            skipSpaces();
            const std::string keyword = in.word(".");
            if (tokenEnds()) {
                Status line = keyword == "v" ? readVertex() : keyword == element ? readElement(least, what) : Status();
                if (!line) return line;
                others += keyword == "f" && keyword != element;
            }
            in.skipLine();
        }
        if (vertices.empty()) return Error{in.name() + ": no vertices (v lines); is it a Wavefront .obj?"};
        if (elementSize.empty()) {
            return Error{in.name() + ": no " + what + "s (" + element + " lines); export it again with them"};
        }
        if (highest > vertices.size()) {
            return in.errorAt("vertex index " + std::to_string(highest) + " does not exist, there are " +
                              std::to_string(vertices.size()), highestLine, highestAt, "export it again");
        }
        return {};
    }
};

// Points and triangles have vertices of their own, on the whole. A file that names the same ones over
// and over would grow in memory to many times its size: each takes at least `share` of its bytes.
Status checkSize(const ByteStream& in, uint64_t count, uint64_t share, const char* what) {
    constexpr uint64_t anyway = 10000;
    if (count <= in.size() / share + anyway) return {};
    return Error{in.name() + ": " + std::to_string(count) + what + std::to_string(in.size()) +
                 " bytes use the same vertices over and over; export it again with vertices for each"};
}

Result<Mesh> readObjMesh(ByteStream& in) {
    ObjReader reader(in);
    Status status = reader.read("f", 3, "face");
    if (!status) return Error{status.error()};
    const size_t triangles = reader.corners.size() - 2 * reader.elementSize.size();
    if (status = checkSize(in, triangles, 5, " triangles in "); !status) return Error{status.error()};
    Mesh mesh;
    mesh.vertices = std::move(reader.vertices);
    mesh.triangles.reserve(triangles);
    const uint32_t* corner = reader.corners.data();
    for (uint32_t size : reader.elementSize) {
        for (uint32_t i = 2; i < size; ++i) mesh.triangles.push_back({corner[0], corner[i - 1], corner[i]});
        corner += size;
    }
    leaveOutLoose(mesh);
    addNormals(mesh);
    return mesh;
}

Result<FileStrands> readObjStrands(ByteStream& in) {
    ObjReader reader(in);
    Status status = reader.read("l", 1, "line");
    if (!status) return Error{status.error()};
    FileStrands out;
    if (reader.others) out.notes.push_back(std::to_string(reader.others) + " faces are no strands, and were left out");
    if (reader.coloured) out.notes.push_back("colours of its vertices are not read");
    // Programs write whole strands, or all of them as edges.
    if (std::all_of(reader.elementSize.begin(), reader.elementSize.end(), [](uint32_t size) { return size == 2; })) {
        JoinedEdges joined = joinedEdges(reader.corners, static_cast<uint32_t>(reader.vertices.size()));
        out.counts = std::move(joined.counts);
        reader.corners = std::move(joined.vertices);
    } else {
        out.counts = std::move(reader.elementSize);
    }
    out.points.reserve(reader.corners.size());
    for (uint32_t corner : reader.corners) out.points.push_back(reader.vertices[corner]);
    if (status = checkSize(in, out.points.size(), 10, " points in "); !status) return Error{status.error()};
    return out;
}

void appendText(std::vector<uint8_t>& out, const std::string& text) { out.insert(out.end(), text.begin(), text.end()); }

void appendVertices(std::vector<uint8_t>& out, const std::vector<Vec3f>& vertices) {
    for (Vec3f v : vertices) {
        char line[3 * decimalSize + 4] = {'v'};
        char* at = line + 1;
        for (float x : {v.x, v.y, v.z}) {
            *at++ = ' ';
            at = writeDecimal(x, at);
        }
        *at++ = '\n';
        out.insert(out.end(), line, at);
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
    if (strands.counts.empty()) return Error{"no strands to write"};
    std::vector<uint8_t> out;
    appendVertices(out, strands.points);
    size_t next = 1;
    for (size_t s = 0; s < strands.counts.size(); ++s) {
        const uint32_t count = strands.counts[s];
        if (count < 2) return Error{"a line of .obj needs two points, strand " + std::to_string(s) + " has one; write .hair"};
        std::string line = "l";
        for (uint32_t i = 0; i < count; ++i) line += " " + std::to_string(next++);
        appendText(out, line + "\n");
    }
    return out;
}

FormatInfo objFormat() {
    FormatInfo format;
    format.name = format.extension = "obj";
    format.summary = "Wavefront meshes (f) and strands (l)";
    format.readStrands = readObjStrands;
    format.readMesh = readObjMesh;
    format.writeStrands = writeObjStrands;
    format.writeMesh = writeObjMesh;
    return format;
}
RegisterFormat here{objFormat()};

}  // namespace
}  // namespace ringlet::obj_format
