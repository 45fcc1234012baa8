// `.data` of the USC-HairSalon database (Hu et al. 2015, "Single-view hair
// modeling using a hairstyle database"): int32 strands; then for each strand
// int32 n, float points[3n]. Strands of one point are usual in it, as places
// where hair could not be traced: they are skipped and counted. Metres, Y up,
// though the format does not say so.
#include "core/files/binary.h"

#include <algorithm>

namespace ringlet::data_format {
namespace {

constexpr const char* copyAgain = "the file is cut short or is no USC-HairSalon .data: copy or export it again";

// The points of the next strand, checked against what is left of the file.
Result<uint32_t> readCount(ByteStream& in, uint64_t strand) {
    const uint8_t* next = in.peek(4);
    const std::string which = "strand " + std::to_string(strand);
    if (!next) return fileError(in.name(), "the file ends before " + which, in.at(), copyAgain);
    const uint32_t count = readU32(next);
    if (count > 0x7FFFFFFF || count > (in.left() - 4) / 12) {
        return fileError(in.name(), which + " of " + std::to_string(static_cast<int32_t>(count)) +
                                        " points does not fit in the file's " + std::to_string(in.size()) + " bytes",
                         in.at(), copyAgain);
    }
    in.skip(4);
    return count;
}

Result<FileStrands> readData(ByteStream& in) {
    const uint8_t* head = in.peek(4);
    if (!head) return fileError(in.name(), "the file ends within its count of strands", in.size(), copyAgain);
    const uint32_t strands = readU32(head);
    if (strands == 0 || strands > 0x7FFFFFFF || strands > (in.size() - 4) / 4) {
        return fileError(in.name(), std::to_string(static_cast<int32_t>(strands)) +
                                        " strands are not what the file's " + std::to_string(in.size()) +
                                        " bytes can hold", 0, copyAgain);
    }
    in.skip(4);
    FileStrands out;
    // What is left once every strand has its count are points.
    out.points.reserve(static_cast<size_t>(std::min(maxPoints, (in.left() - uint64_t{4} * strands) / 12)));
    for (uint32_t s = 0; s < strands; ++s) {
        Result<uint32_t> count = readCount(in, s);
        if (!count) return Error{count.error()};
        const uint32_t points = count.value();
        if (out.points.size() + points > maxPoints) {
            return fileError(in.name(), "more than " + std::to_string(maxPoints) + " points", in.at(),
                             "leave out strands");
        }
        Status status = readRecords(in, points, 12, [&](const uint8_t* at, uint64_t) {
            const Vec3f p = readVec3(at);
            if (points >= 2) out.points.push_back(p);
            return isFinite(p);
        });
        if (!status) return Error{status.error()};
        if (points < 2) {
            ++out.skipped;
            continue;
        }
        out.counts.push_back(points);
        out.numbers.push_back(s);
    }
    if (out.counts.empty()) {
        return fileError(in.name(), "none of its " + std::to_string(strands) + " strands has two points", 0,
                         "export it again");
    }
    noteRest(in, out);
    return out;
}

Result<std::vector<uint8_t>> writeData(const FileStrands& strands) {
    if (strands.counts.empty()) return Error{"no strands to write"};
    std::vector<uint8_t> out;
    out.reserve(4 + 4 * strands.counts.size() + 12 * strands.points.size());
    appendU32(out, static_cast<uint32_t>(strands.counts.size()));
    const Vec3f* point = strands.points.data();
    for (uint32_t count : strands.counts) {
        appendU32(out, count);
        for (uint32_t i = 0; i < count; ++i) appendVec3(out, *point++);
    }
    return out;
}

FormatInfo dataFormat() {
    FormatInfo format;
    format.name = format.extension = "data";
    format.summary = "Strands of the USC-HairSalon database, any number of points each";
    format.readStrands = readData;
    format.writeStrands = writeData;
    format.leastPoints = 1;
    format.up = UpAxis::Y;
    return format;
}
RegisterFormat here{dataFormat()};

}  // namespace
}  // namespace ringlet::data_format
