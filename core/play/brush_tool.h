// The brush on the picture: follows a pointer through space and drags the hair
// that it meets.
#pragma once

#include "core/math/vec.h"

namespace ringlet {
namespace play {

class BrushTool {
public:
    static constexpr float smallest = 0.01f, largest = 0.12f;  // m

    void down(int id, Vec3d at);
    void move(int id, Vec3d at);  // others than the pointer that took it are ignored
    void up(int id);
    void lift() { id_ = -1; }
    bool touches() const { return id_ >= 0; }
    bool heldBy(int id) const { return id >= 0 && id == id_; }

    // Moves towards the pointer by a frame, at no more than 4 m/s.
    void advance();
    Vec3d position() const { return at_; }   // m, world
    Vec3f velocity() const { return velocity_; }  // m/s, through the last frame
    float radius() const { return radius_; }
    void setRadius(float radius);

private:
    int id_ = -1;            // of the pointer that holds it; negative: lifted
    float radius_ = 0.045f;  // m
    Vec3d wanted_{0, 0, 0}, at_{0, 0, 0};
    Vec3f velocity_{0, 0, 0};
};

}  // namespace play
}  // namespace ringlet
