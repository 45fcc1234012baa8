#include "core/view/panel.h"

#include "core/params/slider.h"
#include "core/scenes/ball.h"
#include "core/scenes/wind.h"
#include "core/view/panel_compass.h"

#include "imgui.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace ringlet {
namespace view {

namespace {

bool isHeading(const ParamInfo& row) { return std::strcmp(row.name, "windHeading") == 0; }

std::string label(const ParamInfo& row) {
    std::string text;
    for (const char* c = row.name; *c; ++c) {  // hairColour, lengthVariation: hair colour, length variation
        bool capital = *c >= 'A' && *c <= 'Z';
        if (capital) text += ' ';
        text += *c == '_' ? ' ' : capital ? char(*c - 'A' + 'a') : *c;
    }
    if (row.unit[0] && !isHeading(row)) text += std::string("  (") + row.unit + ")";
    return text;
}

void help(const ParamInfo& row) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 18);
    ImGui::TextUnformatted(row.help);
    if (isHeading(row)) ImGui::TextDisabled("here in degrees: 0 into the face, 90 to its left, 180 from behind");
    else ImGui::TextDisabled("from %s to %s %s", numberText(row.low).c_str(), numberText(row.high).c_str(), row.unit);
    if (row.change == ParamChange::Rebuild) ImGui::TextDisabled("rebuilds the hair");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// Rebuild parameters report when the slider is let go, live ones while it moves.
bool sliderRow(const Params& params, const ParamInfo& row, std::string& text) {
    bool changed = false;
    ImGui::TextUnformatted(label(row).c_str());
    help(row);
    ImGui::SetNextItemWidth(-1);
    // A rebuild slider being moved keeps its place until it is let go.
    ImGuiStorage* kept = ImGui::GetStateStorage();
    ImGuiID place = ImGui::GetID("place"), moving = ImGui::GetID("moving");
    float value = kept->GetBool(moving) ? kept->GetFloat(place) : params.real(row.name);
    bool whole = row.kind == ParamKind::Integer;
    int flags = ImGuiSliderFlags_AlwaysClamp | (movesByRatio(row) ? ImGuiSliderFlags_Logarithmic : 0);
    if (whole) {
        int number = int(std::lround(value));
        changed = ImGui::SliderInt("##value", &number, int(row.low), int(row.high), "%d", flags);
        value = float(number);
    } else {
        changed = ImGui::SliderFloat("##value", &value, float(row.low), float(row.high), "%.4g", flags);
    }
    help(row);
    if (row.change == ParamChange::Rebuild) {
        kept->SetBool(moving, ImGui::IsItemActive());
        kept->SetFloat(place, value);
        changed = ImGui::IsItemDeactivatedAfterEdit();
    }
    text = numberText(value);
    return changed;
}

// Draws one row; true with the new text when the user has set a value.
bool parameterRow(const Params& params, const ParamInfo& row, std::string& text) {
    ImGui::PushID(row.name);
    std::string current = params.text(row.name);
    bool changed = false;
    if (row.kind == ParamKind::Toggle) {
        bool on = params.toggle(row.name);
        changed = ImGui::Checkbox(label(row).c_str(), &on);
        text = on ? "on" : "off";
        help(row);
    } else if (row.kind == ParamKind::Choice) {
        ImGui::TextUnformatted(label(row).c_str());
        help(row);
        int index = params.integer(row.name);
        ImGui::SetNextItemWidth(-1);
        changed = ImGui::Combo("##choice", &index, row.choices.data(), int(row.choices.size()));
        if (changed) text = row.choices[size_t(index)];
    } else if (isHeading(row)) {
        float heading = params.real(row.name);
        changed = windCompass(label(row).c_str(), heading);
        help(row);
        text = numberText(heading);
    } else {
        changed = sliderRow(params, row, text);
    }
    ImGui::PopID();
    return changed && text != current;
}

void parameterRows(const Params& params, size_t first, size_t end, const char* command, const PanelState& state) {
    for (size_t i = first; i < end; ++i) {
        std::string text;
        const ParamInfo& row = params.rows()[i];
        if (row.shown && parameterRow(params, row, text)) state.act(command, std::string(row.name) + "=" + text);
    }
}

// The balls that there are, each with its place and a button that takes it away, and one that adds another.
void ballRows(const Params& params, size_t first, const PanelState& state) {
    constexpr float newRadius = 0.04f;  // m
    const Balls balls = ballsOf(params);
    const size_t rows = ballParams().size() / mostBalls;
    size_t next = mostBalls;
    for (size_t i = mostBalls; i-- > 0;)
        if (!(balls[i].radius > 0)) next = i;
    for (size_t i = 0; i < mostBalls; ++i) {
        if (!(balls[i].radius > 0)) continue;
        parameterRows(params, first + rows * i, first + rows * (i + 1), "set", state);
        if (ImGui::Button(("Remove ball " + std::to_string(i + 1)).c_str())) state.act("set", ballParam(i, "Radius") + "=0");
    }
    if (next < mostBalls && ImGui::Button("Add a ball")) state.act("set", ballParam(next, "Radius") + "=" + numberText(newRadius));
}

void transport(const PanelState& state) {
    float wide = (ImGui::GetContentRegionAvail().x - 3 * ImGui::GetStyle().ItemSpacing.x) / 4;
    ImVec2 size(wide, 0);
    const Playback& now = *state.playback;
    if (ImGui::Button(now.playing ? "Pause" : "Play", size)) state.act(now.playing ? "pause" : "play", "");
    ImGui::SameLine();
    if (ImGui::Button("Step", size)) state.act("step", "1");
    ImGui::SameLine();
    if (ImGui::Button(now.slow ? "Full" : "Slow", size)) state.act("slow", now.slow ? "off" : "on");
    ImGui::SameLine();
    if (ImGui::Button("Reset", size)) state.act("reset", "");
    ImGui::Spacing();
    ImGui::TextUnformatted("motion of the head");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##motion", now.motion.empty() ? "by hand" : now.motion.c_str())) {
        for (const MotionInfo& motion : motions())
            if (ImGui::Selectable(motion.name.c_str(), motion.name == now.motion)) state.act("motion", motion.name);
        ImGui::EndCombo();
    }
}

void figures(const PanelState& state) {
    if (!ImGui::BeginTable("figures", 2)) return;
    auto row = [](const char* name, const char* format, double value) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", name);
        ImGui::TableNextColumn();
        ImGui::Text(format, value);
    };
    row("frames a second", "%.0f", state.figures.fps);
    row("simulation", "%.2f ms", state.figures.simulationMs);
    row("drawing", "%.2f ms", state.figures.drawingMs);
    row("of which upload", "%.2f ms", state.figures.uploadMs);
    row("sent to the GPU", "%.0f KB a frame", double(state.figures.uploadedBytes) / 1024);
    size_t strands = 0, particles = 0;
    for (const CurveBlock& block : state.simulation->model().shape().blocks) {
        strands += block.strands;
        particles += size_t(block.strands) * block.particles;
    }
    row("strands", "%.0f", double(strands));
    row("particles", "%.0f", double(particles));
    row("hairs drawn", "%.0f", double(state.figures.drawnStrands));
    row("simulated time", "%.1f s", state.figures.time);
    ImGui::EndTable();
}

}  // namespace

void drawPanel(const PanelState& state, float x, float y, float width, float height) {
    if (!state.simulation) return;
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::Begin("Ringlet", nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoTitleBar |
                     ImGuiWindowFlags_NoSavedSettings);
    if (state.transport) {
        transport(state);
        ImGui::Spacing();
    }
    const Simulation& simulation = *state.simulation;
    size_t own = simulation.scene().params ? simulation.scene().params->size() : 0;
    size_t all = simulation.params().rows().size(), wind = all - windParams().size();
    size_t ball = wind - ballParams().size();
    int open = ImGuiTreeNodeFlags_DefaultOpen;
    if (ImGui::CollapsingHeader("Figures", open)) figures(state);
    if (ImGui::CollapsingHeader("Show", open)) {
        bool* const shown[] = {&state.show->targets, &state.show->auxiliary};
        const std::vector<std::string>& points = simulation.modelInfo().points;
        for (size_t i = 0; i < points.size(); ++i) ImGui::Checkbox(points[i].c_str(), shown[i]);
        ImGui::Checkbox("particles", &state.show->particles);
        ImGui::Checkbox("density", &state.show->density);
        ImGui::Checkbox("colliders", &state.show->colliders);
    }
    if (own && ImGui::CollapsingHeader(("Scene: " + simulation.scene().name).c_str(), open))
        parameterRows(simulation.params(), 0, own, "set", state);
    if (ball > own && ImGui::CollapsingHeader(("Model: " + simulation.modelInfo().name).c_str(), open))
        parameterRows(simulation.params(), own, ball, "set", state);
    if (ImGui::CollapsingHeader("Balls")) ballRows(simulation.params(), ball, state);
    if (ImGui::CollapsingHeader("Wind")) parameterRows(simulation.params(), wind, all, "set", state);
    if (ImGui::CollapsingHeader("Picture"))
        parameterRows(*state.settings, 0, state.settings->rows().size(), "view", state);
    ImGui::End();
}

void stylePanel(bool dark) {
    ImGuiStyle& style = ImGui::GetStyle();
    dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
    style.WindowRounding = 14;
    style.FrameRounding = 7;
    style.GrabRounding = 7;
    style.PopupRounding = 10;
    style.ScrollbarRounding = 8;
    style.ScrollbarSize = 10;
    style.WindowBorderSize = 0;
    style.FrameBorderSize = 1;
    style.PopupBorderSize = 0;
    style.WindowPadding = ImVec2(14, 14);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.GrabMinSize = 14;
    const ImVec4 ink = dark ? ImVec4(0.93f, 0.92f, 0.90f, 1) : ImVec4(0.14f, 0.13f, 0.14f, 1);
    const ImVec4 accent = dark ? ImVec4(0.89f, 0.55f, 0.38f, 1) : ImVec4(0.72f, 0.35f, 0.20f, 1);
    auto faint = [&](float alpha) { return ImVec4(ink.x, ink.y, ink.z, alpha); };
    auto glow = [&](float alpha) { return ImVec4(accent.x, accent.y, accent.z, alpha); };
    ImVec4* c = style.Colors;
    c[ImGuiCol_Text] = ink;
    c[ImGuiCol_TextDisabled] = faint(0.70f);
    c[ImGuiCol_Border] = faint(0.45f);  // of frames: an empty box is seen
    c[ImGuiCol_WindowBg] = dark ? ImVec4(0.10f, 0.105f, 0.125f, 0.86f) : ImVec4(0.99f, 0.985f, 0.98f, 0.84f);
    c[ImGuiCol_PopupBg] = dark ? ImVec4(0.13f, 0.135f, 0.16f, 0.98f) : ImVec4(1, 0.995f, 0.99f, 0.98f);
    c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = faint(0.07f);
    c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = faint(0.12f);
    c[ImGuiCol_FrameBgActive] = c[ImGuiCol_ButtonActive] = glow(0.30f);
    c[ImGuiCol_Header] = faint(0.05f);
    c[ImGuiCol_HeaderHovered] = faint(0.10f);
    c[ImGuiCol_HeaderActive] = glow(0.25f);
    c[ImGuiCol_SliderGrab] = c[ImGuiCol_CheckMark] = accent;
    c[ImGuiCol_SliderGrabActive] = glow(0.8f);
    c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
    c[ImGuiCol_ScrollbarGrab] = faint(0.15f);
    c[ImGuiCol_ScrollbarGrabHovered] = faint(0.25f);
    c[ImGuiCol_ScrollbarGrabActive] = faint(0.35f);
    c[ImGuiCol_Separator] = faint(0.10f);
}

}  // namespace view
}  // namespace ringlet
