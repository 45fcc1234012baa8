// Grooms of strands that are hardly ever equally long: tiles that do not waste memory.
#include "core/models/model_parts.h"
#include "core/scenes/scene.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace {

// `each` strands of every number of points from `least` on, so many numbers.
Groom raggedGroom(uint32_t numbers, uint32_t each, uint32_t least) {
    Groom groom;  // no strand near another
    for (uint32_t count = least; count < least + numbers; ++count)
        for (uint32_t s = 0; s < each; ++s) {
            std::vector<Vec3f> points;
            for (uint32_t i = 0; i < count; ++i)
                points.push_back({0.01f * static_cast<float>(groom.strands()), -0.0005f * static_cast<float>(i), 0.0001f * static_cast<float>(i % 3)});
            addStrand(groom, points, {0, 1, 0}, 5e-5f);
        }
    return groom;
}

}  // namespace

TEST_CASE("padding: a large ragged groom is taken in narrow tiles, a small or even one in wide ones") {
    CHECK(mostlyPadding(raggedGroom(200, 1, 100), 16));
    CHECK(mostlyPadding(raggedGroom(1, 1, 50000), 4));
    CHECK_FALSE(mostlyPadding(raggedGroom(200, 1, 100), 1));
    CHECK_FALSE(mostlyPadding(raggedGroom(200, 1, 10), 4));
    CHECK_FALSE(mostlyPadding(raggedGroom(100, 16, 100), 16));
}

TEST_CASE("padding: narrow tiles give the same bits in every model") {
    const Groom groom = raggedGroom(60, 1, 600);
    for (const ModelInfo& info : models()) {
        CAPTURE(info.name);
        uint64_t hashes[2];
        for (int wide : {0, 1}) {
            ModelOptions options;
            options.lanes = wide ? 4 : 0;
            const auto model = info.build(groom, Params({info.params}), options);
            REQUIRE_MESSAGE(model.ok(), model.error());
            const uint32_t lanes = model.value()->curves().blocks[0].lanes;
            if (wide) CHECK(lanes == 4);
            else CHECK(lanes < 8);
            for (int frame = 0; frame < 2; ++frame) model.value()->step(Frame{});
            hashes[wide] = model.value()->hash();
        }
        CHECK(hashes[0] == hashes[1]);
    }
}
