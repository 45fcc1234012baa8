#include "core/base/suggest.h"
#include "core/params/params.h"
#include "core/params/slider.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace {

const ParamTable modelTable = {
    {"compliance", "rad^2/J", 0.1, 0, 100, "larger is softer"},
    {"drag", "kg/s", 0.7, 0.7, 2, "larger stops sooner"},
    {"substeps", "", 2, 1, 4, "more is finer", ParamChange::Live, ParamKind::Integer},
    {"friction", "", 1, 0, 1, "whether hair sticks", ParamChange::Live, ParamKind::Toggle},
    {"layout", "", 0, 0, 0, "how particles lie in memory", ParamChange::Rebuild, ParamKind::Choice, {"tiles", "soa"}},
};
const ParamTable groomTable = {
    {"length", "m", 0.25, 0.01, 1, "longer hair", ParamChange::Rebuild},
    {"seed", "", 1, 0, 4294967295.0, "another head", ParamChange::Rebuild, ParamKind::Integer},
};

Params both() { return Params({&modelTable, &groomTable}); }

void checkRefused(const std::string& name, const std::string& text, const std::string& message) {
    Params params = both();
    const Status status = params.set(name, text);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error() == message);
    CHECK(params.changed().empty());
}

}  // namespace

TEST_CASE("defaults come from the rows, in table order") {
    const Params params = both();
    REQUIRE(params.rows().size() == 7);
    CHECK(params.rows()[5].name == std::string("length"));
    CHECK(params.real("compliance") == 0.1f);
    CHECK(params.integer("substeps") == 2);
    CHECK(params.toggle("friction"));
    CHECK(params.find("length")->change == ParamChange::Rebuild);
    CHECK(params.find("width") == nullptr);
    CHECK(params.changed().empty());
}

TEST_CASE("set reads numbers, whole numbers, toggles and choices") {
    Params params = both();
    CHECK(params.set("compliance", "1e-3").ok());
    CHECK(params.real("compliance") == 1e-3f);
    CHECK(params.set("substeps", "4").ok());
    CHECK(params.integer("substeps") == 4);
    for (const char* text : {"off", "false", "0"}) {
        CHECK(params.set("friction", "on").ok());
        CHECK(params.set("friction", text).ok());
        CHECK_FALSE(params.toggle("friction"));
    }
    CHECK(params.set("layout", "soa").ok());
    CHECK(params.integer("layout") == 1);
    CHECK(params.set("seed", "4294967295").ok());
    CHECK(params.get("seed") == 4294967295.0);
    CHECK(params.text("seed") == "4294967295");
    CHECK(params.set("length", 0.5).ok());
    CHECK(params.real("length") == 0.5f);
}

TEST_CASE("a value is the same from the table, from a slider and from text") {
    Params params = both();
    const double fromTable = params.get("compliance");
    CHECK(params.set("compliance", "0.1").ok());
    CHECK(params.get("compliance") == fromTable);
    CHECK(params.set("compliance", 0.1).ok());
    CHECK(params.get("compliance") == fromTable);
    CHECK(params.changed().empty());
    // The ends of a range are inside it, though float 0.7 is below 0.7.
    CHECK(params.set("drag", "0.7").ok());
    CHECK(params.set("drag", 0.7).ok());
}

TEST_CASE("errors say what is wrong and what is allowed, and change nothing") {
    checkRefused("compliance", "12x", "compliance = 12x is not a number (range 0 to 100 rad^2/J)");
    checkRefused("compliance", "", "compliance = (nothing) is not a number (range 0 to 100 rad^2/J)");
    checkRefused("compliance", "200", "compliance = 200 is out of range (range 0 to 100 rad^2/J)");
    checkRefused("compliance", "-1e-9", "compliance = -1e-9 is out of range (range 0 to 100 rad^2/J)");
    checkRefused("compliance", "nan", "compliance = nan is not a number (range 0 to 100 rad^2/J)");
    checkRefused("substeps", "2.5", "substeps = 2.5 is not a whole number (range 1 to 4)");
    checkRefused("substeps", "5", "substeps = 5 is out of range (range 1 to 4)");
    checkRefused("friction", "maybe", "friction = maybe is neither on nor off (on or off)");
    checkRefused("layout", "batch", "layout = batch is not a choice (one of: tiles, soa)");
    checkRefused("compliance", "a\nb", "compliance = a?b is not a number (range 0 to 100 rad^2/J)");
    checkRefused("complience", "1", "no parameter is named complience (did you mean 'compliance'?)");
    checkRefused("sed", "1", "no parameter is named sed (did you mean 'seed'?)");
    checkRefused("zzzzzzzzzz", "1", "no parameter is named zzzzzzzzzz (known: compliance, drag, substeps, friction, "
                                    "layout, length, seed)");
    checkRefused(std::string(100000, 'c'), "1",
                 "no parameter is named " + std::string(40, 'c') + "... (known: compliance, drag, substeps, "
                 "friction, layout, length, seed)");
    const std::vector<std::string> many(100, "aName");
    CHECK(suggestion("zzzzzzzzzz", many).size() < 300);
    CHECK(suggestion("zzzzzzzzzz", many).find("aName and 63 more)") != std::string::npos);
    Params none;
    CHECK(none.set("x", "1").error() == "no parameter is named x; there are none here");
    Params params = both();
    CHECK(params.set("compliance", std::numeric_limits<double>::quiet_NaN()).error() ==
          "compliance = nan is not a finite number (range 0 to 100 rad^2/J)");
    CHECK_FALSE(params.set("compliance", 1e300).ok());
    CHECK_FALSE(params.set("layout", 2.0).ok());
    CHECK_FALSE(params.set("friction", 0.5).ok());
    CHECK(params.changed().empty());
}

TEST_CASE("choices and toggles are read in either case") {
    Params params = both();
    CHECK(params.set("layout", "SoA").ok());
    CHECK(params.text("layout") == "soa");
    CHECK(params.set("friction", "OFF").ok());
    CHECK_FALSE(params.toggle("friction"));
    CHECK(params.set("friction", "True").ok());
    checkRefused("Layout", "soa", "no parameter is named Layout (did you mean 'layout'?)");
}

TEST_CASE("a list of assignments names a parameter that is given twice, both times") {
    Params params = both();
    CHECK(params.setAll({" length = 0.5", "layout=soa\t"}, "--set").ok());
    CHECK(params.real("length") == 0.5f);
    const Status twice = params.setAll({"length=0.25", "seed=1", "length=0.75"}, "--set");
    REQUIRE_FALSE(twice.ok());
    CHECK(twice.error() == "--set: length is given twice, 'length=0.25' and 'length=0.75'; keep one");
    CHECK(params.setAll({"length"}, "--set").error() == "--set needs KEY=VALUE, not 'length'");
    CHECK(params.setAll({}, "--set").ok());
}

TEST_CASE("text may give a parameter's name of before") {
    const ParamTable table = {renamed({"slip", "1/s", 1, 0, 10, "more slips"}, "grip"), {"length", "m", 0.5, 0, 2, "longer"}};
    Params params({&table});
    CHECK(params.set("grip", "3").ok());
    CHECK(params.real("slip") == 3);
    CHECK(params.given("grip") == params.find("slip"));
    CHECK(params.find("grip") == nullptr);
    CHECK(params.changed() == std::vector<std::pair<std::string, std::string>>{{"slip", "3"}});
    CHECK(params.set("grip", "30").error() == "slip = 30 is out of range (range 0 to 10 1/s)");
    CHECK(params.setAll({"slip=2", "grip=4"}, "--set").error() == "--set: grip is given twice, 'slip=2' and 'grip=4'; keep one");
    CHECK(!params.set("grip", 4.0).ok());  // the program says what it is called now
    CHECK(params.given("") == nullptr);
}

TEST_CASE("changed() carries what a link needs and set() reads it back exactly") {
    Params params = both();
    params.setDefault("length", 0.4);
    CHECK(params.real("length") == 0.4f);
    CHECK(params.changed().empty());
    CHECK(params.find("length")->byDefault == doctest::Approx(0.4));
    CHECK(params.set("length", 1.0 / 3).ok());
    CHECK(params.set("friction", "off").ok());
    CHECK(params.set("layout", "soa").ok());
    const auto changes = params.changed();
    REQUIRE(changes.size() == 3);
    CHECK(changes[0] == std::make_pair(std::string("friction"), std::string("off")));
    CHECK(changes[1] == std::make_pair(std::string("layout"), std::string("soa")));
    CHECK(changes[2] == std::make_pair(std::string("length"), std::string("0.33333334")));
    Params other = both();
    other.setDefault("length", 0.4);
    for (const auto& change : changes) CHECK(other.set(change.first, change.second).ok());
    for (const ParamInfo& row : params.rows()) CHECK(other.get(row.name) == params.get(row.name));
}

TEST_CASE("controls move by ratio where small values of a wide range matter, else evenly") {
    const auto byRatio = [](double byDefault, double low, double high, ParamKind kind = ParamKind::Real) {
        ParamInfo row{"one", "", byDefault, low, high, "", ParamChange::Live, kind};
        return movesByRatio(row);
    };
    CHECK(byRatio(1e-8, 0, 1e-5));        // a stiffness
    CHECK(byRatio(0, 0, 1e6));            // a large range without a usual value
    CHECK(byRatio(300, 1, 100000, ParamKind::Integer));
    CHECK(!byRatio(10, 1, 500, ParamKind::Integer));
    CHECK(!byRatio(0, 0, 30));            // a speed
    CHECK(!byRatio(0, -1, 1));
    CHECK(!byRatio(0.5, 0, 1));
    CHECK(!byRatio(0, 0, 1, ParamKind::Toggle));
}
