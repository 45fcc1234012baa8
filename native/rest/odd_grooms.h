// Hair that nobody combed: grooms like those that people bring, made by code. Any model must bring them to
// rest after any motion, at length and outside the head. Benchmarks and tests play the same ones.
#pragma once

#include "core/collide/colliders.h"
#include "core/groom/groom.h"
#include "core/params/params.h"

#include <string>
#include <vector>

namespace ringlet::cli {

struct OddGroom {
    std::string name, summary;  // one word; what is odd about it
    Groom groom;
    std::vector<std::pair<std::string, std::string>> settings;  // material, where its strands are of another than hair's

    // Sets those of `settings` that the model of `params` knows.
    Status applyTo(Params& params) const;
};

// hooked, fine, wig, uneven, flat, arched, curly, long, mohawk, sunken, mixed: in this order.
const std::vector<std::string>& oddGroomNames();

// `strands` strands of the groom of that name, with roots on Ringlet's own head. The same seed gives the same
// bits everywhere; strand s does not depend on `strands`, but for its root.
OddGroom oddGroom(const std::string& name, int strands, uint64_t seed);

// What they are worn on: the collider of that head.
const Colliders& oddHead();

}  // namespace ringlet::cli
