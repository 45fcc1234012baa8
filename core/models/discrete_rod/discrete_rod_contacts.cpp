// The discrete-rod model's wisps against wisps: what is told of particles, what others then do to them, and the state.
#include "core/models/discrete_rod/discrete_rod.h"
#include "core/models/tile_io.h"

namespace ringlet::discrete_rod {
namespace {

constexpr Field toldField{"told", toldRows, Per::Particle, Keep::Derived};
constexpr size_t blockedFloats = 8;

// A strand's rows of what is told, from row `first` on.
StrandView rowsFrom(StrandStore& told, uint32_t s, int first) {
    StrandView view = told.strand(0, s);
    view.base += first * view.component;
    return view;
}

// visit(group, strand, number of its first point), group after group, strands side by side where there is a pool.
template <class Visit>
void eachStrand(const std::vector<StrandStore>& groups, ThreadPool* pool, const Visit& visit) {
    constexpr size_t strandsEach = 16;
    size_t before = 0;
    for (size_t g = 0; g < groups.size(); ++g) {
        inChunks(groups[g].strands(), pool, [&](size_t first, size_t last) {
            for (size_t s = first; s < last; ++s) visit(g, static_cast<uint32_t>(s), before + s * groups[g].particles());
        }, strandsEach);
        before += size_t{groups[g].strands()} * groups[g].particles();
    }
}

}  // namespace

void DiscreteRodModel::makeContacts() {
    std::vector<WispCell> cells;
    std::vector<HairPoint> rest;
    uint32_t owner = 0;
    for (StrandStore& g : groups_) {
        StrandCounts counts{g.firstStrand(), g.strands(), g.particles()};
        counts.together = g.together();
        told_.emplace_back(std::vector<Field>{toldField}, counts, g.lanes());
        for (uint32_t s = 0; s < g.padded(); ++s) placeAtRest(g, s, identityQuat<float>());
        for (uint32_t s = 0; s < g.strands(); s += g.together(), ++owner) {
            const uint32_t left = static_cast<uint32_t>(rest.size()), right = left + (g.together() - 1) * g.particles();
            for (uint32_t half = 0; half < g.together(); ++half)
                for (uint32_t p = 0; p < g.particles(); ++p) {
                    const Vec3f x = g.vec3At(Position, s + half, p);
                    const float before = p > 0 ? g.at(RestLength, s + half, p - 1, 0) : 0.0f;
                    const float after = p + 1 < g.particles() ? g.at(RestLength, s + half, p, 0) : 0.0f;
                    rest.push_back({x.x, x.y, x.z, p > 0 ? 2 / (before + after) : 0.0f});
                }
            for (uint32_t p = 0; p + 1 < g.particles(); ++p)
                cells.push_back({{left + p, left + p + 1, right + p, right + p + 1}, owner});
        }
    }
    for (StrandStore& t : told_) device_.share(t.field(0), t.floatsOf(0) * sizeof(float));
    device_.with<WispContactsDevice>([&](WispContactsDevice& there) {
        std::vector<float*> rows;
        for (StrandStore& t : told_) rows.push_back(device_.there(t.field(0)));
        return there.set(cells, rest, rows);
    });
    contacts_ = std::make_unique<WispContacts>(std::move(cells), std::move(rest));
}

WispContactSettings DiscreteRodModel::contactSettings(int steps) const {
    WispContactSettings settings = contactSettings_;
    settings.tangle = static_cast<float>(tangleStiffness_ / section_.density) * substep_.h * substep_.h;
    settings.h = substep_.h;
    settings.twice = !published_;
    settings.steps = steps;
    settings.head = substep_.headAfter;
    return settings;
}

// The default step is solved once with tangles and what pressed before: where that leads, cells block each other. The explicit one takes
// what a particle would do by itself.
void DiscreteRodModel::meet(int index, int count) {
    if (device_.on()) return meetThere(index, count);
    eachStrand(groups_, pool_, [&](size_t g, uint32_t s, size_t first) {
        const StrandView x = groups_[g].strand(Position, s), v = groups_[g].strand(Velocity, s);
        for (int p = 0; p < static_cast<int>(groups_[g].particles()); ++p) {
            const size_t i = first + static_cast<size_t>(p);
            contacts_->told()[i] = {loadVec3<float>(x, p), substep_.h * loadVec3<float>(v, p) - substep_.headMove, {}};
        }
    });
    const WispContactSettings settings = contactSettings(count);
    if (!published_) {
        contacts_->foresee(settings, pool_);
        setLoads();
        runStep(true);
        hearTold();
    }
    contacts_->find(settings, colliders_.view(), index, pool_);
    setLoads();
}

void DiscreteRodModel::hearTold() {
    eachStrand(told_, pool_, [&](size_t g, uint32_t s, size_t first) {
        const StrandView way = rowsFrom(told_[g], s, ToldWay);
        for (int p = 0; p < static_cast<int>(told_[g].particles()); ++p)
            contacts_->told()[first + static_cast<size_t>(p)].way = loadVec3<float>(way, p);
    });
}

void DiscreteRodModel::setLoads() {
    const float over = 1 / (substep_.h * substep_.h);
    eachStrand(told_, pool_, [&](size_t g, uint32_t s, size_t first) {
        const StrandView push = rowsFrom(told_[g], s, PushAcceleration), a = rowsFrom(told_[g], s, LoadMatrix);
        const StrandView b = rowsFrom(told_[g], s, LoadMatrix + 3), vector = rowsFrom(told_[g], s, LoadVector);
        for (int p = 0; p < static_cast<int>(told_[g].particles()); ++p) {
            const size_t i = first + static_cast<size_t>(p);
            const PointLoad& load = contacts_->loads()[i];
            const PointTold& told = contacts_->told()[i];
            if (published_) {
                storeVec3(push, p, over * (loadedWay(contacts_->view().hairOf(i), told, load) - told.way));
                continue;
            }
            storeVec3(a, p, Vec3f{load.C.xx, load.C.yy, load.C.zz});
            storeVec3(b, p, Vec3f{load.C.xy, load.C.xz, load.C.yz});
            storeVec3(vector, p, load.b);
        }
    });
}

void DiscreteRodModel::meetThere(int index, int count) {
    const WispContactSettings settings = contactSettings(count);
    const auto with = [&](const auto& call) { device_.with<WispContactsDevice>(call); };
    if (!met_.device) with([&](WispContactsDevice& there) { return there.setState(contacts_->tangles(), contacts_->blocked()); });
    if (!published_) {
        with([&](WispContactsDevice& there) { return there.foresee(settings, substep_.headMove); });
        runStep(true);
    }
    with([&](WispContactsDevice& there) { return there.find(settings, touched_, substep_.headMove, index); });
    met_.deviceWrote();
}

// Tangles and what blocks each other, fetched for who looks at them.
const WispContacts& DiscreteRodModel::met() const {
    std::vector<Tangle> tangles;
    std::vector<BlockedCells> blocked;
    if (!met_.host) {
        device_.with<WispContactsDevice>([&](WispContactsDevice& there) { return there.state(tangles, blocked); });
        if (device_.status()) contacts_->setState(std::move(tangles), std::move(blocked));
    }
    met_.host = true;
    return *contacts_;
}

void DiscreteRodModel::afterReset() {
    if (contacts_ != nullptr) contacts_->setState({}, {});
    met_.hostWrote();
}

void DiscreteRodModel::jumped(Quatf turn) {
    if (contacts_ == nullptr) return;
    met();
    contacts_->turn(turn);
    met_.hostWrote();
}

uint64_t DiscreteRodModel::contacts() const {
    if (contacts_ == nullptr) return 0;
    size_t count = contacts_->tangles().size() + contacts_->blocked().size();
    if (!met_.host) device_.with<WispContactsDevice>([&](WispContactsDevice& there) { return count = there.count(), Status{}; });
    return count;
}

std::string DiscreteRodModel::remark() const {
    if (contacts_ == nullptr) return remark_;
    size_t leftOut = contacts_->leftOut();
    if (met_.device) device_.with<WispContactsDevice>([&](WispContactsDevice& there) { return leftOut = there.leftOut(), Status{}; });
    return joinedRemarks(remark_, crowdRemark(leftOut, contacts_->cells().size(), "cells", "contacts between wisps"));
}

size_t DiscreteRodModel::moreBytes() const {
    size_t bytes = contacts_ != nullptr ? contacts_->bytes() : 0;
    for (const StrandStore& t : told_) bytes += t.bytes();
    return bytes;
}

// Tangles and then what blocks each other: numbers, and as ids the pairs, and which rims, behind how many tangles there are.
void DiscreteRodModel::saveMore(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    if (contacts_ == nullptr) return;
    ids.push_back(static_cast<uint32_t>(met().tangles().size()));
    for (const Tangle& t : met().tangles()) {
        floats.push_back(t.rest);
        ids.insert(ids.end(), {t.a, t.b});
    }
    for (const BlockedCells& b : met().blocked()) {
        floats.insert(floats.end(), {b.normal.x, b.normal.y, b.normal.z, b.least, b.press, b.strain.x, b.strain.y, b.strain.z});
        ids.insert(ids.end(), {b.a, b.b, b.rims});
    }
}

// Without any, as states have it that were saved where wisps did not meet.
Status DiscreteRodModel::restoreMore(const float* from, size_t count, const std::vector<uint32_t>& ids) {
    if (contacts_ == nullptr || ids.empty()) {
        if (count > 0 || !ids.empty()) return otherState();
        afterReset();
        return {};
    }
    const size_t tangled = ids[0], after = ids.size() - 1;
    if (tangled > after / 2 || (after - 2 * tangled) % 3 != 0) return otherState();
    const size_t touching = (after - 2 * tangled) / 3;
    if (count != tangled + blockedFloats * touching) return otherState();
    std::vector<Tangle> tangles;
    std::vector<BlockedCells> blocked;
    const uint32_t* id = ids.data() + 1;
    for (size_t i = 0; i < tangled; ++i, id += 2) tangles.push_back({id[0], id[1], *from++});
    for (size_t i = 0; i < touching; ++i, id += 3, from += blockedFloats)
        blocked.push_back({{id[0], id[1], id[2]}, {from[0], from[1], from[2]}, from[3], from[4], {from[5], from[6], from[7]}});
    if (!contacts_->setState(std::move(tangles), std::move(blocked)))
        return Error{"the saved state is damaged: its wisps meet where there are none"};
    met_.hostWrote();
    return {};
}

}  // namespace ringlet::discrete_rod
