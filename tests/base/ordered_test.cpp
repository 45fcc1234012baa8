// Sorts, scans, lists and sums on the host, whatever the number of threads.
#include "tests/base/ordered_checks.h"

using namespace ringlet;

TEST_CASE("ordered: scan, sort, lists and sums as plain loops give them, with any number of threads") {
    for (int threads : {0, 1, 2, 3, 7}) {
        CAPTURE(threads);
        ThreadPool pool(threads > 0 ? threads : 1);
        HostExecutor on(threads > 0 ? &pool : nullptr);
        checkOrdered(on);
    }
}
