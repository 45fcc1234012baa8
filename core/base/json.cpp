#include "core/base/json.h"

#include "core/base/number_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ringlet {
namespace {

void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "ringlet: JsonWriter: %s\n", what);
    std::abort();
}

}  // namespace

std::string jsonString(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                char code[8];
                std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
                out += code;
            } else {
                out += c;
            }
        }
    }
    return out + '"';
}

void JsonWriter::newLine() {
    if (indent_ == 0) return;
    text_ += '\n';
    text_.append(levels_.size() * static_cast<size_t>(indent_), ' ');
}

void JsonWriter::beforeValue() {
    if (levels_.empty()) {
        require(text_.empty(), "a second value after the first is complete");
        return;
    }
    if (levels_.back().close == '}') {
        require(keyed_, "a value inside an object needs a key");
        keyed_ = false;
        return;
    }
    if (!levels_.back().empty) text_ += ',';
    levels_.back().empty = false;
    newLine();
}

JsonWriter& JsonWriter::key(const std::string& name) {
    const bool fits = !levels_.empty() && levels_.back().close == '}' && !keyed_;
    require(fits, "a key belongs inside an object, before a value");
    if (!levels_.back().empty) text_ += ',';
    levels_.back().empty = false;
    newLine();
    text_ += jsonString(name);
    text_ += indent_ == 0 ? ":" : ": ";
    keyed_ = true;
    return *this;
}

JsonWriter& JsonWriter::begin(char open, char close) {
    beforeValue();
    text_ += open;
    levels_.push_back({close, true});
    return *this;
}

JsonWriter& JsonWriter::end(char close) {
    require(!levels_.empty() && levels_.back().close == close && !keyed_, "an end without its begin");
    const bool empty = levels_.back().empty;
    levels_.pop_back();
    if (!empty) newLine();
    text_ += close;
    return *this;
}

JsonWriter& JsonWriter::beginObject() { return begin('{', '}'); }
JsonWriter& JsonWriter::endObject() { return end('}'); }
JsonWriter& JsonWriter::beginArray() { return begin('[', ']'); }
JsonWriter& JsonWriter::endArray() { return end(']'); }

JsonWriter& JsonWriter::value(const std::string& text) {
    beforeValue();
    text_ += jsonString(text);
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    if (!std::isfinite(number)) return null();
    beforeValue();
    text_ += shortestText(number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    beforeValue();
    text_ += shortestText(number);
    return *this;
}

JsonWriter& JsonWriter::value(int64_t number) {
    beforeValue();
    text_ += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    beforeValue();
    text_ += truth ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null() {
    beforeValue();
    text_ += "null";
    return *this;
}

const std::string& JsonWriter::text() const {
    require(levels_.empty(), "text() before every object and array has ended");
    return text_;
}

}  // namespace ringlet
