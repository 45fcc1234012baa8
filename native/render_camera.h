// Where a picture is seen from: the numbers that a link carries too.
#pragma once

#include "core/view/camera.h"
#include "native/command.h"

namespace ringlet::cli {

struct AskedCamera {
    view::Camera::View view;
    bool given = false, aimed = false;  // aimed: at view.target, else at what the camera was fitted to
    float high = 0;                     // m from top to bottom where it looks; 0: view.scale says how far it is
    void point(view::Camera& camera) const;
};

OptionRow cameraRow();
Status readCamera(const Arguments& arguments, AskedCamera& camera);

}  // namespace ringlet::cli
