// Numbers to text and back, the same on every target and in every locale: the
// decimal separator is always a point and reading is correctly rounded.
#pragma once

#include <string>

namespace ringlet {

// The fewest decimal digits that read back as the same value; whole numbers of
// up to nine digits are written without an exponent ("100000"), exponents
// without a plus sign or padding ("1e-7", "2.5e12"). Non-finite: nan, inf, -inf.
std::string shortestText(float value);
std::string shortestText(double value);

// Reads the whole text as one finite decimal number ("-1.5", ".5", "3e8"),
// rounded correctly. False, and `value` is left alone, for anything else:
// spaces, hexadecimal, inf, nan, trailing characters, beyond the type's range.
// A number too small for the type becomes the nearest denormal or zero.
bool readNumber(const std::string& text, float& value);
bool readNumber(const std::string& text, double& value);

}  // namespace ringlet
