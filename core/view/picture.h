// What one picture shows, and how.
#pragma once

#include "core/view/camera.h"
#include "core/view/gl.h"
#include "core/view/hair_look.h"
#include "core/view/playback.h"

namespace ringlet {
namespace view {

struct Picture {
    GLuint target = 0;               // the frame buffer; 0: the canvas
    int width = 1280, height = 720;  // its pixels
    Insets insets;                   // in the same pixels
    float pixelRatio = 1;
    bool dark = false;
    bool ground = true;              // the shadow under the head
    float exposure = 1;
    HairLook look;
    bool plainHead = false;          // the bust of few triangles, where it is known
    bool smoothEdges = false;        // afterwards, for a frame buffer of one sample a pixel
    float shiftX = 0, shiftY = 0;    // of everything, pixels: pictures that are averaged see other parts of each pixel
    float lens = 0;                  // radius, m: of pictures that are averaged each is seen from another place of it ...
    float lensX = 0, lensY = 0;      // ... which is this far from the camera, to its right and up, m
    float lampX = 0, lampY = 0;      // and each lit from another place of the key light's disc, of radius 1
    bool temporal = false;           // `target` has a second colour, for motion; look.sampling.motion too
    bool again = false;              // nothing but what shift() moves has changed since the last picture, which was whole
    bool over = false;               // drawn over what there is in `target`, without a backdrop of its own
    ShowToggles show;
};

}  // namespace view
}  // namespace ringlet
