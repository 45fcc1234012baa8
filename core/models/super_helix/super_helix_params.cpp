// The parameter table of the super-helix model.
#include "core/models/super_helix/super_helix.h"

namespace ringlet::super_helix {

const ParamTable& superHelixParams() {
    static const ParamTable table = withRodRows({
        {"elements", "", 5, 1, 20, "helical elements a strand; more follow finer shapes at a cost in proportion",
         ParamChange::Rebuild, ParamKind::Integer},
        {"rod", "", 0, 0, 1,
         "full: twist and two curvatures an element; reduced: no bending about the section's minor axis",
         ParamChange::Rebuild, ParamKind::Choice, {"full", "reduced"}},
        {"substeps", "", 0, 0, 8, "steps a frame is divided into; 0: one for each 1/240 s, at most 8",
         ParamChange::Live, ParamKind::Integer},
        {"passes", "", 0, 0, 4,
         "linearisations a step; 0: one, and up to three for a strand that moves so that it needs them",
         ParamChange::Live, ParamKind::Integer}
    }, {2e9, 3.5e-5, 1.1}, {
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air around it takes on; more throws hair about less"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of strand and per metre of depth that pushes hair out of colliders"},
        {"contactDamping", "kg/(m s)", 1e-4, 0, 1, "what a contact takes from motion across the surface; more rests sooner"},
        {"friction", "", 0.3, 0, 2, "Coulomb friction coefficient on colliders and between strands; more holds hair on steeper slopes"},
        {"slidingFriction", "kg/(m s)", 1e-5, 0, 1, "viscous friction of hair sliding on colliders"},
        renamed({"hairSlidingFriction", "kg/(m s)", 1e-5, 0, 1,
                 "viscous friction of strands sliding on each other; more keeps them piled up longer"}, "hairFriction"),
        {"scales", "", 0.5, 0, 1,
         "how much friction depends on the cuticle's scales: at 1, sliding root first has none and tip first twice as much"},
        {"hairContact", "N/m^2", 0, 0, 1e3, "force per metre of strand and per metre of depth between strands, at most twice their mass over the substep's square; 0: none"},
        {"variation", "", 0, 0, 0.3,
         "how much natural curvature, twist and radius differ from strand to strand: the standard deviation as a share",
         ParamChange::Rebuild},
        {"wispDiameter", "m", 0.004, 1e-4, 0.05, "distance at which the wisps that strands stand for touch"},
    });
    return table;
}

}  // namespace ringlet::super_helix
