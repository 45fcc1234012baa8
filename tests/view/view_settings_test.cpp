#include "core/view/view_settings.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::view;

TEST_CASE("view settings: each level of detail draws no less than the one below it") {
    Params settings({&viewTable});
    for (size_t strands : {size_t{1}, size_t{200}, size_t{6000}, size_t{60000}})
        for (int level = 0; level <= fullDetail; ++level) {
            HairLook look = hairLook(settings, strands, level);
            CHECK(look.drawn >= 1);
            CHECK(look.drawn <= look.wanted);
            CHECK(detailLevels[level].pixels > 0.5f);
            if (level == 0) continue;
            HairLook below = hairLook(settings, strands, level - 1);
            CHECK(look.drawn >= below.drawn);
            CHECK(look.smoothness >= below.smoothness);
            CHECK(look.shadowSize >= below.shadowSize);
            CHECK(detailLevels[level].pixels >= detailLevels[level - 1].pixels);
        }
}

TEST_CASE("view settings: with every detail all that was asked for is drawn, and none asked for is the guides") {
    Params settings({&viewTable});
    REQUIRE(settings.set("hairs_drawn", "150000"));
    CHECK(hairLook(settings, 5000, fullDetail).drawn == 150000);
    REQUIRE(settings.set("hairs_drawn", "0"));
    CHECK(hairLook(settings, 5000, fullDetail).drawn == 5000);
}

TEST_CASE("view settings: less pigment is paler, the colour's own keeps it, none is white") {
    Vec3f brown = linearColour(0x6b3f26);
    CHECK(pigmented(brown, 1).x == doctest::Approx(brown.x));
    CHECK(pigmented(brown, 0.3f).x > brown.x);
    CHECK(pigmented(brown, 3).z < brown.z);
    CHECK(pigmented(brown, 0).y == doctest::Approx(1));
}
