// A camera that orbits, pans and zooms around a target with damping.
#pragma once

#include "core/view/matrix.h"

namespace ringlet {
namespace view {

// Parts of the picture, in pixels, that panels cover: what is looked at is
// centred in the rest.
struct Insets {
    float left = 0, top = 0, right = 0, bottom = 0;
};

struct Ray {
    Vec3d origin;     // m, world
    Vec3f direction;  // unit
};

class Camera {
public:
    // Looks at an upright box (m, world; half its width and height) so that it
    // fills the free part of the picture.
    void fit(Vec3d center, float halfWidth, float halfHeight);
    // In pixels of any kind: those that rayThrough(), orbit() ... are then given.
    void setPicture(float width, float height, Insets insets);
    float pictureHeight() const { return height_; }

    void orbit(float dx, float dy);  // pixels dragged
    void pan(float dx, float dy);    // pixels dragged
    void zoom(float factor);         // distance is multiplied by it
    void carry(Vec3d by);            // moves along at once, as with a head that jumped
    // Approaches what was asked for; true while it still moves.
    bool advance(float seconds);
    void settle() { now_ = wanted_; }

    Vec3d target() const { return now_.target; }
    Vec3f right() const, up() const, back() const;
    Vec3f eye() const { return back() * distance(); }  // relative to the target
    float distance() const { return now_.scale * fitDistance(); }
    // The zoom at which the picture is so high (m) at the target.
    float zoomFor(float high) const { return high / (2 * tanHalf_ * fitDistance()); }
    float pixelsPerRadian() const;  // pixels that a metre covers at one metre's distance
    Mat4 viewProjection() const;
    Ray rayThrough(float x, float y) const;        // pixels from the top left
    Vec3f across(float dx, float dy, float depth) const;  // the motion, m, of a point at `depth` by pixels
    float depthOf(Vec3d point) const;

    struct Pixels {
        float x = 0, y = 0;
    };
    Pixels pixelsOf(Vec3d point) const;  // from the top left
    // By how much a thing around `point` (m, world) sticks out of the free part of the picture, to
    // the right and downwards, if it reaches so far (m) to the sides, and upwards and downwards.
    // `freely`: no matter, as long as its middle is in the picture and the thing itself beside
    // what covers the sides.
    Pixels outside(Vec3d point, float wide, float high, bool freely) const;

    // yaw, pitch (rad), zoom (1 = fitted), target (m): what a link carries.
    struct View {
        float yaw = 0.42f, pitch = 0.07f, scale = 1;
        Vec3d target{0, 0, 0};
    };
    View view() const { return wanted_; }
    void setView(View view);

private:
    float fitDistance() const;
    float tanHalf_ = 0.2493f;  // 28 degrees from top to bottom: little distortion of a face
    float halfWidth_ = 0.2f, halfHeight_ = 0.2f, radius_ = 0.2f;
    float width_ = 1280, height_ = 720;
    Insets insets_;
    View now_, wanted_;
};

}  // namespace view
}  // namespace ringlet
