// The page's program: a running scene, its picture, and the hand that drags the
// head. The browser shell calls it through the functions of exports.cpp.
#pragma once

#include "core/scenes/recording.h"
#include "core/view/hand.h"
#include "core/view/panel.h"
#include "core/view/picking.h"
#include "core/view/renderer.h"
#include "core/view/rest_watch.h"
#include "core/view/smooth_picture.h"
#include "core/view/view_settings.h"
#include "web/brush_tool.h"
#include "web/loading.h"
#include "web/motion_take.h"
#include "web/panel_canvas.h"
#include "web/recent.h"
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
    PanelPlace panel;             // its pixel ratio and darkness are the page's
};

class App {
public:
    // threads: that run a step, this one included.
    explicit App(int threads);

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

    // Draws a picture, after at most two steps. Nothing is drawn (and false
    // returned) when nothing has changed since the last picture.
    bool frame(double milliseconds);

    // "play", "pause", "step N", "slow on|off", "reset", "recentre", "move RIGHT,UP" (m, as seen),
    // "turn YAW,PITCH,ROLL" (rad, as seen), "motion NAME", "set NAME=VALUE", "view NAME=VALUE", "show NAME=on|off",
    // "camera YAW,PITCH,DISTANCE,X,Y,Z", "tool hand|brush", "brush RADIUS",
    // "idle on|off", "record on|off", "replay TEXT", "check-replay SCENE,MODEL,TEXT" (a line each),
    // "check-mesh PATH", "redraw [kept]", "export PATH",
    // "take EXTENSION,SECONDS" (motion into a file from here on; without argument: its end).
    // Error: what is wrong.
    Status command(const std::string& name, const std::string& argument);

    void setLayout(const Layout& layout);
    Status setPose(const Pose& pose, bool teleport);
    void step(int frames);

    // Input; positions in CSS pixels from the top left.
    enum class PointerKind { Down, Move, Up, Cancel };
    struct PointerEvent {
        PointerKind kind;
        int id;
        float x, y;
        int button;        // 0 left, 1 middle, 2 right
        bool shift, touch;
    };
    void pointer(const PointerEvent& event);
    void wheel(float x, float y, float delta);
    void key(int code, bool down);         // the keys that text fields need
    void character(unsigned int unicode);
    bool wantsKeys() const;
    // Where a pointer is: 0 nothing, 1 the head, 2 the panel, 3 where the brush would touch.
    int whatIsAt(float x, float y) const;
    float brushPixels(float x, float y) const;  // its radius there, CSS pixels

    // JSON: "list", "state", "stats", "recording" (the last one), "skin" (how deep drawn hair runs
    // inside the bust, read back from the GPU: slow). Empty for anything else.
    std::string query(const std::string& what);
    uint64_t hash() const { return simulation_ ? simulation_->hash() : 0; }

private:
    // A scene that somebody asked for, its names and values checked.
    struct Wanted {
        const SceneInfo* info = nullptr;
        std::string model;
        Params params, settings;
        SceneFiles files;
        bool measure = false;
    };
    struct Replay {
        Recording recording;
        std::string hash;  // that is to come out
    };
    static Result<Replay> readReplay(const std::string& text, Params params);
    Result<Wanted> wantedScene(const std::string& scene, const std::string& model, const std::string& assignments);
    void startLoading(const Wanted& wanted);
    static Result<std::unique_ptr<Simulation>> made(const Wanted& wanted, ThreadPool* pool);
    Status show(const Wanted& wanted, std::unique_ptr<Simulation> simulation);
    void setDrawnScene();
    void stepOnce();
    void advanceTime(double seconds);
    void moveByHand(bool steered, const Pose& pose);
    void endIdle();
    Status startAnew();
    Status startRecording();
    void finishRecording();
    void finishReplay();
    void takeOver();
    Vec3d brushPoint(float x, float y) const;
    bool brushable(float x, float y) const;
    bool towardsHair(const PointerEvent& from, const PointerEvent& to) const;
    void startStroke(const PointerEvent& at);
    void decideStroke(const PointerEvent& now);
    void takeHold(const PointerEvent& at, int button);
    float ballDepth(float x, float y) const;  // m along the ray; negative: the ball is not the first thing there
    bool takeBall(const PointerEvent& at);
    void moveBall(const PointerEvent& to);
    void pressed(const PointerEvent& event);
    Vec3d middleOf(const Pose& head) const;  // of what is shown with it, m, world
    Vec3d leaving(Vec3d from, Vec3d to, bool freely) const;
    Status nudge(Vec3d by, Quatf turn);
    void followHead(const Pose& head, double seconds);
    void drawPicture();
    void drawPanel(double seconds);
    void fitCamera();
    void adaptDetail(double seconds);
    float drawnRatio(float detail) const;   // drawn pixels a CSS pixel
    void resizeCanvas();
    float mostDetail() const;   // that the viewer allows
    float affordedDetail() const;  // that the device can draw while things move
    float detail() const;       // of what is drawn, or lies on the canvas
    view::HairLook look(float detail) const;
    view::HairLook look() const { return look(detail()); }
    view::Picture picture(float detail) const;
    void uploadState();
    bool keepPicture(double seconds);
    void showFinePicture();
    bool refine(double seconds);
    Status beginRefining();
    bool rests() const;
    Status applyAssignments(const SceneInfo& info, const std::string& assignments, Params& params, Params& settings);
    void jumped();

    // The commands, each with its argument.
    Status play(const std::string&);
    Status pause(const std::string&);
    Status stepFrames(const std::string& count);
    Status slow(const std::string& onOrOff);
    Status reset(const std::string&);
    Status recentre(const std::string&);
    Status moveHead(const std::string& text);
    Status turnHead(const std::string& text);
    Status playMotion(const std::string& name);
    Status setParameter(const std::string& assignment);
    Status setView(const std::string& assignment);
    Status showOrHide(const std::string& assignment);
    Status setCamera(const std::string& text);
    Status chooseTool(const std::string& tool);
    Status setBrush(const std::string& radius);
    Status setIdle(const std::string& onOrOff);
    Status record(const std::string& onOrOff);
    Status startReplay(const std::string& argument);
    Status checkReplay(const std::string& argument);
    Status checkMesh(const std::string& path);
    Status exportTo(const std::string& path);
    Status takeMotion(const std::string& argument);
    Status redraw(const std::string& kept);

    std::string listJson() const;
    std::string stateJson() const;
    std::string statsJson() const;
    std::string recordingJson() const;
    std::string skinJson() const;

    std::unique_ptr<ThreadPool> pool_;
    std::unique_ptr<Simulation> simulation_;
    std::unique_ptr<Loading> loading_;  // of files, not yet in place
    Wanted loadingOf_;
    std::string begun_;  // what begin() was asked for and nobody has loaded yet; else empty
    Params settings_;
    SceneFiles files_;
    bool measure_ = false;

    view::Playback playback_;
    view::Renderer renderer_;
    view::SmoothPicture smoothPicture_, finePicture_;  // what is shown; what is refined beside it
    view::Camera camera_;
    view::HeadPicker picker_;
    view::ShowToggles show_;
    Layout layout_;
    view::Hand hand_;
    BrushTool brush_;
    bool brushing_ = false;      // the tool: brush, or hand
    PointerEvent brushed_{};     // of the pointer that holds the brush, the last
    std::unique_ptr<PointerEvent> undecided_;  // pressed beside the hair with the brush: a stroke, or looking around
    std::unique_ptr<PointerEvent> onBall_;  // of the pointer that drags the ball, the last
    float ballAway_ = 1;         // depth of the point on it that was taken hold of, m
    Vec3d followed_{0, 0, 0};    // the middle of the head that the camera last followed, m, world

    bool untouched_ = false;     // the scene is as load() made it
    bool idle_ = false;          // nobody has touched the hair yet: a breeze moves it
    Hands wanted_;               // by whoever is recorded
    std::unique_ptr<Recorder> recorder_;  // while recording
    std::unique_ptr<Player> player_;      // while replaying
    std::unique_ptr<Recording> recorded_; // the last one
    uint64_t recordedHash_ = 0;
    std::string expectedHash_, replayedHash_;
    MotionTake take_;

    bool lost_ = false;          // the drawing context
    double last_ = -1;           // ms, of the last frame
    double waiting_ = 0;         // s of simulated time not yet stepped
    float mixing_ = 1;           // between the last two states
    int stepsSinceUpload_ = 0;   // 0: nothing new; beyond 1 both states are sent
    bool uploadBoth_ = true;
    int quiet_ = 0;              // pictures since anything changed
    std::unique_ptr<PanelCanvas> panel_;
    view::Figures figures_;      // as the panel shows them
    double figuresAge_ = 0;      // s
    std::string pendingCommand_, pendingArgument_;  // from the panel, done between pictures

    int detail_ = view::firstDetail, detailLimit_ = view::fullDetail;  // what is drawn, and the most that has not proved too slow
    float fadedDetail_ = view::firstDetail;  // follows detail_, for levels fade
    bool kept_ = false;          // a picture to keep is drawn in every detail, and time stands
    Refining refining_;
    bool hovered_ = false;       // a pointer has passed: the panel may show it, nothing else does
    view::RestWatch rest_;
    int paced_ = 0;              // pictures in a row that came fast (> 0) or slowly (< 0)

    RecentRate pictures_, simulated_;  // per second; simulated seconds, as parts of those wanted
    double busyMs_ = 0;                // that the last picture took
    double steppedMs_ = 0;       // what the steps before this picture took
    std::string canvas_;
};

}  // namespace web
}  // namespace ringlet
