// The parameter table of the discrete-rod model.
#include "core/models/discrete_rod/discrete_rod.h"

namespace ringlet::discrete_rod {

const ParamTable& discreteRodParams() {
    static const ParamTable table = withRodRows({
        {"step", "", 0, 0, 1,
         "default: the implicit step for whole frames; published: the thesis's explicit one of a millisecond",
         ParamChange::Rebuild, ParamKind::Choice, {"default", "published"}},
        {"twist", "", 0, 0, 1,
         "published step: direct: twist found so that hair bends about its section's major axis; newton: twist of least energy",
         ParamChange::Rebuild, ParamKind::Choice, {"direct", "newton"}},
        {"wispWidth", "m", 0, 0, 0.05,
         "strands whose roots are about so far apart are gathered into flat wisps, as the rims of each; 0: no wisps",
         ParamChange::Rebuild},
        {"wispSprings", "", 2, 0, 2,
         "springs between a wisp's rims: horizontal ones let a wisp shear, diagonal ones resist shear and changes of "
         "width, both together are stiffest",
         ParamChange::Live, ParamKind::Choice, {"horizontal", "diagonal", "both"}},
        {"wispStiffness", "N/m^2", 0.02, 0, 1,
         "force per metre of wisp that one metre of change in its width meets from each kind of springs; 0: rims are "
         "strands by themselves"},
        {"substeps", "", 0, 0, 128,
         "steps a frame is divided into; 0 lets the step choose (default: up to 4 by frame time and head speed; published: "
         "one for each millisecond)",
         ParamChange::Live, ParamKind::Integer}
    }, {3e9, 4e-5, 1.2}, {
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"},
        {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of strand and per metre of depth that pushes hair out of colliders"},
    });
    return table;
}

}  // namespace ringlet::discrete_rod
