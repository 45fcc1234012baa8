// One picture of a running scene: backdrop, head, hair, light through hair, and
// the points that explain a model.
#pragma once

#include "core/scenes/simulation.h"
#include "core/view/density_drawing.h"
#include "core/view/device_curves.h"
#include "core/view/hair_drawing.h"
#include "core/view/head_drawing.h"
#include "core/view/lights.h"
#include "core/view/picking.h"
#include "core/view/shadow_maps.h"
#include "core/view/smooth_edges.h"

namespace ringlet {
namespace view {

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

    // Frees what each picture draws anew; for a renderer whose scene is not shown.
    void forgetDrawn();

    // mixing: 0 draws the state before the last step, 1 the state after it.
    // Error: a shader, needed now for the first time, that does not compile.
    Status draw(const Camera& camera, const Picture& picture, float mixing);

    // The same in slices: begin(), then proceed() until it says that the picture is whole,
    // each time for so many strands (> 0), counted anew in each stage. Nothing else may be drawn by this
    // renderer between them; a picture that is not needed any more is simply left.
    Status begin(const Camera& camera, const Picture& picture, float mixing);
    bool proceed(size_t strands);

    // Whether the last picture, drawn with Picture::temporal, knows where everything was in the one before.
    bool motionKnown() const { return motionKnown_; }

    const HairDrawing& hair() const { return hair_; }
    const DeviceCurves& curves() const { return curves_; }
    // Of the nearest hair, at most, in a picture so many pixels high.
    float pixelsAMetre(const Camera& camera, int height) const;
    const ShadowMaps& shadows() const { return shadows_; }
    Pose drawnHead(float mixing) const;  // as draw() places it
    const BustPlace& bust() const { return head_.bust(); }

private:
    enum class Stage { Courses, Depth, Layers, Light, Scene, Hair, Whole };
    Extent extent(const Camera& camera) const;
    PixelBox seen(const Camera& camera) const;
    void drawStage(StrandRange range, size_t strands);
    void seenBy(Lamp lamp);  // the block that shaders read
    // The rim light's map comes with the layers: without, its shadow is a guess. Between stills the key light alone moves.
    int lampsToMap() const { return picture_.look.layers > 0 && !picture_.again ? 2 : 1; }
    void drawDepths(StrandRange range);
    void drawLayers(StrandRange range);
    void drawScene(StrandRange range, size_t strands);
    void finishPicture();
    void drawBackdrop(const Picture& picture);
    void drawPoints(const Picture& picture);

    Program backdrop_, ground_, points_;
    ShadowMaps shadows_;
    DeviceCurves curves_;
    HairDrawing hair_;
    HeadDrawing head_;
    DensityDrawing density_;
    SmoothEdges edges_;
    PixelBox seen_;  // where head and hair are in the picture, as a rule
    GLuint frameBuffers_[2] = {0, 0};  // as each lamp's maps are drawn; all else as the key light's
    GLuint nothing_ = 0, pointArray_ = 0, pointBuffer_ = 0;
    Pose current_, previous_, drawnHead_;
    Picture picture_;  // that is being drawn ...
    float mixing_ = 1;
    Mat4 placement_{1};  // ... with the head here ...
    Vec3f lamps_[2];      // ... lit from here ...
    Stage stage_ = Stage::Whole;
    // Of the picture before, where that was temporal too.
    struct Before {
        Mat4 viewProjection{1}, placement{1};
        Vec4 head{0};
        Vec3f back{0, 0, 1};  // from what the camera looks at
        bool known = false;
    } before_;
    bool motionKnown_ = false;
    void compareWithBefore(FrameBlock& block, const Camera& camera);
    size_t reached_ = 0;  // ... as far as this strand of the stage
    const Simulation* simulation_ = nullptr;
    size_t strands_ = 0;
    bool finished_ = false;
    float sceneRadius_ = 0.3f;
    Vec3f sceneCenter_{0, 0, 0};
    HeadPicker::Frame frame_;
    float footRadius_ = 0;  // of the head at rest about its axis, where a ground lies under it, m; 0: none
};

}  // namespace view
}  // namespace ringlet
