#include "core/models/strand_params.h"

namespace ringlet {
namespace {

enum class Of { Both, Elastic, Published };
struct Row {
    Of of;
    ParamInfo info;
};

// Those of the position-based steps alone, but for the choice among them.
const std::vector<Row>& publishedRows() {
    static const std::vector<Row> all = {
        {Of::Published,
         {"compliance", "rad^2/J", 1e-4, 0, 1e4,
          "inverse stiffness of the shape constraint at unit mass; more is softer"}},
        {Of::Published,
         {"velocityCorrection", "", 0.9, 0, 1, "share s of the DFTL velocity correction; less damps more"}},
        {Of::Published,
         {"shapeStiffness", "", 0.8, 0, 1,
          "share of the way to its place beside its parent that the local shape constraint moves a particle, by han-harada-2012 in each "
          "iteration, by sanchez-banderas-2015 once a step"}},
        {Of::Published,
         {"globalStiffness", "", 0.02, 0, 1,
          "han-harada-2012: share of the way to its place on the head that the global shape constraint moves a particle in a step"}},
        {Of::Published,
         {"globalRange", "", 0.3, 0, 1, "han-harada-2012: share of a strand, from its root, that the global shape constraint holds"}},
        {Of::Published, {"positionDamping", "", 0.02, 0, 1, "han-harada-2012: share of its velocity that a particle loses in a step"}},
        {Of::Published,
         {"iterations", "", 8, 1, 64, "han-harada-2012: times that a step goes over local shape and lengths; more: stiffer and less stretched",
          ParamChange::Live, ParamKind::Integer}},
        {Of::Published,
         {"gridFriction", "", 0, 0, 1, "share of the velocity of the hair around it that a particle takes on in a frame; 0, as published: none"}},
        {Of::Published,
         {"gridRepulsion", "m/s", 0, 0, 0.5, "speed by which a frame drives a particle away from denser hair, at most; 0, as published: none"}},
        {Of::Published,
         {"pairRepulsion", "1/s^2", 0, 0, 1e5,
          "acceleration per metre of depth between strands that come nearer than hairDiameter, or than they rest, at most ten over the "
          "substep's square; 0, as published: they pass through each other"}},
        {Of::Published,
         {"gridPressure", "m^2/s^2", 0, 0, 1,
          "pressure of hair that is denser than the groom's usual, over its density; 0, as published: none"}},
    };
    return all;
}

const std::vector<Row>& strandRows() {
    static const std::vector<Row> all = {
        {Of::Published,
         {"step", "", 0, 0, 5,
          "published: Cavazotti's step; algorithm-2: the same line by line, without friction; mueller-2012, han-harada-2012, "
          "sanchez-banderas-2015: those that it is compared with; default: the model elastic-strand",
          ParamChange::Rebuild, ParamKind::Choice,
          {"default", "published", "algorithm-2", "mueller-2012", "han-harada-2012", "sanchez-banderas-2015"}}},
        {Of::Elastic,
         {"sagFree", "", 0, 0, 1,
          "the groom hangs under gravity as it was made; off, it sags by what its stiffness allows",
          ParamChange::Rebuild, ParamKind::Toggle}},
        {Of::Elastic,
         {"fitStiffness", "", 0, 0, 1,
          "with sagFree: stiffness that was not chosen is raised until the groom holds its own shape",
          ParamChange::Rebuild, ParamKind::Toggle}},
        {Of::Both,
         {"substeps", "", 0, 0, 8,
          "steps a frame is divided into; 0 lets the model choose (elastic-strand: up to 4 by frame time and head "
          "speed; dftl-published: 1)",
          ParamChange::Live, ParamKind::Integer}},
        {Of::Elastic,
         {"stiffness", "N m^2", 6e-9, 0, 1e-4,
          "bending stiffness of a strand; a human hair has about 6e-9; more holds the style against gravity"}},
        {Of::Both,
         {"density", "kg/m", 6.5e-6, 1e-8, 1, "mass per metre of strand; a human hair weighs about 6.5e-6"}},
        {Of::Elastic,
         {"drag", "1/s", 3, 0, 100,
          "air drag per mass in still air, growing with speed; more makes hair follow the air and rest sooner"}},
        {Of::Elastic,
         {"entrainment", "", 0, 0, 1,
          "share of the head's motion that the air in the hair takes on; 0: still air, 1: the air moves with the head"}},
        {Of::Elastic,
         {"internalFriction", "s", 0.02, 0, 1,
          "relaxation time of bending and twisting; more calms shivering curls without slowing the swing"}},
        {Of::Both, {"friction", "", 0.2, 0, 2, "Coulomb friction coefficient between hair and what it touches"}},
        {Of::Elastic,
         {"contactStiffness", "N/m^2", 30, 1, 1e4,
          "force per metre of strand and per metre of depth that pushes hair out of colliders; at most 1e4 times its mass over the "
          "substep's square, and more where hair that is calm lies deeper than 0.03 mm"}},
        {Of::Elastic,
         {"hairFriction", "1/s", 0, 0, 1000,
          "rate at which strands take on the motion of the hair around them, within 2 cm; 0: they do not feel each other"}},
        {Of::Elastic,
         {"hairContact", "N/m^2", 0, 0, 10,
          "force per metre of strand and per metre of depth between strands that come nearer than hairDiameter, or than they rest, "
          "less where they hardly press, and at most ten times a pair's mass over the substep's square; 0: they pass through each other"}},
        {Of::Both, {"hairDiameter", "m", 0, 0, 0.02,
          "distance at which the hair that strands stand for touches, with hairContact or pairRepulsion; 0: a quarter of how far roots lie "
          "apart, 2 mm at most. Wider costs more"}},
    };
    return all;
}

ParamTable tableOf(Of own, double step) {
    ParamTable table;
    for (const auto* rows : {&strandRows(), &publishedRows()})
        for (const auto& [of, info] : *rows) {
            table.push_back(info);
            table.back().shown = of == Of::Both || of == own;
        }
    table[0].byDefault = step;
    return table;
}

}  // namespace

const ParamTable& elasticStrandParams() {
    static const ParamTable table = tableOf(Of::Elastic, 0);
    return table;
}

const ParamTable& dftlParams() {
    static const ParamTable table = tableOf(Of::Published, 1);
    return table;
}

}  // namespace ringlet
