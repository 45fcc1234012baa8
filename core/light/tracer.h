// A path tracer over strands of hair and a surface: the measure that drawn pictures are held against. Every strand is a
// chain of round cones that scatter as fibre.h says; the surface is matte. Light comes from far lamps, asked for at each
// bounce, and from the surroundings, which paths run into. Deterministic: a pixel's numbers depend on its place alone.
//
// Known limits: where a strand's pieces meet, its section is a ball's; a hair does not meet the pieces beside the one it
// left.
#pragma once

#include "core/base/thread_pool.h"
#include "core/light/box_tree.h"
#include "core/light/fibre.h"
#include "core/math/random.h"

#include <functional>

namespace ringlet {
namespace light {

// Strand after strand, `each` points a strand (>= 2); m.
struct TracedHair {
    uint32_t each = 2;
    std::vector<Vec3f> points;
    std::vector<float> radii;     // a point, m; a piece with both of them 0 is not there
    std::vector<float> pigments;  // a point: so many times the look's absorption
    FibreLook look;
};

struct TracedSurface {
    std::vector<Vec3f> vertices, normals, colours;  // a vertex; colours: the share of light sent back, linear
    std::vector<uint32_t> corners;                  // three a triangle
};

// Linear light as the page has it: what a white, matte surface sends back (its irradiance over pi).
struct Lamp {
    Vec3f towards{0, 1, 0};  // unit
    Vec3f colour{1, 1, 1};
    float radius = 0;        // rad, of its disc
};
struct TracedLights {
    std::vector<Lamp> lamps;
    Vec3f above{0, 0, 0}, below{0, 0, 0};  // surroundings: straight up and down, and a mean between
    Vec3f around(Vec3f way) const { return below + (above - below) * (0.5f + 0.5f * way.y); }
};

struct TracedPixel {
    Vec3f light{0, 0, 0};      // linear, of what is met; 0 where nothing is
    float hair = 0, head = 0;  // the share of its samples that meet them first
};

class Tracer {
public:
    Tracer(const TracedHair& hair, const TracedSurface& surface, const TracedLights& lights);

    struct Sampled {
        Vec3f light{0, 0, 0};
        enum { Nothing, Hair, Surface } first = Nothing;
    };
    // One path from there. random: whoever it belongs to.
    Sampled follow(Ray ray, Random& random) const;

    // ray: of a place in the picture, pixels from the top left. told: the share that is done; called by one thread.
    struct Frame {
        int width = 0, height = 0, samples = 1;
        std::function<Ray(float x, float y)> ray;
        std::function<void(float done)> told;
    };
    std::vector<TracedPixel> picture(const Frame& frame, ThreadPool& pool) const;
    size_t pieces() const { return pieces_; }

private:
    // Four pieces of strands side by side; piece: a strand's are consecutive.
    struct Pack {
        float ax[4], ay[4], az[4], ar[4], ex[4], ey[4], ez[4], er[4];
        uint32_t piece[4];
    };
    static constexpr int64_t noPiece = -4;
    struct Met {
        int64_t piece = noPiece;
        float at = 0, h = 0;  // along it, [0, 1]; off its middle, (-1, 1)
        uint32_t triangle = BoxTree::none;
        float u = 0, v = 0;
    };
    Met meet(Ray& ray, int64_t left) const;
    bool blocked(Ray ray, int64_t left) const;
    void addPacks(const TracedHair& hair);
    Vec3f fromLamps(Vec3f place, int64_t left, Random& random, const std::function<Vec3f(Vec3f)>& share) const;

    struct Point {
        Vec3f place;
        float pigment;
    };
    std::vector<Point> points_;
    Fibre fibre_;
    Vec3f absorption_;
    TracedSurface surface_;
    TracedLights lights_;
    size_t pieces_ = 0;
    std::vector<Pack> packs_;
    std::vector<uint32_t> triangles_;  // in the order of the tree's leaves
    BoxTree hairTree_, surfaceTree_;
};

}  // namespace light
}  // namespace ringlet
