#include "web/panel_canvas.h"

#include "core/base/hash.h"
#include "web/canvas_font.h"

#include "imgui.h"
#include "imgui_impl_opengl3.h"

#include <GLES3/gl3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <emscripten/html5.h>

namespace ringlet {
namespace web {

namespace {

constexpr float letterHeight = 13;  // CSS pixels

// What is drawn from here to the end of the block goes to that context.
class Current {
public:
    explicit Current(int context) : before_(emscripten_webgl_get_current_context()) {
        emscripten_webgl_make_context_current(context);
    }
    ~Current() { emscripten_webgl_make_context_current(before_); }

private:
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE before_;
};

void addBytes(Hash64& digest, const void* data, int size) {
    const char* bytes = static_cast<const char*>(data);
    for (int at = 0; at < size; at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, size_t(std::min(8, size - at)));
        digest.add(word);
    }
}

uint64_t digestOf(const ImDrawData& data) {
    Hash64 digest;
    for (float value : {data.DisplaySize.x, data.DisplaySize.y, data.FramebufferScale.x}) digest.add(value);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        addBytes(digest, list.VtxBuffer.Data, list.VtxBuffer.size_in_bytes());
        addBytes(digest, list.IdxBuffer.Data, list.IdxBuffer.size_in_bytes());
        for (const ImDrawCmd& command : list.CmdBuffer) addBytes(digest, &command.ClipRect, sizeof command.ClipRect);
    }
    return digest.value();
}

}  // namespace

PanelCanvas::PanelCanvas(const std::string& canvas) : canvas_(canvas) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
}

bool PanelCanvas::open() {
    if (context_ || refused_) return context_ != 0;
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.antialias = wanted.depth = false;  // the panel's edges are smooth by themselves
    context_ = std::max(int(emscripten_webgl_create_context(canvas_.c_str(), &wanted)), 0);
    refused_ = context_ == 0;
    if (refused_) return false;
    Current current(context_);
    ImGui_ImplOpenGL3_Init("#version 300 es");
    return true;
}

void PanelCanvas::restore() {
    if (!context_) return;
    Current current(context_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplOpenGL3_Init("#version 300 es");
    fontRatio_ = 0;
    drawn_ = 0;
}

void PanelCanvas::style() {
    if (fontRatio_ != place_.pixelRatio) {
        makeCanvasFont(letterHeight, place_.pixelRatio);
        drawn_ = 0;  // letters of another size may lie where others lay
    } else if (dark_ == place_.dark) {
        return;
    }
    fontRatio_ = place_.pixelRatio;
    dark_ = place_.dark;
    view::stylePanel(dark_);
}

void PanelCanvas::resize() {
    const int width = int(std::lround(place_.width * place_.pixelRatio));
    const int height = int(std::lround(place_.height * place_.pixelRatio));
    int nowWidth = 0, nowHeight = 0;
    emscripten_get_canvas_element_size(canvas_.c_str(), &nowWidth, &nowHeight);
    if (width != nowWidth || height != nowHeight)
        emscripten_set_canvas_element_size(canvas_.c_str(), width, height);
}

bool PanelCanvas::draw(const view::PanelState& state, double seconds) {
    if (!shown() || !open()) return false;
    Current current(context_);
    style();
    ImGui_ImplOpenGL3_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(place_.width, place_.height);
    io.DisplayFramebufferScale = ImVec2(place_.pixelRatio, place_.pixelRatio);
    io.DeltaTime = float(std::clamp(seconds, 0.001, 0.25));
    input_.show();
    ImGui::NewFrame();
    view::drawPanel(state, 0, 0, place_.width, place_.height);
    ImGui::Render();
    input_.shown();
    const uint64_t digest = digestOf(*ImGui::GetDrawData());
    if (digest == drawn_) return false;
    drawn_ = digest;
    ++drawings_;
    resize();
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return true;
}

bool PanelCanvas::has(float x, float y) const {
    if (!shown()) return false;
    const bool within = x >= place_.x && x <= place_.x + place_.width && y >= place_.y && y <= place_.y + place_.height;
    return within || ImGui::GetIO().WantCaptureMouse;
}

bool PanelCanvas::wantsKeys() const { return shown() && ImGui::GetIO().WantTextInput; }

}  // namespace web
}  // namespace ringlet
