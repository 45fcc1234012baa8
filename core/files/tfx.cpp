// TressFX `.tfx`, version 4: strands that all have the same number of points,
// 4, 8, 16, 32 or 64 where the engine is to run them. Header of 160 bytes: float
// version, uint32 strands, uint32 verticesPerStrand, uint32 offsets of position,
// strandUV, vertexUV, strandThickness, vertexColor (0 absent), uint32
// reserved[32]. Positions are float4, w = 0 for fixed points. Only positions and
// w are read.
#include "core/files/binary.h"

#include <algorithm>

namespace ringlet::tfx_format {
namespace {

constexpr size_t headerBytes = 160;
constexpr float tressFxVersion = 4.0f;
constexpr const char* exportAgain = "export it again as TressFX 4";
const std::vector<uint32_t> pointCounts = {4, 8, 16, 32, 64};

struct Header {
    uint64_t strands, perStrand, offset;
    std::vector<std::string> notes;  // what else the file has
};

// What the offsets behind that of the positions name.
std::vector<std::string> unread(const uint8_t* head) {
    std::string names;
    size_t at = 16;
    for (const char* name : {"texture coordinates of strands", "texture coordinates of points", "thickness", "colours"}) {
        if (readU32(head + at) != 0) names += (names.empty() ? "" : ", ") + std::string(name);
        at += 4;
    }
    if (names.empty()) return {};
    return {"not read from .tfx: " + names};
}

Result<Header> readHeader(ByteStream& in) {
    const uint8_t* head = in.peek(headerBytes);
    if (!head) return fileError(in.name(), "the file ends within the header of 160 bytes", in.size(), exportAgain);
    if (!(readF32(head) == tressFxVersion)) return fileError(in.name(), "not TressFX version 4", 0, exportAgain);
    const Header h{readU32(head + 4), readU32(head + 8), readU32(head + 12), unread(head)};
    if (h.strands == 0) return fileError(in.name(), "no strands", 4, exportAgain);
    if (h.perStrand < 2) {
        return fileError(in.name(), std::to_string(h.perStrand) + " points a strand, at least 2 are needed", 8,
                         exportAgain);
    }
    if (h.offset < headerBytes || h.offset > in.size()) {
        return fileError(in.name(), "positions at offset " + std::to_string(h.offset) + " lie outside the file's " +
                                        std::to_string(in.size()) + " bytes", 12, exportAgain);
    }
    // strands * perStrand < 2^64; comparing counts keeps the product with 16 out.
    if (h.strands * h.perStrand > (in.size() - h.offset) / 16) {
        return fileError(in.name(), std::to_string(h.strands) + " strands of " + std::to_string(h.perStrand) +
                                        " points do not fit in the file's " + std::to_string(in.size()) + " bytes",
                         4, "the file is cut short or its counts are wrong: copy or export it again");
    }
    if (h.strands * h.perStrand > maxPoints) {
        return fileError(in.name(), std::to_string(h.strands * h.perStrand) + " points are too many, at most " +
                                        std::to_string(maxPoints) + " can be read", 4, "leave out strands");
    }
    in.skip(h.offset);
    return h;
}

Result<FileStrands> readTfx(ByteStream& in) {
    Result<Header> header = readHeader(in);
    if (!header) return Error{header.error()};
    const Header& h = header.value();
    FileStrands out;
    out.counts.assign(static_cast<size_t>(h.strands), static_cast<uint32_t>(h.perStrand));
    out.points.resize(static_cast<size_t>(h.strands * h.perStrand));
    out.fixed.resize(out.points.size());
    Status status = readRecords(in, out.points.size(), 16, [&](const uint8_t* at, uint64_t i) {
        out.points[i] = readVec3(at);
        out.fixed[i] = readF32(at + 12) == 0;
        return isFinite(out.points[i]);
    });
    if (!status) return Error{status.error()};
    out.notes = h.notes;
    if (h.notes.empty()) noteRest(in, out);
    return out;
}

Result<std::vector<uint8_t>> writeTfx(const FileStrands& strands) {
    if (strands.counts.empty()) return Error{"no strands to write"};
    const uint32_t perStrand = strands.counts[0];
    for (uint32_t count : strands.counts) {
        if (count != perStrand) {
            return Error{"a .tfx file holds strands of one point count, these have " + std::to_string(perStrand) +
                         " and " + std::to_string(count) + "; resample them or write .hair"};
        }
    }
    if (std::find(pointCounts.begin(), pointCounts.end(), perStrand) == pointCounts.end()) {
        return Error{"a .tfx strand has 4, 8, 16, 32 or 64 points, these have " + std::to_string(perStrand) +
                     "; resample them or write .hair"};
    }
    std::vector<uint8_t> out;
    out.reserve(headerBytes + 16 * strands.points.size());
    appendF32(out, tressFxVersion);
    appendU32(out, static_cast<uint32_t>(strands.counts.size()));
    appendU32(out, perStrand);
    appendU32(out, headerBytes);
    out.resize(headerBytes, 0);
    for (size_t i = 0; i < strands.points.size(); ++i) {
        appendVec3(out, strands.points[i]);
        const bool fixed = strands.fixed.empty() ? i % perStrand == 0 : strands.fixed[i] != 0;
        appendF32(out, fixed ? 0.0f : 1.0f);
    }
    return out;
}

FormatInfo tfxFormat() {
    FormatInfo format;
    format.name = format.extension = "tfx";
    format.summary = "TressFX 4 strands, all with the same number of points: 4, 8, 16, 32 or 64 where written";
    format.readStrands = readTfx;
    format.writeStrands = writeTfx;
    format.pointCounts = pointCounts;
    format.up = UpAxis::Y;
    return format;
}
RegisterFormat here{tfxFormat()};

}  // namespace
}  // namespace ringlet::tfx_format
