// Hair that is shown beside the first: other scenes, or the same by other models, moved by the same hands, motions and
// wind at the same time. Each is simulated as if it were alone, to the same bits.
#pragma once

#include "core/scenes/simulation.h"

#include <memory>
#include <string>
#include <vector>

namespace ringlet {
namespace play {

class Beside {
public:
    static constexpr size_t most = 8;

    // names: "SCENE" or "SCENE:MODEL", with commas between; empty: none. What is there already stays. What has been changed of
    // first's parameters holds for those that have them too, but for what chooses another model. Error: what of it cannot be shown; nothing has changed.
    Status set(const std::string& names, const Simulation& first, const SimulationOptions& options);
    void clear();
    std::string names() const;  // as set() takes them

    const std::vector<Simulation*>& simulations() const { return simulations_; }
    // A parameter of the first, where it holds for others too. Returns whether hair was built anew for it.
    bool setParam(const std::string& name, const std::string& text);

private:
    struct Head {
        std::string name;
        std::unique_ptr<Simulation> simulation;
    };
    static Result<Head> made(const std::string& name, const Simulation& first, const SimulationOptions& options);
    std::vector<Head> heads_;
    std::vector<Simulation*> simulations_;  // theirs
};

}  // namespace play
}  // namespace ringlet
