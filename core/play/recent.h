// Values of late: a mean, and how much of something came in a second.
#pragma once

#include <cmath>

namespace ringlet {
namespace play {

// A mean in which each new value counts for a tenth; 0: none yet.
inline void smooth(double& mean, double value) { mean = mean == 0 ? value : mean + 0.1 * (value - mean); }

// How much came in a second, over about the last one.
class RecentRate {
public:
    // seconds: since the last call, of wall time, >= 0.
    void add(double seconds, double amount) {
        const double kept = std::exp(-seconds);
        amount_ = amount_ * kept + amount;
        seconds_ = seconds_ * kept + seconds;
    }
    double value(double before) const { return seconds_ > 0 ? amount_ / seconds_ : before; }  // before: until anything came

private:
    double amount_ = 0, seconds_ = 0;
};

}  // namespace play
}  // namespace ringlet
