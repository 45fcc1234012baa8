// Heads beside the first: moved as it is, each to the bits that it has alone.
#include "core/play/player.h"

#include <doctest/doctest.h>

using namespace ringlet;
using play::Player;
using play::PointerEvent;

namespace {

play::Scene sceneOf(const char* name, const std::string& model = {}) {
    play::Scene scene;
    scene.motion = "still";
    scene.options.measure = false;
    scene.options.modelName = model;
    Params params = sceneParams(*findScene(name), model);
    REQUIRE(params.setAll({"strands=20", "particles=6"}, "assignments"));
    auto made = Simulation::make(name, params, scene.options);
    REQUIRE(made);
    scene.simulation = std::move(made.value());
    auto still = makeMotion("still");
    REQUIRE(still);
    scene.simulation->setMotion(std::move(still.value()));
    return scene;
}

void start(Player& player, const char* scene = "straight", const std::string& model = {}) {
    player.framing().setPicture(1200, 800, {});
    player.show(sceneOf(scene, model));
    player.framing().camera().settle();
    REQUIRE(player.command("pause", ""));
}

std::string stateOf(const Player& player) {
    JsonWriter json;
    json.beginObject();
    player.writeState(json);
    json.endObject();
    return json.text();
}

// What a hand, a brush, parameters and a motion do to a player.
void handle(Player& player, float x, float y) {
    REQUIRE(player.command("set", "windSpeed=3"));
    player.pointer({PointerEvent::Kind::Down, 0, x, y, 0, false, false});
    for (int i = 1; i <= 5; ++i) {
        player.pointer({PointerEvent::Kind::Move, 0, x + 8.0f * float(i), y - 4, 0, false, false});
        player.step(2);
    }
    player.pointer({PointerEvent::Kind::Up, 0, x + 40, y - 4, 0, false, false});
    player.step(10);
    REQUIRE(player.command("motion", "shake"));
    player.step(20);
    REQUIRE(player.command("reset", ""));
    REQUIRE(player.command("set", "drag=5"));
    player.step(7);
}

}  // namespace

TEST_CASE("beside: each head has the bits that it has alone, whatever moves them, and whichever of them is dragged") {
    const char* names[] = {"straight", "wavy", "straight"};
    const std::string models[] = {"", "", "discrete-rod"};
    for (size_t dragged = 0; dragged < 3; ++dragged) {
        Player together;
        start(together);
        REQUIRE(together.command("beside", "wavy,straight:discrete-rod"));
        const std::vector<const Simulation*> heads = together.heads();
        REQUIRE(heads.size() == 3);
        const view::Camera::Pixels first = together.camera().pixelsOf({0, 0, 0}), away = together.framing().cells().away(dragged);
        REQUIRE(together.whatIsAt(first.x + away.x, first.y + away.y) == Player::At::Head);
        handle(together, first.x + away.x, first.y + away.y);
        for (size_t i = 0; i < 3; ++i) {
            CAPTURE(i);
            // Alone, but dragged in the same picture: a hand moves the head by pixels.
            Player alone;
            start(alone, names[i], models[i]);
            alone.framing().setPicture(1200, 800, together.framing().cells().insets(0));
            alone.framing().camera().setView(together.framing().camera().view());
            CHECK(heads[i]->stats().frames == 7);
            CHECK(lengthOf(heads[i]->head().position - heads[0]->head().position) == 0);
            if (i == 0) handle(alone, first.x, first.y);
            if (i == 0) CHECK(alone.simulation()->hash() == heads[i]->hash());
        }
    }
}

TEST_CASE("beside: other styles and models follow a motion and set poses to the bits of their own") {
    Player together;
    start(together);
    REQUIRE(together.command("beside", "wavy,straight:discrete-rod"));
    REQUIRE(together.command("motion", "violent"));
    together.step(30);
    Pose pose;
    pose.position = {0.05, 0.02, 0};
    REQUIRE(together.setPose(pose, true));
    together.step(5);
    const char* names[] = {"straight", "wavy", "straight"};
    const std::string models[] = {"", "", "discrete-rod"};
    for (size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        Player alone;
        start(alone, names[i], models[i]);
        REQUIRE(alone.command("motion", "violent"));
        alone.step(30);
        REQUIRE(alone.setPose(pose, true));
        alone.step(5);
        CHECK(alone.simulation()->hash() == together.heads()[i]->hash());
    }
}

TEST_CASE("beside: a recording is played again by all of them") {
    Player player;
    start(player);
    REQUIRE(player.command("beside", "wavy"));
    player.step(5);
    REQUIRE(player.command("record", "on"));
    REQUIRE(player.heads().size() == 2);
    CHECK(!player.command("beside", ""));
    const view::Camera::Pixels at = player.camera().pixelsOf({0, 0, 0});
    player.pointer({PointerEvent::Kind::Down, 0, at.x, at.y, 0, false, false});
    player.pointer({PointerEvent::Kind::Move, 0, at.x + 50, at.y, 0, false, false});
    player.step(12);
    REQUIRE(player.command("set", "windSpeed=4"));
    player.step(9);
    const uint64_t hashes[] = {player.heads()[0]->hash(), player.heads()[1]->hash()};
    REQUIRE(player.command("record", "off"));
    const std::string kept = player.recordingJson();
    const auto part = [&](const std::string& name) {
        const size_t begin = kept.find("\"" + name + "\":\"") + name.size() + 4;
        return kept.substr(begin, kept.find('"', begin) - begin);
    };
    REQUIRE(player.command("set", "windSpeed=0"));
    player.step(3);
    REQUIRE(player.command("replay", part("head") + "\n" + part("brush") + "\n" + part("hash") + "\n12 windSpeed=4"));
    REQUIRE(player.heads().size() == 2);
    player.step(21);
    for (size_t i : {size_t{0}, size_t{1}}) CHECK(player.heads()[i]->hash() == hashes[i]);
}

TEST_CASE("beside: what is there stays, what cannot be shown is said in a line and changes nothing") {
    Player player;
    start(player);
    REQUIRE(player.command("beside", "wavy,curly"));
    const Simulation* wavy = player.heads()[1];
    REQUIRE(player.command("beside", "coily,wavy"));
    CHECK(player.heads()[2] == wavy);
    CHECK(stateOf(player).find("\"beside\":\"coily,wavy\"") != std::string::npos);
    CHECK(player.heads()[1]->content().groom.strands() == 20);  // as has been chosen for the first
    for (const char* wrong : {"wavee", "wavy:dftlx", "sintel", "wavy,", ",", "wavy,wavy,wavy,wavy,wavy,wavy,wavy,wavy,wavy", "wavy:"}) {
        CAPTURE(wrong);
        const Status refused = player.command("beside", wrong);
        CHECK(!refused);
        CHECK(refused.error().find('\n') == std::string::npos);
        CHECK(player.heads().size() == 3);
    }
    // Names of a parameter that chooses the model of some, and is another's own choice, move no one to another model.
    REQUIRE(player.command("beside", "wavy,wavy:dftl-published,wavy:discrete-rod"));
    Player rods;
    start(rods, "straight", "discrete-rod");
    REQUIRE(rods.command("set", "step=published"));
    REQUIRE(rods.command("beside", "wavy,wavy:dftl-published,wavy:discrete-rod"));
    REQUIRE(rods.command("set", "step=default"));
    for (const char* step : {"default", "published"}) {
        REQUIRE(rods.command("set", std::string("step=") + step));
        CHECK(std::string(rods.heads()[1]->modelInfo().name) == "elastic-strand");
        CHECK(std::string(rods.heads()[2]->modelInfo().name) == "dftl-published");
        CHECK(std::string(rods.heads()[3]->modelInfo().name) == "discrete-rod");
        CHECK(rods.heads()[3]->params().text("step") == step);
    }
    REQUIRE(player.command("set", "strands=12"));
    for (const Simulation* head : player.heads()) CHECK(head->content().groom.strands() == 12);
    REQUIRE(player.command("beside", ""));
    CHECK(player.heads().size() == 1);
    REQUIRE(player.command("beside", "wavy"));
    player.show(sceneOf("curly"));
    CHECK(player.heads().size() == 1);  // another scene comes alone
}
