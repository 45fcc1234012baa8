// The backend `cuda` of a program or library that holds the kernels.
#include "kernels/launch.h"

namespace ringlet::kernels {
namespace {

const RegisterStrandDevice here("cuda", openStrands);

}  // namespace
}  // namespace ringlet::kernels
