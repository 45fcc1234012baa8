// The measurements of Cavazotti 2025, appendix A: an NVIDIA GeForce RTX 2060
// Mobile, 500 frames a case. Tables A.2 and A.3 are known here up to 3,840
// strands; of 15,360 only the average that section 7.1.3 names.
#pragma once

#include <string>

namespace ringlet::cli {

constexpr int paperParticles[] = {10, 25, 50, 100, 200};        // a strand
constexpr int paperStrands[] = {60, 240, 960, 3840, 15360};

struct PaperTime {
    double min, avg, max;  // kernel time, ms; negative: not known
    bool known() const { return avg >= 0; }
};

// Tables A.1 to A.3; layout is soa (the paper's naive one), aos or batch.
PaperTime paperTime(const std::string& layout, int particles, int strands);

// The proportional length error |sum of lengths / sum of rest lengths - 1| over
// the frames, in percent; the appendix's last table.
PaperTime paperLengthError(int particles, int strands);

}  // namespace ringlet::cli
