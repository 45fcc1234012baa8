// `.usda`, USD's text format: the BasisCurves of a layer, linear, cubic Bezier,
// b-spline or Catmull-Rom, as polylines with widths and colours, in the space of
// the layer. Of time samples the first is read, and goes before a value without a
// time. Other prims are passed over; prims that are not shown and what lies in
// variants, references to other files and instancers are left out and counted. Format: Pixar's "USD Crate and
// Text File Formats"; schema: UsdGeomBasisCurves.
#include "core/files/binary.h"
#include "core/files/usd_curves.h"
#include "core/files/usd_transform.h"
#include "core/files/usda_text.h"
#include "core/files/usda_writer.h"

#include <algorithm>
#include <set>

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
        bool hidden = false;    // it and all within it: not active, not visible, or not for final pictures
        bool composed = false;  // more is to be read elsewhere
        uint64_t line = 0, at = 0;
        UsdCurves curves;
        UsdTransform transform;
        std::set<std::string> sampled;  // properties whose time sample has been read
    };

    Status readHeader();
    Status readBody(Prim& prim, int depth);
    Status readPrim(const Prim& parent, int depth);
    Status readPrimMetadata(Prim& prim);
    Status passOver();
    Status readProperty(Prim& prim, const std::string& firstWord);
    Status readSamples(Prim& prim, const std::string& name);
    Status readValue(Prim& prim, const std::string& name);
    Status readVary(std::string& vary);
    // How much had been read where a prim began.
    struct Begun {
        size_t point, strand;
        uint64_t skipped;
    };
    Status finish(Prim& prim, const Begun& from);
    Status transform(const Prim& prim, size_t firstPoint);
    void dropFrom(const Begun& from);
    std::vector<std::string> leftOut() const;

    Status readWholes(std::vector<uint32_t>& out, const char* what);
    Status readFloats(std::vector<float>& out, uint64_t most);
    Status readVectors(std::vector<Vec3f>& out);
    Error errorOf(const Prim& prim, const std::string& what, const char* mend = "export it again") const {
        return text_.in.errorAt(what, prim.line, prim.at, mend);
    }

    void settle(size_t firstPoint);

    UsdaText text_;
    FileStrands out_;
    uint64_t hidden_ = 0, composed_ = 0, otherCurves_ = 0;  // curves, prims, curves of a kind that is not read
    bool layered_ = false;                // it stands on other layers
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
        layered_ = layered_ || key == "subLayers";
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
    if (prim.hidden) return text_.skipValue();
    UsdCurves& c = prim.curves;
    if (name.compare(0, 8, "xformOp:") == 0) {
        std::vector<float> numbers;
        Status status = readFloats(numbers, 16);
        if (status) prim.transform.set(name.substr(8), std::move(numbers));
        return status;
    }
    if (name == "xformOpOrder") return text_.texts(prim.transform.order);
    const int quote = text_.next();
    if ((quote == '"' || quote == '\'') && (name == "visibility" || name == "purpose")) {
        std::string value;
        Status status = text_.quoted(value);
        prim.hidden = prim.hidden || value == "invisible" || value == "guide" || value == "proxy";
        return status;
    }
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

// The first of a property's time samples: it goes before a value without a time, whichever stands first.
Status UsdaReader::readSamples(Prim& prim, const std::string& name) {
    if (text_.next() == 'N') return text_.skipValue();
    return text_.firstSample([&] {
        if (prim.sampled.size() < 200) prim.sampled.insert(name);
        return readValue(prim, name);
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
        Status status = sampled                    ? readSamples(prim, name)
                        : prim.sampled.count(name) ? text_.skipValue()
                                                   : readValue(prim, name);
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
            status = readPrim(prim, depth + 1);
        } else if (word == "over" || word == "class" || word == "variantSet") {
            prim.composed = prim.composed || word == "variantSet";
            status = passOver();
        } else if (depth == 0 && word != "reorder") {
            status = text_.error("a layer holds def, over and class, not '" + word.substr(0, 40) + "'");
        } else {
            status = readProperty(prim, word);
        }
        if (!status) return status;
    }
}

// What has nothing of its own to show, with all that it holds.
Status UsdaReader::passOver() {
    while (text_.next() >= 0 && text_.next() != '{') {
        if (text_.take('=')) continue;
        if (Status status = text_.skipValue(); !status) return status;
    }
    return text_.skipValue();
}

// What stands in parentheses behind a prim's name.
Status UsdaReader::readPrimMetadata(Prim& prim) {
    return text_.metadata([&](const std::string& key) -> Result<bool> {
        const int value = text_.next();
        if (key == "active") prim.hidden = prim.hidden || value == 'f' || value == '0';
        for (const char* composing : {"references", "payload", "variants", "variantSets", "inherits", "specializes"})
            if (key == composing && value != 'N') prim.composed = true;
        return false;
    });
}

Status UsdaReader::readPrim(const Prim& parent, int depth) {
    Prim prim;
    prim.hidden = parent.hidden;
    prim.line = text_.in.line();
    prim.at = text_.in.bytes().at();
    if (depth > deepest) return text_.error("prims lie more than 64 deep");
    std::string type, name;
    text_.skipBlank();
    type = text_.in.word(":");
    prim.isCurves = type == "BasisCurves";
    // Its prototypes are not where they are written.
    if (type == "PointInstancer") prim.hidden = prim.composed = true;
    if (Status status = text_.quoted(name); !status) return status;
    if (text_.take('(')) {
        if (Status status = readPrimMetadata(prim); !status) return status;
    }
    if (!text_.take('{')) return text_.error("a prim's { is missing");
    const Begun from{out_.points.size(), out_.counts.size(), out_.skipped};
    if (Status status = readBody(prim, depth); !status) return status;
    composed_ += prim.composed && !parent.hidden;
    otherCurves_ += (type == "NurbsCurves" || type == "HermiteCurves") && !prim.hidden;
    return finish(prim, from);
}

// Adds the prim's own curves, and puts them and its children's in its space.
Status UsdaReader::finish(Prim& prim, const Begun& from) {
    if (prim.hidden) {
        hidden_ += prim.isCurves || out_.counts.size() > from.strand;
        dropFrom(from);
        return {};
    }
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
    return prim.transform.empty() || out_.points.size() == from.point ? Status() : transform(prim, from.point);
}

// What was read within a prim before it said that it is hidden.
void UsdaReader::dropFrom(const Begun& from) {
    for (auto* list : {&out_.counts, &out_.numbers}) list->resize(from.strand);
    out_.skipped = from.skipped;
    for (auto* list : {&out_.points, &out_.colors}) list->resize(std::min(list->size(), from.point));
    for (auto* list : {&out_.thickness, &out_.transparency}) list->resize(std::min(list->size(), from.point));
    while (!settled_.empty() && settled_.back().first >= from.point) settled_.pop_back();
    if (!settled_.empty()) settled_.back().second = std::min(settled_.back().second, from.point);
}

// Puts the points from `firstPoint` on in the prim's space.
Status UsdaReader::transform(const Prim& prim, size_t firstPoint) {
    const Result<UsdMatrix> matrix = prim.transform.matrix();
    if (!matrix) return errorOf(prim, matrix.error(), "bake the transforms when exporting");
    const float scale = static_cast<float>(scaleOf(matrix.value()));
    auto settled = std::partition_point(settled_.begin(), settled_.end(),
                                        [&](const auto& range) { return range.second <= firstPoint; });
    for (size_t i = firstPoint; i < out_.points.size(); ++i) {
        if (settled != settled_.end() && settled->first <= i) {
            i = (settled++)->second - 1;
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
    if (!settled_.empty() && settled_.back().second >= firstPoint) settled_.back().second = out_.points.size();
    else settled_.emplace_back(firstPoint, out_.points.size());
}

// What of the layer is not among the strands, a sentence each.
std::vector<std::string> UsdaReader::leftOut() const {
    std::vector<std::string> notes;
    if (hidden_) {
        notes.push_back(std::to_string(hidden_) +
                        " curves or groups of them are not active, invisible, guides or proxies, and were left out");
    }
    if (composed_) {
        notes.push_back(std::to_string(composed_) +
                        " prims have references, payloads, variants, classes or instances, which were left out");
    }
    if (otherCurves_) notes.push_back(std::to_string(otherCurves_) + " NurbsCurves or HermiteCurves are not read, and were left out");
    if (layered_) notes.push_back("its subLayers, other files, were left out");
    return notes;
}

Result<FileStrands> UsdaReader::read() {
    Status status = readHeader();
    Prim layer;
    if (status) status = readBody(layer, 0);
    if (!status) return Error{status.error()};
    if (out_.counts.empty()) {
        std::string why = out_.skipped ? " (" + std::to_string(out_.skipped) + " have too few)" : "";
        for (const std::string& note : leftOut()) why += " (" + note + ")";
        return Error{text_.in.name() + ": no BasisCurves with enough points" + why +
                     "; export the hair as curves, into this very file"};
    }
    for (std::string& note : leftOut()) out_.notes.push_back(std::move(note));
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
    format.saysUp = true;
    return format;
}
RegisterFormat here{usdaFormat()};

}  // namespace
}  // namespace ringlet::usda_format
