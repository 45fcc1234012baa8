#include "core/files/usd_transform.h"

#include "core/math/elementary.h"

#include <algorithm>

namespace ringlet {

namespace {

const std::string resetOp = "!resetXformStack!", invertPrefix = "!invert!";

UsdMatrix rotationAbout(int axis, double degrees) {
    const double angle = degrees * (pi / 180), c = cosine(angle), s = sine(angle);
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    UsdMatrix r;
    r.m[i][i] = r.m[j][j] = c;
    r.m[i][j] = s;
    r.m[j][i] = -s;
    return r;
}

UsdMatrix rotationOf(double w, double x, double y, double z) {
    const double size = squareRoot(w * w + x * x + y * y + z * z), k = size > 0 ? 1 / size : 0;
    w = size > 0 ? w * k : 1;
    x *= k;
    y *= k;
    z *= k;
    UsdMatrix r;
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
                               {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
                               {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) r.m[i][j] = rows[i][j];
    return r;
}

// The matrix of one op; false for one that is not known, or has other numbers.
bool opMatrix(const std::string& kind, const std::vector<float>& v, UsdMatrix& out) {
    out = UsdMatrix();
    if (kind == "transform" && v.size() == 16) {
        for (int i = 0; i < 16; ++i) out.m[i / 4][i % 4] = v[i];
        return true;
    }
    if (kind == "translate" && v.size() == 3) {
        for (int i = 0; i < 3; ++i) out.m[3][i] = v[i];
        return true;
    }
    if (kind == "scale" && (v.size() == 3 || v.size() == 1)) {
        for (int i = 0; i < 3; ++i) out.m[i][i] = v[v.size() == 3 ? i : 0];
        return true;
    }
    if (kind == "orient" && v.size() == 4) {
        out = rotationOf(v[0], v[1], v[2], v[3]);
        return true;
    }
    if (kind.compare(0, 6, "rotate") != 0) return false;
    const std::string axes = kind.substr(6);
    if (axes.size() != v.size() || (v.size() != 1 && v.size() != 3)) return false;
    for (char c : axes) {
        if (c < 'X' || c > 'Z') return false;
        out = out * rotationAbout(c - 'X', v.size() == 1 ? v[0] : v[c - 'X']);
    }
    return true;
}

// The inverse of a matrix that ends in (0, 0, 0, 1); false where there is none.
bool inverted(const UsdMatrix& a, UsdMatrix& out) {
    const auto minor = [&](int i, int j) {
        const int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
        return a.m[r][c] * a.m[s][d] - a.m[r][d] * a.m[s][c];
    };
    const double size = a.m[0][0] * minor(0, 0) + a.m[0][1] * minor(0, 1) + a.m[0][2] * minor(0, 2);
    if (!(size != 0) || !(size - size == 0)) return false;
    out = UsdMatrix();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out.m[i][j] = minor(j, i) / size;
    for (int j = 0; j < 3; ++j) {
        out.m[3][j] = -(a.m[3][0] * out.m[0][j] + a.m[3][1] * out.m[1][j] + a.m[3][2] * out.m[2][j]);
    }
    return true;
}

}  // namespace

UsdMatrix operator*(const UsdMatrix& a, const UsdMatrix& b) {
    UsdMatrix c;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            c.m[i][j] = 0;
            for (int k = 0; k < 4; ++k) c.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    return c;
}

Vec3f transformed(const UsdMatrix& m, Vec3f p) {
    const double v[3] = {p.x, p.y, p.z};
    float out[3];
    for (int j = 0; j < 3; ++j) {
        out[j] = static_cast<float>(v[0] * m.m[0][j] + v[1] * m.m[1][j] + v[2] * m.m[2][j] + m.m[3][j]);
    }
    return {out[0], out[1], out[2]};
}

double scaleOf(const UsdMatrix& m) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        sum += squareRoot(m.m[i][0] * m.m[i][0] + m.m[i][1] * m.m[i][1] + m.m[i][2] * m.m[i][2]);
    }
    return sum / 3;
}

bool mirrors(const UsdMatrix& m) {
    const auto row = [&](int i) { return Vec3d{m.m[i][0], m.m[i][1], m.m[i][2]}; };
    return dot(cross(row(0), row(1)), row(2)) < 0;
}

void UsdTransform::set(const std::string& op, std::vector<float> numbers) {
    for (auto& one : ops) {
        if (one.first != op) continue;
        one.second = std::move(numbers);
        return;
    }
    if (ops.size() < 100) ops.emplace_back(op, std::move(numbers));
}

bool UsdTransform::resets() const { return std::find(order.begin(), order.end(), resetOp) != order.end(); }

Result<UsdMatrix> UsdTransform::matrix() const {
    UsdMatrix all;
    for (const std::string& name : order) {
        if (name == resetOp) {  // what stands before it does not count either
            all = UsdMatrix();
            continue;
        }
        const bool inverse = name.compare(0, invertPrefix.size(), invertPrefix) == 0;
        const std::string prefix = "xformOp:", plain = inverse ? name.substr(invertPrefix.size()) : name;
        if (plain.compare(0, prefix.size(), prefix) != 0) {
            return Error{"'" + name + "' in xformOpOrder is not read"};
        }
        const std::string op = plain.substr(prefix.size()), kind = op.substr(0, op.find(':'));
        const auto found = std::find_if(ops.begin(), ops.end(), [&](const auto& one) { return one.first == op; });
        if (found == ops.end()) return Error{"'" + name + "' in xformOpOrder has no value"};
        UsdMatrix one;
        if (!opMatrix(kind, found->second, one) || (inverse && !inverted(UsdMatrix(one), one))) {
            return Error{"'" + name + "' is not a transform that is read"};
        }
        all = one * all;
    }
    return all;
}

}  // namespace ringlet
