#include "core/files/byte_stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace ringlet {

std::string fileProblem(int code) {
    if (code == ENOENT) return "no such file; check the path";
    if (code == ENOTDIR) return "a part of the path is not a directory; check the path";
    if (code == EACCES || code == EPERM) return "no permission; change the mode of the file or its folder, or choose another";
    if (code == EISDIR) return "is a directory; name a file in it";
    if (code == ENOSPC) return "the disk is full; free some space";
    return std::string(std::strerror(code)) + "; check the path";
}

ByteStream::ByteStream(Bytes bytes, std::string name, ReadProgress progress)
    : name_(std::move(name)), progress_(std::move(progress)), data_(bytes.data), size_(bytes.size), have_(bytes.size),
      report_(progress_ ? windowBytes : ~uint64_t{0}) {}

bool isThere(const std::string& path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0;
}

Result<ByteStream> ByteStream::open(const std::string& path, ReadProgress progress, uint64_t most) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0) return Error{path + ": " + fileProblem(errno)};
    if (S_ISDIR(info.st_mode)) return Error{path + ": " + fileProblem(EISDIR)};
    if (!S_ISREG(info.st_mode)) return Error{path + ": not a regular file; name a file on disk"};
    const uint64_t size = static_cast<uint64_t>(info.st_size);
    if (size > most) {
        return Error{path + ": " + std::to_string(size) + " bytes are too many, at most " + std::to_string(most) +
                     " can be read; split the file or leave out strands"};
    }
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return Error{path + ": " + fileProblem(errno)};
    std::setvbuf(file, nullptr, _IONBF, 0);  // the window is the buffer
    ByteStream stream(Bytes{}, path, std::move(progress));
    stream.file_.reset(file);
    stream.size_ = size;
    return stream;
}

void ByteStream::stop(const std::string& why) {
    if (problem_.empty()) problem_ = name_ + ": " + why;
    size_ = at();
    have_ = next_;
}

// Moves what is left to the window's beginning and reads on behind it.
bool ByteStream::fill(size_t count) {
    if (!file_ || left() < count) return false;
    const size_t kept = have_ - next_;
    const size_t wanted = static_cast<size_t>(std::min<uint64_t>(windowBytes, left()));
    if (buffer_.size() < wanted) buffer_.resize(wanted);
    if (kept) std::memmove(buffer_.data(), data_ + next_, kept);
    base_ += next_;
    next_ = 0;
    data_ = buffer_.data();
    have_ = kept + std::fread(buffer_.data() + kept, 1, wanted - kept, file_.get());
    if (have_ < wanted) {
        stop("reading stopped at byte " + std::to_string(base_ + have_) + " of " + std::to_string(size_) +
             "; check the disk and that nothing writes the file");
        return false;
    }
    return true;
}

void ByteStream::skipFar(uint64_t count) {
    count = std::min(count, left());
    while (count > 0) {
        if (have_ == next_ && !fill(1)) return;
        const size_t step = static_cast<size_t>(std::min<uint64_t>(count, have_ - next_));
        next_ += step;
        count -= step;
    }
    if (at() < report_) return;
    report_ = at() + windowBytes;
    if (progress_ && !progress_(at(), size_)) stop("reading was cancelled; nothing has changed");
}

}  // namespace ringlet
