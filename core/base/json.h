// Writes JSON text piece by piece: objects, arrays and values in the order in
// which they are given.
//
//     JsonWriter json;
//     json.beginObject();
//     json.key("strands").value(960);
//     json.key("ms").beginArray().value(1.5).value(2.5).endArray();
//     json.endObject();
//     json.text()  ->  {"strands":960,"ms":[1.5,2.5]}
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringlet {

// A misplaced call (a value without a key inside an object, an end without its
// begin) is a programming error and aborts with a message.
class JsonWriter {
public:
    // indent: spaces a level; 0 writes everything on one line.
    explicit JsonWriter(int indent = 0) : indent_(indent) {}

    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(const std::string& name);

    JsonWriter& value(const std::string& text);  // UTF-8; control characters are escaped
    JsonWriter& value(const char* text) { return value(std::string(text)); }
    JsonWriter& value(float number);   // fewest digits that read back as the same float;
    JsonWriter& value(double number);  // nan and infinities, which JSON lacks, become null
    JsonWriter& value(int number) { return value(static_cast<int64_t>(number)); }
    JsonWriter& value(int64_t number);
    JsonWriter& value(bool truth);
    JsonWriter& null();

    // The finished text: every begun object and array must have ended.
    const std::string& text() const;

private:
    struct Level {
        char close;
        bool empty;
    };

    void beforeValue();
    void newLine();
    JsonWriter& begin(char open, char close);
    JsonWriter& end(char close);

    int indent_;
    bool keyed_ = false;
    std::vector<Level> levels_;
    std::string text_;
};

// `text` as a JSON string, with its quotes. Bytes from 0x80 are passed through.
std::string jsonString(const std::string& text);

}  // namespace ringlet
