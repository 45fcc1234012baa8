// The wind's heading in the panel, as the page shows it.
#pragma once

namespace ringlet {
namespace view {

// A compass: the head from above with its face to the viewer, below, and an arrow that goes where the
// wind goes; degrees clockwise, 0 into the face. heading: the parameter (rad, from the head's left,
// counterclockwise). Returns whether the user has chosen another, which is then in it.
bool windCompass(const char* label, float& heading);

// In [0, 360), whole; and back, in [-pi, pi].
int compassDegrees(float heading);
float windHeading(int degrees);

}  // namespace view
}  // namespace ringlet
