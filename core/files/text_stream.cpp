#include "core/files/text_stream.h"

#include "core/files/text_numbers.h"

#include <algorithm>
#include <cstring>

namespace ringlet {

TextStream::TextStream(ByteStream& bytes) : bytes_(bytes) {
    const uint8_t* mark = bytes_.peek(2);
    utf16_ = mark && ((mark[0] == 0xFF && mark[1] == 0xFE) || (mark[0] == 0xFE && mark[1] == 0xFF));
    mark = bytes_.peek(3);
    if (mark && mark[0] == 0xEF && mark[1] == 0xBB && mark[2] == 0xBF) bytes_.skip(3);
}

Status TextStream::check() const {
    if (utf16_) return Error{name() + ": the text is UTF-16; save it as UTF-8"};
    return {};
}

Bytes TextStream::token() {
    const size_t wanted = static_cast<size_t>(std::min<uint64_t>(longestToken, bytes_.left()));
    const uint8_t* at = bytes_.peek(wanted);
    return at ? Bytes{at, wanted} : Bytes{};
}

void TextStream::skipLine() {
    for (Bytes seen = bytes_.window(); seen.size > 0; seen = bytes_.window()) {
        size_t length = 0;
        while (length < seen.size && seen.data[length] != '\n' && seen.data[length] != '\r') ++length;
        const bool found = length < seen.size;
        bytes_.skip(length);
        if (found) return skipLineEnd();
    }
}

void TextStream::skipLineEnd() {
    const bool two = peek() == '\r' && peekSecond() == '\n';
    skip();
    if (two) skip();
}

bool TextStream::line(std::string& text) {
    text.clear();
    if (ends()) return false;
    for (Bytes seen = bytes_.window(); seen.size > 0; seen = bytes_.window()) {
        size_t length = 0;
        while (length < seen.size && seen.data[length] != '\n' && seen.data[length] != '\r') ++length;
        const bool found = length < seen.size;
        text.append(reinterpret_cast<const char*>(seen.data), std::min(length, longestLine - text.size()));
        bytes_.skip(length);
        if (!found) continue;
        skipLineEnd();
        break;
    }
    return true;
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
