#include "core/files/text_stream.h"

#include "core/files/text_numbers.h"

#include <algorithm>
#include <cstring>

namespace ringlet {

Bytes TextStream::token() {
    const size_t wanted = static_cast<size_t>(std::min<uint64_t>(longestToken, bytes_.left()));
    const uint8_t* at = bytes_.peek(wanted);
    return at ? Bytes{at, wanted} : Bytes{};
}

void TextStream::skipLine() {
    for (;;) {
        const Bytes seen = bytes_.window();
        if (seen.size == 0) return;
        const void* found = std::memchr(seen.data, '\n', seen.size);
        if (found) {
            ++line_;
            bytes_.skip(static_cast<size_t>(static_cast<const uint8_t*>(found) - seen.data) + 1);
            return;
        }
        bytes_.skip(seen.size);
    }
}

namespace {

template <class T>
bool readToken(ByteStream& bytes, Bytes seen, T& value, bool (*read)(const char*&, const char*, T&)) {
    const char* const begin = reinterpret_cast<const char*>(seen.data);
    const char* at = begin;
    T found;
    if (seen.size == 0 || !read(at, begin + seen.size, found)) return false;
    const size_t length = static_cast<size_t>(at - begin);
    if (length == TextStream::longestToken) return false;  // its end has not been seen
    value = found;
    bytes.skip(length);
    return true;
}

}  // namespace

bool TextStream::number(float& value) { return readToken(bytes_, token(), value, readDecimal); }

bool TextStream::whole(int64_t& value) { return readToken(bytes_, token(), value, readWhole); }

std::string TextStream::word(const char* also) {
    const Bytes seen = token();
    size_t length = 0;
    while (length < seen.size) {
        const char c = static_cast<char>(seen.data[length]);
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                            seen.data[length] >= 0x80;
        if (!letter && (c == 0 || !std::strchr(also, c))) break;
        ++length;
    }
    if (length == 0) return "";
    std::string text(reinterpret_cast<const char*>(seen.data), length);
    bytes_.skip(length);
    return text;
}

Error TextStream::errorAt(const std::string& what, uint64_t line, uint64_t byte, const char* mend) const {
    return Error{name() + ": " + what + ", at line " + std::to_string(line) + " (byte " + std::to_string(byte) + "); " +
                 mend};
}

}  // namespace ringlet
