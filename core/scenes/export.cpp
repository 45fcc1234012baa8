#include "core/scenes/export.h"

#include "core/scenes/write_strands.h"

namespace ringlet {

FileStrands worldStrands(const Simulation& simulation) {
    // Positions of the model are relative to the head's origin, along world axes.
    const Pose head = simulation.model().curves().head;
    FileStrands strands = strandsAbout(simulation, Quatf{0, 0, 0, 1}, head.orientation);
    for (Vec3f& p : strands.points) {
        p = {static_cast<float>(head.position.x + p.x), static_cast<float>(head.position.y + p.y),
             static_cast<float>(head.position.z + p.z)};
    }
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
    header.origin = simulation.content().origin;
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
