#include "core/play/seen_heads.h"

#include "core/view/view_settings.h"

#include <algorithm>

namespace ringlet {
namespace play {

std::vector<view::HeadsDrawing::Seen> seenHeads(const Player& player, const view::HeadsDrawing& drawing, float detail, int height) {
    std::vector<view::HeadsDrawing::Seen> seen;
    for (const Simulation* head : player.heads()) {
        const size_t i = seen.size();
        view::HairLook look = view::hairLook(player.settings(), head->scene().hairColour, head->content().groom.strands(), detail);
        view::makeSmaller(look, player.framing().cells().scale());
        look.pixelsAMetre = drawing.of(std::min(i, drawing.heads() - 1)).pixelsAMetre(player.camera(), height);
        seen.push_back({player.framing().camera(i), look});
    }
    if (seen.empty()) seen.push_back({player.camera(), view::hairLook(player.settings(), "", 1, detail)});
    return seen;
}

}  // namespace play
}  // namespace ringlet
