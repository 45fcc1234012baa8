// The hand on the picture: takes hold of the head and drags or turns it, or
// orbits, pans and zooms the camera, by mouse and by touch. A second finger beside
// one on the head turns the head, beside one elsewhere it pans; both zoom.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/camera.h"
#include "core/view/picking.h"

#include <vector>

namespace ringlet {
namespace view {

class Hand {
public:
    // Positions in device pixels from the top left. `head` is the drawn pose.
    void down(int id, float x, float y, int button, bool shift, bool touch, const Camera& camera,
              const HeadPicker& picker, const Pose& head);
    void move(int id, float x, float y, Camera& camera);
    void up(int id);

    // Where the head is to be next: a step towards where it is asked to be,
    // smoothly and at no more than 5 m/s. False, and `pose` as it was, where
    // nobody asks.
    bool steer(Pose& pose);

    void goTo(const Pose& pose, const Pose& from);  // as if dragged there
    // On from where it is asked to be, or from `from` where nobody asks.
    void nudge(Vec3d by, Quatf turn, const Pose& from);
    bool drags() const { return mode_ == Mode::Drag; }
    bool steers() const { return steering_; }
    const Pose& wanted() const { return wanted_; }
    void holdBack(Vec3d by, const Camera& camera);  // m: the head, and what the pointer has done for it
    void letGo();                                   // forgets everything
    bool holdsHead() const { return mode_ == Mode::Drag || mode_ == Mode::Turn || mode_ == Mode::Grip; }
    bool busy() const { return !fingers_.empty() || steering_; }

private:
    enum class Mode { None, Drag, Turn, Orbit, Pan, Pinch, Grip };
    struct Finger {
        int id;
        float x, y;
    };
    Finger* find(int id);
    void pinch(Finger& finger, float x, float y, Camera& camera);
    void moveHead(float dx, float dy, const Camera& camera);
    void turnHead(float dx, float dy, float roll, const Camera& camera);

    std::vector<Finger> fingers_;
    Mode mode_ = Mode::None;
    bool steering_ = false;
    float depth_ = 1;   // of the point that was taken hold of, m
    Pose wanted_, reached_;
};

}  // namespace view
}  // namespace ringlet
