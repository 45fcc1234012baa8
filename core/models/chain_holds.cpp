#include "core/models/chain_holds.h"

#include "core/models/chain_fields.h"

namespace ringlet {
namespace {

// A band presses hair to this distance of the surface; no holder leaves it nearer, m.
constexpr float pressedTo = 3e-3f, nearest = 1e-3f;
// A clip gathers what it holds to this share of its size.
constexpr float gathered = 0.5f;
// The first segments stand in the scalp, and must be free to bring the next to where it is held; there hair is taut by this
// share of its length at most, unless it was already.
constexpr uint32_t firstHeld = 2;
constexpr float tautest = 0.98f;
// What is pressed or gathered is moved by this share of the hair before it at most: more would fold that.
constexpr float mostMoved = 0.1f;
constexpr size_t wornFloats = 5, heldIds = 2;

// Where a holder wants a point at x, head space.
Vec3f pressed(const Holder& holder, const ColliderView& colliders, Vec3f x) {
    if (!(holder.width > 0)) x = holder.center + gathered * (x - holder.center);
    if (!colliders.any()) return x;
    const SurfacePointT<float> at = nearestCollider(colliders, identityQuat<float>(), x);
    const float to = holder.width > 0 && at.distance < holder.radius ? minimum(at.distance, pressedTo) : at.distance;
    return x + (maximum(to, nearest) - at.distance) * at.normal;
}

}  // namespace

bool ChainHolds::changes() const {
    for (size_t i = 0; i < mostHolders; ++i)
        if (!wanted_[i].isAs(worn_[i])) return true;
    return false;
}

void ChainHolds::hold(StrandStore& g, uint32_t s, size_t holder, const ColliderView& colliders, Quatf head) const {
    const Quatf toHead = conjugate(head);
    uint32_t best = 0;
    float reach = 0, least = -1, length = 0, most = 0;
    Vec3f held{0, 0, 0};
    for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
        const Vec3f x = rotate(toHead, g.vec3At(ChainFields::Position, s, p + 1));
        const float from = worn_[holder].within(x), before = length;
        length += g.at(ChainFields::RestLength, s, p, 0);
        if (p < firstHeld || !(from >= 0) || (least >= 0 && from >= least) || g.at(field_, s, p, HeldBy) > 0) continue;
        best = p, least = from, held = x, most = mostMoved * before;
        reach = maximum(tautest * before, lengthOf(g.vec3At(ChainFields::Position, s, p) - g.vec3At(ChainFields::Position, s, 0)));
    }
    if (least < 0) return;
    g.at(field_, s, best, HeldBy) = static_cast<float>(holder + 1);
    const Vec3f moved = pressed(worn_[holder], colliders, held) - held;
    g.setVec3(field_, s, best, held + minimum(1.0f, most / maximum(lengthOf(moved), 1e-12f)) * moved - worn_[holder].center, HeldAt);
    g.setQuat(field_, s, best, normalized(toHead * g.quatAt(ChainFields::SegmentFrame, s, best)), HeldFrame);
    g.at(field_, s, best, HeldReach) = reach;
}

void ChainHolds::free(std::vector<StrandStore>& groups, size_t holder) const {
    for (StrandStore& g : groups)
        for (uint32_t s = 0; s < g.padded(); ++s)
            for (uint32_t p = 0; p + 1 < g.particles(); ++p)
                if (g.at(field_, s, p, HeldBy) == static_cast<float>(holder + 1)) g.at(field_, s, p, HeldBy) = 0;
}

void ChainHolds::change(std::vector<StrandStore>& groups, const ColliderView& colliders, Quatf head) {
    for (size_t i = 0; i < mostHolders; ++i) {
        if (wanted_[i].isAs(worn_[i])) continue;
        if (worn_[i].radius > 0) free(groups, i);
        worn_[i] = wanted_[i];
        for (StrandStore& g : groups)
            for (uint32_t s = 0; worn_[i].radius > 0 && s < g.padded(); ++s) hold(g, s, i, colliders, head);
    }
}

void ChainHolds::takeOff(std::vector<StrandStore>& groups) {
    for (size_t i = 0; i < mostHolders; ++i)
        if (worn_[i].radius > 0) free(groups, i);
    worn_ = {};
}

// What is worn, and then what is held, group after group: numbers, and as ids the strands and segments.
void ChainHolds::save(const std::vector<StrandStore>& groups, std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    if (!args().any) return;
    for (const Holder& w : worn_) floats.insert(floats.end(), {w.radius, w.width, w.across.x, w.across.y, w.across.z});
    uint32_t first = 0;
    for (const StrandStore& g : groups) {
        for (uint32_t s = 0; s < g.strands(); ++s)
            for (uint32_t p = 0; p + 1 < g.particles(); ++p) {
                if (!(g.at(field_, s, p, HeldBy) > 0)) continue;
                ids.insert(ids.end(), {first + s, p});
                for (int row = 0; row < holdRows; ++row) floats.push_back(g.at(field_, s, p, row));
            }
        first += g.strands();
    }
}

bool ChainHolds::restore(std::vector<StrandStore>& groups, const float* floats, size_t count, const std::vector<uint32_t>& ids) {
    const size_t all = wornFloats * mostHolders, held = ids.size() / heldIds;
    const bool none = count == 0 && ids.empty();
    if (!none && (ids.size() % heldIds != 0 || count != all + held * holdRows)) return false;
    struct At {
        StrandStore* group;
        uint32_t strand;
    };
    std::vector<At> at;
    for (size_t i = 0; i < held; ++i) {
        uint32_t strand = ids[heldIds * i];
        size_t g = 0;
        while (g < groups.size() && strand >= groups[g].strands()) strand -= groups[g++].strands();
        const float by = floats[all + i * holdRows];
        const bool known = by == 1 || by == 2 || by == 3;
        if (g == groups.size() || size_t{ids[heldIds * i + 1]} + 1 >= groups[g].particles() || !known) return false;
        at.push_back({&groups[g], strand});
    }
    takeOff(groups);
    for (size_t i = 0; !none && i < mostHolders; ++i) {
        const float* w = floats + i * wornFloats;
        worn_[i].radius = w[0], worn_[i].width = w[1], worn_[i].across = {w[2], w[3], w[4]};
    }
    for (size_t i = 0; i < held; ++i)
        for (int row = 0; row < holdRows; ++row)
            at[i].group->at(field_, at[i].strand, ids[heldIds * i + 1], row) = floats[all + i * holdRows + static_cast<size_t>(row)];
    return true;
}

HoldArgs ChainHolds::args() const {
    HoldArgs args;
    for (size_t i = 0; i < mostHolders; ++i) {
        args.any = args.any || worn_[i].radius > 0;
        args.center[i] = wanted_[i].center;
    }
    return args;
}

}  // namespace ringlet
