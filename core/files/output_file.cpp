#include "core/files/output_file.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ringlet {

namespace {

// The names of the parts that are not finished, for a signal's handler. More at a time than there are
// places for are written all the same.
std::atomic<const char*> unfinished[16];

void remember(const std::string& part) {
    for (auto& name : unfinished) {
        const char* none = nullptr;
        if (name.compare_exchange_strong(none, part.c_str())) return;
    }
}

void forget(const std::string& part) {
    for (auto& name : unfinished) {
        const char* mine = part.c_str();
        if (name.compare_exchange_strong(mine, nullptr)) return;
    }
}

std::string folderOf(const std::string& path) { return path.substr(0, path.find_last_of('/') + 1); }

// What the last name of the path leads to, whether it is there or not.
std::string linked(std::string path) {
    for (int links = 0; links < 40; ++links) {
        char target[PATH_MAX];
        const ssize_t size = readlink(path.c_str(), target, sizeof target);
        if (size <= 0) break;
        const std::string to(target, static_cast<size_t>(size));
        path = to[0] == '/' ? to : folderOf(path) + to;
    }
    return path;
}

// A stream by its number. What is written through it goes on where it is, even where a shell has led it
// into a file.
std::FILE* streamOf(int descriptor) {
    if (descriptor == STDOUT_FILENO) return stdout;
    if (descriptor == STDERR_FILENO) return stderr;
    const int copy = dup(descriptor);
    return copy < 0 ? nullptr : fdopen(copy, "wb");
}

// The number of the stream that a name such as /dev/stdout stands for; -1: none.
int descriptorOf(const std::string& path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const char* folder : {"/dev/fd/", "/proc/self/fd/"}) {
        const size_t size = std::strlen(folder);
        if (path.compare(0, size, folder) != 0 || path.size() == size || path.size() > size + 6) continue;
        if (path.find_first_not_of("0123456789", size) == std::string::npos) return std::atoi(path.c_str() + size);
    }
    return -1;
}

// Standard streams stay open, for the program goes on.
bool closed(std::FILE* file) { return (file == stdout || file == stderr ? std::fflush(file) : std::fclose(file)) == 0; }

// A new file in the folder, with the mode of the one that it is to replace; its name goes to `part`.
std::FILE* newPart(const std::string& folder, const struct stat* replaced, std::string& part) {
    static std::atomic<unsigned> made{0};
    for (int attempt = 0; attempt < 1000; ++attempt) {
        part = folder + ".ringlet-" + std::to_string(getpid()) + "-" + std::to_string(++made) + ".part";
        const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) return nullptr;
        if (replaced) (void)fchmod(file, replaced->st_mode & 07777);
        return fdopen(file, "wb");
    }
    return nullptr;
}

}  // namespace

void removeUnfinished() {
    for (auto& name : unfinished)
        if (const char* part = name.load()) unlink(part);
}

Error OutputFile::problem(int code) const {
    const std::string why = code == ENOENT  ? "no such folder; check the path"
                            : code == EFBIG ? "it grows larger than a file may be; allow more (ulimit -f) or write less"
                                            : fileProblem(code);
    return Error{"cannot write '" + path_ + "': " + why};
}

Result<std::unique_ptr<OutputFile>> OutputFile::create(const std::string& path) {
    std::unique_ptr<OutputFile> out(new OutputFile);
    out->path_ = path;
    if (const int descriptor = descriptorOf(path); descriptor >= 0) {
        out->file_ = streamOf(descriptor);
        if (!out->file_) return out->problem(errno);
        return out;
    }
    struct stat info;
    const bool there = stat(path.c_str(), &info) == 0;
    if (path.empty() || (!there && errno != ENOENT)) return out->problem(errno);
    if (there && S_ISDIR(info.st_mode)) return out->problem(EISDIR);
#if defined(__EMSCRIPTEN__)
    // Node seeks in what it writes, and waits for a reader in a way that nothing ends.
    if (there && S_ISFIFO(info.st_mode))
        return Error{"cannot write '" + path + "': it is a pipe, which this build cannot write to; name a file, or /dev/stdout"};
#endif
    if (there && !S_ISREG(info.st_mode)) {
        out->file_ = std::fopen(path.c_str(), "wb");
    } else if (there && access(path.c_str(), W_OK) != 0) {
        return out->problem(errno);
    } else {
        out->place_ = linked(path);
        out->file_ = newPart(folderOf(out->place_), there ? &info : nullptr, out->part_);
        if (out->file_) remember(out->part_);
        else out->part_.clear();
    }
    if (!out->file_) return out->problem(errno);
    return out;
}

OutputFile::~OutputFile() {
    if (file_) closed(file_);
    if (part_.empty()) return;
    unlink(part_.c_str());
    forget(part_);
}

Status OutputFile::write(Bytes bytes) {
    if (bytes.size && std::fwrite(bytes.data, 1, bytes.size, file_) != bytes.size) return problem(errno);
    bytes_ += bytes.size;
    return {};
}

Status OutputFile::finish() {
    bool good = std::fflush(file_) == 0;
    // On the disk before it takes the place of what is there; a file system that has no such call is as sure without.
    if (good && !part_.empty()) good = fsync(fileno(file_)) == 0 || errno == EINVAL || errno == ENOSYS;
    const int code = errno;
    const bool whole = closed(file_);
    file_ = nullptr;
    if (!good || !whole) return problem(good ? errno : code);
    if (part_.empty()) return {};
    if (std::rename(part_.c_str(), place_.c_str()) != 0) return problem(errno);
    forget(part_);
    part_.clear();
    return {};
}

}  // namespace ringlet
