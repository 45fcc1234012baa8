// Which segments of a model's chains are held to the head by what is worn (holders.h), for models whose fields begin with
// ChainFields and that have a field of holdRows (hold_rows.h). Of a strand each holder holds the segment that is nearest to its
// middle as it is put on.
#pragma once

#include "core/base/result.h"
#include "core/collide/collider_view.h"
#include "core/models/holders.h"
#include "core/models/strand_store.h"

#include <vector>

namespace ringlet {

class ChainHolds {
public:
    explicit ChainHolds(int field) : field_(field) {}

    // What is to be worn from the next change() on.
    void want(const Holders& holders) { wanted_ = holders; }
    bool changes() const;  // other things are wanted than are worn
    // Puts on what is wanted, and takes off what is not, with the head turned by `head`. Band and clips press hair to the
    // surface or gather it.
    void change(std::vector<StrandStore>& groups, const ColliderView& colliders, Quatf head);
    void takeOff(std::vector<StrandStore>& groups);
    HoldArgs args() const;

    // What is worn and what it holds, strand by strand of the groom; nothing where nothing is worn.
    void save(const std::vector<StrandStore>& groups, std::vector<float>& floats, std::vector<uint32_t>& ids) const;
    // Takes what save() gave; false, and nothing changes, where that cannot be of these groups.
    bool restore(std::vector<StrandStore>& groups, const float* floats, size_t count, const std::vector<uint32_t>& ids);

private:
    void hold(StrandStore& group, uint32_t strand, size_t holder, const ColliderView& colliders, Quatf head) const;
    void free(std::vector<StrandStore>& groups, size_t holder) const;

    int field_;
    Holders wanted_{}, worn_{};
};

}  // namespace ringlet
