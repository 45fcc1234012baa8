// What hair models are held against: closed forms, our own reference solver, and what no place, turn,
// order or rate may change. A line is measured for every subject; one self-registering file a line.
#pragma once

#include "verify/subject.h"

#include <string>
#include <vector>

namespace ringlet::verify {

// What a line found for a subject: an error, in the line's unit.
struct Finding {
    double reached = 0;   // NaN: it could not be measured
    double allowed = 0;   // from the order of the method or of rounding
    std::string note;     // what else is worth telling; may be empty

    bool meets() const { return reached <= allowed; }  // false for NaN
};

// A model that is known not to meet a line, and why.
struct KnownMiss {
    const char* subject;
    const char* why;
};

struct LineInfo {
    std::string name;       // as --line takes it
    std::string measures;   // what `reached` is, with its unit
    std::string reference;  // what it is measured against
    std::string allowance;  // why so much is allowed
    Owed owed = Owed::Physics;  // who has to meet it
    // `quick`: fewer cases. Error: the line cannot be played by this subject, and why.
    Result<Finding> (*run)(const Subject& subject, bool quick) = nullptr;
    const char* notModelled = nullptr;  // where no model has the freedom: why; `run` is null then
    std::vector<KnownMiss> misses = {};

    // Why this subject is excused from the line; null where it is not.
    const char* excuse(const Subject& subject) const;
};

const std::vector<LineInfo>& lines();  // sorted by name

// `static RegisterLine here{{...}};`
struct RegisterLine {
    explicit RegisterLine(LineInfo info);
};

}  // namespace ringlet::verify
