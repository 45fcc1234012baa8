// What a picture shows of each head that is played.
#pragma once

#include "core/play/player.h"
#include "core/view/heads_drawing.h"

namespace ringlet {
namespace play {

// detail: in [0, view::fullDetail]. height: of the picture, pixels. Of a player without a scene one head, that is not there.
std::vector<view::HeadsDrawing::Seen> seenHeads(const Player& player, const view::HeadsDrawing& drawing, float detail, int height);

}  // namespace play
}  // namespace ringlet
