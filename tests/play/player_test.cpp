// The player as its shells use it: commands, pointers, time, recordings, and what it tells.
#include "tests/play/little_player.h"

#include "core/base/hash.h"
#include "core/models/holders.h"
#include "core/scenes/ball.h"
#include "core/scenes/stats_json.h"
#include "core/view/matrix.h"

#include <doctest/doctest.h>

#include <cmath>

namespace player_test {
namespace {

double apart(const Pose& a, const Pose& b) { return lengthOf(a.position - b.position); }

}  // namespace

TEST_CASE("player: a drag and the command of a key move the head alike, and no farther than the picture shows it") {
    Player dragged, pushed;
    start(dragged);
    start(pushed);
    const At at = headAt(dragged);
    REQUIRE(dragged.whatIsAt(at.x, at.y) == Player::At::Head);
    const Pose before = dragged.simulation()->head();
    point(dragged, PointerEvent::Kind::Down, at.x, at.y);
    point(dragged, PointerEvent::Kind::Move, at.x + 40, at.y - 20);
    dragged.step(60);
    const Vec3d by = dragged.simulation()->head().position - before.position;
    CHECK(lengthOf(by) > 0.01);
    const Vec3f way = toFloat(by);
    const float right = dot(way, pushed.camera().right()), up = dot(way, pushed.camera().up());
    REQUIRE(pushed.command("move", numberText(right) + "," + numberText(up)));
    pushed.step(60);
    CHECK(apart(dragged.simulation()->head(), pushed.simulation()->head()) < 1e-5);

    point(dragged, PointerEvent::Kind::Move, at.x + 4000, at.y);
    for (int i = 0; i < 20; ++i) REQUIRE(pushed.command("move", "0.5,0"));
    for (Player* player : {&dragged, &pushed}) {
        player->step(120);
        const At now = headAt(*player);
        CHECK(now.x > at.x + 100);
        // The middle of head and hair stays in the picture.
        CHECK(player->camera().pixelsOf(player->framing().middleOf(player->drawnHead())).x < 1000.5f);
    }
}

TEST_CASE("player: time follows the clock in whole frames, to the bits of the same frames alone") {
    Player played, stepped;
    start(played, "shake");
    start(stepped, "shake");
    REQUIRE(played.command("play", ""));
    for (double seconds : {0.02, 0.009, 0.04, 0.0001, 0.5, 0.016}) played.advance(seconds);
    const auto frames = played.simulation()->stats().frames;
    CHECK(frames >= 5);
    CHECK(frames <= 12);  // half a second at once is not caught up with
    CHECK(played.mixing() >= 0);
    CHECK(played.mixing() <= 1);
    CHECK(played.takeMoved().frames == int(frames) + 1);  // and the first state
    CHECK(played.takeMoved().frames == 0);
    stepped.step(int(frames));
    CHECK(stepped.simulation()->hash() == played.simulation()->hash());
}

TEST_CASE("player: what is recorded replays to the same bits, also where the hair has been elsewhere meanwhile") {
    Player player;
    int built = 0;
    player.onBuilt = [&](bool another) { built += another; };
    start(player);
    player.step(7);
    REQUIRE(player.command("record", "on"));
    CHECK(built == 2);  // anew, for it had moved
    const At at = headAt(player);
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    for (int i = 1; i <= 6; ++i) {
        point(player, PointerEvent::Kind::Move, at.x + 10.0f * float(i), at.y + 5);
        player.step(3);
    }
    point(player, PointerEvent::Kind::Up, at.x + 60, at.y + 5);
    REQUIRE(player.command("set", "windSpeed=2"));
    Status refused = player.command("set", "strands=10");
    CHECK(!refused);
    CHECK(refused.error().find("rebuilds") != std::string::npos);
    player.step(9);
    const uint64_t hash = player.simulation()->hash();
    REQUIRE(player.command("record", "off"));
    const std::string kept = player.recordingJson();
    CHECK(kept.find("\"hash\":\"" + hashText(hash) + "\"") != std::string::npos);
    CHECK(kept.find("windSpeed") != std::string::npos);

    const auto part = [&](const std::string& name) {
        const size_t begin = kept.find("\"" + name + "\":\"") + name.size() + 4;
        return kept.substr(begin, kept.find('"', begin) - begin);
    };
    REQUIRE(player.command("motion", "shake"));
    player.step(5);
    REQUIRE(player.command("set", "windSpeed=0"));
    REQUIRE(player.command("replay", part("head") + "\n" + part("brush") + "\n" + hashText(hash) + "\n18 windSpeed=2"));
    player.step(27);
    JsonWriter state;
    state.beginObject();
    player.writeState(state);
    state.endObject();
    CHECK(state.text().find("\"replayed\":\"" + hashText(hash) + "\"") != std::string::npos);
}

TEST_CASE("player: of several balls the nearest under the pointer is dragged, and others are taken away by themselves") {
    Player player;
    start(player);
    // Two balls between the camera and the head, one before the other, and one elsewhere.
    const Simulation& hair = *player.simulation();
    const At at = headAt(player);
    const Vec3f towards = -1.0f * player.camera().rayThrough(at.x, at.y).direction;
    const auto place = [&](size_t ball, Vec3f at, const char* radius) {
        const std::pair<const char*, float> values[] = {{"X", at.x}, {"Y", at.y}, {"Z", at.z}};
        for (const auto& [name, value] : values) REQUIRE(player.command("set", ballParam(ball, name) + "=" + numberText(value)));
        REQUIRE(player.command("set", ballParam(ball, "Radius") + "=" + radius));
    };
    place(0, 0.22f * towards, "0.03");
    place(2, 0.32f * towards, "0.03");
    place(3, {-0.8f, 0, 0}, "0.05");
    player.step(1);
    const Balls before = ballsOf(hair.params());
    const Pose head = hair.head();
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    point(player, PointerEvent::Kind::Move, at.x + 30, at.y);
    player.step(20);
    point(player, PointerEvent::Kind::Up, at.x + 30, at.y);
    const Balls after = ballsOf(hair.params());
    CHECK(lengthOf(after[2].center - before[2].center) > 0.005f);
    CHECK(lengthOf(after[0].center - before[0].center) == 0);
    CHECK(lengthOf(after[3].center - before[3].center) == 0);
    CHECK(apart(hair.head(), head) == 0);

    const size_t spheres = hair.colliders().spheres.size();
    REQUIRE(player.command("set", "ball3Radius=0"));
    player.step(1);
    CHECK(hair.colliders().spheres.size() == spheres - 1);
    CHECK(hair.balls()[0].radius > 0);
    CHECK(hair.balls()[3].radius > 0);
}

TEST_CASE("player: balls that are placed, moved and taken away while it records come back in the replay") {
    Player player;
    start(player);
    REQUIRE(player.command("record", "on"));
    player.step(6);
    for (const char* set : {"ball2X=0.08", "ball2Y=-0.12", "ball2Radius=0.06"}) REQUIRE(player.command("set", set));
    player.step(12);
    for (const char* set : {"ball4Radius=0.04", "ball2Z=-0.05"}) REQUIRE(player.command("set", set));
    player.step(12);
    REQUIRE(player.command("set", "ball2Radius=0"));
    player.step(6);
    const uint64_t hash = player.simulation()->hash();
    REQUIRE(player.command("record", "off"));
    const std::string kept = player.recordingJson();
    CHECK(kept.find("ball4Radius") != std::string::npos);
    const auto part = [&](const std::string& name) {
        const size_t begin = kept.find("\"" + name + "\":\"") + name.size() + 4;
        return kept.substr(begin, kept.find('"', begin) - begin);
    };
    REQUIRE(player.command("set", "ball4Radius=0"));
    const std::string sets = "6 ball2X=0.08\n6 ball2Y=-0.12\n6 ball2Radius=0.06\n18 ball4Radius=0.04\n18 ball2Z=-0.05\n30 ball2Radius=0";
    for (const std::string& with : {sets, std::string("6 ball2Radius=0")}) {
        for (const char* back : {"ball2Z=0", "ball2Y=0", "ball2X=0.2", "ball2Radius=0", "ball4Radius=0"}) REQUIRE(player.command("set", back));
        REQUIRE(player.command("replay", part("head") + "\n" + part("brush") + "\n" + hashText(hash) + "\n" + with));
        player.step(36);
        JsonWriter state;
        state.beginObject();
        player.writeState(state);
        state.endObject();
        const bool same = state.text().find("\"replayed\":\"" + hashText(hash) + "\"") != std::string::npos;
        CHECK(same == (with == sets));
    }
}

TEST_CASE("player: wrong commands get words and change nothing") {
    Player empty;
    CHECK(empty.command("play", "").error() == "no scene is loaded");
    CHECK(!empty.setPose(Pose(), true));
    Player player;
    start(player);
    player.step(2);
    const uint64_t hash = player.simulation()->hash();
    const std::pair<const char*, const char*> wrong[] = {
        {"dance", ""}, {"set", "strands"}, {"set", "nosuch=1"}, {"set", "windSpeed=fast"}, {"view", "exposure=0"}, {"step", "-1"}, {"step", "x"},
        {"move", "1"}, {"move", "5,0"}, {"turn", "1,2"}, {"turn", "4,0,0"}, {"motion", "stroll"}, {"show", "nosuch=on"}, {"camera", "1,2,3"},
        {"tool", "scissors"}, {"brush", "1"}, {"replay", "!!\n\n"}, {"take", "usda"}, {"take", "usda,99"}};
    for (const auto& [name, argument] : wrong) {
        INFO(name, " ", argument);
        Status done = player.command(name, argument);
        CHECK(!done);
        CHECK(done.error().size() > 12);
    }
    CHECK(player.simulation()->hash() == hash);
}

TEST_CASE("player: its statistics are those that the command line writes") {
    Player player;
    start(player, "shake");
    player.step(20);
    JsonWriter all, same;
    all.beginObject();
    player.writeStats(all);
    all.endObject();
    same.beginObject();
    writeStats(same, player.simulation()->stats());
    same.endObject();
    const std::string shared = same.text().substr(0, same.text().size() - 1);
    CHECK(all.text().substr(0, shared.size()) == shared);
    CHECK(shared.find("\"lengthError\":null,\"maxSpeed\":") != std::string::npos);
    CHECK(shared.find("\"penetration\":null,\"energy\":null") != std::string::npos);
    CHECK(player.simulation()->stats().maxSpeed > 0.01);
    CHECK(all.text().find("\"hairCentre\":[") != std::string::npos);
}

TEST_CASE("player: the brush touches hair, a press beside it looks around, and neither moves the head") {
    Player player;
    start(player);
    player.step(5);
    const At at = headAt(player);
    const Pose head = player.simulation()->head();
    REQUIRE(player.command("tool", "brush"));
    CHECK(player.whatIsAt(at.x, at.y) == Player::At::Brush);
    CHECK(player.brushPixels(at.x, at.y) > 5);
    const uint64_t before = player.simulation()->hash();
    point(player, PointerEvent::Kind::Down, at.x - 30, at.y);
    CHECK(player.busy());
    for (int i = 0; i < 6; ++i) {
        point(player, PointerEvent::Kind::Move, at.x + 20.0f * float(i), at.y);
        player.step(2);
    }
    point(player, PointerEvent::Kind::Up, at.x + 100, at.y);
    CHECK(!player.holds());
    CHECK(player.simulation()->hash() != before);
    const float yaw = player.camera().view().yaw;
    point(player, PointerEvent::Kind::Down, 20, 700);
    point(player, PointerEvent::Kind::Move, 20, 780);
    point(player, PointerEvent::Kind::Move, 80, 780);
    point(player, PointerEvent::Kind::Up, 80, 780);
    CHECK(std::fabs(player.camera().view().yaw - yaw) > 0.05);
    CHECK(apart(head, player.simulation()->head()) == 0);
}

TEST_CASE("player: a camera goes along with a head that jumps, and stays where it was put after the head was sent there") {
    Player player;
    start(player);
    const auto target = [&] { return player.camera().view().target; };
    Pose far;
    far.position = {0.8, 0, 0};
    const Vec3d before = target();
    REQUIRE(player.setPose(far, true));
    player.step(1);
    CHECK(lengthOf(target() - before - far.position) < 1e-6);
    far.position = {-0.8, 0, 0};
    REQUIRE(player.setPose(far, true));
    REQUIRE(player.command("camera", "0,0,1,-0.8,0.02,0"));
    player.step(2);
    CHECK(lengthOf(target() - Vec3d{-0.8, 0.02, 0}) < 1e-6);
    // One that was put elsewhere before goes along.
    REQUIRE(player.command("camera", "0,0,1,-0.8,0,0"));
    far.position = {0.4, 0, 0};
    REQUIRE(player.setPose(far, true));
    player.step(1);
    CHECK(lengthOf(target() - far.position) < 1e-6);
}

TEST_CASE("player: hair that rests is no change where pictures are coarse, until something touches it") {
    Player player;
    player.framing().setPicture(1000, 800, {});
    std::vector<std::string> hanging = little;
    hanging.push_back("sagFree=on");
    player.show(sceneOf("straight", hanging));
    player.setCoarse(true);
    for (int i = 0; i < 90; ++i) player.advance(1 / 60.0);
    REQUIRE(player.rests());
    const uint64_t changes = player.changes();
    for (int i = 0; i < 5; ++i) player.advance(1 / 60.0);
    CHECK(player.changes() == changes);
    player.setCoarse(false);
    player.advance(1 / 60.0);
    CHECK(player.changes() > changes);
    player.setCoarse(true);
    REQUIRE(player.command("idle", "on"));
    CHECK(!player.rests());
}

TEST_CASE("player: the time of hair that rests stands still until something may move it, and goes on to the bits of the same frames") {
    std::vector<std::string> hanging = little;
    hanging.push_back("sagFree=on");
    const auto frames = [](const Player& player) { return player.simulation()->stats().frames; };
    const auto play = [](Player& player, double seconds) {
        for (int i = 0; i < int(60 * seconds); ++i) player.advance(1 / 60.0);
    };
    Player player, stepped;
    for (Player* one : {&player, &stepped}) {
        one->framing().setPicture(1000, 800, {});
        one->show(sceneOf("straight", hanging));
    }
    play(player, 8);
    REQUIRE(player.asleep());
    const auto slept = frames(player);
    const uint64_t changes = player.changes();
    CHECK(slept < 8 * 60);
    play(player, 2);
    CHECK(frames(player) == slept);
    CHECK(player.changes() == changes);  // nothing to draw
    for (const char* wakes : {"windSpeed=2", "windSpeed=0", "drag=4"}) {
        REQUIRE(player.command("set", wakes));
        CHECK(!player.asleep());
        play(player, 0.5);
        CHECK(frames(player) > slept);
    }
    play(player, 12);
    REQUIRE(player.asleep());
    // A hand takes it up where it was.
    const At at = headAt(player);
    const auto before = frames(player);
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    point(player, PointerEvent::Kind::Move, at.x + 40, at.y);
    play(player, 0.5);
    CHECK(frames(player) > before + 20);
    CHECK(player.simulation()->head().position.x != 0);
    point(player, PointerEvent::Kind::Up, at.x + 40, at.y);
    // What slept is what was stepped as often.
    stepped.step(int(slept));
    Player again;
    again.framing().setPicture(1000, 800, {});
    again.show(sceneOf("straight", hanging));
    play(again, 30);
    REQUIRE(frames(again) == slept);
    CHECK(again.simulation()->hash() == stepped.simulation()->hash());
    // Wind and motions do not let it sleep.
    REQUIRE(again.command("set", "windSpeed=1"));
    play(again, 10);
    CHECK(!again.asleep());
    REQUIRE(again.command("set", "windSpeed=0"));
    REQUIRE(again.command("motion", "shake"));
    play(again, 20);
    CHECK(!again.asleep());
}

TEST_CASE("player: a clip that is dragged wakes hair that sleeps") {
    Player player;
    player.framing().setPicture(1000, 800, {});
    player.show(sceneOf("headband", {"strands=20", "bandWidth=0", "clipRadius=0.1"}));
    player.framing().camera().settle();
    // Between the camera and the head, where it holds none.
    const At at = headAt(player);
    const Vec3f place = -0.25f * player.camera().rayThrough(at.x, at.y).direction;
    const std::pair<const char*, float> values[] = {{"X", place.x}, {"Y", place.y}, {"Z", place.z}};
    for (const auto& [name, value] : values) REQUIRE(player.command("set", clipParam(0, name) + "=" + numberText(value)));
    const auto where = [&] { return holdersOf(player.simulation()->params())[1].center; };
    const auto wait = [&](int frames) { for (int i = 0; i < frames && !player.asleep(); ++i) player.advance(1 / 60.0); };
    wait(60 * 30);
    REQUIRE(player.asleep());
    const Vec3f before = where();
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    wait(60 * 30);  // held, it may sleep again
    REQUIRE(player.asleep());
    point(player, PointerEvent::Kind::Move, at.x + 30, at.y);
    CHECK(!player.asleep());
    CHECK(lengthOf(where() - before) > 0.005f);
}

}  // namespace player_test
