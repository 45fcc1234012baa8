#include "core/files/writable.h"

#include "core/files/placement.h"

#include <algorithm>

namespace ringlet {

namespace {

// What `list` has of the strands that `keeps` lets through; an empty list has nothing of any.
template <class T, class Keeps>
void keepValues(std::vector<T>& list, const std::vector<uint32_t>& counts, Keeps keeps) {
    if (list.empty()) return;
    auto from = list.begin(), to = list.begin();
    for (uint32_t count : counts) {
        const auto end = from + count;
        if (keeps(count)) to = std::move(from, end, to);
        from = end;
    }
    list.erase(to, list.end());
}

void leaveOutShort(FileStrands& strands, uint32_t least) {
    const auto keeps = [&](uint32_t count) { return count >= least; };
    const auto kept = static_cast<size_t>(std::count_if(strands.counts.begin(), strands.counts.end(), keeps));
    if (kept == strands.counts.size()) return;
    for (auto* list : {&strands.thickness, &strands.transparency}) keepValues(*list, strands.counts, keeps);
    for (auto* list : {&strands.points, &strands.colors}) keepValues(*list, strands.counts, keeps);
    keepValues(strands.fixed, strands.counts, keeps);
    strands.skipped += strands.counts.size() - kept;
    strands.numbers.clear();
    const auto isShort = [&](uint32_t count) { return !keeps(count); };
    strands.counts.erase(std::remove_if(strands.counts.begin(), strands.counts.end(), isShort), strands.counts.end());
}

}  // namespace

Writable writableFor(const FormatInfo& format, FileStrands strands) {
    Writable out;
    leaveOutShort(strands, format.leastPoints);
    const bool said = format.saysUp && (strands.up == UpAxis::Y || strands.up == UpAxis::Z);
    const UpAxis up = said || strands.up == UpAxis::Unknown ? strands.up : usualUp(format);
    if (up != strands.up) {
        out.turnedFrom = strands.up;
        for (Vec3f& p : strands.points) p = turnedUp(p, strands.up, up);
        strands.up = up;
    }
    out.resampled = resampledFor(format, std::move(strands));
    return out;
}

}  // namespace ringlet
