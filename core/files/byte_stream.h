// A file's bytes from first to last through a window of a mebibyte, or bytes
// that lie in memory already: what readers read from, so that a large file is
// never in memory whole.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Bytes of a file, wherever they lie. They must outlive the call they are handed to.
struct Bytes {
    const uint8_t* data = nullptr;
    size_t size = 0;
};
inline Bytes bytesOf(const std::vector<uint8_t>& v) { return {v.data(), v.size()}; }

// Told every mebibyte how far reading is; false cancels it.
using ReadProgress = std::function<bool(uint64_t done, uint64_t total)>;

class ByteStream {
public:
    static constexpr size_t windowBytes = size_t{1} << 20;
    static constexpr uint64_t maxFileBytes = uint64_t{1} << 32;

    // `name` is what messages call the bytes.
    ByteStream(Bytes bytes, std::string name, ReadProgress progress = {});
    // Errors: missing, a directory, a device or a pipe (which may never end), no permission,
    // larger than `most` bytes.
    static Result<ByteStream> open(const std::string& path, ReadProgress progress = {}, uint64_t most = maxFileBytes);

    const std::string& name() const { return name_; }
    uint64_t size() const { return size_; }
    uint64_t at() const { return base_ + next_; }
    uint64_t left() const { return size_ - at(); }

    // The next `count` (<= windowBytes) bytes, valid until the next call; null when
    // fewer are left, or reading has failed.
    const uint8_t* peek(size_t count) {
        return have_ - next_ >= count || fill(count) ? data_ + next_ : nullptr;
    }
    // What can be read without another fill; empty at the end alone.
    Bytes window() { return peek(1) ? Bytes{data_ + next_, have_ - next_} : Bytes{}; }
    // Passes over `count` bytes, at most to the end.
    void skip(uint64_t count) {
        if (count <= have_ - next_ && at() + count < report_) next_ += static_cast<size_t>(count);
        else skipFar(count);
    }

    // Why there is nothing more, other than the end of the file: a disk that
    // failed or a reader told to stop. One line with the name; empty where all is well.
    const std::string& problem() const { return problem_; }

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    bool fill(size_t count);
    void skipFar(uint64_t count);
    void stop(const std::string& why);

    std::string name_, problem_;
    ReadProgress progress_;
    std::unique_ptr<std::FILE, Close> file_;
    std::vector<uint8_t> buffer_;    // the window, where there is a file
    const uint8_t* data_ = nullptr;  // the window's first byte
    uint64_t size_ = 0, base_ = 0;   // of the whole; where the window begins
    size_t next_ = 0, have_ = 0;     // within the window
    uint64_t report_ = 0;            // when progress is told next
};

// Whether something of that name is there, a file or not.
bool isThere(const std::string& path);

// "no such file; check the path" and its like, for an errno.
std::string fileProblem(int code);

}  // namespace ringlet
