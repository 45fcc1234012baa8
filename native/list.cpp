// ringlet list: what this program has, for people or as JSON.
#include "core/base/json.h"
#include "core/files/formats.h"
#include "core/scenes/scene.h"
#include "core/scenes/motion.h"
#include "core/scenes/ball.h"
#include "core/scenes/wind.h"
#include "core/view/view_settings.h"
#include "native/bench.h"
#include "native/command.h"

#include <cstdio>

namespace ringlet::cli {
namespace {

const std::vector<OptionRow> listRows = {{"--json", nullptr, "one JSON object in place of text"},
                                     {"--help", nullptr, "this text"}};

const char* kindName(ParamKind kind) {
    switch (kind) {
    case ParamKind::Integer: return "integer";
    case ParamKind::Toggle: return "toggle";
    case ParamKind::Choice: return "choice";
    case ParamKind::Real: break;
    }
    return "real";
}

// Values of a row as numbers, or as words where the row has words.
void writeRowValue(JsonWriter& json, const ParamInfo& row, double value) {
    if (row.kind == ParamKind::Toggle) {
        json.value(value != 0);
    } else if (row.kind == ParamKind::Choice) {
        json.value(row.choices[static_cast<size_t>(value)]);
    } else if (row.kind == ParamKind::Integer) {
        json.value(value);
    } else {
        json.value(static_cast<float>(value));  // as it is stored: the shortest digits
    }
}

void writeParams(JsonWriter& json, const char* key, const ParamTable& table) {
    json.key(key).beginArray();
    for (const ParamInfo& row : table) {
        if (!row.shown) continue;
        json.beginObject();
        json.key("name").value(row.name).key("kind").value(kindName(row.kind)).key("unit").value(row.unit);
        json.key("default");
        writeRowValue(json, row, row.byDefault);
        if (row.kind == ParamKind::Choice) {
            json.key("choices").beginArray();
            for (const char* choice : row.choices) json.value(choice);
            json.endArray();
        } else if (row.kind != ParamKind::Toggle) {
            json.key("low").value(row.low).key("high").value(row.high);
        }
        json.key("change").value(row.change == ParamChange::Live ? "live" : "rebuild").key("help").value(row.help);
        json.endObject();
    }
    json.endArray();
}

template <class Info, class Body>
void writeAll(JsonWriter& json, const char* key, const std::vector<Info>& infos, const Body& body) {
    json.key(key).beginArray();
    for (const Info& info : infos) {
        json.beginObject();
        json.key("name").value(info.name).key("summary").value(info.summary);
        body(info);
        json.endObject();
    }
    json.endArray();
}

std::string jsonText() {
    JsonWriter json(2);
    json.beginObject();
    writeAll(json, "models", models(), [&](const ModelInfo& model) {
        if (model.params) writeParams(json, "params", *model.params);
    });
    writeAll(json, "scenes", scenes(), [&](const SceneInfo& scene) {
        json.key("title").value(scene.title).key("model").value(scene.model).key("motion").value(scene.motion);
        json.key("needsFiles").value(scene.needsFiles).key("growsHair").value(scene.growsHair);
        if (findModel(scene.model)) {
            // The scene's own rows and its model's, with the scene's defaults.
            writeParams(json, "params", sceneParams(scene).rows());
        }
    });
    writeParams(json, "picture", view::viewTable);
    writeAll(json, "motions", motions(), [](const MotionInfo&) {});
    writeAll(json, "formats", formats(), [&](const FormatInfo& format) {
        json.key("extension").value(format.extension);
        json.key("reads").value(format.readStrands || format.readMesh);
        json.key("writes").value(format.writeStrands || format.writeMesh);
    });
    writeAll(json, "benches", benches(), [](const BenchInfo&) {});
    json.endObject();
    return json.text();
}

void printParam(const ParamInfo& row) {
    if (!row.shown) return;
    std::string value = numberText(row.byDefault);
    if (row.kind == ParamKind::Toggle) value = row.byDefault != 0 ? "on" : "off";
    if (row.kind == ParamKind::Choice) value = row.choices[static_cast<size_t>(row.byDefault)];
    if (*row.unit) value += std::string(" ") + row.unit;
    std::printf("      %-20s %-16s %s\n", row.name, value.c_str(), row.help);
}

// A scene's own rows, and those of its model's whose default it replaces.
void printSceneParams(const SceneInfo& scene) {
    const ModelInfo* model = findModel(scene.model);
    if (!model) return;
    std::vector<const ParamTable*> shared = {&ballParams(), &windParams()};
    if (model->params) shared.push_back(model->params);
    const Params plain(shared);
    const Params params = sceneParams(scene);
    for (const ParamInfo& row : params.rows()) {
        const ParamInfo* ofModel = plain.find(row.name);
        if (!ofModel || static_cast<float>(ofModel->byDefault) != static_cast<float>(row.byDefault)) printParam(row);
    }
}

void printParams(const char* title, const ParamTable& table) {
    std::printf("\n%s\n", title);
    for (const ParamInfo& row : table) printParam(row);
}

template <class Info>
void printAll(const char* title, const std::vector<Info>& infos) {
    std::printf("\n%s\n", title);
    for (const Info& info : infos) std::printf("  %-14s %s\n", info.name.c_str(), info.summary.c_str());
}

void printText() {
    std::printf("models, with their parameters' defaults (ranges and choices: --json)\n");
    for (const ModelInfo& model : models()) {
        std::printf("  %-14s %s\n", model.name.c_str(), model.summary.c_str());
        if (!model.params) continue;
        for (const ParamInfo& row : *model.params) printParam(row);
    }
    std::printf("\nscenes, with their own parameters and those of the model that they set\n");
    for (const SceneInfo& scene : scenes()) {
        std::printf("  %-14s %s (model %s)\n", scene.name.c_str(), scene.summary.c_str(), scene.model.c_str());
        printSceneParams(scene);
    }
    printParams("the balls of every scene", ballParams());
    printParams("the wind of every scene", windParams());
    printParams("the picture, for `ringlet render`, the viewer and the page", view::viewTable);
    printAll("motions", motions());
    printAll("formats", formats());
    printAll("benchmarks", benches());
}

}  // namespace

int list(const std::vector<std::string>& words) {
    Result<Arguments> parsed = Arguments::parse(words, listRows);
    if (!parsed) return fail(badInput, parsed.error());
    if (parsed.value().has("--help")) {
        std::printf("ringlet list [--json]\n%s", helpOf(listRows).c_str());
        return done;
    }
    if (!parsed.value().operands().empty()) {
        return fail(badInput, "list takes no '" + parsed.value().operands()[0] + "'; ringlet list [--json]");
    }
    if (parsed.value().has("--json")) {
        std::printf("%s\n", jsonText().c_str());
    } else {
        printText();
    }
    return done;
}

}  // namespace ringlet::cli
