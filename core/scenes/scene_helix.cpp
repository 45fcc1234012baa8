// One helix of 1 cm radius and 2 cm pitch that hangs from the origin: the strand
// that models are measured on.
#include "core/groom/roots.h"
#include "core/scenes/scene.h"

namespace ringlet::scene_helix {
namespace {

const ParamTable table = {
    {"particles", "", 50, 2, 1000, "points of the strand, root included", ParamChange::Rebuild, ParamKind::Integer},
    {"length", "m", 0.3, 0.01, 2, "length along the hair", ParamChange::Rebuild},
};

Result<SceneContent> make(const Params& params, const SceneFiles&) {
    SceneContent content;
    const HelixShape shape{params.real("length"), 0.01f, 0.02f};
    content.groom = hangingHelix(shape, params.integer("particles"), hairRadius);
    return content;
}

const RegisterScene here{{"helix", "Helix",
                          "One hanging helix, the strand that models are measured on",
                          SceneKind::Strand, "honey", "elastic-strand", &table, {},
                          make}};

}  // namespace
}  // namespace ringlet::scene_helix
