// The page's program: a shell about the player. It makes scenes beside the page's own work, draws in as much
// detail as the device affords, and has the expert's panel. The browser calls it through the functions of exports.cpp.
#pragma once

#include "core/play/seen_heads.h"
#include "core/view/fence.h"
#include "core/view/panel.h"
#include "core/view/smooth_picture.h"
#include "core/view/view_settings.h"
#include "web/loading.h"
#include "web/panel_canvas.h"
#include "web/refining.h"

#include <memory>
#include <string>

namespace ringlet {
namespace web {

// The page's geometry, in CSS pixels except where said.
struct Layout {
    float width = 1280, height = 720;
    float pixelRatio = 1;         // pixels of the display a CSS pixel
    view::Insets insets;          // covered by HTML or by the panel
    bool dark = false;
    PanelPlace panel;             // its darkness is the page's
};

class App {
public:
    // threads: that run a step, this one included.
    explicit App(int threads);
    ThreadPool& pool() { return *pool_; }

    // Starts drawing, in the context that is current. Before the first load().
    // canvas, panel: CSS selectors; the canvas' size in pixels follows the detail.
    void drawOn(const std::string& canvas, const std::string& panel);

    // Begins to make what a load() of the same scene will ask for, beside the page's
    // own work where it has threads.
    void begin(const std::string& scene, const std::string& model, const std::string& assignments);

    // The browser has lost the drawing context: time goes on without pictures ...
    void loseGraphics() { lost_ = true; }
    // ... until it has given the context back.
    // Error: what the driver refuses now.
    Status restoreGraphics();
    void restorePanel() { if (panel_) panel_->restore(); }

    // Replaces the running scene. `model`: empty for the scene's own. `assignments`: lines name=value for the
    // scene's, the model's or the picture's parameters. `measure` gathers
    // length errors and penetration, at a cost.
    // Error: one line, and the scene that ran goes on.
    Status load(const std::string& scene, const std::string& model, const std::string& assignments,
                const SceneFiles& files, bool measure);

    // The same for a scene of files, beside the page's own work where it has
    // threads. loadingJson() tells how far it is ({"done": false, "what", "part"})
    // and, once it is done, puts it in place of what ran ({"done": true, "problem"}).
    Status startFiles(const std::string& scene, const SceneFiles& files);
    std::string loadingJson();
    void cancelLoading() { if (loading_) loading_->cancel(); }

    // Draws a picture, after the frames that are due. Nothing is drawn (and false
    // returned) when nothing has changed since the last picture.
    bool frame(double milliseconds);

    // The player's commands (play::Player::command), and "check-replay SCENE,MODEL,TEXT" (a line each),
    // "check-mesh PATH", "redraw [kept]", "export PATH".
    // Error: what is wrong.
    Status command(const std::string& name, const std::string& argument);

    void setLayout(const Layout& layout);
    Status setPose(const Pose& pose, bool teleport) { return player_.setPose(pose, teleport); }

    // Input; positions in CSS pixels from the top left.
    // number: a press on a slider of the panel opens its text field.
    void pointer(const play::PointerEvent& event, bool number);
    void wheel(float x, float y, float delta);
    void key(int code, bool down);         // the keys that text fields need
    void character(unsigned int unicode);
    bool wantsKeys() const;
    // Where a pointer is: 0 nothing, 1 the head, 2 the panel, 3 where the brush would touch.
    int whatIsAt(float x, float y) const;
    float brushPixels(float x, float y) const { return player_.brushPixels(x, y); }  // its radius there

    // JSON: "list", "state", "stats", "recording" (the last one), "skin" (how deep drawn hair runs
    // inside the bust, read back from the GPU: slow). Empty for anything else.
    std::string query(const std::string& what);
    uint64_t hash() const { return player_.simulation() ? player_.simulation()->hash() : 0; }

private:
    // A scene that somebody asked for, its names and values checked.
    struct Wanted {
        const SceneInfo* info = nullptr;
        std::string model;
        Params params, settings;
        SceneFiles files;
        bool measure = false;
    };
    Result<Wanted> wantedScene(const std::string& scene, const std::string& model, const std::string& assignments) const;
    void startLoading(const Wanted& wanted);
    static Result<play::Scene> made(const Wanted& wanted, ThreadPool* pool);
    Status show(const Wanted& wanted, play::Scene scene);
    void built(bool another);
    void setScenes();

    bool panelPointer(const play::PointerEvent& event, bool number);
    void doPending();
    void drawPicture();
    void drawPanel(double seconds);
    void adaptDetail(double seconds);
    float drawnRatio(float detail) const;   // drawn pixels a CSS pixel
    void resizeCanvas();
    float mostDetail() const;   // that the viewer allows
    float affordedDetail() const;  // that the device can draw while things move
    int stillPictures() const;
    bool whole() const;
    bool temporal() const;
    bool blends_ = true;            // until the driver proves unable
    uint32_t drawnPictures_ = 0;    // while things move
    float detail() const;       // of what is drawn, or lies on the canvas
    void tellDetail() { player_.setCoarse(affordedDetail() < mostDetail()); }
    view::Picture picture(float detail) const;
    std::vector<view::HeadsDrawing::Seen> seen(float detail) const;  // of each
    void uploadState();
    bool keepPicture(double seconds);
    void showFinePicture();
    bool refine(double seconds);
    Status beginRefining();
    bool changed();

    Status checkReplay(const std::string& argument) const;
    Status exportTo(const std::string& path) const;
    Status redraw(const std::string& kept);

    std::string listJson() const;
    std::string stateJson() const;
    std::string statsJson() const;
    std::string skinJson() const;

    std::unique_ptr<ThreadPool> pool_;
    play::Player player_;
    std::unique_ptr<Loading> loading_;  // of files, not yet in place
    Wanted loadingOf_;
    std::string begun_;  // what begin() was asked for and nobody has loaded yet; else empty

    view::HeadsDrawing heads_;
    view::SmoothPicture smoothPicture_, finePicture_;  // what is shown; what is refined beside it
    Layout layout_;
    bool lost_ = false;          // the drawing context
    bool resend_ = false;        // what was drawn from is lost with it
    double last_ = -1;           // ms, of the last frame
    uint64_t drawnChanges_ = 0;  // of the player, that pictures follow
    int quiet_ = 0;              // pictures since anything changed

    std::unique_ptr<PanelCanvas> panel_;
    view::Figures figures_;      // as the panel shows them
    double figuresAge_ = 0;      // s
    std::string pendingCommand_, pendingArgument_;  // from the panel, done between pictures
    std::string refusal_;        // what was wrong with the last of them that was refused
    int refusals_ = 0;
    bool hovered_ = false;       // a pointer has passed: the panel may show it, nothing else does

    int detail_ = view::firstDetail, detailLimit_ = view::fullDetail;  // what is drawn, and the most that has not proved too slow
    float fadedDetail_ = view::firstDetail;  // follows detail_, for levels fade
    bool kept_ = false;          // a picture to keep is drawn in every detail, and time stands
    Refining refining_;
    view::Fence sliceDrawn_;
    int paced_ = 0;              // pictures in a row that came fast (> 0) or slowly (< 0)
    play::RecentRate pictures_;  // per second
    double busyMs_ = 0;          // that the last picture took
    std::string canvas_;
};

}  // namespace web
}  // namespace ringlet
