// Wide pieces of hair, each along a strand: few of them cover a head where the device
// cannot draw many hairs. Where a strand runs comes from a texture of samples, as of
// HairDrawing's strands; what lies across and along a piece is one small texture.
#pragma once

#include "core/base/result.h"
#include "core/view/program.h"
#include "core/view/texels.h"

namespace ringlet {
namespace view {

class StripDrawing {
public:
    // The strands that strips lie along: the first so many of a texture that holds a position
    // (m, relative to the head's origin) for every sample of every strand.
    struct Courses {
        GLuint positions = 0;
        int samples = 2;  // a strand
        size_t strips = 0;
        float halfWidth = 0.005f;  // m, of a strip of middling width
        float presence = 0;        // [0, 1]: of less the strips leave the middles of their locks alone
        bool even = true;          // strips bend evenly between samples; else they have a corner at each, which is a fifth of a picture faster
    };

    void init();      // starts the compilers
    Status finish();  // before the first drawing; an error: a shader that does not compile

    // Display colours, two texels a sample (hairs tilted to either side), to be drawn before draw().
    DrawnTexels& light() { return light_; }
    static constexpr int lightSides = 2;

    void drawDepth(const Courses& courses);  // seen from the light
    void draw(const Courses& courses);       // with coverage as alpha

    // Of one drawing, for what measures it.
    static int triangles(const Courses& courses);

    // Samples to both sides, of a strand of so many, that a strip's direction is a mean over.
    static int bendOf(int samples);

private:
    void drawStrips(Program& program, const Courses& courses, int skip);

    Program colour_, depth_;
    DrawnTexels light_;
    GLuint map_ = 0, nothing_ = 0;  // what a strip looks like; vertex array without attributes
};

}  // namespace view
}  // namespace ringlet
