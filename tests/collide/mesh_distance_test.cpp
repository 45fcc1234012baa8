// The exact mesh distance against brute force and against a sphere, and its
// sign on meshes that are whole, broken and inside out.
#include "core/collide/mesh_distance.h"
#include "tests/collide/test_meshes.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ringlet;
using ringlet::test::sphereMesh;

namespace {

struct Numbers {
    uint32_t state = 777;
    float next(float low, float high) {
        state = state * 1664525u + 1013904223u;
        return low + (high - low) * (static_cast<float>(state >> 8) / 16777216.0f);
    }
    Vec3f point(float size) {
        float x = next(-size, size), y = next(-size, size), z = next(-size, size);
        return {x, y, z};
    }
};

Vec3d wide(Vec3f v) { return {v.x, v.y, v.z}; }

// Another method than the one tested: the foot on the plane if its barycentric
// coordinates are all positive, else the nearest of the three edges.
double bruteTriangle(Vec3d p, Vec3d a, Vec3d b, Vec3d c) {
    auto edge = [&](Vec3d s, Vec3d e) {
        double length2 = dot(e - s, e - s);
        double t = length2 > 0 ? std::min(1.0, std::max(0.0, dot(p - s, e - s) / length2)) : 0.0;
        return lengthOf(p - (s + (e - s) * t));
    };
    double best = std::min({edge(a, b), edge(b, c), edge(c, a)});
    Vec3d n = cross(b - a, c - a);
    double area = lengthOf(n);
    if (area == 0) return best;
    n = n * (1 / area);
    Vec3d foot = p - n * dot(p - a, n);
    bool within = dot(cross(b - a, foot - a), n) >= 0 && dot(cross(c - b, foot - b), n) >= 0 &&
                  dot(cross(a - c, foot - c), n) >= 0;
    return within ? std::min(best, std::fabs(dot(p - a, n))) : best;
}

double bruteMesh(const Mesh& mesh, Vec3f p) {
    double best = 1e30;
    for (Triangle t : mesh.triangles) {
        best = std::min(best, bruteTriangle(wide(p), wide(mesh.vertices[t.a]), wide(mesh.vertices[t.b]),
                                            wide(mesh.vertices[t.c])));
    }
    return best;
}

// Every solid angle exactly, by the library's arctangent.
double bruteWinding(const Mesh& mesh, Vec3f p) {
    double sum = 0;
    for (Triangle t : mesh.triangles) {
        Vec3d a = wide(mesh.vertices[t.a]) - wide(p), b = wide(mesh.vertices[t.b]) - wide(p),
              c = wide(mesh.vertices[t.c]) - wide(p);
        double la = lengthOf(a), lb = lengthOf(b), lc = lengthOf(c);
        sum += 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (4 * 3.14159265358979323846);
}

}  // namespace

TEST_CASE("mesh distance: equals brute force on a triangle soup, slivers and points included") {
    Numbers numbers;
    Mesh soup;
    for (int i = 0; i < 120; ++i) {
        Vec3f a = numbers.point(1), b = a + numbers.point(0.4f), c = a + numbers.point(0.4f);
        if (i % 10 == 0) c = a + (b - a) * 0.3f;  // without area
        if (i % 30 == 0) b = c = a;               // a point
        uint32_t first = static_cast<uint32_t>(soup.vertices.size());
        soup.vertices.insert(soup.vertices.end(), {a, b, c});
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    MeshDistance exact(soup);
    for (int i = 0; i < 1000; ++i) {
        Vec3f p = numbers.point(i % 2 ? 1.0f : 3.0f);
        double brute = bruteMesh(soup, p);
        CHECK(exact.distance(p) == doctest::Approx(brute).epsilon(1e-6));
        CHECK(exact.distance(p, static_cast<float>(brute * 0.5)) == static_cast<float>(brute * 0.5));
        CHECK(exact.distance(p, static_cast<float>(brute * 1.5)) == exact.distance(p));
    }
    for (Vec3f v : soup.vertices) CHECK(exact.distance(v) < 1e-7f);
}

TEST_CASE("mesh distance: a finely divided sphere is a sphere") {
    Mesh mesh = sphereMesh(0.1f, 5);
    // How deep the faces lie below the sphere: their planes' distances from its centre.
    double sag = 0;
    for (Triangle t : mesh.triangles) {
        Vec3d a = wide(mesh.vertices[t.a]);
        Vec3d n = cross(wide(mesh.vertices[t.b]) - a, wide(mesh.vertices[t.c]) - a);
        sag = std::max(sag, 0.1 - dot(a, n) / lengthOf(n));
    }
    CHECK(sag < 1e-4);
    MeshDistance exact(mesh);
    Numbers numbers;
    for (int i = 0; i < 2000; ++i) {
        Vec3f p = numbers.point(0.2f);
        double expected = lengthOf(p) - 0.1;
        CHECK(std::fabs(exact.signedDistance(p) - expected) <= sag + 1e-8);
        if (std::fabs(expected) < 0.001) continue;
        CHECK(dot(exact.nearest(p).normal, p) > 0);
        CHECK(exact.nearest(p).distance == doctest::Approx(std::fabs(expected)).epsilon(0.05));
    }
    CHECK(exact.signedDistance({0, 0, 0}) < -0.0998f);
}

TEST_CASE("mesh distance: the winding number keeps close to the sum of exact solid angles") {
    Mesh mesh = sphereMesh(0.1f, 4);
    mesh.triangles.erase(mesh.triangles.begin() + 100, mesh.triangles.begin() + 130);  // a hole
    MeshDistance exact(mesh);
    Numbers numbers;
    double worst = 0;
    for (int i = 0; i < 500; ++i) {
        Vec3f p = numbers.point(0.15f);
        worst = std::max(worst, std::fabs(exact.windingNumber(p) - bruteWinding(mesh, p)));
    }
    MESSAGE("worst difference of the winding number: " << worst);
    CHECK(worst < 0.05);
}

TEST_CASE("mesh distance: inside stays inside with triangles missing, and inside out") {
    Mesh whole = sphereMesh(0.1f, 3);
    for (int missing : {0, 1, 5}) {
        Mesh mesh = whole;
        for (int i = 0; i < missing; ++i) mesh.triangles.erase(mesh.triangles.begin() + 60 * i + 7);
        for (bool insideOut : {false, true}) {
            if (insideOut) {
                for (Triangle& t : mesh.triangles) std::swap(t.b, t.c);
            }
            MeshDistance exact(mesh);
            Numbers numbers;
            for (int i = 0; i < 1000; ++i) {
                Vec3f p = numbers.point(0.2f);
                float r = lengthOf(p);
                if (std::fabs(r - 0.1f) < 0.015f) continue;  // the holes' edges are within
                CHECK((exact.signedDistance(p) < 0) == (r < 0.1f));
            }
        }
    }
}

TEST_CASE("mesh distance: far from the origin and with unusable triangles") {
    Mesh mesh = sphereMesh(0.1f, 3);
    for (Vec3f& v : mesh.vertices) v = v + Vec3f{0, 100, -50};
    mesh.vertices.push_back({std::numeric_limits<float>::quiet_NaN(), 0, 0});
    uint32_t bad = static_cast<uint32_t>(mesh.vertices.size() - 1);
    mesh.triangles.push_back({0, 1, bad});
    mesh.triangles.push_back({0, 1, bad + 10});
    MeshDistance exact(mesh);
    CHECK(exact.signedDistance({0, 100, -50}) == doctest::Approx(-0.1).epsilon(0.02));
    CHECK(exact.signedDistance({0, 100.2f, -50}) == doctest::Approx(0.1).epsilon(0.02));

    MeshDistance nothing{Mesh{}};
    CHECK(nothing.empty());
    CHECK(nothing.signedDistance({0, 0, 0}) > 1e8f);
}
