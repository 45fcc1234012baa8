// One Super-Helix in the precision of `Scalar`, stepped by the model's own
// kernel: what the tests of the rod's mechanics share.
#pragma once

#include "core/math/gauss.h"
#include "core/models/super_helix/super_helix_step.h"

#include <vector>

namespace ringlet::test {

using namespace super_helix;

// Physical properties of a strand, SI.
struct RodProperties {
    double length = 0.1;                          // m
    double density = 6e-6;                        // rho S, kg/m
    double bendingMajor = 5e-9, twisting = 3.5e-9, bendingMinor = 5e-9;  // N m^2
    double internalFriction = 0;                  // gamma, kg m^3/s
    double drag = 0;                              // nu, kg/(m s)
};

template <class Scalar>
struct Rod {
    Rod(const RodProperties& p, int elements, int points) : properties(p), elements(elements), points(points) {
        GaussRule rule = gaussRule(points);
        for (double x : rule.node) node.push_back(static_cast<Scalar>(x));
        for (double x : rule.weight) weight.push_back(static_cast<Scalar>(x));
        root = {0, 0, 0, 0, 0, 0, 1};
        scale = {static_cast<Scalar>(p.length / elements)};
        thickness = {1};
        ratio.assign(static_cast<size_t>(elements), 1);
        rest.assign(static_cast<size_t>(3 * elements), 0);
        darboux = rest;
        rate.assign(rest.size(), Scalar(0));
        velocity.assign(static_cast<size_t>(3 * elements * points), 0);
        position = velocity;
        scratch.resize(static_cast<size_t>(rodScratchRows(elements, points)));
        substep = {};
        substep.gravity.y = Scalar(-9.81);
        const double d = p.density;
        material = {};
        material.stiffness[0] = Scalar(p.bendingMajor / d);
        material.stiffness[1] = Scalar(p.twisting / d);
        material.stiffness[2] = Scalar(p.bendingMinor / d);
        material.internalFriction = Scalar(p.internalFriction / d);
        material.drag = Scalar(p.drag / d);
        material.mostTurn = Scalar(2.5);
        material.relativeInertia = sizeof(Scalar) == 8 ? Scalar(1e-13) : Scalar(4e-6);
    }

    // Darboux vector (rad/m) of element Q: curvatures about n1, n2, twist.
    void setRest(int Q, double x, double y, double z) { set(rest, Q, x, y, z); }
    void setDarboux(int Q, double x, double y, double z) { set(darboux, Q, x, y, z); }
    Vec3d darbouxOf(int Q) const {
        const Scalar* k = darboux.data() + 3 * Q;
        return {k[0] / scale[0], k[1] / scale[0], k[2] / scale[0]};
    }
    // The clamp's frame: its z axis is the strand's first direction.
    void setRoot(Quatd q) {
        root[3] = Scalar(q.x), root[4] = Scalar(q.y), root[5] = Scalar(q.z), root[6] = Scalar(q.w);
    }

    super_helix::RodTileT<Scalar> tile() {
        super_helix::RodTileT<Scalar> t{};
        t.elements = elements, t.points = points;
        t.node = node.data(), t.weight = weight.data();
        t.substep = substep;
        t.material = material;
        t.colliders = &colliders;
        t.root = root.data(), t.scale = scale.data(), t.thickness = thickness.data(), t.ratio = ratio.data(), t.rest = rest.data();
        t.darboux = darboux.data(), t.rate = rate.data(), t.velocity = velocity.data();
        t.position = position.data();
        t.passes = passes;
        t.scratch = scratch.data();
        t.resets = &resets;
        return t;
    }

    // A step of h seconds with the clamp at rest.
    void step(double h) {
        substep.h = Scalar(h);
        stepRod<Scalar, 3>(tile());
    }
    void stepReduced(double h) {
        substep.h = Scalar(h);
        stepRod<Scalar, 2>(tile());
    }

    // Places at fractions of the arc length (ascending, in (0, 1]), m.
    std::vector<Vec3d> line(const std::vector<double>& fractions) {
        std::vector<Scalar> drawn(3 * fractions.size()), share;
        std::vector<int> element;
        for (double f : fractions) {
            int Q = static_cast<int>(f * elements);
            Q = Q < elements ? Q : elements - 1;
            element.push_back(Q);
            share.push_back(static_cast<Scalar>(f * elements - Q));
        }
        super_helix::RodTileT<Scalar> t = tile();
        t.substep.h = 1;
        t.drawn = drawn.data(), t.particles = static_cast<int>(fractions.size());
        t.drawnElement = element.data(), t.drawnFraction = share.data();
        placeRod<Scalar>(t);
        std::vector<Vec3d> places;
        for (size_t i = 0; i < fractions.size(); ++i)
            places.push_back({double(drawn[3 * i]), double(drawn[3 * i + 1]), double(drawn[3 * i + 2])});
        return places;
    }
    Vec3d tip() { return line({1.0})[0]; }

    // Kinetic, elastic and gravity's energy of the points, J.
    double kinetic() const {
        double sum = 0;
        for (int i = 0; i < elements * points; ++i) {
            const Scalar* v = velocity.data() + 3 * i;
            sum += 0.5 * mass(i) * (double(v[0]) * v[0] + double(v[1]) * v[1] + double(v[2]) * v[2]);
        }
        return sum;
    }
    double elastic() const {
        const double k[3] = {properties.bendingMajor, properties.bendingMinor, properties.twisting};
        double sum = 0;
        for (int i = 0; i < 3 * elements; ++i) {
            double off = (double(darboux[i]) - rest[i]) / scale[0];
            sum += 0.5 * k[i % 3] * off * off * properties.length / elements;
        }
        return sum;
    }
    double potential() {
        super_helix::RodTileT<Scalar> t = tile();
        t.substep.h = 1;
        placeRod<Scalar>(t);
        double sum = 0;
        for (int i = 0; i < elements * points; ++i)
            sum -= mass(i) * (t.substep.gravity.x * double(position[3 * i]) + t.substep.gravity.y * double(position[3 * i + 1]) +
                              t.substep.gravity.z * double(position[3 * i + 2]));
        return sum;
    }
    double energy() { return kinetic() + elastic() + potential(); }
    double mass(int point) const {
        return properties.density * properties.length / elements * double(weight[static_cast<size_t>(point % points)]);
    }

    RodProperties properties;
    int elements, points;
    std::vector<Scalar> node, weight, root, scale, thickness, ratio, rest, darboux, rate, velocity, position, scratch;
    SubstepT<Scalar> substep;
    super_helix::RodMaterialT<Scalar> material;
    ColliderView colliders;
    uint32_t resets = 0;
    int passes = 1;

private:
    void set(std::vector<Scalar>& rows, int Q, double x, double y, double z) {
        const double k[3] = {x, y, z};
        for (int c = 0; c < 3; ++c) rows[static_cast<size_t>(3 * Q + c)] = static_cast<Scalar>(k[c] * scale[0]);
    }
};

}  // namespace ringlet::test
