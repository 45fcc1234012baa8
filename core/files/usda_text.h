// The words and values of USD's text format, as far as reading past what is of
// no interest needs them.
#pragma once

#include "core/files/text_stream.h"

#include <functional>
#include <vector>

namespace ringlet {

class UsdaText {
public:
    explicit UsdaText(ByteStream& bytes) : in(bytes) {}

    // Spaces, line ends, ; and comments.
    void skipBlank();
    // The next character of this statement, which a line's end, ; or a comment ends: then it is '\n', or -1 at the end.
    int nextOnLine();
    // True past the character, blanks before it left out.
    bool take(char c) {
        skipBlank();
        return in.take(c);
    }
    int next() {
        skipBlank();
        return in.peek();
    }

    // A text in quotes of any kind; the first 255 characters of it.
    Status quoted(std::string& text);
    // One value of any kind: number, text, path, asset, tuple, list, dictionary.
    Status skipValue();
    // From within an open bracket past the one that closes it.
    Status skipToClose();

    // Hands all numbers of a value (a number, a tuple, a list, tuples in it) to
    // `use`, which says whether there is room for more. None: no numbers.
    Status numbers(const std::function<bool(float)>& use);
    // The texts of a list of texts; None: of an empty one.
    Status texts(std::vector<std::string>& list);
    // The first value of a dictionary of time samples that is not None, by `read`;
    // the others are passed over. There may be none.
    Status firstSample(const std::function<Status()>& read);
    // Statements `key = value` up to the closing parenthesis, the opening one
    // being past. `use` reads the values of keys it knows, and says so.
    Status metadata(const std::function<Result<bool>(const std::string& key)>& use);

    Error error(const std::string& what) const { return in.error(what, "mend this line or export it again"); }

    TextStream in;

private:
    Status skipToken();
};

}  // namespace ringlet
