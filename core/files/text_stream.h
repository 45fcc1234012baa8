// A text file token by token or line by line: what all formats that are text read from, so that
// lines and byte-order marks are the same to all of them.
#pragma once

#include "core/files/byte_stream.h"

#include <string>

namespace ringlet {

// A line ends with \n, \r\n or \r. A byte-order mark of UTF-8 is passed over. The stream reads ahead
// by a token's length at most, so a file of one endless line is no larger in memory than any other.
class TextStream {
public:
    // No number or name is longer than this; one that is ends the reading.
    static constexpr size_t longestToken = 1024;

    // No line that line() reads is longer: the rest of one that is, is passed over.
    static constexpr size_t longestLine = 65536;

    explicit TextStream(ByteStream& bytes);

    // Error: text in UTF-16, which some editors save.
    Status check() const;

    // The next character, or -1 at the end.
    int peek() {
        const uint8_t* next = bytes_.peek(1);
        return next ? *next : -1;
    }
    // The one after it.
    int peekSecond() {
        const uint8_t* next = bytes_.peek(2);
        return next ? next[1] : -1;
    }
    void skip() {
        const uint8_t* next = bytes_.peek(1);
        if (!next) return;
        const uint8_t c = *next;
        bytes_.skip(1);
        if (c == '\n' || (c == '\r' && peek() != '\n')) ++line_;
    }
    bool take(char c) {
        if (peek() != c) return false;
        skip();
        return true;
    }
    bool ends() { return bytes_.peek(1) == nullptr; }

    // Past the end of this line.
    void skipLine();
    // The rest of this line without its end, which is passed over; false at the end of the file.
    bool line(std::string& text);

    // A finite number, a whole number within +-2^53. False where there is none,
    // and nothing has been passed over.
    bool number(float& value);
    bool whole(int64_t& value);
    // Letters (of any alphabet, in UTF-8), digits, _ and the characters of `also`; empty where there is none.
    std::string word(const char* also);

    uint64_t line() const { return line_; }
    const std::string& name() const { return bytes_.name(); }
    const ByteStream& bytes() const { return bytes_; }
    // `FILE: what, at line N (byte M); mend`
    Error error(const std::string& what, const char* mend) const { return errorAt(what, line_, bytes_.at(), mend); }
    Error errorAt(const std::string& what, uint64_t line, uint64_t byte, const char* mend) const;

private:
    void skipLineEnd();
    // The characters that can be seen from here: a whole token, or the file's rest.
    Bytes token();

    ByteStream& bytes_;
    uint64_t line_ = 1;
    bool utf16_ = false;
};

}  // namespace ringlet
