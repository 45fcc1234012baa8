// Names that models had, and what they are called now. docs/former-names.md shows the table to users.
#pragma once

#include "core/models/model.h"

namespace ringlet {

// `model`, with its parameter `step` at the choice of this name, is now the model `now`.
struct FormerName {
    const char* model;
    const char* step;
    const char* now;
};
// One model's rows follow each other, and first comes what its name alone means.
const std::vector<FormerName>& formerNames();

// What the name of a model of before means by itself; a present one means itself.
const std::string& modelNow(const std::string& name);

// Whether a name that somebody asks for, a present one or one of before, is `model`'s.
bool isCalled(const std::string& asked, const std::string& model);

// The model that plays with these parameters: models that were one still understand each other's steps. Null: it is
// `model` itself.
const ModelInfo* otherModelOf(const std::string& model, const Params& params);

}  // namespace ringlet
