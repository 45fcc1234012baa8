// ringlet convert: from one groom or mesh format to another.
#include "core/files/formats.h"
#include "core/scenes/suggest.h"
#include "native/command.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> rows = {{"--help", nullptr, "this text"}};

Result<const FormatInfo*> formatOf(const std::string& path) {
    if (const FormatInfo* format = findFormat(path)) return format;
    std::vector<std::string> known;
    for (const FormatInfo& format : formats()) known.push_back("." + format.extension);
    return Error{"no format goes with the name '" + path + "'" + suggestion("", known)};
}

// The bytes of the output file.
Result<std::vector<uint8_t>> converted(const FormatInfo& from, const FormatInfo& to, Bytes bytes,
                                       const std::string& name) {
    if (from.readStrands && to.writeStrands) {
        Result<FileStrands> strands = from.readStrands(bytes, name);
        if (!strands) return Error{strands.error()};
        std::printf("%zu strands, %zu points\n", strands.value().counts.size(), strands.value().points.size());
        return to.writeStrands(strands.value());
    }
    if (from.readMesh && to.writeMesh) {
        Result<Mesh> mesh = from.readMesh(bytes, name);
        if (!mesh) return Error{mesh.error()};
        std::printf("%zu vertices, %zu triangles\n", mesh.value().vertices.size(), mesh.value().triangles.size());
        return to.writeMesh(mesh.value());
    }
    return Error{"." + from.extension + " cannot become ." + to.extension +
                 ": the one cannot be read, or the other written, as strands or as a mesh"};
}

}  // namespace

int convert(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, rows);
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet convert IN OUT\n%s", helpOf(rows).c_str());
        return done;
    }
    if (arguments.operands().size() != 2) return fail(badInput, "convert needs two files: ringlet convert IN OUT");
    const std::string &in = arguments.operands()[0], &out = arguments.operands()[1];
    const Result<const FormatInfo*> from = formatOf(in), to = formatOf(out);
    if (!from) return fail(badInput, from.error());
    if (!to) return fail(badInput, to.error());
    const Result<std::vector<uint8_t>> input = readFile(in);
    if (!input) return fail(badInput, input.error());
    const Result<std::vector<uint8_t>> output = converted(*from.value(), *to.value(), bytesOf(input.value()), in);
    if (!output) return fail(badInput, output.error());
    if (Status status = writeFile(out, bytesOf(output.value())); !status) return fail(failed, status.error());
    return done;
}

}  // namespace ringlet::cli
