// Byte arrays for the tests of this room, and where test data may lie.
#pragma once

#include "core/files/formats.h"
#include "tests/support.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#ifndef RINGLET_SOURCE_DIR
#define RINGLET_SOURCE_DIR "."
#endif

namespace ringlet::test {

// Appends little-endian numbers and text.
struct ByteWriter {
    std::vector<uint8_t> bytes;

    ByteWriter& u16(uint32_t v) {
        for (int i = 0; i < 2; ++i) bytes.push_back(static_cast<uint8_t>(v >> (8 * i)));
        return *this;
    }
    ByteWriter& u32(uint32_t v) { return u16(v & 0xFFFF).u16(v >> 16); }
    ByteWriter& f32(float v) { return u32(bitsOf(v)); }
    ByteWriter& text(const std::string& s) {
        bytes.insert(bytes.end(), s.begin(), s.end());
        return *this;
    }
    ByteWriter& padTo(size_t size) {
        bytes.resize(size, 0);
        return *this;
    }
};

inline void putU32(std::vector<uint8_t>& bytes, size_t at, uint32_t v) {
    for (int i = 0; i < 4; ++i) bytes[at + i] = static_cast<uint8_t>(v >> (8 * i));
}

inline Bytes textBytes(const std::string& s) { return {reinterpret_cast<const uint8_t*>(s.data()), s.size()}; }

// An exact copy of the first `size` bytes, so that a sanitizer sees reads past them.
inline std::vector<uint8_t> prefix(const std::vector<uint8_t>& bytes, size_t size) {
    std::vector<uint8_t> copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    copy.shrink_to_fit();
    return copy;
}

// One line that names the file, and where it says so, the byte.
inline bool wellFormed(const std::string& error, const std::string& name) {
    return error.rfind(name + ": ", 0) == 0 && error.find('\n') == std::string::npos && error.back() != '.' &&
           error.find("; ") != std::string::npos;
}

// Bit for bit, so that -0 is not 0.
inline bool samePoints(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i) {
        const bool same = bitsOf(a[i].x) == bitsOf(b[i].x) && bitsOf(a[i].y) == bitsOf(b[i].y) &&
                          bitsOf(a[i].z) == bitsOf(b[i].z);
        if (!same) return false;
    }
    return true;
}

// The path of a file of test data: $RINGLET_DATA, or shared/data beside the repository.
inline std::string dataPath(const std::string& file) {
    const char* given = std::getenv("RINGLET_DATA");
    return (given && *given ? std::string(given) : std::string(RINGLET_SOURCE_DIR "/../shared/data")) + "/" + file;
}

}  // namespace ringlet::test
