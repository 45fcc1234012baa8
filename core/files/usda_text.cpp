#include "core/files/usda_text.h"

namespace ringlet {

namespace {

bool isBlank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';'; }
bool opens(int c) { return c == '(' || c == '[' || c == '{'; }
bool closes(int c) { return c == ')' || c == ']' || c == '}'; }

}  // namespace

void UsdaText::skipBlank() {
    for (;;) {
        const int c = in.peek();
        if (c == '#') in.skipLine();
        else if (isBlank(c)) in.skip();
        else return;
    }
}

int UsdaText::nextOnLine() {
    while (in.peek() == ' ' || in.peek() == '\t') in.skip();
    const int c = in.peek();
    return c == '#' || c == ';' || c == '\r' ? '\n' : c;
}

Status UsdaText::quoted(std::string& text) {
    text.clear();
    const int quote = next();
    if (quote != '"' && quote != '\'') return error("a text in quotes is missing");
    const uint64_t line = in.line(), at = in.bytes().at();
    in.skip();
    bool triple = false;
    if (in.peek() == quote) {
        in.skip();
        if (in.peek() != quote) return {};  // an empty text
        in.skip();
        triple = true;
    }
    int run = 0;  // quotes in a row
    while (!in.ends()) {
        const int c = in.peek();
        in.skip();
        run = c == quote ? run + 1 : 0;
        if (run == (triple ? 3 : 1)) {
            if (triple && text.size() >= 2) text.resize(text.size() - 2);
            return {};
        }
        if (!triple && (c == '\n' || c == '\r')) break;
        if (text.size() < 255) text += static_cast<char>(c);
        if (c == '\\') in.skip();
    }
    return in.errorAt("a text in quotes does not end", line, at, "mend this line or export it again");
}

// What is neither a bracket nor a quote: a number, a word, a path, an asset.
Status UsdaText::skipToken() {
    const int c = in.peek();
    if (c == '"' || c == '\'') {
        std::string text;
        return quoted(text);
    }
    const uint64_t line = in.line(), at = in.bytes().at();
    if (c == '@' || c == '<') {
        const int end = c == '@' ? '@' : '>';
        int wanted = 0, run = 0;
        while (in.peek() == c && wanted < (c == '@' ? 3 : 1)) {
            in.skip();
            ++wanted;
        }
        if (wanted == 2) return {};  // @@: an empty asset
        while (!in.ends()) {
            run = in.peek() == end ? run + 1 : 0;
            in.skip();
            if (run == wanted) return {};
        }
        return in.errorAt("a path does not end", line, at, "mend this line or export it again");
    }
    bool any = false;
    for (;; any = true) {
        const int d = in.peek();
        const bool ends = d < 0 || isBlank(d) || opens(d) || closes(d) || d == ',' || d == ':' || d == '=' ||
                          d == '"' || d == '\'' || d == '#' || d == '@' || d == '<';
        if (ends) break;
        in.skip();
    }
    return any ? Status() : Status(error("a value is missing"));
}

Status UsdaText::skipToClose() {
    const uint64_t line = in.line(), at = in.bytes().at();
    uint64_t open = 1;
    while (!in.ends()) {
        const int c = in.peek();
        if (c == '#') {
            in.skipLine();
        } else if (c == '"' || c == '\'' || c == '@') {
            if (Status status = skipToken(); !status) return status;
        } else {
            if (opens(c)) ++open;
            if (closes(c)) --open;
            in.skip();
            if (open == 0) return {};
        }
    }
    return in.errorAt("a bracket does not close", line, at, "the file is cut short: copy or export it again");
}

Status UsdaText::skipValue() {
    const int c = next();
    if (!opens(c)) return skipToken();
    in.skip();
    return skipToClose();
}

Status UsdaText::numbers(const std::function<bool(float)>& use) {
    uint64_t open = 0;
    for (;;) {
        const int c = next();
        float value;
        if (c == '[' || c == '(') {
            ++open;
            in.skip();
        } else if (c == ']' || c == ')') {
            if (open == 0) return error("a number is missing");
            --open;
            in.skip();
        } else if (c == ',' && open > 0) {
            in.skip();
        } else if (in.number(value)) {
            if (!use(value)) return error("too many numbers");
        } else if (c == 'N' && open == 0) {
            return skipToken();  // None
        } else {
            return error(c < 0 ? "the file ends within its numbers" : "not a finite number");
        }
        if (open == 0) return {};
    }
}

Status UsdaText::texts(std::vector<std::string>& list) {
    list.clear();
    if (next() == 'N') return skipToken();
    if (!take('[')) return error("a list is missing");
    while (!take(']')) {
        std::string text;
        if (Status status = quoted(text); !status) return status;
        if (list.size() >= 1000) return error("too many texts");
        list.push_back(text);
        take(',');
    }
    return {};
}

Status UsdaText::firstSample(const std::function<Status()>& read) {
    if (!take('{')) return error("time samples are missing");
    while (!take('}')) {
        float time;
        skipBlank();
        if (!in.number(time) || !take(':')) return error("a time sample is not `time: value`");
        if (next() != 'N') {
            if (Status status = read(); !status) return status;
            return skipToClose();
        }
        if (Status status = skipValue(); !status) return status;
        take(',');
    }
    return {};
}

Status UsdaText::metadata(const std::function<Result<bool>(const std::string& key)>& use) {
    while (!take(')')) {
        if (in.ends()) return error("a bracket does not close");
        const std::string word = in.word(":.");
        if (word.empty()) {
            if (in.take(',')) continue;
            if (Status status = skipValue(); !status) return status;
            continue;
        }
        if (!take('=')) continue;  // prepend, append, dictionary ...
        Result<bool> used = use(word);
        if (!used) return Error{used.error()};
        if (used.value()) continue;
        if (Status status = skipValue(); !status) return status;
    }
    return {};
}

}  // namespace ringlet
