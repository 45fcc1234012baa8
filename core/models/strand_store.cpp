#include "core/models/strand_store.h"

#include "core/models/model.h"

#include <cstring>
#include <utility>

namespace ringlet {

StrandStore::StrandStore(std::vector<Field> fields, const StrandCounts& counts, uint32_t lanes, Layout layout)
    : fields_(std::move(fields)), places_(fields_.size()), counts_(counts), lanes_(lanes),
      padded_((counts.strands + lanes - 1) / lanes * lanes), layout_(layout) {
    while (1u << laneShift_ < lanes) ++laneShift_;
    int all = 0, before = 0;
    for (size_t f = 0; f < fields_.size(); ++f) all += byParticle(f) ? fields_[f].floats : 0;
    particleFloats_ = size_t(all) * counts.particles * padded_;
    size_t total = particleFloats_;
    for (size_t f = 0; f < fields_.size(); ++f) {
        const ptrdiff_t floats = fields_[f].floats, items = itemsOf(f, true), width = lanes;
        if (byParticle(f)) {
            places_[f] = channelPlace(layout, before, fields_[f].floats, all, counts.particles, width, padded_);
            before += fields_[f].floats;
        } else {
            places_[f] = {total, items * floats * width, 1, floats * width, width};
            total += floatsOf(static_cast<int>(f));
        }
        if (fields_[f].keep == Keep::State) (byParticle(f) ? particleState_ : otherState_).push_back(f);
    }
    data_.assign(total, 0.0f);
    resets_.assign(padded_, 0);
}

uint32_t StrandStore::itemsOf(size_t field, bool stored) const {
    switch (fields_[field].per) {
        case Per::Strand: return 1;
        case Per::Particle: return counts_.particles;
        case Per::Segment: return stored ? counts_.particles : counts_.particles - 1;
        case Per::Element: return counts_.elements;
        case Per::Point: return counts_.points;
        case Per::Contact: return counts_.points + 1;
    }
    return 0;
}

size_t StrandStore::stateFloats() const {
    size_t floats = 0;
    for (const std::vector<size_t>* list : {&particleState_, &otherState_})
        for (size_t f : *list) floats += size_t{itemsOf(f, false)} * fields_[f].floats;
    return floats;
}

void StrandStore::addRest(Hash64& hash) const {
    for (uint32_t count : {counts_.particles, counts_.elements, counts_.points}) hash.add(uint64_t{count});
    for (uint32_t s = 0; s < strands(); ++s)
        for (size_t f = 0; f < fields_.size(); ++f) {
            if (fields_[f].keep != Keep::Rest) continue;
            for (uint32_t item = 0; item < itemsOf(f, false); ++item)
                for (int c = 0; c < fields_[f].floats; ++c) hash.add(at(static_cast<int>(f), s, item, c));
        }
}

void StrandStore::jump(Quatf turn) {
    for (size_t f = 0; f < fields_.size(); ++f) {
        if (fields_[f].jump == Jump::Stays) continue;
        const int field = static_cast<int>(f);
        for (uint32_t s = 0; s < padded_; ++s)
            for (uint32_t item = 0; item < itemsOf(f, false); ++item) {
                if (fields_[f].jump == Jump::Vector) setVec3(field, s, item, rotate(turn, vec3At(field, s, item)));
                else setQuat(field, s, item, normalized(turn * quatAt(field, s, item)));
            }
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
            for (uint32_t item = 0; item < itemsOf(f, true); ++item)
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

CurveBlock StrandStore::curve() const {
    return {firstStrand(), strands(), particles(), lanes_, field(drawn_), previous_.data()};
}

uint64_t StrandStore::resetsSum() const {
    uint64_t total = 0;
    for (uint32_t s = 0; s < strands(); ++s) total += resets_[s];
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
