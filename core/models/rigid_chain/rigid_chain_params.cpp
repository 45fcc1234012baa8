// The parameter table of the rigid-chain model.
#include "core/models/rigid_chain/rigid_chain.h"

namespace ringlet::rigid_chain {
namespace {

ParamTable withHolders(ParamTable rows) {
    rows.insert(rows.end(), holderParams().begin(), holderParams().end());
    return rows;
}

}  // namespace

const ParamTable& rigidChainParams() {
    static const ParamTable table = withHolders({
        {"step", "", 0, 0, 1,
         "default: whole frames, segments joined exactly; published: the paper's step of 10 ms, joined by springs",
         ParamChange::Rebuild, ParamKind::Choice, {"default", "published"}},
        {"substeps", "", 0, 0, 16,
         "steps a frame is divided into; 0 lets the step choose (default: one for each 1/120 s, up to 4 by head speed; published: "
         "one for each 10 ms)",
         ParamChange::Live, ParamKind::Integer},
        {"stiffness", "N m^2", 6e-9, 0, 1e-4,
         "bending stiffness of a hair; a human hair has about 6e-9; more holds the style against gravity"},
        {"density", "kg/m", 6.5e-6, 1e-8, 1, "mass per metre of hair; a human hair weighs about 6.5e-6"},
        {"wispRadius", "m", 1e-3, 1e-5, 0.02, "radius of a wisp, over which its hair's mass is spread: more turns about itself more slowly"},
        {"drag", "1/s", 3, 0, 100,
         "air drag per mass in still air, growing with speed; more makes hair follow the air and rest sooner"},
        {"entrainment", "", 0, 0, 1,
         "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"},
        {"internalFriction", "s", 0.02, 0, 1,
         "relaxation time of bending and twisting; more calms shivering curls without slowing the swing"},
        {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches (default step)"},
        {"contactStiffness", "N/m^2", 30, 1, 1e4,
         "force per metre of hair and per metre of depth that pushes hair out of colliders, at most 400 times its mass over the "
         "substep's square (default step)"},
        {"axialStiffness", "N", 0.002, 1e-4, 10, "published step: force that would double a hair's length; less stretches more"},
        renamed({"slidingDamping", "1/s", 20, 0, 1000, "published step: rate at which contact stops sliding, which is viscous there"}, "slidingFriction"),
        {"restitution", "", 0, 0, 1, "published step: share of its speed at which a segment leaves what it has hit"},
        {"wispContacts", "", 0, 0, 1, "whether wisps meet each other", ParamChange::Rebuild, ParamKind::Toggle},
        {"wispOverlap", "", 0.5, 0.01, 2, "by what share of their radius crossing wisps may overlap before they repel each other"},
        {"wispAlignment", "", 0.5, 0, 4, "how much more wisps may overlap that run alike: 1 for twice as much"},
        {"wispRepulsion", "N/m^2", 0.05, 0, 10, "force per metre of hair and per metre of depth that parts wisps that overlap too much (default step)"},
        {"wispDamping", "1/s", 10, 0, 1e3, "rate at which wisps that overlap stop coming closer (default step)"},
        {"wispViscosity", "1/s", 2.5, 0, 100, "drag of hair through hair: its rate where wisps overlap wholly"},
        {"wispGrip", "N/m", 6.5e-6, 0, 1e-3,
         "dry force per metre of hair that holds wisps which overlap and go slowly beside each other; 0 lets them creep (default step)"},
        {"wispCohesion", "N/m^2", 0, 0, 1, "force per metre of hair that draws wisps together, per metre that they are apart"},
        {"cohesionReach", "m", 0.002, 1e-4, 0.02, "beyond this distance of two wisps cohesion weakens; at twice that it ends"},
        {"curlGain", "", 1, 0, 2.5, "what the bends of the hair's rest shape are multiplied by: 0 makes it straight, more makes it curlier"},
        {"curlTime", "s", 0.3, 0, 5, "time in which the rest shape changes by a curlGain of 1; 0: at once"},
    });
    return table;
}

}  // namespace ringlet::rigid_chain
