// The parameters of the elastic strand and of the published method it was made from. They were one model, `dftl`,
// whose `step` chose (former_names.h), so each understands the other's too: old links, recordings and settings
// name both, and what is set waits for the other model. Each row is written once.
#pragma once

#include "core/params/params.h"

namespace ringlet {

const ParamTable& elasticStrandParams();
const ParamTable& dftlParams();

}  // namespace ringlet
