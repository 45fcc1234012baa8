// A file as a program's output: it is written beside its place and takes it when it is whole, so that
// what was there stays until then, and stays where anything fails (a full disk, an interrupt).
#pragma once

#include "core/files/formats.h"

#include <cstdio>

namespace ringlet {

class OutputFile {
public:
    // A link is followed: the file that it leads to is the one that is replaced. What is no regular
    // file (a device, a pipe, /dev/stdout) has no place to take and is written at once.
    // Error: a folder that is not there or may not be written, a file that may not; under node a pipe with a name.
    static Result<std::unique_ptr<OutputFile>> create(const std::string& path);
    // Gives up what was not finished; nothing is left of it.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    Status write(Bytes bytes);
    Status write(const std::string& text) { return write({reinterpret_cast<const uint8_t*>(text.data()), text.size()}); }
    // The last of all: the file takes its place.
    Status finish();

    // write(), for as long as this object lives.
    ByteSink sink() {
        return [this](Bytes bytes) { return write(bytes); };
    }
    uint64_t bytes() const { return bytes_; }  // written so far

private:
    OutputFile() = default;
    Error problem(int code) const;

    std::string path_;          // as it was named
    std::string place_, part_;  // where it goes in the end; where it is until then, empty: there already
    std::FILE* file_ = nullptr;
    uint64_t bytes_ = 0;
};

// Removes what is not finished yet. A signal's handler may call it before it ends the program.
void removeUnfinished();

}  // namespace ringlet
