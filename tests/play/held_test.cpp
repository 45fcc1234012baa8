// What is held or recorded when something else comes.
#include "tests/play/little_player.h"

namespace player_test {

TEST_CASE("player: a recording under way is not lost to another that begins, nor to a replay") {
    Player player;
    start(player);
    REQUIRE(player.command("record", "on"));
    player.step(6);
    REQUIRE(player.command("record", "off"));
    const std::string kept = player.recordingJson();
    REQUIRE(player.command("record", "on"));
    player.step(9);
    const uint64_t hash = player.simulation()->hash();
    const size_t begin = kept.find("\"head\":\"") + 8;
    const std::string replay = kept.substr(begin, kept.find('"', begin) - begin) + "\n\n";
    for (const auto& [name, argument] : {std::pair<const char*, std::string>{"record", "on"}, {"replay", replay}}) {
        CHECK(player.command(name, argument).error() == "a recording is under way; end it first");
        CHECK(player.simulation()->hash() == hash);
    }
    REQUIRE(player.command("record", "off"));
    CHECK(player.recordingJson().find("\"frames\":9") != std::string::npos);
    CHECK(player.command("replay", replay));
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

}  // namespace player_test
