// Cem Yuksel's `.hair`: strands with any number of points. Header of 128 bytes:
// "HAIR", uint32 hairs, uint32 points, uint32 arrays (1 segments, 2 points,
// 4 thickness, 8 transparency, 16 colours), uint32 default segments, float
// default thickness, float default transparency, float[3] default colour,
// char[88] info; then the flagged arrays: uint16 segments[hairs],
// float points[3P], thickness[P], transparency[P], colours[3P]. Units and axes
// are as in the file; the format names none.
#include "core/files/binary.h"

namespace ringlet::hair_format {
namespace {

constexpr size_t headerBytes = 128;
constexpr uint32_t hasSegments = 1, hasPoints = 2, hasThickness = 4, hasTransparency = 8, hasColors = 16;
constexpr const char* exportAgain = "export it again as .hair";
constexpr const char* copyAgain = "the file is cut short or its counts are wrong: copy or export it again";

struct Header {
    uint64_t hairs, points;
    uint32_t flags, segments;
};

Result<Header> readHeader(ByteStream& in) {
    const uint8_t* head = in.peek(headerBytes);
    if (!head) return fileError(in.name(), "the file ends within the header of 128 bytes", in.size(), exportAgain);
    if (std::memcmp(head, "HAIR", 4) != 0) return fileError(in.name(), "does not begin with HAIR", 0, exportAgain);
    const Header h{readU32(head + 4), readU32(head + 8), readU32(head + 12), readU32(head + 16)};
    if (h.hairs == 0) return fileError(in.name(), "no hairs", 4, exportAgain);
    if (!(h.flags & hasPoints)) return fileError(in.name(), "no array of points", 12, exportAgain);
    const uint64_t segmentBytes = h.flags & hasSegments ? 2 * h.hairs : 0;
    const uint64_t perPoint = 12 + (h.flags & hasThickness ? 4 : 0) + (h.flags & hasTransparency ? 4 : 0) +
                              (h.flags & hasColors ? 12 : 0);
    const uint64_t needed = headerBytes + segmentBytes + perPoint * h.points;  // below 2^38
    if (needed > in.size()) {
        return fileError(in.name(), "the header promises " + std::to_string(needed) + " bytes, the file has " +
                                        std::to_string(in.size()), 4, copyAgain);
    }
    // A strand has at least one point, so this also bounds the memory asked for.
    if (h.hairs > h.points) {
        return fileError(in.name(), std::to_string(h.hairs) + " hairs have only " + std::to_string(h.points) +
                                        " points", 8, exportAgain);
    }
    if (h.points > maxPoints) {
        return fileError(in.name(), std::to_string(h.points) + " points are too many, at most " +
                                        std::to_string(maxPoints) + " can be read", 8, "leave out strands");
    }
    in.skip(headerBytes);
    return h;
}

// Points of every strand; their sum is checked against the header's.
Result<std::vector<uint32_t>> readCounts(ByteStream& in, const Header& h) {
    std::vector<uint32_t> counts(static_cast<size_t>(h.hairs));
    uint64_t sum = 0;
    for (uint32_t& count : counts) {
        uint64_t segments = h.segments;
        if (h.flags & hasSegments) {
            const uint8_t* next = in.peek(2);
            if (!next) return fileError(in.name(), "the file ends within its segments", in.at(), copyAgain);
            segments = readU16(next);
            in.skip(2);
        }
        sum += segments + 1;
        if (sum > h.points) break;
        count = static_cast<uint32_t>(segments + 1);
    }
    if (sum != h.points) {
        return fileError(in.name(), "the strands' segments do not add up to the " + std::to_string(h.points) +
                                        " points", 8, exportAgain);
    }
    return counts;
}

Status readFloats(ByteStream& in, bool there, uint64_t count, std::vector<float>& out) {
    if (!there) return {};
    out.resize(static_cast<size_t>(count));
    return readRecords(in, count, 4, [&](const uint8_t* at, uint64_t i) { return isFinite(out[i] = readF32(at)); });
}

Status readVectors(ByteStream& in, bool there, uint64_t count, std::vector<Vec3f>& out) {
    if (!there) return {};
    out.resize(static_cast<size_t>(count));
    return readRecords(in, count, 12, [&](const uint8_t* at, uint64_t i) { return isFinite(out[i] = readVec3(at)); });
}

Result<FileStrands> readHair(ByteStream& in) {
    Result<Header> header = readHeader(in);
    if (!header) return Error{header.error()};
    const Header& h = header.value();
    Result<std::vector<uint32_t>> counts = readCounts(in, h);
    if (!counts) return Error{counts.error()};
    FileStrands out;
    out.counts = std::move(counts.value());
    Status status = readVectors(in, true, h.points, out.points);
    if (status) status = readFloats(in, h.flags & hasThickness, h.points, out.thickness);
    if (status) status = readFloats(in, h.flags & hasTransparency, h.points, out.transparency);
    if (status) status = readVectors(in, h.flags & hasColors, h.points, out.colors);
    if (!status) return Error{status.error()};
    noteRest(in, out);
    return out;
}

Result<std::vector<uint8_t>> writeHair(const FileStrands& strands) {
    if (strands.counts.empty()) return Error{"no strands to write"};
    for (uint32_t count : strands.counts) {
        if (count < 1 || count > 65536) {
            return Error{"a .hair strand has 1 to 65536 points, this one " + std::to_string(count) +
                         "; resample it or write .obj"};
        }
    }
    const uint32_t flags = hasSegments | hasPoints | (strands.thickness.empty() ? 0 : hasThickness) |
                           (strands.transparency.empty() ? 0 : hasTransparency) |
                           (strands.colors.empty() ? 0 : hasColors);
    std::vector<uint8_t> out;
    out.reserve(headerBytes + 2 * strands.counts.size() + 32 * strands.points.size());
    for (char c : {'H', 'A', 'I', 'R'}) out.push_back(static_cast<uint8_t>(c));
    appendU32(out, static_cast<uint32_t>(strands.counts.size()));
    appendU32(out, static_cast<uint32_t>(strands.points.size()));
    appendU32(out, flags);
    appendU32(out, strands.counts[0] - 1);
    for (float v : {1.0f, 0.0f, 1.0f, 1.0f, 1.0f}) appendF32(out, v);  // thickness, transparency, colour
    out.resize(headerBytes, 0);
    for (uint32_t count : strands.counts) appendU16(out, count - 1);
    for (Vec3f p : strands.points) appendVec3(out, p);
    for (float v : strands.thickness) appendF32(out, v);
    for (float v : strands.transparency) appendF32(out, v);
    for (Vec3f c : strands.colors) appendVec3(out, c);
    return out;
}

FormatInfo hairFormat() {
    FormatInfo format;
    format.name = format.extension = "hair";
    format.summary = "Cem Yuksel's HAIR strands, any number of points each, with thickness, transparency and colours";
    format.readStrands = readHair;
    format.writeStrands = writeHair;
    format.leastPoints = 1;
    format.up = UpAxis::Z;
    return format;
}
RegisterFormat here{hairFormat()};

}  // namespace
}  // namespace ringlet::hair_format
