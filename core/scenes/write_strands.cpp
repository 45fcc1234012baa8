#include "core/scenes/write_strands.h"

#include "core/files/writable.h"
#include "core/groom/followed_points.h"

#include <algorithm>

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

namespace {

// In the order that strands had in their file, those behind that are of none.
FileStrands reordered(const FileStrands& strands, const std::vector<uint32_t>& placeInFile) {
    std::vector<std::pair<uint32_t, size_t>> order;
    for (size_t s = 0; s < placeInFile.size(); ++s) order.emplace_back(placeInFile[s], s);
    std::vector<size_t> firstPoint(strands.counts.size());
    for (size_t s = 1; s < firstPoint.size(); ++s) firstPoint[s] = firstPoint[s - 1] + strands.counts[s - 1];
    std::stable_sort(order.begin(), order.end());
    for (size_t s = order.size(); s < strands.counts.size(); ++s) order.emplace_back(0, s);
    FileStrands out;
    out.unit = strands.unit, out.up = strands.up;
    for (const auto& [place, s] : order) {
        out.counts.push_back(strands.counts[s]);
        const Vec3f* from = &strands.points[firstPoint[s]];
        out.points.insert(out.points.end(), from, from + strands.counts[s]);
    }
    return out;
}

}  // namespace

FileStrands strandsAbout(const Simulation& simulation, Quatf turn, Quatf head) {
    FileStrands strands;
    strands.unit = 1;
    strands.up = UpAxis::Y;
    const Curves curves = simulation.model().curves();
    for (const CurveBlock& block : curves.blocks) {
        for (uint32_t s = 0; s < block.strands; ++s) {
            strands.counts.push_back(block.particles);
            for (uint32_t i = 0; i < block.particles; ++i) {
                strands.points.push_back(rotate(turn, curvePoint(block, s, i)));
            }
        }
    }
    const SceneContent& content = simulation.content();
    addFollowers(content.follow, head, strands);
    if (!content.placeInFile.empty()) strands = reordered(strands, content.placeInFile);
    return strands;
}

FileStrands strandsOf(const Simulation& simulation) {
    const Quatf toHead = conjugate(simulation.model().curves().head.orientation);
    FileStrands strands = strandsAbout(simulation, toHead, Quatf{0, 0, 0, 1});
    for (Vec3f& p : strands.points) p = p + simulation.content().origin;
    return strands;
}

Result<StrandsFile> strandsFile(const FormatInfo& format, const Simulation& simulation) {
    const Resampled resampled = writableFor(format, strandsOf(simulation)).resampled;
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
