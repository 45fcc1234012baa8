// What the browser asks of the page's program besides the player's commands.
#include "web/app.h"

#include "core/files/formats.h"
#include "core/scenes/write_strands.h"

#include <algorithm>

namespace ringlet {
namespace web {

// Whether the text could be replayed by that scene and model; nothing changes.
// argument: a line each for scene and model (may be empty), then the text.
Status App::checkReplay(const std::string& argument) const {
    const size_t first = std::min(argument.find('\n'), argument.size());
    const size_t second = std::min(argument.find('\n', first + 1), argument.size());
    const std::string model = first < second ? argument.substr(first + 1, second - first - 1) : std::string();
    Result<Wanted> wanted = wantedScene(argument.substr(0, first), model, "");
    if (!wanted) return Error{wanted.error()};
    if (wanted.value().info->needsFiles) return Error{play::notFromFiles};
    Result<Replay> read =
        readReplay(second < argument.size() ? argument.substr(second + 1) : std::string(), wanted.value().params);
    return read ? Status() : Error{read.error()};
}

Status App::exportTo(const std::string& path) const { return writeStrands(path, *player_.simulation()); }

Status App::redraw(const std::string& kept) {
    kept_ = kept == "kept";  // any command draws a picture
    refining_.leave();
    return {};
}

Status App::command(const std::string& name, const std::string& argument) {
    tellDetail();
    player_.touch();
    if (!player_.simulation()) return Error{"no scene is loaded"};
    if (name == "check-replay") return checkReplay(argument);
    if (name == "export") return exportTo(argument);
    if (name == "redraw") return redraw(argument);
    if (name == "check-mesh") {  // whether the file can be read as a head or a collider
        Result<Mesh> mesh = readMeshFile(argument);
        return mesh ? Status() : Error{mesh.error()};
    }
    return player_.command(name, argument);
}

}  // namespace web
}  // namespace ringlet
