#include "core/scenes/write_strands.h"

#include "core/files/resample.h"
#include "core/groom/followed_points.h"

namespace ringlet {

void addFollowers(const FollowTable& follow, Quatf head, FileStrands& strands) {
    const size_t guides = strands.counts.size();
    if (follow.followers.size() <= guides) return;
    const std::vector<Vec3f> own = strands.points;
    std::vector<GuideLane> lanes;
    size_t first = 0;
    for (uint32_t count : strands.counts) {
        lanes.push_back({&own[first].x, count, 1});
        first += count;
    }
    for (size_t f = guides; f < follow.followers.size(); ++f) {  // a table begins with the guides themselves
        const Follower& follower = follow.followers[f];
        const uint32_t count = strands.counts[follower.guides[0]];
        for (uint32_t i = 0; i < count; ++i) {
            const float u = static_cast<float>(i) / static_cast<float>(count - 1);
            strands.points.push_back(followedPoint(follower, u, head, LinearGuides{lanes.data()}));
        }
        strands.counts.push_back(count);
    }
}

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
    addFollowers(simulation.content().follow, Quatf{0, 0, 0, 1}, strands);
    return strands;
}

Result<StrandsFile> strandsFile(const FormatInfo& format, const Simulation& simulation) {
    const Resampled resampled = resampledFor(format, strandsOf(simulation));
    Result<std::vector<uint8_t>> bytes = format.writeStrands(resampled.strands);
    if (!bytes) return Error{bytes.error()};
    return StrandsFile{std::move(bytes.value()), resampled.strands.counts.size(), resampled.strands.points.size(),
                       resampled.deviation};
}

Status writeStrands(const std::string& path, const Simulation& simulation) {
    const FormatInfo* format = findFormat(path);
    if (!format || !format->writeStrands) {
        return Error{"strands cannot be written to '" + path + "'; the formats are " +
                     extensionsWith(&FormatInfo::writeStrands)};
    }
    Result<StrandsFile> file = strandsFile(*format, simulation);
    if (!file) return Error{path + ": " + file.error()};
    return writeFile(path, bytesOf(file.value().bytes));
}

}  // namespace ringlet
