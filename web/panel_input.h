// What pointers and keys do to the panel, shown to Dear ImGui picture by picture: what came and went between two of them
// counts all the same, and a finger scrolls.
#pragma once

namespace ringlet {
namespace web {

class PanelInput {
public:
    // Positions in CSS pixels from the panel's top left.
    void point(float x, float y);           // a mouse
    // 0 left, 1 middle, 2 right. number: it opens the text field of a slider.
    void press(int button, bool number);
    void release();
    // A finger's press waits for where it goes: up or down it scrolls, to the side it drags, lifted it has tapped.
    void touch(int id, float x, float y);
    void moveFinger(int id, float x, float y);
    void liftFinger(int id, bool cancelled);
    bool held() const { return finger_.id >= 0 || down_[0] || down_[1] || down_[2]; }
    void wheel(float notches);
    void key(int code, bool down);          // the keys that text fields need: site/input.js numbers them
    void character(unsigned int unicode);

    // Before and after a picture of the panel.
    void show();
    void shown();
    // Whether there is something that pictures have still to show.
    bool waits() const { return unseen_ > 0; }

private:
    static constexpr int buttons = 3, keys = 9;
    enum class Way { Unknown, Scrolls, Drags };
    struct Finger {
        int id = -1;  // below 0: there is none
        float x = 0, y = 0;        // where it came
        float scrolled = 0;        // how far it was at the last scroll
        Way way = Way::Unknown;
    };
    void pressNow(int button);

    float x_ = 0, y_ = 0;
    bool points_ = false;          // a finger that was lifted points nowhere
    bool leaves_ = false;          // it was lifted, and pictures have still to show that
    bool down_[buttons] = {}, pressed_[buttons] = {};
    bool keyDown_[keys] = {}, keyPressed_[keys] = {};
    bool number_ = false;
    Finger finger_;
    float wheel_ = 0;
    int unseen_ = 0;               // pictures
};

}  // namespace web
}  // namespace ringlet
