// What the files of the suite kmoch share.
#pragma once

#include "core/models/discrete_rod/discrete_rod.h"
#include "core/scenes/simulation.h"
#include "native/bench.h"

#include <chrono>

namespace ringlet::cli::kmoch {

using Clock = std::chrono::steady_clock;
inline double msSince(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

typedef std::vector<std::pair<std::string, double>> Settings;

// A scene whose head is dragged, with those of the settings that it knows, no further than it goes; on one core.
Result<std::unique_ptr<Simulation>> played(const std::string& scene, const std::string& model, const Settings& settings);

// Tables 5.4 to 5.8: what steps of the thesis's scenes take, by stages.
Status stepTimes(const BenchRequest& request, BenchReport& report);

}  // namespace ringlet::cli::kmoch
