// What part of the scene the picture shows, and how it follows the head.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/camera.h"
#include "core/view/cells.h"
#include "core/view/picking.h"

#include <string>

namespace ringlet {
namespace play {

class Framing {
public:
    // In pixels of any kind, those that pointers are given in.
    void setPicture(float width, float height, view::Insets insets);
    // A picture that nothing covers, with some room around the hair, as the page saves them.
    void setPictureAlone(int width, int height);
    // So many heads are shown beside each other, each like the first.
    void setHeads(size_t count);

    // Takes what can be seen and grasped of the scene; the camera stays.
    void take(const SceneContent& content);
    // The whole hair in the free part of the picture, with room for what its motion (a name, or none) does.
    void fit(const Pose& head, const std::string& motion);
    // The zoom stays, the middle of the hair at the origin is looked at.
    void recentre(const Pose& head, const std::string& motion);

    // Of the head with what is shown of it, m, world.
    Vec3d middleOf(const Pose& head) const;
    // How much farther (m) the head at `to` sticks out of the free picture than at `from`; both are its middles.
    // freely: see Camera::outside.
    Vec3d leaving(Vec3d from, Vec3d to, bool freely) const;
    // In a frame the head has come from one place to the other, m, world: a jump carries the camera along.
    void moved(Vec3d from, Vec3d to);
    // With a motion that has a name, the picture follows a head that leaves its middle, and at once one that would
    // leave the free part. seconds: since the last call.
    void follow(const Pose& head, bool named, double seconds);

    view::Camera& camera() { return camera_; }
    const view::Camera& camera() const { return camera_; }  // of the first head
    view::Camera camera(size_t head) const;
    const view::Cells& cells() const { return cells_; }
    const view::HeadPicker& picker() const { return picker_; }

private:
    void lay();

    view::Camera camera_;
    view::Cells cells_;
    size_t heads_ = 1;
    float width_ = 1280, height_ = 720;
    view::Insets insets_;
    view::HeadPicker picker_;
    Vec3d followed_{0, 0, 0};  // the middle of the head that the camera last followed, m, world
};

}  // namespace play
}  // namespace ringlet
