// All models' headers in one source: each has a namespace of its own.
#include "core/models/dftl/dftl.h"
#include "core/models/dftl/dftl_step.h"
#include "core/models/discrete_rod/discrete_rod.h"
#include "core/models/discrete_rod/implicit_rod.h"
#include "core/models/discrete_rod/published_rod.h"
#include "core/models/discrete_rod/wisp_rod.h"
#include "core/models/elastic_strand/elastic_strand.h"
#include "core/models/elastic_strand/implicit_step.h"
#include "core/models/rigid_chain/published_step.h"
#include "core/models/rigid_chain/rigid_chain.h"
#include "core/models/rigid_chain/rigid_step.h"
#include "core/models/super_helix/super_helix.h"
#include "core/models/super_helix/super_helix_step.h"
#include "core/models/verlet/verlet.h"
#include "core/models/verlet/verlet_step.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace ringlet::test {

TEST_CASE("models: all of them can be used in one source, and a device tells their stages apart") {
    const std::set<std::string> names = {dftl::DftlStages::name, elastic_strand::StrandStages::name,
                                         discrete_rod::PublishedStages::name, discrete_rod::ImplicitStages::name,
                                         discrete_rod::PublishedWispStages::name, discrete_rod::ImplicitWispStages::name,
                                         rigid_chain::DefaultStages::name, rigid_chain::PublishedStages::name,
                                         verlet::VerletStages::name, super_helix::RodStages::name};
    CHECK(names.size() == 10);
}

}  // namespace ringlet::test
