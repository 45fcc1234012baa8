// File formats: what can be read and written, and how to find it. A format is
// one file that registers itself; the command line, the page and the docs list
// what is registered.
//
// Every reader treats its bytes as hostile. Errors are one line:
// `FILE: what is wrong, at byte N; how to mend`.
#pragma once

#include "core/base/result.h"
#include "core/collide/colliders.h"
#include "core/math/vec.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

// Bytes of a file, wherever they lie. They must outlive the call they are handed to.
struct Bytes {
    const uint8_t* data = nullptr;
    size_t size = 0;
};
inline Bytes bytesOf(const std::vector<uint8_t>& v) { return {v.data(), v.size()}; }

// Polylines as a file holds them, in the file's units and axes; all finite.
struct FileStrands {
    std::vector<uint32_t> counts;  // points of each strand
    std::vector<Vec3f> points;     // strand after strand, root first
};

// `name` is what messages call the file. Null pointers: not possible in this format.
struct FormatInfo {
    std::string name;       // as in `ringlet list`
    std::string extension;  // lower case, without the dot
    std::string summary;    // one sentence
    Result<FileStrands> (*readStrands)(Bytes bytes, const std::string& name) = nullptr;
    Result<Mesh> (*readMesh)(Bytes bytes, const std::string& name) = nullptr;
    // Error: what this format cannot hold.
    Result<std::vector<uint8_t>> (*writeStrands)(const FileStrands& strands) = nullptr;
    Result<std::vector<uint8_t>> (*writeMesh)(const Mesh& mesh) = nullptr;
};

// Sorted by name. `findFormat` goes by the extension of a path, in either
// case; null for an unknown one.
const std::vector<FormatInfo>& formats();
const FormatInfo* findFormat(const std::string& path);

// `static RegisterFormat here{{...}};`
struct RegisterFormat {
    explicit RegisterFormat(FormatInfo info);
};

// Readers by the extension of `name`. Error also where the format is unknown or
// does not hold strands (meshes).
Result<FileStrands> readStrands(Bytes bytes, const std::string& name);
Result<Mesh> readMesh(Bytes bytes, const std::string& name);

// The same from the file system.
Result<FileStrands> readStrandsFile(const std::string& path);
Result<Mesh> readMeshFile(const std::string& path);

// Files beyond this are refused, so that a wrong path cannot fill the memory.
constexpr uint64_t kMaxFileBytes = uint64_t{1} << 30;

// Whole files. Errors: missing, a directory, no permission, too large, disk full.
Result<std::vector<uint8_t>> readFile(const std::string& path);
Status writeFile(const std::string& path, Bytes bytes);

}  // namespace ringlet
