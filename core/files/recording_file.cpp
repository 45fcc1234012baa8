#include "core/files/recording_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ringlet {
namespace {

using Json = nlohmann::json;

constexpr uint64_t mostBytes = 16u << 20;

// A text of one line; false of anything else.
bool readText(const Json& from, std::string& to) {
    if (!from.is_string()) return false;
    to = from.get<std::string>();
    return std::none_of(to.begin(), to.end(), [](char c) { return static_cast<unsigned char>(c) < 32; });
}
// One that need not be there.
bool readOptional(const Json& tape, const char* name, std::string& to) { return !tape.contains(name) || readText(tape[name], to); }

bool readParams(const Json& tape, RecordingFile& file) {
    if (!tape.contains("params")) return true;
    if (!tape["params"].is_object()) return false;
    for (const auto& [name, value] : tape["params"].items()) {
        file.params.emplace_back(name, "");
        if (!readText(value, file.params.back().second)) return false;
    }
    return true;
}

bool readChanges(const Json& tape, RecordingFile& file) {
    if (!tape.contains("changes") || !tape["changes"].is_array()) return false;
    for (const Json& one : tape["changes"]) {
        if (!one.is_array() || one.size() != 3 || !one[0].is_number_unsigned() || one[0].get<uint64_t>() > UINT32_MAX) return false;
        file.changes.push_back({one[0].get<uint32_t>(), "", ""});
        if (!readText(one[1], file.changes.back().name) || !readText(one[2], file.changes.back().value)) return false;
    }
    return true;
}

bool readTape(const Json& tape, RecordingFile& file) {
    if (!tape.is_object() || tape.value("ringlet", Json()) != "recording") return false;
    const Json version = tape.value("v", Json(1u));
    if (!version.is_number_unsigned() || version.get<uint64_t>() > 1000000) return false;
    file.version = version.get<int>();
    for (const auto& [name, to] : {std::pair{"scene", &file.scene}, {"head", &file.head}, {"brush", &file.brush}, {"hash", &file.hash}})
        if (!tape.contains(name) || !readText(tape[name], *to)) return false;
    return readOptional(tape, "model", file.model) && readOptional(tape, "engine", file.engine) && readParams(tape, file) && readChanges(tape, file);
}

}  // namespace

Result<RecordingFile> readRecordingFile(ByteStream& bytes) {
    const Error other{bytes.name() + ": this is not a Ringlet recording, or it is damaged; save it on the page anew"};
    if (bytes.size() > mostBytes) return other;
    std::string text;
    for (Bytes some; (some = bytes.window()).size > 0; bytes.skip(some.size)) text.append(reinterpret_cast<const char*>(some.data), some.size);
    if (!bytes.problem().empty()) return Error{bytes.problem()};
    RecordingFile file;
    if (!readTape(Json::parse(text, nullptr, false), file)) return other;
    return file;
}

}  // namespace ringlet
