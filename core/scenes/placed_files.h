// A scene's files, read and brought together: metres, Y up, the origin between
// the roots, roots on the head; with Ringlet's own head where none is named.
#pragma once

#include "core/files/placement.h"
#include "core/scenes/scene.h"

namespace ringlet {

struct PlaceOptions {
    Placement given{0, UpAxis::Unknown};  // what the user says of the files; unit 0 and Unknown: guess
    float scale = 1;                      // multiplies the unit
    bool snap = true;                     // roots within 2 cm of the head are moved onto it
};

struct PlacedFiles {
    FileStrands strands;
    Mesh head;                                 // empty: there is a collider, but no head
    Mesh collider;                             // empty: none was named
    std::shared_ptr<const DistanceGrid> grid;  // of Ringlet's own head, where it is in use
    std::vector<std::string> notes;            // what was guessed, and how to change it
};

// Error: what the readers say.
Result<PlacedFiles> readPlaced(const SceneFiles& files, const PlaceOptions& options);

}  // namespace ringlet
