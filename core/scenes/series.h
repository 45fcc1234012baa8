// A run as a table: a row a frame with its time, energies, speeds, errors, depth, contacts, and where
// chosen particles are. SI units; text as in comma-separated files, the same on every target.
#pragma once

#include "core/scenes/simulation.h"

#include <string>
#include <vector>

namespace ringlet {

class Series {
public:
    Series() = default;  // of no chosen particles
    // `particles`: strands and particles of them, from 0: "0:5,3:29"; may be empty. Error: no such list,
    // or none of the simulation's.
    static Result<Series> make(const std::string& particles, const Simulation& simulation);

    // time (s); kinetic, gravity, elastic, lost (J); rootSpeed, tipSpeed, maxSpeed (m/s); lengthError,
    // segmentError, worstSegment (fractions of rest lengths, as LengthError); depth (m); contacts; and
    // x0:5, y0:5, z0:5 (m, world) of a chosen particle 0:5.
    std::string heading() const;
    // After a frame of the simulation that the series was made for.
    std::string row(const Simulation& simulation) const;

private:
    struct Place {
        uint32_t strand, particle;
    };
    std::vector<Place> places_;
};

}  // namespace ringlet
