#include "core/models/super_helix/helix_fit.h"

#include "core/models/super_helix/fit_polyline.h"
#include "core/models/super_helix/super_helix_math.h"

namespace ringlet::super_helix {
namespace {

// What a squared turn of an element (rad^2) counts beside the squared distances, in units
// of an element. Without it the nearly straight elements of a rough polyline wind up by
// tens of turns for the last tenth of a millimetre; so guesses are improved with the
// first, and the outcome with the last. The reduced model twists more for the same shape, so that it
// pays for it to the end. Without cost, which true helices need, stays what is much better so.
struct TurnCost {
    double first, last;
};
constexpr TurnCost fullCost{1e-4, 0}, reducedCost{1e-3, 1e-4}, noCost{0, 0};
// Vertices that were moved are no strand's own: for them no element shall wind up.
constexpr double drawnCost = 1e-6;
// More turns must leave less than this of the squared error.
constexpr double worthTurns = 0.25;
// A root mean square error below this, in units of an element, is not worth another beginning; and the fewest
// elements that are tried from half as many.
constexpr double wellFitted = 0.01;
constexpr int fewestHalved = 8;
// Times that a fit is drawn out of what it must not be in, and the depth (m) that may stay.
constexpr int drawings = 12;
constexpr double leastDrawn = 2e-4;

// A vertex of the polyline as the fit sees it: lengths in units of an element.
struct Vertex {
    int element;
    double s;      // from the element's beginning
    double weight; // arc length that it stands for
    Vec3d target;  // relative to the root
    Vec3d bend;    // curvature vector (tangent x normal times curvature) by differences, rad a unit
};

struct Shape {
    Quatd frame;
    std::vector<Vec3d> K;
};

struct Place {
    Mat3<double> frame;
    Vec3d at;
};

Mat3<double> matrixOf(Quatd q) {
    return {rotate(q, Vec3d{1, 0, 0}), rotate(q, Vec3d{0, 1, 0}), rotate(q, Vec3d{0, 0, 1})};
}

// The curvature vector at a vertex from its neighbours: direction across the turn.
Vec3d bendAt(const FitPolyline& line, size_t i, double unit) {
    const size_t n = line.point.size();
    if (n < 3) return {0, 0, 0};
    i = i < 1 ? 1 : i > n - 2 ? n - 2 : i;
    Vec3d a = line.point[i] - line.point[i - 1], b = line.point[i + 1] - line.point[i];
    Vec3d axis = cross(a, b);
    double length = lengthOf(axis);
    if (!(length > 1e-300)) return {0, 0, 0};
    double span = 0.5 * (line.upTo[i + 1] - line.upTo[i - 1]) / unit;
    return axis * (arcTangent2(length, dot(a, b)) / (length * span));
}

std::vector<Vertex> verticesOf(const FitPolyline& line, int elements, double unit) {
    std::vector<Vertex> vertices;
    const size_t n = line.point.size();
    for (size_t i = 1; i < n; ++i) {
        double at = line.upTo[i] / unit;
        int element = static_cast<int>(at);
        element = element < elements ? element : elements - 1;
        if (element > 0 && at - element < 1e-9) --element;  // a joint belongs to the element before it
        double next = i + 1 < n ? line.upTo[i + 1] : line.upTo[i];
        vertices.push_back({element, at - element, 0.5 * (next - line.upTo[i - 1]) / unit,
                            line.point[i] * (1 / unit), bendAt(line, i, unit)});
    }
    return vertices;
}

Place after(const Place& p, const Helix<double>& h, double s) {
    HelixPoint<double> a = helixPoint(h, s);
    return {p.frame * turnAt(h, a), p.at + p.frame * lineAt(h, a)};
}

// body(vertex's index, where the shape has it) for every vertex, from the root on.
template <class Body>
void forVertices(const std::vector<Vertex>& vertices, const Shape& shape, const Body& body) {
    Place place{matrixOf(shape.frame), {0, 0, 0}};
    size_t next = 0;
    for (size_t Q = 0; Q < shape.K.size(); ++Q) {
        Helix<double> h = helixOf(shape.K[Q]);
        for (; next < vertices.size() && vertices[next].element == static_cast<int>(Q); ++next)
            body(next, place.at + place.frame * lineAt(h, helixPoint(h, vertices[next].s)));
        place = after(place, h, 1);
    }
}

double squaredError(const std::vector<Vertex>& vertices, const Shape& shape, double* worst = nullptr) {
    double sum = 0;
    forVertices(vertices, shape, [&](size_t i, Vec3d at) {
        Vec3d off = at - vertices[i].target;
        double square = dot(off, off);
        sum += vertices[i].weight * square;
        if (worst != nullptr && square > *worst) *worst = square;
    });
    return sum;
}

// What is minimised.
double badness(const std::vector<Vertex>& vertices, const Shape& shape, double cost) {
    double sum = squaredError(vertices, shape);
    for (Vec3d K : shape.K) sum += cost * dot(K, K);
    return sum;
}

// One step of Levenberg and Marquardt's method for all elements and the clamp's
// rotation, by the model's own elimination: linear in the number of elements.
template <int D>
Shape improved(const std::vector<Vertex>& vertices, const Shape& shape, double cost, double damping) {
    const size_t N = shape.K.size();
    std::vector<Place> places{{matrixOf(shape.frame), {0, 0, 0}}};
    for (size_t Q = 0; Q + 1 < N; ++Q) places.push_back(after(places.back(), helixOf(shape.K[Q]), 1));
    std::vector<ElementGain<double, D>> gains(N);
    BeyondEnd<double> beyond = nothingBeyondEnd<double>();
    size_t next = vertices.size();
    for (size_t Q = N; Q-- > 0;) {
        Helix<double> h = helixOf(shape.K[Q]);
        HelixPoint<double> end = helixPoint(h, 1.0);
        ElementForm<double, D> form =
            elementWithEnd(beyond, turnAt(h, end), lineAt(h, end), columnsOf<D>(lineDerivative(h, end)),
                           columnsOf<D>(frameDerivative(h, end)));
        for (; next > 0 && vertices[next - 1].element == static_cast<int>(Q); --next) {
            const Vertex& v = vertices[next - 1];
            HelixPoint<double> a = helixPoint(h, v.s);
            Vec3d d = lineAt(h, a);
            Vec3d off = places[Q].at + places[Q].frame * d - v.target;
            addPoint(form, v.weight, v.weight * transposed(places[Q].frame, off), d,
                     columnsOf<D>(lineDerivative(h, a)));
        }
        for (int i = 0; i < D; ++i) {
            double& k = form.KK.m[symIndex(i, i)];
            k += cost;
            form.gK[i] += cost * freedom(shape.K[Q], i);
            k += damping * (k + 1e-2) + 1e-9;
        }
        gains[Q] = eliminateElement(form, beyond);
    }
    double trace = beyond.tt.xx + beyond.tt.yy + beyond.tt.zz;
    Sym3<double> tt = plusDiagonal(beyond.tt, (damping + 1e-9) * (trace + 1e-2));
    Vec3d theta = -(inverse(tt) * beyond.gt), u{0, 0, 0};
    Vec3d world = places[0].frame * theta;
    Shape result = shape;
    double angle = lengthOf(world);
    double half = 0.5 * (angle < 1.0 ? angle : 1.0);
    Vec3d axis = angle > 1e-12 ? world * (sine(half) / angle) : 0.5 * world;
    result.frame = normalized(Quatd{axis.x, axis.y, axis.z, cosine(half)} * shape.frame);
    for (size_t Q = 0; Q < N; ++Q) {
        double change[D];
        for (int i = 0; i < D; ++i)
            change[i] = -(gains[Q].constant[i] + dot(gains[Q].byU[i], u) + dot(gains[Q].byTheta[i], theta));
        Vec3d dK = darboux<double, D>(change);
        Helix<double> h = helixOf(shape.K[Q]);
        HelixPoint<double> end = helixPoint(h, 1.0);
        Mat3<double> turn = turnAt(h, end);
        Vec3d du = u + cross(theta, lineAt(h, end)) + lineChange(h, end, dK);
        Vec3d dtheta = theta + frameChange(h, end, dK);
        u = transposed(turn, du);
        theta = transposed(turn, dtheta);
        result.K[Q] = shape.K[Q] + dK;
    }
    return result;
}

Shape improved(const std::vector<Vertex>& vertices, const Shape& shape, double cost, double damping, bool reduced) {
    return reduced ? improved<2>(vertices, shape, cost, damping) : improved<3>(vertices, shape, cost, damping);
}

// Improves until nothing is gained any more.
void polish(const std::vector<Vertex>& vertices, Shape& shape, double cost, bool reduced, int passes) {
    double error = badness(vertices, shape, cost), damping = 1e-3;
    for (int pass = 0; pass < passes; ++pass) {
        Shape next = improved(vertices, shape, cost, damping, reduced);
        double left = badness(vertices, next, cost);
        if (left < error) {
            const bool done = left > error * (1 - 1e-4) || left < 1e-14;
            shape = next;
            error = left;
            if (done) break;
            damping = maximum(damping * 0.2, 1e-7);
        } else {
            damping = damping * 8;
            if (damping > 1e4) break;
        }
    }
}

// The vertices of element Q alone, as a strand of one element that begins at `place`.
std::vector<Vertex> ownVertices(const std::vector<Vertex>& all, int Q, const Place& place) {
    std::vector<Vertex> own;
    for (const Vertex& v : all) {
        if (v.element != Q) continue;
        Vertex local = v;
        local.element = 0;
        local.target = transposed(place.frame, v.target - place.at);
        local.bend = transposed(place.frame, v.bend);
        own.push_back(local);
    }
    return own;
}

// First guesses for one element, in its own frame: an arc, a helix whose
// curvature turns about the tangent, and what the element before was.
std::vector<Vec3d> guesses(const std::vector<Vertex>& own, Vec3d before, bool reduced) {
    Vec3d mean{0, 0, 0};
    double weight = 0, size = 0, twist = 0, span = 0;
    for (size_t i = 0; i < own.size(); ++i) {
        mean = mean + own[i].weight * own[i].bend;
        weight += own[i].weight;
        size += own[i].weight * lengthOf(own[i].bend);
        if (i == 0) continue;
        // Torsion: how fast the curvature's direction turns about the way between.
        Vec3d along = normalizedOr(own[i].target - own[i - 1].target, Vec3d{0, 0, 1});
        Vec3d a = own[i - 1].bend - dot(own[i - 1].bend, along) * along;
        Vec3d b = own[i].bend - dot(own[i].bend, along) * along;
        double la = lengthOf(a), lb = lengthOf(b);
        if (!(la * lb > 1e-12)) continue;
        double share = la < lb ? la : lb;
        twist += share * arcTangent2(dot(cross(a, b), along), dot(a, b));
        span += share * (own[i].s - own[i - 1].s);
    }
    std::vector<Vec3d> all;
    if (weight > 0) {
        mean = mean * (1 / weight);
        size /= weight;
        double tau = span > 0 ? twist / span : 0;
        Vec3d first = own.front().bend;
        double across = squareRoot(first.x * first.x + first.y * first.y);
        double c = across > 1e-9 ? first.x / across : 1.0, s = across > 1e-9 ? first.y / across : 0.0;
        // The first vertex lies a little beyond the element's beginning.
        double back = -tau * own.front().s, cb = cosine(back), sb = sine(back);
        if (reduced) {
            all.push_back({mean.x, 0, 0});
            all.push_back({size, 0, tau});
            all.push_back({-size, 0, tau});
        } else {
            all.push_back({mean.x, mean.y, 0});
            all.push_back({size * (c * cb - s * sb), size * (s * cb + c * sb), tau});
        }
    }
    all.push_back(before);
    return all;
}

Quatd alongWithBend(Vec3d tangent, Vec3d bend) {
    // The frame whose z is the tangent and whose x is the curvature vector, about
    // which the strand bends: the section's major axis.
    Vec3d across = bend - dot(bend, tangent) * tangent;
    Vec3d other = absolute(tangent.x) < 0.8 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    Vec3d x = normalizedOr(across, normalizedOr(cross(other, tangent), Vec3d{1, 0, 0}));
    Quatd upright = rotationBetween(Vec3d{0, 0, 1}, tangent);
    Vec3d x0 = rotate(upright, Vec3d{1, 0, 0});
    double angle = arcTangent2(dot(cross(x0, x), tangent), dot(x0, x));
    Vec3d v = tangent * sine(0.5 * angle);
    return normalized(Quatd{v.x, v.y, v.z, cosine(0.5 * angle)} * upright);
}

// Element after element from the clamp, then all of them.
Shape fitted(const std::vector<Vertex>& vertices, Shape shape, int elements, TurnCost turns, bool reduced, int passes) {
    const double cost = turns.first;
    Place place{matrixOf(shape.frame), {0, 0, 0}};
    Vec3d before{0, 0, 0};
    for (int Q = 0; Q < elements; ++Q) {
        std::vector<Vertex> own = ownVertices(vertices, Q, place);
        double least = 1e300;
        for (Vec3d guess : guesses(own, before, reduced)) {
            Shape one{{0, 0, 0, 1}, {guess}};
            double error = badness(own, one, cost), damping = 1e-2;
            for (int pass = 0; pass < 8 && !own.empty(); ++pass) {
                Shape next = improved(own, one, cost, damping, reduced);
                next.frame = one.frame;  // the frame before it is given
                double left = badness(own, next, cost);
                if (left < error) one = next, error = left, damping *= 0.3;
                else damping *= 10;
            }
            if (error < least) least = error, before = one.K[0];
        }
        shape.K.push_back(before);
        place = after(place, helixOf(before), 1);
    }
    polish(vertices, shape, cost, reduced, passes);
    if (cost > turns.last) polish(vertices, shape, turns.last, reduced, passes);
    return shape;
}

// From a fit by fewer elements: each of `elements` begins as what lies over its middle.
Shape refined(const std::vector<Vertex>& vertices, const Shape& coarse, int elements, bool reduced, int passes) {
    const size_t fine = static_cast<size_t>(elements), few = coarse.K.size();
    Shape shape{coarse.frame, {}};
    for (size_t Q = 0; Q < fine; ++Q)
        shape.K.push_back(coarse.K[(2 * Q + 1) * few / (2 * fine)] * (static_cast<double>(few) / static_cast<double>(fine)));
    polish(vertices, shape, reduced ? reducedCost.last : 0.0, reduced, passes);
    return shape;
}

// The best shape of so many elements. Where a few vertices an element do not tell it from its neighbours, element
// after element is a bad beginning: then it is also tried from half as many.
Shape bestShape(const FitPolyline& line, int elements, bool reduced, int passes) {
    const double unit = line.upTo.back() / elements;
    const std::vector<Vertex> vertices = verticesOf(line, elements, unit);
    // The first tangent: the first piece turned back by half of what it bends.
    Vec3d bend = bendAt(line, 1, unit);
    Vec3d chord = normalizedOr(line.point[1], Vec3d{0, 0, 1});
    Vec3d tangent = normalizedOr(chord - (0.5 * line.upTo[1] / unit) * cross(bend, chord), chord);
    const Shape clamp{alongWithBend(tangent, bend), {}};
    Shape shape = fitted(vertices, clamp, elements, reduced ? reducedCost : fullCost, reduced, passes);
    // Strands of many turns an element are too costly for what the cost is there for.
    const Shape free = fitted(vertices, clamp, elements, noCost, reduced, passes);
    double error = squaredError(vertices, shape);
    if (squaredError(vertices, free) < worthTurns * error) shape = free, error = squaredError(vertices, shape);
    if (elements < fewestHalved || error < wellFitted * wellFitted * elements) return shape;
    const Shape finer = refined(vertices, bestShape(line, (elements + 1) / 2, reduced, passes), elements, reduced, passes);
    return squaredError(vertices, finer) < worthTurns * error ? finer : shape;
}

// Moves the vertices' targets out by what the shape has inside, and fits to them, a few times:
// five elements cannot follow a strand that bends just above the skin, but they can keep off it.
void drawOut(std::vector<Vertex> vertices, Shape& shape, const HelixFit& fit, const WayOut& wayOut, int passes) {
    const double unit = fit.length / static_cast<double>(shape.K.size());
    for (int pass = 0; pass < drawings; ++pass) {
        bool inside = false;
        forVertices(vertices, shape, [&](size_t i, Vec3d at) {
            const Vec3d way = wayOut(fit.root + unit * at);
            if (!(dot(way, way) > leastDrawn * leastDrawn)) return;
            inside = true;
            vertices[i].target = vertices[i].target + (1 / unit) * way;
        });
        if (!inside) return;
        polish(vertices, shape, fit.reduced ? reducedCost.last : drawnCost, fit.reduced, passes);
    }
}

}  // namespace

HelixFit fitHelices(const Vec3f* points, int count, int elements, bool reduced, const WayOut& wayOut, int passes) {
    const FitPolyline line = polylineOf(points, count);
    HelixFit fit;
    fit.reduced = reduced;
    fit.root = {points[0].x, points[0].y, points[0].z};
    fit.length = line.upTo.back();
    const double unit = fit.length / elements;
    const std::vector<Vertex> vertices = verticesOf(line, elements, unit);
    Shape shape = bestShape(line, elements, reduced, passes);
    if (wayOut) drawOut(vertices, shape, fit, wayOut, passes);

    double worst = 0;
    const double error = squaredError(vertices, shape, &worst);
    fit.frame = shape.frame;
    for (Vec3d K : shape.K) fit.darboux.push_back(K * (1 / unit));
    fit.meanError = unit * squareRoot(error / elements);
    fit.worstError = unit * squareRoot(worst);
    return fit;
}

std::vector<Vec3d> fitLine(const HelixFit& fit, int count) {
    std::vector<Vec3d> line;
    const int elements = static_cast<int>(fit.darboux.size());
    const double unit = fit.length / elements;
    Place place{matrixOf(fit.frame), fit.root};
    int at = 0;
    for (int Q = 0; Q < elements; ++Q) {
        Helix<double> h = helixOf(fit.darboux[static_cast<size_t>(Q)]);
        for (; at < count; ++at) {
            double s = fit.length * at / (count - 1) - Q * unit;
            if (s > unit && Q + 1 < elements) break;
            line.push_back(place.at + place.frame * lineAt(h, helixPoint(h, s)));
        }
        place = after(place, h, unit);
    }
    return line;
}

}  // namespace ringlet::super_helix
