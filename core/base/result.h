// Errors as values. An Error is one clear line: what, where, how to mend.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace ringlet {

struct Error {
    std::string message;  // one line, without "error:" and without a full stop
};

// A value or an Error. `value()` may only be called when `ok()`.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return value_.has_value(); }
    explicit operator bool() const { return ok(); }
    T& value() { return *value_; }
    const T& value() const { return *value_; }
    const std::string& error() const { return error_.message; }

private:
    std::optional<T> value_;
    Error error_;
};

// Success without a value, or an Error.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    const std::string& error() const { return error_->message; }

private:
    std::optional<Error> error_;
};

}  // namespace ringlet
