// The fuzzers' seeds, what they have found among them, on every platform.
#include "tests/files/file_support.h"
#include "tests/fuzz/targets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <dirent.h>

using namespace ringlet;
using namespace ringlet::test;

namespace {

std::vector<std::string> namesIn(const std::string& folder) {
    std::vector<std::string> names;
    if (DIR* open = opendir(folder.c_str())) {
        while (const dirent* entry = readdir(open)) {
            if (entry->d_name[0] != '.') names.push_back(entry->d_name);
        }
        closedir(open);
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("seeds: every fuzz target holds on all of its seeds, and on each cut short") {
    const std::string root = RINGLET_SOURCE_DIR "/tests/fuzz/seeds";
    const std::vector<std::string> targets = namesIn(root);
    REQUIRE_FALSE(targets.empty());
    for (const FormatInfo& format : formats()) {
        CAPTURE(format.name);
        if (!format.readStrands && !format.readMesh) continue;
        INFO("each format that is read needs a folder of files to begin with: tests/fuzz/seeds/NAME");
        CHECK(std::count(targets.begin(), targets.end(), format.name) == 1);
    }
    for (const std::string& name : targets) {
        CAPTURE(name);
        const fuzz::Target target = fuzz::targetNamed(name);
        const bool known = target != nullptr;
        REQUIRE(known);
        for (const std::string& seed : namesIn(root + "/" + name)) {
            CAPTURE(seed);
            const auto bytes = readFile(root + "/" + name + "/" + seed);
            REQUIRE(bytes.ok());
            target(bytesOf(bytes.value()));
            const size_t step = bytes.value().size() / 64 + 1;
            for (size_t size = 0; size < bytes.value().size(); size += step) {
                target(bytesOf(prefix(bytes.value(), size)));
            }
        }
    }
}
