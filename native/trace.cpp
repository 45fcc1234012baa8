#include "native/trace.h"

#include "core/base/hash.h"
#include "core/files/binary.h"
#include "core/files/text_stream.h"

#include <cstring>

namespace ringlet::cli {
namespace {

constexpr size_t budget = size_t{64} << 20;  // bytes of digests where no frames were asked for
constexpr char magic[8] = {'R', 'N', 'G', 'L', 'T', 'R', 'C', '1'};

// Before the digests of each frame; little-endian, as every target is.
struct FrameHeader {
    uint32_t frame, particles;
};

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
    Result<ByteStream> file = ByteStream::open(particlesPath(path));
    if (!file) return {};
    ByteStream& in = file.value();
    const uint8_t* found = in.peek(sizeof magic);
    if (!found || std::memcmp(found, magic, sizeof magic) != 0) return {};
    in.skip(sizeof magic);
    FrameHeader header;
    while (const uint8_t* next = in.peek(sizeof header)) {
        std::memcpy(&header, next, sizeof header);
        in.skip(sizeof header);
        const uint64_t size = uint64_t{header.particles} * 2;
        if (size > in.left()) return {};  // cut short
        if (static_cast<long>(header.frame) != frame) {
            in.skip(size);
            continue;
        }
        std::vector<uint16_t> digests(header.particles);
        const Status read = readRecords(in, digests.size(), 2, [&](const uint8_t* at, uint64_t i) {
            digests[i] = readU16(at);
            return true;
        });
        return read ? digests : std::vector<uint16_t>{};
    }
    return {};
}

}  // namespace

std::string particlesPath(const std::string& trace) { return trace + ".particles"; }

Result<std::unique_ptr<TraceWriter>> TraceWriter::open(const std::string& path, TraceFrames frames) {
    std::unique_ptr<TraceWriter> trace(new TraceWriter);
    trace->frames_ = frames;
    for (auto [file, name] : {std::pair{&trace->particles_, particlesPath(path)}, {&trace->hashes_, path}}) {
        auto made = OutputFile::create(name);
        if (!made) return Error{made.error()};
        *file = std::move(made.value());
    }
    if (Status status = trace->particles_->write({reinterpret_cast<const uint8_t*>(magic), sizeof magic}); !status)
        return Error{status.error()};
    return trace;
}

Status TraceWriter::add(long frame, const Model& model) {
    if (Status status = hashes_->write(hashText(model.hash()) + "\n"); !status) return status;
    if (frames_.last > 0 ? frame < frames_.first || frame > frames_.last : written_ >= budget) return {};
    const std::vector<uint16_t> digests = digestsOf(model);
    const size_t bytes = digests.size() * sizeof digests[0];
    written_ += bytes;
    if (frames_.last == 0 && written_ > budget) return {};
    const FrameHeader header{static_cast<uint32_t>(frame), static_cast<uint32_t>(digests.size())};
    Status status = particles_->write({reinterpret_cast<const uint8_t*>(&header), sizeof header});
    return status ? particles_->write({reinterpret_cast<const uint8_t*>(digests.data()), bytes}) : status;
}

Status TraceWriter::close() {
    Status status = particles_->finish();
    return status ? hashes_->finish() : status;
}

Result<std::unique_ptr<TraceComparison>> TraceComparison::open(const std::string& path) {
    auto trace = std::make_unique<TraceComparison>();
    trace->path_ = path;
    Result<ByteStream> file = ByteStream::open(path);
    if (!file) return Error{"cannot read the trace: " + file.error()};
    TextStream in(file.value());
    if (Status text = in.check(); !text) return Error{text.error()};
    std::string line;
    while (in.line(line)) {
        uint64_t hash;
        if (!parseHash(line, hash)) {
            return Error{path + ":" + std::to_string(trace->hashes_.size() + 1) +
                         ": a trace has a line of 16 hexadecimal digits a frame"};
        }
        trace->hashes_.push_back(hash);
    }
    if (!file.value().problem().empty()) return Error{file.value().problem()};
    if (trace->hashes_.empty()) return Error{"cannot read the trace: " + path + " is empty"};
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
