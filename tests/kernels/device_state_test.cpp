// The emulated device against the CPU where more than strands lasts from frame to frame: styles, and lists of pairs.
#include "tests/kernels/device_support.h"
#include "tests/models/rig.h"

namespace ringlet::test {
namespace {

TEST_CASE("kernels: hair that was styled anew since it was saved has its style of then again") {
    const ModelInfo* info = findModel("rigid-chain");
    const Colliders colliders = allColliders();
    auto motion = motionOf("drag");
    const auto made = onBoth(*info, oddGroom(), Params({info->params}));
    auto play = [&](double curl, int from, int to) {
        Params params({info->params});
        REQUIRE(params.set("curlGain", curl).ok());
        REQUIRE(params.set("curlTime", 0.05).ok());
        for (auto& model : made) model->setParams(params);
        for (int i = from; i < to; ++i)
            for (auto& model : made) model->step(frameOf(*motion, i, &colliders));  // nobody looks at what is on the device
    };
    play(1, 0, 3);
    const std::vector<uint8_t> state = made[0]->save();
    play(0.2, 3, 20);
    for (auto& model : made) REQUIRE(model->restore(state).ok());
    play(1, 3, 12);
    CHECK(made[0]->hash() == made[1]->hash());
}

TEST_CASE("kernels: slow hair that lies in itself, more of it than contacts can tell apart, has the CPU's bits") {
    // Short, stiff strands in a cube of 12 mm that all touch all; the head turns slowly.
    Groom groom;
    Random random(5, 1);
    for (int s = 0; s < 150; ++s) {
        const Vec3f root{0.006f * random.unit(), 0.006f * random.unit(), 0.006f * random.unit()}, along = 7e-4f * randomDirection(random);
        std::vector<Vec3f> points;
        for (int p = 0; p < 9; ++p) points.push_back(root + static_cast<float>(p) * along);
        addStrand(groom, points, normalizedOr(along, Vec3f{0, 1, 0}), 4e-5f);
    }
    const ModelInfo* info = findModel("rigid-chain");
    Params params({info->params});
    for (const auto& [name, value] : Settings{{"wispContacts", 1}, {"wispRadius", 0.004}, {"wispRepulsion", 1e-3}, {"stiffness", 1e-4}, {"substeps", 3}}) REQUIRE(params.set(name, value).ok());
    const auto made = onBoth(*info, groom, params);
    const auto turned = [](float angle) {
        PoseKey key;
        key.pose.orientation = {0, std::sin(0.5f * angle), 0, std::cos(0.5f * angle)};
        return key;
    };
    for (int i = 0; i < 4; ++i) {
        Frame frame;
        frame.begin = turned(0.01f * static_cast<float>(i)), frame.end = turned(0.01f * static_cast<float>(i + 1));
        for (auto& model : made) model->step(frame);
        REQUIRE(made[0]->hash() == made[1]->hash());
        CHECK(made[0]->contacts() == made[1]->contacts());
    }
    CHECK(made[0]->contacts() > 1000);
    CHECK(made[0]->remark().find("took no part in contacts between strands") != std::string::npos);
    CHECK(made[0]->remark() == made[1]->remark());
}

}  // namespace
}  // namespace ringlet::test
