// Strands that follow are written after those that are simulated.
#include "core/groom/guides.h"
#include "core/math/elementary.h"
#include "core/scenes/write_strands.h"

#include <doctest/doctest.h>

using namespace ringlet;

TEST_CASE("followers are written where the table has them, and turn with the head") {
    Groom groom;
    for (int s = 0; s < 60; ++s) {
        const float a = 0.1f * static_cast<float>(s);
        const Vec3f root{0.1f * cosine(a), 0.001f * static_cast<float>(s), 0.1f * sine(a)};
        std::vector<Vec3f> points;
        for (int i = 0; i < (s % 3 ? 8 : 11); ++i) points.push_back(root + Vec3f{0, -0.02f * static_cast<float>(i), 0});
        addStrand(groom, points, {0, 1, 0}, 4e-5f);
    }
    const GuidedGroom guided = guidedGroom(groom, 20);
    for (Quatf head : {Quatf{0, 0, 0, 1}, Quatf{0, 0.6f, 0, 0.8f}}) {
        FileStrands strands;
        for (const StrandGroup& g : guided.guides.groups)
            strands.counts.insert(strands.counts.end(), g.strandCount, g.points);
        for (Vec3f p : guided.guides.points) strands.points.push_back(rotate(head, p));
        const size_t guidePoints = strands.points.size();
        addFollowers(guided.table, head, strands);
        REQUIRE(strands.counts.size() == 60);
        size_t next = guidePoints;
        for (size_t f = 20; f < 60; ++f) {
            const Follower& follower = guided.table.followers[f];
            CHECK(strands.counts[f] == strands.counts[follower.guides[0]]);
            FollowTable one{{follower}};
            const Groom expected = followedGroom(guided.guides, one, static_cast<int>(strands.counts[f]));
            for (Vec3f p : expected.points) CHECK(lengthOf(strands.points[next++] - rotate(head, p)) < 1e-6f);
        }
        CHECK(next == strands.points.size());
        addFollowers({}, head, strands);
        CHECK(strands.counts.size() == 60);
    }
}
