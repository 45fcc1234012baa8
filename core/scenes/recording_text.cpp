// A recording as a text: second differences of the keys in an adaptive Golomb-
// Rice code (Rice 1979), 6 bits a letter. A hand moves smoothly, so most second
// differences are a few steps; one at rest costs a bit a channel and key.
#include "core/scenes/recording.h"

#include <algorithm>

namespace ringlet {
namespace {

const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr uint32_t largest = 110000;      // of a key, in steps
constexpr uint32_t mostOnes = 20;         // before a number is written whole
constexpr int wholeBits = 20;             // of a number written whole

class BitWriter {
public:
    void bits(uint32_t value, int count) {
        for (int i = count - 1; i >= 0; --i) {
            letter_ = letter_ << 1 | (value >> i & 1);
            if (++used_ == 6) flush();
        }
    }
    std::string text() {
        while (used_) bits(0, 1);
        return text_;
    }

private:
    void flush() {
        text_ += letters[letter_];
        letter_ = 0;
        used_ = 0;
    }
    std::string text_;
    uint32_t letter_ = 0;
    int used_ = 0;
};

class BitReader {
public:
    explicit BitReader(const std::string& text) : text_(text) {}
    uint32_t bits(int count) {
        uint32_t value = 0;
        for (int i = 0; i < count; ++i) value = value << 1 | bit();
        return value;
    }
    bool good() const { return good_; }
    // Everything was read, but for the last letter's unused zeros.
    bool atEnd() const { return good_ && at_ == text_.size() && (letter_ & ((1u << left_) - 1)) == 0; }

private:
    uint32_t bit() {
        if (left_ == 0) {
            const int value = at_ < text_.size() ? valueOf(text_[at_++]) : -1;
            if (value < 0) {
                good_ = false;
                return 0;
            }
            letter_ = static_cast<uint32_t>(value);
            left_ = 6;
        }
        return letter_ >> --left_ & 1;
    }
    static int valueOf(char c) {
        for (int i = 0; i < 64; ++i) {
            if (letters[i] == c) return i;
        }
        return -1;
    }
    const std::string& text_;
    size_t at_ = 0;
    uint32_t letter_ = 0;
    int left_ = 0;
    bool good_ = true;
};

// One number of each key in turn: predicted on a straight line from the last two.
class Channel {
public:
    int32_t predicted() const { return 2 * last_ - before_; }
    void keep(int32_t value, uint32_t size) {
        before_ = last_;
        last_ = value;
        mean_ += (static_cast<int32_t>(size * 16) - mean_) / 4;
    }
    // Bits of a number's lower part: about the logarithm of the mean size.
    int shift() const {
        int k = 0;
        while (k < 16 && (int32_t{1} << k) * 16 < mean_) ++k;
        return k;
    }

private:
    int32_t last_ = 0, before_ = 0, mean_ = 0;
};

void write(BitWriter& out, Channel& channel, int32_t value) {
    const int32_t d = value - channel.predicted();
    const uint32_t size = d < 0 ? static_cast<uint32_t>(-d) * 2 - 1 : static_cast<uint32_t>(d) * 2;
    const int k = channel.shift();
    const uint32_t high = size >> k;
    if (high < mostOnes) {
        for (uint32_t i = 0; i < high; ++i) out.bits(1, 1);
        out.bits(0, 1);
        out.bits(size & ((1u << k) - 1), k);
    } else {
        for (uint32_t i = 0; i < mostOnes; ++i) out.bits(1, 1);
        out.bits(size, wholeBits);
    }
    channel.keep(value, size);
}

// False when the number is out of range.
bool read(BitReader& in, Channel& channel, int32_t& value) {
    const int k = channel.shift();
    uint32_t high = 0;
    while (high < mostOnes && in.bits(1)) ++high;
    const uint32_t size = high < mostOnes ? high << k | in.bits(k) : in.bits(wholeBits);
    const int32_t d = size & 1 ? -static_cast<int32_t>((size + 1) / 2) : static_cast<int32_t>(size / 2);
    value = channel.predicted() + d;
    if (!in.good() || value > static_cast<int32_t>(largest) || value < -static_cast<int32_t>(largest)) return false;
    channel.keep(value, size);
    return true;
}

template <size_t N>
std::string textOf(uint32_t frames, const std::vector<std::array<int32_t, N>>& keys) {
    BitWriter out;
    out.bits(frames, 12);
    Channel channels[N];
    for (const auto& key : keys) {
        for (size_t i = 0; i < N; ++i) write(out, channels[i], key[i]);
    }
    return out.text();
}

template <size_t N>
bool keysOf(const std::string& text, uint32_t& frames, std::vector<std::array<int32_t, N>>& keys) {
    BitReader in(text);
    frames = in.bits(12);
    if (!in.good() || frames == 0 || frames > Recording::mostFrames) return false;
    Channel channels[N];
    const uint32_t count = (frames + Recording::framesPerKey - 1) / Recording::framesPerKey;
    for (uint32_t k = 0; k < count; ++k) {
        keys.emplace_back();
        for (size_t i = 0; i < N; ++i) {
            if (!read(in, channels[i], keys.back()[i])) return false;
        }
    }
    return in.atEnd();
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

// "frame name=value" of a recording with so many frames.
Result<Recording::Change> readChange(const std::string& line, uint32_t frames, Params& params) {
    const size_t space = line.find(' '), equals = line.find('=');
    float frame = 0;
    if (equals == std::string::npos || space > equals || !parseNumber(line.substr(0, space), frame) ||
        !(frame >= 0 && frame <= float(frames)))
        return Error{"the recording's changes cannot be read"};
    std::string name = line.substr(space + 1, equals - space - 1);
    const std::string value = line.substr(equals + 1);
    const ParamInfo* row = params.given(name);
    if (!row || row->change != ParamChange::Live)
        return Error{"the recording changes '" + name + "', which this scene cannot change while it runs"};
    name = row->name;
    if (Status sound = params.set(name, value); !sound) return Error{"the recording's changes: " + sound.error()};
    return Recording::Change{uint32_t(frame), name, value};
}

}  // namespace

bool Recording::brushed() const {
    for (const BrushKey& key : brush) {
        if (key[3] > 0) return true;
    }
    return false;
}

std::string Recording::headText() const { return textOf(frames, head); }
std::string Recording::brushText() const { return brushed() ? textOf(frames, brush) : std::string(); }

Result<Recording> Recording::fromText(const std::string& head, const std::string& brush) {
    Recording recording;
    if (!keysOf(head, recording.frames, recording.head)) {
        return Error{"the recording's motion cannot be read: it is cut short or was changed on the way"};
    }
    recording.brush.resize(recording.head.size());
    if (brush.empty()) return recording;
    uint32_t frames = 0;
    std::vector<BrushKey> keys;
    bool sound = keysOf(brush, frames, keys) && frames == recording.frames;
    for (const BrushKey& key : keys) sound = sound && key[3] >= 0 && key[3] <= 1000;
    if (!sound) return Error{"the recording's brush cannot be read: it is cut short or was changed on the way"};
    recording.brush = std::move(keys);
    return recording;
}

Result<Replay> readReplay(const std::string& text, Params params) {
    std::vector<std::string> lines = linesOf(text);
    lines.resize(std::max<size_t>(lines.size(), 3));
    Result<Recording> read = Recording::fromText(lines[0], lines[1]);
    if (!read) return Error{read.error()};
    Replay replay{std::move(read.value()), lines[2]};
    for (size_t i = 3; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        Result<Recording::Change> change = readChange(lines[i], replay.recording.frames, params);
        if (!change) return Error{change.error()};
        replay.recording.changes.push_back(std::move(change.value()));
    }
    return replay;
}

}  // namespace ringlet
