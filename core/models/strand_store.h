// What a model keeps of equally long strands, made from a list of fields: where each
// number lies, and all that follows from the list: hash, save, restore, a jump of the
// head, bytes. fields.h says where a field lies.
#pragma once

#include "core/base/hash.h"
#include "core/math/vec.h"
#include "core/models/fields.h"
#include "core/models/strand_device.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ringlet {

struct CurveBlock;

// Fields are named by their place in the list. Those of particles and segments lie as the
// layout says, field after field; behind them the others, in tiles. Where strands are solved in pairs,
// 2 i and 2 i + 1 share a lane: number `half` of them is the first or the second.
class StrandStore {
public:
    StrandStore() = default;
    // `lanes` is the tile's width, a power of two; strands are padded up to a whole number of tiles. Pairs: counts of an
    // even number of strands, 2 together.
    StrandStore(std::vector<Field> fields, const StrandCounts& counts, uint32_t lanes, Layout layout = Layout::Tiles);

    uint32_t firstStrand() const { return counts_.firstStrand; }
    // The groom's strand that strand s is: from firstStrand() on one after another, or as `order` says, which has one
    // for each. Where stores have an order, they may hold any strands.
    uint32_t ofGroom(uint32_t s) const { return order_.empty() ? counts_.firstStrand + s : order_[s]; }
    void setOrder(std::vector<uint32_t> order);
    bool ordered() const { return !order_.empty(); }
    // The strand that is the i-th of them in the groom.
    uint32_t byGroom(uint32_t i) const { return byGroom_.empty() ? i : byGroom_[i]; }
    uint32_t strands() const { return counts_.strands; }
    uint32_t particles() const { return counts_.particles; }
    uint32_t lanes() const { return lanes_; }
    uint32_t together() const { return counts_.together; }
    uint32_t padded() const { return padded_ << pairShift_; }
    uint32_t tiles() const { return padded_ / lanes_; }
    Layout layout() const { return layout_; }

    float& at(int field, uint32_t strand, uint32_t item, int component) {
        return data_[offset(field, strand, item, component)];
    }
    float at(int field, uint32_t strand, uint32_t item, int component) const {
        return data_[offset(field, strand, item, component)];
    }
    // Three or four components of an item, from `first` on.
    Vec3f vec3At(int field, uint32_t s, uint32_t i, int first = 0) const {
        const float* const x = &data_[offset(field, s, i, first)];
        const size_t step = stepOf(field);
        return {x[0], x[step], x[2 * step]};
    }
    Quatf quatAt(int field, uint32_t s, uint32_t i, int first = 0) const {
        const float* const x = &data_[offset(field, s, i, first)];
        const size_t step = stepOf(field);
        return {x[0], x[step], x[2 * step], x[3 * step]};
    }
    void setVec3(int field, uint32_t s, uint32_t i, Vec3f v, int first = 0) {
        float* const x = &data_[offset(field, s, i, first)];
        const size_t step = stepOf(field);
        x[0] = v.x, x[step] = v.y, x[2 * step] = v.z;
    }
    void setQuat(int field, uint32_t s, uint32_t i, Quatf q, int first = 0) {
        setVec3(field, s, i, {q.x, q.y, q.z}, first);
        at(field, s, i, first + 3) = q.w;
    }

    // A field as kernels see it: of a tile, of a strand, or as a tile's rows [item][component][lane].
    StrandView tile(int field, uint32_t tile, uint32_t half = 0) {
        const ChannelPlace& p = places_[static_cast<size_t>(field)];
        return {data_.data() + p.start + tile * p.tile + halfOf(field, half), p.particle, p.component, p.lane};
    }
    StrandView strand(int field, uint32_t strand) {
        StrandView view = strandView(data_.data(), places_[static_cast<size_t>(field)], strand >> pairShift_, lanes_);
        view.base += halfOf(field, strand & (counts_.together - 1));
        return view;
    }
    float* rows(int field, uint32_t tile, uint32_t half = 0) {
        return tile * places_[static_cast<size_t>(field)].tile + this->field(field) + halfOf(field, half);
    }
    // A whole field; it lies in one piece in tiles alone.
    float* field(int field) { return data_.data() + places_[static_cast<size_t>(field)].start; }
    const float* field(int field) const { return data_.data() + places_[static_cast<size_t>(field)].start; }
    size_t floatsOf(int field) const {
        const size_t f = static_cast<size_t>(field);
        return size_t{padded_} * itemsOf(fields_[f].per, counts_) * fields_[f].floats;
    }
    // The fields of particles and segments, as they lie.
    float* data() { return data_.data(); }

    // The strands that `chosen` names, in tiles.
    StrandStore subset(const std::vector<uint32_t>& chosen, uint32_t lanes) const;
    // From now on a field follows from the others, and does not tell grooms apart.
    void derive(int field) { fields_[static_cast<size_t>(field)].keep = Keep::Derived; }

    // Every float of a strand's state, whatever layout and lanes: particle by particle, then
    // each other field by itself.
    template <class Visit> void eachState(uint32_t strand, const Visit& visit) { each(*this, strand, visit); }
    template <class Visit> void eachState(uint32_t strand, const Visit& visit) const { each(*this, strand, visit); }
    size_t stateFloats() const;               // of a strand
    void addRest(Hash64& hash) const;         // the counts and every field of the rest
    void jump(Quatf turn);                    // `turn`: the head's, unit

    // The field that is drawn, and as it was a frame earlier, for interpolation (in tiles alone).
    void draws(int field);
    int drawn() const { return drawn_; }
    void remember();
    void remember(uint32_t tile);
    bool remembers() const { return !previous_.empty(); }
    // Where a strand's drawn rows begin, in that field and in what it was.
    size_t drawnPlace(uint32_t strand) const {
        const uint32_t lane = strand >> pairShift_, first = (strand & (counts_.together - 1)) * particles();
        return (lane >> laneShift_) * previousFloats() + size_t{first} * 3 * lanes_ + (lane & (lanes_ - 1));
    }
    const float* previous(uint32_t tile) const { return previous_.data() + tile * previousFloats(); }
    float* previous(uint32_t tile) { return previous_.data() + tile * previousFloats(); }
    // What is drawn becomes what was, and is to be written anew; of a store of one field.
    void showNext() { data_.swap(previous_); }
    // As they lie here: the strands, or of pairs the first ones, or the second ones. part: below together().
    CurveBlock curve(uint32_t part = 0) const;

    // How many strands were put back to rest, counted by lanes.
    uint32_t* resets(uint32_t tile) { return resets_.data() + size_t{tile} * lanes_; }
    uint64_t resetsSum() const;
    void clearResets() { resets_.assign(resets_.size(), 0); }

    // What a device copies, with so many floats of scratch a strand; and what of it changes there,
    // or the drawn field alone, as pieces that lie together.
    DeviceGroup forDevice(size_t scratchFloats);
    std::vector<FloatRange> changing(bool drawnAlone) const;

    size_t bytes() const {
        return (data_.size() + previous_.size()) * sizeof(float) + resets_.size() * sizeof(uint32_t);
    }

private:
    size_t offset(int field, uint32_t strand, uint32_t item, int component) const {
        const ChannelPlace& p = places_[static_cast<size_t>(field)];
        const uint32_t lane = strand >> pairShift_;
        return p.start + (lane >> laneShift_) * static_cast<size_t>(p.tile) +
               (lane & (lanes_ - 1)) * static_cast<size_t>(p.lane) + halfOf(field, strand & (counts_.together - 1)) +
               item * static_cast<size_t>(p.particle) + static_cast<size_t>(component) * static_cast<size_t>(p.component);
    }
    size_t stepOf(int field) const { return static_cast<size_t>(places_[static_cast<size_t>(field)].component); }
    // Where the items of a pair's strand begin in its lane.
    size_t halfOf(int field, uint32_t half) const {
        const size_t f = static_cast<size_t>(field);
        return half * itemsOfOne(fields_[f].per, counts_) * static_cast<size_t>(places_[f].particle);
    }
    size_t previousFloats() const { return size_t{lanes_} * particles() * counts_.together * 3; }  // a tile
    // Items a strand has: no segment begins at the last particle.
    uint32_t items(size_t field) const {
        return itemsOfOne(fields_[field].per, counts_) - (fields_[field].per == Per::Segment ? 1 : 0);
    }

    template <class Store, class Visit>
    static void each(Store& store, uint32_t strand, const Visit& visit) {
        auto visitItem = [&](size_t f, uint32_t item) {
            for (int c = 0; c < store.fields_[f].floats; ++c) visit(store.at(static_cast<int>(f), strand, item, c));
        };
        for (uint32_t item = 0; item < store.particles(); ++item)
            for (size_t f : store.particleState_)
                if (item < store.items(f)) visitItem(f, item);
        for (size_t f : store.otherState_)
            for (uint32_t item = 0; item < store.items(f); ++item) visitItem(f, item);
    }

    std::vector<Field> fields_;
    std::vector<ChannelPlace> places_;                // a field
    std::vector<size_t> particleState_, otherState_;  // fields
    StrandCounts counts_;
    uint32_t lanes_ = 1, laneShift_ = 0, pairShift_ = 0, padded_ = 0;  // padded_: lanes
    std::vector<uint32_t> order_, byGroom_;
    Layout layout_ = Layout::Tiles;
    std::vector<float> data_, previous_;
    std::vector<uint32_t> resets_;                    // a lane, padding too
    int drawn_ = -1;
};

// "tiles", "batch", "soa", "aos"; false for another name.
bool layoutNamed(const std::string& name, Layout& layout);

}  // namespace ringlet
