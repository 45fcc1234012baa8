#include "verify/line.h"

namespace ringlet::verify {

// Of total twist 2 pi sqrt(3) B / C; that line needs a ring, which is held at both its ends.
static const RegisterLine here{{"michell", "total twist at which a ring buckles", "2 pi sqrt(3) B / C (Michell 1889)", "",
                                Owed::Physics, nullptr, "a strand's tip is free, and takes up no twist"}};

}  // namespace ringlet::verify
