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

void App::pointer(const play::PointerEvent& event) {
    using Kind = play::PointerEvent::Kind;
    const bool held = player_.holds() || (panel_ && panel_->held());
    if (panel_) panel_->point(event.x, event.y);
    if (event.kind == Kind::Move && !held && quiet_ > 0 && drawnChanges_ == player_.changes()) hovered_ = true;
    else player_.touch();
    if (event.kind == Kind::Down && whatIsAt(event.x, event.y) == panelAt) return panel_->press(event.button);
    if (panel_ && (event.kind == Kind::Up || event.kind == Kind::Cancel)) {
        panel_->release();
        if (event.touch) panel_->leave();
    }
    player_.pointer(event);
}

void App::wheel(float x, float y, float delta) {
    player_.touch();
    if (whatIsAt(x, y) == panelAt) panel_->wheel(-delta / 100);
    else player_.wheel(delta);
}

bool App::wantsKeys() const { return panel_ && panel_->wantsKeys(); }

void App::key(int code, bool down) {
    player_.touch();
    if (panel_) panel_->key(code, down);
}

void App::character(unsigned int unicode) {
    player_.touch();
    if (panel_) panel_->character(unicode);
}

}  // namespace web
}  // namespace ringlet
