// Whether hair that is simulated rests as far as can be seen: it need not be drawn again then.
#pragma once

#include "core/models/model.h"

#include <vector>

namespace ringlet {
namespace view {

class RestWatch {
public:
    // After each step of so many seconds.
    void watch(const Curves& curves, double seconds);
    void forget() { still_ = 0; }
    // For a second no coordinate has moved by more than 0.15 mm; from then on until
    // one has by 0.6 mm, about a pixel.
    bool resting() const;

private:
    bool movedBeyond(const Curves& curves, float distance) const;
    std::vector<float> positions_;  // that `still_` counts from ...
    Pose head_;                     // ... and the head's pose then
    double still_ = 0;              // s
};

}  // namespace view
}  // namespace ringlet
