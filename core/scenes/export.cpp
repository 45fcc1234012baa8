#include "core/scenes/export.h"

#include "core/scenes/write_strands.h"

namespace ringlet {

FileStrands worldStrands(const Simulation& simulation) {
    // Positions of the model are relative to the head's origin, along world axes.
    const Curves curves = simulation.model().curves();
    const Vec3d head = curves.head.position;
    FileStrands strands;
    strands.unit = 1;
    strands.up = UpAxis::Y;
    for (const CurveBlock& block : curves.blocks) {
        for (uint32_t s = 0; s < block.strands; ++s) {
            strands.counts.push_back(block.particles);
            for (uint32_t i = 0; i < block.particles; ++i) {
                const Vec3f p = curvePoint(block, s, i);
                strands.points.push_back({static_cast<float>(head.x + p.x), static_cast<float>(head.y + p.y),
                                          static_cast<float>(head.z + p.z)});
            }
        }
    }
    addFollowers(simulation.content().follow, curves.head.orientation, strands);
    return strands;
}

Result<std::unique_ptr<MotionExport>> MotionExport::start(const Simulation& simulation, const FormatInfo& format,
                                                          ByteSink sink, const Options& options) {
    if (!format.startMotion) {
        return Error{"." + format.extension + " files hold no motion; it is written to " +
                     extensionsWith(&FormatInfo::startMotion)};
    }
    const uint64_t every = options.every > 0 ? options.every : 1;
    MotionHeader header;
    header.strands = worldStrands(simulation);
    header.head = &*simulation.content().head;
    header.rate = options.rate / static_cast<double>(every);
    header.frames = options.frames > 0 ? (options.frames - 1) / every + 1 : 0;
    Result<std::unique_ptr<MotionWriter>> writer = format.startMotion(header, std::move(sink));
    if (!writer) return Error{writer.error()};
    return std::unique_ptr<MotionExport>(new MotionExport(std::move(writer.value()), every));
}

Status MotionExport::add(const Simulation& simulation) {
    if (seen_++ % every_ != 0) return {};
    const Pose head = simulation.head();
    return writer_->add(worldStrands(simulation).points, {head.position, head.orientation});
}

}  // namespace ringlet
