#include "core/params/slider.h"

namespace ringlet {

bool movesByRatio(const ParamInfo& row) {
    constexpr double smallShare = 0.02;  // of the range, below which the usual value lies where small values matter
    constexpr double manyDecades = 1e3;  // the range itself where the usual value is none
    if (row.kind == ParamKind::Toggle || row.kind == ParamKind::Choice || row.low < 0 || row.high <= 0) return false;
    if (row.kind == ParamKind::Integer && row.high < manyDecades) return false;
    return row.byDefault == 0 ? row.high > manyDecades : row.byDefault < smallShare * row.high;
}

}  // namespace ringlet
