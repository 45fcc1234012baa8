// Distance grids kept in a folder: the same bits as new ones, and never a damaged one.
#include "core/files/grid_cache.h"
#include "core/files/formats.h"
#include "tests/collide/test_meshes.h"
#include "tests/files/file_support.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace ringlet;

#if !defined(__EMSCRIPTEN__)

namespace {

struct Folder {
    std::filesystem::path path;
    Folder() : path(std::filesystem::temp_directory_path() / "ringlet-grid-cache-test") { clear(); }
    ~Folder() { clear(); }
    void clear() const { std::filesystem::remove_all(path); }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::directory_iterator(path)) all.push_back(entry.path());
        return all;
    }
};

bool sameBits(const DistanceGrid& a, const DistanceGrid& b) {
    return a.nx == b.nx && a.ny == b.ny && a.nz == b.nz && a.distance.size() == b.distance.size() &&
           test::bitsOf(a.cell) == test::bitsOf(b.cell) && test::bitsOf(a.origin.x) == test::bitsOf(b.origin.x) &&
           std::memcmp(a.distance.data(), b.distance.data(), a.distance.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("grid cache: kept by content, checked when read, bounded, and absent where it cannot be") {
    const Folder folder;
    Mesh mesh = test::sphereMesh(0.1f, 2);
    GridOptions options;
    options.cell = 0.02f;
    const DistanceGrid fresh = gridFromMesh(mesh, options).value();
    auto get = [&](bool expected) {
        bool kept = !expected;
        auto grid = keptGridFromMesh(mesh, options, folder.path.string(), &kept);
        REQUIRE(grid.ok());
        CHECK(kept == expected);
        return *grid.value();
    };
    CHECK(sameBits(get(false), fresh));
    CHECK(sameBits(get(true), fresh));
    REQUIRE(folder.files().size() == 1);

    // Another mesh, cell or margin is another grid.
    mesh.vertices[3].x = std::nextafter(mesh.vertices[3].x, 1.0f);
    get(false);
    options.cell = 0.021f;
    get(false);
    options.margin = 0.03f;
    get(false);
    CHECK(folder.files().size() == 4);

    // Damage anywhere, a file cut short, or another file in its place: made anew.
    folder.clear();
    get(false);
    const std::string path = folder.files().at(0).string();
    const std::vector<uint8_t> good = readFile(path).value();
    const DistanceGrid wanted = gridFromMesh(mesh, options).value();
    for (size_t at : {size_t{0}, size_t{9}, size_t{20}, size_t{33}, size_t{50}, good.size() / 2, good.size() - 1}) {
        std::vector<uint8_t> bad = good;
        bad[at] ^= 0x40;
        REQUIRE(writeFile(path, bytesOf(bad)).ok());
        CAPTURE(at);
        CHECK(sameBits(get(false), wanted));
    }
    // As many nodes, but otherwise along the axes.
    const int nodes = static_cast<int>(wanted.distance.size());
    int32_t other[3] = {2, 2, nodes / 4};
    for (int x = 2; other[0] * other[1] * other[2] != nodes || other[0] == wanted.nx; ++x) {
        REQUIRE(x < nodes);
        if (nodes % x == 0 && (nodes / x) % wanted.ny == 0) other[0] = x, other[1] = wanted.ny, other[2] = nodes / x / wanted.ny;
    }
    std::vector<uint8_t> turned = good;
    std::memcpy(&turned[48], other, sizeof other);
    REQUIRE(writeFile(path, bytesOf(turned)).ok());
    CHECK(sameBits(get(false), wanted));
    for (size_t size : {size_t{0}, size_t{30}, good.size() - 4}) {
        std::vector<uint8_t> cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        REQUIRE(writeFile(path, bytesOf(cut)).ok());
        CHECK(sameBits(get(false), wanted));
    }
    CHECK(sameBits(get(true), wanted));

    const std::vector<std::string> others = {"survey.grid", "0123456789abcdef.txt", "0123456789abcde.grid", "0123456789abcdeg.grid"};
    for (const std::string& other : others) REQUIRE(writeFile((folder.path / other).string(), bytesOf(good)).ok());
    for (int i = 0; i < mostKeptGrids + 10; ++i) {
        options.margin = 0.01f + 0.0001f * static_cast<float>(i);
        options.cell = 0.1f;
        get(false);
    }
    CHECK(folder.files().size() <= size_t{mostKeptGrids} + others.size());
    for (const std::string& other : others) CHECK(std::filesystem::exists(folder.path / other));  // someone else's

    // No folder, and one that cannot be made.
    bool kept = true;
    CHECK(keptGridFromMesh(mesh, options, "", &kept).ok());
    CHECK_FALSE(kept);
    CHECK(keptGridFromMesh(mesh, options, "/dev/null/nothing", &kept).ok());
    CHECK_FALSE(kept);
    CHECK_FALSE(keptGridFromMesh(Mesh{}, options, folder.path.string(), &kept).ok());
}
#endif

TEST_CASE("grid cache: who asks for a grid that another has shares it, and the last takes it along") {
    const Mesh mesh = test::sphereMesh(0.1f, 2);
    GridOptions options;
    options.cell = 0.02f;
    const auto get = [&] { return keptGridFromMesh(mesh, options, "").value(); };
    auto one = get();
    CHECK(get() == one);
    options.cell = 0.021f;
    CHECK(get() != one);
    options.cell = 0.02f;
    const std::weak_ptr<const DistanceGrid> last = one;
    one.reset();
    CHECK(last.expired());
    CHECK(get()->distance == gridFromMesh(mesh, options).value().distance);
}
