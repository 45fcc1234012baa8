// TressFX `.tfx`, version 4: strands that all have the same number of points.
// Header of 160 bytes: float version, uint32 strands, uint32 verticesPerStrand,
// uint32 offsets of position, strandUV, vertexUV, strandThickness, vertexColor
// (0 absent), uint32 reserved[32]. Positions are float4, w = 0 for fixed points.
// Only positions are read; w is not: the root, and it alone, is held here.
#include "core/files/binary.h"

namespace ringlet {

namespace {

constexpr size_t kHeader = 160;
constexpr float kVersion = 4.0f;
constexpr const char* kExportAgain = "export it again as TressFX 4";

Result<FileStrands> readTfx(Bytes bytes, const std::string& name) {
    if (bytes.size < kHeader) {
        return fileError(name, "the file ends within the header of 160 bytes", bytes.size, kExportAgain);
    }
    if (!(readF32(bytes, 0) == kVersion)) return fileError(name, "not TressFX version 4", 0, kExportAgain);
    uint64_t strands = readU32(bytes, 4), perStrand = readU32(bytes, 8), offset = readU32(bytes, 12);
    if (strands == 0) return fileError(name, "no strands", 4, kExportAgain);
    if (perStrand < 2) {
        return fileError(name, std::to_string(perStrand) + " points a strand, at least 2 are needed", 8, kExportAgain);
    }
    if (offset < kHeader || offset > bytes.size) {
        return fileError(name, "positions at offset " + std::to_string(offset) + " lie outside the file's " +
                                   std::to_string(bytes.size) + " bytes", 12, kExportAgain);
    }
    // strands * perStrand < 2^64; comparing counts keeps the product with 16 out.
    if (strands * perStrand > (bytes.size - offset) / 16) {
        return fileError(name, std::to_string(strands) + " strands of " + std::to_string(perStrand) +
                                   " points do not fit in the file's " + std::to_string(bytes.size) + " bytes",
                         4, "the file is cut short or its counts are wrong: copy or export it again");
    }
    FileStrands out;
    out.counts.assign(static_cast<size_t>(strands), static_cast<uint32_t>(perStrand));
    out.points.resize(static_cast<size_t>(strands * perStrand));
    size_t at = static_cast<size_t>(offset);
    for (Vec3f& p : out.points) {
        p = readVec3(bytes, at);
        if (!isFinite(p)) return fileError(name, "a coordinate is not a finite number", at, kExportAgain);
        at += 16;
    }
    return out;
}

Result<std::vector<uint8_t>> writeTfx(const FileStrands& strands) {
    if (strands.counts.empty()) return Error{"no strands to write"};
    uint32_t perStrand = strands.counts[0];
    for (uint32_t count : strands.counts) {
        if (count != perStrand) {
            return Error{"a .tfx file holds strands of one point count, these have " + std::to_string(perStrand) +
                         " and " + std::to_string(count) + "; write .hair or .obj"};
        }
    }
    std::vector<uint8_t> out;
    out.reserve(kHeader + 16 * strands.points.size());
    appendF32(out, kVersion);
    appendU32(out, static_cast<uint32_t>(strands.counts.size()));
    appendU32(out, perStrand);
    appendU32(out, kHeader);
    out.resize(kHeader, 0);
    for (size_t i = 0; i < strands.points.size(); ++i) {
        for (float v : {strands.points[i].x, strands.points[i].y, strands.points[i].z}) appendF32(out, v);
        appendF32(out, i % perStrand == 0 ? 0.0f : 1.0f);
    }
    return out;
}

RegisterFormat here{{"tfx", "tfx", "TressFX 4 strands, all with the same number of points", readTfx, nullptr,
                     writeTfx, nullptr}};

}  // namespace

}  // namespace ringlet
