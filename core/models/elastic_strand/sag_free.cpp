// Strands side by side through sag_free_math.h.
#include "core/models/elastic_strand/sag_free.h"

#include "core/models/elastic_strand/sag_free_math.h"
#include "core/models/model_parts.h"

namespace ringlet::elastic_strand {
namespace {

// Strands that are worked on side by side. Results do not depend on it.
constexpr int width = 4;
typedef Lanes<width> Number;
// sin(phi/2) up to which the joints of a strand that cannot hold are turned: more
// keeps more of its shape as long as it stands, and rolls it up when it falls.
constexpr float limpTurn = 0.5f;

// `width` strands of a group from `first` on; past the end the last one repeats.
class Bundle {
public:
    Bundle(StrandSet& group, uint32_t first) : group_(group) {
        for (int lane = 0; lane < width; ++lane) {
            uint32_t s = first + static_cast<uint32_t>(lane);
            strand_[lane] = s < group.padded() ? s : group.padded() - 1;
        }
    }

    Number root(int row) const {
        return gather([&](uint32_t s) { return group_.at(Root, s, 0, row); });
    }
    Vec3<Number> rootPosition() const { return {root(0), root(1), root(2)}; }
    Quat<Number> rootFrame() const { return {root(3), root(4), root(5), root(6)}; }

    Number length(int segment) const {
        return gather([&](uint32_t s) { return group_.at(RestLength, s, static_cast<uint32_t>(segment), 0); });
    }
    Quat<Number> restTurn(int segment) const {
        auto part = [&](int c) {
            return gather([&](uint32_t s) { return group_.at(RestTurn, s, static_cast<uint32_t>(segment), c); });
        };
        return {part(0), part(1), part(2), part(3)};
    }
    void setRestTurn(int segment, Quat<Number> turn) {
        const Number q[4] = {turn.x, turn.y, turn.z, turn.w};
        for (int lane = 0; lane < width; ++lane)
            for (int c = 0; c < 4; ++c)
                group_.at(RestTurn, strand_[lane], static_cast<uint32_t>(segment), c) = q[c][lane];
    }
    Quat<Number> givenTurn(int segment) const {
        auto part = [&](int c) { return gather([&](uint32_t s) { return givenAt(s, segment)[c]; }); };
        return {part(0), part(1), part(2), part(3)};
    }
    void setGivenTurn(int segment, Quat<Number> turn) {
        const Number q[4] = {turn.x, turn.y, turn.z, turn.w};
        for (int lane = 0; lane < width; ++lane)
            for (int c = 0; c < 4; ++c) givenAt(strand_[lane], segment)[c] = q[c][lane];
    }

private:
    template <class Value> Number gather(const Value& value) const {
        float values[width];
        for (int lane = 0; lane < width; ++lane) values[lane] = value(strand_[lane]);
        return loadLanes<width>(values);
    }
    float* givenAt(uint32_t strand, int segment) const {
        const size_t segments = group_.particles() - 1;
        return group_.given.data() + (size_t{strand} * segments + static_cast<size_t>(segment)) * 4;
    }

    StrandSet& group_;
    uint32_t strand_[width];
};

// A unit direction d from `base`, turned as little as possible so that the point
// at `length` along it is not inside a collider.
Vec3<Number> outward(const ColliderArgs& colliders, Vec3<Number> base, Vec3<Number> d, Number length) {
    const Quat<Number> head = identityQuat<Number>();
    for (int pass = 0; pass < 4; ++pass) {  // the surface is curved
        const SurfacePointT<Number> surface = nearestCollider(colliders, head, base + length * d);
        const auto inside = surface.distance < Number(0);
        if (!anyLane(inside)) break;
        d = select(inside, turnedUp(d, surface.normal, Number(0) - surface.distance / length), d);
    }
    return d;
}

void keepBundle(StrandSet& group, const ColliderArgs& colliders, uint32_t first) {
    Bundle strands(group, first);
    const bool touching = colliders.any();
    // As given, and as it can be: where a segment was turned out, those beyond it
    // aim for their own places again.
    Vec3<Number> wanted = strands.rootPosition(), x = wanted;
    Quat<Number> wantedFrame = strands.rootFrame(), frame = wantedFrame;
    const int segments = static_cast<int>(group.particles()) - 1;
    for (int i = 0; i < segments; ++i) {
        const Number length = strands.length(i);
        wantedFrame = normalized(wantedFrame * strands.restTurn(i));
        wanted = wanted + length * axisZ(wantedFrame);
        const Vec3<Number> along = axisZ(frame);
        Vec3<Number> d = normalizedOr(wanted - x, along);
        if (touching) d = outward(colliders, x, d, length);
        const Quat<Number> next = normalized(rotationBetween(along, d) * frame);
        strands.setGivenTurn(i, normalized(conjugate(frame) * next));
        frame = next;
        x = x + length * axisZ(frame);
    }
}

// A segment in the given shape.
struct Place {
    Quat<Number> frame;
    Number length;                  // m
    SurfacePointT<Number> surface;  // at its end
};

void placeBundle(Bundle& strands, const ColliderArgs& colliders, std::vector<Place>& places) {
    Vec3<Number> x = strands.rootPosition();
    Quat<Number> frame = strands.rootFrame();
    for (size_t i = 0; i < places.size(); ++i) {
        const Number length = strands.length(static_cast<int>(i));
        frame = normalized(frame * strands.givenTurn(static_cast<int>(i)));
        x = x + length * axisZ(frame);
        SurfacePointT<Number> surface{Number(1e9f), Vec3<Number>{Number(0), Number(1), Number(0)}};
        if (colliders.any()) surface = nearestCollider(colliders, identityQuat<Number>(), x);
        places[i] = {frame, length, surface};
    }
}

// Sets the rest turns for `share` of gravity; what became of that.
HoldingState<Number> holdShare(Bundle& strands, const std::vector<Place>& places, const HoldingTask& task,
                               Number share) {
    const Quat<Number> rootFrame = strands.rootFrame();
    const HoldingLoad<Number> load{share * splat<Number>(task.gravity), share * Number(lengthOf(task.gravity)),
                                   Number(task.material.bending), Number(task.material.contact)};
    HoldingState<Number> held = nothingHeld<Number>();
    Number beyond(0);
    for (int i = static_cast<int>(places.size()) - 1; i >= 0; --i) {
        const Place& place = places[static_cast<size_t>(i)];
        const Vec3<Number> d = axisZ(place.frame);
        holdParticle(held, load, Number(0.5f) * (place.length + beyond), place.length * d, place.surface);
        shiftHeld(held, d, place.length);
        const Number before = i > 0 ? places[static_cast<size_t>(i) - 1].length : Number(0);
        const Quat<Number> parent = i > 0 ? places[static_cast<size_t>(i) - 1].frame : rootFrame;
        strands.setRestTurn(i, holdJoint(held, load, parent, place.frame, Number(0.5f) * (place.length + before)));
        beyond = place.length;
    }
    return held;
}

// A bit a lane, set where the strand holds. One that cannot is given the rest turns
// for the part of gravity that turns its joints within reason, and sags under the
// rest: turned as far as the whole of it asks for, it would roll up.
int holdBundle(StrandSet& group, const HoldingTask& task, uint32_t first, std::vector<Place>& places) {
    Bundle strands(group, first);
    placeBundle(strands, task.colliders, places);
    const HoldingState<Number> whole = holdShare(strands, places, task, Number(1));
    const auto limp = whole.holds < Number(0.5f);
    if (anyLane(limp)) {
        const Number part = minimum(Number(limpTurn) / maximum(whole.turned, Number(1e-20f)), Number(1));
        holdShare(strands, places, task, select(limp, part, Number(1)));
    }
    int bits = 0;
    for (int lane = 0; lane < width; ++lane) bits |= whole.holds[lane] > 0 ? 1 << lane : 0;
    return bits;
}

template <class Body>
void forBundles(const StrandSet& group, ThreadPool* pool, const Body& body) {
    const int bundles = static_cast<int>((group.padded() + width - 1) / width);
    if (pool != nullptr) {
        pool->forEach(bundles, body);
    } else {
        for (int i = 0; i < bundles; ++i) body(i, 0);
    }
}

}  // namespace

void keepGivenShape(StrandSet& group, const ColliderArgs& colliders, ThreadPool* pool) {
    group.derive(RestTurn);  // what was given tells grooms apart from now on
    group.given.resize(size_t{group.padded()} * (group.particles() - 1) * 4);
    forBundles(group, pool, [&](int i, int) { keepBundle(group, colliders, static_cast<uint32_t>(i * width)); });
}

std::vector<uint8_t> holdGivenShape(StrandSet& group, const HoldingTask& task, ThreadPool* pool) {
    const uint32_t strands = group.strands();
    std::vector<uint8_t> holds((group.padded() + width - 1) / width);
    std::vector<std::vector<Place>> places(workersOf(pool, holds.size()));
    for (std::vector<Place>& one : places) one.resize(group.particles() - 1);
    forBundles(group, pool, [&](int i, int worker) {
        const int bits = holdBundle(group, task, static_cast<uint32_t>(i * width), places[static_cast<size_t>(worker)]);
        holds[static_cast<size_t>(i)] = static_cast<uint8_t>(bits);
    });
    std::vector<uint8_t> each(strands);
    for (uint32_t s = 0; s < strands; ++s) each[s] = holds[s / width] >> (s % width) & 1;
    return each;
}

}  // namespace ringlet::elastic_strand
