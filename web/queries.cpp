// What the page's program tells: the tables, its state, its figures.
#include "core/base/hash.h"
#include "core/base/json.h"
#include "core/collide/head.h"
#include "core/files/formats.h"
#include "core/scenes/stats_json.h"
#include "core/scenes/ball.h"
#include "core/scenes/wind.h"
#include "web/app.h"

#include <ringlet_engine.h>  // made by cmake/EngineVersion.cmake

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace web {

namespace {

void writeRow(JsonWriter& json, const ParamInfo& row) {
    static const char* const kinds[] = {"real", "integer", "toggle", "choice"};
    json.beginObject();
    json.key("name").value(row.name).key("unit").value(row.unit).key("kind").value(kinds[int(row.kind)]);
    json.key("default").value(row.byDefault).key("low").value(row.low).key("high").value(row.high);
    json.key("help").value(row.help);
    json.key("change").value(row.change == ParamChange::Live ? "live" : "rebuild");
    if (!row.choices.empty()) {
        json.key("choices").beginArray();
        for (const char* choice : row.choices) json.value(choice);
        json.endArray();
    }
    json.endObject();
}

void writeRows(JsonWriter& json, const ParamTable& rows) {
    json.beginArray();
    for (const ParamInfo& row : rows) writeRow(json, row);
    json.endArray();
}

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

}  // namespace

std::string App::listJson() const {
    JsonWriter json;
    json.beginObject().key("engine").value(RINGLET_ENGINE).key("scenes").beginArray();
    for (const SceneInfo& scene : scenes()) {
        json.beginObject().key("name").value(scene.name).key("title").value(scene.title).key("summary").value(scene.summary);
        json.key("kind").value(sceneKinds[int(scene.kind)].name).key("hairColour").value(scene.hairColour);
        json.key("model").value(scene.model).key("motion").value(scene.motion);
        json.key("needsFiles").value(scene.needsFiles).key("growsHair").value(scene.growsHair);
        json.key("params");
        writeRows(json, sceneParams(scene).rows());
        json.endObject();
    }
    json.endArray().key("kinds").beginArray();
    for (int i = 0; i < sceneKindCount; ++i) {
        json.beginObject().key("name").value(sceneKinds[i].name).key("title").value(sceneKinds[i].title);
        json.key("summary").value(sceneKinds[i].summary).endObject();
    }
    json.endArray().key("models").beginArray();
    for (const ModelInfo& model : models()) {
        json.beginObject().key("name").value(model.name).key("summary").value(model.summary).key("params");
        writeRows(json, model.params ? *model.params : ParamTable());
        json.endObject();
    }
    json.endArray().key("ball");
    writeRows(json, ballParams());
    json.key("wind");
    writeRows(json, windParams());
    json.key("formats").beginArray();
    for (const FormatInfo& format : formats()) {
        json.beginObject().key("name").value(format.name).key("extension").value(format.extension);
        json.key("summary").value(format.summary).key("readsStrands").value(format.readStrands != nullptr);
        json.key("readsMesh").value(format.readMesh != nullptr);
        json.key("writesStrands").value(format.writeStrands != nullptr);
        json.key("writesMotion").value(format.startMotion != nullptr).endObject();
    }
    json.endArray();
    json.key("motions").beginArray();
    for (const MotionInfo& motion : motions())
        json.beginObject().key("name").value(motion.name).key("summary").value(motion.summary).endObject();
    json.endArray().key("picture");
    writeRows(json, view::viewTable);
    json.key("hairColours").beginArray();
    for (int i = 0; i < view::hairColourCount; ++i) {
        char hex[8];
        std::snprintf(hex, sizeof hex, "#%06x", unsigned(view::hairColours[i].display));
        json.beginObject().key("name").value(view::hairColours[i].name).key("display").value(hex).endObject();
    }
    json.endArray().endObject();
    return json.text();
}

std::string App::stateJson() const {
    JsonWriter json;
    json.beginObject();
    json.key("scene").value(simulation_ ? simulation_->scene().name : std::string());
    json.key("model").value(simulation_ ? simulation_->modelInfo().name : std::string());
    json.key("idle").value(idle_).key("tool").value(brushing_ ? "brush" : "hand");
    json.key("needsFiles").value(simulation_ && simulation_->scene().needsFiles);
    json.key("brushRadius").value(brush_.radius());
    json.key("activity").beginObject();
    json.key("mode").value(recorder_ ? "recording" : player_ ? "replaying" : "free");
    json.key("frame").value(int64_t(recorder_ ? recorder_->recording().frames : player_ ? player_->frame() : 0));
    json.key("frames").value(int64_t(player_ ? player_->recording().frames : Recording::mostFrames));
    json.key("kept").value(recorded_ != nullptr);
    json.key("expected").value(expectedHash_).key("replayed").value(replayedHash_);
    json.endObject();
    json.key("take").beginObject().key("running").value(take_.running());
    json.key("seconds").value(take_.taken()).key("of").value(take_.wanted());
    json.key("problem").value(take_.problem()).endObject();
    json.key("motion").value(playback_.motion);
    json.key("detail").value(double(detail())).key("keeping").value(kept_ && detail() < mostDetail());
    json.key("playing").value(playback_.playing).key("slow").value(playback_.slow);
    writeFigures(json, playback_);
    json.key("speed").value(simulated_.value(1)).key("threads").value(pool_ ? pool_->threads() : 1);
    json.key("show").beginObject();
    json.key("targets").value(show_.targets).key("auxiliary").value(show_.auxiliary);
    json.key("particles").value(show_.particles).key("colliders").value(show_.colliders).endObject();
    if (simulation_) {
        json.key("params");
        writeTexts(json, simulation_->params(), false);
        json.key("changed");
        writeTexts(json, simulation_->params(), true);
        json.key("notes").beginArray();
        for (const std::string& note : simulation_->content().notes) json.value(note);
        json.endArray();
        const FoundPlacement& found = simulation_->content().found;
        if (found.unit > 0) {
            json.key("placement").beginObject().key("unit").value(double(found.unit));
            json.key("up").value(std::string(found.up)).key("under").value(std::string(found.under)).endObject();
        }
        Pose head = simulation_->head();
        json.key("pose");
        writeNumbers(json, head.position.x, head.position.y, head.position.z, head.orientation.x, head.orientation.y,
                     head.orientation.z, head.orientation.w);
    }
    json.key("hairColour").value(view::hairColour(settings_, simulation_ ? simulation_->scene().hairColour : "").name);
    json.key("picture");
    writeTexts(json, settings_, false);
    json.key("pictureChanged");
    writeTexts(json, settings_, true);
    view::Camera::View v = camera_.view();
    json.key("camera");
    writeNumbers(json, v.yaw, v.pitch, v.scale, v.target.x, v.target.y, v.target.z);
    json.endObject();
    return json.text();
}

std::string App::statsJson() const {
    if (!simulation_) return "{}";
    Stats stats = simulation_->stats();
    Curves curves = simulation_->model().curves();
    // Without measuring, the fastest particle of the last frame is found here.
    double fastest = 0;
    Vec3d sum{0, 0, 0};
    size_t strands = 0, particles = 0;
    for (const CurveBlock& block : curves.blocks) {
        strands += block.strands;
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 0; p < block.particles; ++p, ++particles) {
                Vec3d now = view::toDouble(curvePoint(block, s, p)) + curves.head.position;
                sum = sum + now;
                if (measure_ || !block.previous) continue;
                CurveBlock before = block;
                before.positions = block.previous;
                Vec3d then = view::toDouble(curvePoint(before, s, p)) + curves.previousHead.position;
                fastest = std::max(fastest, lengthOf(now - then) * 60);
            }
    }
    JsonWriter json;
    json.beginObject();
    json.key("frames").value(int64_t(stats.frames));
    json.key("strands").value(int64_t(strands)).key("particles").value(int64_t(particles));
    json.key("ms").beginObject().key("min").value(stats.msMin).key("avg").value(stats.msAverage);
    json.key("max").value(stats.msMax).endObject();
    json.key("maxSpeed").value(measure_ ? stats.maxSpeed : fastest);
    if (measure_) {
        json.key("lengthError").beginObject().key("avg").value(stats.length.average);
        json.key("segment").value(stats.length.segment).key("max").value(stats.length.worst).endObject();
        json.key("penetration").beginObject().key("count").value(int64_t(stats.penetrations));
        json.key("maxDepth").value(stats.maxDepth).endObject();
        writeEnergy(json, stats);
    } else {
        json.key("lengthError").null().key("penetration").null().key("energy").null();
    }
    json.key("resets").value(int64_t(stats.resets)).key("hash").value(hashText(stats.hash));
    writeFigures(json, playback_);
    json.key("uploadedBytes").value(int64_t(renderer_.hair().uploadedBytes()));
    json.key("hairsDrawn").value(int64_t(renderer_.hair().drawnStrands(look())));
    json.key("trianglesDrawn").value(int64_t(renderer_.hair().drawnTriangles(look())));
    json.key("opacityMap").value(look().layers <= 0 ? "none" : renderer_.shadows().floats() ? "half floats" : "bytes");
    json.key("time").value(simulation_->time());
    double n = double(std::max<size_t>(particles, 1));
    json.key("hairCentre");
    writeNumbers(json, sum.x / n, sum.y / n, sum.z / n);
    json.endObject();
    return json.text();
}

std::string App::recordingJson() const {
    if (!recorded_) return "null";
    JsonWriter json;
    json.beginObject().key("frames").value(int64_t(recorded_->frames));
    json.key("head").value(recorded_->headText()).key("brush").value(recorded_->brushText());
    json.key("changes").beginArray();
    for (const Recording::Change& change : recorded_->changes) {
        json.beginArray().value(int64_t(change.frame)).value(change.name).value(change.value).endArray();
    }
    json.endArray().key("hash").value(hashText(recordedHash_)).endObject();
    return json.text();
}

// How far the hair of the last picture runs inside the bust, sample by sample.
std::string App::skinJson() const {
    const BustPlace& bust = renderer_.bust();
    if (!simulation_ || lost_ || !(bust.scale > 0)) return "null";
    view::HairDrawing::Drawn drawn = renderer_.hair().readDrawn(look());
    const Quatf toHead = conjugate(renderer_.drawnHead(mixing_).orientation);
    for (Vec3f& p : drawn.points) p = bust.toBust(rotate(toHead, p));
    std::vector<float> distance(drawn.points.size());
    headDistances(drawn.points.data(), int(drawn.points.size()), distance.data());
    for (float& d : distance) d *= bust.scale;
    const size_t guides = simulation_->content().groom.strands() * size_t(drawn.samples);
    size_t deeper[2] = {0, 0};   // than 1 mm: samples of simulated and of added strands
    double deepest[2] = {0, 0};  // m
    for (size_t i = 0; i < distance.size(); ++i) {
        const int added = i >= guides ? 1 : 0;
        if (distance[i] < -0.001f) ++deeper[added];
        deepest[added] = std::max(deepest[added], -double(distance[i]));
    }
    JsonWriter json;
    json.beginObject().key("samples").value(int64_t(distance.size()));
    json.key("strands").value(int64_t(drawn.samples ? distance.size() / size_t(drawn.samples) : 0));
    for (int added : {0, 1}) {
        json.key(added ? "added" : "simulated").beginObject();
        json.key("deeper").value(int64_t(deeper[added])).key("deepest").value(deepest[added]).endObject();
    }
    json.endObject();
    return json.text();
}

std::string App::query(const std::string& what) {
    if (what == "list") return listJson();
    if (what == "state") return stateJson();
    if (what == "stats") return statsJson();
    if (what == "recording") return recordingJson();
    if (what == "skin") return skinJson();
    return "";
}

}  // namespace web
}  // namespace ringlet
