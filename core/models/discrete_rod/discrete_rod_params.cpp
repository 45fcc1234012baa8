// The parameter table of the discrete-rod model.
#include "core/models/discrete_rod/discrete_rod.h"

namespace ringlet::discrete_rod {

const ParamTable& discreteRodParams() {
    static const ParamTable table = withRodRows({
        {"step", "", 0, 0, 1,
         "default: the implicit step for whole frames; published: the thesis's explicit one of a millisecond",
         ParamChange::Rebuild, ParamKind::Choice, {"default", "published"}},
        {"twist", "", 0, 0, 2,
         "published step: direct: twist found so that hair bends about its section's major axis; newton: twist of least energy; "
         "sides: newton on the head's left, direct on its right, to compare",
         ParamChange::Rebuild, ParamKind::Choice, {"direct", "newton", "sides"}},
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
        {"wispContacts", "", 0, 0, 1,
         "whether wisps, and strands that are single, meet: they block each other where they cross, and entangle where they "
         "run alike",
         ParamChange::Rebuild, ParamKind::Toggle},
        {"wispThickness", "m", 0.002, 1e-4, 0.02, "wisps meet at this distance of their middle sheets"},
        {"wispZone", "m", 0.003, 0, 0.02,
         "published step: where two wisps block each other this near to what hair lies on, only the upper one is pushed"},
        {"tangleAngle", "rad", 0.785, 0, 1.5708, "strands of two wisps that run within this angle of each other entangle"},
        {"tangleStiffness", "N/m^2", 0.01, 0, 1,
         "force per metre of hair and metre of stretch with which a tangle ties two points of wisps"},
        {"tangleReach", "m", 0.004, 0, 0.05, "a tangle is no longer than this when it forms"},
        {"tangleBreaks", "m", 0.005, 1e-4, 0.1, "a tangle that is stretched by more lets go"},
        {"substeps", "", 0, 0, 128,
         "steps a frame is divided into; 0 lets the step choose (default: up to 4 by frame time and head speed; published: "
         "one for each millisecond)",
         ParamChange::Live, ParamKind::Integer}
    }, {3e9, 4e-5, 1.2}, {
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"},
        {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches (default step; published: between wisps alone)"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of strand and per metre of depth that pushes hair out of colliders, at most 2000 times its mass over the "
         "substep's square (default step)"},
    });
    return table;
}

}  // namespace ringlet::discrete_rod
