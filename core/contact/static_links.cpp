#include "core/contact/static_links.h"

namespace ringlet {
namespace {

constexpr size_t width = contactLanes;

ContactVec3 fourOf(const std::vector<float>* rest, int first, size_t i) {
    return {loadLanes<contactLanes>(rest[first].data() + i), loadLanes<contactLanes>(rest[first + 1].data() + i),
            loadLanes<contactLanes>(rest[first + 2].data() + i)};
}

// Adds share * (x, y, z, 0) to a move.
void add(HairMove& move, float share, const float* row) {
    storeLanes(&move.by.x, loadLanes<4>(&move.by.x) + Lanes<4>(share) * loadLanes<4>(row));
}

}  // namespace

void StaticLinks::set(std::vector<StaticLink> links, const std::vector<HairPoint>& rest) {
    links_ = std::move(links);
    const size_t padded = (links_.size() + width - 1) / width * width;
    base_.resize(padded);
    tip_.resize(padded);
    before_.resize(padded);
    for (auto& row : rest_) row.resize(padded);
    load_.assign(padded, 0.0f);
    strength_.assign(padded, 1.0f);
    std::vector<float> pointLoad(rest.size(), 0.0f), lever(padded, 0.0f);
    for (size_t i = 0; i < padded; ++i) {
        const StaticLink& l = links_[i < links_.size() ? i : 0];
        base_[i] = l.base;
        tip_[i] = l.tip;
        before_[i] = l.atRoot ? l.base : l.base - 1;
        const float values[6] = {l.offset.x, l.offset.y, l.offset.z, l.direction.x, l.direction.y, l.direction.z};
        for (int k = 0; k < 6; ++k) rest_[k][i] = values[k];
        if (i >= links_.size()) continue;
        if (!l.atRoot) {
            float length = lengthOf(positionOf(rest[l.base]) - positionOf(rest[l.base - 1]));
            lever[i] = lengthOf(l.offset) / maximum(length, 1e-6f);
            pointLoad[l.base - 1] += lever[i] * rest[l.base - 1].inverseMass;
        }
        pointLoad[l.base] += (1 + lever[i]) * rest[l.base].inverseMass;
        pointLoad[l.tip] += rest[l.tip].inverseMass;
    }
    for (size_t i = 0; i < links_.size(); ++i) {
        float most = maximum(pointLoad[tip_[i]], maximum(pointLoad[base_[i]], pointLoad[before_[i]]));
        load_[i] = most * (2 + 2 * lever[i]);
    }
}

void StaticLinks::apply(const HairPoint* points, const LinkSettings& given, HairMove* moves) {
    const LinkSettings settings = given;  // a copy that no move may lie in
    typedef ContactNumber N;
    const N zero = N(0);
    for (size_t i = 0; i < base_.size(); i += width) {
        const N left = loadLanes<contactLanes>(strength_.data() + i);
        if (!anyLane(left > zero)) continue;
        const LinkEnds<N> ends{gatherPoints(points, &base_[i]), gatherPoints(points, &tip_[i]),
                               gatherPoints(points, &before_[i]), fourOf(rest_, 0, i), fourOf(rest_, 3, i)};
        const LinkPull<N> pull = pullOf(ends, left, loadLanes<contactLanes>(load_.data() + i), settings);
        storeLanes(strength_.data() + i, pull.left);
        if (!anyLane(pull.strength > zero)) continue;
        float pulls[contactLanes][4], onBase[contactLanes][4], levers[contactLanes][4];
        rowsOf(pull.by, zero, pulls);
        rowsOf(pull.by + pull.lever, zero, onBase);
        rowsOf(pull.lever, zero, levers);
        for (int j = 0; j < contactLanes && i + j < links_.size(); ++j) {
            if (!(pull.strength[j] > 0)) continue;  // pulls nothing, and where a strand is lost no number
            const uint32_t tip = tip_[i + j], base = base_[i + j], before = before_[i + j];
            add(moves[tip], -points[tip].inverseMass, pulls[j]);
            add(moves[base], points[base].inverseMass, onBase[j]);
            add(moves[before], -points[before].inverseMass, levers[j]);
        }
    }
}

std::vector<LinkRow> StaticLinks::rows() const {
    std::vector<LinkRow> rows;
    for (size_t i = 0; i < links_.size(); ++i)
        rows.push_back({tip_[i], base_[i], before_[i], links_[i].offset, links_[i].direction, load_[i]});
    return rows;
}

size_t StaticLinks::broken() const {
    size_t count = 0;
    for (size_t i = 0; i < links_.size(); ++i) count += strength_[i] == 0 ? 1 : 0;
    return count;
}

}  // namespace ringlet
