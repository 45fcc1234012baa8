// What the page keeps of a recording (.ringlet, JSON): the hair it began with and what hands did.
#pragma once

#include "core/files/byte_stream.h"

#include <string>
#include <utility>
#include <vector>

namespace ringlet {

struct RecordingFile {
    int version = 1;            // of parameters' defaults: scenes/former_defaults.h
    std::string scene, model;   // model: "" is the scene's own
    std::string engine;         // the version of Ringlet that recorded it
    std::vector<std::pair<std::string, std::string>> params;  // that differ from the defaults, the picture's too
    std::string head, brush;    // keys, as Recording::fromText reads them
    std::string hash;           // of the hair at the end; "": not known
    struct Change {
        uint32_t frame;
        std::string name, value;
    };
    std::vector<Change> changes;
};

constexpr const char* recordingExtension = "ringlet";

// Error: not such a file, or a damaged one.
Result<RecordingFile> readRecordingFile(ByteStream& bytes);

}  // namespace ringlet
