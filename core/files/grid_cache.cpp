#include "core/files/grid_cache.h"

#include "core/base/hash.h"
#include "core/files/formats.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

namespace ringlet {
namespace {

// Raised whenever gridFromMesh() gives other bits for the same mesh, or a file is checked otherwise.
constexpr uint64_t version = 2;

uint64_t contentHash(const Mesh& mesh, const GridOptions& options) {
    Hash64 hash;
    hash.add(version);
    hash.add(options.cell);
    hash.add(options.margin);
    hash.add(static_cast<uint64_t>(options.mostBytes));
    hash.add(uint64_t{options.fit});
    hash.add(uint64_t{mesh.vertices.size()});
    for (Vec3f v : mesh.vertices)
        for (float f : {v.x, v.y, v.z}) hash.add(f);
    for (Triangle t : mesh.triangles)
        for (uint32_t i : {t.a, t.b, t.c}) hash.add(uint64_t{i});
    return hash.value();
}

// Those that someone has, by their content.
class GridsInUse {
public:
    std::shared_ptr<const DistanceGrid> find(uint64_t content) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = grids_.find(content);
        return found == grids_.end() ? nullptr : found->second.lock();
    }
    std::shared_ptr<const DistanceGrid> add(uint64_t content, DistanceGrid&& made) {
        auto grid = std::make_shared<const DistanceGrid>(std::move(made));
        const std::lock_guard<std::mutex> lock(mutex_);
        for (auto at = grids_.begin(); at != grids_.end();) at = at->second.expired() ? grids_.erase(at) : std::next(at);
        grids_[content] = grid;
        return grid;
    }

private:
    std::mutex mutex_;
    std::map<uint64_t, std::weak_ptr<const DistanceGrid>> grids_;
};

GridsInUse& gridsInUse() {
    static GridsInUse grids;
    return grids;
}

}  // namespace

#if !defined(__EMSCRIPTEN__)
namespace {

constexpr char suffix[] = ".grid";

// A file is this, then the nodes' distances, x fastest, in the processor's order of bytes.
struct Header {
    char magic[8];
    uint64_t version, content, nodesHash;
    float origin[3], cell;
    int32_t nodes[3], spare;
};
constexpr char magic[8] = {'R', 'L', 'G', 'R', 'I', 'D', '\r', '\n'};

uint64_t hashOf(const DistanceGrid& grid) {
    Hash64 hash;
    for (float f : {grid.origin.x, grid.origin.y, grid.origin.z, grid.cell}) hash.add(f);
    for (int n : {grid.nx, grid.ny, grid.nz}) hash.add(static_cast<uint64_t>(n));
    for (float d : grid.distance) hash.add(d);
    return hash.value();
}

// The grid of a kept file; one without nodes where the file is not what it should be.
DistanceGrid readGrid(const std::string& path, uint64_t content) {
    Result<std::vector<uint8_t>> bytes = readFile(path);
    Header header;
    if (!bytes || bytes.value().size() < sizeof header) return {};
    std::memcpy(&header, bytes.value().data(), sizeof header);
    const size_t floats = (bytes.value().size() - sizeof header) / sizeof(float);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0 || header.version != version ||
        header.content != content || bytes.value().size() != sizeof header + floats * sizeof(float)) {
        return {};
    }
    double product = 1;
    for (int32_t n : header.nodes) product *= n < 2 ? 0 : n;
    if (product != static_cast<double>(floats)) return {};
    DistanceGrid grid;
    grid.origin = {header.origin[0], header.origin[1], header.origin[2]};
    grid.cell = header.cell;
    grid.nx = header.nodes[0], grid.ny = header.nodes[1], grid.nz = header.nodes[2];
    grid.distance.resize(floats);
    std::memcpy(grid.distance.data(), bytes.value().data() + sizeof header, floats * sizeof(float));
    return hashOf(grid) == header.nodesHash ? grid : DistanceGrid{};
}

// Whether keepGrid() calls its files so: others in the folder are someone else's.
bool isGridName(const std::string& file) {
    const size_t digits = hashText(0).size();
    return file.find_first_not_of("0123456789abcdef") == digits && file.substr(digits) == suffix;
}

void forgetOldest(const std::filesystem::path& folder) {
    std::error_code failed;
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> kept;
    std::filesystem::directory_iterator entry(folder, failed), end;
    for (; !failed && entry != end; entry.increment(failed))
        if (isGridName(entry->path().filename().string())) kept.emplace_back(entry->last_write_time(failed), entry->path());
    std::stable_sort(kept.begin(), kept.end());
    for (size_t i = 0; i + mostKeptGrids <= kept.size(); ++i) std::filesystem::remove(kept[i].second, failed);
}

void keepGrid(const std::filesystem::path& folder, const std::string& name, const DistanceGrid& grid,
              uint64_t content) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return;
    forgetOldest(folder);
    Header header{{}, version, content, hashOf(grid), {grid.origin.x, grid.origin.y, grid.origin.z}, grid.cell,
                  {grid.nx, grid.ny, grid.nz}, 0};
    std::memcpy(header.magic, magic, sizeof magic);
    std::vector<uint8_t> bytes(sizeof header + grid.distance.size() * sizeof(float));
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, grid.distance.data(), grid.distance.size() * sizeof(float));
    (void)writeFile((folder / (name + suffix)).string(), bytesOf(bytes));
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

}  // namespace

std::string cacheFolder() {
    if (std::getenv("RINGLET_CACHE") != nullptr) return environment("RINGLET_CACHE");
    const std::string shared = environment("XDG_CACHE_HOME"), home = environment("HOME");
    if (!shared.empty()) return shared + "/ringlet";
    return home.empty() ? std::string() : home + "/.cache/ringlet";
}

namespace {

Result<DistanceGrid> gridOrFile(const Mesh& mesh, const GridOptions& options, uint64_t content, const std::string& folder, bool* fromFolder) {
    if (folder.empty()) return gridFromMesh(mesh, options);
    const std::string name = hashText(content);
    DistanceGrid kept = readGrid((std::filesystem::path(folder) / (name + suffix)).string(), content);
    if (!kept.distance.empty()) {
        if (fromFolder != nullptr) *fromFolder = true;
        return kept;
    }
    Result<DistanceGrid> made = gridFromMesh(mesh, options);
    if (made) keepGrid(folder, name, made.value(), content);
    return made;
}

}  // namespace

#else  // the file system of a page is its memory

std::string cacheFolder() { return {}; }

namespace {

Result<DistanceGrid> gridOrFile(const Mesh& mesh, const GridOptions& options, uint64_t, const std::string&, bool*) {
    return gridFromMesh(mesh, options);
}

}  // namespace

#endif

Result<std::shared_ptr<const DistanceGrid>> keptGridFromMesh(const Mesh& mesh, const GridOptions& options, const std::string& folder,
                                                             bool* fromFolder) {
    if (fromFolder != nullptr) *fromFolder = false;
    const uint64_t content = contentHash(mesh, options);
    if (auto grid = gridsInUse().find(content)) return grid;
    Result<DistanceGrid> made = gridOrFile(mesh, options, content, folder, fromFolder);
    if (!made) return Error{made.error()};
    return gridsInUse().add(content, std::move(made.value()));
}

}  // namespace ringlet
