// Hair gathered into flat wisps, each drawn as a strip between its rims (Kmoch 2018, 3.6.3): with a tangent map, lit along
// the rims; or with relief, each place found along the view's ray and lit by itself. Strands take their place as they
// grow on the screen.
#pragma once

#include "core/base/result.h"
#include "core/groom/wisps.h"
#include "core/view/hair_look.h"
#include "core/view/light_table.h"
#include "core/view/obstacles.h"
#include "core/view/program.h"
#include "core/view/texels.h"

namespace ringlet {
namespace view {

class WispDrawing {
public:
    // Where the strands of the groom run: a position (m, relative to the head's origin) for every sample of each.
    struct Courses {
        GLuint positions = 0;
        int samples = 2;                 // a strand
        Obstacles* obstacles = nullptr;  // that wisps are kept clear of
        Quatf head{0, 0, 0, 1};
        LightTable* light = nullptr;     // for relief
    };

    // Another groom comes, to be gathered into wisps so wide, m.
    void setGroom(float width);
    float width() const { return width_; }

    // Before what draws: shaders, now needed for the first time, and which rows of the courses the groom's strands are.
    // Error: a shader that does not compile.
    Status prepare(const Groom& groom, const std::vector<uint32_t>& rows);

    // Display colours of the groom's strands, two texels a sample (hairs tilted to either side), to be drawn before draw().
    DrawnTexels& light() { return light_; }

    void drawDepth(const Courses& courses, WispsAs as);    // seen from the light
    void drawOpacity(const Courses& courses, WispsAs as, float strength);
    void draw(const Courses& courses, const HairLook& look);  // with coverage as alpha; shadow maps bound

    // For a program with wisp_size.glsl: how wisps of this width are drawn by their size.
    static void setSizes(Program& program, WispsAs as, float width);
    // The share of strands that are drawn where the nearest hair has so many pixels a metre, [0, 1].
    float strandShare(WispsAs as, float pixelsAMetre) const;

    int triangles(int samples) const;  // of a drawing

private:
    Status start();
    void drawWisps(Program& program, const Courses& courses, int skip, WispsAs as);

    Program plain_, relief_, depth_, opacity_;
    DrawnTexels light_;
    GLuint map_ = 0, rims_ = 0, nothing_ = 0;
    std::vector<Wisp> wisps_;      // single strands as wisps of one rim
    std::vector<float> widths_;    // m
    std::vector<uint32_t> rows_;   // that rims_ was made for
    float width_ = 0, spread_ = 0; // m
    bool gathered_ = false, started_ = false;
};

}  // namespace view
}  // namespace ringlet
