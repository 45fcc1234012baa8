// File formats: what can be read and written, and how to find it. A format is
// one file that registers itself; the command line, the page and the docs list
// what is registered.
//
// Every reader treats its bytes as hostile. Errors are one line:
// `FILE: what is wrong, at byte N; how to mend`.
//
// Memory: a reader holds at most ByteStream::windowBytes of the file at once (a
// .glb whole, of at most 256 MiB). What it keeps of strands is 12 bytes a point
// and 4 or 8 a strand, up to 33 a point where the file has thickness, transparency
// and colours as well, at most maxPoints points; lists that grow while a text
// is read take up to three times that.
#pragma once

#include "core/base/result.h"
#include "core/collide/colliders.h"
#include "core/files/byte_stream.h"
#include "core/math/vec.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {

constexpr uint64_t maxPoints = uint64_t{1} << 27;

enum class UpAxis { Unknown, Y, Z, X, MinusY, MinusZ, MinusX };

// Polylines as a file holds them, in the file's units and axes; all finite.
struct FileStrands {
    std::vector<uint32_t> counts = {};  // points of each strand
    std::vector<Vec3f> points = {};     // strand after strand, root first

    // Each one value a point, or empty where the file does not say.
    std::vector<float> thickness = {};     // diameter, in the file's units
    std::vector<float> transparency = {};  // 0 opaque to 1
    std::vector<Vec3f> colors = {};        // 0 to 1, linear
    std::vector<uint8_t> fixed = {};       // not 0: held by the head; empty: the root alone is

    float unit = 0;               // metres a unit; 0: the file does not say
    UpAxis up = UpAxis::Unknown;  // as the file says
    uint64_t skipped = 0;         // strands of too few points, left out
    std::vector<uint32_t> numbers = {};  // of each in the file, from 0, where some were left out; empty: as they lie here
    std::vector<std::string> notes = {};  // what else was left out, a sentence each

    uint32_t numberInFile(size_t strand) const { return numbers.empty() ? static_cast<uint32_t>(strand) : numbers[strand]; }
};

// What is written as motion: from frame to frame the strands' points alone change.
struct MotionHeader {
    FileStrands strands = {};    // at the first frame, in world space, m, Y up
    Vec3f origin{0, 0, 0};       // where the groom's file has that space's origin, m
    const Mesh* head = nullptr;  // in head space; null: none. It must outlive the call
    double rate = 60;            // frames a second
    uint64_t frames = 0;         // that will be added; 0: not known yet
};

// Where the head stands: a position in m and a unit quaternion.
struct HeadPlace {
    Vec3d position{0, 0, 0};
    Quatf orientation{0, 0, 0, 1};
};

// Takes bytes as they are made: into a file, or a page's download.
using ByteSink = std::function<Status(Bytes)>;

class MotionWriter {
public:
    virtual ~MotionWriter() = default;
    // The next frame: as many points as the header's strands have, world space, m.
    virtual Status add(const std::vector<Vec3f>& points, const HeadPlace& head) = 0;
    virtual Status finish() = 0;
};

// Null pointers: not possible in this format.
struct FormatInfo {
    std::string name;       // as in `ringlet list`
    std::string extension;  // lower case, without the dot
    std::string summary;    // one sentence
    Result<FileStrands> (*readStrands)(ByteStream& in) = nullptr;
    Result<Mesh> (*readMesh)(ByteStream& in) = nullptr;
    // Error: what this format cannot hold.
    Result<std::vector<uint8_t>> (*writeStrands)(const FileStrands& strands) = nullptr;
    Result<std::vector<uint8_t>> (*writeMesh)(const Mesh& mesh) = nullptr;
    Result<std::unique_ptr<MotionWriter>> (*startMotion)(const MotionHeader& header, ByteSink sink) = nullptr;
    // The points a strand that can be written, increasing; all strands then have
    // the same. Empty: any, each strand its own.
    std::vector<uint32_t> pointCounts = {};
    uint32_t leastPoints = 2;     // of a strand that can be written
    UpAxis up = UpAxis::Unknown;  // what files of this format mostly have
    bool saysUp = false;          // a file can say that Y or Z is up
};

// The axis of a file that names none: the format's usual one, or as most programs write.
inline UpAxis usualUp(const FormatInfo& format) { return format.up != UpAxis::Unknown ? format.up : UpAxis::Y; }

// Sorted by name. `findFormat` goes by the extension of a path, in either
// case; null for an unknown one.
const std::vector<FormatInfo>& formats();
const FormatInfo* findFormat(const std::string& path);

// ".hair, .obj": the extensions of the formats that can do `member`.
template <class Member>
std::string extensionsWith(Member member) {
    std::string text;
    for (const FormatInfo& f : formats()) {
        if (!(f.*member)) continue;
        if (!text.empty()) text += ", ";
        text += "." + f.extension;
    }
    return text;
}

// `static RegisterFormat here{{...}};`
struct RegisterFormat {
    explicit RegisterFormat(FormatInfo info);
};

// Readers by the extension of `name`. Error also where the format is unknown or
// does not hold strands (meshes).
Result<FileStrands> readStrands(Bytes bytes, const std::string& name, ReadProgress progress = {});
Result<Mesh> readMesh(Bytes bytes, const std::string& name, ReadProgress progress = {});

// The same from the file system.
Result<FileStrands> readStrandsFile(const std::string& path, ReadProgress progress = {});
Result<Mesh> readMeshFile(const std::string& path, ReadProgress progress = {});

// Whole files of at most 1 GiB. Errors: missing, a directory, no permission, too large, disk full.
// What could not be written whole leaves what was there (OutputFile).
Result<std::vector<uint8_t>> readFile(const std::string& path);
Status writeFile(const std::string& path, Bytes bytes);

}  // namespace ringlet
