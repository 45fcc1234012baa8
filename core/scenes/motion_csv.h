// A recorded head motion, read from CSV.
#pragma once

#include "core/files/byte_stream.h"
#include "core/scenes/motion.h"

namespace ringlet {

// A line a key: `t, x, y, z, qx, qy, qz, qw` (s, m, unit quaternion from head
// space to the world), t increasing by at least a microsecond; at most a million
// keys. Blank lines, lines that begin with # and a first line of column names
// are passed over. Between keys the path is smooth (continuous velocity); before
// the first and after the last key the head stands still.
// Error: "name:line:column: what is wrong"; quaternions may be off unit length
// by 1e-3 and are then normalised.
Result<std::unique_ptr<Motion>> motionFromCsv(ByteStream& bytes);

}  // namespace ringlet
