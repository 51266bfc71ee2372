// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace rigor {

/// What follows from the changes of an iteration that sweeps over nodes.
enum class Sweeping : std::uint8_t { GoesOn, Converged, Diverged };

class SweepWatch {
 public:
  /// After each sweep: its largest change, relative to the size of a row's numbers. An iteration
  /// that has not `settled` yet can diverge but not converge.
  Sweeping after(double change, bool settled = true);
  int sweeps() const { return sweeps_; }

 private:
  int sweeps_ = 0;
  double previous_ = std::numeric_limits<double>::infinity();
};

}  // namespace rigor
