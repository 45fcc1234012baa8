// Little-endian numbers in byte arrays, for the binary formats.
#pragma once

#include "core/files/formats.h"

#include <cstring>

namespace ringlet {

inline uint16_t readU16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | p[1] << 8); }
inline uint32_t readU32(const uint8_t* p) { return uint32_t{readU16(p)} | uint32_t{readU16(p + 2)} << 16; }
inline float readF32(const uint8_t* p) {
    uint32_t bits = readU32(p);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline Vec3f readVec3(const uint8_t* p) { return {readF32(p), readF32(p + 4), readF32(p + 8)}; }

inline void appendU16(std::vector<uint8_t>& out, uint32_t value) {
    out.push_back(static_cast<uint8_t>(value));
    out.push_back(static_cast<uint8_t>(value >> 8));
}
inline void appendU32(std::vector<uint8_t>& out, uint32_t value) {
    appendU16(out, value & 0xFFFF);
    appendU16(out, value >> 16);
}
inline void appendF32(std::vector<uint8_t>& out, float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    appendU32(out, bits);
}
inline void appendVec3(std::vector<uint8_t>& out, Vec3f v) {
    for (float x : {v.x, v.y, v.z}) appendF32(out, x);
}

// False for NaN and infinities, by the difference that only they do not have.
inline bool isFinite(float v) { return v - v == 0; }
inline bool isFinite(Vec3f v) { return isFinite(v.x) && isFinite(v.y) && isFinite(v.z); }

// `FILE: what, at byte N; mend`
inline Error fileError(const std::string& name, const std::string& what, uint64_t at, const char* mend) {
    return Error{name + ": " + what + ", at byte " + std::to_string(at) + "; " + mend};
}

// Hands `count` records of `size` bytes each to `use(bytes, index)`, which says
// whether they are finite numbers.
template <class Use>
Status readRecords(ByteStream& in, uint64_t count, size_t size, const Use& use) {
    for (uint64_t i = 0; i < count; ++i) {
        const uint8_t* record = in.peek(size);
        if (!record) {
            return fileError(in.name(), "the file ends within its numbers", in.at(), "copy or export it again");
        }
        if (!use(record, i)) {
            return fileError(in.name(), "not a finite number", in.at(), "export it again without NaN and infinity");
        }
        in.skip(size);
    }
    return {};
}

// A note where a file goes on behind what its header counts: the count may be wrong.
inline void noteRest(const ByteStream& in, FileStrands& strands) {
    if (in.left() == 0) return;
    strands.notes.push_back(std::to_string(in.left()) + " bytes behind the last strand were left out: a count in the file may be too low");
}

}  // namespace ringlet
