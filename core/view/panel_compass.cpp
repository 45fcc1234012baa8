#include "core/view/panel_compass.h"

#include "core/math/elementary.h"

#include "imgui.h"

#include <cmath>

namespace ringlet {
namespace view {

namespace {

constexpr float degree = float(pi) / 180;
constexpr int compassStep = 5;  // degrees of a drag

// Draws the dial; while it is pressed, the degrees that the pointer shows.
bool dial(int& degrees, float size) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), middle(corner.x + size / 2, corner.y + size / 2);
    const float radius = 0.47f * size;
    ImGui::InvisibleButton("dial", ImVec2(size, size));
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const float right = pointer.x - middle.x, up = middle.y - pointer.y;
    const bool turned = ImGui::IsItemActive() && right * right + up * up > 9;
    if (turned) degrees = (int(std::lround(std::atan2(right, up) / degree / compassStep)) * compassStep + 360) % 360;

    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 card = ImGui::GetColorU32(ImGuiCol_FrameBg), ink = ImGui::GetColorU32(ImGuiCol_TextDisabled), accent = ImGui::GetColorU32(ImGuiCol_SliderGrab);
    const float x = std::sin(float(degrees) * degree), y = -std::cos(float(degrees) * degree);
    const auto at = [&](float along, float aside) { return ImVec2(middle.x + radius * (along * x - aside * y), middle.y + radius * (along * y + aside * x)); };
    draw.AddCircleFilled(middle, radius, card, 32);
    for (int quarter = 0; quarter < 4; ++quarter) {
        const float s = quarter % 2 ? float(quarter - 2) : 0, c = quarter % 2 ? 0 : float(quarter - 1);
        draw.AddLine(ImVec2(middle.x + 0.88f * radius * s, middle.y + 0.88f * radius * c), ImVec2(middle.x + radius * s, middle.y + radius * c), ink, 1.5f);
    }
    draw.AddLine(at(-0.85f, 0), at(0.62f, 0), accent, 3);
    draw.AddTriangleFilled(at(0.92f, 0), at(0.55f, 0.26f), at(0.55f, -0.26f), accent);
    draw.AddCircleFilled(middle, 0.3f * radius, ImGui::GetColorU32(ImGuiCol_PopupBg), 20);
    draw.AddCircle(middle, 0.3f * radius, ink, 20, 1.5f);
    draw.AddTriangle(ImVec2(middle.x - 0.11f * radius, middle.y + 0.29f * radius), ImVec2(middle.x, middle.y + 0.48f * radius), ImVec2(middle.x + 0.11f * radius, middle.y + 0.29f * radius), ink, 1.5f);
    return turned;
}

}  // namespace

int compassDegrees(float heading) { return ((int(std::lround(90 - heading / degree)) % 360) + 360) % 360; }

float windHeading(int degrees) {
    const int turned = 90 - degrees;
    return float(turned < -180 ? turned + 360 : turned) * degree;
}

bool windCompass(const char* label, float& heading) {
    int degrees = compassDegrees(heading);
    const float size = 2.2f * ImGui::GetFrameHeightWithSpacing();
    bool changed = dial(degrees, size);
    ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::TextUnformatted(label);
    ImGui::SetNextItemWidth(-1);
    changed = ImGui::SliderInt("##value", &degrees, 0, 359, "%d°", ImGuiSliderFlags_AlwaysClamp) || changed;
    ImGui::EndGroup();
    if (changed) heading = windHeading(degrees);
    return changed;
}

}  // namespace view
}  // namespace ringlet
