// Line plots as SVG: a line a series, with the range between its least and its
// greatest value shaded, as in figures 7.5 and 7.6 of Cavazotti 2025.
#pragma once

#include <string>
#include <vector>

namespace ringlet::cli {

struct PlotPoint {
    double x;               // > 0
    double low, mid, high;  // of the same unit; the shaded range and the line
};

struct PlotSeries {
    std::string name;
    std::vector<PlotPoint> points;  // by x
    int color = 0;                  // index into the palette, [0, 5)
    bool dashed = false;            // somebody else's figures
};

struct Plot {
    std::string title, xLabel, yLabel;
    bool logarithmicX = false;
    std::vector<PlotSeries> series;
};

std::string svgOf(const Plot& plot);

}  // namespace ringlet::cli
