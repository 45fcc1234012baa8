#include "core/base/json.h"
#include "tests/support.h"

#include <doctest/doctest.h>

using namespace ringlet;

TEST_CASE("objects and arrays nest, on one line or indented") {
    const auto write = [](JsonWriter& json) {
        json.beginObject();
        json.key("strands").value(960);
        json.key("ms").beginArray().value(1.5).value(2.5f).endArray();
        json.key("none").beginArray().endArray();
        json.key("inner").beginObject().key("on").value(true).key("off").value(false).key("gone").null().endObject();
        json.endObject();
    };
    JsonWriter line;
    write(line);
    CHECK(line.text() == R"({"strands":960,"ms":[1.5,2.5],"none":[],"inner":{"on":true,"off":false,"gone":null}})");
    JsonWriter pretty(2);
    write(pretty);
    CHECK(pretty.text() == R"({
  "strands": 960,
  "ms": [
    1.5,
    2.5
  ],
  "none": [],
  "inner": {
    "on": true,
    "off": false,
    "gone": null
  }
})");
}

TEST_CASE("strings are escaped") {
    CHECK(jsonString("a\"b\\c\n\t\r") == "\"a\\\"b\\\\c\\n\\t\\r\"");
    CHECK(jsonString(std::string("\0\x1f\x7f", 3)) == "\"\\u0000\\u001f\\u007f\"");
    CHECK(jsonString("Stra\xc3\x9f" "e") == "\"Stra\xc3\x9f" "e\"");
    CHECK((JsonWriter().beginArray().value("x").endArray().text()) == "[\"x\"]");
}

TEST_CASE("numbers keep their value and never spoil the syntax") {
    const auto text = [](auto x) { return JsonWriter().value(x).text(); };
    CHECK(text(0.1f) == "0.1");
    CHECK(text(0.1) == "0.1");
    CHECK(text(1.0 / 3) == "0.3333333333333333");
    CHECK(text(-0.25) == "-0.25");
    CHECK(text(1e-7) == "1e-7");
    CHECK(text(std::numeric_limits<double>::quiet_NaN()) == "null");
    CHECK(text(-std::numeric_limits<float>::infinity()) == "null");
    CHECK(text(int64_t{-9007199254740993}) == "-9007199254740993");
}
