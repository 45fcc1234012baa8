#include "core/scenes/placed_files.h"

#include "core/files/bounds.h"
#include "core/files/file_groom.h"
#include "core/files/head_search.h"
#include "core/files/root_skin.h"
#include "core/files/strand_ends.h"
#include "core/math/elementary.h"
#include "core/scenes/full_head.h"

#include <algorithm>
#include <cstdio>

namespace ringlet {

namespace {

constexpr float reach = 0.02f;      // m, of snapping
constexpr float offHead = 0.01f;    // m; of half of the roots: perhaps they are tips
constexpr float seated = 0.003f;    // m; roots no farther off the head lie on it
constexpr size_t someRoots = 400;   // to fit a head from a file by
constexpr size_t skinSamples = 20000;
constexpr float farthestSkin = 1e6f;  // m

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
        noteTurnedRound();
        useOwnHead();
        correct();
        if (ownHead_ && !onBust_) makeSkin();
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
        const UpAxis usual = format ? format->up : UpAxis::Unknown;
        const Placement told = toldPlacement(s, options_.given);
        if (options_.rootEnd == RootEnd::Last) turnRound(s);
        if (options_.rootEnd == RootEnd::Found) turnAgainst(s);
        search_ = options_.rootEnd == RootEnd::Found ? searchEitherEnd(s, usual, told) : searchHead(s, usual, told);
        turnedRound_ = search_.turnedRound;
        place_ = guessedPlacement(s, usual, told);
        ownHead_ = files_.head.empty() && files_.collider.empty();
        onBust_ = ownHead_ && (options_.under == Under::Bust || (options_.under == Under::Found && (search_.fits || search_.few)));
        if (onBust_ && !search_.few) place_ = search_.best.placement;
        else if (!ownHead_ && search_.fits) place_ = {told.unit > 0 ? told.unit : search_.best.knownUnit, search_.best.placement.up};
        out_.found = {place_.unit, axisName(place_.up), "file"};
        notePlacement(told);
        const Placement scaled{place_.unit * options_.scale, place_.up};
        for (Vec3f& p : s.points) p = placed(scaled, p);
        for (float& t : s.thickness) t *= scaled.unit;
        s.unit = 1;
        s.up = UpAxis::Y;
        roots_ = rootsOf(s, someRoots);
        return {};
    }

    void notePlacement(const Placement& told) {
        const auto whose = [](bool given, bool known) { return given ? "as set" : known ? "as the file says" : ""; };
        const std::string unit = whose(options_.given.unit > 0, told.unit > 0);
        const std::string axis = whose(options_.given.up != UpAxis::Unknown, told.up != UpAxis::Unknown);
        std::string note = fileOf(files_.groom) + ": " + unitName(place_.unit);
        if (!unit.empty() && unit != axis) note += " " + unit;
        note += std::string(", ") + axisName(place_.up) + " up";
        if (!axis.empty()) note += (unit == axis ? ", " : " ") + axis;
        const bool found = unit.empty() || axis.empty();
        if (found && search_.fits && (onBust_ || !ownHead_)) {
            note += text(", which fits a head best (misfit %.1f", search_.best.misfit);
            if (search_.next.misfit > 0) note += text("; with %s up %.1f", axisName(search_.next.placement.up), search_.next.misfit);
            note += ")";
        } else if (found) {
            note += ", by its format, its size and how it hangs";
        }
        const char* changes = unit.empty() ? axis.empty() ? "; unit and up change it" : "; unit changes it" : "; up changes it";
        out_.notes.push_back(note + (found ? changes : ""));
    }

    Status readMeshOf(const std::string& path, const char* what, Mesh& mesh) {
        Result<Mesh> read = readMeshFile(path, progressOf(files_, path));
        if (!read) return Error{read.error()};
        if (Status near = checkBounds(read.value(), path); !near) return near;
        mesh = std::move(read.value());
        // A collider is made for its head: what holds for the one holds for the other.
        HeadPlacement own{headPlace_, 0};
        if (!headKnown_) own = placeHead(mesh);
        headKnown_ = true;
        headPlace_ = own.placement;
        if (headPlace_.unit != place_.unit || headPlace_.up != place_.up) {
            out_.notes.push_back(fileOf(path) + ": " + unitName(headPlace_.unit) + ", " + axisName(headPlace_.up) +
                                 " up, as it fits the roots best");
        }
        if (own.distance > reach) {
            out_.notes.push_back(text("half of the roots lie more than %.0f mm off the %s; is it this groom's?",
                                      1000.0 * options_.scale * own.distance, what));
        }
        const Placement scaled{headPlace_.unit * options_.scale, headPlace_.up};
        for (Vec3f& v : mesh.vertices) v = placed(scaled, v);
        for (Vec3f& n : mesh.normals) n = placed({1, headPlace_.up}, n);
        return {};
    }

    // Before they are scaled.
    HeadPlacement placedBy(const Mesh& mesh, std::vector<Vec3f> roots) const {
        for (Vec3f& root : roots) root = root * (1 / options_.scale);
        return guessedHeadPlacement(mesh, roots, place_, options_.given);
    }

    // A head says which end of the strands lies on it.
    HeadPlacement placeHead(const Mesh& mesh) {
        const HeadPlacement first = placedBy(mesh, roots_);
        if (options_.rootEnd != RootEnd::Found || first.distance < offHead) return first;
        turnRound(out_.strands);
        const std::vector<Vec3f> tips = rootsOf(out_.strands, someRoots);
        const HeadPlacement last = placedBy(mesh, tips);
        if (last.distance < 0.5f * first.distance) {
            roots_ = tips;
            turnedRound_ = !turnedRound_;
            return last;
        }
        turnRound(out_.strands);
        return first;
    }

    void turnAgainst(FileStrands& s) {
        const std::vector<uint8_t> against = strandsAgainst(s);
        if (against.empty()) return;
        turnRound(s, against);
        against_ = static_cast<uint64_t>(std::count(against.begin(), against.end(), 1));
    }

    void noteTurnedRound() {
        if (against_ > 0) {
            const uint64_t turned = turnedRound_ ? out_.strands.counts.size() - against_ : against_;
            out_.notes.push_back(text("%s: %llu of %zu strands run from tip to root, and are turned round; rootEnd=first keeps them",
                                      fileOf(files_.groom).c_str(), static_cast<unsigned long long>(turned), out_.strands.counts.size()));
            return;
        }
        if (!turnedRound_) return;
        out_.notes.push_back(fileOf(files_.groom) + ": strands run from tip to root, and are turned round; rootEnd=first keeps them");
    }

    // As whoever looks at it wants the hair: turned, larger, elsewhere on its head.
    void correct() {
        const PlaceOptions& o = options_;
        if (o.turn == 0 && o.hairScale == 1 && o.move.x == 0 && o.move.y == 0 && o.move.z == 0) return;
        const Vec3f middle = centerOfRoots(out_.strands);
        const float s = sine(o.turn), c = cosine(o.turn);
        for (Vec3f& p : out_.strands.points) {
            const Vec3f q = (p - middle) * o.hairScale;
            p = middle + o.move + Vec3f{c * q.x + s * q.z, q.y, c * q.z - s * q.x};
        }
        for (float& t : out_.strands.thickness) t *= o.hairScale;
    }

    void useOwnHead() {
        if (!onBust_) return;
        HeadFit fit = search_.best;
        if (search_.few) {
            const Vec3f crown = onHeadSurface({0, 0.11f, 0});
            fit = HeadFit{};
            fit.bust.shift = centerOfRoots(out_.strands) - crown;
        } else {
            fit.bust.scale *= options_.scale;
            fit.bust.shift = fit.bust.shift * options_.scale;
        }
        for (Vec3f& p : out_.strands.points) p = turnedQuarters(p, fit.quarters);
        out_.found.under = "bust";
        out_.bust = fit.bust;
        out_.head = bustMesh();
        for (Vec3f& v : out_.head.vertices) v = out_.bust.fromBust(v);
        auto grid = std::make_shared<DistanceGrid>(*bustGrid());
        grid->origin = out_.bust.fromBust(grid->origin);
        grid->cell *= out_.bust.scale;
        for (float& d : grid->distance) d *= out_.bust.scale;
        out_.grid = grid;
        std::string note = text("no head was named: Ringlet's own is fitted, %.2f times its size", out_.bust.scale);
        if (!search_.few) note += text(", %.1f mm off the roots", 1000.0 * fit.distance * options_.scale);
        if (fit.beard) note += ", as a beard";
        if (fit.quarters) note += text("; the hair is turned by %d degrees to face forward", 90 * fit.quarters);
        out_.notes.push_back(note);
    }

    void makeSkin() {
        const std::vector<StrandSample> samples = strandSamples(out_.strands, skinSamples);
        bool sound = !samples.empty();
        for (const StrandSample& s : samples) sound = sound && lengthOf(s.root) < farthestSkin;
        if (!sound) return;  // its error comes when the groom is made
        RootSkin skin = skinOfRoots(samples);
        out_.head = std::move(skin.mesh);
        out_.grid = std::make_shared<DistanceGrid>(std::move(skin.grid));
        out_.found.under = "roots";
        const bool asked = options_.under == Under::Roots;
        out_.notes.push_back(asked ? "the hair grows on a skin made from its roots, as set"
                                   : text("no head was named, and on Ringlet's own the roots would lie %.0f mm off: the hair "
                                          "grows on a skin made from its roots; under=bust puts it on the head",
                                          1000.0 * search_.best.distance));
    }

    void snap() {
        const MeshDistance surface(out_.head.triangles.empty() ? out_.collider : out_.head);
        const Snapped snapped = snapRoots(out_.strands, surface, reach, seated);
        const char* skin = ownHead_ && !onBust_ ? "skin" : "head";
        if (snapped.moved > 0) {
            out_.notes.push_back(text("%llu roots moved onto the %s, by %.1f mm on average, %.1f mm at most",
                                      static_cast<unsigned long long>(snapped.moved), skin, 1000.0 * snapped.average,
                                      1000.0 * snapped.most));
        }
        if (snapped.far > 0) {
            out_.notes.push_back(text("%llu roots lie more than %.0f mm off the %s and stay there",
                                      static_cast<unsigned long long>(snapped.far), 1000.0 * reach, skin));
        }
    }

    // A head turns about its own middle, and positions stay small.
    void centre() {
        const Vec3f origin = centerOfRoots(out_.strands);
        out_.origin = origin;
        for (Vec3f& p : out_.strands.points) p = p - origin;
        for (Mesh* mesh : {&out_.head, &out_.collider}) {
            for (Vec3f& v : mesh->vertices) v = v - origin;
        }
        out_.bust.shift = out_.bust.shift - origin;
        if (!out_.grid) return;
        auto grid = std::make_shared<DistanceGrid>(*out_.grid);
        grid->origin = grid->origin - origin;
        out_.grid = grid;
    }

    const SceneFiles& files_;
    const PlaceOptions& options_;
    PlacedFiles out_;
    Placement place_, headPlace_;
    HeadSearch search_;
    bool ownHead_ = false;  // no file has one
    bool onBust_ = false;
    bool headKnown_ = false;
    bool turnedRound_ = false;  // all of them
    uint64_t against_ = 0;      // strands that ran against most
    std::vector<Vec3f> roots_;
};

}  // namespace

Result<PlacedFiles> readPlaced(const SceneFiles& files, const PlaceOptions& options) {
    return Placer(files, options).read();
}

}  // namespace ringlet
