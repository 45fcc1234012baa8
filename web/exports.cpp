// The functions that site/engine.js calls. Texts are UTF-8; a returned text
// stays valid until the next call; an empty one means success where an error is
// expected.
#include "core/base/hash.h"
#include "web/app.h"

#include <cstring>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <new>

// Memory has run out: leaves C++ by a JavaScript exception. No destructor runs, so what was being built stays in memory until the
// page is loaded anew; the scene that runs has not been touched.
// clang-format off
EM_JS(void, ringletOutOfMemory, (), { throw new Error('out of memory'); })
// clang-format on

namespace {

ringlet::web::App* app = nullptr;

const char* text(std::string value) {
    static std::string kept;
    kept = std::move(value);
    return kept.c_str();
}

const char* text(const ringlet::Status& status) { return text(status ? std::string() : status.error()); }

ringlet::SceneFiles filesOf(const char* lines) {
    ringlet::SceneFiles paths;
    std::string* const slots[] = {&paths.groom, &paths.head, &paths.collider};
    int slot = 0;
    for (const char* c = lines; *c && slot < 3; ++c) *c == '\n' ? void(++slot) : slots[slot]->push_back(*c);
    return paths;
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void ringlet_init(int threads) {
    std::set_new_handler([] {
        if (app != nullptr) app->pool().abandon();
        ringlet::web::Loading::endOutOfMemory();
        ringletOutOfMemory();
    });
    app = new ringlet::web::App(threads);
}

// Begins to make a scene that is going to be loaded, beside what the page does meanwhile.
EMSCRIPTEN_KEEPALIVE void ringlet_begin(const char* scene, const char* model, const char* assignments) {
    app->begin(scene, model, assignments);
}

// Takes the canvas of that CSS selector and its WebGL2 context, which the page has
// opened with its own settings: asked again, a canvas gives the same one. The panel
// opens the context of its canvas itself, if it is ever shown.
EMSCRIPTEN_KEEPALIVE const char* ringlet_draw_on(const char* canvas, const char* panel) {
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &wanted);
    if (context <= 0) return text(std::string("this browser gave no WebGL2 context"));
    emscripten_webgl_make_context_current(context);
    app->drawOn(canvas, panel);
    return text(std::string());
}

// The browser has lost the drawing context; ringlet_restore() once it is given back.
EMSCRIPTEN_KEEPALIVE void ringlet_lose_context() { app->loseGraphics(); }

// A context that is given back has none of the extensions that creating it enabled.
EMSCRIPTEN_KEEPALIVE const char* ringlet_restore() {
    for (const char* extension : {"EXT_color_buffer_float", "EXT_color_buffer_half_float", "EXT_float_blend", "OES_texture_float_linear"})
        emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), extension);
    return text(app->restoreGraphics());
}

EMSCRIPTEN_KEEPALIVE void ringlet_restore_panel() { app->restorePanel(); }

// files: groom, head and collider paths in the page's file system, a line each.
EMSCRIPTEN_KEEPALIVE const char* ringlet_load(const char* scene, const char* model, const char* assignments,
                                              const char* files, int measure) {
    return text(app->load(scene, model, assignments, filesOf(files), measure != 0));
}

// A scene of files, beside the page's own work; ringlet_loading tells how far it is.
EMSCRIPTEN_KEEPALIVE const char* ringlet_start_files(const char* scene, const char* files) {
    return text(app->startFiles(scene, filesOf(files)));
}

EMSCRIPTEN_KEEPALIVE const char* ringlet_loading() { return text(app->loadingJson()); }

EMSCRIPTEN_KEEPALIVE void ringlet_cancel_loading() { app->cancelLoading(); }

EMSCRIPTEN_KEEPALIVE int ringlet_frame(double milliseconds) { return app->frame(milliseconds); }

EMSCRIPTEN_KEEPALIVE const char* ringlet_command(const char* name, const char* argument) {
    return text(app->command(name, argument));
}

EMSCRIPTEN_KEEPALIVE const char* ringlet_query(const char* what) { return text(app->query(what)); }

EMSCRIPTEN_KEEPALIVE const char* ringlet_hash() { return text(ringlet::hashText(app->hash())); }

// p: a position (m, world) and a unit quaternion, x, y, z, w.
EMSCRIPTEN_KEEPALIVE const char* ringlet_pose(const double* p, int teleport) {
    ringlet::Pose pose;
    pose.position = {p[0], p[1], p[2]};
    pose.orientation = {float(p[3]), float(p[4]), float(p[5]), float(p[6])};
    return text(app->setPose(pose, teleport != 0));
}

// n: the page's width, height and pixel ratio; what is covered of it at the left, top, right and bottom; whether it is
// dark; the panel's x, y, width (0 hides it), height and pixel ratio. CSS pixels.
EMSCRIPTEN_KEEPALIVE void ringlet_layout(const double* n) {
    float v[13];
    for (int i = 0; i < 13; ++i) v[i] = float(n[i]);
    ringlet::web::Layout layout;
    layout.width = v[0];
    layout.height = v[1];
    layout.pixelRatio = v[2];
    layout.insets = {v[3], v[4], v[5], v[6]};
    layout.dark = v[7] != 0;
    layout.panel = {v[8], v[9], v[10], v[11], v[12], layout.dark};
    app->setLayout(layout);
}

// kind: 0 down, 1 move, 2 up, 3 cancel; flags: 1 shift, 2 touch, 4 Ctrl, Cmd or a second press soon after the first. Returns what
// is there: 0 nothing, 1 the head, 2 the panel, 3 hair for the brush.
EMSCRIPTEN_KEEPALIVE int ringlet_pointer(int kind, int id, float x, float y, int button, int flags) {
    const ringlet::play::PointerEvent event{ringlet::play::PointerEvent::Kind(kind), id, x, y, button, (flags & 1) != 0,
                                             (flags & 2) != 0};
    app->pointer(event, (flags & 4) != 0);
    return app->whatIsAt(x, y);
}

EMSCRIPTEN_KEEPALIVE float ringlet_brush_pixels(float x, float y) { return app->brushPixels(x, y); }

EMSCRIPTEN_KEEPALIVE void ringlet_wheel(float x, float y, float delta) { app->wheel(x, y, delta); }

// code: see PanelInput::key, or -1 with a character. True when a text field has it.
EMSCRIPTEN_KEEPALIVE int ringlet_key(int code, int down, int unicode) {
    const bool wanted = app->wantsKeys();
    if (code >= 0) app->key(code, down != 0);
    if (wanted && unicode > 0 && down) app->character(unsigned(unicode));
    return wanted;
}

}  // extern "C"
