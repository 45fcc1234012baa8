// `ringlet render`: a picture of a scene by a path tracer, slow and right: what the page's pictures are measured against.
#include "core/play/framing.h"
#include "core/view/lights.h"
#include "core/view/view_settings.h"
#include "native/steering.h"
#include "native/render_camera.h"
#include "native/render_picture.h"
#include "native/render_strands.h"
#include "shaders/shared/limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace ringlet::cli {
namespace {

constexpr float blurOfPicture = 0.012f; // of its width, by which pictures are compared
constexpr int widest = 8192;

std::vector<OptionRow> allRows() {
    std::vector<OptionRow> rows = {
        {"--out", "FILE.png", "the picture"},
        {"--size", "WxH", "its pixels (default 600x600)"},
        {"--samples", "N", "paths a pixel (default 64)"},
        cameraRow(),
        {"--dark", nullptr, "the page's dark backdrop and lights"},
        {"--compare", "FILE.png", "prints how far that picture of the same view is from this one, where hair is"},
    };
    for (const std::vector<OptionRow>* more : {&sceneRows(), &machineRows()}) rows.insert(rows.end(), more->begin(), more->end());
    rows.push_back({"--help", nullptr, "this text"});
    return rows;
}

struct Wanted {
    Request request;
    int width = 600, height = 600;
    long samples = 64;
    AskedCamera camera;
    bool dark = false;
    std::unique_ptr<OutputFile> out;
    Image compared;  // empty: with nothing
};

Status readWanted(const Arguments& arguments, Wanted& wanted) {
    wanted.request.settings = Params({&view::viewTable});
    if (Status status = readRequest("render", arguments, wanted.request); !status) return status;
    if (Status status = arguments.readWhole("--samples", 1, 1000000, wanted.samples); !status) return status;
    if (Status status = readSize(arguments, widest, wanted.width, wanted.height); !status) return status;
    if (Status status = readCamera(arguments, wanted.camera); !status) return status;
    wanted.dark = arguments.has("--dark");
    if (!arguments.has("--out") && !arguments.has("--compare")) return Error{"render needs --out FILE.png, --compare FILE.png, or both"};
    if (Status status = checkPicture(arguments, "--out", {"--compare", "--motion", "--groom", "--head", "--collider"}); !status) return status;
    if (const std::string* path = arguments.find("--compare")) {
        Result<Image> image = readImage(*path);
        if (!image) return Error{"--compare: " + image.error()};
        wanted.compared = std::move(image.value());
        if (wanted.compared.width != wanted.width || wanted.compared.height != wanted.height)
            return Error{"--compare: '" + *path + "' has " + std::to_string(wanted.compared.width) + "x" + std::to_string(wanted.compared.height) +
                         " pixels; render as many with --size"};
    }
    return {};
}

// The page's lights and camera, about the camera's target.
struct View {
    view::Camera camera;
    view::FrameBlock block;
    light::TracedLights lights;
};

View viewOf(const Simulation& simulation, const play::Framing& framing, const Wanted& wanted, const view::HairLook& look) {
    View v;
    v.camera = framing.camera();
    wanted.camera.point(v.camera);
    view::Picture picture;
    picture.width = wanted.width;
    picture.height = wanted.height;
    picture.dark = wanted.dark;
    picture.exposure = wanted.request.settings.real("exposure");
    picture.look = look;
    v.block = view::frameBlock(v.camera, picture, {simulation.head(), framing.picker().center(), framing.picker().radius(), 0.1f, 0}, 1024);
    const auto vec = [](const view::Vec4& c) { return Vec3f{c.x, c.y, c.z}; };
    v.lights.lamps = {{vec(v.block.keyDirection), vec(v.block.keyColour), view::lampRadius},
                      {vec(v.block.rimDirection), vec(v.block.rimColour) * float(RINGLET_RIM_SHARE)}};
    v.lights.above = vec(v.block.skyColour);
    v.lights.below = vec(v.block.groundColour);
    return v;
}

// The backdrop's display colour, as backdrop.frag.glsl has it.
Vec3f backdropAt(const view::FrameBlock& block, float x, float y) {
    const float dx = (x - block.backdropGlow.x) * block.backdropGlow.w, dy = y - block.backdropGlow.y, up = y * y * (3 - 2 * y);
    const float glow = std::exp(-2.2f * (dx * dx + dy * dy)) * block.backdropGlow.z;
    const auto channel = [&](float low, float high) { return low + (high - low) * up + glow; };
    return {channel(block.backdropBottom.x, block.backdropTop.x), channel(block.backdropBottom.y, block.backdropTop.y),
            channel(block.backdropBottom.z, block.backdropTop.z)};
}

Image developed(const std::vector<light::TracedPixel>& pixels, const View& v, const Wanted& wanted) {
    Image image{wanted.width, wanted.height, {}};
    for (size_t i = 0; i < pixels.size(); ++i) {
        const float x = (float(i % size_t(image.width)) + 0.5f) / float(image.width), y = 1 - (float(i / size_t(image.width)) + 0.5f) / float(image.height);
        const float cover = pixels[i].hair + pixels[i].head;
        Vec3f colour = backdropAt(v.block, x, y) * (1 - cover);
        if (cover > 0) colour = colour + displayOf(pixels[i].light * (1 / cover), v.block.viewport.w) * cover;
        for (float c : {colour.x, colour.y, colour.z}) image.bytes.push_back(uint8_t(std::lround(255 * std::clamp(c, 0.0f, 1.0f))));
    }
    return image;
}

Status finish(const std::vector<light::TracedPixel>& pixels, const View& v, Wanted& wanted) {
    const Image image = developed(pixels, v, wanted);
    if (wanted.out) {
        const std::vector<uint8_t> png = pngOf(image);
        if (Status status = wanted.out->write({png.data(), png.size()}); !status) return status;
        if (Status status = wanted.out->finish(); !status) return status;
    }
    if (wanted.compared.bytes.empty()) return {};
    std::vector<float> weights;
    std::vector<Vec3f> linear;
    for (const light::TracedPixel& p : pixels) {
        weights.push_back(p.hair > 0.9f ? p.hair : 0.0f);
        linear.push_back(p.light * (1 / std::max(p.hair + p.head, 1e-6f)));
    }
    const PictureError error = errorOf(wanted.compared, linear, weights, blurOfPicture * float(image.width), v.block.viewport.w);
    std::printf("compared            light %.1f %% off, %.2f times as bright, colour %.4f off\n", 100 * error.light, error.ratio, error.colour);
    return {};
}

}  // namespace

int render(const std::vector<std::string>& words) {
    const std::vector<OptionRow> rows = allRows();
    Result<Arguments> parsed = Arguments::parse(words, rows, "--set");
    if (!parsed) return fail(badInput, parsed.error());
    const Arguments& arguments = parsed.value();
    if (arguments.has("--help")) {
        std::printf("ringlet render SCENE|FILE.ringlet --out FILE.png [options]   (--set takes the picture's parameters too, such as hairColour)\n%s", helpOf(rows).c_str());
        return done;
    }
    Wanted wanted;
    if (Status status = readWanted(arguments, wanted); !status) return fail(badInput, status.error());
    auto out = outputOf(arguments, "--out");
    if (!out) return fail(failed, out.error());
    wanted.out = std::move(out.value());

    Request& request = wanted.request;
    auto made = Simulation::make(request.scene->name, request.params, request.options);
    if (!made) return fail(badInput, made.error());
    Simulation& simulation = *made.value();
    Steering steering(request, simulation);
    play::Framing framing;  // follows the head as the page's does
    framing.take(simulation.content());
    framing.setPictureAlone(wanted.width, wanted.height);
    framing.fit(simulation.head(), arguments.text("--motion", request.scene->motion));
    Progress progress;
    for (long frame = 1; frame <= request.frames; ++frame) {
        const Vec3d before = simulation.head().position;
        steering.advance(simulation);
        if (Status status = simulation.model().status(); !status) return fail(failed, status.error());
        framing.moved(before, simulation.head().position);
        progress.show("frame " + std::to_string(frame) + " of " + std::to_string(request.frames));
    }

    framing.follow(simulation.head(), true, double(request.frames) / request.options.rate);

    const auto began = std::chrono::steady_clock::now();
    const view::HairLook look = view::hairLook(request.settings, request.scene->hairColour, simulation.content().groom.strands(), float(view::fullDetail));
    const View v = viewOf(simulation, framing, wanted, look);
    const Vec3f head = toFloat(simulation.head().position - v.camera.target());
    const light::Tracer tracer(drawnHair(simulation, look, head), drawnHead(simulation, look, head), v.lights);
    light::Tracer::Frame frame{wanted.width, wanted.height, int(wanted.samples), {}, {}};
    const Vec3f eye = v.camera.eye();
    frame.ray = [&](float x, float y) { return light::Ray{eye, v.camera.rayThrough(x, y).direction, 0, 1e30f}; };
    frame.told = [&](float part) { progress.show("traced " + std::to_string(int(100 * part)) + " %"); };
    const std::vector<light::TracedPixel> pixels = tracer.picture(frame, *request.pool);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    std::printf("%s: %dx%d pixels, %ld paths each, %zu pieces of hair, %.1f s on %d threads\n", request.scene->name.c_str(), wanted.width,
                wanted.height, wanted.samples, tracer.pieces(), seconds, request.pool->threads());
    if (Status status = finish(pixels, v, wanted); !status) return fail(failed, status.error());
    return done;
}

}  // namespace ringlet::cli
