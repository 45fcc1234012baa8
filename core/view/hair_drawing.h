// Hair on the GPU: the strands of the follow table as ribbons, in colour and
// into the light's maps.
#pragma once

#include "core/groom/follow.h"
#include "core/view/guide_texture.h"
#include "core/view/hair_look.h"

namespace ringlet {
namespace view {

// Points that explain are shown of every n-th strand, so that they can be told apart.
inline size_t everyShown(size_t strands) { return strands > 300 ? strands / 300 : 1; }

class HairDrawing {
public:
    // Error: a shader that does not compile.
    Status init();
    void setGroom(const Groom& groom);
    void upload(const Curves& curves, bool followsLast) { guides_.upload(curves, followsLast); }

    // Once a picture, before what draws: the guides' curves, and the follow
    // table where the look asks for another.
    // Error: a shader, needed now for the first time, that does not compile.
    Status prepare(const HairLook& look, float mixing);

    void draw(const HairLook& look, Quatf head);         // colour
    void drawDepth(const HairLook& look, Quatf head);    // seen from the light
    void drawOpacity(const HairLook& look, Quatf head);  // the same, into layers
    void drawParticles(float mixing, float pixels);

    size_t uploadedBytes() const { return guides_.uploadedBytes(); }  // by the last upload
    float rootRadius() const { return rootRadius_; }                  // of the roots around the head's origin, m
    size_t drawnStrands(const HairLook& look) const;

private:
    void follow(const HairLook& look);
    size_t shadowStrands(const HairLook& look) const;
    float radiusOf(const HairLook& look, size_t drawn) const;
    void drawStrands(Program& program, Quatf head, size_t strands, int skip, float radius);

    Program colour_, depth_, opacity_, particles_;
    GuideTexture guides_;
    GLuint instances_ = 0, table_ = 0;  // vertex array and buffer of the follow table
    size_t followers_ = 0;              // in the table
    float clumping_ = -1;               // that the table was made for
    bool layers_ = false, dots_ = false;  // programs that exist
    Groom groom_;
    float spacing_ = 0, rootRadius_ = 0.1f, radius_ = 5e-4f;
    bool cords_ = false;
};

}  // namespace view
}  // namespace ringlet
