// The floating-point environment in which results are promised.
#pragma once

#include <cfenv>

namespace ringlet {

// For as long as it lives the calling thread rounds to nearest, keeps denormals and traps nothing; then all is as it was. A host may
// have it otherwise: game engines flush denormals, and trap invalid numbers to find their own mistakes.
class DefaultFloatEnvironment {
public:
    DefaultFloatEnvironment() { std::fegetenv(&before_), std::fesetenv(FE_DFL_ENV); }
    ~DefaultFloatEnvironment() { std::fesetenv(&before_); }
    DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
    DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

private:
    std::fenv_t before_;
};

}  // namespace ringlet
