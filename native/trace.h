// Traces: one hash a frame, and where a run leaves the path of another, which
// frame, strand and particle differ first.
//
// FILE holds the hashes, a line of 16 hexadecimal digits a frame. FILE.particles
// beside it holds a 16-bit digest of each particle's position for as many of the
// first frames as fit into 64 MB, or for the frames that were asked for. (Two
// positions that differ have the same digest once in 65,536 times; the particle
// after it is then named. Frames are compared by their whole hash.)
#pragma once

#include "core/base/result.h"
#include "core/files/output_file.h"
#include "core/models/model.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace ringlet::cli {

// Which frames (from 1) keep digests; last = 0: the first frames, within a budget.
struct TraceFrames {
    long first = 1, last = 0;
};

// The second file of a trace.
std::string particlesPath(const std::string& trace);

class TraceWriter {
public:
    // Error: a file that cannot be written.
    static Result<std::unique_ptr<TraceWriter>> open(const std::string& path, TraceFrames frames);

    Status add(long frame, const Model& model);
    Status close();  // the files take their places

private:
    TraceWriter() = default;
    TraceFrames frames_;
    std::unique_ptr<OutputFile> hashes_, particles_;
    size_t written_ = 0;  // bytes of digests
};

class TraceComparison {
public:
    // Error: no trace of that name, or a line that is no hash (with its number).
    static Result<std::unique_ptr<TraceComparison>> open(const std::string& path);

    // False at the first frame whose hash differs; `difference` then says where.
    bool agrees(long frame, const Model& model, std::string& difference) const;
    long frames() const { return static_cast<long>(hashes_.size()); }

private:
    std::string locate(long frame, const Model& model) const;
    std::string path_;
    std::vector<uint64_t> hashes_;
};

}  // namespace ringlet::cli
