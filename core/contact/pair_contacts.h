// What segment contacts and layers share: pairs of things made of hair points,
// found by a broad phase and kept as long as no point has moved far since.
#pragma once

#include "core/base/thread_pool.h"
#include "core/contact/broad_phase.h"
#include "core/contact/contact_forces.h"

namespace ringlet {

// The points of all strands, one strand after the other.
struct HairPoints {
    const HairPoint* now = nullptr;     // where inertia takes them in this step
    const HairPoint* before = nullptr;  // where they began it, relative to where the head's origin is now
    const HairPoint* rest = nullptr;    // in the rest shape
};

// Kept pairs reach a margin beyond contact: how far each point may move before they
// are looked for again. Points that move fast get more.
class PointMargins {
public:
    explicit PointMargins(size_t points) : from_(points), margin_(points, -1.0f) {}

    // Whether a point has left its margin, which is `least` to `most` metres wide
    // and about the way of two steps; then all margins begin anew from here.
    bool left(const HairPoints& points, float least, float most);
    void forget() { margin_.assign(margin_.size(), -1.0f); }

    float of(uint32_t point) const { return margin_[point]; }

private:
    std::vector<Vec3f> from_;
    std::vector<float> margin_;
};

// Contacts of chunks of pairs, made side by side and lined up in the pairs' order.
class ContactChunks {
public:
    static constexpr size_t chunk = 512;  // pairs

    // make(first, last, out) writes the contacts of pairs [first, last), at most one
    // each, and says how many. Then contacts() holds all of them in order.
    template <class Make>
    void fill(size_t pairs, ThreadPool* pool, const Make& make) {
        const size_t chunks = (pairs + chunk - 1) / chunk;
        if (contacts_.size() < pairs) contacts_.resize(pairs + pairs / 4);
        if (counts_.size() < chunks) counts_.resize(chunks + chunks / 4 + 1);
        auto one = [&](int index, int) {
            size_t first = static_cast<size_t>(index) * chunk;
            size_t last = first + chunk < pairs ? first + chunk : pairs;
            counts_[index] = make(first, last, contacts_.data() + first);
        };
        if (pool != nullptr) pool->forEach(static_cast<int>(chunks), one);
        else for (size_t i = 0; i < chunks; ++i) one(static_cast<int>(i), 0);
        count_ = 0;
        for (size_t i = 0; i < chunks; ++i)
            for (size_t k = 0; k < counts_[i]; ++k) contacts_[count_++] = contacts_[i * chunk + k];
    }
    const Contact* contacts() const { return contacts_.data(); }
    size_t count() const { return count_; }

private:
    std::vector<Contact> contacts_;
    std::vector<size_t> counts_;
    size_t count_ = 0;
};

}  // namespace ringlet
