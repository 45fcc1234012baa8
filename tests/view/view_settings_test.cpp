#include "core/view/view_settings.h"
#include "core/scenes/scene.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::view;

TEST_CASE("view settings: each level of detail draws no less than the one below it") {
    Params settings({&viewTable});
    for (size_t strands : {size_t{1}, size_t{200}, size_t{6000}, size_t{60000}})
        for (int level = 0; level <= fullDetail; ++level) {
            HairLook look = hairLook(settings, "honey", strands, level);
            CHECK(look.drawn >= 1);
            CHECK(look.drawn <= look.wanted);
            CHECK(look.room == look.drawn);
            CHECK(detailLevels[level].pixels > 0.5f);
            if (level == 0) continue;
            HairLook below = hairLook(settings, "honey", strands, level - 1);
            CHECK(look.drawn >= below.drawn);
            CHECK(look.smoothness >= below.smoothness);
            CHECK(look.shadowSize >= below.shadowSize);
            CHECK(detailLevels[level].pixels >= detailLevels[level - 1].pixels);
        }
}

TEST_CASE("view settings: names of before find those of now") {
    Params settings({&viewTable});
    for (const char* before : {"hair_colour", "hair_pigment", "hair_thickness", "hairs_drawn", "hair_clumping", "hair_mixing",
                               "hair_smoothness", "hair_shading", "hair_gloss", "hair_variety", "adapt", "most_detail", "ground", "exposure"}) {
        INFO(before);
        CHECK(settings.given(before) != nullptr);
    }
    CHECK(settings.given("hair_gloss") == settings.find("hairGloss"));
    CHECK(settings.given("hair_length") == nullptr);
}

TEST_CASE("view settings: between two levels what fades lies between them, and there is room for the upper one's hairs") {
    Params settings({&viewTable});
    for (int level = 0; level < fullDetail; ++level) {
        HairLook below = hairLook(settings, "honey", 6000, level), above = hairLook(settings, "honey", 6000, level + 1);
        HairLook between = hairLook(settings, "honey", 6000, level + 0.5f);
        CHECK(between.drawn >= below.drawn);
        CHECK(between.drawn <= above.drawn);
        CHECK(between.room == above.drawn);
        CHECK(between.strips == doctest::Approx((below.strips + above.strips) / 2));
        CHECK(between.layers == doctest::Approx((below.layers + above.layers) / 2));
        CHECK(between.smoothness == above.smoothness);
    }
    CHECK(hairLook(settings, "honey", 6000, fullDetail).strips == 0);
}

TEST_CASE("view settings: strips stand for added hairs, however few the guides, and never for simulated ones alone") {
    Params settings({&viewTable});
    for (size_t strands : {size_t{1}, size_t{200}, size_t{6000}}) CHECK(hairLook(settings, "honey", strands, 0).strips == 1);
    REQUIRE(settings.set("hairsDrawn", "0"));
    HairLook alone = hairLook(settings, "honey", 6000, 0);
    CHECK(alone.strips == 0);
    CHECK(alone.drawn == 1800);
    REQUIRE(settings.set("hairsDrawn", "1000"));
    CHECK(hairLook(settings, "honey", 200, 0).strips == 0);
}

TEST_CASE("view settings: with every detail all that was asked for is drawn, and none asked for is the guides") {
    Params settings({&viewTable});
    REQUIRE(settings.set("hairsDrawn", "150000"));
    CHECK(hairLook(settings, "honey", 5000, fullDetail).drawn == 150000);
    REQUIRE(settings.set("hairsDrawn", "0"));
    CHECK(hairLook(settings, "honey", 5000, fullDetail).drawn == 5000);
}

TEST_CASE("view settings: every style has a colour of its own, which is drawn until another is chosen") {
    for (const SceneInfo& scene : scenes()) {
        Params settings({&viewTable});
        CHECK(settings.changed().empty());
        INFO(scene.name);
        bool known = false;
        for (int i = 0; i < hairColourCount; ++i) {
            if (scene.hairColour != hairColours[i].name) continue;
            known = true;
            CHECK(hairColour(settings, scene.hairColour).name == scene.hairColour);
        }
        CHECK(known);
        REQUIRE(settings.set("hairColour", "ocean"));
        CHECK(std::string(hairColour(settings, scene.hairColour).name) == "ocean");
    }
}

TEST_CASE("view settings: less pigment is paler, the colour's own keeps it, none is white") {
    Vec3f brown = linearColour(0x6b3f26);
    CHECK(pigmented(brown, 1).x == doctest::Approx(brown.x));
    CHECK(pigmented(brown, 0.3f).x > brown.x);
    CHECK(pigmented(brown, 3).z < brown.z);
    CHECK(pigmented(brown, 0).y == doctest::Approx(1));
}
