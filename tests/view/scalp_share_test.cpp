#include "core/view/scalp_share.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace ringlet;
using namespace ringlet::view;

namespace {

constexpr int side = 81;              // vertices along a side of the sheet
constexpr float sheetCell = 0.0025f;  // m

Mesh sheet() {
    Mesh mesh;
    for (int i = 0; i < side * side; ++i) mesh.vertices.push_back({sheetCell * float(i % side), 0, sheetCell * float(i / side)});
    return mesh;
}
// Roots over the half of the sheet where x is below its middle, `apart` m from each other.
std::vector<Vec3f> rootsOnHalf(float apart) {
    std::vector<Vec3f> roots;
    const float reach = sheetCell * float(side - 1);
    for (float x = 0; x <= reach / 2; x += apart)
        for (float z = 0; z <= reach; z += apart) roots.push_back({x, 0, z});
    return roots;
}

}  // namespace

TEST_CASE("scalp share: under hair from files, thin or dense, the skin takes half of its colour, none beside it, and nowhere an edge") {
    const Mesh mesh = sheet();
    for (float apart : {0.0015f, 0.004f, 0.012f}) {
        CAPTURE(apart);
        const std::vector<float> share = scalpAroundRoots(mesh, rootsOnHalf(apart));
        REQUIRE(share.size() == mesh.vertices.size());
        CHECK(*std::max_element(share.begin(), share.end()) <= filesScalp);
        const auto at = [&](int column) { return share[size_t(side / 2 * side + column)]; };
        CHECK(at(side / 4) > 0.8f * filesScalp);
        CHECK(at(side - 1) == 0);
        for (int column = 1; column < side; ++column) CHECK(std::fabs(at(column) - at(column - 1)) < 0.25f);
    }
}

TEST_CASE("scalp share: without roots no vertex takes colour") {
    const std::vector<float> share = scalpAroundRoots(sheet(), {});
    CHECK(std::all_of(share.begin(), share.end(), [](float one) { return one == 0; }));
}

TEST_CASE("scalp share: the bust's crown is all hair's colour, its face and chest are none, wherever the bust stands") {
    for (BustPlace bust : {BustPlace{1, {0, 0, 0}}, BustPlace{2, {0.1f, 1.5f, -0.3f}}}) {
        Mesh mesh;
        for (Vec3f v : {Vec3f{0, 0.097f, -0.012f}, Vec3f{0, -0.05f, 0.09f}, Vec3f{0, -0.25f, 0.05f}}) mesh.vertices.push_back(bust.fromBust(v));
        const std::vector<float> share = scalpOfBust(mesh, bust);
        CHECK(share[0] == 1);
        CHECK(share[1] == 0);
        CHECK(share[2] == 0);
    }
}

TEST_CASE("scalp share: what tufts enclose takes the hair's colour whole, what is beyond them does not, and a wide gap stays bare") {
    const Mesh mesh = sheet();
    const auto tuftsAt = [](std::initializer_list<float> columns) {  // rows of roots across the sheet
        std::vector<Vec3f> roots;
        for (float x : columns)
            for (float z = 0; z <= sheetCell * float(side - 1); z += 0.002f) roots.push_back({x, 0, z});
        return roots;
    };
    const auto at = [&](const std::vector<float>& share, float x) { return share[size_t(side / 2 * side) + size_t(x / sheetCell + 0.5f)]; };
    const std::vector<float> close = scalpNearRoots(mesh, tuftsAt({0.05f, 0.085f}));
    for (float x = 0.05f; x <= 0.085f; x += sheetCell) CHECK(at(close, x) > 0.95f);
    CHECK(at(close, 0.04f) < 0.05f);
    CHECK(at(close, 0.095f) < 0.05f);
    CHECK(at(scalpNearRoots(mesh, tuftsAt({0.05f, 0.15f})), 0.1f) == 0);
}
