#include "core/scenes/placed_files.h"

#include "core/files/bounds.h"
#include "core/files/file_groom.h"
#include "core/scenes/full_head.h"

#include <cstdio>

namespace ringlet {

namespace {

constexpr float reach = 0.02f;      // m, of snapping
constexpr float seated = 0.003f;    // m; roots no farther off the head lie on it
constexpr size_t someRoots = 400;   // to fit a head by

std::string fileOf(const std::string& path) { return path.substr(path.find_last_of("/\\") + 1); }

template <class... T>
std::string text(const char* format, T... values) {
    char line[400];
    std::snprintf(line, sizeof line, format, values...);
    return line;
}

ReadProgress progressOf(const SceneFiles& files, const std::string& path) {
    if (!files.progress) return {};
    return [&files, what = "reading " + fileOf(path)](uint64_t done, uint64_t total) {
        return files.progress(what, done, total);
    };
}

class Placer {
public:
    Placer(const SceneFiles& files, const PlaceOptions& options) : files_(files), options_(options) {}

    Result<PlacedFiles> read() {
        Status status = readStrands();
        if (status && !files_.head.empty()) status = readMeshOf(files_.head, "head", out_.head);
        if (status && !files_.collider.empty()) status = readMeshOf(files_.collider, "collider", out_.collider);
        if (!status) return Error{status.error()};
        if (out_.head.triangles.empty() && out_.collider.triangles.empty()) useOwnHead();
        if (options_.snap) snap();
        centre();
        return std::move(out_);
    }

private:
    Status readStrands() {
        Result<FileStrands> strands = readStrandsFile(files_.groom, progressOf(files_, files_.groom));
        if (!strands) return Error{strands.error()};
        if (Status near = checkBounds(strands.value(), files_.groom); !near) return near;
        out_.strands = std::move(strands.value());
        FileStrands& s = out_.strands;
        const FormatInfo* format = findFormat(files_.groom);
        place_ = guessedPlacement(s, format ? format->up : UpAxis::Unknown, options_.given);
        const bool said = (options_.given.unit > 0 || s.unit > 0) &&
                          (options_.given.up != UpAxis::Unknown || s.up != UpAxis::Unknown);
        out_.notes.push_back(fileOf(files_.groom) + ": " + unitName(place_.unit) +
                             (place_.up == UpAxis::Z ? ", Z up" : ", Y up") +
                             (said ? "" : ", guessed from its size and how it hangs; unit and up change it"));
        place_.unit *= options_.scale;
        for (Vec3f& p : s.points) p = placed(place_, p);
        for (float& t : s.thickness) t *= place_.unit;
        s.unit = 1;
        s.up = UpAxis::Y;
        roots_ = rootsOf(s, someRoots);
        return {};
    }

    Status readMeshOf(const std::string& path, const char* what, Mesh& mesh) {
        Result<Mesh> read = readMeshFile(path, progressOf(files_, path));
        if (!read) return Error{read.error()};
        if (Status near = checkBounds(read.value(), path); !near) return near;
        mesh = std::move(read.value());
        // A collider is made for its head: what holds for the one holds for the other.
        HeadPlacement own{headPlace_, 0};
        if (!headKnown_) own = guessedHeadPlacement(mesh, roots_, place_);
        headKnown_ = true;
        headPlace_ = own.placement;
        if (headPlace_.unit != place_.unit || headPlace_.up != place_.up) {
            out_.notes.push_back(fileOf(path) + ": " + unitName(headPlace_.unit) +
                                 (headPlace_.up == UpAxis::Z ? ", Z up" : ", Y up") + ", as it fits the roots best");
        }
        if (own.distance > reach) {
            out_.notes.push_back(text("half of the roots lie more than %.0f mm off the %s; is it this groom's?",
                                      1000.0 * own.distance, what));
        }
        for (Vec3f& v : mesh.vertices) v = placed(headPlace_, v);
        for (Vec3f& n : mesh.normals) n = placed({1, headPlace_.up}, n);
        return {};
    }

    void useOwnHead() {
        const HeadFit fit = fittedHead(roots_);
        for (Vec3f& p : out_.strands.points) p = turnedQuarters(p, fit.quarters);
        out_.head = bustMesh();
        for (Vec3f& v : out_.head.vertices) v = v * fit.scale + fit.shift;
        auto grid = std::make_shared<DistanceGrid>(*bustGrid());
        grid->origin = grid->origin * fit.scale + fit.shift;
        grid->cell *= fit.scale;
        for (float& d : grid->distance) d *= fit.scale;
        out_.grid = grid;
        std::string note = text("no head was named: Ringlet's own is fitted, %.2f times its size", fit.scale);
        if (fit.distance > 0) note += text(", %.1f mm off the roots", 1000.0 * fit.distance);
        if (fit.quarters) note += text("; the hair is turned by %d degrees to face forward", 90 * fit.quarters);
        out_.notes.push_back(note);
    }

    void snap() {
        const MeshDistance surface(out_.head.triangles.empty() ? out_.collider : out_.head);
        const Snapped snapped = snapRoots(out_.strands, surface, reach, seated);
        if (snapped.moved > 0) {
            out_.notes.push_back(text("%llu roots moved onto the head, by %.1f mm on average, %.1f mm at most",
                                      static_cast<unsigned long long>(snapped.moved), 1000.0 * snapped.average,
                                      1000.0 * snapped.most));
        }
        if (snapped.far > 0) {
            out_.notes.push_back(text("%llu roots lie more than %.0f mm off the head and stay there",
                                      static_cast<unsigned long long>(snapped.far), 1000.0 * reach));
        }
    }

    // A head turns about its own middle, and positions stay small.
    void centre() {
        const Vec3f origin = centerOfRoots(out_.strands);
        for (Vec3f& p : out_.strands.points) p = p - origin;
        for (Mesh* mesh : {&out_.head, &out_.collider}) {
            for (Vec3f& v : mesh->vertices) v = v - origin;
        }
        if (!out_.grid) return;
        auto grid = std::make_shared<DistanceGrid>(*out_.grid);
        grid->origin = grid->origin - origin;
        out_.grid = grid;
    }

    const SceneFiles& files_;
    const PlaceOptions& options_;
    PlacedFiles out_;
    Placement place_, headPlace_;
    bool headKnown_ = false;
    std::vector<Vec3f> roots_;
};

}  // namespace

Result<PlacedFiles> readPlaced(const SceneFiles& files, const PlaceOptions& options) {
    return Placer(files, options).read();
}

}  // namespace ringlet
