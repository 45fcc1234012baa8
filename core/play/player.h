// A scene that is played: simulated time, the hand and the other tools, recordings of them, the camera, and the
// commands that buttons, keys, links and panels give. Pages and windows are shells about it: they draw, tell it what
// time passes and where pointers are, and show what it says.
#pragma once

#include "core/play/beside.h"
#include "core/play/brush_tool.h"
#include "core/play/framing.h"
#include "core/play/motion_take.h"
#include "core/play/recent.h"
#include "core/play/takes.h"
#include "core/view/hand.h"
#include "core/view/playback.h"
#include "core/view/rest_watch.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ringlet {
namespace play {

struct Scene {
    std::unique_ptr<Simulation> simulation;  // its motion set
    SimulationOptions options;               // that it was made with, to be made anew
    std::string motion;                      // its name; empty: it has none
};

// Positions in the pixels of Framing::setPicture, from the top left.
struct PointerEvent {
    enum class Kind { Down, Move, Up, Cancel };
    Kind kind;
    int id;
    float x, y;
    int button;        // 0 left, 1 middle, 2 right
    bool shift, touch;
};

class Player {
public:
    // sink: where the bytes of a motion that is taken away go.
    explicit Player(ByteSink sink = {});

    // Called when the hair has been built: another scene, or the same one anew for a parameter.
    std::function<void(bool another)> onBuilt = [](bool) {};

    // Plays that scene in place of the last one and of those beside it, from its start; the camera shows it whole.
    void show(Scene scene);
    const Simulation* simulation() const { return simulation_.get(); }  // null: none yet
    // All that are shown: that one first, then those of the command "beside".
    std::vector<const Simulation*> heads() const;

    // Simulated time follows the clock, at most a few frames at a time; a device that cannot keep up runs slower.
    // seconds: since the last call, without what was slept.
    void advance(double seconds);
    // So many frames at once.
    void step(int frames);
    // The camera follows the head and comes to rest. seconds: as above. Returns whether it still moves.
    bool follow(double seconds);

    // For display: 0 the state before the last frame, 1 the one after it; and the head in between.
    float mixing() const { return mixing_; }
    Pose drawnHead() const;
    // What has moved since the last call: so many frames, and whether the hair was elsewhere at once.
    struct Moved {
        int frames = 0;
        bool jumped = false;
    };
    Moved takeMoved();
    // Grows with whatever pictures may show.
    uint64_t changes() const { return changes_; }
    void touch() { ++changes_; }
    // ms that steps have taken since the last call.
    double takeSteppedMs();
    // Whether pictures are coarser than they could be: then hair that comes to rest is not a change any more.
    void setCoarse(bool coarse) { coarse_ = coarse; }
    // The hair rests, as far as can be seen, and nothing holds it.
    bool rests() const;
    // It has rested for some seconds and nothing is going to move it: advance() lets its time stand still, until a command, a
    // pose or a hand comes. A device's processor and battery rest with it, and its picture is refined.
    bool asleep() const;

    // Runs "play", "pause", "step N", "slow on|off", "reset", "recentre", "move RIGHT,UP" (m, as seen),
    // "turn YAW,PITCH,ROLL" (rad, as seen), "motion NAME", "set NAME=VALUE", "view NAME=VALUE", "show NAME=on|off",
    // "camera YAW,PITCH,DISTANCE,X,Y,Z", "tool hand|brush", "brush RADIUS", "idle on|off", "record on|off",
    // "replay TEXT" (see readReplay), "beside NAMES" (see Beside::set), "take EXTENSION,SECONDS" (motion into a file from here on; without argument: its end).
    // Error: what is wrong.
    Status command(const std::string& name, const std::string& argument);
    Status setPose(const Pose& pose, bool teleport);

    void pointer(const PointerEvent& event);
    // delta: as a wheel of the web counts, some 100 a notch.
    void wheel(float delta);
    bool busy() const { return hand_.busy() || brush_.touches(); }  // something is held or on its way
    bool holds() const { return busy() || undecided_ || onBall_; }
    enum class At { Nothing = 0, Head = 1, Brush = 3 };
    At whatIsAt(float x, float y) const;
    float brushPixels(float x, float y) const;  // the brush's radius there, pixels

    Params& settings() { return settings_; }  // of the picture
    const Params& settings() const { return settings_; }
    view::ShowToggles& shown() { return show_; }
    const view::ShowToggles& shown() const { return show_; }
    view::Playback& playback() { return playback_; }
    const view::Playback& playback() const { return playback_; }
    Framing& framing() { return framing_; }
    const Framing& framing() const { return framing_; }
    const view::Camera& camera() const { return framing_.camera(); }

    // What the model has found out about the hair while it ran, beyond what it knew when it was built; empty: nothing.
    std::string remark() const;
    // Keys and values into objects that the caller has begun: what runs and what is held; the figures of stats().
    void writeState(JsonWriter& json) const;
    void writeStats(JsonWriter& json) const;
    std::string recordingJson() const { return takes_.json(); }

private:
    void stepOnce();
    void watchRest();
    template <class Do>
    void each(const Do& act) {  // of the heads
        act(*simulation_);
        for (Simulation* other : beside_.simulations()) act(*other);
    }
    void moveByHand(bool steered, const Pose& pose);
    void endIdle();
    Status startAnew();
    Status startMotion(const std::string& name);
    void finishRecording();
    void letAllGo();
    void takeOver();
    void jumped();
    void built(bool another);

    // Where it is of the first head what that place is of the head it lies on.
    view::Camera::Pixels onFirst(float x, float y) const;
    PointerEvent onFirst(PointerEvent event);
    At whatIsOnFirst(float x, float y) const;
    Vec3d brushPoint(float x, float y) const;
    float hairReach(Vec3f direction) const;
    bool brushable(float x, float y) const;
    bool towardsHair(const PointerEvent& from, const PointerEvent& to) const;
    void startStroke(const PointerEvent& at);
    void decideStroke(const PointerEvent& now);
    void takeHold(const PointerEvent& at, int button, bool stroking = false);
    Sphere ballOf(size_t number) const;
    struct MetBall {
        size_t ball;  // behind the balls the clips; mostBallsAndClips: none
        float depth;  // m along the ray; negative: none is the first thing there
    };
    MetBall ballAt(float x, float y) const;
    bool takeBall(const PointerEvent& at);
    void moveBall(const PointerEvent& to);
    void pressed(const PointerEvent& event);
    void moved(const PointerEvent& event);
    void released(const PointerEvent& event);
    void carryHead(const view::HeadWay& way);
    void pushHead(const view::HeadWay& way);

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
    Status startReplay(const std::string& text);
    Status takeMotion(const std::string& argument);
    Status showBeside(const std::string& names);
    typedef Status (Player::*Command)(const std::string&);
    static Command commandOf(const std::string& name);  // null: there is none

    std::unique_ptr<Simulation> simulation_;
    Beside beside_;
    SimulationOptions options_;
    Params settings_;
    view::Playback playback_;
    view::ShowToggles show_;
    Framing framing_;

    view::Hand hand_;
    BrushTool brush_;
    bool placed_ = false;        // the camera, since the head was last sent elsewhere: it is for where that is
    bool brushing_ = false;      // the tool: brush, or hand
    PointerEvent brushed_{};     // of the pointer that holds the brush, the last
    std::map<int, view::Camera::Pixels> away_;  // of each pointer that is down: where it went down, from the first head
    std::unique_ptr<PointerEvent> undecided_;  // pressed beside the hair with the brush: a stroke, or looking around
    std::unique_ptr<PointerEvent> onBall_;     // of the pointer that drags a ball, the last
    size_t heldBall_ = 0;        // which one
    float ballAway_ = 1;         // depth of the point on it that was taken hold of, m

    Takes takes_;
    MotionTake motionTake_;
    std::string remarkAtStart_;
    bool untouched_ = false;     // the scene is as show() was given it
    bool idle_ = false;          // nobody has touched the hair yet: a breeze moves it

    double waiting_ = 0;         // s of simulated time not yet stepped
    float mixing_ = 1;           // between the last two states
    double steppedMs_ = 0;       // since takeSteppedMs()
    RecentRate simulated_;       // simulated seconds a second, as a part of those wanted
    Moved moved_;
    uint64_t changes_ = 0;
    std::vector<view::RestWatch> rests_;  // of each head
    double rested_ = 0;                   // s that all of them have
    int unwatched_ = 0;                   // frames
    bool coarse_ = false;
};

}  // namespace play
}  // namespace ringlet
