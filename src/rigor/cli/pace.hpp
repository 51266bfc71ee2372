// SPDX-License-Identifier: Apache-2.0
// How fast a run goes and when it will end, from what it has done in the last seconds.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <rigor/run/run_scene.hpp>

namespace rigor {

class Pace {
 public:
  /// What the run has done `wall` seconds after its start.
  void add(const RunProgress& progress, double wall);

  /// "0.21 s simulated per second, about 3 min left"; "stalled: 1,200 segments for the last 3e-07
  /// s, die and ground"; "stalled: 188 events at 1.5 s, die and ground"; empty as long as nothing
  /// can be said.
  std::string text() const;

 private:
  struct Sample {
    double wall = 0.0;
    double time = 0.0;
    std::uint64_t segments = 0;
    std::uint64_t events = 0;
  };
  std::deque<Sample> samples_;  ///< of the last seconds, oldest first
  double until_ = 0.0;
  std::string pair_;
};

/// "40 s", "3 min", "2.1 h".
std::string duration_text(double seconds);

/// 12345 as "12,345".
std::string grouped(std::uint64_t number);

}  // namespace rigor
