// Defaults that scenes had, for links and recordings that were made with them: these say only what differs.
// docs/former-names.md shows the table to users.
#pragma once

#include <vector>

namespace ringlet {

// What `param` of `scene` ("": of all) is where a link or a recording of version `until`, or of one before, says nothing of it; and
// where it says something of `given` ("": in any case).
struct FormerDefault {
    const char* scene;
    const char* param;
    const char* text;
    int until;
    const char* given = "";
};
const std::vector<FormerDefault>& formerDefaults();

}  // namespace ringlet
