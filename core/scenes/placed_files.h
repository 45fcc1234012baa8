// A scene's files, read and brought together: metres, Y up, the origin between
// the roots, roots on the head; where no head is named with Ringlet's own, or with a skin
// made from the roots where the hair fits no head.
#pragma once

#include "core/files/placement.h"
#include "core/scenes/scene.h"

namespace ringlet {

// What lies under hair whose files name no head.
enum class Under { Found, Bust, Roots };
// Which point of a file's strands is the root.
enum class RootEnd { Found, First, Last };

struct PlaceOptions {
    Placement given{0, UpAxis::Unknown};  // what the user says of the files; unit 0 and Unknown: found
    float scale = 1;                      // multiplies the unit
    bool snap = true;                     // roots in the head, or within 2 cm of it, are moved onto it
    Under under = Under::Found;
    RootEnd rootEnd = RootEnd::Found;
    // Of the hair on its head, about the middle of its roots, after all that was found.
    float turn = 0;                       // about the vertical, from +Z towards +X, rad
    float hairScale = 1;
    Vec3f move{0, 0, 0};                  // m
};

struct PlacedFiles {
    FileStrands strands;
    Mesh head;                                 // empty: there is a collider, but no head
    Mesh collider;                             // empty: none was named
    std::shared_ptr<const DistanceGrid> grid;  // of Ringlet's own head or the roots' skin, where it is in use
    BustPlace bust;                            // where that head stands
    Vec3f origin{0, 0, 0};                     // where the files have it, m
    FoundPlacement found;
    std::vector<std::string> notes;            // what was found, and how to change it
};

// Error: what the readers say.
Result<PlacedFiles> readPlaced(const SceneFiles& files, const PlaceOptions& options);

}  // namespace ringlet
