// The force on a brush is what it puts on the hair, from the other side: hair's momentum tells.
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;

namespace {

constexpr int points = 20;
constexpr float length = 0.2f;

Groom hangingStrand() {
    Groom groom;
    std::vector<Vec3f> strand;
    for (int p = 0; p < points; ++p) strand.push_back({0, -length * static_cast<float>(p) / (points - 1), 0});
    addStrand(groom, strand, {0, -1, 0}, 4e-5f);
    return groom;
}

}  // namespace

TEST_CASE("the force on a brush is the momentum that it gives to hair") {
    for (const ModelInfo& info : models()) {
        if (info.published) continue;  // knows no brush
        CAPTURE(info.name);
        Params params({info.params});
        for (const char* name : {"airDrag", "drag"})
            if (params.find(name)) REQUIRE(params.set(name, "0").ok());
        if (params.find("substeps")) REQUIRE(params.set("substeps", "1").ok());
        auto built = info.build(hangingStrand(), params, {});
        REQUIRE(built.ok());
        Model& hair = *built.value();

        // Across a strand that hangs, at its tip: the root feels next to nothing of it in one short step.
        Frame frame;
        frame.dt = 1e-3f;
        frame.gravity = {0, 0, 0};
        frame.brush.position = {0, -length, 0};
        frame.brush.radius = 0.05f, frame.brush.velocity = {0.2f, 0, 0.1f};
        hair.step(frame);
        const CurveBlock block = hair.curves().blocks[0];
        CurveBlock before = block;
        before.positions = block.previous;
        Vec3d momentum{0, 0, 0};
        for (uint32_t p = 1; p < points; ++p) {
            const double part = p + 1 < points ? 1 : 0.5;
            const Vec3f moved = curvePoint(block, 0, p) - curvePoint(before, 0, p);
            momentum = momentum + (part / double{frame.dt}) * Vec3d{moved.x, moved.y, moved.z};
        }
        // Of the hair's mass by what falling for a moment does to its energy: models say it by many parameters.
        const double weight = hair.energy({0, -9.81f, 0}).gravity - hair.energy({0, 0, 0}).gravity;
        double lever = 0;
        for (uint32_t p = 1; p < points; ++p)
            lever += (p + 1 < points ? 1 : 0.5) * double{curvePoint(block, 0, p).y};
        const double each = weight / (9.81 * lever);
        const Vec3d push = (-double{frame.dt}) * hair.brushForce(frame.brush), got = each * momentum;
        CAPTURE(push.x);
        CAPTURE(got.x);
        CHECK(push.x > 0);
        CHECK(lengthOf(push - got) < 0.1 * lengthOf(got));
        frame.brush.radius = 0;
        CHECK(lengthOf(hair.brushForce(frame.brush)) == 0);
    }
}
