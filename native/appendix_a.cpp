#include "native/appendix_a.h"

namespace ringlet::cli {
namespace {

typedef PaperTime Row[5];
typedef Row Table[5];  // [particles][strands]

constexpr PaperTime none{-1, -1, -1};

constexpr Table soa = {
    {{.029, .032, .053}, {.064, .067, .086}, {.070, .073, .090}, {.074, .076, .094}, {.218, .235, .301}},
    {{.072, .075, .096}, {.174, .178, .191}, {.188, .192, .220}, {.196, .199, .227}, {1.022, 1.056, 1.340}},
    {{.143, .151, .178}, {.350, .357, .369}, {.377, .383, .392}, {.207, .221, .399}, {2.370, 2.469, 2.943}},
    {{.288, .294, .311}, {.710, .720, .753}, {.682, .703, .779}, {.416, .432, .799}, {5.165, 5.407, 7.010}},
    {none, {1.485, 1.498, 1.541}, {.809, .848, 1.617}, {1.406, 1.501, 1.653}, none},
};
constexpr Table aos = {
    {{.029, .031, .066}, {.066, .069, .084}, {.071, .074, .092}, {.074, .077, .092}, none},
    {{.064, .066, .084}, {.156, .161, .197}, {.169, .173, .191}, {.174, .177, .190}, none},
    {{.122, .129, .149}, {.315, .321, .347}, {.339, .345, .373}, {.183, .197, .373}, none},
    {{.260, .270, .294}, {.642, .655, .678}, {.598, .625, .714}, {.369, .386, .717}, none},
    {none, {1.341, 1.354, 1.371}, {.735, .769, 1.475}, {1.311, 1.408, 1.503}, none},
};
constexpr Table batch = {
    {{.020, .026, .050}, {.029, .034, .064}, {.031, .038, .058}, {.031, .035, .057}, none},
    {{.041, .048, .082}, {.059, .065, .079}, {.061, .067, .080}, {.066, .070, .085}, none},
    {{.082, .089, .100}, {.113, .119, .135}, {.115, .123, .135}, {.070, .080, .137}, none},
    {{.162, .179, .209}, {.216, .224, .240}, {.223, .232, .254}, {.133, .142, .260}, {-1, .64, -1}},
    {none, {.422, .439, .456}, {.239, .261, .459}, {.262, .273, .477}, none},
};
constexpr Table lengthError = {
    {{0, .150, 6.796}, {0, .118, 5.842}, {0, .110, 5.696}, {0, .107, 5.694}, none},
    {{0, .188, 3.480}, {0, .179, 2.943}, {.005, .177, 2.952}, {.006, .177, 3.005}, none},
    {{0, .162, 1.704}, {0, .166, 1.442}, {.001, .164, 1.446}, {.002, .164, 1.472}, none},
    {{0, .113, .844}, {0, .122, .714}, {.001, .121, .716}, {0, .121, .728}, none},
    {none, {0, .078, .408}, {0, .081, .373}, {0, .081, .372}, none},
};

PaperTime entry(const Table& table, int particles, int strands) {
    for (int p = 0; p < 5; ++p) {
        for (int s = 0; s < 5; ++s) {
            if (paperParticles[p] == particles && paperStrands[s] == strands) return table[p][s];
        }
    }
    return none;
}

}  // namespace

PaperTime paperTime(const std::string& layout, int particles, int strands) {
    if (layout == "soa") return entry(soa, particles, strands);
    if (layout == "aos") return entry(aos, particles, strands);
    if (layout == "batch") return entry(batch, particles, strands);
    return none;
}

PaperTime paperLengthError(int particles, int strands) { return entry(lengthError, particles, strands); }

}  // namespace ringlet::cli
