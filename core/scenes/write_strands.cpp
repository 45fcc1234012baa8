#include "core/scenes/write_strands.h"

#include "core/files/resample.h"

namespace ringlet {

FileStrands strandsOf(const Simulation& simulation) {
    FileStrands strands;
    strands.unit = 1;
    strands.up = UpAxis::Y;
    const Curves curves = simulation.model().curves();
    const Quatf toHead = conjugate(curves.head.orientation);
    for (const CurveBlock& block : curves.blocks) {
        for (uint32_t s = 0; s < block.strands; ++s) {
            strands.counts.push_back(block.particles);
            for (uint32_t i = 0; i < block.particles; ++i) {
                strands.points.push_back(rotate(toHead, curvePoint(block, s, i)));
            }
        }
    }
    return strands;
}

Status writeStrands(const std::string& path, const Simulation& simulation, float* deviation) {
    const FormatInfo* format = findFormat(path);
    if (!format || !format->writeStrands) {
        return Error{"strands cannot be written to '" + path + "'; the formats are " +
                     extensionsWith(&FormatInfo::writeStrands)};
    }
    const Resampled resampled = resampledFor(*format, strandsOf(simulation));
    if (deviation) *deviation = resampled.deviation;
    Result<std::vector<uint8_t>> bytes = format->writeStrands(resampled.strands);
    if (!bytes) return Error{path + ": " + bytes.error()};
    return writeFile(path, bytesOf(bytes.value()));
}

}  // namespace ringlet
