// What each lamp sees: how far to the head, how far to the first hair, and how much
// hair lies behind that (a deep opacity map of four layers). Both lamps' maps lie side by side.
#pragma once

#include "core/view/program.h"

namespace ringlet {
namespace view {

enum class Lamp { Key, Rim };

class ShadowMaps {
public:
    // Error: a driver that cannot draw into a depth texture.
    Status init();

    // Texels along a side of a lamp's map; makes the maps anew where that changes, and returns whether it did.
    bool resize(int size);
    int size() const { return size_; }
    // Frees the maps until the next resize().
    void forget();

    // Each sets the target, its viewport and what it writes, empties it where it is drawn
    // anew; end() goes back to the canvas and binds the maps as textures 3 (head),
    // 4 (hair) and 5 (layers).
    void beginHead(Lamp lamp);
    void beginHair(Lamp lamp, bool anew);
    void beginLayers(Lamp lamp, bool anew);
    void end();

    // Half floats add up exactly enough; where a driver cannot add them up, bytes do.
    bool floats() const { return floats_; }

private:
    enum Map { Head, Hair, Layers };
    void begin(Map map, Lamp lamp, GLbitfield emptied);
    bool makeLayers(GLint format, GLenum type);

    GLuint textures_[3] = {0, 0, 0}, targets_[3] = {0, 0, 0};
    int size_ = 0;
    bool floats_ = true;
};

}  // namespace view
}  // namespace ringlet
