#include "native/rest/odd_grooms.h"

#include "core/collide/head.h"
#include "core/groom/roots.h"
#include "core/math/elementary.h"
#include "core/math/random.h"
#include "core/scenes/full_head.h"

#include <functional>

namespace ringlet::cli {
namespace {

// The direction of a strand at a share of its length, in a frame of its root: x out of the head, y down it, z across.
typedef std::function<Vec3d(double)> Course;

struct Style {
    const char* name;
    const char* summary;
    int points;
    double length;    // m, of the longest strand
    double shortest;  // the shortest strand's share of that
    double uneven;    // the longest segment over the shortest
    double off;       // how far roots stand off the head, m
    Course (*course)(Random&);
    std::vector<std::pair<std::string, std::string>> settings = {};
};

constexpr double tau = 2 * pi;

// Sets out of the head, turns over within the first few percent of its length, some of it back into the
// head, and lies down.
Course hooked(Random& random) {
    const double share = 0.04 + 0.06 * double(random.unit()), lean = 0.6 * double(random.unit()) - 0.3;
    const double turn = 2.2 + 1.2 * double(random.unit());
    return [=](double u) {
        const double a = u < share ? turn * u / share : 1.4;
        return Vec3d{cosine(a), sine(a), lean};
    };
}

// Lies flat behind its root, then leans out and hangs in a curve.
Course standingOff(Random& random) {
    const double lean = 0.6 * double(random.unit()) - 0.3, bend = 0.8 + 0.6 * double(random.unit());
    return [=](double u) {
        const double a = u < 0.3 ? 1.6 * u / 0.3 : 1.6 + bend * (0.3 - u);
        return Vec3d{cosine(a), sine(a), lean};
    };
}

// Kinks at forty places.
Course crooked(Random& random) {
    const uint64_t own = random.bits();
    return [=](double u) {
        Random kink(own, static_cast<uint64_t>(u * 40));
        const double x = double(kink.normal()), y = double(kink.normal()), z = double(kink.normal());
        return Vec3d{0.4 + 0.7 * x, 1 + 0.7 * y, 0.7 * z};
    };
}

// Goes out and up, over and down, as water from a fountain.
Course arched(Random& random) {
    const double lean = 0.4 * double(random.unit()) - 0.2, over = 2.2 + 0.7 * double(random.unit());
    return [=](double u) { return Vec3d{cosine(over * u), sine(over * u), lean}; };
}

Course waved(Random& random) {
    const double phase = tau * double(random.unit());
    return [=](double u) { return Vec3d{0.5 + 0.8 * cosine(tau * 4 * u + phase), 1, 0}; };
}

Course curled(Random& random) {
    const double phase = tau * double(random.unit()), turns = 8 + 10 * double(random.unit());
    const double wide = 1.5 + double(random.unit());
    return [=](double u) {
        const double a = tau * turns * u + phase;
        return Vec3d{0.4 + wide * cosine(a), 1, wide * sine(a)};
    };
}

Course hanging(Random& random) {
    const double out = 0.1 + 0.2 * double(random.unit());
    return [=](double) { return Vec3d{out, 1, 0}; };
}

Course standing(Random& random) {
    const double lean = 0.2 * double(random.normal());
    return [=](double u) { return Vec3d{1, lean * u, lean}; };
}

// Leaves the head straight along its normal, then hangs.
Course leaving(Random& random) {
    const double lean = 0.02 * double(random.normal()), share = 0.05 + 0.1 * double(random.unit());
    return [=](double u) { return u < share ? Vec3d{1, lean, lean} : Vec3d{0.3, 1, lean}; };
}

// Materials of other than hair's stiffness (N m^2) and density (kg/m), in the names of every model: of a round section
// of hair's density so much radius and Young's modulus, and of dftl's drag (3/s) and internal friction (0.02 s) so
// much a metre.
typedef std::vector<std::pair<std::string, std::string>> Settings;
const Settings fineHair = {{"stiffness", "1e-10"}, {"density", "1e-6"},      {"sectionRadius", "1.565e-5"},
                           {"young", "2.12e9"},    {"dissipation", "2e-12"}, {"airDrag", "3e-6"}};
const Settings stiffHair = {{"stiffness", "2e-7"}, {"density", "2e-5"},     {"sectionRadius", "7e-5"},
                            {"young", "1.06e10"},  {"dissipation", "4e-9"}, {"airDrag", "6e-5"}};

const std::vector<Style>& styles() {
    static const std::vector<Style> all = {
        {"hooked", "hooks near the root, some of them back into the head", 26, 0.25, 0.7, 1.5, 0, hooked},
        {"fine", "very fine strands of 100 points", 100, 0.3, 0.7, 1, 0, hooked, fineHair},
        {"wig", "curved strands whose roots are 2 cm off the head", 50, 0.35, 0.6, 3, 0.02, standingOff},
        {"uneven", "kinked strands, segments that differ a hundredfold", 40, 0.25, 0.7, 100, 0, crooked},
        {"flat", "waves that lie in one plane", 32, 0.25, 0.7, 1, 0, waved},
        {"arched", "strands that go up and over as a fountain's", 40, 0.3, 0.7, 1.5, 0.005, arched},
        {"curly", "curls of 100 points", 100, 0.25, 0.6, 1, 0, curled},
        {"long", "1.6 times as long as the straight style's", 64, 0.48, 0.9, 2, 0, hanging},
        {"mohawk", "a strip that stands up", 16, 0.15, 0.8, 1, 0, standing, stiffHair},
        {"sunken", "hair that begins 4 mm within the head and leaves it straight", 40, 0.25, 0.6, 3, -0.004, leaving},
        {"mixed", "arcs of any length from 2 cm on", 24, 0.4, 0.05, 4, 0, arched},
    };
    return all;
}

bool isFlat(const Style& style) { return style.course == waved; }
bool isStrip(const Style& style) { return isFlat(style) || style.course == standing; }

// Where the strands of a style grow: on the head, or on the strip above its middle.
std::vector<GroomRoot> rootsOf(const Style& style, int strands, uint64_t seed) {
    std::vector<GroomRoot> roots;
    const float strip = isFlat(style) ? 0 : 0.015f;
    for (int tried = isStrip(style) ? 12 * strands : strands; static_cast<int>(roots.size()) < strands; tried *= 2) {
        roots.clear();
        for (const ScalpRoot& root : scalpRoots(tried, seed)) {
            GroomRoot one{root.position, root.normal};
            if (isFlat(style)) one.position.x = 0, one.normal = normalizedOr(Vec3f{0, root.normal.y, root.normal.z}, Vec3f{0, 1, 0});
            if (isStrip(style) && (absolute(root.position.x) > maximum(strip, 0.01f) || root.position.y < 0.05f)) continue;
            const SurfacePoint at = nearestSurface(oddHead(), one.position);
            one.position = one.position + (static_cast<float>(style.off) - minimum(at.distance, 0.0f)) * one.normal;
            roots.push_back(one);
            if (static_cast<int>(roots.size()) == strands) break;
        }
    }
    return roots;
}

// Lengths of a strand's segments, m.
std::vector<double> segmentsOf(const Style& style, Random& random) {
    std::vector<double> lengths;
    double sum = 0;
    for (int i = 1; i < style.points; ++i) {
        double length = 1;
        for (int k = 0; k < 8; ++k) length *= 1 + (squareRoot(squareRoot(squareRoot(style.uneven))) - 1) * double(random.unit());
        lengths.push_back(length);
        sum += length;
    }
    const double share = style.shortest + (1 - style.shortest) * double(random.unit());
    for (double& length : lengths) length *= style.length * share / sum;
    return lengths;
}

void addOddStrand(Groom& groom, const Style& style, const GroomRoot& root, uint64_t seed, uint64_t strand) {
    Random random(seed, strand);
    const std::vector<double> lengths = segmentsOf(style, random);
    const Course course = style.course(random);
    const Vec3d out{root.normal.x, root.normal.y, root.normal.z};
    const Vec3d fall = Vec3d{0, -1, 0} + out.y * out;
    const Vec3d down = normalizedOr(lengthOf(fall) > 0.05 ? fall : cross(out, Vec3d{1, 0, 0}), Vec3d{0, 0, 1});
    const Vec3d side = cross(out, down);
    double total = 0, at = 0;
    for (double length : lengths) total += length;
    Vec3d x{root.position.x, root.position.y, root.position.z};
    std::vector<Vec3f> points;
    for (size_t i = 0;; ++i) {
        points.push_back({static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
        if (i == lengths.size()) break;
        const Vec3d d = course((at + 0.5 * lengths[i]) / total);
        x = x + lengths[i] * normalizedOr(d.x * out + d.y * down + d.z * side, out);
        at += lengths[i];
    }
    addStrand(groom, points, root.normal, hairRadius);
}

}  // namespace

const std::vector<std::string>& oddGroomNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Style& style : styles()) all.emplace_back(style.name);
        return all;
    }();
    return names;
}

OddGroom oddGroom(const std::string& name, int strands, uint64_t seed) {
    for (const Style& style : styles()) {
        if (name != style.name) continue;
        OddGroom odd{style.name, style.summary, {}, style.settings};
        const std::vector<GroomRoot> roots = rootsOf(style, strands, seed);
        for (size_t s = 0; s < roots.size(); ++s) addOddStrand(odd.groom, style, roots[s], seed, s);
        return odd;
    }
    return {};
}

Status OddGroom::applyTo(Params& params) const {
    for (const auto& [name, value] : settings)
        if (params.find(name) != nullptr)
            if (Status status = params.set(name, value); !status) return status;
    return {};
}

const Colliders& oddHead() {
    static const Colliders head = [] {
        Colliders colliders;
        colliders.grid = bustGrid();
        return colliders;
    }();
    return head;
}

}  // namespace ringlet::cli
