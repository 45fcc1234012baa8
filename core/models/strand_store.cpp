#include "core/models/strand_store.h"

#include "core/models/model.h"
#include "core/models/strand_jump.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ringlet {

StrandStore::StrandStore(std::vector<Field> fields, const StrandCounts& counts, uint32_t lanes, Layout layout)
    : fields_(std::move(fields)), places_(fields_.size()), counts_(counts), lanes_(lanes),
      pairShift_(counts.together == 2 ? 1 : 0), padded_(((counts.strands >> pairShift_) + lanes - 1) / lanes * lanes),
      layout_(layout) {
    while (1u << laneShift_ < lanes) ++laneShift_;
    size_t total = 0;
    for (size_t f = 0; f < fields_.size(); ++f) {
        const FieldOffset offset = fieldOffset(fields_.data(), static_cast<int>(fields_.size()), static_cast<int>(f));
        places_[f] = fieldPlace(offset, layout, counts_, lanes_, padded_);
        total = static_cast<size_t>(offset.all) * itemsOf(Per::Particle, counts) * padded_;
        if (fields_[f].keep == Keep::State) (byParticle(fields_[f].per) ? particleState_ : otherState_).push_back(f);
    }
    for (size_t f = 0; f < fields_.size(); ++f)
        if (!byParticle(fields_[f].per)) total += floatsOf(static_cast<int>(f));
    data_.assign(total, 0.0f);
    resets_.assign(padded_, 0);
}

void StrandStore::setOrder(std::vector<uint32_t> order) {
    order_ = std::move(order);
    byGroom_.clear();
    std::vector<uint32_t> strandOf(order_.empty() ? 0 : *std::max_element(order_.begin(), order_.end()) + 1, strands());
    for (uint32_t s = 0; s < strands(); ++s) strandOf[order_[s]] = s;
    for (uint32_t s : strandOf)
        if (s < strands()) byGroom_.push_back(s);
}

size_t StrandStore::stateFloats() const {
    size_t floats = 0;
    for (const std::vector<size_t>* list : {&particleState_, &otherState_})
        for (size_t f : *list) floats += size_t{items(f)} * fields_[f].floats;
    return floats;
}

void StrandStore::addRest(Hash64& hash) const {
    for (uint32_t count : {counts_.particles, counts_.elements, counts_.points}) hash.add(uint64_t{count});
    for (uint32_t i = 0; i < strands(); ++i)
        for (size_t f = 0; f < fields_.size(); ++f) {
            if (fields_[f].keep != Keep::Rest) continue;
            for (uint32_t item = 0; item < items(f); ++item)
                for (int c = 0; c < fields_[f].floats; ++c) hash.add(at(static_cast<int>(f), byGroom(i), item, c));
        }
}

void StrandStore::jump(Quatf turn) {
    for (size_t f = 0; f < fields_.size(); ++f) {
        if (fields_[f].jump == Jump::Stays) continue;
        for (uint32_t s = 0; s < padded(); ++s)
            for (uint32_t item = 0; item < items(f); ++item)
                jumpItem(strand(static_cast<int>(f), s), static_cast<int>(item), fields_[f].jump, turn);
    }
    remember();
}

StrandStore StrandStore::subset(const std::vector<uint32_t>& chosen, uint32_t lanes) const {
    StrandCounts counts = counts_;
    counts.strands = static_cast<uint32_t>(chosen.size());
    StrandStore some(fields_, counts, lanes);
    for (uint32_t i = 0; i < some.padded(); ++i) {
        const uint32_t s = chosen[i < chosen.size() ? i : chosen.size() - 1];
        for (size_t f = 0; f < fields_.size(); ++f)
            for (uint32_t item = 0; item < itemsOfOne(fields_[f].per, counts_); ++item)
                for (int c = 0; c < fields_[f].floats; ++c)
                    some.at(static_cast<int>(f), i, item, c) = at(static_cast<int>(f), s, item, c);
    }
    return some;
}

void StrandStore::draws(int field) {
    drawn_ = field;
    if (layout_ == Layout::Tiles) previous_.resize(floatsOf(field));
}

void StrandStore::remember() {
    if (!previous_.empty()) std::memcpy(previous_.data(), field(drawn_), previous_.size() * sizeof(float));
}

void StrandStore::remember(uint32_t tile) {
    if (previous_.empty()) return;
    std::memcpy(previous(tile), rows(drawn_, tile), previousFloats() * sizeof(float));
}

DeviceGroup StrandStore::forDevice(size_t scratchFloats) {
    StrandCounts lanes = counts_;
    lanes.strands >>= pairShift_;
    return {lanes, padded_, drawn_, data_.data(), data_.size(), previous_.empty() ? nullptr : previous_.data(),
            previous_.size(), resets_.data(), scratchFloats};
}

std::vector<FloatRange> StrandStore::changing(bool drawnAlone) const {
    std::vector<FloatRange> ranges;
    for (size_t f = 0; f < fields_.size(); ++f) {
        const int field = static_cast<int>(f);
        if (drawnAlone ? field != drawn_ : fields_[f].keep == Keep::Rest) continue;
        // An array of structures has a field of particles in between the others.
        if (layout_ == Layout::Aos && byParticle(fields_[f].per)) return {{0, data_.size()}};
        ranges.push_back({places_[f].start, floatsOf(field)});
    }
    return ranges;
}

CurveBlock StrandStore::curve(uint32_t part) const {
    const size_t at = drawnPlace(part);
    const float* const before = previous_.empty() ? nullptr : previous_.data() + at;
    return {firstStrand(), strands() >> pairShift_, particles(), lanes_, field(drawn_) + at, before, particles() * (together() - 1)};
}

uint64_t StrandStore::resetsSum() const {
    uint64_t total = 0;
    for (uint32_t lane = 0; lane < strands() >> pairShift_; ++lane) total += resets_[lane];
    return total;
}

bool layoutNamed(const std::string& name, Layout& layout) {
    if (name == "tiles") layout = Layout::Tiles;
    else if (name == "batch") layout = Layout::Batch;
    else if (name == "soa") layout = Layout::Soa;
    else if (name == "aos") layout = Layout::Aos;
    else return false;
    return true;
}

}  // namespace ringlet
