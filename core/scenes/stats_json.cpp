#include "core/scenes/stats_json.h"

#include "core/base/hash.h"

namespace ringlet {

void writeEnergy(JsonWriter& json, const Stats& stats) {
    json.key("energy").beginObject();
    json.key("kinetic").value(stats.energy.kinetic).key("gravity").value(stats.energy.gravity);
    json.key("elastic").value(stats.energy.elastic).key("lost").value(stats.lost);
    json.endObject();
}

void writeStats(JsonWriter& json, const Stats& stats) {
    auto count = [&](const char* name, uint64_t value) { json.key(name).value(static_cast<int64_t>(value)); };
    count("frames", stats.frames);
    count("strands", stats.strands);
    count("particles", stats.particles);
    json.key("ms").beginObject();
    json.key("min").value(stats.msMin).key("avg").value(stats.msAverage).key("max").value(stats.msMax);
    json.endObject();
    json.key("lengthError").beginObject();
    json.key("avg").value(stats.length.average).key("segment").value(stats.length.segment);
    json.key("max").value(stats.length.worst);
    json.endObject();
    json.key("maxSpeed").value(stats.maxSpeed);
    json.key("penetration").beginObject();
    count("count", stats.penetrations);
    json.key("maxDepth").value(stats.maxDepth);
    json.endObject();
    writeEnergy(json, stats);
    count("resets", stats.resets);
    json.key("hash").value(hashText(stats.hash));
}

}  // namespace ringlet
