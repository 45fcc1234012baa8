#include "core/scenes/stats_json.h"

#include "core/base/hash.h"

namespace ringlet {

namespace {

void writeLength(JsonWriter& json, const LengthError& length) {
    json.key("lengthError").beginObject();
    json.key("avg").value(length.average).key("segment").value(length.segment).key("max").value(length.worst);
    json.endObject();
}

void writeDepthAndEnergy(JsonWriter& json, const Stats& stats) {
    json.key("penetration").beginObject();
    json.key("count").value(static_cast<int64_t>(stats.penetrations)).key("maxDepth").value(stats.maxDepth);
    json.endObject();
    json.key("energy").beginObject();
    json.key("kinetic").value(stats.energy.kinetic).key("gravity").value(stats.energy.gravity);
    json.key("elastic").value(stats.energy.elastic).key("lost").value(stats.lost);
    json.endObject();
}

}  // namespace

void writeStats(JsonWriter& json, const Stats& stats) {
    auto count = [&](const char* name, uint64_t value) { json.key(name).value(static_cast<int64_t>(value)); };
    count("frames", stats.frames);
    count("strands", stats.strands);
    count("particles", stats.particles);
    json.key("ms").beginObject();
    json.key("min").value(stats.msMin).key("avg").value(stats.msAverage).key("max").value(stats.msMax);
    json.endObject();
    if (stats.measured) writeLength(json, stats.length);
    else json.key("lengthError").null();
    json.key("maxSpeed").value(stats.maxSpeed);
    if (stats.measured) writeDepthAndEnergy(json, stats);
    else json.key("penetration").null().key("energy").null();
    count("resets", stats.resets);
    json.key("hash").value(hashText(stats.hash));
}

}  // namespace ringlet
