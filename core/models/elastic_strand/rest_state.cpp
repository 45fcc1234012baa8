// From a groom's polylines to the rest state.
#include "core/models/chain_rest.h"
#include "core/models/elastic_strand/elastic_strand.h"

namespace ringlet::elastic_strand {

StrandSet makeStrandSet(const Groom& groom, const StrandGroup& group, int lanes) {
    StrandSet g(storeOf<StrandFields>(group, lanes));
    makeRestChains(g, groom, group);
    return g;
}

}  // namespace ringlet::elastic_strand
