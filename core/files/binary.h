// Little-endian numbers in byte arrays, for the binary formats.
#pragma once

#include "core/files/formats.h"

#include <cstring>

namespace ringlet {

// The caller has checked that the bytes are there.
inline uint16_t readU16(Bytes b, size_t at) { return static_cast<uint16_t>(b.data[at] | b.data[at + 1] << 8); }
inline uint32_t readU32(Bytes b, size_t at) {
    return uint32_t{readU16(b, at)} | uint32_t{readU16(b, at + 2)} << 16;
}
inline float readF32(Bytes b, size_t at) {
    uint32_t bits = readU32(b, at);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline Vec3f readVec3(Bytes b, size_t at) { return {readF32(b, at), readF32(b, at + 4), readF32(b, at + 8)}; }

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

// False for NaN and infinities, by the difference that only they do not have.
inline bool isFinite(float v) { return v - v == 0; }
inline bool isFinite(Vec3f v) { return isFinite(v.x) && isFinite(v.y) && isFinite(v.z); }

// `FILE: what, at byte N; mend`
inline Error fileError(const std::string& name, const std::string& what, uint64_t at, const char* mend) {
    return Error{name + ": " + what + ", at byte " + std::to_string(at) + "; " + mend};
}

}  // namespace ringlet
