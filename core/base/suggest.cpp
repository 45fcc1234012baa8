#include "core/base/suggest.h"

#include <algorithm>

namespace ringlet {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Edits (insert, delete, replace a character) that turn a into b.
size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            size_t replaced = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

}  // namespace

bool sameLetters(const std::string& a, const std::string& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string trimmed(const std::string& text, const char* blanks) {
    const size_t first = text.find_first_not_of(blanks);
    return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
    constexpr size_t longest = 64;  // a longer text is no misspelt name
    const std::string* nearest = nullptr;
    size_t best = name.size() / 3 + 2;
    for (const std::string& candidate : known) {
        if (name.size() > longest) break;
        size_t distance = editDistance(name, candidate);
        if (distance < best) {
            best = distance;
            nearest = &candidate;
        }
    }
    if (nearest) return " (did you mean '" + *nearest + "'?)";
    if (known.empty()) return "";
    constexpr size_t enough = 260;  // characters: an error stays a sentence that is read
    std::string text = " (known:";
    for (size_t i = 0; i < known.size(); ++i) {
        if (text.size() > enough) return text + " and " + std::to_string(known.size() - i) + " more)";
        text += (i ? ", " : " ") + known[i];
    }
    return text + ")";
}

Error unknownName(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
    return Error{"unknown " + kind + " '" + name + "'" + suggestion(name, known)};
}

}  // namespace ringlet
