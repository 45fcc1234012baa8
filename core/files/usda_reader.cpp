// `.usda`, USD's text format: the BasisCurves of a layer, linear, cubic Bezier,
// b-spline or Catmull-Rom, as polylines with widths and colours, in the space of
// the layer. Of time samples the first is read. Other prims are passed over, and
// so are variants and references to other files. Format: Pixar's "USD Crate and
// Text File Formats"; schema: UsdGeomBasisCurves.
#include "core/files/binary.h"
#include "core/files/usd_curves.h"
#include "core/files/usd_transform.h"
#include "core/files/usda_text.h"
#include "core/files/usda_writer.h"

namespace ringlet::usda_format {
namespace {

constexpr int deepest = 64;  // prims within each other

class UsdaReader {
public:
    explicit UsdaReader(ByteStream& bytes) : text_(bytes) {}

    Result<FileStrands> read();

private:
    // What a prim's body says of itself.
    struct Prim {
        bool isCurves = false;
        uint64_t line = 0, at = 0;
        UsdCurves curves;
        UsdTransform transform;
    };

    Status readHeader();
    Status readBody(Prim& prim, int depth);
    Status readPrim(int depth);
    Status readProperty(Prim& prim, const std::string& firstWord);
    Status readValue(Prim& prim, const std::string& name);
    Status readVary(std::string& vary);
    Status finish(Prim& prim, size_t firstPoint);

    Status readWholes(std::vector<uint32_t>& out, const char* what);
    Status readFloats(std::vector<float>& out, uint64_t most);
    Status readVectors(std::vector<Vec3f>& out);
    Error errorOf(const Prim& prim, const std::string& what) const {
        return text_.in.errorAt(what, prim.line, prim.at, "export it again");
    }

    void settle(size_t firstPoint);

    UsdaText text_;
    FileStrands out_;
    std::vector<std::pair<size_t, size_t>> settled_;  // points that no parent's transform moves: [first, end), in order
};

Status UsdaReader::readHeader() {
    if (Status text = text_.in.check(); !text) return text;
    static const char magic[] = "#usda 1.";
    for (const char* c = magic; *c; ++c) {
        if (text_.in.take(*c)) continue;
        return fileError(text_.in.name(), "does not begin with #usda 1.0", 0,
                         "export it again as .usda (text), not .usdc or .usdz");
    }
    text_.in.skipLine();
    if (!text_.take('(')) return {};
    return text_.metadata([&](const std::string& key) -> Result<bool> {
        if (key == "metersPerUnit") {
            float value = 0;
            text_.skipBlank();
            if (!text_.in.number(value) || !(value > 0)) return text_.error("metersPerUnit is not a number above 0");
            out_.unit = value;
            return true;
        }
        if (key == "upAxis") {
            std::string axis;
            if (Status status = text_.quoted(axis); !status) return Error{status.error()};
            if (axis != "Y" && axis != "Z") return text_.error("upAxis is neither \"Y\" nor \"Z\"");
            out_.up = axis == "Z" ? UpAxis::Z : UpAxis::Y;
            return true;
        }
        return false;
    });
}

Status UsdaReader::readFloats(std::vector<float>& out, uint64_t most) {
    out.clear();
    return text_.numbers([&](float v) {
        out.push_back(v);
        return out.size() <= most;
    });
}

Status UsdaReader::readVectors(std::vector<Vec3f>& out) {
    out.clear();
    float v[3];
    int have = 0;
    Status status = text_.numbers([&](float value) {
        v[have++] = value;
        if (have == 3) {
            out.push_back({v[0], v[1], v[2]});
            have = 0;
        }
        return out.size() <= maxPoints;
    });
    if (status && have != 0) return text_.error("a vector is not complete");
    return status;
}

Status UsdaReader::readWholes(std::vector<uint32_t>& out, const char* what) {
    out.clear();
    bool whole = true;
    Status status = text_.numbers([&](float v) {
        const bool fits = v >= 0 && v <= 1e7f;
        const uint32_t count = fits ? static_cast<uint32_t>(v) : 0;
        whole = whole && fits && static_cast<float>(count) == v;
        out.push_back(count);
        return out.size() <= maxPoints;
    });
    if (status && !whole) return text_.error(std::string(what) + " is no whole number from 0 to 10000000");
    return status;
}

Status UsdaReader::readValue(Prim& prim, const std::string& name) {
    UsdCurves& c = prim.curves;
    if (name.compare(0, 8, "xformOp:") == 0) {
        std::vector<float> numbers;
        Status status = readFloats(numbers, 16);
        if (status && prim.transform.ops.size() < 100) prim.transform.ops.emplace_back(name.substr(8), numbers);
        return status;
    }
    if (name == "xformOpOrder") return text_.texts(prim.transform.order);
    if (prim.isCurves) {
        if (name == "points") return readVectors(c.points);
        if (name == "curveVertexCounts") return readWholes(c.counts, "a curve's vertex count");
        if (name == "type") return text_.quoted(c.type);
        if (name == "basis") return text_.quoted(c.basis);
        if (name == "wrap") return text_.quoted(c.wrap);
        if (name == "widths" || name == "primvars:widths") return readFloats(c.widths, maxPoints);
        if (name == "primvars:widths:indices") return readWholes(c.widthIndices, "an index");
        if (name == "primvars:displayOpacity:indices") return readWholes(c.opacityIndices, "an index");
        if (name == "primvars:displayColor:indices") return readWholes(c.colorIndices, "an index");
        if (name == "primvars:displayOpacity") return readFloats(c.opacities, maxPoints);
        if (name == "primvars:displayColor") return readVectors(c.colors);
    }
    return text_.skipValue();
}

Status UsdaReader::readVary(std::string& vary) {
    return text_.metadata([&](const std::string& key) -> Result<bool> {
        if (key != "interpolation") return false;
        if (Status status = text_.quoted(vary); !status) return Error{status.error()};
        return true;
    });
}

// [custom] [uniform] type name [= value] [( metadata )]; a line's end ends what has no value.
Status UsdaReader::readProperty(Prim& prim, const std::string& firstWord) {
    std::string name = firstWord;
    for (int words = 1; text_.nextOnLine() != '=' && text_.nextOnLine() != '('; ++words) {
        const std::string word = text_.in.word(":.[]");
        if (word.empty()) return {};
        if (words > 8) return text_.error("too many words before a value");
        name = word;
    }
    const std::string samples = ".timeSamples";
    const bool sampled = name.size() > samples.size() &&
                         name.compare(name.size() - samples.size(), samples.size(), samples) == 0;
    if (sampled) name.resize(name.size() - samples.size());
    if (text_.take('=')) {
        Status status = !sampled            ? readValue(prim, name)
                        : text_.next() == 'N' ? text_.skipValue()
                                              : text_.firstSample([&] { return readValue(prim, name); });
        if (!status) return status;
    }
    if (!text_.take('(')) return {};
    std::string ignored;
    UsdCurves& c = prim.curves;
    const bool widths = name == "widths" || name == "primvars:widths";
    return readVary(widths                              ? c.widthsVary
                    : name == "primvars:displayColor"   ? c.colorsVary
                    : name == "primvars:displayOpacity" ? c.opacitiesVary
                                                        : ignored);
}

Status UsdaReader::readBody(Prim& prim, int depth) {
    for (;;) {
        const int c = text_.next();
        if (depth > 0 && text_.take('}')) return {};
        if (c < 0) return depth > 0 ? Status(text_.error("the file ends within a prim")) : Status();
        const std::string word = text_.in.word(":.[]");
        Status status;
        if (word.empty()) {
            status = text_.error("a prim or a property is missing");
        } else if (word == "def") {
            status = readPrim(depth + 1);
        } else if (word == "over" || word == "class" || word == "variantSet") {
            // Nothing of its own to show: passed over with all that it holds.
            while (text_.next() >= 0 && text_.next() != '{' && status) {
                if (text_.take('=')) continue;
                status = text_.skipValue();
            }
            if (status) status = text_.skipValue();
        } else {
            status = readProperty(prim, word);
        }
        if (!status) return status;
    }
}

Status UsdaReader::readPrim(int depth) {
    Prim prim;
    prim.line = text_.in.line();
    prim.at = text_.in.bytes().at();
    if (depth > deepest) return text_.error("prims lie more than 64 deep");
    std::string type, name;
    text_.skipBlank();
    type = text_.in.word(":");
    prim.isCurves = type == "BasisCurves";
    if (Status status = text_.quoted(name); !status) return status;
    if (text_.take('(')) {
        if (Status status = text_.skipToClose(); !status) return status;
    }
    if (!text_.take('{')) return text_.error("a prim's { is missing");
    const size_t firstPoint = out_.points.size();
    if (Status status = readBody(prim, depth); !status) return status;
    return finish(prim, firstPoint);
}

// Adds the prim's own curves, and puts them and its children's in its space.
Status UsdaReader::finish(Prim& prim, size_t firstPoint) {
    if (prim.isCurves && !prim.curves.counts.empty()) {
        Status status = applyIndices(prim.curves);
        const size_t own = out_.points.size();
        if (status) status = appendCurves(prim.curves, out_);
        if (!status) return errorOf(prim, status.error());
        for (size_t i = own; i < out_.points.size(); ++i) {
            if (!isFinite(out_.points[i])) return errorOf(prim, "a curve goes beyond all numbers");
        }
        if (out_.points.size() > maxPoints) return errorOf(prim, "more than " + std::to_string(maxPoints) + " points");
    }
    if (prim.transform.empty() || out_.points.size() == firstPoint) return {};
    const Result<UsdMatrix> matrix = prim.transform.matrix();
    if (!matrix) return errorOf(prim, matrix.error());
    const float scale = static_cast<float>(scaleOf(matrix.value()));
    size_t settled = 0;
    for (size_t i = firstPoint; i < out_.points.size(); ++i) {
        while (settled < settled_.size() && settled_[settled].second <= i) ++settled;
        if (settled < settled_.size() && settled_[settled].first <= i) {
            i = settled_[settled].second - 1;
            continue;
        }
        out_.points[i] = transformed(matrix.value(), out_.points[i]);
        if (!out_.thickness.empty()) out_.thickness[i] *= scale;
        if (!isFinite(out_.points[i])) return errorOf(prim, "a transform takes points beyond all numbers");
    }
    if (prim.transform.resets()) settle(firstPoint);
    return {};
}

// From here on the transforms of parents leave the points alone (!resetXformStack!).
void UsdaReader::settle(size_t firstPoint) {
    while (!settled_.empty() && settled_.back().first >= firstPoint) settled_.pop_back();
    settled_.emplace_back(firstPoint, out_.points.size());
}

Result<FileStrands> UsdaReader::read() {
    Status status = readHeader();
    Prim layer;
    if (status) status = readBody(layer, 0);
    if (!status) return Error{status.error()};
    if (out_.counts.empty()) {
        return Error{text_.in.name() + ": no BasisCurves with two points or more" +
                     (out_.skipped ? " (" + std::to_string(out_.skipped) + " have one)" : std::string()) +
                     "; export the hair as curves, into this very file"};
    }
    return std::move(out_);
}

Result<FileStrands> readUsda(ByteStream& in) { return UsdaReader(in).read(); }

FormatInfo usdaFormat() {
    FormatInfo format;
    format.name = format.extension = "usda";
    format.summary = "USD text: BasisCurves with widths and colours, still or as motion";
    format.readStrands = readUsda;
    format.writeStrands = writeUsda;
    format.startMotion = startUsdaMotion;
    return format;
}
RegisterFormat here{usdaFormat()};

}  // namespace
}  // namespace ringlet::usda_format
