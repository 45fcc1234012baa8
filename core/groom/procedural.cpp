#include "core/groom/procedural.h"

#include "core/groom/center_line.h"
#include "core/math/elementary.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

enum Curl { Straight, Wave, Helix };

struct Recipe {
    CombStyle comb;
    Curl curl;
    int particles, clumps;
    float length, variation, front, curlRadius, curlPitch, clumping, noise, radius;
    uint64_t seed;
    int points;  // of the center line
    int pieces;  // of the fine curve for each piece of the center line
    float step;  // of the fine curve along its center line, m
};

// What tells one strand (or clump) from another.
struct Character {
    float layer, phase, pitch, size, length;
};

Recipe readRecipe(const Params& params) {
    Recipe r;
    r.curl = static_cast<Curl>(params.integer("curl"));
    r.particles = params.integer("particles");
    r.clumps = params.integer("clumps");
    r.length = params.real("length");
    r.variation = params.real("lengthVariation");
    r.front = params.real("frontLength");
    r.curlRadius = r.curl == Straight ? 0.0f : params.real("curlRadius");
    r.curlPitch = params.real("curlPitch");
    r.clumping = params.real("clumping");
    r.noise = params.real("noise");
    r.radius = params.real("hairRadius");
    r.seed = static_cast<uint64_t>(params.integer("seed"));
    r.comb = {params.real("droop"), params.real("turn"), params.real("lift"),
              params.toggle("parted"), params.real("parting"), params.real("back"), r.curlRadius};
    // Twenty pieces a turn keep a curl round.
    r.pieces = r.curlRadius > 0 ? static_cast<int>(20.0f * centerStep / r.curlPitch) + 1 : 1;
    r.step = centerStep / static_cast<float>(r.pieces);
    // A curl's line is shorter than its hair; a tenth more covers what clumping
    // and pushing out of the head take away.
    float around = static_cast<float>(2 * pi) * r.curlRadius;
    float turn = squareRoot(around * around + r.curlPitch * r.curlPitch);
    float ratio = r.curl == Helix ? r.curlPitch / turn : 1.0f;
    // Curls start narrow and so take more of their line: two turns' worth.
    float line = r.length * ratio * 1.1f + (r.curl == Helix ? 2.0f * r.curlPitch : 0.0f);
    r.points = static_cast<int>(minimum(line, 1.1f * r.length) / centerStep) + 2;
    return r;
}

Character makeCharacter(const Recipe& recipe, const GroomRoot& root, uint64_t stream) {
    Random random(recipe.seed, stream);
    Character c;
    c.layer = random.unit();
    c.phase = random.between(0.0f, static_cast<float>(2 * pi));
    c.pitch = recipe.curlPitch * random.between(0.85f, 1.15f);
    c.size = random.between(0.8f, 1.1f);
    float front = 1.0f - (1.0f - recipe.front) * smoothStep(1.5f * root.normal.z);
    c.length = recipe.length * front * (1.0f - recipe.variation * random.unit());
    return c;
}

// Hair from high on the head lies over hair from below.
float layerOf(const GroomRoot& root, float chance) {
    return clamped(0.5f + 0.4f * root.normal.y + 0.4f * (chance - 0.5f), 0.0f, 1.0f);
}

// The clump of a root: the nearest centre, on the root's side of the parting.
size_t clumpOf(const std::vector<GroomRoot>& roots, size_t clumps, const GroomRoot& root, const CombStyle& comb) {
    size_t best = 0;
    float least = 1e30f;
    for (size_t i = 0; i < clumps; ++i) {
        Vec3f d = roots[i].position - root.position;
        float across = partingSide(roots[i], comb) != partingSide(root, comb) ? partedShare(root, comb) : 0.0f;
        float squared = dot(d, d) * (1.0f + 100.0f * across);
        if (squared < least) {
            least = squared;
            best = i;
        }
    }
    return best;
}

// Waves or curls about the line, their radius growing smoothly from the root.
std::vector<Vec3f> curled(const std::vector<Vec3f>& line, Vec3f normal, const Recipe& recipe, const Character& c) {
    if (recipe.curlRadius <= 0) return line;
    std::vector<Vec3f> curve(line.size());
    Vec3f tangent = normalizedOr(line[1] - line[0], normal);
    // Waves swing along the skin, not in and out of it.
    Vec3f across = normalizedOr(cross(line[line.size() / 4] - line[0], normal), acrossOf(normal));
    for (size_t i = 0; i < line.size(); ++i) {
        if (i + 1 < line.size()) tangent = normalizedOr(line[i + 1] - line[i], tangent);
        across = normalizedOr(across - tangent * dot(across, tangent), acrossOf(tangent));
        Vec3f over = cross(tangent, across);
        float along = recipe.step * static_cast<float>(i);
        float grown = recipe.curlRadius * c.size * smoothStep(along / (1.5f * c.pitch));
        float angle = c.phase + static_cast<float>(2 * pi) * along / c.pitch;
        Vec3f side = recipe.curl == Helix ? across * cosine(angle) + over * sine(angle) : across * sine(angle);
        curve[i] = line[i] + side * grown;
    }
    return curve;
}

// Slow wandering, different for every strand, growing from the root.
void addNoise(std::vector<Vec3f>& curve, const Recipe& recipe, uint64_t stream) {
    if (recipe.noise <= 0) return;
    Random random(recipe.seed, stream);
    Vec3f swing[2];
    float phase[2];
    for (int k = 0; k < 2; ++k) {
        swing[k] = Vec3f{random.normal(), random.normal(), random.normal()} * (recipe.noise * (k == 0 ? 0.6f : 0.25f));
        phase[k] = random.between(0.0f, static_cast<float>(2 * pi));
    }
    float last = static_cast<float>(curve.size() - 1);
    for (size_t i = 1; i < curve.size(); ++i) {
        float t = static_cast<float>(i) / last;
        Vec3f d = swing[0] * sine(phase[0] + 4.0f * t) + swing[1] * sine(phase[1] + 11.0f * t);
        curve[i] = curve[i] + d * smoothStep(2.0f * t);
    }
}

// Moves points that are closer than `margin` (m, less at the root) out of the
// obstacle; a root may lie in it, and the hair then comes out within 4 mm.
void pushOut(std::vector<Vec3f>& curve, float step, float margin, const ClearanceFunction& obstacle) {
    float clear = 0;
    const float root = minimum(obstacle(curve[0]).distance, 0.0f);
    for (size_t i = 1; i < curve.size(); ++i) {
        clear -= lengthOf(curve[i] - curve[i - 1]);
        if (clear > 0) continue;
        float along = step * static_cast<float>(i);
        float wanted = margin * smoothStep(along / 0.01f) + root * (1.0f - smoothStep(along / 0.004f));
        Clearance at = obstacle(curve[i]);
        for (int k = 0; k < 6 && at.distance < wanted; ++k) {
            curve[i] = curve[i] + at.outward * (wanted - at.distance + 2e-5f);
            at = obstacle(curve[i]);
        }
        clear = 0.5f * (at.distance - margin);
    }
}

// The first `length` metres of the curve, prolonged straight where it is shorter.
std::vector<Vec3f> cutTo(const std::vector<Vec3f>& curve, float length) {
    std::vector<Vec3f> result{curve[0]};
    float left = length;
    for (size_t i = 1; i < curve.size(); ++i) {
        Vec3f piece = curve[i] - curve[i - 1];
        float size = lengthOf(piece);
        bool last = i + 1 == curve.size();
        if (size >= left || (last && size > 0)) {
            result.push_back(curve[i - 1] + piece * (left / size));
            break;
        }
        result.push_back(curve[i]);
        left -= size;
    }
    return result;
}

// Nothing inside but the root and, where the obstacle covers it, what cannot be out
// yet: a point as far along the strand as the root is deep.
bool isClear(const std::vector<Vec3f>& points, const ClearanceFunction& obstacle) {
    const float cover = -1.5f * obstacle(points[0]).distance;
    float along = 0;
    for (size_t i = 1; i < points.size(); ++i) {
        along += lengthOf(points[i] - points[i - 1]);
        if (along > cover && obstacle(points[i]).distance < 0) return false;
    }
    return true;
}

// The strand's points; the margin grows until none but the root is inside.
std::vector<Vec3f> finished(std::vector<Vec3f> curve, const Recipe& recipe, float length,
                            const ClearanceFunction& obstacle) {
    std::vector<Vec3f> points;
    for (float margin = 0.001f; margin < 0.02f; margin *= 2.0f) {
        if (obstacle) pushOut(curve, recipe.step, margin, obstacle);
        points = resampledByLength(cutTo(curve, length), recipe.particles);
        if (!obstacle || isClear(points, obstacle)) break;
    }
    return points;
}

}  // namespace

const ParamTable& proceduralGroomParams() {
    const ParamChange build = ParamChange::Rebuild;
    static const ParamTable table = {
        {"strands", "", 5000, 1, 100000, "number of strands", build, ParamKind::Integer},
        {"particles", "", 16, 4, 256, "points a strand, root included", build, ParamKind::Integer},
        {"length", "m", 0.28, 0.02, 1, "length of the longest strands, along the hair", build},
        {"lengthVariation", "", 0.15, 0, 0.9, "how much shorter the shortest strands are", build},
        {"frontLength", "", 1, 0.1, 1, "length above the face as a part of the length elsewhere", build},
        {"curl", "", 0, 0, 2, "shape about the strand's line", build, ParamKind::Choice, {"straight", "wave", "helix"}},
        {"curlRadius", "m", 0.006, 0, 0.05, "radius of the waves or curls", build},
        {"curlPitch", "m", 0.04, 0.005, 0.3, "length of one wave or turn, along the line that it winds about", build},
        {"clumping", "", 0.5, 0, 1, "how closely strands gather in locks towards their tips", build},
        {"clumps", "", 250, 1, 4000, "number of locks", build, ParamKind::Integer},
        {"noise", "m", 0.003, 0, 0.05, "how far strands stray from their neighbours", build},
        {"droop", "", 1, 0, 1, "0 stands out from the scalp, 1 is combed down and hangs", build},
        {"turn", "m", 0.02, 0.005, 0.2, "the way over which hair turns away from its root's direction", build},
        {"lift", "m", 0.012, 0.001, 0.1, "how far hair lies off the skin", build},
        {"parted", "", 1, 0, 1, "combed to both sides of a parting; else away from the crown", build,
         ParamKind::Toggle},
        {"parting", "m", 0.006, -0.07, 0.07, "where the parting is, to the head's left", build},
        {"back", "", 0.9, -1, 1, "how far hair is combed back; negative: towards the face", build},
        {"hairRadius", "m", 1.5e-4, 1e-5, 2e-3, "drawn radius: a strand stands for many hairs", build},
        {"seed", "", 1, 0, 1000000, "another seed makes another head of the same style", build, ParamKind::Integer},
    };
    return table;
}

Groom proceduralGroom(const std::vector<GroomRoot>& roots, const Params& params, const ClearanceFunction& obstacle) {
    const Recipe recipe = readRecipe(params);
    // Streams of random numbers: even for characters, odd for noise.
    size_t clumps = recipe.clumping > 0 ? static_cast<size_t>(recipe.clumps) : 0;
    if (clumps > roots.size()) clumps = roots.size();
    std::vector<std::vector<Vec3f>> lines;
    std::vector<Character> characters;
    for (size_t i = 0; i < clumps; ++i) {
        characters.push_back(makeCharacter(recipe, roots[i], 2 * i));
        float layer = layerOf(roots[i], characters[i].layer);
        lines.push_back(centerLine(roots[i], recipe.comb, layer, recipe.points, obstacle));
    }
    Groom groom;
    for (size_t i = 0; i < roots.size(); ++i) {
        Character own = makeCharacter(recipe, roots[i], 2 * i);
        float layer = layerOf(roots[i], own.layer);
        auto line = i < clumps ? lines[i] : centerLine(roots[i], recipe.comb, layer, recipe.points, obstacle);
        if (clumps > 0) {
            size_t clump = clumpOf(roots, clumps, roots[i], recipe.comb);
            const Character& shared = characters[clump];
            for (size_t k = 0; k < line.size(); ++k) {
                float t = static_cast<float>(k) / static_cast<float>(line.size() - 1);
                line[k] = line[k] + (lines[clump][k] - line[k]) * (recipe.clumping * smoothStep(t / 0.7f));
            }
            // Curls of a lock turn together.
            float loose = 1.0f - recipe.clumping;
            own.phase = shared.phase + (own.phase - static_cast<float>(pi)) * loose;
            own.pitch = shared.pitch + (own.pitch - shared.pitch) * loose;
            own.size = shared.size + (own.size - shared.size) * loose;
            own.length = shared.length + (own.length - shared.length) * (1.0f - 0.7f * recipe.clumping);
        }
        auto curve = curled(refined(line, recipe.pieces), roots[i].normal, recipe, own);
        addNoise(curve, recipe, 2 * i + 1);
        addStrand(groom, finished(std::move(curve), recipe, own.length, obstacle), roots[i].normal, recipe.radius);
    }
    return groom;
}

}  // namespace ringlet
