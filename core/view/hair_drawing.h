// Hair on the GPU: the strands of the follow table as ribbons, in colour and
// into the light's maps. Where a strand runs and what light it sends is found
// once a sample, into textures, which all that draws it reads.
#pragma once

#include "core/view/drawn_strands.h"
#include "core/view/follow_texture.h"
#include "core/view/guide_texture.h"
#include "core/view/hair_look.h"
#include "core/view/light_table.h"
#include "core/view/obstacles.h"
#include "core/view/strip_drawing.h"
#include "core/view/wisp_drawing.h"

#include <algorithm>
#include <cstdint>

namespace ringlet {
namespace view {

// Points that explain are shown of every n-th strand, so that they can be told apart.
inline size_t everyShown(size_t strands) { return strands > 300 ? strands / 300 : 1; }

// Strands `first` to `end` - 1 of those that are drawn: a picture may be drawn in slices.
struct StrandRange {
    size_t first = 0, end = SIZE_MAX;
    StrandRange within(size_t count) const { return {std::min(first, count), std::min(end, count)}; }
};

class HairDrawing {
public:
    void init();      // starts the compilers
    Status finish();  // before the first drawing; an error: a shader that does not compile
    // colliders: what strands between the simulated ones are kept clear of; the
    // grid and the first four spheres or capsules. own: strands of the groom that are not
    // simulated, drawn before any made between them. wispWidth: of the flat wisps that the model gathers, m; 0: none.
    void setGroom(const Groom& groom, const FollowTable& own, float wispWidth);
    void upload(const Curves& curves, bool followsLast, GLuint buffer = 0) { guides_.upload(curves, followsLast, buffer); }

    // Once a picture, before what draws: the follow table, which is made anew where the
    // look asks for another, and the guides' curves.
    // Error: a shader, needed now for the first time, that does not compile.
    Status prepare(const HairLook& look, float mixing);
    // Added strands are kept clear of these from now on.
    void keepClearOf(const Colliders& now) { obstacles_.set(now); }
    // Frees what each picture draws anew, until the next one is prepared.
    void forgetDrawn();
    // Whether the last prepare() knows where strands ran in the picture before.
    bool motionKnown() const { return motionKnown_; }
    // Whether it drew simulated strands alone, of which that is never known.
    bool guidesAlone() const { return guidesAlone_; }

    // Then one after the other, each for all strands at once or for a range after another:
    void place(const HairLook& look, Quatf head, StrandRange range);  // where they run
    void drawDepth(const HairLook& look, StrandRange range);          // seen from the light
    void drawOpacity(const HairLook& look, StrandRange range);        // the same, into layers
    void shade(const HairLook& look, Quatf head, StrandRange range);  // with the light's maps bound
    void draw(const HairLook& look, StrandRange range);               // on the canvas
    void drawParticles(float mixing, float pixels);

    size_t uploadedBytes() const { return guides_.uploadedBytes(); }  // by the last upload
    float rootRadius() const { return rootRadius_; }                  // of the roots around the head's origin, m
    size_t drawnStrands(const HairLook& look) const;
    size_t laidStrands(const HairLook& look) const;  // whose course is needed: drawn hairs' and strips'
    int drawnTriangles(const HairLook& look) const;  // on the canvas, by one picture
    // Where the strands of the last picture run, strand after strand, relative to the
    // head's origin along world axes, m. Slow: for measuring what is drawn.
    struct Drawn {
        std::vector<Vec3f> points;
        int samples = 0;  // a strand
    };
    Drawn readDrawn(const HairLook& look) const;

private:
    const Groom& groom() const { return follow_.groom(); }
    const DrawnTexels& courses() const { return guidesAlone_ ? guides_.curves() : samples_; }
    size_t shadowStrands(const HairLook& look) const;
    WispDrawing::Courses wispCourses() { return {courses().texture(), guides_.samples(), &obstacles_, head_, &lightTable_}; }
    size_t roomFor(const HairLook& look) const;
    StripDrawing::Courses strips(const HairLook& look) const;
    void shadeInto(DrawnTexels& light, size_t strands, int sides, StrandRange range);
    int placesOf(int skip) const { return (guides_.samples() - 2) / skip + 2; }
    void bindSamples(Program& program, size_t strands);
    void drawStrands(Program& program, const HairLook& look, StrandRange strands, int skip);

    void keepCourses(const HairLook& look, size_t texels);
    Program strands_, shade_, colour_, moving_, depth_, opacity_, particles_;
    GuideTexture guides_;
    FollowTexture follow_;
    DrawnStrands drawn_;
    Obstacles obstacles_;  // that added strands are kept clear of
    Quatf head_{0, 0, 0, 1};
    StripDrawing strips_;
    WispDrawing wisps_;
    LightTable lightTable_;
    DrawnTexels samples_, before_, light_;  // of drawn strands: position and direction; colour and width
    size_t kept_ = 0;              // texels of samples_ that the next picture may ask for; 0: none
    bool motionKnown_ = false;
    bool guidesAlone_ = false;     // are drawn: their curves are the drawn strands
    GLuint nothing_ = 0;           // vertex array without attributes
    bool layers_ = false, dots_ = false, motion_ = false;  // programs that exist
    float rootRadius_ = 0.1f;
};

}  // namespace view
}  // namespace ringlet
