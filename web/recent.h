// How much of something came in a second, over about the last one.
#pragma once

#include <cmath>

namespace ringlet {
namespace web {

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

}  // namespace web
}  // namespace ringlet
