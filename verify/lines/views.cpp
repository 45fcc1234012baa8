// Nothing but rounding may come from where a play is seen from: in a mirror, turned about the vertical, a
// kilometre away.
#include "verify/crowd.h"

namespace ringlet::verify::views_line {
namespace {

constexpr int frames = 30;

Result<Finding> mirror(const Subject& subject, bool) {
    auto reflected = [](Vec3d p) { return Vec3d{-p.x, p.y, p.z}; };
    return comparedViews(subject, {reflected, [&](PoseKey key) {
        key.pose.position = reflected(key.pose.position);
        key.velocity.x = -key.velocity.x;
        // Rotations turn the other way about what lies in the mirror.
        for (float* c : {&key.pose.orientation.y, &key.pose.orientation.z, &key.angularVelocity.y, &key.angularVelocity.z}) *c = -*c;
        return key;
    }}, frames);
}

// By 90 degrees: components change places, and no number is rounded.
Result<Finding> rotation(const Subject& subject, bool) {
    auto turned = [](auto p) { p = {p.z, p.y, -p.x}; return p; };
    return comparedViews(subject, {[&](Vec3d p) { return turned(p); }, [&](PoseKey key) {
        key.pose.position = turned(key.pose.position);
        key.velocity = turned(key.velocity);
        key.angularVelocity = turned(key.angularVelocity);
        Quatf& q = key.pose.orientation;
        q = {q.z, q.y, -q.x, q.w};
        return key;
    }}, frames);
}

Result<Finding> translation(const Subject& subject, bool) {
    return comparedViews(subject, {[](Vec3d p) { return p; }, [](PoseKey key) {
        key.pose.position = key.pose.position + Vec3d{1000, 20, -700};
        return key;
    }}, frames);
}

const char* const measured = "distance after 0.5 s or fewer frames, m";
const char* const rounding = "ten times as far as strands that differ by half a unit in the last place come apart, 1 mm at most: steps in "
                             "which that soon grows are judged after as many frames as their cells say";
const RegisterLine first{{"mirror", measured, "the play in a mirror", rounding, Owed::Sameness, mirror}};
const RegisterLine second{{"rotation", measured, "the play turned by 90 degrees about the vertical", rounding, Owed::Sameness, rotation}};
const RegisterLine third{{"translation", measured, "the play 1.2 km away", rounding, Owed::Sameness, translation}};

}  // namespace
}  // namespace ringlet::verify::views_line
