#include "core/light/tracer.h"

#include "core/light/colours.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ringlet {
namespace light {
namespace {

constexpr int plainBounces = 3;     // after which paths end by chance, the darker the likelier
constexpr int mostBounces = 400;    // white hair ends paths nowhere
constexpr int placesAcross = 8;
constexpr float offSurface = 2e-5f; // m

// Whether a piece begins at that point: not at a strand's last, nor where points fall together.
bool begins(const TracedHair& hair, size_t i) {
    return (i + 1) % hair.each != 0 && hair.radii[i] + hair.radii[i + 1] > 0 && lengthOf(hair.points[i + 1] - hair.points[i]) > 0;
}

std::vector<Box> boxesOf(const TracedHair& hair) {
    std::vector<Box> boxes;
    for (size_t i = 0; i + 1 < hair.points.size(); ++i) {
        if (!begins(hair, i)) continue;
        Box box;
        for (size_t k : {i, i + 1}) {
            const Vec3f r{hair.radii[k], hair.radii[k], hair.radii[k]};
            box.add(hair.points[k] - r);
            box.add(hair.points[k] + r);
        }
        boxes.push_back(box);
    }
    return boxes;
}

std::vector<Box> boxesOf(const TracedSurface& surface) {
    std::vector<Box> boxes(surface.corners.size() / 3);
    for (size_t i = 0; i < surface.corners.size(); ++i) boxes[i / 3].add(surface.vertices[surface.corners[i]]);
    return boxes;
}

// Moeller and Trumbore 1997. Negative: missed.
float meetTriangle(const Ray& ray, const Vec3f* a, const Vec3f* b, const Vec3f* c, float& u, float& v) {
    const Vec3f ab = *b - *a, ac = *c - *a, p = cross(ray.along, ac);
    const float det = dot(ab, p);
    if (std::fabs(det) < 1e-14f) return -1;
    const Vec3f t = ray.from - *a, q = cross(t, ab);
    u = dot(t, p) / det;
    v = dot(ray.along, q) / det;
    return u < 0 || v < 0 || u + v > 1 ? -1.0f : dot(ac, q) / det;
}

Vec3f sideOf(Vec3f way) { return normalizedOr(cross(way, std::fabs(way.x) < 0.7f ? Vec3f{1, 0, 0} : Vec3f{0, 1, 0}), Vec3f{0, 0, 1}); }

// A hair is met anywhere across it, and is too thin for that to show: its mean, for lamps are in narrow lobes of few places.
Vec3f acrossFibre(const Fibre& fibre, Vec3f out, Vec3f in, float shift) {
    Vec3f sum{0, 0, 0};
    for (int i = 0; i < placesAcross; ++i) sum = sum + fibre.scattering(out, in, 2 * (float(i) + shift) / placesAcross - 1) * (1.0f / placesAcross);
    return sum;
}

// About `normal`, the denser the nearer to it (Lambert's cosine).
Vec3f matteDirection(Vec3f normal, Random& random) {
    const float radius = std::sqrt(random.unit()), angle = wholeTurn * random.unit();
    const Vec3f side = sideOf(normal);
    return normalizedOr(side * (radius * std::cos(angle)) + cross(normal, side) * (radius * std::sin(angle)) +
                        normal * std::sqrt(std::max(1 - radius * radius, 0.0f)), normal);
}

// A direction to the lamp, evenly over its disc.
Vec3f onDisc(const Lamp& lamp, Random& random) {
    if (lamp.radius <= 0) return lamp.towards;
    const float out = lamp.radius * std::sqrt(random.unit()), angle = wholeTurn * random.unit();
    const Vec3f aside = normalizedOr(cross(Vec3f{0, 1, 0}, lamp.towards), Vec3f{1, 0, 0}), above = cross(lamp.towards, aside);
    return normalizedOr(lamp.towards + (aside * std::cos(angle) + above * std::sin(angle)) * out, lamp.towards);
}

}  // namespace

Tracer::Tracer(const TracedHair& hair, const TracedSurface& surface, const TracedLights& lights)
    : fibre_(hair.look), absorption_(hair.look.absorption), surface_(surface), lights_(lights), hairTree_(boxesOf(hair)),
      surfaceTree_(boxesOf(surface)) {
    points_.reserve(hair.points.size());
    for (size_t i = 0; i < hair.points.size(); ++i) points_.push_back({hair.points[i], hair.pigments[i]});
    addPacks(hair);
    triangles_ = surfaceTree_.order();
}

void Tracer::addPacks(const TracedHair& hair) {
    std::vector<uint32_t> starts;
    for (size_t i = 0; i + 1 < hair.points.size(); ++i)
        if (begins(hair, i)) starts.push_back(uint32_t(i));
    pieces_ = starts.size();
    packs_.resize(hairTree_.order().size() / BoxTree::leafItems);
    for (size_t i = 0; i < hairTree_.order().size(); ++i) {
        Pack& pack = packs_[i / 4];
        const size_t k = i % 4;
        const uint32_t item = hairTree_.order()[i];
        const size_t at = item == BoxTree::none ? 0 : starts[item];
        const Vec3f a = hair.points[at], e = hair.points[at + 1] - a;
        pack.ax[k] = a.x, pack.ay[k] = a.y, pack.az[k] = a.z;
        pack.ex[k] = e.x, pack.ey[k] = e.y, pack.ez[k] = e.z;
        pack.ar[k] = item == BoxTree::none ? -1.0f : hair.radii[at];
        pack.er[k] = item == BoxTree::none ? 0.0f : hair.radii[at + 1] - hair.radii[at];
        pack.piece[k] = uint32_t(at);
    }
}

namespace {

using L = Lanes<4>;

// A ray's nearest approach to four pieces: a piece is met where that is within its radius, as if it faced the ray.
struct Approach {
    L depth, at, radius, square;
    uint32_t bits;
};

// left: the piece that the ray comes from, which it does not meet, nor those beside it.
template <class Pack> Approach approach(const Pack& pack, const Ray& ray, int64_t left) {
    const auto load = [](const float* from) { return loadLanes<4>(from); };
    const L ex = load(pack.ex), ey = load(pack.ey), ez = load(pack.ez);
    const L dx(ray.along.x), dy(ray.along.y), dz(ray.along.z);
    const L wx = L(ray.from.x) - load(pack.ax), wy = L(ray.from.y) - load(pack.ay), wz = L(ray.from.z) - load(pack.az);
    const L along = dx * ex + dy * ey + dz * ez, size = ex * ex + ey * ey + ez * ez;
    const L rayPart = dx * wx + dy * wy + dz * wz, ownPart = ex * wx + ey * wy + ez * wz;
    const L below = maximum(size - along * along, size * L(1e-6f) + L(1e-24f));
    Approach a;
    a.at = minimum(maximum((ownPart - along * rayPart) / below, L(0.0f)), L(1.0f));
    a.depth = a.at * along - rayPart;
    const L x = wx + a.depth * dx - a.at * ex, y = wy + a.depth * dy - a.at * ey, z = wz + a.depth * dz - a.at * ez;
    a.square = x * x + y * y + z * z;
    a.radius = load(pack.ar) + a.at * load(pack.er);
    a.bits = laneBits(both(a.square < a.radius * absolute(a.radius), both(L(ray.near) < a.depth, a.depth < L(ray.far))));
    for (uint32_t bits = a.bits; bits != 0; bits &= bits - 1) {
        const int k = __builtin_ctz(bits);
        if (std::abs(int64_t{pack.piece[k]} - left) < 2) a.bits &= ~(1u << k);
    }
    return a;
}

}  // namespace

Tracer::Met Tracer::meet(Ray& ray, int64_t left) const {
    Met met;
    hairTree_.walk(ray, [&](uint32_t leaf, Ray& r) {
        const Pack& pack = packs_[leaf];
        const Approach a = approach(pack, r, left);
        for (uint32_t bits = a.bits; bits != 0; bits &= bits - 1) {
            const int k = __builtin_ctz(bits);
            if (a.depth[k] >= r.far) continue;
            r.far = a.depth[k];
            met.piece = pack.piece[k];
            met.at = a.at[k];
            met.h = std::min(std::sqrt(a.square[k]) / std::max(a.radius[k], 1e-12f), 0.9999f);
        }
        return false;
    });
    surfaceTree_.walk(ray, [&](uint32_t leaf, Ray& r) {
        for (uint32_t i = leaf * BoxTree::leafItems; i < (leaf + 1) * BoxTree::leafItems && triangles_[i] != BoxTree::none; ++i) {
            const uint32_t* c = &surface_.corners[3 * size_t(triangles_[i])];
            float u, v;
            const float t = meetTriangle(r, &surface_.vertices[c[0]], &surface_.vertices[c[1]], &surface_.vertices[c[2]], u, v);
            if (t <= r.near || t >= r.far) continue;
            r.far = t;
            met.triangle = triangles_[i];
            met.u = u;
            met.v = v;
        }
        return false;
    });
    return met;
}

bool Tracer::blocked(Ray ray, int64_t left) const {
    bool found = false;
    surfaceTree_.walk(ray, [&](uint32_t leaf, Ray& r) {
        for (uint32_t i = leaf * BoxTree::leafItems; i < (leaf + 1) * BoxTree::leafItems && triangles_[i] != BoxTree::none; ++i) {
            const uint32_t* c = &surface_.corners[3 * size_t(triangles_[i])];
            float u, v;
            const float t = meetTriangle(r, &surface_.vertices[c[0]], &surface_.vertices[c[1]], &surface_.vertices[c[2]], u, v);
            found = found || (t > r.near && t < r.far);
        }
        return found;
    });
    if (!found) hairTree_.walk(ray, [&](uint32_t leaf, Ray& r) { return found = approach(packs_[leaf], r, left).bits != 0; });
    return found;
}

// One of the lamps, as likely as bright: a mean over paths counts them all.
Vec3f Tracer::fromLamps(Vec3f place, int64_t left, Random& random, const std::function<Vec3f(Vec3f)>& share) const {
    float sum = 0;
    for (const Lamp& lamp : lights_.lamps) sum += brightness(lamp.colour);
    if (sum <= 0) return {0, 0, 0};
    float chosen = random.unit() * sum;
    for (const Lamp& lamp : lights_.lamps) {
        const float part = brightness(lamp.colour);
        if (chosen >= part && &lamp != &lights_.lamps.back()) {
            chosen -= part;
            continue;
        }
        const Vec3f towards = onDisc(lamp, random);
        const Vec3f light = times(share(towards), lamp.colour) * (halfTurn * sum / part);
        if (brightness(light) <= 0 || blocked({place, towards, left >= 0 ? 0.0f : offSurface, 1e30f}, left)) return {0, 0, 0};
        return light;
    }
    return {0, 0, 0};
}

Tracer::Sampled Tracer::follow(Ray ray, Random& random) const {
    Sampled sampled;
    Vec3f carried{1, 1, 1};
    int64_t left = noPiece;  // the piece that the path left
    Fibre fibre = fibre_;
    for (int bounce = 0; bounce < mostBounces; ++bounce) {
        const Met met = meet(ray, left);
        const bool surface = met.triangle != BoxTree::none;
        if (!surface && met.piece < 0) {
            if (bounce > 0) sampled.light = sampled.light + times(carried, lights_.around(ray.along));
            return sampled;
        }
        if (bounce == 0) sampled.first = surface ? Sampled::Surface : Sampled::Hair;
        Vec3f place = ray.from + ray.along * ray.far, next, share;
        if (surface) {
            const uint32_t* c = &surface_.corners[3 * size_t(met.triangle)];
            const auto mixed = [&](const std::vector<Vec3f>& of) { return of[c[0]] * (1 - met.u - met.v) + of[c[1]] * met.u + of[c[2]] * met.v; };
            Vec3f normal = normalizedOr(mixed(surface_.normals), Vec3f{0, 1, 0});
            if (dot(normal, ray.along) > 0) normal = -normal;
            share = mixed(surface_.colours);
            left = noPiece;
            const Vec3f lit = fromLamps(place, left, random, [&](Vec3f to) { return share * (std::max(dot(to, normal), 0.0f) / halfTurn); });
            sampled.light = sampled.light + times(carried, lit);
            next = matteDirection(normal, random);
        } else {
            const size_t at = size_t(met.piece);
            const Vec3f a = points_[at].place, e = points_[at + 1].place - a;
            const Vec3f tangent = normalizedOr(e, Vec3f{0, 1, 0}), axis = a + e * met.at;
            const Vec3f out = -ray.along, side = normalizedOr(cross(tangent, out), sideOf(tangent)), front = cross(side, tangent);
            const float h = dot(place - axis, side) < 0 ? -met.h : met.h;
            const auto inFrame = [&](Vec3f v) { return Vec3f{dot(v, tangent), -dot(v, side), dot(v, front)}; };
            fibre.setAbsorption(absorption_ * (points_[at].pigment + (points_[at + 1].pigment - points_[at].pigment) * met.at));
            place = axis;
            left = met.piece;
            const Vec3f outward = inFrame(out);
            const float shift = random.unit();
            const Vec3f lit = fromLamps(place, left, random, [&](Vec3f to) { return acrossFibre(fibre, outward, inFrame(to), shift); });
            sampled.light = sampled.light + times(carried, lit);
            const float numbers[4] = {random.unit(), random.unit(), random.unit(), random.unit()};
            const Vec3f in = fibre.sample(outward, h, numbers);
            share = fibre.scattering(outward, in, h) * (1 / std::max(fibre.probability(outward, in, h), 1e-12f));
            next = tangent * in.x - side * in.y + front * in.z;
        }
        carried = times(carried, share);
        if (bounce >= plainBounces) {
            const float stays = std::min(std::max({carried.x, carried.y, carried.z}), 1.0f);
            if (random.unit() >= stays) return sampled;
            carried = carried * (1 / stays);
        }
        ray = {place, normalizedOr(next, Vec3f{0, 1, 0}), surface ? offSurface : 0.0f, 1e30f};
    }
    return sampled;
}

std::vector<TracedPixel> Tracer::picture(const Frame& frame, ThreadPool& pool) const {
    std::vector<TracedPixel> pixels(size_t(frame.width) * size_t(frame.height));
    std::vector<int> rows(size_t(pool.threads()), 0);
    pool.forEach(frame.height, [&](int y, int worker) {
        for (int x = 0; x < frame.width; ++x) {
            const size_t at = size_t(y) * size_t(frame.width) + size_t(x);
            Random random(1, at);
            const float shiftX = random.unit(), shiftY = random.unit();
            Vec3d light{0, 0, 0};
            int hair = 0, head = 0;
            for (int s = 0; s < frame.samples; ++s) {
                // Places spread evenly (Roberts' sequence of the plastic number), moved for each pixel.
                const double px = shiftX + s * 0.7548776662466927, py = shiftY + s * 0.5698402909980532;
                const Sampled one = follow(frame.ray(float(x) + float(px - std::floor(px)), float(y) + float(py - std::floor(py))), random);
                light = light + toDouble(one.light);
                hair += one.first == Sampled::Hair ? 1 : 0;
                head += one.first == Sampled::Surface ? 1 : 0;
            }
            pixels[at].light = toFloat((1.0 / frame.samples) * light);
            pixels[at].hair = float(hair) / float(frame.samples), pixels[at].head = float(head) / float(frame.samples);
        }
        ++rows[size_t(worker)];
        if (worker == 0 && frame.told) frame.told(std::min(float(rows[0] * pool.threads()) / float(frame.height), 1.0f));
    });
    return pixels;
}

}  // namespace light
}  // namespace ringlet
