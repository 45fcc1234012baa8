// The parameter table of the dftl model.
#include "core/models/dftl/dftl.h"

namespace ringlet::dftl {

const ParamTable& dftlParams() {
    static const ParamTable table = {
        {"step", "", 0, 0, 2,
         "default: the implicit step, in physical terms; published: Cavazotti's step, faster and rougher; "
         "algorithm-2: the same line by line, without friction",
         ParamChange::Rebuild, ParamKind::Choice, {"default", "published", "algorithm-2"}},
        {"sagFree", "", 0, 0, 1,
         "default step: the groom hangs under gravity as it was made; off, it sags by what its stiffness allows",
         ParamChange::Rebuild, ParamKind::Toggle},
        {"fitStiffness", "", 0, 0, 1,
         "with sagFree: stiffness that was not chosen is raised until the groom holds its own shape",
         ParamChange::Rebuild, ParamKind::Toggle},
        {"substeps", "", 0, 0, 8,
         "steps a frame is divided into; 0 lets the step choose (default: up to 4 by frame time and head speed; published: 1)",
         ParamChange::Live, ParamKind::Integer},
        {"stiffness", "N m^2", 6e-9, 0, 1e-4,
         "bending stiffness of a strand; a human hair has about 6e-9; more holds the style against gravity"},
        {"density", "kg/m", 6.5e-6, 1e-8, 1, "mass per metre of strand; a human hair weighs about 6.5e-6"},
        {"drag", "1/s", 3, 0, 100,
         "air drag per mass in still air, growing with speed; more makes hair follow the air and rest sooner"},
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"},
        {"internalFriction", "s", 0.02, 0, 1,
         "relaxation time of bending and twisting; more calms shivering curls without slowing the swing"},
        {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of strand and per metre of depth that pushes hair out of colliders"},
        {"compliance", "rad^2/J", 1e-4, 0, 1e4,
         "published step: inverse stiffness of the shape constraint at unit mass; more is softer"},
        {"velocityCorrection", "", 0.9, 0, 1,
         "published step: share s of the DFTL velocity correction; less damps more"},
    };
    return table;
}

}  // namespace ringlet::dftl
