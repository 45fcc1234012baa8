// The parameter table of the discrete-rod model.
#include "core/models/discrete_rod/discrete_rod.h"

namespace ringlet::discrete_rod {

const ParamTable& discreteRodParams() {
    static const ParamTable table = {
        {"step", "", 0, 0, 1,
         "default: the implicit step for whole frames; published: the thesis's explicit one of a millisecond",
         ParamChange::Rebuild, ParamKind::Choice, {"default", "published"}},
        {"twist", "", 0, 0, 1,
         "published step: direct: twist found so that hair bends about its section's major axis; newton: twist of least energy",
         ParamChange::Rebuild, ParamKind::Choice, {"direct", "newton"}},
        {"substeps", "", 0, 0, 128,
         "steps a frame is divided into; 0 lets the step choose (default: up to 4 by frame time and head speed; published: "
         "one for each millisecond)",
         ParamChange::Live, ParamKind::Integer},
        {"young", "Pa", 3e9, 0, 1e11, "Young's modulus; more is stiffer"},
        {"poisson", "", 0.48, 0, 0.5, "Poisson's ratio; more twists more easily"},
        {"sectionRadius", "m", 4e-5, 1e-5, 5e-4, "mean radius of the section; stiffness grows with its fourth power"},
        {"ellipticity", "", 1.2, 1, 3, "the section's longest over its shortest diameter"},
        {"hairDensity", "kg/m^3", 1300, 100, 1e4, "mass of a cubic metre of hair"},
        {"dissipation", "kg m^3/s", 1e-10, 0, 1e-6,
         "internal friction, 5e-11 to 5e-10 for hair; more calms curls without slowing the swing"},
        {"airDrag", "kg/(m s)", 2e-5, 0, 1e-2, "force of the air per metre of hair and per m/s, 5e-6 (smooth) to 5e-5 (fuzzy)"},
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"},
        {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of strand and per metre of depth that pushes hair out of colliders"},
    };
    return table;
}

}  // namespace ringlet::discrete_rod
