#include "web/canvas_font.h"

#include "imgui.h"
#include "imgui_impl_opengl3.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <emscripten.h>
#include <vector>

// Draws the characters [first, first + count) into cells, `columns` a row, and
// writes their coverage (a byte a pixel) and advances (pixels).
// clang-format off
EM_JS(void, ringletDrawLetters, (int first, int count, int columns, int cellWidth, int cellHeight, float size,
                                 float left, float baseline, uint8_t* coverage, float* advances), {
    const rows = Math.ceil(count / columns);
    const canvas = document.createElement('canvas');
    canvas.width = columns * cellWidth;
    canvas.height = rows * cellHeight;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.font = '500 ' + size + 'px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
    pen.fillStyle = '#fff';
    for (let i = 0; i < count; ++i) {
        const letter = i < count - 1 ? String.fromCharCode(first + i) : String.fromCharCode(176);
        pen.fillText(letter, (i % columns) * cellWidth + left, Math.floor(i / columns) * cellHeight + baseline);
        HEAPF32[(advances >> 2) + i] = pen.measureText(letter).width;
    }
    const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < canvas.width * canvas.height; ++i) HEAPU8[coverage + i] = pixels[4 * i + 3];
})
// clang-format on

namespace ringlet {
namespace web {

namespace {
constexpr int firstLetter = 32, degreeSign = 0xB0, letters = 96;  // to '~', and at last the degree sign
constexpr int columns = 16, rows = (letters + columns - 1) / columns;
}

void makeCanvasFont(float points, float pixelRatio) {
    float size = std::round(points * pixelRatio);
    float line = std::round(size * 1.22f);
    int cellHeight = int(line) + 4, cellWidth = int(size * 1.3f) + 6;
    float left = 2, baseline = 1 + std::round(size * 0.95f);
    std::vector<uint8_t> coverage(size_t(columns * cellWidth) * size_t(rows * cellHeight));
    std::vector<float> advances(letters);
    ringletDrawLetters(firstLetter, letters, columns, cellWidth, cellHeight, size, left, baseline, coverage.data(),
                       advances.data());

    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    static const ImWchar onlyFallback[] = {'?', '?', 0};
    ImFontConfig config;
    config.SizePixels = line;
    config.GlyphRanges = onlyFallback;
    ImFont* font = io.Fonts->AddFontDefault(&config);
    int ids[letters];
    for (int i = 0; i < letters; ++i)
        ids[i] = io.Fonts->AddCustomRectFontGlyph(font, ImWchar(i < letters - 1 ? firstLetter + i : degreeSign), cellWidth,
                                                  cellHeight, advances[size_t(i)], ImVec2(-left, -1));
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    for (int i = 0; i < letters; ++i) {
        const ImFontAtlasCustomRect* rect = io.Fonts->GetCustomRectByIndex(ids[i]);
        const uint8_t* cell = &coverage[size_t((i / columns) * cellHeight * columns * cellWidth + i % columns * cellWidth)];
        for (int y = 0; y < cellHeight; ++y)
            for (int x = 0; x < cellWidth; ++x) {
                unsigned char* out = pixels + 4 * ((rect->Y + y) * width + rect->X + x);
                out[0] = out[1] = out[2] = 255;
                out[3] = cell[y * columns * cellWidth + x];
            }
    }
    io.FontGlobalScale = 1 / pixelRatio;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace web
}  // namespace ringlet
