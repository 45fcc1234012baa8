// The skin under hair that fits no head.
#include "core/collide/mesh_distance.h"
#include "core/files/root_skin.h"
#include "tests/files/odd_grooms.h"

#include <doctest/doctest.h>

#include <map>

using namespace ringlet;
using namespace ringlet::test;

namespace {

bool closed(const Mesh& mesh) {
    std::map<std::pair<uint32_t, uint32_t>, int> edges;
    for (const Triangle& t : mesh.triangles) {
        ++edges[{t.a, t.b}], ++edges[{t.b, t.c}], ++edges[{t.c, t.a}];
    }
    for (const auto& [edge, times] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        if (times != 1 || back == edges.end() || back->second != 1) return false;
    }
    return !mesh.triangles.empty();
}

}  // namespace

TEST_CASE("root skin: a closed body that the roots lie on and hair leaves" * doctest::test_suite("long")) {
    struct Kind {
        const char* name;
        FileStrands (*make)();
        float off;  // m: of the middle root
    };
    for (const Kind& kind : {Kind{"a mohawk down a back", ratMohawk, 0.006f}, Kind{"fur", animalFur, 0.006f}, Kind{"a mat", mat, 0.012f},
                             Kind{"a horse's tail", horseTail, 0.012f}, Kind{"a head", wholeHead, 0.004f}}) {
        CAPTURE(kind.name);
        const std::vector<StrandSample> samples = strandSamples(kind.make(), 20000);
        const RootSkin skin = skinOfRoots(samples);
        CHECK(closed(skin.mesh));
        CHECK(skin.mesh.vertices.size() < 30000);
        const MeshDistance surface(skin.mesh);
        std::vector<float> off;
        int inside = 0;
        for (size_t i = 0; i < samples.size(); i += 7) {
            off.push_back(surface.distance(samples[i].root));
            for (Vec3f p : samples[i].along) inside += surface.signedDistance(p) < -0.005f ? 1 : 0;
        }
        std::stable_sort(off.begin(), off.end());
        CHECK(off[off.size() / 2] < kind.off);
        CHECK(off[off.size() * 95 / 100] < 3 * kind.off);
        CHECK(inside < 0.1 * 2 * static_cast<double>(off.size()));
    }
}

TEST_CASE("root skin: one root, or all in one place, has a small body") {
    for (int strands : {1, 40}) {
        FileStrands hair;
        for (int s = 0; s < strands; ++s) addHair(hair, {1, 2, 3}, {0, 1, 0}, {0, -1, 0}, 0.2f);
        const RootSkin skin = skinOfRoots(strandSamples(hair, 100));
        CHECK(closed(skin.mesh));
        CHECK(MeshDistance(skin.mesh).distance({1, 2, 3}) < 0.002f);
    }
}
