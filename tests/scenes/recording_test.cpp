// What hands did, kept and done again: the same bits, and texts that survive.
#include "core/math/elementary.h"
#include "core/math/random.h"
#include "core/models/pose_path.h"
#include "core/scenes/recording.h"

#include <doctest/doctest.h>

using namespace ringlet;

namespace {

std::unique_ptr<Simulation> small() {
    const SceneInfo* info = findScene("icosphere");
    REQUIRE(info != nullptr);
    Params params = sceneParams(*info);
    REQUIRE(params.set("level", 0.0).ok());
    REQUIRE(params.set("particles", 10.0).ok());
    auto made = Simulation::make("icosphere", params, {});
    REQUIRE_MESSAGE(made.ok(), made.error());
    return std::move(made.value());
}

// A hand that drags the head about, turns it past half a turn, and brushes for a while.
Hands handsAt(int frame, bool brushing) {
    const double t = frame / 60.0;
    Hands hands;
    hands.head.position = {0.2 * sine(3 * t), 0.05 * sine(5 * t), 0.1 * (1 - cosine(2 * t))};
    hands.head.orientation = toFloat(rotationOf(Vec3d{0.1 * sine(4 * t), 1.5 * t, 0}));
    if (brushing && frame > 20 && frame < 70) {
        hands.brush = {0.1 * cosine(6 * t), 0.05, 0.1 * sine(6 * t)};
        hands.brushRadius = 0.04f;
    }
    return hands;
}

Recording record(Simulation& simulation, int frames, bool brushing) {
    Recorder recorder;
    for (int i = 0; i < frames; ++i) recorder.advance(simulation, handsAt(i, brushing));
    return recorder.recording();
}

uint64_t replay(const Recording& recording) {
    auto simulation = small();
    Replayer player(recording);
    while (!player.done()) player.advance(*simulation);
    return simulation->hash();
}

}  // namespace

TEST_CASE("a recording replays to the same bits, also from its text") {
    for (bool brushing : {false, true}) {
        auto simulation = small();
        const Recording kept = record(*simulation, 200, brushing);
        CHECK(kept.frames == 200);
        CHECK(kept.brushed() == brushing);
        CHECK(replay(kept) == simulation->hash());
        const Result<Recording> read = Recording::fromText(kept.headText(), kept.brushText());
        REQUIRE_MESSAGE(read.ok(), read.error());
        CHECK(read.value().head == kept.head);
        CHECK(read.value().brush == kept.brush);
        CHECK(replay(read.value()) == simulation->hash());
        Recording other = kept;
        other.head[10][0] += 4;
        CHECK(replay(other) != simulation->hash());
    }
}

TEST_CASE("a recording keeps changes of parameters and makes them again in their frame") {
    auto simulation = small();
    Recorder recorder;
    for (int i = 0; i < 90; ++i) {
        if (i == 31) {
            REQUIRE(simulation->setParam("windSpeed", "4").ok());
            recorder.change("windSpeed", "4");
        }
        recorder.advance(*simulation, handsAt(i, false));
    }
    CHECK(replay(recorder.recording()) == simulation->hash());
    Recording without = recorder.recording();
    without.changes.clear();
    CHECK(replay(without) != simulation->hash());
}

TEST_CASE("a switch behind the last frame is in the hash at once, and is replayed") {
    const auto touching = [] {
        Params params = sceneParams(*findScene("straight"));
        for (const auto& [name, value] : {std::pair{"strands", "40"}, {"particles", "8"}, {"hairContact", "3"}, {"hairDiameter", "0.02"}})
            REQUIRE(params.set(name, std::string(value)).ok());
        auto made = Simulation::make("straight", params, {});
        REQUIRE_MESSAGE(made.ok(), made.error());
        return std::move(made.value());
    };
    auto simulation = touching();
    Recorder recorder;
    for (int i = 0; i < 20; ++i) recorder.advance(*simulation, handsAt(i, false));
    const uint64_t before = simulation->hash();
    REQUIRE(simulation->setParam("hairContact", "0").ok());
    recorder.change("hairContact", "0");
    CHECK(simulation->hash() != before);
    auto again = touching();
    Replayer player(recorder.recording());
    while (!player.done()) player.advance(*again);
    CHECK(again->hash() == simulation->hash());
}

TEST_CASE("of what is told between two frames a recording keeps the last, and what switches every time") {
    auto simulation = small();
    Recorder recorder;
    const auto tell = [&](const std::string& name, const std::string& value) {
        REQUIRE(simulation->setParam(name, value).ok());
        recorder.change(name, value);
    };
    tell("ballRadius", "0.05");
    for (int i = 0; i < 60; ++i) {
        // As a ball is dragged by a pointer that moves eight times in a frame.
        for (int move = 0; move < 8; ++move) {
            tell("ballX", numberText(0.3 - 0.002 * (i + move / 8.0)));
            tell("windSpeed", numberText(1 + 0.01 * i + 0.001 * move));
        }
        recorder.advance(*simulation, handsAt(i, false));
    }
    const std::vector<Recording::Change>& kept = recorder.recording().changes;
    REQUIRE(kept.size() == 121);
    for (size_t i = 1; i < kept.size(); ++i) {
        CHECK(kept[i].frame == (i - 1) / 2);
        CHECK(kept[i].name == (i % 2 ? "ballX" : "windSpeed"));
    }
    CHECK(kept[2].value == numberText(1.007));
    CHECK(replay(recorder.recording()) == simulation->hash());

    Recorder switched;
    for (const char* value : {"off", "on"}) switched.change("linksHold", value);
    for (const char* value : {"2", "0", "3", "4"}) switched.change("pairRepulsion", value);
    std::string all;
    for (const Recording::Change& change : switched.recording().changes) all += change.name + "=" + change.value + " ";
    CHECK(all == "linksHold=off linksHold=on pairRepulsion=2 pairRepulsion=0 pairRepulsion=4 ");
}

TEST_CASE("the head follows the hand within the steps of a recording, and 20 s are the most") {
    auto simulation = small();
    Recorder recorder;
    for (int i = 0; i < 1300; ++i) recorder.advance(*simulation, handsAt(i < 1000 ? i : 1000, false));
    CHECK(recorder.full());
    CHECK(recorder.recording().frames == Recording::mostFrames);
    const Pose wanted = handsAt(1000, false).head, is = simulation->head();
    CHECK(lengthOf(is.position - wanted.position) < Recording::headStep);
    CHECK(lengthOf(turnBetween(is.orientation, wanted.orientation)) < 2 * Recording::turnStep);
    // A link must carry it: 20 s of a head that is dragged and turned all the time.
    CHECK(recorder.recording().headText().size() < 2000);
}

TEST_CASE("damaged recordings are refused or sound, never more") {
    auto simulation = small();
    const Recording kept = record(*simulation, 120, true);
    const std::string head = kept.headText(), brush = kept.brushText();
    CHECK_FALSE(Recording::fromText("", "").ok());
    CHECK_FALSE(Recording::fromText("!" + head, "").ok());
    CHECK_FALSE(Recording::fromText(head + "A", "").ok());
    CHECK_FALSE(Recording::fromText(head, head).ok());
    for (size_t n = 0; n < head.size(); ++n) CHECK_FALSE(Recording::fromText(head.substr(0, n), "").ok());
    Random random(7);
    int read = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string a = head, b = brush;
        a[random.bits() % a.size()] = static_cast<char>(random.bits() % 128);
        b[random.bits() % b.size()] = static_cast<char>(33 + random.bits() % 94);
        const Result<Recording> result = Recording::fromText(a, i % 2 ? b : "");
        if (!result.ok()) continue;
        ++read;
        CHECK(result.value().frames <= Recording::mostFrames);
        CHECK(result.value().head.size() == (result.value().frames + 2) / 3);
        CHECK(result.value().brush.size() == result.value().head.size());
    }
    CHECK(read > 0);  // otherwise the loop has tested nothing
}
