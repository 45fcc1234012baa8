// Hair from files on its head: what is set is set, the painted bust stands where the hair is, what
// fits no head has a skin of its own, and the notes say so.
#include "core/collide/head.h"
#include "core/files/head_search.h"
#include "core/files/strand_ends.h"
#include "core/scenes/placed_files.h"
#include "core/scenes/write_strands.h"
#include "tests/files/odd_grooms.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace ringlet;
using namespace ringlet::test;

namespace {

// A folder of its own for the files of one test.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "ringlet-placed-files-test";
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }

    std::string put(const std::string& name, const FileStrands& strands) const {
        const auto bytes = findFormat(name)->writeStrands(strands);
        REQUIRE(bytes.ok());
        REQUIRE(writeFile((path / name).string(), {bytes.value().data(), bytes.value().size()}).ok());
        return (path / name).string();
    }
    std::string put(const std::string& name, const Mesh& mesh) const {
        const auto bytes = findFormat(name)->writeMesh(mesh);
        REQUIRE(bytes.ok());
        REQUIRE(writeFile((path / name).string(), {bytes.value().data(), bytes.value().size()}).ok());
        return (path / name).string();
    }
};

PlacedFiles placedFrom(const std::string& groom, const PlaceOptions& options = {}, const std::string& head = "") {
    SceneFiles files;
    files.groom = groom;
    files.head = head;
    Result<PlacedFiles> read = readPlaced(files, options);
    REQUIRE(read.ok());
    return std::move(read.value());
}

std::string allNotes(const PlacedFiles& files) {
    std::string all;
    for (const std::string& note : files.notes) all += note + "\n";
    return all;
}
bool says(const PlacedFiles& files, const char* what) { return allNotes(files).find(what) != std::string::npos; }

// A closed cube about `at`, that wide.
Mesh cube(Vec3f at, float wide) {
    Mesh mesh;
    for (int i = 0; i < 8; ++i) {
        mesh.vertices.push_back(at + Vec3f{(i & 1) - 0.5f, (i >> 1 & 1) - 0.5f, (i >> 2) - 0.5f} * wide);
    }
    for (Triangle t : {Triangle{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}}) {
        mesh.triangles.push_back(t);
    }
    return mesh;
}
float widthOf(const Mesh& mesh) {
    float low = 1e9f, high = -1e9f;
    for (Vec3f v : mesh.vertices) low = minimum(low, v.x), high = maximum(high, v.x);
    return high - low;
}

Vec3f middleOfRoots(const PlacedFiles& files) {
    Vec3f sum{0, 0, 0};
    const std::vector<Vec3f> roots = rootsOf(files.strands, 1u << 20);
    for (Vec3f p : roots) sum = sum + p * (1 / static_cast<float>(roots.size()));
    return sum;
}

}  // namespace

TEST_CASE("placed files: the bust that is painted is the bust that is there, whatever its size") {
    const Folder folder;
    for (float size : {0.6f, 1.0f, 1.9f}) {
        CAPTURE(size);
        PlaceOptions options;
        options.given.unit = 1;  // so that the head takes its size from the hair
        const PlacedFiles files = placedFrom(folder.put("a.data", inFile(wholeHead(), 1 / size, UpAxis::Y, {0.1f, 1.6f, 0})), options);
        CHECK(files.bust.scale == doctest::Approx(size).epsilon(0.03));
        float off = 0;
        for (size_t v = 0; v < files.head.vertices.size(); v += 50) {
            off = maximum(off, absolute(headDistance(files.bust.toBust(files.head.vertices[v]))));
        }
        CHECK(off < 5e-4f);
        // The grid that keeps hair out is the same head's.
        Colliders colliders;
        colliders.grid = files.grid;
        CHECK(absolute(nearestSurface(colliders, files.bust.fromBust({0, 0.0965f, -0.02f})).distance) < 0.004f * size);
        CHECK_FALSE(says(files, "guess"));
        CHECK(says(files, "metres as set, Y up, which fits a head best"));
    }
}

TEST_CASE("placed files: what is set is set, for heads as well, and never called a guess") {
    const Folder folder;
    const std::string groom = folder.put("a.data", wholeHead());
    const std::string head = folder.put("cube.obj", cube({0, 0.05f, 0}, 0.02f));
    PlaceOptions options;
    options.given = {1, UpAxis::Y};
    const PlacedFiles set = placedFrom(groom, options, head);
    CHECK(widthOf(set.head) == doctest::Approx(0.02));
    CHECK(says(set, "a.data: metres, Y up, as set"));
    CHECK_FALSE(says(set, "guess"));
    CHECK_FALSE(says(set, "found"));
    CHECK_FALSE(says(set, "change"));
    options.given = {0, UpAxis::Z};
    CHECK(says(placedFrom(groom, options), "Z up as set"));
    FileStrands said = wholeHead();
    said.unit = 1;
    said.up = UpAxis::Y;
    CHECK(says(placedFrom(folder.put("a.usda", said)), "a.usda: metres, Y up, as the file says"));
}

TEST_CASE("placed files: a head in another unit is as large as its hair, whatever the scale") {
    const Folder folder;
    const std::string groom = folder.put("a.data", wholeHead());
    Mesh head = headMesh(64);
    for (const float unit : {1.0f, 0.01f, 0.001f}) {
        Mesh file = head;
        for (Vec3f& v : file.vertices) v = v * (1 / unit);
        const std::string name = folder.put("head.obj", file);
        for (const float scale : {0.5f, 1.0f, 2.0f, 3.7f}) {
            CAPTURE(unit);
            CAPTURE(scale);
            PlaceOptions options;
            options.given.up = UpAxis::Y;
            options.scale = scale;
            const PlacedFiles files = placedFrom(groom, options, name);
            CHECK(widthOf(files.head) == doctest::Approx(double{scale * widthOf(head)}).epsilon(1e-3));
            CHECK_FALSE(says(files, "is it this groom's?"));
            CHECK(says(files, "head.obj: ") == (unit != 1));
            CHECK(says(files, "head.obj: millimetres") == (unit == 0.001f));
        }
    }
}

TEST_CASE("placed files: strands are written where their file has them, in its order") {
    const Folder folder;
    FileStrands strands = inFile(wholeHead(), 1, UpAxis::Y, {3, 1.6f, -2});
    // Of different lengths, so that the groom has them in another order.
    FileStrands uneven;
    size_t first = 0;
    for (size_t s = 0; s < strands.counts.size(); first += strands.counts[s++]) {
        const uint32_t count = strands.counts[s] - static_cast<uint32_t>(s % 3);
        uneven.counts.push_back(count);
        uneven.points.insert(uneven.points.end(), &strands.points[first], &strands.points[first] + count);
    }
    Params params = sceneParams(*findScene("sintel"));
    for (const auto& [name, value] : {std::pair<const char*, const char*>{"unit", "metre"}, {"up", "Y"}, {"snap", "off"}, {"under", "roots"}, {"rootEnd", "first"}})
        REQUIRE(params.set(name, value).ok());
    SimulationOptions options;
    options.files.groom = folder.put("a.hair", uneven);
    auto made = Simulation::make("sintel", params, options);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? std::string() : made.error()));
    const FileStrands written = strandsOf(*made.value());
    REQUIRE(written.counts == uneven.counts);
    float off = 0;
    size_t root = 0;
    for (uint32_t count : uneven.counts) {
        off = maximum(off, lengthOf(written.points[root] - uneven.points[root]));
        root += count;
    }
    CHECK(off < 2e-6f);
}

TEST_CASE("placed files: a creature's mohawk stands Y up on a skin of its own, and on the head where that is wanted") {
    const Folder folder;
    FileStrands strands = ratMohawk();
    const std::string groom = folder.put("mohawk.data", strands);
    const PlacedFiles own = placedFrom(groom);
    CHECK(std::string(own.found.up) == "Y");
    CHECK(std::string(own.found.under) == "roots");
    CHECK(own.found.unit == 1);
    CHECK(own.bust.scale == 0);
    CHECK(says(own, "a skin made from its roots"));
    const MeshDistance skin(own.head);
    int far = 0;
    const std::vector<Vec3f> roots = rootsOf(own.strands, 500);
    for (Vec3f p : roots) far += skin.distance(p) > 0.005f ? 1 : 0;
    CHECK(far < 10);
    PlaceOptions options;
    options.under = Under::Bust;
    CHECK(placedFrom(groom, options).bust.scale > 0);
    options.under = Under::Roots;
    const PlacedFiles asked = placedFrom(folder.put("head.data", wholeHead()), options);
    CHECK(asked.bust.scale == 0);
    CHECK(says(asked, "as set"));
}

TEST_CASE("placed files: hair is turned, scaled and moved on its head, and goes on as it is without") {
    const Folder folder;
    const std::string groom = folder.put("a.data", wholeHead());
    PlaceOptions options;
    options.snap = false;
    const PlacedFiles plain = placedFrom(groom, options);
    // The hair's middle in the head's own space.
    const auto onBust = [](const PlacedFiles& files) { return files.bust.toBust(middleOfRoots(files)); };
    options.move = {0.01f, 0.02f, -0.03f};
    const Vec3f moved = (onBust(placedFrom(groom, options)) - onBust(plain)) * plain.bust.scale;
    CHECK(lengthOf(moved - options.move) < 1e-4f);
    options = {};
    options.snap = false;
    options.hairScale = 1.1f;
    const PlacedFiles larger = placedFrom(groom, options);
    const auto across = [](const PlacedFiles& files) { return lengthOf(files.strands.points[0] - files.strands.points[1200]); };
    CHECK(across(larger) == doctest::Approx(1.1f * across(plain)));
    CHECK(larger.bust.scale == plain.bust.scale);
    options.hairScale = 1;
    options.turn = static_cast<float>(pi / 2);
    const PlacedFiles turned = placedFrom(groom, options);
    const Vec3f a = plain.strands.points[0] - plain.strands.points[1200], b = turned.strands.points[0] - turned.strands.points[1200];
    CHECK(lengthOf(b - turnedQuarters(a, 1)) < 1e-4f);
}

TEST_CASE("placed files: strands that run from tip to root are turned round, on any head, and others are not") {
    const Folder folder;
    const auto same = [](const PlacedFiles& a, const PlacedFiles& b) {
        float most = 0;
        REQUIRE(a.strands.points.size() == b.strands.points.size());
        for (size_t i = 0; i < a.strands.points.size(); ++i) most = maximum(most, lengthOf(a.strands.points[i] - b.strands.points[i]));
        return most < 1e-5f;
    };
    const auto turned = [](FileStrands strands) {
        turnRound(strands);
        return strands;
    };
    for (FileStrands (*make)() : {wholeHead, shortHair, standingHair, oneSide, topOnly, fringe, mohawkOnHead, beard, ponyTail, nape}) {
        const PlacedFiles forth = placedFrom(folder.put("forth.data", make()));
        const PlacedFiles back = placedFrom(folder.put("back.data", turned(make())));
        CHECK_FALSE(says(forth, "turned round"));
        CHECK(says(back, "strands run from tip to root, and are turned round; rootEnd=first keeps them"));
        CHECK(same(forth, back));
    }
    // A body that is no head says it as well; without one, fur stays as it is, unless it is told.
    const Mesh body = cube({0, 0, 0}, 0.2f);
    FileStrands fur;
    for (int i = 0; i < 100; ++i) {
        const Vec3f root{0.1f, 0.0095f * static_cast<float>(i % 10) - 0.045f, 0.0095f * static_cast<float>(i / 10) - 0.045f};
        addHair(fur, root, {1, 0, 0}, {0.3f, -1, 0}, 0.05f);
    }
    const PlacedFiles forth = placedFrom(folder.put("forth.data", fur), {}, folder.put("body.obj", body));
    const PlacedFiles back = placedFrom(folder.put("back.data", turned(fur)), {}, folder.put("body.obj", body));
    CHECK_FALSE(says(forth, "turned round"));
    CHECK(says(back, "turned round"));
    CHECK(same(forth, back));
    PlaceOptions options;
    options.rootEnd = RootEnd::First;
    CHECK_FALSE(says(placedFrom(folder.put("back.data", turned(wholeHead())), options), "turned round"));
    options.rootEnd = RootEnd::Last;
    CHECK(same(placedFrom(folder.put("back.data", turned(wholeHead())), options), placedFrom(folder.put("forth.data", wholeHead()))));
}

TEST_CASE("placed files: strands that run from tip to root among others are turned round each by itself") {
    const Folder folder;
    for (FileStrands (*make)() : {wholeHead, shortHair, standingHair, oneSide, topOnly, beard, ponyTail}) {
        const PlacedFiles forth = placedFrom(folder.put("forth.data", make()));
        for (const size_t every : {2, 3, 10}) {
            FileStrands mixed = make();
            std::vector<uint8_t> marked(mixed.counts.size(), 0);
            for (size_t s = 0; s < marked.size(); s += every) marked[s] = 1;
            turnRound(mixed, marked);
            const PlacedFiles placed = placedFrom(folder.put("mixed.data", mixed));
            const size_t turned = (marked.size() + every - 1) / every;
            CHECK(says(placed, (std::to_string(turned) + " of " + std::to_string(marked.size()) + " strands run from tip to root").c_str()));
            float most = 0;
            REQUIRE(placed.strands.points.size() == forth.strands.points.size());
            for (size_t i = 0; i < placed.strands.points.size(); ++i) {
                most = maximum(most, lengthOf(placed.strands.points[i] - forth.strands.points[i]));
            }
            CHECK(most < 1e-5f);
        }
    }
}

TEST_CASE("strand ends: grooms whose strands all run one way are left as they are") {
    for (FileStrands (*make)() : {wholeHead, shortHair, standingHair, oneSide, topOnly, fringe, mohawkOnHead, beard, nape, ponyTail,
                                  ratMohawk, animalFur, horseTail, mat}) {
        CHECK(strandsAgainst(make()).empty());
    }
}

TEST_CASE("strand ends: what lies across the rest, or alone, stays as it is") {
    FileStrands strands;
    CHECK(strandsAgainst(strands).empty());
    addHair(strands, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, 0.1f);
    CHECK(strandsAgainst(strands).empty());
    for (int i = 1; i < 20; ++i) addHair(strands, {0, 0.01f * static_cast<float>(i), 0}, {1, 0, 0}, {1, 0, 0}, 0.1f);
    addHair(strands, {0.05f, -0.02f, 0}, {0, 1, 0}, {0, 1, 0}, 0.2f);
    CHECK(strandsAgainst(strands).empty());
    addHair(strands, {0.1f, 0.055f, 0}, {-1, 0, 0}, {-1, 0, 0}, 0.1f);
    std::vector<uint8_t> last(strands.counts.size(), 0);
    last.back() = 1;
    CHECK(strandsAgainst(strands) == last);
}

TEST_CASE("placed files: what a file says of each point is turned round with it") {
    FileStrands strands;
    strands.counts = {2, 3};
    strands.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
    strands.thickness = {0, 1, 2, 3, 4};
    strands.fixed = {1, 0, 0, 0, 1};
    turnRound(strands);
    CHECK(strands.points[0].x == 1);
    CHECK(strands.points[2].x == 4);
    CHECK(strands.thickness == std::vector<float>{1, 0, 4, 3, 2});
    CHECK(strands.fixed == std::vector<uint8_t>{0, 1, 1, 0, 0});
    CHECK(strands.colors.empty());
}
