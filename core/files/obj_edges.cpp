#include "core/files/obj_edges.h"

#include <algorithm>

namespace ringlet {

namespace {

class Joiner {
public:
    Joiner(const std::vector<uint32_t>& corners, uint32_t vertices)
        : corners_(corners), edges_(2 * size_t{vertices}), degree_(vertices, 0), used_(corners.size() / 2, false) {
        for (size_t i = 0; i < corners.size(); ++i) {
            const uint32_t v = corners[i];
            if (degree_[v] < 2) edges_[2 * size_t{v} + degree_[v]] = static_cast<uint32_t>(i / 2);
            if (degree_[v] < many) ++degree_[v];
        }
        growing_ = allGrow();
    }

    JoinedEdges joined() {
        JoinedEdges out;
        out.vertices.reserve(corners_.size());
        std::vector<uint32_t> strand;
        for (uint32_t edge = 0; edge < used_.size(); ++edge) {
            if (used_[edge]) continue;
            addStrand(edge, strand);
            out.counts.push_back(static_cast<uint32_t>(strand.size()));
            out.vertices.insert(out.vertices.end(), strand.begin(), strand.end());
        }
        return out;
    }

private:
    static constexpr uint8_t many = 3;
    struct Walk {
        uint32_t edge, at;  // the last edge, and the corner where it ends
        bool inOrder;       // each edge right after the one before it
    };

    uint32_t otherEnd(uint32_t edge, uint32_t v) const {
        return corners_[2 * size_t{edge}] == v ? corners_[2 * size_t{edge} + 1] : corners_[2 * size_t{edge}];
    }
    uint32_t otherEdge(uint32_t edge, uint32_t v) const {
        return edges_[2 * size_t{v}] == edge ? edges_[2 * size_t{v} + 1] : edges_[2 * size_t{v}];
    }
    uint32_t beginOf(uint32_t edge) const { return corners_[2 * size_t{edge}]; }
    // Whether every edge leads to a higher vertex, and no two to the same one, as programs write that go along strands from
    // their roots: where two edges begin is a root of two strands then.
    bool allGrow() const {
        std::vector<bool> reached(degree_.size(), false);
        for (size_t i = 0; i < corners_.size(); i += 2) {
            const uint32_t to = corners_[i + 1];
            if (corners_[i] >= to || reached[to]) return false;
            reached[to] = true;
        }
        return true;
    }
    // Whether a strand goes on at v, where `edge` ends.
    bool passes(uint32_t edge, uint32_t v) const {
        if (degree_[v] != 2) return false;
        const uint32_t next = otherEdge(edge, v);
        if (growing_ && beginOf(edge) == v && beginOf(next) == v) return false;
        return next != edge && otherEnd(next, v) != otherEnd(edge, v);
    }
    // From `first` on through its corner v, as far as it goes, or once round.
    template <class Use>
    Walk walk(uint32_t first, uint32_t v, Use use) const {
        Walk w{first, v, true};
        while (passes(w.edge, w.at)) {
            const uint32_t next = otherEdge(w.edge, w.at);
            if (next == first) break;
            w.inOrder = w.inOrder && next == w.edge + 1;
            w.edge = next;
            w.at = otherEnd(next, w.at);
            use(w);
        }
        return w;
    }

    // The strand that no earlier edge is of.
    void addStrand(uint32_t edge, std::vector<uint32_t>& strand) {
        const auto nothing = [](const Walk&) {};
        const uint32_t a = corners_[2 * size_t{edge}], b = corners_[2 * size_t{edge} + 1];
        const Walk before = walk(edge, a, nothing), after = walk(edge, b, nothing);
        // `edge` is the first in the file: only a strand that begins with it has its edges in order.
        const bool fromA = !growing_ && before.edge == edge && after.inOrder;
        const bool fromB = !growing_ && after.edge == edge && before.inOrder;
        const bool closed = after.edge != edge && after.at == a;
        const bool first = fromA || closed || (!fromB && before.at <= after.at);
        const Walk start = closed ? Walk{edge, a, true} : first ? before : after;
        strand.assign(1, start.at);
        const auto take = [&](const Walk& w) {
            used_[w.edge] = true;
            strand.push_back(w.at);
        };
        const Walk begun{start.edge, otherEnd(start.edge, start.at), true};
        take(begun);
        walk(begun.edge, begun.at, take);
    }

    const std::vector<uint32_t>& corners_;
    std::vector<uint32_t> edges_;  // two of each vertex
    std::vector<uint8_t> degree_;  // edges that meet there, or `many`
    std::vector<bool> used_;
    bool growing_ = false;  // allGrow()
};

}  // namespace

JoinedEdges joinedEdges(const std::vector<uint32_t>& corners, uint32_t vertices) { return Joiner(corners, vertices).joined(); }

}  // namespace ringlet
