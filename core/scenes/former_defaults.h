// Defaults that scenes had, for links and recordings that were made with them: these say only what differs.
// docs/former-names.md shows the table to users.
#pragma once

#include <vector>

namespace ringlet {

// What `param` of `scene` is where a link or a recording of version `until`, or of one before, says nothing of it.
struct FormerDefault {
    const char* scene;
    const char* param;
    const char* text;
    int until;
};
const std::vector<FormerDefault>& formerDefaults();

}  // namespace ringlet
