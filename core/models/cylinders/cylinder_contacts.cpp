#include "core/models/cylinders/cylinder_contacts.h"

namespace ringlet::cylinders {
namespace {

// Pairs lie side by side whatever strands do.
constexpr int leastPairLanes = 4;

constexpr Field loadField{"load", loadRows, Per::Particle, Keep::Derived};

// visit(group, strand, segment, number of the segment), group after group, strands side by side where there is a pool.
template <class Visit>
void eachSegment(const std::vector<StrandStore*>& groups, ThreadPool* pool, const Visit& visit) {
    constexpr size_t strandsEach = 32;
    size_t before = 0;
    for (size_t g = 0; g < groups.size(); ++g) {
        const uint32_t each = groups[g]->particles() - 1;
        inChunks(groups[g]->strands(), pool, [&](size_t first, size_t last) {
            for (size_t s = first, i = before + first * each; s < last; ++s)
                for (uint32_t p = 0; p < each; ++p) visit(g, static_cast<uint32_t>(s), p, i++);
        }, strandsEach);
        before += size_t{groups[g]->strands()} * each;
    }
}

}  // namespace

CylinderContacts::CylinderContacts(std::vector<StrandStore*> groups, DeviceSide& device, int lanes, SegmentAt at)
    : groups_(std::move(groups)), device_(device), at_(at) {
    std::vector<uint32_t> strands;
    uint32_t strand = 0;
    for (const StrandStore* g : groups_) {
        loads_.emplace_back(std::vector<Field>{loadField}, StrandCounts{g->firstStrand(), g->strands(), g->particles()}, g->lanes());
        for (uint32_t s = 0; s < g->strands(); ++s, ++strand) strands.insert(strands.end(), g->particles() - 1, strand);
    }
    for (StrandStore& l : loads_) device_.share(l.field(0), l.floatsOf(0) * sizeof(float));
    device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) {
        std::vector<float*> rows;
        for (size_t g = 0; g < loads_.size(); ++g) rows.push_back(loads(g));
        return there.set(strands, rows);
    });
    const CylinderKernels* kernels = cylinderKernels(lanes == 0 || lanes > leastPairLanes ? lanes : leastPairLanes);
    if (kernels == nullptr) kernels = cylinderKernels(0);  // a model may have widths that these have not; no bit depends on it
    pairs_ = std::make_unique<CylinderPairs>(strands, kernels->answer);
}

void CylinderContacts::setRest(const std::vector<StrandStore*>& rest) {
    std::vector<Cylinder> resting;
    eachSegment(rest, nullptr, [&](size_t g, uint32_t s, uint32_t p, size_t) { resting.push_back(at_({*rest[g], s}, static_cast<int>(p), 0, {})); });
    device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) { return there.setRest(resting); });
    pairs_->setRest(std::move(resting));
}

void CylinderContacts::tell(const Substep& substep, ThreadPool* pool) {
    std::vector<Cylinder>& told = pairs_->segments();
    eachSegment(groups_, pool, [&](size_t g, uint32_t s, uint32_t p, size_t i) {
        told[i] = at_({*groups_[g], s}, static_cast<int>(p), substep.h, substep.headMove);
    });
}

void CylinderContacts::tellAhead(ThreadPool* pool) {
    std::vector<SegmentAhead>& told = pairs_->ahead();
    const std::vector<Cylinder>& segments = pairs_->segments();
    eachSegment(groups_, pool, [&](size_t g, uint32_t s, uint32_t p, size_t i) {
        told[i] = segmentAhead(p, segments[i], [&](uint32_t segment) { return loads_[g].vec3At(0, s, segment, LoadWay); });
    });
}

void CylinderContacts::meet(CylinderMaterial m, const Substep& substep, int index, int count, ThreadPool* pool, bool again) {
    m.h = substep.h;
    m.headMove = substep.headMove;
    m.head = substep.headBefore;
    if (device_.on()) {
        device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) {
            const Status status = gripped_.device ? Status{} : there.setGrips(pairs_->grips());
            return status ? there.find(m, index == 0 ? count : 0) : status;
        });
        return gripped_.deviceWrote();
    }
    tell(substep, pool);
    pairs_->find(m, index == 0 ? count : 0, pool, again);
    writeLoads(pool);
}

void CylinderContacts::centre(ThreadPool* pool) {
    if (device_.on()) return device_.with<CylinderPairsDevice>([](CylinderPairsDevice& there) { return there.centre(); });
    tellAhead(pool);
    pairs_->centre(pool);
    writeLoads(pool);
}

void CylinderContacts::writeLoads(ThreadPool* pool) {
    eachSegment(groups_, pool, [&](size_t g, uint32_t s, uint32_t p, size_t i) {
        const SegmentLoad& load = pairs_->loads()[i];
        loads_[g].setVec3(0, s, p, {load.C.xx, load.C.yy, load.C.zz}, LoadMatrix);
        loads_[g].setVec3(0, s, p, {load.C.xy, load.C.xz, load.C.yz}, LoadMatrix + 3);
        loads_[g].setVec3(0, s, p, load.b, LoadVector);
    });
}

// Fetched for who looks at it.
const std::vector<Grip>& CylinderContacts::grips() const {
    std::vector<Grip> grips;
    if (!gripped_.host) {
        device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) { return there.grips(grips); });
        if (device_.status()) pairs_->setGrips(grips);
    }
    gripped_.host = true;
    return pairs_->grips();
}

void CylinderContacts::setGrips(const std::vector<Grip>& grips) {
    pairs_->setGrips(grips);
    gripped_.hostWrote();
}

void CylinderContacts::save(std::vector<float>& floats, std::vector<uint32_t>& ids) const {
    for (const Grip& grip : grips()) {
        floats.insert(floats.end(), {grip.strain.x, grip.strain.y, grip.strain.z});
        ids.insert(ids.end(), {grip.a, grip.b});
    }
    ids.push_back(static_cast<uint32_t>(grips().size()));
}

bool CylinderContacts::read(std::vector<Grip>& grips, const float* floats, size_t& count, std::vector<uint32_t>& ids) const {
    if (ids.empty()) return false;
    const size_t some = ids.back(), segments = pairs_->loads().size();
    if (ids.size() < 2 * some + 1 || count < 3 * some) return false;
    const float* x = floats + (count - 3 * some);
    const uint32_t* pair = ids.data() + (ids.size() - 2 * some - 1);
    for (size_t i = 0; i < some; ++i, x += 3, pair += 2) {
        const bool ordered = grips.empty() || grips.back().a < pair[0] || (grips.back().a == pair[0] && grips.back().b < pair[1]);
        if (!ordered || pair[0] >= segments || pair[1] >= segments) return false;
        grips.push_back({pair[0], pair[1], {x[0], x[1], x[2]}});
    }
    count -= 3 * some;
    ids.resize(ids.size() - 2 * some - 1);
    return true;
}

uint64_t CylinderContacts::touching() const {
    size_t touching = pairs_->touching();
    if (gripped_.device) device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) { return touching = there.touching(), Status{}; });
    return touching;
}

std::string CylinderContacts::remark() const {
    size_t leftOut = pairs_->leftOut();
    if (gripped_.device) device_.with<CylinderPairsDevice>([&](CylinderPairsDevice& there) { return leftOut = there.leftOut(), Status{}; });
    return crowdRemark(leftOut, pairs_->loads().size(), "segments", "contacts between strands");
}

size_t CylinderContacts::bytes() const {
    size_t bytes = pairs_->bytes();
    for (const StrandStore& l : loads_) bytes += l.bytes();
    return bytes;
}

}  // namespace ringlet::cylinders
