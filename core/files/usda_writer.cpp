#include "core/files/usda_writer.h"

#include "core/base/number_text.h"
#include "core/files/text_numbers.h"
#include "core/groom/roots.h"

namespace ringlet {

namespace {

// Text in pieces of about a megabyte, handed on as it grows.
class TextWriter {
public:
    explicit TextWriter(ByteSink sink) : sink_(std::move(sink)) {}

    TextWriter& operator<<(const std::string& text) {
        text_ += text;
        return flush(pieceBytes);
    }
    TextWriter& operator<<(float value) {
        char digits[decimalSize];
        text_.append(digits, static_cast<size_t>(writeDecimal(value, digits) - digits));
        return flush(pieceBytes);
    }
    TextWriter& operator<<(Vec3f v) { return *this << "(" << v.x << "," << v.y << "," << v.z << ")"; }
    // "[a, b, ...]"
    template <class T>
    TextWriter& list(const T* first, size_t count) {
        *this << "[";
        for (size_t i = 0; i < count; ++i) *this << (i ? "," : "") << first[i];
        return *this << "]";
    }
    template <class T>
    TextWriter& list(const std::vector<T>& values) { return list(values.data(), values.size()); }
    // Hands all on. Error: the first that the sink had.
    Status finish() {
        flush(0);
        return status_;
    }
    const Status& status() const { return status_; }

private:
    static constexpr size_t pieceBytes = size_t{1} << 20;

    TextWriter& flush(size_t most) {
        if (text_.size() > most && status_) {
            status_ = sink_({reinterpret_cast<const uint8_t*>(text_.data()), text_.size()});
        }
        if (text_.size() > most) text_.clear();
        return *this;
    }

    ByteSink sink_;
    std::string text_;
    Status status_;
};

struct Extent {
    Vec3f low, high;
};
Extent extentOf(const std::vector<Vec3f>& points) {
    Extent e{{0, 0, 0}, {0, 0, 0}};
    if (!points.empty()) e = {points[0], points[0]};
    for (Vec3f p : points) {
        e.low = {minimum(e.low.x, p.x), minimum(e.low.y, p.y), minimum(e.low.z, p.z)};
        e.high = {maximum(e.high.x, p.x), maximum(e.high.y, p.y), maximum(e.high.z, p.z)};
    }
    return e;
}

void writeLayer(TextWriter& out, const FileStrands& strands, const std::string& prim, const std::string& times) {
    out << "#usda 1.0\n(\n    defaultPrim = \"" << prim << "\"\n";
    if (strands.unit > 0) out << "    metersPerUnit = " << strands.unit << "\n";
    if (strands.up != UpAxis::Unknown) out << "    upAxis = \"" << (strands.up == UpAxis::Z ? "Z" : "Y") << "\"\n";
    out << times << ")\n\n";
}

// Everything of the prim that stays as it is.
void writeCurves(TextWriter& out, const FileStrands& strands, const std::string& indent) {
    out << indent << "uniform token type = \"linear\"\n" << indent << "uniform token wrap = \"nonperiodic\"\n";
    out << indent << "int[] curveVertexCounts = [";
    for (size_t i = 0; i < strands.counts.size(); ++i) out << (i ? ", " : "") << std::to_string(strands.counts[i]);
    out << "]\n";
    const char* const vertex = " (interpolation = \"vertex\")\n";
    if (!strands.thickness.empty()) {
        out << indent << "float[] widths = ";
        out.list(strands.thickness) << vertex;
    } else if (strands.unit > 0) {
        out << indent << "float[] widths = [" << 2 * hairRadius / strands.unit << "] (interpolation = \"constant\")\n";
    }
    if (!strands.colors.empty()) {
        out << indent << "color3f[] primvars:displayColor = ";
        out.list(strands.colors) << vertex;
    }
    if (!strands.transparency.empty()) {
        std::vector<float> opacity;
        for (float t : strands.transparency) opacity.push_back(1 - t);
        out << indent << "float[] primvars:displayOpacity = ";
        out.list(opacity) << vertex;
    }
}

void writeExtent(TextWriter& out, const std::vector<Vec3f>& points) {
    const Extent e = extentOf(points);
    out << "[" << e.low << ", " << e.high << "]";
}

// The pose as a matrix on row vectors.
std::string matrixText(const HeadPlace& head) {
    const Quatf q = head.orientation;
    const Vec3f rows[3] = {rotate(q, Vec3f{1, 0, 0}), rotate(q, Vec3f{0, 1, 0}), rotate(q, Vec3f{0, 0, 1})};
    std::string text = "( ";
    for (Vec3f r : rows) {
        text += "(" + shortestText(r.x) + ", " + shortestText(r.y) + ", " + shortestText(r.z) + ", 0), ";
    }
    return text + "(" + shortestText(head.position.x) + ", " + shortestText(head.position.y) + ", " +
           shortestText(head.position.z) + ", 1) )";
}

void writeMesh(TextWriter& out, const Mesh& mesh) {
    out << "        def Mesh \"skin\"\n        {\n            uniform token subdivisionScheme = \"none\"\n";
    out << "            int[] faceVertexCounts = [";
    for (size_t i = 0; i < mesh.triangles.size(); ++i) out << (i ? ", 3" : "3");
    out << "]\n            int[] faceVertexIndices = [";
    const char* comma = "";
    for (const Triangle& t : mesh.triangles) {
        for (uint32_t v : {t.a, t.b, t.c}) {
            out << comma << std::to_string(v);
            comma = ", ";
        }
    }
    out << "]\n            point3f[] points = ";
    out.list(mesh.vertices) << "\n            float3[] extent = ";
    writeExtent(out, mesh.vertices);
    out << "\n        }\n";
}

// The head's poses and the points' boxes are known only at the end, and are
// written there: 100 bytes or so a frame are kept.
class UsdaMotion final : public MotionWriter {
public:
    UsdaMotion(const MotionHeader& header, ByteSink sink) : out_(std::move(sink)), points_(header.strands.points.size()) {
        const std::string rate = shortestText(header.rate);
        std::string times = "    timeCodesPerSecond = " + rate + "\n    framesPerSecond = " + rate + "\n";
        times += "    startTimeCode = 1\n";
        if (header.frames > 0) times += "    endTimeCode = " + std::to_string(header.frames) + "\n";
        writeLayer(out_, header.strands, "groom", times);
        out_ << "def Xform \"groom\"\n{\n";
        const Vec3f o = header.origin;
        if (o.x != 0 || o.y != 0 || o.z != 0) {
            out_ << "    double3 xformOp:translate = " << o << "\n    uniform token[] xformOpOrder = [\"xformOp:translate\"]\n\n";
        }
        out_ << "    def BasisCurves \"hair\"\n    {\n";
        writeCurves(out_, header.strands, "        ");
        out_ << "        point3f[] points.timeSamples = {\n";
        if (header.head && !header.head->triangles.empty()) head_ = *header.head;
    }

    Status add(const std::vector<Vec3f>& points, const HeadPlace& head) override {
        if (points.size() != points_) return Error{"a frame of motion has another number of points"};
        const std::string time = std::to_string(++frames_) + ": ";
        out_ << "            " << time;
        out_.list(points) << ",\n";
        boxes_.push_back(extentOf(points));
        heads_.push_back(head);
        return out_.status();
    }

    Status finish() override {
        out_ << "        }\n        float3[] extent.timeSamples = {\n";
        for (size_t f = 0; f < boxes_.size(); ++f) {
            out_ << "            " << std::to_string(f + 1) << ": [" << boxes_[f].low << ", " << boxes_[f].high << "],\n";
        }
        out_ << "        }\n    }\n\n    def Xform \"head\"\n    {\n        matrix4d xformOp:transform.timeSamples = {\n";
        for (size_t f = 0; f < heads_.size(); ++f) {
            out_ << "            " << std::to_string(f + 1) << ": " << matrixText(heads_[f]) << ",\n";
        }
        out_ << "        }\n        uniform token[] xformOpOrder = [\"xformOp:transform\"]\n";
        if (!head_.triangles.empty()) writeMesh(out_, head_);
        out_ << "    }\n}\n";
        return out_.finish();
    }

private:
    TextWriter out_;
    size_t points_;
    uint64_t frames_ = 0;
    Mesh head_;
    std::vector<Extent> boxes_;
    std::vector<HeadPlace> heads_;
};

}  // namespace

Result<std::vector<uint8_t>> writeUsda(const FileStrands& strands) {
    if (strands.counts.empty()) return Error{"no strands to write"};
    std::vector<uint8_t> bytes;
    TextWriter out([&](Bytes piece) -> Status {
        bytes.insert(bytes.end(), piece.data, piece.data + piece.size);
        return {};
    });
    writeLayer(out, strands, "hair", "");
    out << "def BasisCurves \"hair\"\n{\n";
    writeCurves(out, strands, "    ");
    out << "    point3f[] points = ";
    out.list(strands.points) << "\n    float3[] extent = ";
    writeExtent(out, strands.points);
    out << "\n}\n";
    if (Status status = out.finish(); !status) return Error{status.error()};
    return bytes;
}

Result<std::unique_ptr<MotionWriter>> startUsdaMotion(const MotionHeader& header, ByteSink sink) {
    if (header.strands.counts.empty()) return Error{"no strands to write"};
    return std::unique_ptr<MotionWriter>(new UsdaMotion(header, std::move(sink)));
}

}  // namespace ringlet
