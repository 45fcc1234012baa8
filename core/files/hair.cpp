// Cem Yuksel's `.hair`: strands with any number of points. Header of 128 bytes:
// "HAIR", uint32 hairs, uint32 points, uint32 arrays (1 segments, 2 points,
// 4 thickness, 8 transparency, 16 colours), uint32 default segments, float
// default thickness, float default transparency, float[3] default colour,
// char[88] info; then the flagged arrays: uint16 segments[hairs],
// float points[3P], thickness[P], transparency[P], colours[3P]. Units and axes
// are as in the file; only segments and points are read.
#include "core/files/binary.h"

namespace ringlet {

namespace {

constexpr size_t kHeader = 128;
enum : uint32_t { kSegments = 1, kPoints = 2, kThickness = 4, kTransparency = 8, kColours = 16 };
constexpr const char* kExportAgain = "export it again as .hair";
constexpr const char* kCopyAgain = "the file is cut short or its counts are wrong: copy or export it again";

// Points of every strand; their sum is checked against the header's.
Result<std::vector<uint32_t>> readCounts(Bytes bytes, const std::string& name, uint32_t flags) {
    uint64_t hairs = readU32(bytes, 4), points = readU32(bytes, 8);
    uint32_t byDefault = readU32(bytes, 16);
    // A strand has at least one point, so this also bounds the memory asked for.
    if (hairs > points) {
        return fileError(name, std::to_string(hairs) + " hairs have only " + std::to_string(points) + " points", 8,
                         kExportAgain);
    }
    std::vector<uint32_t> counts(static_cast<size_t>(hairs));
    uint64_t sum = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        uint64_t segments = flags & kSegments ? readU16(bytes, kHeader + 2 * i) : byDefault;
        sum += segments + 1;
        if (sum > points) break;
        counts[i] = static_cast<uint32_t>(segments + 1);
    }
    if (sum != points) {
        return fileError(name, "the strands' segments do not add up to the " + std::to_string(points) + " points", 8,
                         kExportAgain);
    }
    return counts;
}

Result<FileStrands> readHair(Bytes bytes, const std::string& name) {
    if (bytes.size < kHeader) {
        return fileError(name, "the file ends within the header of 128 bytes", bytes.size, kExportAgain);
    }
    if (std::memcmp(bytes.data, "HAIR", 4) != 0) return fileError(name, "does not begin with HAIR", 0, kExportAgain);
    uint64_t hairs = readU32(bytes, 4), points = readU32(bytes, 8);
    uint32_t flags = readU32(bytes, 12);
    if (hairs == 0) return fileError(name, "no hairs", 4, kExportAgain);
    if (!(flags & kPoints)) return fileError(name, "no array of points", 12, kExportAgain);
    uint64_t segmentBytes = flags & kSegments ? 2 * hairs : 0;
    uint64_t perPoint = 12 + (flags & kThickness ? 4 : 0) + (flags & kTransparency ? 4 : 0) +
                        (flags & kColours ? 12 : 0);
    uint64_t needed = kHeader + segmentBytes + perPoint * points;  // below 2^38
    if (needed > bytes.size) {
        return fileError(name, "the header promises " + std::to_string(needed) + " bytes, the file has " +
                                   std::to_string(bytes.size), 4, kCopyAgain);
    }
    auto counts = readCounts(bytes, name, flags);
    if (!counts) return Error{counts.error()};
    FileStrands out;
    out.counts = std::move(counts.value());
    out.points.resize(static_cast<size_t>(points));
    size_t at = static_cast<size_t>(kHeader + segmentBytes);
    for (Vec3f& p : out.points) {
        p = readVec3(bytes, at);
        if (!isFinite(p)) return fileError(name, "a coordinate is not a finite number", at, kExportAgain);
        at += 12;
    }
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
    std::vector<uint8_t> out;
    out.reserve(kHeader + 2 * strands.counts.size() + 12 * strands.points.size());
    for (char c : {'H', 'A', 'I', 'R'}) out.push_back(static_cast<uint8_t>(c));
    appendU32(out, static_cast<uint32_t>(strands.counts.size()));
    appendU32(out, static_cast<uint32_t>(strands.points.size()));
    appendU32(out, kSegments | kPoints);
    appendU32(out, strands.counts[0] - 1);
    for (float v : {1.0f, 0.0f, 1.0f, 1.0f, 1.0f}) appendF32(out, v);  // thickness, transparency, colour
    out.resize(kHeader, 0);
    for (uint32_t count : strands.counts) appendU16(out, count - 1);
    for (Vec3f p : strands.points) {
        for (float v : {p.x, p.y, p.z}) appendF32(out, v);
    }
    return out;
}

RegisterFormat here{{"hair", "hair", "Cem Yuksel's HAIR strands, any number of points each", readHair, nullptr,
                     writeHair, nullptr}};

}  // namespace

}  // namespace ringlet
