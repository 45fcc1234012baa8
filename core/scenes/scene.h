// Scenes: a groom, a model, its parameters and what the hair is attached to.
// One self-registering file a scene, no graphics.
#pragma once

#include "core/base/result.h"
#include "core/collide/colliders.h"
#include "core/collide/head.h"
#include "core/groom/follow.h"
#include "core/groom/groom.h"
#include "core/models/model.h"
#include "core/params/params.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ringlet {

// Files named by the user that take the place of what a scene makes itself.
struct SceneFiles {
    std::string groom, head, collider;  // paths; empty where not given
    std::string cache = {};             // folder that keeps what is made from files (cacheFolder()); empty: none
    // Told what is being done and how far it is; false cancels. May be empty.
    std::function<bool(const std::string& what, uint64_t done, uint64_t total)> progress = {};
};

// A drawn mesh. One that never changes is made when it is first asked for: hair is simulated without it.
class DrawnMesh {
public:
    DrawnMesh() : DrawnMesh(Mesh{}) {}
    DrawnMesh(Mesh mesh) : own_(std::make_shared<const Mesh>(std::move(mesh))) {}
    DrawnMesh(const Mesh& (*make)()) : make_(make) {}
    const Mesh& operator*() const { return make_ != nullptr ? make_() : *own_; }
    const Mesh* operator->() const { return &**this; }

private:
    std::shared_ptr<const Mesh> own_;
    const Mesh& (*make_)() = nullptr;
};

// How hair from a file was placed, told or found, for whoever shows it.
struct FoundPlacement {
    float unit = 0;          // metres a unit of the file; 0: the hair is not from a file
    const char* up = "";     // axis of the file: Y, Z, X, -Y, -Z, -X
    const char* under = "";  // bust, roots, or file
};

// What a scene makes from its parameters.
struct SceneContent {
    Groom groom;
    DrawnMesh head;       // may be empty
    BustPlace bust;       // where `head` is Ringlet's own: how large, and where
    Colliders colliders;  // head space
    Mesh exactCollider;   // the mesh that penetration is measured against; empty: `colliders` are exact
    FoundPlacement found;
    Vec3f origin{0, 0, 0};             // where files that a groom comes from have it, m
    std::vector<uint32_t> placeInFile; // of each strand of `groom`, and behind them of those of the file that follow; empty: in their order
    FollowTable follow;   // how strands that are not simulated follow those of `groom`; empty: there are none
    Vec3f (*ballsWay)(double time) = nullptr;  // how balls go besides where parameters put them, head space, m; null: they stay
    float (*styleAt)(double time) = nullptr;   // Frame::style; null: 1
    std::vector<std::string> notes;  // what whoever named files should know about them, a line each
};

// What a gallery shows together.
enum class SceneKind { Head, Ball, Wisp, Strand, Own };
struct SceneKindInfo {
    const char* name;
    const char* title;    // one or two words
    const char* summary;  // one sentence
};
extern const SceneKindInfo sceneKinds[];  // in the order of SceneKind
extern const int sceneKindCount;

struct SceneInfo {
    std::string name;
    std::string title;               // one to three words, for whoever chooses by a picture
    std::string summary;             // one sentence
    SceneKind kind;
    std::string hairColour;          // the name of what suits it, of those that core/view has
    std::string model;               // name in the model registry
    const ParamTable* params;        // the scene's own: strands, particles, length ...
    // Defaults of the scene's or the model's parameters that this scene replaces.
    std::vector<std::pair<std::string, double>> defaults;
    Result<SceneContent> (*make)(const Params&, const SceneFiles&);
    std::string motion = "still";    // the named motion it plays unless told otherwise
    bool needsFiles = false;         // cannot be made without SceneFiles::groom, or with `growsHair` ::head
    bool growsHair = false;          // on the mesh that is SceneFiles::head, and takes no groom
};

const std::vector<SceneInfo>& scenes();  // sorted by name
const SceneInfo* findScene(const std::string& name);

struct RegisterScene {
    explicit RegisterScene(SceneInfo info);
};

// The parameters of a scene: its own table, then its model's, the ball's and the wind's,
// with the scene's defaults. `model` names another model than the scene's own;
// defaults that it does not know are then left out.
Params sceneParams(const SceneInfo& scene, const std::string& model = {});

}  // namespace ringlet
