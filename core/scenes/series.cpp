#include "core/scenes/series.h"

#include "core/base/number_text.h"

namespace ringlet {
namespace {

// Reads a whole number below 2^32 at `at` and goes past it; false where there is none.
bool readCount(const std::string& text, size_t& at, uint32_t& count) {
    const size_t begin = at;
    uint64_t value = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && value < (uint64_t{1} << 32); ++at)
        value = value * 10 + static_cast<uint64_t>(text[at] - '0');
    count = static_cast<uint32_t>(value);
    return at > begin && value < (uint64_t{1} << 32);
}

uint32_t strandsOf(const Curves& curves) {
    uint32_t strands = 0;
    for (const CurveBlock& block : curves.blocks) strands += block.strands;
    return strands;
}

const CurveBlock* blockOf(const Curves& curves, uint32_t strand) {
    for (const CurveBlock& block : curves.blocks)
        if (strand - block.firstStrand < block.strands) return &block;
    return nullptr;
}

}  // namespace

Result<Series> Series::make(const std::string& particles, const Simulation& simulation) {
    Series series;
    const Curves curves = simulation.model().curves();
    for (size_t at = 0; at < particles.size(); ++at) {
        Place place{};
        const bool read = readCount(particles, at, place.strand) && at < particles.size() && particles[at] == ':' &&
                          readCount(particles, ++at, place.particle) && (at == particles.size() || particles[at] == ',');
        if (!read || at + 1 == particles.size())
            return Error{"particles are given as STRAND:PARTICLE,STRAND:PARTICLE, both from 0, not '" + particles + "'"};
        const std::string name = std::to_string(place.strand) + ":" + std::to_string(place.particle);
        const CurveBlock* block = blockOf(curves, place.strand);
        if (!block)
            return Error{"there is no particle " + name + "; there are " + std::to_string(strandsOf(curves)) + " strands"};
        if (place.particle >= block->particles)
            return Error{"there is no particle " + name + "; its strand has " + std::to_string(block->particles)};
        series.places_.push_back(place);
    }
    return series;
}

std::string Series::heading() const {
    std::string line = "time,kinetic,gravity,elastic,lost,rootSpeed,tipSpeed,maxSpeed,lengthError,segmentError,"
                       "worstSegment,depth,contacts";
    for (const Place& place : places_)
        for (const char* axis : {",x", ",y", ",z"})
            line += axis + std::to_string(place.strand) + ":" + std::to_string(place.particle);
    return line + "\n";
}

std::string Series::row(const Simulation& simulation) const {
    const FrameStats s = simulation.frameStats();
    std::string line = shortestText(simulation.time());
    for (double value : {s.energy.kinetic, s.energy.gravity, s.energy.elastic, s.lost, s.rootSpeed, s.tipSpeed, s.maxSpeed,
                         s.length.average, s.length.segment, s.length.worst, s.depth})
        line += "," + shortestText(value);
    line += "," + std::to_string(s.contacts);
    const Curves curves = simulation.model().curves();
    for (const Place& place : places_) {
        const CurveBlock& block = *blockOf(curves, place.strand);
        const Vec3f p = curvePoint(block, place.strand - block.firstStrand, place.particle);
        const Vec3d at = curves.head.position + Vec3d{p.x, p.y, p.z};
        for (double value : {at.x, at.y, at.z}) line += "," + shortestText(value);
    }
    return line + "\n";
}

}  // namespace ringlet
