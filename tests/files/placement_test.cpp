// Units, axes, and roots on heads.
#include "core/collide/head.h"
#include "core/files/placement.h"
#include "tests/files/file_support.h"
#include "tests/files/odd_grooms.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace placement_test {
namespace {

// Hair of 0.2 m that falls from the scalp of Ringlet's own head, m, Y up.
FileStrands hairOfHead(int strands) {
    FileStrands out;
    for (const ScalpRoot& root : scalpRoots(strands, 4)) {
        out.counts.push_back(4);
        Vec3f p = root.position;
        for (int i = 0; i < 4; ++i) {
            out.points.push_back(p);
            p = p + (i == 0 ? root.normal * 0.02f : Vec3f{0, -0.06f, -0.01f});
        }
    }
    return out;
}

Vec3f inFile(Vec3f p, float unit, UpAxis up) {
    FileStrands one;
    one.points = {p};
    return test::inFile(one, unit, up).points[0];
}

constexpr Placement unknown{0, UpAxis::Unknown};

}  // namespace

TEST_CASE("placement: what is told goes before what is found, and what the user says before the file") {
    FileStrands strands = hairOfHead(300);
    strands.unit = 0.5f;
    strands.up = UpAxis::Y;
    CHECK(toldPlacement(strands, unknown).unit == 0.5f);
    CHECK(toldPlacement(strands, unknown).up == UpAxis::Y);
    CHECK(toldPlacement(strands, {0.01f, UpAxis::Z}).unit == 0.01f);
    CHECK(toldPlacement(strands, {0.01f, UpAxis::Z}).up == UpAxis::Z);
    const Placement told = guessedPlacement(strands, UpAxis::Z, {0.01f, UpAxis::X});
    CHECK(told.unit == 0.01f);
    CHECK(told.up == UpAxis::X);
    // Without any word: what is usual, or else where hair falls.
    for (Vec3f& p : strands.points) p = inFile(p, 1, UpAxis::Z);
    CHECK(guessedPlacement(strands, UpAxis::Y, unknown).up == UpAxis::Y);
    CHECK(guessedPlacement(strands, UpAxis::Unknown, unknown).up == UpAxis::Z);
    CHECK(guessedPlacement(strands, UpAxis::Unknown, unknown).unit == 1);
    CHECK(unitName(0.00254f) == "tenths of an inch");
    for (UpAxis up : allUpAxes) {
        const Vec3f p = placed({0.01f, up}, inFile({1, 2, 3}, 0.01f, up));
        CHECK(lengthOf(p - Vec3f{1, 2, 3}) < 1e-6f);
    }
}

TEST_CASE("placement: a head in another unit and axis is found by the roots") {
    const Mesh head = headMesh(64);
    const std::vector<Vec3f> roots = rootsOf(hairOfHead(300), 100);
    CHECK(roots.size() == 100);
    for (const KnownUnit& known : knownUnits) {
        const float unit = known.metres;
        for (UpAxis up : {UpAxis::Y, UpAxis::Z}) {
            Mesh file = head;
            for (Vec3f& v : file.vertices) v = inFile(v, unit, up);
            const HeadPlacement found = guessedHeadPlacement(file, roots, {1, UpAxis::Y}, unknown);
            CHECK(found.placement.unit == unit);
            CHECK(found.placement.up == up);
            CHECK(found.distance < 0.003f);
            // What is set is set, however little it fits.
            const HeadPlacement set = guessedHeadPlacement(file, roots, {1, UpAxis::Y}, {0.5f, UpAxis::Unknown});
            CHECK(set.placement.unit == 0.5f);
            CHECK(guessedHeadPlacement(file, roots, {1, UpAxis::Y}, {0, UpAxis::X}).placement.up == UpAxis::X);
        }
    }
    Mesh away = head;
    for (Vec3f& v : away.vertices) v = v + Vec3f{3, 0, 0};
    CHECK(guessedHeadPlacement(away, roots, {1, UpAxis::Y}, unknown).distance > 0.05f);
}

TEST_CASE("placement: of many strands those are taken that 64 bits would take, where size_t has fewer too") {
    constexpr uint64_t count = 600000, most = 20000;
    FileStrands many;
    many.counts.assign(count, 2);
    for (uint64_t i = 0; i < count; ++i) many.points.insert(many.points.end(), {{static_cast<float>(i), 0, 0}, {static_cast<float>(i), 1, 0}});
    const std::vector<Vec3f> roots = rootsOf(many, most);
    REQUIRE(roots.size() == most);
    for (uint64_t i = 0; i < most; ++i) {
        const uint64_t wanted = ((i + 1) * count + most - 1) / most - 1;  // where the share passes i + 1
        if (roots[i].x != static_cast<float>(wanted)) FAIL("number " << i << " is strand " << roots[i].x << ", not " << wanted);
    }
}

TEST_CASE("placement: roots are snapped, strands keep their shape, and what is far stays") {
    const MeshDistance head(headMesh(96));
    FileStrands strands = hairOfHead(200);
    for (size_t i = 0; i < 4; ++i) strands.points[i].x += 1;
    for (size_t i = 4; i < strands.points.size(); ++i) strands.points[i].y += 0.008f;
    const FileStrands before = strands;
    const Snapped snapped = snapRoots(strands, head, 0.02f, 0);
    CHECK(snapped.far == 1);
    CHECK(snapped.moved >= 190);
    CHECK(snapped.most < 0.02f);
    CHECK(samePoints({strands.points[2]}, {before.points[2]}));
    for (size_t s = 1; s < 200; ++s) {
        CHECK(head.distance(strands.points[4 * s]) < 2e-4f);
        const Vec3f way = strands.points[4 * s] - before.points[4 * s];
        CHECK(lengthOf(strands.points[4 * s + 3] - before.points[4 * s + 3] - way) < 1e-6f);
    }
}

TEST_CASE("placement: strands that are rooted in the head come out of it, however deep") {
    const MeshDistance head(headMesh(96));
    FileStrands strands = hairOfHead(200);
    for (Vec3f& p : strands.points) p = p * 0.4f;
    REQUIRE(head.signedDistance(strands.points[0]) < -0.02f);
    const Snapped snapped = snapRoots(strands, head, 0.02f, 0);
    CHECK(snapped.far == 0);
    CHECK(snapped.moved == 200);
    for (size_t s = 0; s < 200; ++s) CHECK(head.distance(strands.points[4 * s]) < 1e-3f);
}

}  // namespace placement_test
