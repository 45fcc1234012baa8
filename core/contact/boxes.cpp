#include "core/contact/boxes.h"

namespace ringlet {

void sortPairs(PairList& pairs, uint32_t count, PairOrder& order) {
    std::vector<uint32_t>& first = order.first;
    first.assign(size_t{count} + 1, 0);
    for (const Pair& p : pairs) ++first[p.a + 1];
    for (uint32_t i = 0; i < count; ++i) first[i + 1] += first[i];
    PairList& sorted = order.pairs;
    sorted.clear();
    sorted.room(pairs.size());
    sorted.added(pairs.size());
    const bool tagged = !order.tags.empty();
    if (tagged && order.sortedTags.size() < pairs.size()) order.sortedTags.resize(order.tags.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
        const uint32_t at = first[pairs[i].a]++;
        sorted[at] = pairs[i];
        if (tagged) order.sortedTags[at] = order.tags[i];
    }
    for (uint32_t i = count; i > 0; --i) first[i] = first[i - 1];
    first[0] = 0;
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t i = first[a] + 1; i < first[a + 1]; ++i) {
            const Pair p = sorted[i];
            const uint8_t tag = tagged ? order.sortedTags[i] : uint8_t{0};
            uint32_t k = i;
            for (; k > first[a] && sorted[k - 1].b > p.b; --k) {
                sorted[k] = sorted[k - 1];
                if (tagged) order.sortedTags[k] = order.sortedTags[k - 1];
            }
            sorted[k] = p;
            if (tagged) order.sortedTags[k] = tag;
        }
    }
    pairs.swap(sorted);
    order.tags.swap(order.sortedTags);
}

}  // namespace ringlet
