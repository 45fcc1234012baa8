#include "native/render_camera.h"

#include "core/params/params.h"

#include <algorithm>

namespace ringlet::cli {

void AskedCamera::point(view::Camera& camera) const {
    if (!given) return;
    view::Camera::View at = view;
    if (!aimed) at.target = camera.view().target;
    if (high > 0) at.scale = camera.zoomFor(high);
    camera.setView(at);
    camera.settle();
}

OptionRow cameraRow() {
    return {"--camera", "YAW,PITCH,DISTANCE[,X,Y,Z]", "rad, rad, times the fitted distance (2: twice as far) or, with m behind it, the height seen there, and what it looks at, m (default 0.42,0.07,1, as the page)"};
}

Status readCamera(const Arguments& arguments, AskedCamera& camera) {
    const std::string* text = arguments.find("--camera");
    if (!text) return {};
    float numbers[6];
    size_t count = 0, from = 0;
    bool metres = false;
    while (from <= text->size() && count < 6) {
        const size_t to = std::min(text->find(',', from), text->size());
        std::string number = text->substr(from, to - from);
        if (count == 2 && !number.empty() && number.back() == 'm') metres = true, number.pop_back();
        if (!parseNumber(number, numbers[count])) count = 6;
        ++count;
        from = to + 1;
    }
    if (from <= text->size() || (count != 3 && count != 6))
        return Error{"--camera must be three or six numbers YAW,PITCH,DISTANCE[,X,Y,Z], such as 0.42,0.07,1, not '" + *text + "'"};
    camera.given = true;
    camera.aimed = count == 6;
    if (metres && !(numbers[2] > 0)) return Error{"--camera: DISTANCE as metres must be more than 0, such as 0.1m, not '" + *text + "'"};
    camera.view.yaw = numbers[0], camera.view.pitch = numbers[1];
    (metres ? camera.high : camera.view.scale) = numbers[2];
    if (camera.aimed) camera.view.target = toDouble(Vec3f{numbers[3], numbers[4], numbers[5]});
    return {};
}

}  // namespace ringlet::cli
