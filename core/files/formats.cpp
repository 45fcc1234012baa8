#include "core/files/formats.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/stat.h>

namespace ringlet {

namespace {

std::vector<FormatInfo>& registry() {
    static std::vector<FormatInfo> all;
    return all;
}

std::string extensionOf(const std::string& path) {
    size_t dot = path.find_last_of("./\\");
    if (dot == std::string::npos || path[dot] != '.') return "";
    std::string extension = path.substr(dot + 1);
    for (char& c : extension) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return extension;
}

// "`.hair`, `.obj`" of the formats that have `member`.
template <class Member>
std::string extensionsWith(Member member) {
    std::string text;
    for (const FormatInfo& f : registry()) {
        if (!(f.*member)) continue;
        if (!text.empty()) text += ", ";
        text += "." + f.extension;
    }
    return text;
}

template <class Member>
Result<const FormatInfo*> formatWith(const std::string& name, Member member, const char* what) {
    const FormatInfo* format = findFormat(name);
    if (format && format->*member) return format;
    std::string extension = extensionOf(name);
    std::string problem = extension.empty() ? "no file name extension"
                          : format          ? "." + extension + " files hold no " + what
                                            : "unknown format ." + extension;
    return Error{name + ": " + problem + "; " + what + " are read from " + extensionsWith(member)};
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string reason(int code) {
    if (code == ENOENT) return "no such file; check the path";
    if (code == ENOTDIR) return "a part of the path is not a directory; check the path";
    if (code == EACCES) return "no permission; change the file's mode or choose another";
    if (code == EISDIR) return "is a directory; name a file in it";
    if (code == ENOSPC) return "the disk is full; free some space";
    return std::string(std::strerror(code)) + "; check the path";
}

}  // namespace

const std::vector<FormatInfo>& formats() { return registry(); }

const FormatInfo* findFormat(const std::string& path) {
    std::string extension = extensionOf(path);
    for (const FormatInfo& f : registry()) {
        if (f.extension == extension) return &f;
    }
    return nullptr;
}

RegisterFormat::RegisterFormat(FormatInfo info) {
    std::vector<FormatInfo>& all = registry();
    auto before = [](const FormatInfo& a, const FormatInfo& b) { return a.name < b.name; };
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), std::move(info));
}

Result<FileStrands> readStrands(Bytes bytes, const std::string& name) {
    auto format = formatWith(name, &FormatInfo::readStrands, "strands");
    if (!format) return Error{format.error()};
    return format.value()->readStrands(bytes, name);
}

Result<Mesh> readMesh(Bytes bytes, const std::string& name) {
    auto format = formatWith(name, &FormatInfo::readMesh, "meshes");
    if (!format) return Error{format.error()};
    return format.value()->readMesh(bytes, name);
}

Result<FileStrands> readStrandsFile(const std::string& path) {
    auto format = formatWith(path, &FormatInfo::readStrands, "strands");  // before reading a gigabyte
    if (!format) return Error{format.error()};
    auto bytes = readFile(path);
    if (!bytes) return Error{bytes.error()};
    return format.value()->readStrands(bytesOf(bytes.value()), path);
}

Result<Mesh> readMeshFile(const std::string& path) {
    auto format = formatWith(path, &FormatInfo::readMesh, "meshes");
    if (!format) return Error{format.error()};
    auto bytes = readFile(path);
    if (!bytes) return Error{bytes.error()};
    return format.value()->readMesh(bytesOf(bytes.value()), path);
}

Result<std::vector<uint8_t>> readFile(const std::string& path) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0) return Error{path + ": " + reason(errno)};
    if (S_ISDIR(info.st_mode)) return Error{path + ": " + reason(EISDIR)};
    if (!S_ISREG(info.st_mode)) return Error{path + ": not a regular file; name a file on disk"};
    uint64_t size = static_cast<uint64_t>(info.st_size);
    if (size > kMaxFileBytes) {
        return Error{path + ": " + std::to_string(size) + " bytes are too many; at most " +
                     std::to_string(kMaxFileBytes) + " can be read"};
    }
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return Error{path + ": " + reason(errno)};
    std::vector<uint8_t> bytes(static_cast<size_t>(size));
    size_t got = size ? std::fread(bytes.data(), 1, bytes.size(), file.get()) : 0;
    if (got != bytes.size()) {
        return Error{path + ": reading stopped at byte " + std::to_string(got) + " of " + std::to_string(size) +
                     "; check the disk and that nothing writes the file"};
    }
    return bytes;
}

Status writeFile(const std::string& path, Bytes bytes) {
    File file(std::fopen(path.c_str(), "wb"));
    if (!file) return Error{path + ": cannot be written: " + reason(errno)};
    size_t done = bytes.size ? std::fwrite(bytes.data, 1, bytes.size, file.get()) : 0;
    bool flushed = done == bytes.size && std::fflush(file.get()) == 0;
    if (!flushed) return Error{path + ": writing failed: " + reason(errno)};
    return {};
}

}  // namespace ringlet
