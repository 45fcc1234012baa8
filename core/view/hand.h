// The hand on the picture: takes hold of the head and drags or turns it, or
// orbits, pans and zooms the camera, by mouse and by touch. A second finger beside
// one on the head turns the head, beside one elsewhere it pans or, beside one
// that strokes the hair, looks around; all zoom.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/camera.h"
#include "core/view/picking.h"

#include <vector>

namespace ringlet {
namespace view {

// Where a head is asked to go from where it is: m, world, and a turn about its origin.
struct HeadWay {
    Vec3d by{0, 0, 0};
    Quatf turn{0, 0, 0, 1};
};

class Hand {
public:
    // Positions in the camera's pixels from the top left.
    struct Press {
        int id;
        float x, y;
        int button;  // 0 left, 1 middle, 2 right
        bool shift, touch;
        bool stroking = false;  // it has, with a brush
    };
    // head: the drawn pose.
    void down(const Press& press, const Camera& camera, const HeadPicker& picker, const Pose& head);
    // Moves the camera; what it means for a head that is held is returned, to be given to nudge().
    HeadWay move(int id, float x, float y, Camera& camera);
    void up(int id);

    // Where the head is to be next: a step towards where it is asked to be,
    // smoothly and at no more than 5 m/s. False, and `pose` as it was, where
    // nobody asks.
    bool steer(Pose& pose);

    void goTo(const Pose& pose, const Pose& from);  // as if dragged there
    // On from where it is asked to be, or from `from` where nobody asks.
    void nudge(const HeadWay& way, const Pose& from);
    bool steers() const { return steering_; }
    const Pose& wanted() const { return wanted_; }
    void slip(Vec3d by, const Camera& camera);      // m by which a dragged head does not follow the pointer
    void letGoHead();                               // and nobody asks it to be anywhere; who looks around goes on
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
    HeadWay pinch(Finger& finger, float x, float y, Camera& camera);

    std::vector<Finger> fingers_;
    Mode mode_ = Mode::None;
    bool steering_ = false;
    bool stroking_ = false;  // the first of the fingers
    float depth_ = 1;   // of the point that was taken hold of, m
    Pose wanted_, reached_;
};

}  // namespace view
}  // namespace ringlet
