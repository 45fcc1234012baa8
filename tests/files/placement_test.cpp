// Units, axes, roots on heads, and Ringlet's own head under any groom.
#include "core/collide/head.h"
#include "core/files/placement.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

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

// The same as a file in another unit and axis has it.
Vec3f inFile(Vec3f p, float unit, UpAxis up) {
    const Vec3f q = up == UpAxis::Z ? Vec3f{p.x, -p.z, p.y} : p;
    return q * (1 / unit);
}

constexpr Placement unknown{0, UpAxis::Unknown};

}  // namespace

TEST_CASE("placement: units and axes are guessed, the file's word goes before, and the user's before both") {
    for (float unit : knownUnits) {
        for (UpAxis up : {UpAxis::Y, UpAxis::Z}) {
            CAPTURE(unit);
            FileStrands strands = hairOfHead(300);
            for (Vec3f& p : strands.points) p = inFile(p, unit, up);
            // Whatever is usual for the format, hair that hangs shows where down is.
            for (UpAxis usual : {UpAxis::Unknown, UpAxis::Y, UpAxis::Z}) {
                const Placement guessed = guessedPlacement(strands, usual, unknown);
                CHECK(guessed.unit == unit);
                CHECK(guessed.up == up);
                const Vec3f back = placed(guessed, strands.points[7]);
                CHECK(lengthOf(back - hairOfHead(300).points[7]) < 1e-5f);
            }
            strands.unit = 0.5f;
            strands.up = UpAxis::Y;
            CHECK(guessedPlacement(strands, UpAxis::Z, unknown).unit == 0.5f);
            CHECK(guessedPlacement(strands, UpAxis::Z, unknown).up == UpAxis::Y);
            CHECK(guessedPlacement(strands, UpAxis::Z, {0.01f, UpAxis::Z}).unit == 0.01f);
            CHECK(guessedPlacement(strands, UpAxis::Y, {0.01f, UpAxis::Z}).up == UpAxis::Z);
        }
    }
    // Hair that stands on end says nothing: then what is usual.
    FileStrands stubble;
    for (const ScalpRoot& root : scalpRoots(200, 1)) {
        stubble.counts.push_back(2);
        stubble.points.push_back(root.position);
        stubble.points.push_back(root.position + root.normal * 0.01f);
    }
    CHECK(guessedPlacement(stubble, UpAxis::Z, unknown).up == UpAxis::Z);
    CHECK(guessedPlacement(stubble, UpAxis::Unknown, unknown).up == UpAxis::Y);
    CHECK(unitName(0.00254f) == "tenths of an inch");
}

TEST_CASE("placement: a head in another unit and axis is found by the roots") {
    const Mesh head = headMesh(64);
    const std::vector<Vec3f> roots = rootsOf(hairOfHead(300), 100);
    CHECK(roots.size() == 100);
    for (float unit : knownUnits) {
        for (UpAxis up : {UpAxis::Y, UpAxis::Z}) {
            Mesh file = head;
            for (Vec3f& v : file.vertices) v = inFile(v, unit, up);
            const HeadPlacement found = guessedHeadPlacement(file, roots, {1, UpAxis::Y});
            CHECK(found.placement.unit == unit);
            CHECK(found.placement.up == up);
            CHECK(found.distance < 0.003f);
        }
    }
    Mesh away = head;
    for (Vec3f& v : away.vertices) v = v + Vec3f{3, 0, 0};
    CHECK(guessedHeadPlacement(away, roots, {1, UpAxis::Y}).distance > 0.05f);
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

TEST_CASE("placement: Ringlet's own head is fitted under a groom, whichever way it faces") {
    const FileStrands hair = hairOfHead(2000);
    for (int quarters = 0; quarters < 4; ++quarters) {
        CAPTURE(quarters);
        std::vector<Vec3f> roots = rootsOf(hair, 300);
        for (Vec3f& p : roots) p = turnedQuarters(p * 1.2f + Vec3f{0.5f, 1.6f, 0}, quarters);
        const HeadFit fit = fittedHead(roots);
        CHECK((fit.quarters + quarters) % 4 == 0);
        CHECK(fit.scale == doctest::Approx(1.2).epsilon(0.03));
        CHECK(fit.distance < 0.004f);
        if (quarters == 0) CHECK(lengthOf(fit.shift - Vec3f{0.5f, 1.6f, 0}) < 0.01f);
    }
    // A lock, or no hair at all, grows on the crown.
    const HeadFit lock = fittedHead({{1, 2, 3}});
    CHECK(lock.scale == 1);
    CHECK(headDistance(Vec3f{1, 2, 3} - lock.shift) == doctest::Approx(0).epsilon(1e-3));
    CHECK(fittedHead({}).scale == 1);
}
