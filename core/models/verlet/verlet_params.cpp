// The parameter table of the verlet model.
#include "core/models/verlet/verlet.h"

namespace ringlet::verlet {

const ParamTable& verletParams() {
    const ParamChange build = ParamChange::Rebuild;
    const ParamChange live = ParamChange::Live;
    static const ParamTable table = {
        {"step", "", 0, 0, 1,
         "default: lengths, bends and twists of a strand solved together; published: relaxation as in the write-up",
         build, ParamKind::Choice, {"default", "published"}},
        {"substeps", "", 0, 0, 8,
         "steps a frame is divided into; 0 lets the step choose (default: one for every 1/360 s, at most 18; published: 1)", live,
         ParamKind::Integer},
        {"stiffness", "N m^2", 6e-9, 0, 1e-3,
         "bending and twisting stiffness of a strand; a human hair has about 6e-9; more keeps the rest shape against gravity"},
        {"density", "kg/m", 6.5e-6, 1e-8, 1, "mass per metre of strand; a human hair weighs about 6.5e-6"},
        {"drag", "1/s", 3, 0, 100, "air drag per mass in still air, growing with speed; more makes hair follow the air and rest sooner"},
        {"friction", "", 0.05, 0, 2, "Coulomb friction coefficient between hair and what it touches"},
        {"passes", "", 20, 1, 200, "published step: relaxations of lengths and head a step; more stretch less", live,
         ParamKind::Integer},
        {"exitSpeed", "m/s", 0.2, 0, 100,
         "published step: hair that begins inside the head leaves it no faster; 0: at once, as in the write-up", live},
        {"contacts", "", 1, 0, 1, "whether segments of different strands push each other apart", live,
         ParamKind::Toggle},
        {"contactDiameter", "m", 0, 0, 0.03,
         "distance at which segments touch: the width of the wisp that a guide stands for (a single hair's would let hair pass through); "
         "0: 0.3 times the roots' spacing, 0.5 to 10 mm"},
        {"contactStiffness", "N/m^2", 0.6, 0, 1e4,
         "force per metre of strand and per metre of depth between hairs, and between hair and layers"},
        {"contactResponse", "", 0, 0, 1,
         "how hard hair in contact is pushed: softened so that it never overshoots; linear: F = kx as in the write-up", live,
         ParamKind::Choice, {"softened", "linear"}},
        {"contactFriction", "", 0.4, 0, 2, "Coulomb friction coefficient between hairs; less slides longer"},
        {"broadPhase", "", 0, 0, 2, "how near segments are found: the same result at different speeds", live,
         ParamKind::Choice, {"grid", "sweep", "brute"}},
        {"narrowPhase", "", 0, 0, 1, "segments: their distance, within a twentieth of their length; points: of three points on each, as in the write-up", live,
         ParamKind::Choice, {"segments", "points"}},
        {"layers", "", 0, 0, 3, "quads between neighbouring guides, which hair does not cross", build,
         ParamKind::Choice, {"none", "horizontal", "vertical", "both"}},
        {"layerThickness", "m", 0, 0, 0.1, "hair stays this far off other guides' layers; 0: 0.2 of the roots' spacing, 0.5 to 10 mm"},
        {"layerWidth", "m", 0, 0, 1, "a layer is open where its guides are farther apart; 0: 2.5 times the roots' spacing"},
        {"links", "", 0, 0, 4, "static links a particle has to its neighbours; 0: none; more hold a style better",
         build, ParamKind::Integer},
        {"linkReach", "m", 0.05, 1e-3, 0.5, "links are no longer than this at rest", build},
        {"linkStiffness", "N/m^2", 0.6, 0, 1e4, "force per metre of strand and per metre that a link is off"},
        {"linkWeakens", "m", 0.008, 0, 0.5, "a link begins to weaken for good when it is this far off, linkBreaks at most"},
        {"linkBreaks", "m", 0.02, 1e-4, 0.5, "a link is broken for good when it is this far off"},
        {"linksHold", "", 1, 0, 1, "off lets all links go; on again they are whole and draw the hair back into its style",
         live, ParamKind::Toggle},
    };
    return table;
}

}  // namespace ringlet::verlet
