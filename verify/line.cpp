#include "verify/line.h"

#include <algorithm>

namespace ringlet::verify {

static std::vector<LineInfo>& registry() {
    static std::vector<LineInfo> all;
    return all;
}

const char* LineInfo::excuse(const Subject& subject) const {
    for (const KnownMiss& miss : misses)
        if (subject.name == miss.subject) return miss.why;
    return subject.owes(owed) ? nullptr : "owes no mechanics";
}

const std::vector<LineInfo>& lines() { return registry(); }

RegisterLine::RegisterLine(LineInfo info) {
    auto before = [](const LineInfo& a, const LineInfo& b) { return a.name < b.name; };
    auto& all = registry();
    all.insert(std::upper_bound(all.begin(), all.end(), info, before), info);
}

}  // namespace ringlet::verify
