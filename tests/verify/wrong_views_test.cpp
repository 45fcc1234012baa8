// The lines that compare views of a play (verify/lines/views.cpp) find out a view that is wrong, for every subject: a line
// that allows more than that would say nothing.
#include "verify/crowd.h"

#include <doctest/doctest.h>

#include <cmath>

namespace ringlet::verify::wrong_views {
namespace {

constexpr int frames = 30;

Vec3d turned(Vec3d p) { return {p.z, p.y, -p.x}; }
Vec3f turned(Vec3f p) { return {p.z, p.y, -p.x}; }

// The play turned by 90 degrees about the vertical; not so what is named.
struct Forgotten {
    bool position, velocity, turning, orientation;
};
View turnedBut(Forgotten forgotten) {
    return {[](Vec3d p) { return turned(p); }, [forgotten](PoseKey key) {
                if (!forgotten.position) key.pose.position = turned(key.pose.position);
                if (!forgotten.velocity) key.velocity = turned(key.velocity);
                if (!forgotten.turning) key.angularVelocity = turned(key.angularVelocity);
                Quatf& q = key.pose.orientation;
                if (!forgotten.orientation) q = {q.z, q.y, -q.x, q.w};
                return key;
            }};
}

}  // namespace

TEST_CASE("a view whose head is not turned with its hair is found out for every subject") {
    for (const Subject& subject : subjects()) {
        CAPTURE(subject.name);
        const Result<Finding> right = comparedViews(subject, turnedBut({false, false, false, false}), frames);
        REQUIRE(right.ok());
        CHECK(right.value().meets());
        CHECK(right.value().allowed <= 1e-3);
        for (const Forgotten& forgotten : {Forgotten{true, true, true, false}, Forgotten{true, true, false, false},
                                           Forgotten{false, false, true, true}, Forgotten{true, true, true, true}}) {
            const Result<Finding> wrong = comparedViews(subject, turnedBut(forgotten), frames);
            REQUIRE(wrong.ok());
            CAPTURE(wrong.value().note);
            CHECK(wrong.value().reached > 2 * wrong.value().allowed);
        }
    }
}

}  // namespace ringlet::verify::wrong_views
