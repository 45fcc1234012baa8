// One step of the model against one step of the dense reference: the quadratic
// problem is set up from the model's own state, in double, and solved by Eigen.
#include "core/models/elastic_strand/elastic_strand.h"
#include "tests/support.h"
#include "tests/verify/dense_reference.h"

using namespace ringlet;
using elastic_strand::makeStrandSet, elastic_strand::rootFrame, elastic_strand::StrandSet;
using elastic_strand::RestLength, elastic_strand::RestTurn;
using namespace ringlet::test;

#ifdef RINGLET_HAS_EIGEN
namespace implicit_step_test {
namespace {

// The quadratic model of one substep of a real strand without contacts, from the
// model's state, in double; constants are those of implicit_step.h.
struct StrandState {
    std::vector<Vec3d> x, v;
    std::vector<Quatd> frame, rest;  // a segment
    std::vector<double> length;
    Quatd rootFrame;
};

Quatd wide(Quatf q) { return normalized(Quatd{q.x, q.y, q.z, q.w}); }

struct Material {
    double bending, drag, friction;  // B / density; 1/s; s
};

Problem problemOf(const StrandState& s, const Frame& frame, const Material& m) {
    Problem p;
    int n = static_cast<int>(s.length.size());
    double h = frame.dt, total = 0;
    for (double l : s.length) total += l;
    p.scale = total / n;
    Vec3d move = frame.end.pose.position - frame.begin.pose.position;
    Vec3d gravity{frame.gravity.x, frame.gravity.y, frame.gravity.z}, wind{frame.wind.x, frame.wind.y, frame.wind.z};
    Quatd before = wide(frame.begin.pose.orientation), after = wide(frame.end.pose.orientation);
    Quatd turn = after * conjugate(before);
    p.rootTurn = (2 * p.scale / turn.w) * Vec3d{turn.x, turn.y, turn.z};
    p.rootMove = rotate(turn, s.x[0]) - s.x[0];
    double stiffness = m.bending * h * h / std::pow(p.scale, 4);
    p.torque.resize(n), p.k.resize(n), p.guard.resize(n), p.touches.resize(n, false);
    p.normal.resize(n), p.slide.resize(n), p.K.resize(n), p.gap.resize(n), p.f.resize(n);
    for (int i = 0; i < n; ++i) {
        double ratio = s.length[i] / p.scale, next = i + 1 < n ? s.length[i + 1] / p.scale : 0;
        double parentRatio = i > 0 ? s.length[i - 1] / p.scale : 0;
        double mass = 0.5 * (ratio + next), drag = m.drag * h * (1 + lengthOf(s.v[i + 1] - wind) / dragSpeed);
        p.direction.push_back(axisZ(s.frame[i]));
        p.ratio.push_back(ratio);
        p.mass.push_back(mass * (1 + drag));
        p.gradient.push_back(mass * (move - h * h * gravity - h * s.v[i + 1] + drag * (move - h * wind)));
        p.guard[i] = 2 * stiffness / (ratio + parentRatio);  // the joint's stiffness; its error's share follows below
    }
    // The least inertia of a joint is measured by what hangs beyond it, so this
    // much of the matrix is known only from the tip on.
    BeyondJoint<double> beyond = nothingBeyond<double>();
    for (int i = n - 1; i >= 0; --i) {
        const double k = p.guard[i];
        Quatd parent = i > 0 ? s.frame[i - 1] : before * s.rootFrame;
        Quatd error = conjugate(parent) * s.frame[i] * conjugate(s.rest[i]);
        Vec3d axis{error.x, error.y, error.z};
        p.torque[i] = (p.scale * (error.w < 0 ? -2 * k : 2 * k)) * rotate(parent, axis);
        p.guard[i] = spinGuard * k * dot(axis, axis);
        addParticle(beyond, p.mass[i], p.gradient[i]);
        shiftAlongSegment(beyond, p.direction[i], p.ratio[i], 1 / p.scale);
        double inertia = relativeInertia * (beyond.C.xx + beyond.C.yy + beyond.C.zz);
        p.k[i] = k * (1 + m.friction / h) + std::max(double(spinInertia), inertia);
        eliminateJoint(beyond, p.torque[i], p.k[i], p.guard[i]);
    }
    return p;
}

// The state after the step: segments turned by Cayley's map, particles along
// them, and what turning left too much of motion taken back.
StrandState advanced(const StrandState& s, const Solution& y, const Problem& p, const Frame& frame) {
    StrandState next = s;
    Vec3d move = frame.end.pose.position - frame.begin.pose.position;
    next.x[0] = s.x[0] + p.rootMove;
    double motion = 0, foreseen = 0, h = frame.dt;
    for (size_t i = 0; i < s.length.size(); ++i) {
        Vec3d half = (0.5 / p.scale) * y.turn[i];
        next.frame[i] = normalized(Quatd{half.x, half.y, half.z, 1} * s.frame[i]);
        next.x[i + 1] = next.x[i] + s.length[i] * axisZ(next.frame[i]);
        next.v[i + 1] = (1 / h) * (next.x[i + 1] - s.x[i + 1] + move);
        Vec3d linear = (1 / h) * (y.move[i] + move);
        motion += s.length[i] * dot(next.v[i + 1], next.v[i + 1]);
        foreseen += s.length[i] * dot(linear, linear);
    }
    if (motion > foreseen)
        for (size_t i = 1; i < s.v.size(); ++i) next.v[i] = std::sqrt(foreseen / motion) * next.v[i];
    return next;
}

StrandState stateOf(const Model& model, const Groom& groom, const StrandState& rest) {
    StrandState s = rest;
    std::vector<float> f = stateFloats(model, false);
    size_t n = groom.points.size();
    s.x.resize(n), s.v.resize(n), s.frame.resize(n - 1);
    for (size_t i = 0; i < n; ++i) {
        const float* a = f.data() + 10 * i;
        s.x[i] = {a[0], a[1], a[2]};
        s.v[i] = {a[3], a[4], a[5]};
        if (i + 1 < n) s.frame[i] = wide({a[6], a[7], a[8], a[9]});
    }
    return s;
}

}  // namespace

TEST_CASE("one step of the model is one step of the dense reference") {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        Random random(22, seed);
        StrandShape shape;
        shape.particles = 2 + static_cast<int>(random.bits() % 20);
        shape.ratio = 1 + random.unit();
        Vec3f normal = randomDirection(random);
        Groom groom;
        addStrand(groom, randomStrand(random, shape, 0.1f * normal, normal), normal, 4e-5f);
        Settings settings = {{"substeps", 1}, {"stiffness", seed % 4 == 0 ? 0 : 1e-10 * std::pow(1e4, random.unit())},
                             {"drag", 5 * random.unit()}, {"internalFriction", 0.02 * random.unit()}};
        Params params({strandModel().params});
        for (auto& [name, value] : settings) REQUIRE(params.set(name, value).ok());
        auto model = buildModel(groom, settings, {"cpu", "tiles", 1, nullptr});

        // The rest state, through the model's own rest pose: frames as it carries them.
        StrandState rest;
        StrandState at = stateOf(*model, groom, rest);
        StrandSet group = makeStrandSet(groom, groom.groups[0], 1);
        rest.rootFrame = wide(rootFrame(group, 0));
        for (uint32_t i = 0; i + 1 < groom.points.size(); ++i) {
            rest.length.push_back(group.at(RestLength, 0, i, 0));
            rest.rest.push_back(wide(group.quatAt(RestTurn, 0, i)));
        }
        Material material{params.get("stiffness") / params.get("density"), params.get("drag"),
                          params.get("internalFriction")};
        for (int i = 0; i < 12; ++i) {
            Frame frame = wildFrame(i, 60, 0.7);
            frame.wind = {1, 0.5f, -2};
            at = stateOf(*model, groom, rest);
            model->step(frame);
            Problem p = problemOf(at, frame, material);
            StrandState expected = advanced(at, Dense(p).solve(p), p, frame), got = stateOf(*model, groom, rest);
            double apart = 0, faster = 0;
            for (size_t j = 0; j < got.x.size(); ++j) {
                apart = std::max(apart, lengthOf(got.x[j] - expected.x[j]));
                if (j > 0) faster = std::max(faster, lengthOf(got.v[j] - expected.v[j]));
            }
            CAPTURE(i);
            // A ten thousandth of the strand's length of 0.2 m, and that over h. A limp
            // strand's matrix is far worse conditioned than float is precise.
            const double close = material.bending > 0 ? 2e-5 : 2e-4;
            CHECK(apart < close);
            CHECK(faster < close * 60);
        }
    }
}
#else
TEST_CASE("one step of the model is one step of the dense reference") {
    skip("Eigen was not found; install it (Debian: libeigen3-dev) and configure again");
}
#endif

}  // namespace implicit_step_test
