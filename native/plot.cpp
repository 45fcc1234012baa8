#include "native/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ringlet::cli {
namespace {

constexpr double width = 720, height = 440;                         // px
constexpr double left = 72, right = 190, top = 44, bottom = 56;      // margins; the legend lies on the right
const char* const palette[] = {"#b3402a", "#c98a1b", "#2a6fb3", "#2c8a57", "#7a4fa3"};

std::string text(const char* format, double a, double b = 0, double c = 0, double d = 0) {
    char line[256];
    std::snprintf(line, sizeof line, format, a, b, c, d);
    return line;
}

// 1, 2 or 5 times a power of ten, so that about `count` of them make `range`.
double niceStep(double range, int count) {
    const double rough = range / count, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) return factor * power;
    }
    return 10 * power;
}

std::string escaped(const std::string& words) {
    std::string safe;
    for (const char c : words) safe += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return safe;
}

std::string label(double x, double y, const char* anchor, const std::string& words, int size = 12) {
    return text("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" ", x, y, size) + "text-anchor=\"" + anchor + "\">" +
           escaped(words) + "</text>\n";
}

class Drawing {
public:
    explicit Drawing(const Plot& plot) : plot_(plot) {
        for (const PlotSeries& series : plot.series) {
            for (const PlotPoint& p : series.points) {
                xs_.push_back(p.x);
                top_ = std::max(top_, p.high);
            }
        }
        std::sort(xs_.begin(), xs_.end());
        xs_.erase(std::unique(xs_.begin(), xs_.end()), xs_.end());
        step_ = niceStep(top_ > 0 ? top_ : 1, 6);
        top_ = step_ * std::ceil((top_ > 0 ? top_ : 1) / step_);
    }

    std::string svg() {
        out_ = text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                    "font-family=\"sans-serif\" fill=\"#222\">\n", width, height);
        out_ += text("<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", width, height);
        out_ += label(left, 24, "start", plot_.title, 15);
        axes();
        for (const PlotSeries& series : plot_.series) draw(series);
        legend();
        return out_ + "</svg>\n";
    }

private:
    double scaled(double x) const { return plot_.logarithmicX ? std::log(x) : x; }
    double px(double x) const {
        if (xs_.size() < 2) return (left + width - right) / 2;
        const double low = plot_.logarithmicX ? scaled(xs_.front()) : 0, high = scaled(xs_.back());
        const double inset = plot_.logarithmicX ? 14 : 0;
        return left + inset + (scaled(x) - low) / (high - low) * (width - left - right - 2 * inset);
    }
    double py(double y) const { return height - bottom - y / top_ * (height - top - bottom); }

    void axes() {
        for (double y = 0; y <= top_ * 1.001; y += step_) {
            out_ += text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", left, py(y),
                         width - right, py(y));
            out_ += label(left - 8, py(y) + 4, "end", text("%g", y));
        }
        for (const double x : xs_) {
            out_ += text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#222\"/>\n", px(x), py(0),
                         px(x), py(0) + 5);
            out_ += label(px(x), py(0) + 20, "middle", text("%.0f", x));
        }
        out_ += label((left + width - right) / 2, height - 14, "middle", plot_.xLabel);
        out_ += text("<g transform=\"translate(18 %.1f) rotate(-90)\">", (top + height - bottom) / 2) +
                label(0, 0, "middle", plot_.yLabel) + "</g>\n";
    }

    void draw(const PlotSeries& series) {
        const std::string color = palette[series.color % 5];
        std::string area, line;
        for (const PlotPoint& p : series.points) {
            area += text("%.1f,%.1f ", px(p.x), py(p.high));
            line += text("%.1f,%.1f ", px(p.x), py(p.mid));
        }
        for (auto p = series.points.rbegin(); p != series.points.rend(); ++p)
            area += text("%.1f,%.1f ", px(p->x), py(p->low));
        const char* const dash = series.dashed ? " stroke-dasharray=\"5 4\"" : "";
        out_ += "<polygon points=\"" + area + "\" fill=\"" + color + "\" fill-opacity=\"0.18\"/>\n";
        out_ += "<polyline points=\"" + line + "\" fill=\"none\" stroke=\"" + color + "\" stroke-width=\"2\"" + dash +
                "/>\n";
        for (const PlotPoint& p : series.points)
            out_ += text("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"", px(p.x), py(p.mid)) + color + "\"/>\n";
    }

    void legend() {
        double y = top + 8;
        for (const PlotSeries& series : plot_.series) {
            const double x = width - right + 16;
            out_ += text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke-width=\"2\" ", x, y, x + 26, y) +
                    "stroke=\"" + palette[series.color % 5] + "\"" +
                    (series.dashed ? " stroke-dasharray=\"5 4\"" : "") + "/>\n";
            out_ += label(x + 34, y + 4, "start", series.name);
            y += 22;
        }
    }

    const Plot& plot_;
    std::vector<double> xs_;  // that occur, ascending
    double top_ = 0, step_ = 1;
    std::string out_;
};

}  // namespace

std::string svgOf(const Plot& plot) { return Drawing(plot).svg(); }

}  // namespace ringlet::cli
