#include "native/trace.h"

#include "core/base/hash.h"

#include <cstring>
#include <fstream>

namespace ringlet::cli {
namespace {

constexpr size_t budget = size_t{64} << 20;  // bytes of digests where no frames were asked for
constexpr char magic[8] = {'R', 'N', 'G', 'L', 'T', 'R', 'C', '1'};

// Before the digests of each frame; little-endian, as every target is.
struct FrameHeader {
    uint32_t frame, particles;
};

std::string particlesPath(const std::string& path) { return path + ".particles"; }

// A digest a particle, strand by strand.
std::vector<uint16_t> digestsOf(const Model& model) {
    std::vector<uint16_t> digests;
    for (const CurveBlock& block : model.curves().blocks) {
        for (uint32_t s = 0; s < block.strands; ++s) {
            for (uint32_t i = 0; i < block.particles; ++i) {
                const Vec3f p = curvePoint(block, s, i);
                Hash64 hash;
                hash.add(p.x);
                hash.add(p.y);
                hash.add(p.z);
                digests.push_back(static_cast<uint16_t>(hash.value()));
            }
        }
    }
    return digests;
}

std::string nameOf(const Model& model, size_t index) {
    for (const CurveBlock& block : model.curves().blocks) {
        const size_t count = size_t{block.strands} * block.particles;
        if (index < count) {
            return "strand " + std::to_string(block.firstStrand + index / block.particles) + ", particle " +
                   std::to_string(index % block.particles);
        }
        index -= count;
    }
    return "a particle";
}

bool parseHash(const std::string& text, uint64_t& hash) {
    if (text.size() != 16) return false;
    hash = 0;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        if (!digit && !letter) return false;
        hash = hash * 16 + static_cast<uint64_t>(digit ? c - '0' : c - 'a' + 10);
    }
    return true;
}

// The digests kept for `frame`; empty where there are none.
std::vector<uint16_t> storedDigests(const std::string& path, long frame) {
    std::ifstream file(particlesPath(path), std::ios::binary);
    char found[sizeof magic];
    if (!file.read(found, sizeof found) || std::memcmp(found, magic, sizeof magic) != 0) return {};
    FrameHeader header;
    while (file.read(reinterpret_cast<char*>(&header), sizeof header)) {
        const std::streamoff size = std::streamoff{header.particles} * 2;
        if (static_cast<long>(header.frame) != frame) {
            file.seekg(size, std::ios::cur);
            continue;
        }
        const std::streamoff here = file.tellg();
        file.seekg(0, std::ios::end);
        if (file.tellg() - here < size) return {};  // cut short
        file.seekg(here);
        std::vector<uint16_t> digests(header.particles);
        if (!file.read(reinterpret_cast<char*>(digests.data()), size)) return {};
        return digests;
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<TraceWriter>> TraceWriter::open(const std::string& path, TraceFrames frames) {
    std::unique_ptr<TraceWriter> trace(new TraceWriter);
    trace->path_ = path;
    trace->frames_ = frames;
    // This one first: if it cannot be written, a trace that is there stays whole.
    trace->particles_ = std::fopen(particlesPath(path).c_str(), "wb");
    if (!trace->particles_) return Error{"cannot write the trace '" + particlesPath(path) + "'"};
    trace->hashes_ = std::fopen(path.c_str(), "wb");
    if (!trace->hashes_) return Error{"cannot write the trace '" + path + "'"};
    trace->good_ = std::fwrite(magic, sizeof magic, 1, trace->particles_) == 1;
    return trace;
}

TraceWriter::~TraceWriter() {
    if (hashes_) std::fclose(hashes_);
    if (particles_) std::fclose(particles_);
}

void TraceWriter::add(long frame, const Model& model) {
    good_ = std::fprintf(hashes_, "%s\n", hashText(model.hash()).c_str()) > 0 && good_;
    if (frames_.last > 0 ? frame < frames_.first || frame > frames_.last : written_ >= budget) return;
    const std::vector<uint16_t> digests = digestsOf(model);
    const size_t bytes = digests.size() * sizeof digests[0];
    written_ += bytes;
    if (frames_.last == 0 && written_ > budget) return;
    const FrameHeader header{static_cast<uint32_t>(frame), static_cast<uint32_t>(digests.size())};
    good_ = std::fwrite(&header, sizeof header, 1, particles_) == 1 && good_;
    good_ = std::fwrite(digests.data(), 1, bytes, particles_) == bytes && good_;
}

Status TraceWriter::close() {
    good_ = std::fclose(hashes_) == 0 && good_;
    good_ = std::fclose(particles_) == 0 && good_;
    hashes_ = particles_ = nullptr;
    if (good_) return {};
    return Error{"the trace '" + path_ + "' could not be written whole; is the disk full?"};
}

Result<std::unique_ptr<TraceComparison>> TraceComparison::open(const std::string& path) {
    auto trace = std::make_unique<TraceComparison>();
    trace->path_ = path;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        uint64_t hash;
        if (!parseHash(line, hash)) {
            return Error{path + ":" + std::to_string(trace->hashes_.size() + 1) +
                         ": a trace has a line of 16 hexadecimal digits a frame"};
        }
        trace->hashes_.push_back(hash);
    }
    if (trace->hashes_.empty()) return Error{"cannot read the trace '" + path + "', or it is empty"};
    return trace;
}

std::string TraceComparison::locate(long frame, const Model& model) const {
    const std::vector<uint16_t> theirs = storedDigests(path_, frame), ours = digestsOf(model);
    const std::string number = std::to_string(frame);
    if (theirs.empty()) {
        return "; to name strand and particle, trace the other run again with --trace-frames " + number + ".." + number;
    }
    if (theirs.size() != ours.size()) return ", the runs have different particles";
    for (size_t i = 0; i < ours.size(); ++i) {
        if (ours[i] != theirs[i]) return ", " + nameOf(model, i);
    }
    return ", positions agree there and the rest of the state differs";
}

bool TraceComparison::agrees(long frame, const Model& model, std::string& difference) const {
    if (frame > frames()) return true;
    if (model.hash() == hashes_[static_cast<size_t>(frame - 1)]) return true;
    difference = "differs from '" + path_ + "' first at frame " + std::to_string(frame) + locate(frame, model);
    return false;
}

}  // namespace ringlet::cli
