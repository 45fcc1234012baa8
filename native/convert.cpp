// ringlet convert: from one groom or mesh format to another.
#include "core/base/number_text.h"
#include "core/files/placement.h"
#include "core/files/writable.h"
#include "core/base/suggest.h"
#include "native/command.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> convertRows = {
    {"--up", "AXIS", "which axis of IN is up: Y, Z, X, -Y, -Z or -X (default: as the file says, or as is usual for its format)"},
    {"--help", nullptr, "this text"},
};

// The axis that --up names; Unknown where it was not given.
Result<UpAxis> upOf(const Arguments& arguments) {
    const std::string* name = arguments.find("--up");
    if (!name) return UpAxis::Unknown;
    for (UpAxis up : allUpAxes)
        if (*name == axisName(up)) return up;
    return Error{"--up must be Y, Z, X, -Y, -Z or -X, not '" + *name + "'"};
}

Result<const FormatInfo*> formatOf(const std::string& path) {
    if (const FormatInfo* format = findFormat(path)) return format;
    std::vector<std::string> known;
    for (const FormatInfo& format : formats()) known.push_back("." + format.extension);
    return Error{"no format goes with the name '" + path + "'" + suggestion("", known)};
}

// The first strand of two points and more, with all that is known of it; or none.
FileStrands oneOf(const FileStrands& strands) {
    FileStrands one;
    size_t first = 0, s = 0;
    while (s < strands.counts.size() && strands.counts[s] < 2) first += strands.counts[s++];
    if (s == strands.counts.size()) return one;
    one.counts = {strands.counts[s]};
    const auto copy = [&](const auto& from, auto& to) {
        if (!from.empty()) to.assign(&from[first], &from[first] + strands.counts[s]);
    };
    copy(strands.points, one.points), copy(strands.thickness, one.thickness), copy(strands.transparency, one.transparency);
    copy(strands.colors, one.colors), copy(strands.fixed, one.fixed);
    one.unit = strands.unit, one.up = strands.up;
    return one;
}

// What of the strands a format cannot hold, with commas between: what does not come back of one.
std::string notKept(const FormatInfo& to, const FileStrands& strands) {
    const FileStrands one = oneOf(strands);
    if (one.counts.empty() || !to.readStrands) return "";
    const Result<std::vector<uint8_t>> bytes = to.writeStrands(writableFor(to, one).resampled.strands);
    if (!bytes) return "";
    const Result<FileStrands> back = readStrands(bytesOf(bytes.value()), "x." + to.extension);
    if (!back) return "";
    std::string lost;
    const auto tell = [&](bool there, bool kept, const std::string& what) {
        if (there && !kept) lost += (lost.empty() ? "" : ", ") + what;
    };
    const FileStrands& kept = back.value();
    tell(!strands.thickness.empty(), !kept.thickness.empty(), "thickness");
    tell(!strands.transparency.empty(), !kept.transparency.empty(), "transparency");
    tell(!strands.colors.empty(), !kept.colors.empty(), "colours");
    tell(!strands.fixed.empty(), !kept.fixed.empty(), "which points the head holds");
    tell(strands.unit > 0, kept.unit == strands.unit, "the unit (" + unitName(strands.unit) + ")");
    return lost;
}

// Which axis was taken to be up, `whose` it is, and what became of it; nothing where nothing did.
std::string axisTold(const FormatInfo& to, const Writable& writable, const std::string& whose) {
    const UpAxis up = writable.resampled.strands.up;
    const bool turned = writable.turnedFrom != UpAxis::Unknown;
    if (!turned && (whose.empty() || !to.saysUp)) return "";
    std::string text = axisName(turned ? writable.turnedFrom : up);
    text += " up" + (whose.empty() ? "" : ", " + whose);
    if (turned) text += std::string("; turned to ") + axisName(up) + " up, as is usual in ." + to.extension;
    return text;
}

// `given`: the axis that the user says is up; Unknown: none.
Result<std::vector<uint8_t>> strandsConverted(const FormatInfo& from, const FormatInfo& to, UpAxis given, FileStrands strands) {
    std::string whose;
    if (given != UpAxis::Unknown) strands.up = given, whose = "as set";
    if (strands.up == UpAxis::Unknown) strands.up = usualUp(from), whose = "as is usual in ." + from.extension;
    const std::string lost = notKept(to, strands);
    const Writable writable = writableFor(to, std::move(strands));
    const Resampled& resampled = writable.resampled;
    if (resampled.strands.counts.empty()) {
        return Error{"no strand has the " + std::to_string(to.leastPoints) + " points that ." + to.extension +
                     " needs; write .hair"};
    }
    std::printf("%zu strands, %zu points", resampled.strands.counts.size(), resampled.strands.points.size());
    const uint64_t skipped = resampled.strands.skipped;
    if (skipped) std::printf("; %llu strands of too few points skipped", static_cast<unsigned long long>(skipped));
    std::printf("\n");
    for (const std::string& note : resampled.strands.notes) std::printf("%s\n", note.c_str());
    const std::string axis = axisTold(to, writable, whose);
    if (!axis.empty()) std::printf("%s\n", axis.c_str());
    if (!lost.empty()) std::printf("not kept in .%s: %s\n", to.extension.c_str(), lost.c_str());
    if (resampled.points) {
        std::printf("resampled to %u points a strand, at most %s off in the file's unit\n", resampled.points,
                    shortestText(resampled.deviation).c_str());
    }
    return to.writeStrands(resampled.strands);
}

// `given`: the axis that the user says is up; Unknown: the one that is usual.
Result<std::vector<uint8_t>> meshConverted(const FormatInfo& to, UpAxis given, const std::string& path, const ReadProgress& progress) {
    Result<Mesh> mesh = readMeshFile(path, progress);
    if (!mesh) return Error{mesh.error()};
    std::printf("%zu vertices, %zu triangles\n", mesh.value().vertices.size(), mesh.value().triangles.size());
    const UpAxis up = usualUp(to);
    if (given != UpAxis::Unknown && given != up) {
        for (Vec3f& p : mesh.value().vertices) p = turnedUp(p, given, up);
        std::printf("%s up, as set; turned to %s up, as is usual in .%s\n", axisName(given), axisName(up), to.extension.c_str());
    }
    return to.writeMesh(mesh.value());
}

// The bytes of the output file.
Result<std::vector<uint8_t>> converted(const FormatInfo& from, const FormatInfo& to, UpAxis up, const std::string& path) {
    Progress line;
    const ReadProgress progress = [&](uint64_t at, uint64_t total) {
        line.show("reading " + path + ": " + std::to_string(100 * at / total) + " %");
        return true;
    };
    if (from.readStrands && to.writeStrands) {
        Result<FileStrands> strands = readStrandsFile(path, progress);
        // A file of a format for both may hold the other.
        if (!strands && from.readMesh && to.writeMesh && readMeshFile(path)) return meshConverted(to, up, path, progress);
        if (!strands) return Error{strands.error()};
        return strandsConverted(from, to, up, std::move(strands.value()));
    }
    if (from.readMesh && to.writeMesh) return meshConverted(to, up, path, progress);
    if (!to.writeStrands && !to.writeMesh) {
        return Error{"nothing is written to ." + to.extension + "; strands are written to " + extensionsWith(&FormatInfo::writeStrands) +
                     ", meshes to " + extensionsWith(&FormatInfo::writeMesh)};
    }
    const bool meshes = from.readMesh != nullptr;
    if (!meshes && !from.readStrands) return Error{"nothing is read from ." + from.extension + "; strands are read from " + extensionsWith(&FormatInfo::readStrands) +
                                                  ", meshes from " + extensionsWith(&FormatInfo::readMesh)};
    return Error{"from ." + from.extension + (meshes ? " meshes" : " strands") + " are read, and ." + to.extension + " is written from " +
                 (meshes ? "strands" : "meshes") + "; write " +
                 (meshes ? extensionsWith(&FormatInfo::writeMesh) : extensionsWith(&FormatInfo::writeStrands))};
}

}  // namespace

int convert(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, convertRows);
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet convert IN OUT\nFormats go by extension; `ringlet list` names them. Reads strands from %s, meshes from %s;\n"
                    "writes strands to %s, meshes to %s.\n%s",
                    extensionsWith(&FormatInfo::readStrands).c_str(), extensionsWith(&FormatInfo::readMesh).c_str(),
                    extensionsWith(&FormatInfo::writeStrands).c_str(), extensionsWith(&FormatInfo::writeMesh).c_str(),
                    helpOf(convertRows).c_str());
        return done;
    }
    if (arguments.operands().size() != 2) return fail(badInput, "convert needs two files: ringlet convert IN OUT");
    const std::string &in = arguments.operands()[0], &out = arguments.operands()[1];
    const Result<const FormatInfo*> from = formatOf(in), to = formatOf(out);
    if (!from) return fail(badInput, from.error());
    if (!to) return fail(badInput, to.error());
    const Result<UpAxis> up = upOf(arguments);
    if (!up) return fail(badInput, up.error());
    if (sameFile(in, out)) {
        return fail(badInput, "'" + out + "' is the file to read; name another to write");
    }
    if (const auto file = ByteStream::open(in); !file) return fail(badInput, file.error());
    // Begun before the reading, which may take long.
    auto file = OutputFile::create(out);
    if (!file) return fail(failed, file.error());
    const Result<std::vector<uint8_t>> output = converted(*from.value(), *to.value(), up.value(), in);
    if (!output) return fail(badInput, output.error());
    if (Status status = file.value()->write(bytesOf(output.value())); !status) return fail(failed, status.error());
    if (Status status = file.value()->finish(); !status) return fail(failed, status.error());
    std::printf("written '%s', %s\n", out.c_str(), sizeText(output.value().size()).c_str());
    return done;
}

}  // namespace ringlet::cli
