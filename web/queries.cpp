// What the page's program tells: the tables, its state, its figures.
#include "core/base/json.h"
#include "core/collide/head.h"
#include "core/files/formats.h"
#include "core/models/former_names.h"
#include "core/scenes/former_defaults.h"
#include "core/params/slider.h"
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
    json.key("change").value(row.change == ParamChange::Live ? "live" : "rebuild").key("byRatio").value(movesByRatio(row));
    if (*row.former) json.key("former").value(row.former);
    if (!row.shown) json.key("shown").value(false);
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
    json.endArray().key("formerModels").beginObject();
    for (const FormerName& former : formerNames())
        if (former.now == modelNow(former.model)) json.key(former.model).value(former.now);
    json.endObject().key("formerDefaults").beginArray();
    for (const FormerDefault& former : formerDefaults())
        json.beginObject().key("scene").value(former.scene).key("param").value(former.param).key("text").value(former.text).key("until").value(former.until).key("given").value(former.given).endObject();
    json.endArray().key("mostBeside").value(int64_t(play::Beside::most)).key("ball");
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
    const Simulation* simulation = player_.simulation();
    JsonWriter json;
    json.beginObject();
    player_.writeState(json);
    json.key("detail").value(double(detail())).key("whole").value(whole()).key("keeping").value(kept_ && !whole());
    json.key("threads").value(pool_->threads());
    json.key("panel").beginObject().key("refusals").value(refusals_).key("refusal").value(refusal_).endObject();
    json.key("hairColour").value(view::hairColour(player_.settings(), simulation ? simulation->scene().hairColour : "").name);
    json.endObject();
    return json.text();
}

std::string App::statsJson() const {
    if (!player_.simulation()) return "{}";
    const std::vector<view::HeadsDrawing::Seen> heads = seen(detail());
    JsonWriter json;
    json.beginObject();
    player_.writeStats(json);
    json.key("uploadedBytes").value(int64_t(heads_.uploadedBytes()));
    json.key("hairsDrawn").value(int64_t(heads_.drawnStrands(heads))).key("trianglesDrawn").value(int64_t(heads_.drawnTriangles(heads)));
    json.key("opacityMap").value(heads[0].look.layers <= 0 ? "none" : heads_.of(0).shadows().floats() ? "half floats" : "bytes");
    json.endObject();
    return json.text();
}

// How far the hair of the last picture runs inside the bust, sample by sample.
std::string App::skinJson() const {
    const BustPlace& bust = heads_.of(0).bust();
    if (!player_.simulation() || lost_ || !(bust.scale > 0)) return "null";
    view::HairDrawing::Drawn drawn = heads_.of(0).hair().readDrawn(seen(detail())[0].look);
    const Quatf toHead = conjugate(player_.drawnHead().orientation);
    for (Vec3f& p : drawn.points) p = bust.toBust(rotate(toHead, p));
    std::vector<float> distance(drawn.points.size());
    headDistances(drawn.points.data(), int(drawn.points.size()), distance.data());
    for (float& d : distance) d *= bust.scale;
    const size_t guides = player_.simulation()->content().groom.strands() * size_t(drawn.samples);
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
    if (what == "recording") return player_.recordingJson();
    if (what == "skin") return skinJson();
    return "";
}

}  // namespace web
}  // namespace ringlet
