#include "core/base/number_text.h"

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ringlet {
namespace {

// The C library reads and writes the decimal separator of the program's locale.
std::string localePoint() {
    const std::lconv* conventions = std::localeconv();
    const bool known = conventions && conventions->decimal_point && *conventions->decimal_point;
    return known ? conventions->decimal_point : ".";
}

void replaceFirst(std::string& text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    if (at != std::string::npos) text.replace(at, from.size(), to);
}

float readLocal(const char* text, char** end, float) { return std::strtof(text, end); }
double readLocal(const char* text, char** end, double) { return std::strtod(text, end); }

// sign? (digits+ point? digits* | point digits+) (e sign? digits+)?
bool isDecimal(const std::string& text) {
    size_t i = 0;
    const auto digits = [&] {
        const size_t from = i;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9') ++i;
        return i - from;
    };
    const auto sign = [&] { if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i; };
    sign();
    size_t count = digits();
    if (i < text.size() && text[i] == '.') {
        ++i;
        count += digits();
    }
    if (count == 0) return false;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        sign();
        if (digits() == 0) return false;
    }
    return i == text.size();
}

template <class T>
bool readAs(const std::string& text, T& value) {
    if (!isDecimal(text)) return false;
    std::string local = text;
    replaceFirst(local, ".", localePoint());
    char* end = nullptr;
    const T read = readLocal(local.c_str(), &end, T(0));
    if (end != local.c_str() + local.size() || !std::isfinite(read)) return false;
    value = read;
    return true;
}

// "1e+05" -> "1e5"
std::string tidyExponent(std::string text) {
    const size_t e = text.find('e');
    if (e == std::string::npos) return text;
    size_t digit = e + 1;
    if (text[digit] == '+') text.erase(digit, 1);
    if (text[digit] == '-') ++digit;
    while (digit + 1 < text.size() && text[digit] == '0') text.erase(digit, 1);
    return text;
}

template <class T>
std::string shortestAs(T value, int enoughDigits) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    char text[40];
    if (value == std::trunc(value) && std::fabs(value) < T(1e9)) {
        std::snprintf(text, sizeof text, "%.0f", static_cast<double>(value));
        return text;
    }
    for (int digits = 1; digits <= enoughDigits; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        if (readLocal(text, nullptr, T(0)) == value) break;
    }
    std::string result = text;
    replaceFirst(result, localePoint(), ".");
    return tidyExponent(result);
}

}  // namespace

std::string shortestText(float value) { return shortestAs(value, 9); }
std::string shortestText(double value) { return shortestAs(value, 17); }
bool readNumber(const std::string& text, float& value) { return readAs(text, value); }
bool readNumber(const std::string& text, double& value) { return readAs(text, value); }

}  // namespace ringlet
