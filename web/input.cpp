// Pointers, wheel and keys: the panel's, or the player's.
#include "web/app.h"

namespace ringlet {
namespace web {

namespace {
constexpr int panelAt = 2;
}

int App::whatIsAt(float x, float y) const {
    return panel_ && panel_->has(x, y) ? panelAt : int(player_.whatIsAt(x, y));
}

// The panel's part of it; false: it is the player's.
bool App::panelPointer(const play::PointerEvent& event, bool number) {
    using Kind = play::PointerEvent::Kind;
    if (!panel_) return false;
    PanelInput& input = panel_->input();
    const float x = panel_->across(event.x), y = panel_->down(event.y);
    if (!event.touch) input.point(x, y);
    if (event.kind == Kind::Down && whatIsAt(event.x, event.y) == panelAt) {
        event.touch ? input.touch(event.id, x, y) : input.press(event.button, number);
        return true;
    }
    if (event.kind == Kind::Up && event.touch) input.liftFinger(event.id, false);
    else if (event.kind == Kind::Cancel && event.touch) input.liftFinger(event.id, true);
    else if (event.kind == Kind::Move && event.touch) input.moveFinger(event.id, x, y);
    else if (event.kind != Kind::Move && event.kind != Kind::Down) input.release();
    return false;
}

void App::pointer(const play::PointerEvent& event, bool number) {
    const bool held = player_.holds() || (panel_ && panel_->input().held());
    if (event.kind == play::PointerEvent::Kind::Move && !held && quiet_ > 0 && drawnChanges_ == player_.changes()) hovered_ = true;
    else player_.touch();
    if (!panelPointer(event, number)) player_.pointer(event);
}

void App::wheel(float x, float y, float delta) {
    player_.touch();
    if (whatIsAt(x, y) == panelAt) panel_->input().wheel(-delta / 100);
    else player_.wheel(delta);
}

bool App::wantsKeys() const { return panel_ && panel_->wantsKeys(); }

// A key that has closed a field is let go after it.
void App::key(int code, bool down) {
    if (!panel_ || (down && !wantsKeys())) return;
    if (wantsKeys()) player_.touch();
    panel_->input().key(code, down);
}

void App::character(unsigned int unicode) {
    player_.touch();
    if (panel_) panel_->input().character(unicode);
}

}  // namespace web
}  // namespace ringlet
