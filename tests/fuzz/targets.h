// What is fuzzed. tests/files/seeds_test.cpp runs the same targets over the
// seeds, findings among them, on every platform.
#pragma once

#include "core/files/formats.h"
#include "core/files/resample.h"
#include "core/params/params.h"
#include "core/scenes/motion_csv.h"
#include "core/scenes/recording.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ringlet::fuzz {

inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "FAILED: %s\n", what);
    std::abort();
}

// `NAME: what; how to mend`, one line.
inline void checkError(const std::string& error) {
    require(error.size() > 4 && error.size() < 2000, "an error of a sentence");
    require(error.find('\n') == std::string::npos, "an error of one line");
    require(error.find("; ") != std::string::npos, "an error that says how to mend it");
}

inline bool finite(Vec3f v) { return v.x - v.x == 0 && v.y - v.y == 0 && v.z - v.z == 0; }

inline void checkStrands(const FileStrands& strands) {
    uint64_t sum = 0;
    for (uint32_t count : strands.counts) sum += count;
    require(!strands.counts.empty() && sum == strands.points.size(), "counts that add up to the points");
    for (Vec3f p : strands.points) require(finite(p), "finite points");
    const auto fits = [&](size_t size) { return size == 0 || size == strands.points.size(); };
    require(fits(strands.thickness.size()) && fits(strands.transparency.size()) && fits(strands.colors.size()) &&
                fits(strands.fixed.size()), "as many values as points");
}

// What was read can be written, and comes back the same.
inline void checkRoundTrip(const FormatInfo& format, const FileStrands& strands) {
    const FileStrands whole = format.pointCounts.empty() ? strands : resampledFor(format, strands).strands;
    if (!format.writeStrands || whole.counts.empty()) return;
    const Result<std::vector<uint8_t>> bytes = format.writeStrands(whole);
    if (!bytes) return;  // beyond what the format can hold
    const Result<FileStrands> again = readStrands(bytesOf(bytes.value()), "x." + format.extension);
    if (!again) return;  // strands of one point, overflow by resampling
    require(again.value().points.size() <= whole.points.size(), "no points from nowhere");
    if (again.value().counts != whole.counts) return;
    require(std::memcmp(again.value().points.data(), whole.points.data(), whole.points.size() * sizeof(Vec3f)) == 0,
            "the same points, bit for bit");
}

inline void fuzzFormat(const FormatInfo& format, Bytes bytes) {
    const std::string name = "x." + format.extension;
    if (format.readStrands) {
        const Result<FileStrands> strands = readStrands(bytes, name);
        if (strands) {
            checkStrands(strands.value());
            checkRoundTrip(format, strands.value());
        } else {
            checkError(strands.error());
        }
    }
    if (format.readMesh) {
        const Result<Mesh> mesh = readMesh(bytes, name);
        if (!mesh) {
            checkError(mesh.error());
            return;
        }
        const size_t vertices = mesh.value().vertices.size();
        require(mesh.value().normals.size() == vertices, "a normal a vertex");
        for (Vec3f v : mesh.value().vertices) require(finite(v), "finite vertices");
        for (Triangle t : mesh.value().triangles) {
            require(t.a < vertices && t.b < vertices && t.c < vertices, "triangles of vertices there are");
        }
    }
}

inline void fuzzMotion(Bytes bytes) {
    ByteStream in(bytes, "x.csv");
    const auto motion = motionFromCsv(in);
    if (!motion) {
        require(motion.error().find('\n') == std::string::npos, "an error of one line");
        return;
    }
    require(motion.value()->stopsAt() >= 0, "an end that is not before the beginning");
    for (double t : {0.0, 0.37, motion.value()->stopsAt(), 1e9}) {
        const PoseKey key = motion.value()->at(t);
        const double sum = key.pose.position.x + key.pose.position.y + key.pose.position.z;
        require(sum - sum == 0, "a finite place");
    }
}

// Lines name=value for a table of every kind, as links and --set bring them.
inline void fuzzParameters(Bytes bytes) {
    static const ParamTable table = {
        {"real", "m", 0.5, -1, 1, "a real"},
        {"count", "", 3, 0, 1000000, "a whole number", ParamChange::Rebuild, ParamKind::Integer},
        {"on", "", 1, 0, 1, "a switch", ParamChange::Live, ParamKind::Toggle},
        {"kind", "", 0, 0, 2, "a choice", ParamChange::Live, ParamKind::Choice, {"a", "bb", "c c"}},
    };
    Params params({&table});
    const std::string text(reinterpret_cast<const char*>(bytes.data), bytes.size);
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find_first_of("&\n", at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        const size_t equals = line.find('=');
        if (equals == std::string::npos) continue;
        const std::string name = line.substr(0, equals);
        const Status set = params.set(name, line.substr(equals + 1));
        require(set.ok() || set.error().find('\n') == std::string::npos || line.find('\n') != std::string::npos,
                "an error of one line");
        for (const ParamInfo& row : params.rows()) {
            const double value = params.get(row.name);
            require(value >= row.low && value <= row.high, "values within their range");
        }
        if (!set) continue;
        Params again({&table});
        require(again.set(name, params.text(name)).ok() && again.get(name) == params.get(name),
                "a text that reads back as the value");
    }
}

// Two lines: the texts of head and brush, as links and .ringlet files bring them.
inline void fuzzRecording(Bytes bytes) {
    const std::string text(reinterpret_cast<const char*>(bytes.data), bytes.size);
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string brush = end < text.size() ? text.substr(end + 1) : std::string();
    const Result<Recording> recording = Recording::fromText(text.substr(0, end), brush.substr(0, brush.find('\n')));
    if (!recording) {
        require(recording.error().find('\n') == std::string::npos, "an error of one line");
        return;
    }
    const Recording& kept = recording.value();
    require(kept.frames > 0 && kept.frames <= Recording::mostFrames, "frames within their limit");
    require(kept.head.size() == (kept.frames + Recording::framesPerKey - 1) / Recording::framesPerKey &&
                kept.brush.size() == kept.head.size(), "a key every few frames");
    const Result<Recording> again = Recording::fromText(kept.headText(), kept.brushText());
    require(again.ok() && again.value().frames == kept.frames && again.value().head == kept.head,
            "a text that reads back as the recording");
    require(!kept.brushed() || again.value().brush == kept.brush, "a text that reads back as the brush");
}

using Target = void (*)(Bytes);

template <int index>
void fuzzFormatAt(Bytes bytes) { fuzzFormat(formats()[index], bytes); }

// Null for a name that is none.
inline Target targetNamed(const std::string& name) {
    static const Target byFormat[] = {fuzzFormatAt<0>, fuzzFormatAt<1>, fuzzFormatAt<2>, fuzzFormatAt<3>,
                                      fuzzFormatAt<4>, fuzzFormatAt<5>, fuzzFormatAt<6>, fuzzFormatAt<7>};
    if (name == "motion") return fuzzMotion;
    if (name == "parameters") return fuzzParameters;
    if (name == "recording") return fuzzRecording;
    for (size_t i = 0; i < formats().size() && i < 8; ++i) {
        if (formats()[i].name == name) return byFormat[i];
    }
    return nullptr;
}

}  // namespace ringlet::fuzz
