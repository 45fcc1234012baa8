#include "core/groom/follow.h"

#include "core/groom/even_walk.h"
#include "core/groom/follow_grid.h"
#include "core/groom/follow_wisps.h"
#include "core/groom/root_neighbours.h"
#include "core/math/random.h"

namespace ringlet {
namespace {

constexpr float ownPhase = 2.5f;  // rad, of a strand's wandering within its lock's
constexpr float leastReach = 0.8f;  // of the spacing: roots are spread so far around their guide, where others are as near
constexpr int neighbours = 8;  // of a guide, among which its followers find theirs

Vec3f pointAt(const Groom& groom, const StrandGroup& group, uint32_t strand, float share) {
    const size_t first = group.firstPoint + static_cast<size_t>(strand - group.firstStrand) * group.points;
    return strandPoint(&groom.points[first], group.points, share);
}

std::vector<uint32_t> groupOfStrands(const Groom& groom) {
    std::vector<uint32_t> group(groom.strands(), 0);
    for (uint32_t g = 0; g < groom.groups.size(); ++g)
        for (uint32_t s = 0; s < groom.groups[g].strandCount; ++s) group[groom.groups[g].firstStrand + s] = g;
    return group;
}

// What the table is made from, looked up again and again.
struct Source {
    const Groom& groom;
    const FollowOptions& options;
    std::vector<uint32_t> group;
    std::vector<Vec3f> roots;
    std::vector<uint32_t> near;  // `neighbours` a guide, itself first; repeats itself where there are fewer
    float spacing;
    std::vector<float> curliness = {};  // a guide
    std::vector<Vec3f> outward = {};    // a guide: out of the hair, as long as it is at its edge, [0, 1]
    std::vector<float> beyond = {};     // a guide at an edge: m out of it to hair on the other side of a gap; 0: none

    Vec3f point(uint32_t strand, float v) const { return pointAt(groom, groom.groups[group[strand]], strand, v); }
};

// Whether the guides stay together well enough to be mixed.
bool together(const Source& source, uint32_t a, uint32_t b) {
    float apart = lengthOf(source.roots[a] - source.roots[b]);
    Vec3f middle = source.point(a, 0.5f), tip = source.point(a, 1.0f);
    float length = lengthOf(middle - source.roots[a]) + lengthOf(tip - middle);
    float allowed = apart + source.options.parting * length;
    return lengthOf(middle - source.point(b, 0.5f)) <= 0.5f * (apart + allowed) &&
           lengthOf(tip - source.point(b, 1.0f)) <= allowed;
}

// Whether a point belongs to guide `host`: no other is much nearer, and it lies but a little beyond the edge of the hair.
bool belongsTo(const Source& source, uint32_t host, Vec3f away, float reach) {
    constexpr float nearer = 0.9f;
    const Vec3f outward = source.outward[host];
    const float edge = lengthOf(outward), least = maximum(leastReach * source.spacing, 0.6f * source.beyond[host]);
    if (dot(away, outward) > edge * (least + (reach - least) * (1 - edge))) return false;
    for (int k = 1; k < neighbours; ++k) {
        const Vec3f other = away + source.roots[host] - source.roots[source.near[static_cast<size_t>(host) * neighbours + k]];
        if (dot(other, other) < nearer * nearer * dot(away, away)) return false;
    }
    return true;
}

// Away from guide `host` in its tangent plane, evenly over the part of the scalp that is nearer to it than to others: roots
// of guides are nowhere evenly spread, and a disc of one size for all would leave bare skin between some.
Vec3f awayFrom(const Source& source, uint32_t host, Random& random) {
    constexpr int tries = 8, around = 4;  // the disc that is tried in reaches to the fourth neighbour
    const Vec3f normal = source.groom.rootNormals[host], across = acrossOf(normal);
    const Vec3f fourth = source.roots[source.near[static_cast<size_t>(host) * neighbours + around]] - source.roots[host];
    const float wanted = maximum(maximum(leastReach * source.spacing, lengthOf(fourth)), 0.6f * source.beyond[host]);
    const float reach = minimum(wanted, source.options.widest);
    Vec3f away{0, 0, 0};
    for (int i = 0; i < tries; ++i) {
        const float radius = reach * squareRoot(random.unit()), angle = random.between(0.0f, static_cast<float>(2 * pi));
        away = (across * cosine(angle) + cross(normal, across) * sine(angle)) * radius;
        if (belongsTo(source, host, away, reach)) return away;
    }
    return away * (minimum(leastReach * source.spacing, reach) / reach);
}

// A root near guide `host`: a point of its tangent plane, moved on to the
// surface that the neighbouring guides' tangent planes describe (Phong
// tessellation: Boubekeur and Alexa 2008).
Vec3f drawnRoot(const Source& source, uint32_t host, Random& random) {
    Vec3f p = source.roots[host] + awayFrom(source, host, random);
    Vec3f sum{0, 0, 0};
    float weights = 0;
    for (int k = 0; k < neighbours; ++k) {
        uint32_t guide = source.near[static_cast<size_t>(host) * neighbours + k];
        Vec3f n = source.groom.rootNormals[guide], away = p - source.roots[guide];
        float close = source.spacing * source.spacing + 1e-12f, squared = dot(away, away);
        float weight = close / (close + squared * squared / close);
        sum = sum + (p - n * dot(n, away)) * weight;
        weights += weight;
    }
    return p + (sum * (1.0f / weights) - p) * 0.75f;
}

// Up to four of the guides around `host`, the nearest to `root` first, that go
// together with the nearest one; weights fall with the squared distance.
void chooseGuides(const Source& source, uint32_t host, Vec3f root, Follower& f) {
    uint32_t order[neighbours];
    float distance[neighbours];
    int count = 0;
    for (int k = 0; k < neighbours; ++k) {
        uint32_t guide = source.near[static_cast<size_t>(host) * neighbours + k];
        if (k > 0 && guide == host) continue;
        Vec3f gap = source.roots[guide] - root;
        float squared = dot(gap, gap);
        int at = count++;
        for (; at > 0 && distance[at - 1] > squared; --at) {
            order[at] = order[at - 1];
            distance[at] = distance[at - 1];
        }
        order[at] = guide;
        distance[at] = squared;
    }
    float soft = 0.1f * source.spacing * source.spacing + 1e-12f, sum = 0;
    int used = 0;
    for (int k = 0; k < count && used < followGuides; ++k) {
        if (k > 0 && !together(source, order[0], order[k])) continue;
        f.guides[used] = order[k];
        f.atRoot[used] = 1.0f / (distance[k] + soft);
        sum += f.atRoot[used++];
    }
    for (int k = 0; k < followGuides; ++k) {
        if (k >= used) f.guides[k] = f.guides[0];
        f.atRoot[k] = k < used ? f.atRoot[k] / sum : 0.0f;
    }
}

// How far a strand is its nearest guide's alone at its root and at its tip, [0, 1].
struct Apart {
    float root, tip;
};
Apart apartOf(const Source& source, uint32_t guide) {
    constexpr float ofTufts = 0.9f;  // hair between tufts goes to the lock of one
    const FollowOptions& options = source.options;
    if (options.scheme != FollowScheme::Semi) return {0, source.beyond[guide] > 0 && options.clumping > 0 ? maximum(options.clumping, ofTufts) : options.clumping};
    float level = clamped(source.curliness[guide] + (options.clumping - 0.5f), 0.0f, 1.0f);
    return {maximum(2.0f * level - 1.0f, 0.0f), minimum(2.0f * level, 1.0f)};
}

// At the edge of the hair a guide's neighbours are all on one side.
Vec3f outwardOf(const Source& source, uint32_t guide) {
    constexpr float within = 0.3f, edge = 0.8f;  // of the spacing, from a guide to the middle of its neighbours
    Vec3f sum{0, 0, 0};
    for (int k = 1; k < neighbours; ++k)
        sum = sum + source.roots[guide] - source.roots[source.near[static_cast<size_t>(guide) * neighbours + k]];
    const Vec3f normal = source.groom.rootNormals[guide], away = (sum - normal * dot(sum, normal)) * (1.0f / (neighbours - 1));
    const float far = lengthOf(away) / (source.spacing + 1e-12f);
    return normalizedOr(away, Vec3f{0, 0, 0}) * clamped((far - within) / (edge - within), 0.0f, 1.0f);
}

// Where roots grow in tufts, the edge of one is no edge of the hair. Of many guides some are looked at.
float beyondEdge(const Source& source, uint32_t guide) {
    constexpr float widest = 0.03f, aside = 0.7f;  // m; cosine to the way out
    const Vec3f out = source.outward[guide];
    const float edge = lengthOf(out);
    if (edge < 0.3f) return 0;
    float nearest = widest;
    for (size_t i = 0; i < source.roots.size(); i += source.roots.size() / 2000 + 1) {
        const Vec3f way = source.roots[i] - source.roots[guide];
        const float far = lengthOf(way);
        if (far < nearest && far > 2 * source.spacing && dot(way, out) > aside * far * edge) nearest = far;
    }
    return nearest < widest ? nearest : 0.0f;
}

// Hairs of the hairline are short and fine, and each goes its own way.
void shortenAtEdge(const Source& source, uint32_t host, Random& random, Follower& f) {
    constexpr float beyond = 2.5f, farthest = 0.012f;  // of the spacing, and m: how far from their guides they begin
    constexpr float shortest = 0.03f, longest = 0.3f;  // of their guides' way
    constexpr float astray = 0.06f;                     // m at the guide's tip, far beyond theirs
    if (source.options.hairline <= 0) return;
    const Vec3f outward = source.outward[host];
    if (source.beyond[host] > 0 || random.unit() >= source.options.hairline * lengthOf(outward)) return;
    const float far = random.unit(), length = random.unit();
    f.rootOffset = f.rootOffset + outward * (minimum(beyond * source.spacing, farthest) * far * far);
    const Vec3f aside = normalizedOr(cross(outward, source.groom.rootNormals[host]), outward);
    const float sideways = random.between(-1.0f, 1.0f), away = random.between(-0.2f, 1.0f);
    f.tipOffset = f.rootOffset + (aside * sideways + outward * away) * astray;
    f.reach = shortest + (longest - shortest) * length * length;
}

// Some hairs stay out of what the others do, more and more towards the tip, and end before them.
void flyAway(const Source& source, Random& random, Follower& f) {
    constexpr float least = 0.1f, most = 0.5f;      // of the widest way from a guide: how far they wander
    constexpr float shortest = 0.35f, longest = 0.9f;  // of their guides' way
    if (source.options.flyaways <= 0 || random.unit() >= source.options.flyaways) return;
    const float far = random.unit(), length = random.unit();
    f.jitter = source.options.widest * (least + (most - least) * far * far);
    const Vec3f way{random.between(-1.0f, 1.0f), random.between(-0.3f, 1.0f), random.between(-1.0f, 1.0f)};
    f.tipOffset = f.tipOffset + way * f.jitter;
    f.reach = minimum(f.reach, shortest + (longest - shortest) * length);
}

// A lock: hair from millimetres of skin that goes one way, between the others. A wisp has some.
struct Lock {
    Vec3f root;   // its middle, from its guide's root
    float phase;  // rad, of its wandering
};
// That of the guide's locks in whose part of the scalp a root lies.
Lock lockAt(const Source& source, uint32_t guide, Vec3f root) {
    constexpr float wide = 0.006f, most = 24;  // m
    const float reach = minimum(leastReach * source.spacing, source.options.widest);
    const int locks = static_cast<int>(clamped(4 * reach * reach / (wide * wide), 1.0f, most));
    Random random(source.options.seed + 1, guide);
    const Vec3f normal = source.groom.rootNormals[guide], across = acrossOf(normal), other = cross(normal, across);
    Lock nearest{{0, 0, 0}, 0};
    float least = 3e38f;
    for (int i = 0; i < locks; ++i) {
        const float angle = random.between(0.0f, static_cast<float>(2 * pi)), radius = reach * squareRoot(random.unit());
        const Lock lock{(across * cosine(angle) + other * sine(angle)) * radius, random.between(0.0f, static_cast<float>(2 * pi) - ownPhase)};
        const Vec3f away = root - lock.root;
        if (dot(away, away) < least) least = dot(away, away), nearest = lock;
    }
    return nearest;
}

Follower makeFollower(const Source& source, uint32_t host, uint64_t stream) {
    constexpr float strays = 0.9f;              // of the way to its lock's middle, at most, some keep from it
    constexpr float closesBetweenTufts = 0.2f;  // of the guides' way
    const FollowOptions& options = source.options;
    Random random(options.seed, stream);
    Follower f;
    Vec3f root = drawnRoot(source, host, random);
    const Lock lock = lockAt(source, host, root - source.roots[host]);
    chooseGuides(source, host, options.clumping > 0 ? source.roots[host] + lock.root : root, f);  // those of a lock have one mixture
    const Apart apart = apartOf(source, f.guides[0]);
    Vec3f mixedRoot{0, 0, 0};
    for (int k = 0; k < followGuides; ++k) {
        float wisp = k == 0 ? 1.0f : 0.0f, mixed = f.atRoot[k];
        f.atRoot[k] = mixed + (wisp - mixed) * apart.root;
        f.atTip[k] = mixed + (wisp - mixed) * apart.tip;
        mixedRoot = mixedRoot + source.roots[f.guides[k]] * f.atRoot[k];
    }
    f.rootOffset = root - mixedRoot;
    if (source.beyond[host] > 0) f.closes = closesBetweenTufts;
    // In a closed wisp strands lie around their guide, across its run to the tip.
    uint32_t guide = f.guides[0];
    Vec3f run = normalizedOr(source.point(guide, 1.0f) - source.point(guide, 0.5f), source.groom.rootNormals[guide]);
    Vec3f across = acrossOf(run);
    float angle = random.between(0.0f, static_cast<float>(2 * pi));
    float radius = options.wisp * minimum(source.spacing, options.widest) * squareRoot(random.unit());
    Vec3f inWisp = (across * cosine(angle) + cross(run, across) * sine(angle)) * radius;
    const float gathers = (1 - strays * random.unit()) * minimum(1.0f, 1.5f * options.clumping);
    const Vec3f inLock = f.rootOffset + (source.roots[host] + lock.root - root) * gathers;
    f.tipOffset = inLock + (inWisp - inLock) * apart.tip;
    float cut = random.unit() * random.unit();
    f.reach = 1.0f - (1.0f - options.shortest) * cut;
    float stray = random.unit() * random.unit();
    const float curliness = source.curliness[host];  // strands of coily hair keep less to each other
    f.jitter = options.jitter * minimum(source.spacing, options.widest) * (0.2f + 1.2f * curliness * curliness + 0.8f * stray * stray);
    f.phase = lock.phase + random.between(0.0f, ownPhase);
    shortenAtEdge(source, host, random, f);
    flyAway(source, random, f);
    return f;
}

// A strand of the wisp about its master `host`. The section is an ellipse about the master, wide along the scalp and across
// the wisp's run at the tip; a strand's place in it, of the unit disc, wanders from its own at the root to another that
// has `correlation` with it.
Follower masterFollower(const Source& source, uint32_t host, uint64_t stream) {
    const FollowOptions& options = source.options;
    Random random(options.seed, stream);
    Follower f;
    for (uint32_t& guide : f.guides) guide = host;
    const float width = minimum(source.spacing, options.widest), correlation = options.correlation;
    const Vec3f root = drawnRoot(source, host, random), normal = source.groom.rootNormals[host];
    f.rootOffset = root - source.roots[host];
    const Vec3f run = normalizedOr(source.point(host, 1.0f) - source.point(host, 0.5f), normal);
    const Vec3f aside = cross(run, normal);
    const Vec3f flat = dot(aside, aside) > 1e-4f ? normalizedOr(aside, aside) : acrossOf(run), deep = cross(flat, run);
    const float angle = random.between(0.0f, static_cast<float>(2 * pi)), far = squareRoot(random.unit());
    const float other = squareRoot(maximum(1.0f - correlation * correlation, 0.0f));
    const float x = correlation * dot(f.rootOffset, flat) / (0.8f * width + 1e-12f) + other * far * cosine(angle);
    const float y = correlation * dot(f.rootOffset, deep) / (0.8f * width + 1e-12f) + other * far * sine(angle);
    const float radius = width * (options.wisp + (0.5f - options.wisp) * (1.0f - options.clumping)), even = squareRoot(options.flatness);
    f.tipOffset = flat * (radius * even * x) + deep * (radius / even * y);
    const float cut = random.unit() * random.unit();
    f.reach = 1.0f - (1.0f - options.shortest) * cut;
    const float stray = random.unit() * random.unit();
    f.jitter = options.jitter * width * (0.1f + 0.4f * stray * stray);
    f.phase = random.between(0.0f, static_cast<float>(2 * pi));
    return f;
}

FollowTable flatWispTable(const Groom& groom, const FollowOptions& options) {
    // As many rounds as groups of hosts need at most: each wisp has two strands of the groom.
    const uint32_t guides = static_cast<uint32_t>(groom.strands()), hosts = (guides + 1) / 2;
    FollowTable table = followFlatWisps(groom, options.wispWidth, (options.drawn - guides + hosts - 1) / hosts, options.seed);
    table.followers.resize(options.drawn);
    return table;
}

Source makeSource(const Groom& groom, const FollowOptions& options) {
    Source source{groom, options, groupOfStrands(groom), {}, {}, 0};
    source.roots.reserve(groom.strands());
    for (uint32_t s = 0; s < groom.strands(); ++s) source.roots.push_back(source.point(s, 0.0f));
    return source;
}

float turningOf(const Groom& groom, const StrandGroup& group, uint32_t strand, int pieces) {
    float sum = 0;
    Vec3f before{0, 0, 0}, at = pointAt(groom, group, strand, 0);
    for (int i = 1; i <= pieces; ++i) {
        Vec3f next = pointAt(groom, group, strand, static_cast<float>(i) / static_cast<float>(pieces));
        Vec3f along = next - at;
        if (i > 1) sum += static_cast<float>(arcTangent2(lengthOf(cross(before, along)), dot(before, along)));
        before = along;
        at = next;
    }
    return sum;
}

float curlinessOf(const Groom& groom, const StrandGroup& group, uint32_t strand) {
    constexpr int coarse = 4;  // pieces that follow a strand over the head but not its curl
    float turn = turningOf(groom, group, strand, static_cast<int>(group.points) - 1);
    float turns = maximum(turn - turningOf(groom, group, strand, coarse), 0.0f) / static_cast<float>(2 * pi);
    return turns / (turns + 3.0f);
}

}  // namespace

float curlinessOf(const Groom& groom, uint32_t strand) {
    for (const StrandGroup& group : groom.groups)
        if (strand - group.firstStrand < group.strandCount) return curlinessOf(groom, group, strand);
    return 0;
}

float rootSpacing(const Groom& groom) {
    FollowOptions none;
    return RootNeighbours(makeSource(groom, none).roots).spacing();
}

FollowTable makeFollowTable(const Groom& groom, const FollowTable& own, const FollowOptions& options) {
    FollowTable table = makeFollowTable(groom, options);
    const size_t given = std::min(own.followers.size(), table.followers.size());
    std::copy_n(own.followers.begin(), given, table.followers.begin());
    return table;
}

FollowTable makeFollowTable(const Groom& groom, const FollowOptions& options) {
    FollowTable table;
    uint32_t guides = static_cast<uint32_t>(groom.strands());
    if (guides == 0) return table;
    if (options.scheme == FollowScheme::FlatWisps && options.drawn > guides) return flatWispTable(groom, options);
    table.followers.reserve(options.drawn > guides ? options.drawn : guides);
    uint32_t step = evenStep(guides), host = 0;
    for (uint32_t i = 0; i < guides; ++i, host = (host + step) % guides) {
        Follower itself;
        for (uint32_t& guide : itself.guides) guide = host;
        table.followers.push_back(itself);
    }
    if (options.drawn <= guides) return table;
    Source source = makeSource(groom, options);
    RootNeighbours roots(source.roots);
    source.spacing = roots.spacing();
    for (uint32_t s = 0; s < guides; ++s) source.curliness.push_back(curlinessOf(groom, groom.groups[source.group[s]], s));
    source.near.resize(static_cast<size_t>(guides) * neighbours);
    for (uint32_t s = 0; s < guides; ++s) roots.nearest(s, neighbours, &source.near[static_cast<size_t>(s) * neighbours]);
    for (uint32_t s = 0; s < guides; ++s) source.outward.push_back(outwardOf(source, s));
    for (uint32_t s = 0; s < guides; ++s) source.beyond.push_back(beyondEdge(source, s));
    if (options.scheme == FollowScheme::Grid)
        addGridFollowers(groom, options.drawn, [&](uint32_t guide, uint32_t i) { return makeFollower(source, guide, i); }, table);
    for (uint32_t i = static_cast<uint32_t>(table.followers.size()); i < options.drawn; ++i, host = (host + step) % guides)
        table.followers.push_back(options.scheme == FollowScheme::Masters ? masterFollower(source, host, i) : makeFollower(source, host, i));
    return table;
}

Groom followedGroom(const Groom& guides, const FollowTable& table, int points) {
    std::vector<uint32_t> group = groupOfStrands(guides);
    auto point = [&](uint32_t strand, float v) { return pointAt(guides, guides.groups[group[strand]], strand, v); };
    Groom groom;
    std::vector<Vec3f> strand(static_cast<size_t>(points < 2 ? 2 : points));
    for (const Follower& f : table.followers) {
        for (size_t i = 0; i < strand.size(); ++i) {
            float u = static_cast<float>(i) / static_cast<float>(strand.size() - 1);
            strand[i] = followedPoint(f, u, Quatf{0, 0, 0, 1}, point);
        }
        addStrand(groom, strand, guides.rootNormals[f.guides[0]], guides.radii[f.guides[0]]);
        groom.rootTangents.back() = guides.rootTangents[f.guides[0]];
    }
    return groom;
}

}  // namespace ringlet
