// What hands do to a scene, kept so that it can be done again to the same bits.
// A key is taken every three frames and rounded to whole steps *before* it
// reaches the simulation, so the one who records and the one who replays run the
// same numbers. Both start from a scene built anew, with the head at the origin.
#pragma once

#include "core/scenes/simulation.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

// Where hands want head and brush to be: what a pointer says.
struct Hands {
    Pose head;
    Vec3d brush{0, 0, 0};    // centre, m, world
    float brushRadius = 0;   // m; 0: the brush is lifted
};

struct Recording {
    static constexpr int framesPerKey = 3;       // 20 keys a second at 60 frames
    static constexpr uint32_t mostFrames = 1200; // 20 s
    static constexpr double headStep = 0.0005;   // m
    static constexpr double turnStep = 1.0 / 1024;  // rad, of the rotation vector
    static constexpr double brushStep = 0.001;   // m

    using HeadKey = std::array<int32_t, 6>;   // position, rotation vector
    using BrushKey = std::array<int32_t, 4>;  // position, radius
    struct Change {
        uint32_t frame;           // before which it is made
        std::string name, value;  // a Live parameter
    };

    uint32_t frames = 0;
    std::vector<HeadKey> head;    // reached at the end of frame 3, 6, 9 ...
    std::vector<BrushKey> brush;  // as many
    std::vector<Change> changes;  // in order

    bool brushed() const;         // whether the brush ever touched the hair

    // Compact texts of letters that links may carry: [A-Za-z0-9_-].
    std::string headText() const;
    std::string brushText() const;  // empty if never brushed

    // Error: not such texts, or numbers out of range; never more than mostFrames.
    static Result<Recording> fromText(const std::string& head, const std::string& brush);
};

// A recording that is to be done again, and the hash that is to come out (empty: not known).
struct Replay {
    Recording recording;
    std::string hash;
};

// text: the head's, the brush's, the hash that is to come out, then a line "frame name=value" for each change.
// params: of the hair that is to do it again. Error: what of it cannot be done.
Result<Replay> readReplay(const std::string& text, Params params);

// Rounds what hands want to a recording's steps, adds a key when one is due and
// moves on the simulation by a frame, and those beside it with it. The simulation must be new.
class Recorder {
public:
    // Of the numbers that a parameter is given before one frame, the last alone is kept.
    void change(const std::string& name, const std::string& value);
    void advance(Simulation& simulation, const Hands& wanted, const std::vector<Simulation*>& beside = {});
    bool full() const { return kept_.frames >= Recording::mostFrames; }
    const Recording& recording() const { return kept_; }

private:
    Recording kept_;
};

// Does to a new simulation what was recorded, a frame at a time.
class Replayer {
public:
    explicit Replayer(Recording recording) : recording_(std::move(recording)) {}
    bool done() const { return frame_ >= recording_.frames; }
    uint32_t frame() const { return frame_; }
    const Recording& recording() const { return recording_; }
    void advance(Simulation& simulation, const std::vector<Simulation*>& beside = {});

private:
    void change(Simulation& simulation, const std::vector<Simulation*>& beside);
    Recording recording_;
    uint32_t frame_ = 0;
};

}  // namespace ringlet
