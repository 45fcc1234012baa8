// ringlet_viewer: opens a window. Exit codes: 0 closed, 1 no window, 2 bad usage or input.
#include "core/base/float_environment.h"
#include "core/base/hash.h"
#include "core/view/gl.h"
#include "core/view/view_settings.h"
#include "native/render_camera.h"
#include "native/render_picture.h"
#include "native/viewer/viewer.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "imgui.h"
#include "imgui_impl_glfw.h"
#include "imgui_impl_opengl3.h"

#include <cstdio>

namespace {

using namespace ringlet;
using viewer::Viewer;
using Pointed = play::PointerEvent::Kind;

struct Shown {
    Viewer* viewer;
    viewer::Window window;
};
Shown& shownBy(GLFWwindow* window) { return *static_cast<Shown*>(glfwGetWindowUserPointer(window)); }

// The pointer in pixels of the picture.
void pointerAt(GLFWwindow* window, double& x, double& y) {
    int width = 1, height = 1;
    glfwGetWindowSize(window, &width, &height);
    const viewer::Window& picture = shownBy(window).window;
    x *= double(picture.width) / std::max(width, 1);
    y *= double(picture.height) / std::max(height, 1);
}

void onButton(GLFWwindow* window, int button, int action, int mods) {
    Shown& shown = shownBy(window);
    const bool down = action == GLFW_PRESS;
    if (down && shown.window.panel && ImGui::GetIO().WantCaptureMouse) return;
    double x = 0, y = 0;
    glfwGetCursorPos(window, &x, &y);
    pointerAt(window, x, y);
    const int which = button == GLFW_MOUSE_BUTTON_RIGHT ? 2 : button == GLFW_MOUSE_BUTTON_MIDDLE ? 1 : 0;
    shown.viewer->player().pointer({down ? Pointed::Down : Pointed::Up, 0, float(x), float(y), which, (mods & GLFW_MOD_SHIFT) != 0, false});
}

void onMove(GLFWwindow* window, double x, double y) {
    Shown& shown = shownBy(window);
    pointerAt(window, x, y);
    shown.viewer->player().pointer({Pointed::Move, 0, float(x), float(y), 0, false, false});
}

void onScroll(GLFWwindow* window, double, double dy) {
    Shown& shown = shownBy(window);
    if (shown.window.panel && ImGui::GetIO().WantCaptureMouse) return;
    shown.viewer->player().wheel(float(-100 * dy));
}

void onKey(GLFWwindow* window, int key, int, int action, int) {
    if (action != GLFW_PRESS || ImGui::GetIO().WantTextInput) return;
    Shown& shown = shownBy(window);
    if (key == GLFW_KEY_SPACE) shown.viewer->act(shown.viewer->player().playback().playing ? "pause" : "play");
    if (key == GLFW_KEY_S) shown.viewer->act("step");
    if (key == GLFW_KEY_R) shown.viewer->act("reset");
    if (key == GLFW_KEY_P) shown.window.panel = !shown.window.panel;
    if (key == GLFW_KEY_ESCAPE) glfwSetWindowShouldClose(window, GLFW_TRUE);
}

GLFWwindow* openWindow(const std::string& title, int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, 4);
    GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
    if (!window) return nullptr;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    view::stylePanel(false);
    glfwSetMouseButtonCallback(window, onButton);
    glfwSetCursorPosCallback(window, onMove);
    glfwSetScrollCallback(window, onScroll);
    glfwSetKeyCallback(window, onKey);
    ImGui_ImplGlfw_InitForOpenGL(window, true);  // calls the callbacks above as well
    ImGui_ImplOpenGL3_Init("#version 330 core");
    return window;
}

// Until the window is closed, or for so many frames of the scene, each in one picture.
Status show(GLFWwindow* window, Shown& shown, long frames) {
    double last = glfwGetTime();
    for (long frame = 0; !glfwWindowShouldClose(window) && (frames == 0 || frame < frames); ++frame) {
        glfwPollEvents();
        const double now = glfwGetTime();
        frames > 0 ? shown.viewer->player().step(1) : shown.viewer->advance(now - last);
        last = now;
        glfwGetFramebufferSize(window, &shown.window.width, &shown.window.height);
        if (shown.window.width <= 0 || shown.window.height <= 0) continue;  // minimised
        float scale = 1;
        glfwGetWindowContentScale(window, &scale, nullptr);
        shown.window.pixelRatio = scale;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        Status drawn = shown.viewer->draw(shown.window);
        if (!shown.window.panel) ImGui::EndFrame();
        if (!drawn) return drawn;
        glfwSwapBuffers(window);
    }
    return {};
}

std::vector<cli::OptionRow> allRows() {
    std::vector<cli::OptionRow> rows = cli::sceneRows();
    for (cli::OptionRow& row : rows)
        if (row.name == std::string("--frames")) row.help = "frames to show, then prints the hash (default: until the window is closed)";
    rows.insert(rows.end(), cli::machineRows().begin(), cli::machineRows().end());
    rows.push_back({"--picture", "FILE.png", "with --frames: saves the picture after the last frame, as the page saves it, and ends"});
    rows.push_back({"--beside", "NAMES", "other hair beside it, moved as it is: SCENE or SCENE:MODEL, at most 8 with commas between"});
    rows.push_back({"--size", "WxH", "pixels of the window (default 1280x720)"});
    rows.push_back(cli::cameraRow());
    rows.push_back({"--help", nullptr, "this text"});
    return rows;
}

// A picture that is saved, and what it is seen from.
struct Wanted {
    int width = 1280, height = 720;
    cli::AskedCamera camera;
};

// Plays so many frames without showing them, and saves the picture of the last. Error: one line.
Status save(Viewer& viewer, long frames, const Wanted& wanted, OutputFile& file) {
    const int width = wanted.width, height = wanted.height;
    viewer.player().step(int(frames));
    wanted.camera.point(viewer.player().framing().camera());  // which follows the head until then
    viewer.player().takeMoved();
    Result<std::vector<uint8_t>> bytes = viewer.still(width, height, std::max(viewer.player().settings().integer("stillPictures"), 1));
    if (!bytes) return Error{bytes.error()};
    const std::vector<uint8_t> png = cli::pngOf({width, height, std::move(bytes.value())});
    Status status = file.write({png.data(), png.size()});
    return status ? file.finish() : status;
}

// Error: a device has failed, and there are no bits to tell of.
Status tellEnd(Viewer& viewer) {
    const Simulation& simulation = *viewer.player().simulation();
    const uint64_t hash = simulation.hash();
    if (Status status = simulation.model().status(); !status) return status;
    if (viewer.drawsOnDevice()) std::printf("drawn from the device's memory\n");
    std::printf("hash %s\n", hashText(hash).c_str());
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const ringlet::DefaultFloatEnvironment environment;  // -Ofast has another set as the program starts
    const std::vector<cli::OptionRow> rows = allRows();
    std::vector<std::string> words(argv + (argc > 0), argv + argc);
    cli::catchSignals();
    Result<cli::Arguments> parsed = cli::Arguments::parse(words, rows, "--set");
    if (!parsed) return cli::fail(cli::badInput, parsed.error());
    if (parsed.value().operands().empty()) parsed.value().addOperand("wavy");  // a head of hair
    if (parsed.value().has("--help")) {
        std::printf("ringlet_viewer [SCENE|FILE.ringlet] [options]   (without a scene: wavy)\n%s"
                    "Keys: space pauses, S steps, R resets, P hides the panel, Escape closes.\n",
                    cli::helpOf(rows).c_str());
        return cli::done;
    }
    cli::Request request;
    request.settings = Params({&view::viewTable});
    if (Status status = cli::readRequest("viewer", parsed.value(), request); !status)
        return cli::fail(cli::badInput, status.error());
    const long frames = parsed.value().has("--frames") ? request.frames : 0;
    Wanted wanted;
    if (Status status = cli::readSize(parsed.value(), 4096, wanted.width, wanted.height); !status) return cli::fail(cli::badInput, status.error());
    if (Status status = cli::readCamera(parsed.value(), wanted.camera); !status) return cli::fail(cli::badInput, status.error());
    if (Status status = cli::checkPicture(parsed.value(), "--picture", {"--motion", "--groom", "--head", "--collider"}); !status)
        return cli::fail(cli::badInput, status.error());
    if (parsed.value().has("--picture") && frames == 0) return cli::fail(cli::badInput, "--picture needs --frames N");
    auto file = cli::outputOf(parsed.value(), "--picture");
    if (!file) return cli::fail(cli::failed, file.error());
    const std::string title = "Ringlet: " + request.scene->name;

    if (!glfwInit()) return cli::fail(cli::failed, "no display to open a window on; the command line needs none: ringlet run");
    GLFWwindow* window = openWindow(title, wanted.width, wanted.height);
    if (!window) {
        glfwTerminate();
        return cli::fail(cli::failed, "the display gives no OpenGL 3.3 window; the page may: make demo");
    }
    const std::string motion = parsed.value().text("--motion", request.scene->motion);
    Status status;
    {  // what it draws with ends before the window
        Viewer viewer(std::move(request), motion);
        Shown shown{&viewer, {}};
        glfwSetWindowUserPointer(window, &shown);
        status = viewer.start();
        if (status && parsed.value().has("--beside")) status = viewer.player().command("beside", parsed.value().text("--beside", ""));
        if (status) status = file.value() ? save(viewer, frames, wanted, *file.value()) : show(window, shown, frames);
        if (status && frames > 0) status = tellEnd(viewer);
    }
    glfwTerminate();
    return status ? cli::done : cli::fail(cli::failed, status.error());
}
