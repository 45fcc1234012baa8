// Wisps of discrete rods: the exact solution of both rims, and springs against their energy and closed forms.
#include "core/models/discrete_rod/wisp_rod.h"
#include "tests/models/rig.h"

using namespace ringlet;
using namespace ringlet::test;
namespace rods = ringlet::discrete_rod;
using rods::WispPattern;
using rods::operator+;

namespace {

Vec3d randomVector(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

Sym3<double> randomMatrix(Random& random, double least) {
    Sym3<double> m{least, least, least, 0, 0, 0};
    for (int i = 0; i < 3; ++i) m = plusOuter(m, 1.0, randomVector(random));
    return m;
}

// Two random chains of a few segments with springs between, as quadratic energies of their turns.
struct QuadraticWisp {
    static constexpr int n = 4;
    struct Level {
        Sym3<double> mass[2], across, K[2];
        Vec3d push[2], gradient[2], half[2], pull, arm[2];
        rods::DiagonalForm<double> diagonal;
    };
    Level level[n];
    Vec3d root[2];

    // `coupling`: how much joints couple their turns by their torques, as those of slow strands do.
    explicit QuadraticWisp(uint64_t seed, double coupling) {
        Random random(61, seed);
        for (Level& l : level) {
            for (int i = 0; i < 2; ++i) {
                l.mass[i] = randomMatrix(random, 1), l.K[i] = randomMatrix(random, 0.1);
                l.push[i] = randomVector(random), l.gradient[i] = randomVector(random), l.arm[i] = randomVector(random);
                l.half[i] = coupling * randomVector(random);
            }
            l.across = randomMatrix(random, 0), l.pull = randomVector(random);
            const Vec3d a = randomVector(random), b = randomVector(random);
            l.diagonal = {plusOuter(randomMatrix(random, 0), 1.0, a), plusOuter(randomMatrix(random, 0), 1.0, b),
                          {0.5 * a.x * b, 0.5 * a.y * b, 0.5 * a.z * b}, randomVector(random), randomVector(random)};
        }
        for (Vec3d& r : root) r = randomVector(random);
    }

    // Without tension: `turns` of left and right by turns.
    double energy(const std::vector<Vec3d>& turns) const {
        double sum = 0;
        Vec3d dx[2] = {root[0], root[1]}, parent[2] = {{0, 0, 0}, {0, 0, 0}};
        for (int s = 0; s < n; ++s) {
            const Level& l = level[s];
            const Vec3d begin[2] = {dx[0], dx[1]};
            for (size_t i = 0; i < 2; ++i) {
                const Vec3d y = turns[2 * static_cast<size_t>(s) + i], d = y - parent[i];
                dx[i] = dx[i] + cross(y, l.arm[i]);
                sum += 0.5 * dot(d, l.K[i] * d) + dot(l.gradient[i], d) - dot(l.half[i], cross(parent[i], y)) + 0.5 * dot(dx[i], l.mass[i] * dx[i]) + dot(l.push[i], dx[i]);
                parent[i] = y;
            }
            const Vec3d u = dx[0] - dx[1], d1 = dx[0] - begin[1], d2 = dx[1] - begin[0];
            const auto& e = l.diagonal;
            sum += 0.5 * dot(u, l.across * u) + dot(l.pull, u) + 0.5 * dot(d1, e.H1 * d1) + 0.5 * dot(d2, e.H2 * d2) +
                   dot(d1, e.J * d2) + dot(e.g1, d1) + dot(e.g2, d2);
        }
        return sum;
    }

    std::vector<Vec3d> solved() const {
        rods::WispForm<double> form = rods::noWispBeyond<double>();
        rods::RimGain<double> gain[n][2];
        for (int s = n - 1; s >= 0; --s) {
            const Level& l = level[s];
            for (int i = 0; i < 2; ++i) {
                form.rim[i].A = form.rim[i].A + l.mass[i];
                form.rim[i].a = form.rim[i].a + l.push[i];
            }
            rods::addAcross(form, l.across, l.pull);
            rods::shiftJoined(form, l.arm[0], l.arm[1]);
            for (int i = 0; i < 2; ++i) {
                const double length = lengthOf(l.arm[i]);
                form.rim[i].pull = {0, 0, 0};  // no tension
                shiftAlongSegment(form.rim[i], (1 / length) * l.arm[i], length, 1.0);
            }
            rods::addDiagonals(form, l.diagonal, l.arm[0], l.arm[1]);
            gain[s][1] = rods::eliminateRim<1>(form, l.K[1], l.gradient[1]);
            rods::addRimCoupling<1>(form, gain[s][1], l.K[1], l.half[1]);
            gain[s][0] = rods::eliminateRim<0>(form, l.K[0], l.gradient[0]);
            rods::addRimCoupling<0>(form, gain[s][0], l.K[0], l.half[0]);
        }
        std::vector<Vec3d> turns;
        Vec3d dx[2] = {root[0], root[1]}, turn[2] = {{0, 0, 0}, {0, 0, 0}};
        for (int s = 0; s < n; ++s) {
            const rods::RimJoint<double> joint[2] = {{level[s].K[0], level[s].half[0]}, {level[s].K[1], level[s].half[1]}};
            rods::recoverPair(gain[s], joint, dx, turn);
            for (int i = 0; i < 2; ++i) {
                dx[i] = dx[i] + cross(turn[i], level[s].arm[i]);
                turns.push_back(turn[i]);
            }
        }
        return turns;
    }
};

double& part(Vec3d& v, int c) { return c == 0 ? v.x : c == 1 ? v.y : v.z; }

// A strip of two straight rims of `length`, `width` apart and with as many cells, and its springs' energy once
// the rims' points are where `moved` puts them: of point p of rim 0 or 1 from where it is at rest.
template <class Moved>
double stripEnergy(int cells, double length, double width, WispPattern pattern, const Moved& moved) {
    const rods::WispSprings<double> springs{1, 1, pattern, true};
    const double l = length / cells, diagonal = std::sqrt(l * l + width * width);
    auto at = [&](int rim, int p) { return moved(rim, Vec3d{rim * -width, p * l, 0}); };
    double sum = 0;
    for (int p = 1; p <= cells; ++p) {
        const double own = p < cells ? l : l / 2;
        sum += rods::springTerms<double>(rods::springState(at(0, p) - at(1, p), width), springs.across(own)).energy();
        if (!rods::hasDiagonal(pattern)) continue;
        sum += rods::springTerms(rods::springState(at(0, p) - at(1, p - 1), diagonal), rods::springState(at(1, p) - at(0, p - 1), diagonal),
                                 springs.diagonal(l, diagonal, diagonal)).energy();
    }
    return sum + (rods::hasHorizontal(pattern) ? 0.5 * springs.across(l).alpha * std::pow(lengthOf(at(0, 0) - at(1, 0)) - width, 2) : 0);
}

constexpr WispPattern patterns[] = {WispPattern::Horizontal, WispPattern::Diagonal, WispPattern::Both};

}  // namespace

// Else a solution would be looked for again for ever: the fast one has nothing that it could do without.
TEST_CASE("rods: a matrix that is not positive definite is of no account to strands without a share") {
    rods::RodSubstep<double> s{};
    const Sym3<double> firm{1, 1, 1, 0, 0, 0}, soft{1, 1, -1, 0, 0, 0};
    for (double share : {0.0, 0.5, 1.0}) {
        s.share = share;
        CHECK(rods::jointFirmness(s, firm, 0.1) > 0);
        CHECK((rods::jointFirmness(s, soft, 0.1) < 0) == (share > 0));
        CHECK((rods::jointFirmness(s, firm, 2.0) < 0) == (share > 0));
    }
}

TEST_CASE("wisps: both rims' turns are those of the least energy") {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const QuadraticWisp wisp(seed, seed < 50 ? 0 : 0.1);
        std::vector<Vec3d> turns = wisp.solved();
        for (size_t t = 0; t < turns.size(); ++t)
            for (int c = 0; c < 3; ++c) {
                double& at = part(turns[t], c);
                const double here = at, d = 0.1;
                at = here + d;
                const double above = wisp.energy(turns);
                at = here - d;
                const double below = wisp.energy(turns);
                at = here;
                const double curvature = (above + below - 2 * wisp.energy(turns)) / (d * d);
                CHECK(curvature > 0);
                CHECK(std::fabs(above - below) / (2 * d) < 1e-8 * curvature);
            }
    }
}

TEST_CASE("wisps: forces of springs are their energy's gradient, and what is foreseen its second order") {
    double worst = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(62, seed);
        const Vec3d d1 = 0.02 * randomVector(random), d2 = 0.02 * randomVector(random);
        const double r1 = 0.02 * (0.5 + random.unit()), r2 = 0.02 * (0.5 + random.unit());
        const auto k = rods::diagonalStiffness<double>(1, 0.01, r1, r2);
        auto terms = [&](Vec3d by1, Vec3d by2) {
            return rods::springTerms(rods::springState(d1 + by1, r1), rods::springState(d2 + by2, r2), k);
        };
        const auto here = terms({0, 0, 0}, {0, 0, 0});
        CHECK(k.alpha > std::fabs(k.beta));
        CHECK(here.energy() >= 0);
        const Vec3d by1 = 1e-6 * randomVector(random), by2 = 1e-6 * randomVector(random);
        const double found = 0.5 * (terms(by1, by2).energy() - terms(-by1, -by2).energy());
        const double wanted = here.force1 * dot(here.first.n, by1) + here.force2 * dot(here.second.n, by2);
        const double size = lengthOf(here.force1 * by1) + lengthOf(here.force2 * by2);
        worst = std::max(worst, std::fabs(found - wanted) / size);
        // A pressed spring has less than what is foreseen, never more, to third order.
        CHECK(rods::foreseenOf(here, 10.0 * by1, 10.0 * by2) + 1e-12 * k.alpha >
              terms(10.0 * by1, 10.0 * by2).energy() - here.energy());
    }
    CHECK(worst < 1e-6);
}

TEST_CASE("wisps: a pressed spring gives way across itself by its second derivative, and by no more than it may") {
    const double l = 0.01, rest = 0.02, d = 1e-4;
    for (double length : {0.4 * rest, 0.9 * rest, 1.5 * rest}) {
        const Vec3d along{length, 0, 0}, aside{0, d, 0};
        auto energy = [&](double give, Vec3d by, bool foreseen) {
            const rods::SpringStiffness<double> k{1, 0, give, 0};
            const auto here = rods::springTerms<double>(rods::springState(along, rest), k);
            if (foreseen) return rods::foreseenOf(here, by, Vec3d{0, 0, 0});
            return rods::springTerms<double>(rods::springState(along + by, rest), k).energy() - here.energy();
        };
        const double found = energy(1e9, aside, false) + energy(1e9, -aside, false), whole = 2 * energy(1e9, aside, true);
        CHECK(whole == doctest::Approx(found).epsilon(1e-3));
        CHECK(energy(0, aside, true) >= 0);
        CHECK(energy(0.1, aside, true) >= -0.5 * 0.1 * d * d * (1 + 1e-9));
    }
    // Of a point's inertia the springs that end in it give way by less than half.
    const rods::WispSprings<double> springs{1000, 1, WispPattern::Both, true};
    CHECK(2 * (springs.across(l).give + 2 * springs.diagonal(l, rest, rest).give) < l);
}

TEST_CASE("wisps: stretch, shear and twist of a strip meet what they should, whatever its number of cells") {
    const double length = 0.3, width = 0.015, by = 1e-5;
    for (WispPattern pattern : patterns) {
        CAPTURE(static_cast<int>(pattern));
        const double kinds = pattern == WispPattern::Both ? 2 : 1, shears = rods::hasDiagonal(pattern) ? 1 : 0;
        for (int cells : {5, 10, 30, 100, 300}) {
            CAPTURE(cells);
            auto energy = [&](const auto& moved) { return stripEnergy(cells, length, width, pattern, moved); };
            const double stretched = energy([&](int rim, Vec3d x) { return x + (rim ? 0 : by) * Vec3d{1, 0, 0}; });
            CHECK(stretched == doctest::Approx(kinds * 0.5 * length * by * by).epsilon(0.002));
            const double sheared = energy([&](int rim, Vec3d x) { return x + (rim ? 0 : by) * Vec3d{0, 1, 0}; });
            CHECK(sheared == doctest::Approx(shears * 0.5 * length * by * by).epsilon(0.002));
            const Quatd turn = normalized(Quatd{0.3, -0.2, 0.5, 1});
            CHECK(energy([&](int, Vec3d x) { return rotate(turn, x) + Vec3d{0.1, 0.2, 0}; }) < 1e-25);
            // Twisted by `rate`, rims on helices of their own length: horizontal springs stay, diagonals become
            // sqrt(l^2 + w^2 cos) long.
            const double rate = 20, l = length / cells, angle = rate * l, rise = std::sqrt(l * l - width * width / 2 * (1 - std::cos(angle)));
            const double off = std::sqrt(l * l + width * width * std::cos(angle)) - std::sqrt(l * l + width * width);
            const auto k = rods::diagonalStiffness<double>(l, l, std::hypot(l, width), std::hypot(l, width));
            const double twisted = energy([&](int rim, Vec3d x) {
                const double a = rate * x.y, r = (rim ? -0.5 : 0.5) * width;
                return Vec3d{r * std::cos(a), rise * x.y / l, r * std::sin(a)};
            });
            CHECK(twisted == doctest::Approx(shears * cells * (k.alpha + k.beta) * off * off).epsilon(1e-6));
        }
    }
}

TEST_CASE("wisps: the published step's forces are the springs' energy's gradient") {
    const int n = 6;
    Random random(63);
    std::vector<float> position[2], length, across[2], scratch(static_cast<size_t>(rods::wispScratchFloats(n)), 0.0f);
    for (int i = 0; i < 2; ++i)
        for (int p = 0; p < n; ++p) {
            position[i].insert(position[i].end(), {0.015f * i + 0.004f * random.normal(), 0.01f * p, 0.004f * random.normal()});
            across[i].insert(across[i].end(), {0.015f, 0.018f});
        }
    across[1] = across[0];
    length.assign(n, 0.01f);
    for (WispPattern pattern : patterns) {
        std::fill(scratch.begin(), scratch.end(), 0.0f);
        rods::WispTile w{};
        for (int i = 0; i < 2; ++i) {
            w.rim[i].particles = n;
            w.rim[i].position = StrandView{position[i].data(), 3, 1, 1};
            w.rim[i].restLength = StrandView{length.data(), 1, 1, 1};
            w.restAcross[i] = StrandView{across[i].data(), 2, 1, 1};
        }
        w.rim[0].scratch = scratch.data();
        w = rods::withScratch<float>(w);
        rods::addSpringForces(w, rods::WispSprings<float>{2, 1, pattern, false});
        const rods::WispSprings<double> springs{2, 1, pattern, false};
        auto energy = [&](const std::vector<double>* x) {
            auto at = [&](int i, int p) { return Vec3d{x[i][3 * size_t(p)], x[i][3 * size_t(p) + 1], x[i][3 * size_t(p) + 2]}; };
            double sum = 0;
            for (int p = 1; p < n; ++p) {
                sum += rods::springTerms<double>(rods::springState(at(0, p) - at(1, p), double{0.015f}), springs.across(p + 1 < n ? double{0.01f} : 0.5 * double{0.01f})).energy();
                if (rods::hasDiagonal(pattern))
                    sum += rods::springTerms(rods::springState(at(0, p) - at(1, p - 1), double{0.018f}),
                                             rods::springState(at(1, p) - at(0, p - 1), double{0.018f}), springs.diagonal(0.01, 0.018, 0.018)).energy();
            }
            return sum;
        };
        std::vector<double> x[2] = {{position[0].begin(), position[0].end()}, {position[1].begin(), position[1].end()}};
        double greatest = 0, off = 0;
        for (int i = 0; i < 2; ++i)
            for (size_t c = 3; c < 3 * n; ++c) {
                const double here = x[i][c], d = 1e-7;
                x[i][c] = here + d;
                const double above = energy(x);
                x[i][c] = here - d;
                const double wanted = (energy(x) - above) / (2 * d);
                x[i][c] = here;
                const float* row = w.rim[i].scratch + static_cast<size_t>(rods::rodScratchFloats(1)) * (c / 3 - 1);
                greatest = std::max(greatest, std::fabs(wanted));
                off = std::max(off, std::fabs(wanted - double{row[rods::RowBishop + c % 3]}));
            }
        CHECK(off < 1e-4 * greatest);
    }
}
