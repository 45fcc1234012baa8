#include "core/view/strip_map.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ringlet::view;

namespace {

constexpr int kindWidth = stripMapWidth / stripKinds;

// What a kind of strip covers on the average over part of it: across in [-1, 1], along in [0, 1].
double cover(const std::vector<uint8_t>& map, int kind, double left, double right, double from, double to) {
    double sum = 0, count = 0;
    for (int row = int(from * stripMapHeight); row < int(to * stripMapHeight); ++row)
        for (int column = int((left + 1) / 2 * kindWidth); column < int((right + 1) / 2 * kindWidth); ++column) {
            sum += map[4 * (size_t(row) * stripMapWidth + size_t(kind * kindWidth + column))] / 255.0;
            ++count;
        }
    return sum / count;
}

}  // namespace

TEST_CASE("strip map: every kind is whole in the middle, soft at its sides and thin at its tip") {
    const std::vector<uint8_t> map = makeStripMap();
    REQUIRE(map.size() == size_t(stripMapWidth) * stripMapHeight * 4);
    for (int kind = 0; kind < stripKinds; ++kind) {
        CHECK(cover(map, kind, -0.5, 0.5, 0.15, 0.5) > 0.97);
        for (double side : {-1.0, 0.96}) CHECK(cover(map, kind, side, side + 0.04, 0, 1) < 0.2);
        CHECK(cover(map, kind, -1, 1, 0.97, 1) < 0.15);
        CHECK(cover(map, kind, -1, 1, 0.8, 0.9) < 0.8 * cover(map, kind, -1, 1, 0.2, 0.4));
    }
}

TEST_CASE("strip map: locks begin in points, and all of them near the root") {
    const std::vector<uint8_t> map = makeStripMap();
    for (int kind = 0; kind < stripKinds; ++kind) {
        const double whole = cover(map, kind, -0.5, 0.5, 0.2, 0.4);
        CHECK(cover(map, kind, -0.5, 0.5, 0, 0.01) < 0.3 * whole);
        double before = 0;
        for (double from : {0.0, 0.02, 0.04, 0.06}) {
            const double here = cover(map, kind, -0.5, 0.5, from, from + 0.02);
            CHECK(here > before);
            before = here;
        }
        CHECK(cover(map, kind, -0.5, 0.5, 0.05, 0.08) > 0.7 * whole);
    }
}

TEST_CASE("strip map: no kind is another's like, and each holds dark and light locks that tilt to both sides") {
    const std::vector<uint8_t> map = makeStripMap();
    for (int kind = 0; kind < stripKinds; ++kind) {
        size_t same = 0;
        int least[3] = {255, 255, 255}, most[3] = {0, 0, 0};
        for (int row = 0; row < stripMapHeight; ++row)
            for (int column = 0; column < kindWidth; ++column) {
                const uint8_t* texel = &map[4 * (size_t(row) * stripMapWidth + size_t(kind * kindWidth + column))];
                const uint8_t* next = &map[4 * (size_t(row) * stripMapWidth + size_t((kind + 1) % stripKinds * kindWidth + column))];
                same += texel[0] == next[0] && texel[1] == next[1];
                for (int c : {1, 2}) {
                    least[c] = std::min<int>(least[c], texel[c]);
                    most[c] = std::max<int>(most[c], texel[c]);
                }
            }
        CHECK(same < size_t(stripMapHeight) * kindWidth / 2);
        for (int c : {1, 2}) CHECK(most[c] - least[c] > 150);
    }
}
