// The panel's letters, drawn by the browser's own text engine at the screen's
// pixel ratio: crisp everywhere, in the system's font, and no font to download.
#pragma once

namespace ringlet {
namespace web {

// Makes the font atlas anew for letters of `points` height at `pixelRatio`.
// Between two pictures only. Needs the OpenGL backend.
void makeCanvasFont(float points, float pixelRatio);

}  // namespace web
}  // namespace ringlet
