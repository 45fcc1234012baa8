// One picture of a running scene: backdrop, head, hair, light through hair, and
// the points that explain a model.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/camera.h"
#include "core/view/hair_drawing.h"
#include "core/view/mesh_drawing.h"
#include "core/view/shadow_maps.h"
#include "shaders/shared/frame_block.h"

namespace ringlet {
namespace view {

struct ShowToggles {
    bool targets = false, auxiliary = false, colliders = false, particles = false;
    bool hair = true, head = true, shadow = true;
};

struct Picture {
    GLuint target = 0;               // the frame buffer; 0: the canvas
    int width = 1280, height = 720;  // its pixels
    Insets insets;                   // in the same pixels
    float pixelRatio = 1;
    bool dark = false;
    bool ground = true;              // the shadow under the head
    float exposure = 1;
    HairLook look;
    bool plainHead = false;          // the bust of few triangles, where it is known
    ShowToggles show;
};

// What the light's map of the head depends on: it is drawn anew when one of these changes. Where
// the head is does not count, for the map moves along.
struct HeadShadow {
    Quatf orientation;
    Vec3f key;              // towards the light
    int size = 0;           // texels along a side; 0: nothing drawn yet
    bool shown = false;
    bool operator==(const HeadShadow& o) const {
        return orientation.x == o.orientation.x && orientation.y == o.orientation.y && orientation.z == o.orientation.z &&
               orientation.w == o.orientation.w && key.x == o.key.x && key.y == o.key.y && key.z == o.key.z &&
               size == o.size && shown == o.shown;
    }
};

class Renderer {
public:
    // Starts the graphics driver's compilers, which then work on by themselves.
    void init();
    // To be called before the first draw(). Error: what the driver lacks, or a shader
    // that does not compile.
    Status finish();

    // Its head is drawn, and grasped, where it now is; its hair after upload().
    void setScene(const Simulation& simulation);
    void upload(const Simulation& simulation, bool followsLast);

    // mixing: 0 draws the state before the last step, 1 the state after it.
    // Error: a shader, needed now for the first time, that does not compile.
    Status draw(const Camera& camera, const Picture& picture, float mixing);

    // The same in slices: begin(), then proceed() until it says that the picture is whole,
    // each time for so many strands (> 0), counted anew in each stage. Nothing else may be drawn by this
    // renderer between them; a picture that is not needed any more is simply left.
    Status begin(const Camera& camera, const Picture& picture, float mixing);
    bool proceed(size_t strands);

    const HairDrawing& hair() const { return hair_; }
    const ShadowMaps& shadows() const { return shadows_; }
    Pose drawnHead(float mixing) const;  // as draw() places it
    const BustPlace& bust() const { return bust_; }

private:
    enum class Stage { Courses, Depth, Layers, Light, Scene, Hair, Whole };
    FrameBlock frameBlock(const Camera& camera, const Picture& picture, const Pose& head) const;
    void drawStage(StrandRange range, size_t strands);
    void drawHeadDepth();
    void drawDepths(StrandRange range);
    void drawScene(StrandRange range, size_t strands);
    void drawMarks();
    void drawHeadMesh(const MeshDrawing& mesh, const Mat4& placement, Vec4 surface, Vec3f hair);
    void drawBackdrop(const Picture& picture);
    void drawColliders();
    void drawPoints(const Picture& picture);

    Program backdrop_, ground_, head_, headDepth_, points_;
    ShadowMaps shadows_;
    HairDrawing hair_;
    MeshDrawing headMesh_, plainBust_, colliders_;
    HeadShadow headShadow_;  // that the light's map of the head holds
    GLuint frameBuffer_ = 0, nothing_ = 0, pointArray_ = 0, pointBuffer_ = 0;
    Pose current_, previous_, drawnHead_;
    Picture picture_;  // that is being drawn ...
    float mixing_ = 1;
    Mat4 placement_{1};  // ... with the head here ...
    Vec3f key_{0, 1, 0};  // ... lit from here ...
    Stage stage_ = Stage::Whole;
    size_t reached_ = 0;  // ... as far as this strand of the stage
    const Simulation* simulation_ = nullptr;
    size_t strands_ = 0;
    bool finished_ = false;
    BustPlace bust_;  // the drawn head, where it is the procedural bust
    float sceneRadius_ = 0.3f;
    Vec3f sceneCenter_{0, 0, 0};
    float footHeight_ = 0, footRadius_ = 0;  // lowest point and reach about the axis of the head at rest, m; 0: none
};

}  // namespace view
}  // namespace ringlet
