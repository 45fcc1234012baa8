// The head in the picture and in what lamps see, and the colliders where they are shown.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/face_hair.h"
#include "core/view/mesh_drawing.h"
#include "core/view/program.h"
#include "core/view/shadow_maps.h"

namespace ringlet {
namespace view {

class HeadDrawing {
public:
    void init();      // starts the compilers
    Status finish();  // before the first drawing; an error: a shader that does not compile
    void setScene(const Simulation& simulation);

    // Once a picture, before what draws it. smooth: shadows on the head are found for each pixel, else
    // for each vertex. Error: a shader, needed now for the first time, that does not compile.
    // motion: as HairLook::motion, where smooth.
    Status prepare(bool smooth, bool motion);

    // Its depth, into a lamp's map, unless that holds it already. direction: towards the lamp.
    void forgetDepth() { drawn_[0] = drawn_[1] = {}; }  // those maps are empty again
    void drawDepth(ShadowMaps& shadows, Lamp lamp, const Mat4& placement, Quatf orientation, Vec3f direction, bool shown);
    // With the light's maps bound. plain: of few triangles, where the head is the bust.
    void draw(const Mat4& placement, const HairLook& look, bool plain);
    void drawColliders(const Mat4& placement);
    // Where balls are now, before all that draws them.
    void setBalls(const Balls& balls);
    void drawBalls(const Mat4& placement);
    // A headband, over the surface of `around`, and clips.
    void drawWorn(const Holders& worn, const Colliders& around, const Mat4& placement);

    const BustPlace& bust() const { return bust_; }  // where the head is the procedural bust
    float footHeight() const { return footHeight_; } // of its lowest point at rest, m
    float footRadius() const { return footRadius_; } // its reach about its axis there, m

private:
    // What a lamp's map of the head depends on. Where the head is does not count, for the map moves along.
    struct Depth {
        Quatf orientation;
        Vec3f direction;
        int size = 0;  // texels along a side; 0: nothing drawn yet
        bool shown = false;
        uint32_t balls = 0;  // ballsSet_ of then
        bool operator==(const Depth& o) const;
    };
    void drawMesh(Program& program, const MeshDrawing& mesh, const Mat4& placement, Vec4 surface, Vec3f hair);

    bool asStrands() const { return smoothed_ && bust_.scale > 0; }  // brows and lashes
    Program& surface() { return !smoothed_ ? coarse_ : moves_ ? moving_ : smooth_; }
    Program coarse_, smooth_, moving_, depth_;
    bool smoothMade_ = false, movingMade_ = false;  // the programs exist ...
    bool smoothed_ = false, moves_ = false;         // ... and are this picture's
    MeshDrawing mesh_, plainBust_, colliders_, ballMesh_, wornMesh_;
    Balls balls_{};  // that ballMesh_ shows
    uint32_t ballsSet_ = 0;  // how often they have been others
    Holders worn_{};  // that wornMesh_ shows
    BustPlace bust_;
    FaceHair faceHair_;
    Depth drawn_[2];  // that the lamps' maps hold
    float footHeight_ = 0, footRadius_ = 0;
};

}  // namespace view
}  // namespace ringlet
