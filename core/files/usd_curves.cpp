#include "core/files/usd_curves.h"

#include <algorithm>

namespace ringlet {

namespace {

// Weights of the four control points around a segment at parameter t in [0, 1].
void cubicWeights(CurveBasis basis, double t, double* w) {
    const double s = 1 - t, t2 = t * t, t3 = t2 * t;
    if (basis == CurveBasis::Bezier) {
        w[0] = s * s * s;
        w[1] = 3 * s * s * t;
        w[2] = 3 * s * t2;
        w[3] = t3;
    } else if (basis == CurveBasis::BSpline) {
        w[0] = s * s * s / 6;
        w[1] = (3 * t3 - 6 * t2 + 4) / 6;
        w[2] = (3 * s * s * s - 6 * s * s + 4) / 6;
        w[3] = t3 / 6;
    } else {
        w[0] = (-t3 + 2 * t2 - t) / 2;
        w[1] = (3 * t3 - 5 * t2 + 2) / 2;
        w[2] = (-3 * t3 + 4 * t2 + t) / 2;
        w[3] = (t3 - t2) / 2;
    }
}

// A pinned curve has a phantom point before its first and behind its last
// control point, 2 p0 - p1: its weight goes to the real ones.
void foldPhantoms(CurveSample& s, int64_t first, uint32_t points) {
    double weight[4] = {0, 0, 0, 0};
    const int64_t base = first < 0 ? 0 : first + 3 >= points ? (points >= 4 ? int64_t{points} - 4 : 0) : first;
    const auto add = [&](int64_t control, double w) { weight[control - base] += w; };
    for (int k = 0; k < 4; ++k) {
        const int64_t control = first + k;
        if (control < 0) {
            add(0, 2 * s.weight[k]);
            add(1, -s.weight[k]);
        } else if (control >= points) {
            add(int64_t{points} - 1, 2 * s.weight[k]);
            add(int64_t{points} - 2, -s.weight[k]);
        } else {
            add(control, s.weight[k]);
        }
    }
    for (int k = 0; k < 4; ++k) {
        s.weight[k] = weight[k];
        s.control[k] = static_cast<uint32_t>(base + k < points ? base + k : points - 1);
    }
}

// `count` values from `first` on, over and over again where the curve is closed.
template <class T, class Add>
T blended(const std::vector<T>& values, size_t first, uint32_t count, const CurveSample& s, Add add) {
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        if (s.weight[k] != 0) add(sum, values[first + s.control[k] % count], s.weight[k]);
    }
    T out;
    add(out, sum);
    return out;
}

// How blended() sums up and gives back floats and vectors.
struct OfVectors {
    void operator()(double* sum, Vec3f v, double w) const {
        sum[0] += w * v.x;
        sum[1] += w * v.y;
        sum[2] += w * v.z;
    }
    void operator()(Vec3f& out, const double* sum) const {
        out = {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2])};
    }
};
struct OfFloats {
    void operator()(double* sum, float v, double w) const { sum[0] += w * v; }
    void operator()(float& out, const double* sum) const { out = static_cast<float>(sum[0]); }
};

// One curve within its prim.
struct Curve {
    size_t index = 0, firstPoint = 0, firstEnd = 0;
    bool isShort = false;   // a cubic curve of fewer points than a segment has
    uint32_t points = 0;    // control points
    uint32_t shaping = 0;   // the same, with those that a closed curve meets again
    uint32_t segments = 0;
    uint32_t ends = 0;      // values that vary by segment
    uint32_t phantoms = 0;  // segments at each end that such values leave out: those to a pinned curve's phantom points

    Curve(uint32_t count, CurveBasis basis, const std::string& wrap) : points(count), shaping(count) {
        const bool closed = wrap == "periodic", pinned = wrap == "pinned" && isSpline(basis);
        if (closed) shaping += isSpline(basis) ? 3 : 1;
        segments = count < 2 ? 0 : curveSegments(basis, pinned, shaping);
        isShort = segments == 0 && count >= 2 && shaping < 4;
        phantoms = pinned && count > 2 ? 1 : 0;
        ends = segments == 0 ? 0 : closed ? segments : segments + 1;
        if (isShort || (phantoms && count < 4)) ends = 2;  // as OpenUSD counts them
        else if (phantoms) ends = count - 2;
    }

    static bool isSpline(CurveBasis basis) { return basis == CurveBasis::BSpline || basis == CurveBasis::CatmullRom; }
};

// Pinned: varying, with values at the ends of a pinned curve's segments to its phantom points too.
enum class Vary { Absent, Constant, Uniform, Varying, Pinned, Vertex };

// How many values there are where they are one of each. As the file counts them: more than memory could hold.
struct Sizes {
    uint64_t curves = 0, points = 0, ends = 0;
    bool pinned = false;
};

// How `size` values spread over the curves; Absent for none. Error: they do not.
Result<Vary> varyOf(const char* what, size_t size, const std::string& stated, const Sizes& of) {
    if (size == 0) return Vary::Absent;
    if (stated == "vertex" && size == of.points) return Vary::Vertex;
    if (stated == "varying" && size == of.ends) return Vary::Varying;
    if (stated == "varying" && size == of.points && of.pinned) return Vary::Pinned;
    if (stated == "uniform" && size == of.curves) return Vary::Uniform;
    if (size == 1) return Vary::Constant;
    if (size == of.points) return Vary::Vertex;
    if (size == of.ends) return Vary::Varying;
    if (size == of.curves) return Vary::Uniform;
    return Error{std::string(what) + ": " + std::to_string(size) + " values for " + std::to_string(of.curves) +
                 " curves of " + std::to_string(of.points) + " points together"};
}

// The value between those at the ends of the segment where `along` lies.
template <class T, class Add>
T varyingAt(const std::vector<T>& values, size_t first, uint32_t ends, uint32_t segments, double along, Add add) {
    along = minimum(maximum(along, 0.0), static_cast<double>(segments));
    const uint32_t before = along >= segments ? segments - 1 : static_cast<uint32_t>(along);
    const double t = along - before;
    return blended(values, first, ends, {{before, before + 1, 0, 0}, {1 - t, t, 0, 0}, 0}, add);
}

template <class T, class Add>
T valueAt(const std::vector<T>& values, Vary vary, const Curve& curve, const CurveSample& s, Add add) {
    if (vary == Vary::Constant) return values[0];
    if (vary == Vary::Uniform) return values[curve.index];
    if (vary == Vary::Vertex) return blended(values, curve.firstPoint, curve.points, s, add);
    if (vary == Vary::Pinned) return varyingAt(values, curve.firstPoint, curve.points, curve.segments, s.along, add);
    return varyingAt(values, curve.firstEnd, curve.ends, curve.phantoms ? curve.ends - 1 : curve.segments,
                     s.along - curve.phantoms, add);
}

template <class T>
Status applyIndices(const char* what, std::vector<T>& values, std::vector<uint32_t>& indices) {
    if (indices.empty()) return {};
    std::vector<T> spread;
    spread.reserve(indices.size());
    for (uint32_t index : indices) {
        if (index >= values.size()) {
            return Error{std::string(what) + ": index " + std::to_string(index) + " of " +
                         std::to_string(values.size()) + " values"};
        }
        spread.push_back(values[index]);
    }
    values = std::move(spread);
    indices.clear();
    return {};
}

// A list that only some prims have is no use for any: it is left out, and told once.
template <class T>
void keepWhole(const char* what, std::vector<T>& list, FileStrands& of) {
    if (list.size() == of.points.size()) return;
    const std::string note = std::string("not all curves have ") + what + ", which was left out of the others";
    if (!list.empty() && std::find(of.notes.begin(), of.notes.end(), note) == of.notes.end()) of.notes.push_back(note);
    list.clear();
}

}  // namespace

Status applyIndices(UsdCurves& curves) {
    Status status = applyIndices("widths", curves.widths, curves.widthIndices);
    if (status) status = applyIndices("displayOpacity", curves.opacities, curves.opacityIndices);
    if (status) status = applyIndices("displayColor", curves.colors, curves.colorIndices);
    return status;
}

uint32_t curveSegments(CurveBasis basis, bool pinned, uint32_t points) {
    if (basis == CurveBasis::Bezier) return points >= 4 && (points - 4) % 3 == 0 ? (points - 4) / 3 + 1 : 0;
    if (basis == CurveBasis::Linear || pinned) return points >= 2 ? points - 1 : 0;
    return points >= 4 ? points - 3 : 0;
}

CurveSample curveSample(CurveBasis basis, bool pinned, uint32_t points, uint32_t index) {
    const uint32_t segments = curveSegments(basis, pinned, points);
    CurveSample s{{index, index, index, index}, {1, 0, 0, 0}, static_cast<double>(index)};
    if (basis == CurveBasis::Linear) return s;
    s.along = static_cast<double>(index) * segments / (points - 1);
    const uint32_t segment = s.along >= segments ? segments - 1 : static_cast<uint32_t>(s.along);
    cubicWeights(basis, s.along - segment, s.weight);
    const bool phantoms = pinned && basis != CurveBasis::Bezier;
    const int64_t first = int64_t{segment} * (basis == CurveBasis::Bezier ? 3 : 1) - (phantoms ? 1 : 0);
    if (phantoms) foldPhantoms(s, first, points);
    else for (int k = 0; k < 4; ++k) s.control[k] = static_cast<uint32_t>(first + k);
    return s;
}

// The basis that the curves name; false where it is not known.
static bool basisOf(const UsdCurves& curves, CurveBasis& basis) {
    basis = CurveBasis::Linear;
    if (curves.type == "linear") return true;
    if (curves.basis == "bezier") basis = CurveBasis::Bezier;
    else if (curves.basis == "bspline") basis = CurveBasis::BSpline;
    else if (curves.basis == "catmullRom") basis = CurveBasis::CatmullRom;
    else return false;
    return true;
}

namespace {
struct CurveVarying {
    Vary widths, opacities, colors;
};

void appendCurve(const UsdCurves& curves, const Curve& curve, CurveBasis basis, const CurveVarying& vary, FileStrands& out) {
    out.numbers.push_back(static_cast<uint32_t>(out.counts.size() + out.skipped));
    out.counts.push_back(curve.shaping);
    for (uint32_t i = 0; i < curve.shaping; ++i) {
        const CurveSample s = curveSample(basis, curves.wrap == "pinned", curve.shaping, i);
        out.points.push_back(basis == CurveBasis::Linear ? curves.points[curve.firstPoint + i % curve.points]
                                                         : blended(curves.points, curve.firstPoint, curve.points, s, OfVectors()));
        if (vary.widths != Vary::Absent)
            out.thickness.push_back(valueAt(curves.widths, vary.widths, curve, s, OfFloats()));
        if (vary.opacities != Vary::Absent)
            out.transparency.push_back(1 - valueAt(curves.opacities, vary.opacities, curve, s, OfFloats()));
        if (vary.colors != Vary::Absent)
            out.colors.push_back(valueAt(curves.colors, vary.colors, curve, s, OfVectors()));
    }
}
}  // namespace

Status appendCurves(const UsdCurves& curves, FileStrands& out) {
    CurveBasis basis;
    if (curves.type != "linear" && curves.type != "cubic") return Error{"curves of type '" + curves.type + "' are not known"};
    if (!basisOf(curves, basis)) return Error{"the basis '" + curves.basis + "' is not known"};
    Sizes of;
    of.curves = curves.counts.size();
    of.pinned = curves.wrap == "pinned" && Curve::isSpline(basis);
    for (uint32_t count : curves.counts) {
        of.ends += Curve(count, basis, curves.wrap).ends;
        of.points += count;
    }
    if (of.points != curves.points.size()) {
        return Error{"the curves' vertex counts add up to " + std::to_string(of.points) + ", there are " +
                     std::to_string(curves.points.size()) + " points"};
    }
    const Result<Vary> widths = varyOf("widths", curves.widths.size(), curves.widthsVary, of);
    const Result<Vary> opacities = varyOf("displayOpacity", curves.opacities.size(), curves.opacitiesVary, of);
    const Result<Vary> colors = varyOf("displayColor", curves.colors.size(), curves.colorsVary, of);
    for (const Result<Vary>* vary : {&widths, &opacities, &colors}) {
        if (!*vary) return Error{vary->error()};
    }
    size_t firstPoint = 0, firstEnd = 0;
    for (size_t index = 0; index < curves.counts.size(); ++index) {
        Curve curve(curves.counts[index], basis, curves.wrap);
        curve.index = index;
        curve.firstPoint = firstPoint;
        curve.firstEnd = firstEnd;
        firstPoint += curve.points;
        firstEnd += curve.ends;
        if (curve.points < 2 || curve.isShort) {
            ++out.skipped;
            continue;
        }
        if (curve.segments == 0) {
            return Error{"curve " + std::to_string(index) + " of " + std::to_string(curve.points) +
                         " points is none of its basis (" + curves.basis + ")"};
        }
        appendCurve(curves, curve, basis, {widths.value(), opacities.value(), colors.value()}, out);
    }
    keepWhole("a width", out.thickness, out);
    keepWhole("displayOpacity", out.transparency, out);
    keepWhole("displayColor", out.colors, out);
    return {};
}

}  // namespace ringlet
