#include "core/files/formats.h"

#include "core/files/output_file.h"

#include <algorithm>

namespace ringlet {

namespace {

constexpr uint64_t maxWholeFile = uint64_t{1} << 30;

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

// What the reader says, or why it got no more bytes.
template <class T>
Result<T> readFrom(ByteStream& in, Result<T> (*reader)(ByteStream&)) {
    Result<T> read = reader(in);
    if (!in.problem().empty()) return Error{in.problem()};
    return read;
}

template <class T>
Result<T> readBytes(Bytes bytes, const std::string& name, ReadProgress progress, const char* what,
                    Result<T> (*FormatInfo::*member)(ByteStream&)) {
    auto format = formatWith(name, member, what);
    if (!format) return Error{format.error()};
    ByteStream in(bytes, name, std::move(progress));
    return readFrom(in, format.value()->*member);
}

template <class T>
Result<T> readPath(const std::string& path, ReadProgress progress, const char* what,
                   Result<T> (*FormatInfo::*member)(ByteStream&)) {
    auto format = formatWith(path, member, what);
    if (!format) return Error{format.error()};
    auto in = ByteStream::open(path, std::move(progress));
    if (!in) return Error{in.error()};
    return readFrom(in.value(), format.value()->*member);
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

Result<FileStrands> readStrands(Bytes bytes, const std::string& name, ReadProgress progress) {
    return readBytes(bytes, name, std::move(progress), "strands", &FormatInfo::readStrands);
}
Result<Mesh> readMesh(Bytes bytes, const std::string& name, ReadProgress progress) {
    return readBytes(bytes, name, std::move(progress), "meshes", &FormatInfo::readMesh);
}
Result<FileStrands> readStrandsFile(const std::string& path, ReadProgress progress) {
    return readPath(path, std::move(progress), "strands", &FormatInfo::readStrands);
}
Result<Mesh> readMeshFile(const std::string& path, ReadProgress progress) {
    return readPath(path, std::move(progress), "meshes", &FormatInfo::readMesh);
}

Result<std::vector<uint8_t>> readFile(const std::string& path) {
    auto opened = ByteStream::open(path, {}, maxWholeFile);
    if (!opened) return Error{opened.error()};
    ByteStream& in = opened.value();
    std::vector<uint8_t> bytes;
    bytes.reserve(static_cast<size_t>(in.size()));
    for (Bytes next = in.window(); next.size; next = in.window()) {
        bytes.insert(bytes.end(), next.data, next.data + next.size);
        in.skip(next.size);
    }
    if (!in.problem().empty()) return Error{in.problem()};
    return bytes;
}

Status writeFile(const std::string& path, Bytes bytes) {
    auto out = OutputFile::create(path);
    if (!out) return Error{out.error()};
    Status status = out.value()->write(bytes);
    return status ? out.value()->finish() : status;
}

}  // namespace ringlet
