// Numbers in text, correctly rounded, without copies: the same float on every
// target, whatever the locale.
#pragma once

#include <cstdint>

namespace ringlet {

// Reads a decimal number ([+-] digits [. digits] [e [+-] digits]) from the
// beginning of [at, end) and moves `at` past it. False when there is none or
// it is not finite as a float; `at` is then where it was.
bool readDecimal(const char*& at, const char* end, float& value);

// The same for a whole number; false beyond +-2^53.
bool readWhole(const char*& at, const char* end, int64_t& value);

// The longest text that writeDecimal makes.
constexpr int decimalSize = 24;

// Writes a finite float with the fewest digits (at least 6, without trailing
// zeros) that readDecimal and any correctly rounding reader take for the same
// value, and returns where it ends. `at` has room for decimalSize characters.
char* writeDecimal(float value, char* at);

}  // namespace ringlet
