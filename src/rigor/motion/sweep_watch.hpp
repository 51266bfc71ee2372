// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace rigor {

/// What follows from the changes of an iteration that sweeps over nodes.
enum class Sweeping : std::uint8_t { GoesOn, Converged, Diverged };

/// What a sweep was about.
enum class Sweep : std::uint8_t {
  Frozen,   ///< parts were kept as they are: it can diverge but not converge
  Turning,  ///< slips may turn within the step: what stalls need not be rounding
  Smooth,
};

class SweepWatch {
 public:
  /// After each sweep: its largest change, relative to the size of a row's numbers.
  Sweeping after(double change, Sweep sweep = Sweep::Smooth);
  int sweeps() const { return sweeps_; }
  /// After sweeps that converged: the change at which they stood still if roundings leave open more
  /// than they usually do, else zero.
  double noise() const { return noise_; }

 private:
  int sweeps_ = 0;
  int contractions_ = 0;  ///< sweeps since the last that did not shrink the change by half
  double shrunk_ = 1.0;   ///< what they shrank it to, as a fraction
  double noise_ = 0.0;
  double previous_ = std::numeric_limits<double>::infinity();
};

}  // namespace rigor
