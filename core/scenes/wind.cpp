#include "core/scenes/wind.h"

#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

struct Eddy {
    double period, weight;  // s
};
constexpr Eddy eddies[] = {{2.6, 0.7}, {0.9, 0.4}, {0.33, 0.2}};

constexpr float deepest = 1.6f;    // of the mean that the strongest gust adds, at most times 1.3
constexpr float wander = 0.7f;     // rad that the direction may leave its mean by
constexpr float lift = 0.15f;      // of the mean, upwards or downwards
constexpr uint64_t seed = 0x77696e64;

// Random in [-1, 1] at whole numbers, smooth between them.
double noise(double x, uint64_t stream) {
    const double latest = 4e9;
    const uint64_t knot = static_cast<uint64_t>(x < latest ? x : latest);
    const double u = x - static_cast<double>(knot), s = u * u * (3 - 2 * u);
    auto at = [&](uint64_t k) { return 2.0 * Random(seed + stream, k).unit() - 1; };
    const double a = at(knot), b = at(knot + 1);
    return a + (b - a) * s;
}

float turbulence(double time, uint64_t stream) {
    double sum = 0;
    for (const Eddy& eddy : eddies) sum += eddy.weight * noise(time / eddy.period, ++stream);
    return static_cast<float>(sum);
}

}  // namespace

const ParamTable& windParams() {
    static const ParamTable rows = {
        {"windSpeed", "m/s", 0, 0, 12, "Mean speed of the wind; 0: none. Strands of dftl-published feel none."},
        {"windHeading", "rad", 0, -3.1416, 3.1416,
         "Turns the wind about the vertical: at 0 it blows to the head's left, at 1.57 into the face."},
        {"windGusts", "", 0.5, 0, 1, "Lets the wind swing more about its mean in strength and direction."},
    };
    return rows;
}

Wind windOf(const Params& params) {
    if (!params.find("windSpeed")) return {};
    return {params.real("windSpeed"), params.real("windHeading"), params.real("windGusts")};
}

Vec3f windAt(const Wind& wind, double time) {
    if (!(wind.speed > 0)) return {0, 0, 0};
    const float strength = 1 + wind.gusts * deepest * turbulence(time, 0);
    const float along = wind.speed * (strength > 0 ? strength : 0);
    const float heading = wind.heading + wind.gusts * wander * turbulence(time, 16);
    const float up = wind.speed * wind.gusts * lift * turbulence(time, 32);
    return {along * cosine(heading), up, -along * sine(heading)};
}

}  // namespace ringlet
