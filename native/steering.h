// How the head goes over a request's frames: by its motion, or as hands moved it in a recording of the page.
#pragma once

#include "native/request.h"

namespace ringlet::cli {

class Steering {
public:
    // simulation: new, of the request.
    Steering(Request& request, Simulation& simulation);
    void advance(Simulation& simulation);
    // After the last frame, where a recording was played just as it was made: whether its hash came out, as a line; else nothing.
    // Error: another one did.
    Result<std::string> judge(const Request& request, const Simulation& simulation) const;

private:
    std::unique_ptr<Replayer> replayer_;
    bool over_ = false;  // the recording; hands are off
};

}  // namespace ringlet::cli
