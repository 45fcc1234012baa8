#include "web/panel_input.h"

#include "imgui.h"

#include <algorithm>
#include <cmath>

namespace ringlet {
namespace web {

namespace {

constexpr float sure = 8;          // CSS pixels from which a finger's way is known
constexpr int picturesToSettle = 4;  // what a press opens is laid out in one and seen in the next

// The ImGui keys of codes: backspace, delete, enter, escape, left, right, home, end, tab.
constexpr ImGuiKey imguiKeys[] = {ImGuiKey_Backspace, ImGuiKey_Delete, ImGuiKey_Enter, ImGuiKey_Escape, ImGuiKey_LeftArrow,
                                  ImGuiKey_RightArrow, ImGuiKey_Home, ImGuiKey_End, ImGuiKey_Tab};

}  // namespace

void PanelInput::point(float x, float y) {
    x_ = x;
    y_ = y;
    points_ = true;
    leaves_ = false;
}

void PanelInput::pressNow(int button) {
    down_[button] = pressed_[button] = true;
    unseen_ = picturesToSettle;
}

void PanelInput::press(int button, bool number) {
    if (button >= buttons) return;
    number_ = number;
    pressNow(button);
}

void PanelInput::release() {
    std::fill(down_, down_ + buttons, false);
    unseen_ = picturesToSettle;
}

void PanelInput::touch(int id, float x, float y) {
    if (finger_.id >= 0) return;
    point(x, y);
    finger_ = Finger{id, x, y, 0, Way::Unknown};
    unseen_ = picturesToSettle;
}

void PanelInput::moveFinger(int id, float x, float y) {
    if (id != finger_.id) return;
    const float right = x - finger_.x, down = y - finger_.y;
    if (finger_.way == Way::Unknown) {
        if (std::max(std::fabs(right), std::fabs(down)) < sure) return;
        finger_.way = std::fabs(down) > std::fabs(right) ? Way::Scrolls : Way::Drags;
        if (finger_.way == Way::Drags) pressNow(0);
    }
    unseen_ = picturesToSettle;
    if (finger_.way == Way::Drags) return point(x, y);
    // ImGui scrolls by whole pixels, rounded down.
    const float by = std::trunc(down - finger_.scrolled), notch = 5 * std::max(ImGui::GetFontSize(), 1.0f);
    if (by == 0) return;
    finger_.scrolled += by;
    wheel_ += (by - 0.25f) / notch;
    x_ = 1;  // within the panel, and on nothing that would explain itself meanwhile
}

void PanelInput::liftFinger(int id, bool cancelled) {
    if (id != finger_.id) return;
    if (finger_.way == Way::Unknown && !cancelled) pressNow(0);
    release();
    finger_ = Finger();
    leaves_ = true;
}

void PanelInput::wheel(float notches) {
    wheel_ += notches;
    unseen_ = picturesToSettle;
}

void PanelInput::key(int code, bool down) {
    if (code < 0 || code >= keys) return;
    keyDown_[code] = down;
    keyPressed_[code] |= down;
    unseen_ = picturesToSettle;
}

void PanelInput::character(unsigned int unicode) {
    ImGui::GetIO().AddInputCharacter(unicode);
    unseen_ = picturesToSettle;
}

void PanelInput::show() {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = points_ ? ImVec2(x_, y_) : ImVec2(-1e6f, -1e6f);
    for (int b = 0; b < buttons; ++b) io.MouseDown[b] = down_[b] || pressed_[b];
    io.MouseWheel += wheel_;
    wheel_ = 0;
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiKey_ModCtrl, number_);
    for (int k = 0; k < keys; ++k) io.AddKeyEvent(imguiKeys[k], keyDown_[k] || keyPressed_[k]);
#else
    io.KeyCtrl = number_;
    for (int k = 0; k < keys; ++k) {
        io.KeyMap[imguiKeys[k]] = k;
        io.KeysDown[k] = keyDown_[k] || keyPressed_[k];
    }
#endif
}

void PanelInput::shown() {
    const bool down = std::any_of(pressed_, pressed_ + buttons, [](bool one) { return one; });
    std::fill(pressed_, pressed_ + buttons, false);
    std::fill(keyPressed_, keyPressed_ + keys, false);
    number_ = false;
    if (leaves_ && !down) points_ = leaves_ = false;
    unseen_ = std::max(unseen_ - 1, 0);
}

}  // namespace web
}  // namespace ringlet
