// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/report/track.hpp>

namespace rigor {

/// The options of `rigor export`.
struct ExportArguments {
  std::string path{};
  std::string out{};           ///< empty: <what>.<format> beside the trace
  std::string what = "poses";  ///< or forces, contacts, energy
  std::string format = "csv";
  double rate = 100.0;  ///< samples per second
  bool json = false;
};

/// Where every body was at equal steps of time.
struct PoseTable {
  std::vector<double> times;                    ///< seconds
  std::vector<std::string> bodies;              ///< names
  std::vector<std::vector<TrackPoint>> points;  ///< by body, then by time
};

/// The motion at start, start + 1/rate, ... and at the end. At an instant where velocities jump it
/// is the one behind the jump. Throws std::runtime_error if that would be more than 1e8 numbers.
PoseTable sampled(const trace::Trace& trace, double rate);

/// time, then for each body x y z, qw qx qy qz, vx vy vz (of its origin), wx wy wz; world axes, SI,
/// numbers in the shortest form that reads back to the same bits.
std::string csv_text(const PoseTable& table);

/// Arrays `time` and, for each body, `<name>.position`, `.quat_wxyz`, `.linear`, `.angular`.
std::string npz_text(const PoseTable& table);

int export_verb(const ExportArguments& arguments);

}  // namespace rigor
