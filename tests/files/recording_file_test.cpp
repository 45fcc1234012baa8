// The page's recordings as the command line reads them.
#include "core/files/recording_file.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace recording_file_test {
namespace {

Result<RecordingFile> read(const std::string& text) {
    ByteStream bytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, "hand.ringlet");
    return readRecordingFile(bytes);
}

const std::string sound = R"({"ringlet":"recording","v":3,"engine":"1.0-abc","scene":"wavy","model":"verlet","params":{"strands":"100","hairColour":"silver"},
 "camera":[0,0.1,1,0,0,0],"frames":12,"head":"AMAAAA","brush":"","changes":[[3,"windSpeed","2"],[5,"windSpeed","0"]],"hash":"0123456789abcdef"})";

std::string with(const std::string& part, const std::string& other) {
    std::string text = sound;
    const size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    return text.replace(at, part.size(), other);
}

}  // namespace

TEST_CASE("recording file: all that it holds is read") {
    const Result<RecordingFile> file = read(sound);
    REQUIRE_MESSAGE(file.ok(), file.error());
    const RecordingFile& f = file.value();
    CHECK(f.version == 3);
    CHECK((f.scene == "wavy" && f.model == "verlet" && f.engine == "1.0-abc"));
    CHECK((f.head == "AMAAAA" && f.brush.empty() && f.hash == "0123456789abcdef"));
    REQUIRE(f.params.size() == 2);
    CHECK(f.params[0] == std::pair<std::string, std::string>("hairColour", "silver"));
    REQUIRE(f.changes.size() == 2);
    CHECK((f.changes[1].frame == 5 && f.changes[1].name == "windSpeed" && f.changes[1].value == "0"));
}

TEST_CASE("recording file: what an older page left out is as it was then") {
    const Result<RecordingFile> file = read(R"({"ringlet":"recording","scene":"wavy","head":"A","brush":"","changes":[],"hash":""})");
    REQUIRE_MESSAGE(file.ok(), file.error());
    CHECK((file.value().version == 1 && file.value().model.empty() && file.value().params.empty()));
}

TEST_CASE("recording file: what is none, or is damaged, is refused in one line") {
    const std::vector<std::string> wrong = {"", "{", "[]", "null", sound.substr(0, sound.size() - 2), with("\"recording\"", "\"film\""), with("\"v\":3", "\"v\":-3"),
                                            with("\"v\":3", "\"v\":1e30"), with("\"wavy\"", "7"), with("\"wavy\"", "\"wa\\nvy\""), with("\"verlet\"", "null"),
                                            with("\"head\"", "\"tail\""), with("\"100\"", "100"), with("{\"strands\":\"100\",\"hairColour\":\"silver\"}", "[]"),
                                            with("[3,\"windSpeed\",\"2\"]", "[-3,\"windSpeed\",\"2\"]"), with("[3,\"windSpeed\",\"2\"]", "[3,\"windSpeed\"]"),
                                            with("[3,\"windSpeed\",\"2\"]", "[3.5,\"windSpeed\",\"2\"]"), with("[3,\"windSpeed\",\"2\"]", "7"), std::string(20 << 20, ' ')};
    for (const std::string& text : wrong) {
        CAPTURE(text.substr(0, 200));
        const Result<RecordingFile> file = read(text);
        REQUIRE(!file.ok());
        CHECK(file.error() == "hand.ringlet: this is not a Ringlet recording, or it is damaged; save it on the page anew");
    }
}

}  // namespace recording_file_test
