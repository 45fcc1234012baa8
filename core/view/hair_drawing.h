// Hair on the GPU: the simulation's tiles as textures, and what draws them.
#pragma once

#include "core/models/model.h"
#include "core/view/program.h"

#include <cstdint>
#include <vector>

namespace ringlet {
namespace view {

// How hair looks, from the view's parameter table.
struct HairLook {
    Vec3f colour{0.1f, 0.05f, 0.02f};  // linear
    float tintSpread = 0.2f;
    float gloss = 1;
    float thickness = 1;        // times the groom's radius
    int bundle = 4;             // drawn strands for each simulated one
    int every = 1;              // only every n-th drawn strand
    float clumping = 0.5f;      // [0, 1]
    int smoothness = 3;         // samples a segment
};

// Points that explain are shown of every n-th strand, so that they can be told apart.
inline size_t everyShown(size_t strands) { return strands > 300 ? strands / 300 : 1; }

class HairDrawing {
public:
    // Error: a shader that does not compile.
    Status init();

    // New strands: their normals for bundles, and how far roots stand apart.
    void setGroom(const Groom& groom);

    // Uploads positions as they lie. With `followsLast` the state uploaded
    // before is the previous one, and only the current is sent.
    void upload(const Curves& curves, bool followsLast);

    void draw(const HairLook& look, float mixing, Quatf head);
    void drawDepth(const HairLook& look, float mixing, Quatf head);
    void drawParticles(float mixing, Quatf head, float pixels);

    size_t uploadedBytes() const { return uploadedBytes_; }  // by the last upload
    float rootRadius() const { return rootRadius_; }         // of the roots around the head's origin, m
    size_t drawnStrands(const HairLook& look) const;

private:
    struct Block {
        CurveBlock curves;
        GLuint states[2] = {0, 0};  // current, previous
        int rows = 0;
    };
    void send(GLuint texture, const Block& block, const float* from);
    void resize(Block& block, const CurveBlock& curves);
    void clear();
    void drawWith(Program& program, const HairLook& look, float mixing, Quatf head, bool depthOnly);
    void bind(Program& program, const Block& block, float mixing, Quatf head);

    Program colour_, depth_, particles_;
    GLuint nothing_ = 0;  // vertex array without attributes
    GLuint strandInfo_ = 0;
    std::vector<Block> blocks_;
    std::vector<float> staging_;
    float spacing_ = 0, spread_ = 0, rootRadius_ = 0.1f, radius_ = 5e-4f;
    bool cords_ = false;
    size_t uploadedBytes_ = 0;
};

}  // namespace view
}  // namespace ringlet
