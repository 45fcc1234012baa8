// Every line that a model owes, in short: `ringlet verify` takes more cases.
#include "verify/line.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::verify;

TEST_CASE("every model meets the lines that it owes" * doctest::test_suite("long")) {
    REQUIRE(lines().size() >= 15);
    for (const LineInfo& line : lines()) {
        if (!line.run) continue;
        for (const Subject& subject : subjects()) {
            if (line.excuse(subject)) continue;
            const Result<Finding> found = line.run(subject, true);
            REQUIRE_MESSAGE(found.ok(), line.name << ", " << subject.name << ": " << (found.ok() ? std::string() : found.error()));
            CAPTURE(line.name);
            CAPTURE(subject.name);
            CAPTURE(found.value().note);
            CHECK(found.value().reached <= found.value().allowed);
        }
    }
}

TEST_CASE("every registered model is a subject, with its other ways to step behind it") {
    const std::vector<Subject> all = subjects();
    for (const ModelInfo& model : models()) {
        bool found = false;
        for (const Subject& subject : all) found = found || (subject.name == model.name && subject.variant == model.published);
        CHECK_MESSAGE(found, model.name);
    }
    CHECK(all.size() > models().size());
}

TEST_CASE("what could not be measured meets nothing") {
    CHECK(!Finding{std::nan(""), 1, ""}.meets());
    CHECK(Finding{0, 0, ""}.meets());
    CHECK(!Finding{2, 1, ""}.meets());
}
