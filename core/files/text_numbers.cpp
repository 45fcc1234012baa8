#include "core/files/text_numbers.h"

#include "core/base/number_text.h"

#include <cstring>
#include <string>

namespace ringlet {

namespace {

// Powers of ten that a double holds exactly.
constexpr double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

struct Decimal {
    uint64_t digits = 0;   // without trailing places that did not fit
    int64_t exponent = 0;  // the number is digits * 10^exponent
    bool exact = true;     // all digits fit
    bool negative = false;
};

// Scans one number; null when there is none.
const char* scan(const char* at, const char* end, Decimal& d) {
    if (at < end && (*at == '-' || *at == '+')) d.negative = *at++ == '-';
    bool any = false, afterPoint = false;
    for (; at < end; ++at) {
        if (*at == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (!isDigit(*at)) break;
        any = true;
        if (d.digits < 100000000000000000ull) {
            d.digits = d.digits * 10 + static_cast<uint64_t>(*at - '0');
            if (afterPoint) --d.exponent;
        } else {
            d.exact = d.exact && *at == '0';
            if (!afterPoint) ++d.exponent;
        }
    }
    if (!any) return nullptr;
    if (at < end && (*at == 'e' || *at == 'E')) {
        const char* mark = at++;
        bool minus = false;
        if (at < end && (*at == '-' || *at == '+')) minus = *at++ == '-';
        if (at == end || !isDigit(*at)) return mark;  // an e that belongs to what follows
        int64_t power = 0;
        for (; at < end && isDigit(*at); ++at) {
            if (power < 1000000) power = power * 10 + (*at - '0');
        }
        d.exponent += minus ? -power : power;
    }
    return at;
}

// Clinger's case: both parts are exact doubles, so one operation rounds once.
// Rounding on to float is then right too, except from the very middle between
// two floats, where the double no longer knows on which side the number lay.
bool fast(const Decimal& d, float& value) {
    if (!d.exact || d.digits > (uint64_t{1} << 53) || d.exponent < -22 || d.exponent > 22) return false;
    double wide = static_cast<double>(d.digits);
    wide = d.exponent < 0 ? wide / tens[-d.exponent] : wide * tens[d.exponent];
    uint64_t bits;
    std::memcpy(&bits, &wide, sizeof bits);
    bool middle = (bits & 0x1FFFFFFF) == 0x10000000;
    bool normal = wide == 0 || (wide > 1.2e-38 && wide < 3.4e38);
    if (middle || !normal) return false;
    value = static_cast<float>(d.negative ? -wide : wide);
    return true;
}

}  // namespace

bool readDecimal(const char*& at, const char* end, float& value) {
    Decimal d;
    const char* past = scan(at, end, d);
    if (!past) return false;
    float read;
    if (!fast(d, read)) {
        if (!readNumber(std::string(at, past), read)) return false;
    }
    value = read;
    at = past;
    return true;
}

bool readWhole(const char*& at, const char* end, int64_t& value) {
    const char* p = at;
    bool negative = false;
    if (p < end && (*p == '-' || *p == '+')) negative = *p++ == '-';
    if (p == end || !isDigit(*p)) return false;
    int64_t whole = 0;
    for (; p < end && isDigit(*p); ++p) {
        whole = whole * 10 + (*p - '0');
        if (whole > (int64_t{1} << 53)) return false;
    }
    value = negative ? -whole : whole;
    at = p;
    return true;
}

namespace {

// Digits of `whole` with the last `places` of them behind a point, without
// trailing zeros there.
char* writeScaled(uint64_t whole, int places, char* at) {
    while (places > 0 && whole % 10 == 0) {
        whole /= 10;
        --places;
    }
    char digits[24];
    int count = 0;
    for (; whole != 0 || count <= places; whole /= 10) digits[count++] = static_cast<char>('0' + whole % 10);
    while (count > 0) {
        if (count == places) *at++ = '.';
        *at++ = digits[--count];
    }
    return at;
}

}  // namespace

char* writeDecimal(float value, char* at) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    double size = value;
    if (bits >> 31) {
        *at++ = '-';
        size = -size;
    }
    if (size == 0) {
        *at++ = '0';
        return at;
    }
    if (size >= 1e-6 && size < 1e9) {
        int places = 5;  // for six digits
        for (double decade = 10; decade <= size; decade *= 10) --places;
        for (double decade = 1; decade > size && places < 12; decade /= 10) ++places;
        for (int digits = 6; digits <= 9; ++digits, ++places) {
            if (places < 0) continue;
            // Below 2^53, so exact but for the product's own rounding; reading
            // divides again by an exact power of ten, as fast() above.
            Decimal d;
            d.digits = static_cast<uint64_t>(size * tens[places] + 0.5);
            d.exponent = -places;
            float read;
            if (fast(d, read) && static_cast<double>(read) == size) return writeScaled(d.digits, places, at);
        }
    }
    const std::string text = shortestText(static_cast<float>(size));
    std::memcpy(at, text.data(), text.size());
    return at + text.size();
}

}  // namespace ringlet
