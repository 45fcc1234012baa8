// One play of odd hair: a motion of the head, and five seconds after it has stopped.
#pragma once

#include "core/models/model.h"
#include "native/rest/odd_grooms.h"

#include <memory>

namespace ringlet {
class Motion;
}

namespace ringlet::cli {

constexpr double restTime = 5;        // s after the head has stopped
constexpr double lateTime = 30;       // s after it until which hair that moves is watched on
constexpr double restSpeed = 1e-3;    // m/s; a strand with a faster particle moves
constexpr double restDepth = 2e-3;    // m that hair may come into the head
constexpr double restLength = 0.01;   // share of a segment's length that it may be off

// What a play came to.
struct Rested {
    uint64_t strands = 0, moving = 0;  // moving: still faster than restSpeed
    double speed = 0;                  // fastest particle of the last tenth of a second, m/s
    double depth = 0;                  // deepest particle at any time, m: of strands whose own shape is outside
    double length = 0;                 // worst segment at any time, as a share of its length
    double restsAfter = 0;             // when hair that moved came to rest, s after the head; above lateTime: not by then
    uint64_t resets = 0;
    bool good() const { return moving == 0 && depth <= restDepth && length <= restLength && resets == 0; }
};

// Hair of one model on the head, as a file's hair is set up; plays begin from rest, one after the other.
class RestPlay {
public:
    // `settings` (NAME=VALUE) come last. Error: a setting that the model does not take.
    static Result<std::unique_ptr<RestPlay>> make(const std::string& model, const OddGroom& odd,
                                                  const std::vector<std::string>& settings = {});
    Rested play(const Motion& motion, double rate);
    std::string remark() const { return model_->remark(); }
    size_t outside() const;  // strands whose own shape is outside the head

private:
    double speedOf(const Frame& frame);
    void watchLate(Rested& result, Frame frame);
    void watchShapes(Rested& result, const Frame& frame);

    std::unique_ptr<Model> model_;
    std::vector<uint8_t> outside_;           // a strand
    std::vector<float> lengths_;             // of a strand's segments, m
    std::vector<uint8_t> moving_;            // a strand
};

}  // namespace ringlet::cli
