// What points gather is what contacts scatter, bit for bit, whatever the number of threads.
#include "tests/contact/gathered_checks.h"

using namespace ringlet;

TEST_CASE("contacts: points gather what contacts scatter in their order, with any number of threads") {
    for (int threads : {0, 1, 2, 5}) {
        CAPTURE(threads);
        ThreadPool pool(threads > 0 ? threads : 1);
        HostExecutor on(threads > 0 ? &pool : nullptr);
        checkGathered(on);
    }
}
