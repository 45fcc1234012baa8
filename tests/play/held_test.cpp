// What is held or recorded when something else comes.
#include "tests/play/little_player.h"

namespace player_test {
namespace {

// Has six frames of stillness recorded; returns what the command that plays them again takes.
std::string recordSix(Player& player) {
    start(player);
    REQUIRE(player.command("record", "on"));
    player.step(6);
    REQUIRE(player.command("record", "off"));
    const std::string json = player.recordingJson();
    const size_t begin = json.find("\"head\":\"") + 8;
    return json.substr(begin, json.find('"', begin) - begin) + "\n\n";
}

bool does(const Player& player, const std::string& mode) {
    JsonWriter state;
    player.writeState(state.beginObject());
    state.endObject();
    return state.text().find("\"mode\":\"" + mode + "\"") != std::string::npos;
}

}  // namespace

TEST_CASE("player: a recording under way is not lost to another that begins, nor to a replay") {
    Player player;
    const std::string replay = recordSix(player);
    REQUIRE(player.command("record", "on"));
    player.step(9);
    const uint64_t hash = player.simulation()->hash();
    for (const auto& [name, argument] : {std::pair<const char*, std::string>{"record", "on"}, {"replay", replay}}) {
        CHECK(player.command(name, argument).error() == "a recording is under way; end it first");
        CHECK(player.simulation()->hash() == hash);
    }
    REQUIRE(player.command("record", "off"));
    CHECK(player.recordingJson().find("\"frames\":9") != std::string::npos);
    CHECK(player.command("replay", replay));
}

TEST_CASE("player: a recording that begins during a replay takes over, also before the replay's first frame") {
    Player player;
    const std::string replay = recordSix(player);
    const uint64_t rested = player.simulation()->hash();
    for (const int replayed : {0, 2}) {
        REQUIRE(player.command("replay", replay));
        player.step(replayed);
        REQUIRE(player.command("record", "on"));
        player.step(6);
        CHECK(does(player, "recording"));
        CHECK(player.simulation()->hash() == rested);  // from the scene built anew
        REQUIRE(player.command("record", "off"));
        CHECK(player.recordingJson().find("\"frames\":6") != std::string::npos);
    }
}

TEST_CASE("player: a parameter ends a replay, also one that builds the hair anew; a wrong one changes nothing") {
    Player player;
    const std::string replay = recordSix(player);
    for (const char* assignment : {"windSpeed=1", "particles=7"}) {
        REQUIRE(player.command("replay", replay));
        player.step(2);
        for (const char* wrong : {"windSpeed=fast", "particles=0", "nosuch=1"}) CHECK(!player.command("set", wrong));
        CHECK(does(player, "replaying"));
        CHECK(player.command("set", assignment));
        CHECK(does(player, "free"));
    }
}

TEST_CASE("player: what is held is let go when another scene comes and by a reset, and moves nothing there") {
    for (const bool another : {true, false}) {
        Player player;
        player.framing().setPicture(1000, 800, {});
        std::vector<std::string> withBall = little;
        withBall.insert(withBall.end(), {"ballRadius=0.08", "ballX=0", "ballY=0.1", "ballZ=0.25"});
        const auto show = [&] {
            player.show(sceneOf("straight", withBall));
            player.framing().camera().settle();
        };
        show();
        REQUIRE(player.command("pause", ""));
        const view::Camera::Pixels at = player.camera().pixelsOf(Vec3d{0, 0.1, 0.25});
        const auto ballX = [&] { return player.simulation()->params().text("ballX"); };
        point(player, PointerEvent::Kind::Down, at.x, at.y);
        point(player, PointerEvent::Kind::Move, at.x + 30, at.y);
        REQUIRE(ballX() != "0");  // it is held
        if (another) show();
        else REQUIRE(player.command("reset", ""));
        CHECK(!player.holds());
        const std::string there = ballX();
        point(player, PointerEvent::Kind::Move, at.x + 60, at.y);
        CHECK(ballX() == there);
    }
}

TEST_CASE("player: a script that moves the head lets go of the head alone: who looks around or brushes goes on") {
    Player player;
    start(player);
    const At at = headAt(player);
    const auto send = [&] { REQUIRE(player.setPose({{0.01, 0, 0}, {0, 0, 0, 1}}, false)); };
    const float yaw = player.camera().view().yaw;
    point(player, PointerEvent::Kind::Down, 20, 700);
    send();
    point(player, PointerEvent::Kind::Move, 80, 700);
    CHECK(std::fabs(player.camera().view().yaw - yaw) > 0.05);
    point(player, PointerEvent::Kind::Up, 80, 700);
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    REQUIRE(player.holds());
    send();
    CHECK(!player.holds());
    point(player, PointerEvent::Kind::Up, at.x, at.y);
    REQUIRE(player.command("tool", "brush"));
    point(player, PointerEvent::Kind::Down, at.x, at.y);
    send();
    CHECK(player.busy());
}

TEST_CASE("player: with the brush two fingers on the hair look around and zoom; the first of them beside it, they pan") {
    for (const bool onHair : {true, false}) {
        Player player;
        start(player);
        REQUIRE(player.command("tool", "brush"));
        const At at = headAt(player), from = onHair ? at : At{20, 700};
        const auto finger = [&](PointerEvent::Kind kind, int id, float x, float y) { player.pointer({kind, id, x, y, 0, false, true}); };
        const view::Camera::View before = player.camera().view();
        finger(PointerEvent::Kind::Down, 0, from.x, from.y);
        finger(PointerEvent::Kind::Down, 1, from.x + 80, from.y);
        finger(PointerEvent::Kind::Move, 0, from.x + 60, from.y);
        finger(PointerEvent::Kind::Move, 1, from.x + 140, from.y);
        const view::Camera::View now = player.camera().view();
        CHECK((std::fabs(now.yaw - before.yaw) > 0.05) == onHair);
        CHECK((lengthOf(now.target - before.target) > 0.01) == !onHair);
        finger(PointerEvent::Kind::Move, 1, from.x + 220, from.y);
        CHECK(player.camera().view().scale < 0.7f * before.scale);
    }
}

TEST_CASE("player: beside hair that is longer than wide a finger with the brush looks around") {
    Player player;
    start(player);
    const view::HeadPicker::Frame& frame = player.framing().picker().frame();
    const Vec3d middle = player.framing().middleOf(player.drawnHead());
    const float pixels = player.camera().pixelsPerRadian() / player.camera().depthOf(middle);
    REQUIRE(1.25f * frame.halfWidth < frame.halfHeight);
    const view::Camera::Pixels at = player.camera().pixelsOf(middle);
    REQUIRE(player.command("tool", "brush"));
    CHECK(player.whatIsAt(at.x, at.y - 0.9f * pixels * frame.halfHeight) == Player::At::Brush);
    const float beside = at.x + 1.25f * pixels * frame.halfWidth, pitch = player.camera().view().pitch;
    point(player, PointerEvent::Kind::Down, beside, at.y);
    point(player, PointerEvent::Kind::Move, beside, at.y + 10);
    point(player, PointerEvent::Kind::Move, beside, at.y + 60);
    CHECK(std::fabs(player.camera().view().pitch - pitch) > 0.05f);
}

TEST_CASE("player: a telephone shows a bust with both shoulders") {
    for (const char* scene : {"straight", "wavy"}) {
        Player player;
        player.framing().setPicture(390, 844, {12, 60, 12, 200});
        player.show(sceneOf(scene, {"strands=300"}));
        player.framing().camera().settle();
        const Pose& head = player.drawnHead();
        float left = 390, right = 0;
        for (Vec3f v : player.simulation()->content().head->vertices) {
            const view::Camera::Pixels at = player.camera().pixelsOf(head.position + toDouble(rotate(head.orientation, v)));
            left = std::min(left, at.x);
            right = std::max(right, at.x);
        }
        CAPTURE(scene);
        CHECK(left >= 8);
        CHECK(right <= 390 - 8);
        CHECK(right - left > 0.75f * 390);  // and no smaller than it has to be
    }
}

}  // namespace player_test
