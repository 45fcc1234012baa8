// What the player tells: its state, its figures.
#include "core/play/player.h"

#include "core/scenes/stats_json.h"
#include "core/view/matrix.h"

#include <algorithm>

namespace ringlet {
namespace play {

namespace {

void writeTexts(JsonWriter& json, const Params& params, bool onlyChanged) {
    json.beginObject();
    if (onlyChanged) {
        for (const auto& [name, text] : params.changed()) json.key(name).value(text);
    } else {
        for (const ParamInfo& row : params.rows()) json.key(row.name).value(params.text(row.name));
    }
    json.endObject();
}

template <class... T>
void writeNumbers(JsonWriter& json, T... numbers) {
    json.beginArray();
    (json.value(double(numbers)), ...);
    json.endArray();
}

void writeFigures(JsonWriter& json, const view::Playback& playback) {
    json.key("fps").value(playback.fps).key("simulationMs").value(playback.simulationMs);
    json.key("drawingMs").value(playback.drawingMs).key("uploadMs").value(playback.uploadMs);
}

// The hair, and what is known of it.
void writeScene(JsonWriter& json, const Simulation& simulation) {
    json.key("scene").value(simulation.scene().name).key("model").value(simulation.modelInfo().name);
    json.key("published").value(simulation.modelInfo().published);
    json.key("needsFiles").value(simulation.scene().needsFiles);
    json.key("params");
    writeTexts(json, simulation.params(), false);
    json.key("changed");
    writeTexts(json, simulation.params(), true);
    json.key("notes").beginArray();
    for (const std::string& note : simulation.content().notes) json.value(note);
    json.endArray();
    const FoundPlacement& found = simulation.content().found;
    if (found.unit > 0) {
        json.key("placement").beginObject().key("unit").value(double(found.unit));
        json.key("up").value(std::string(found.up)).key("under").value(std::string(found.under)).endObject();
    }
    const Pose head = simulation.head();
    json.key("pose");
    writeNumbers(json, head.position.x, head.position.y, head.position.z, head.orientation.x, head.orientation.y,
                 head.orientation.z, head.orientation.w);
}

// The mean of all particles, m, world.
Vec3d middleOf(const Curves& curves) {
    Vec3d sum{0, 0, 0};
    double particles = 0;
    for (const CurveBlock& block : curves.blocks) {
        particles += double(block.strands) * block.particles;
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 0; p < block.particles; ++p) sum = sum + toDouble(curvePoint(block, s, p)) + curves.head.position;
    }
    return sum * (1 / std::max(particles, 1.0));
}

}  // namespace

void Player::writeState(JsonWriter& json) const {
    if (simulation_) writeScene(json, *simulation_);
    if (simulation_) json.key("remark").value(remark());
    json.key("beside").value(beside_.names());
    json.key("idle").value(idle_).key("tool").value(brushing_ ? "brush" : "hand").key("brushRadius").value(brush_.radius());
    takes_.writeState(json);
    json.key("take").beginObject().key("running").value(motionTake_.running());
    json.key("seconds").value(motionTake_.taken()).key("of").value(motionTake_.wanted());
    json.key("problem").value(motionTake_.problem()).endObject();
    json.key("motion").value(playback_.motion).key("playing").value(playback_.playing).key("slow").value(playback_.slow);
    json.key("asleep").value(simulation_ && asleep());
    writeFigures(json, playback_);
    json.key("speed").value(simulated_.value(1));
    json.key("show").beginObject();
    json.key("targets").value(show_.targets).key("auxiliary").value(show_.auxiliary);
    json.key("particles").value(show_.particles).key("colliders").value(show_.colliders);
    json.key("density").value(show_.density).endObject();
    json.key("picture");
    writeTexts(json, settings_, false);
    json.key("pictureChanged");
    writeTexts(json, settings_, true);
    const view::Camera::View v = camera().view();
    json.key("camera");
    writeNumbers(json, v.yaw, v.pitch, v.scale, v.target.x, v.target.y, v.target.z);
    json.key("cameraDistance").value(camera().distance());
}

void Player::writeStats(JsonWriter& json) const {
    ringlet::writeStats(json, simulation_->stats());
    writeFigures(json, playback_);
    json.key("time").value(simulation_->time());
    const Vec3d centre = middleOf(simulation_->model().curves());
    json.key("hairCentre");
    writeNumbers(json, centre.x, centre.y, centre.z);
}

}  // namespace play
}  // namespace ringlet
