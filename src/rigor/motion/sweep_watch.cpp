// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/sweep_watch.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {

Sweeping SweepWatch::after(double change, bool settled) {
  ++sweeps_;
  const bool floor = change < kSweepFloor && change > 0.5 * previous_;
  if (settled && (change <= kConvergedSweep || floor)) return Sweeping::Converged;
  const bool grows = sweeps_ > kSettlingSweeps && change > previous_;
  if (sweeps_ >= kMaxSweeps || !(change < kRunawaySweep) || grows) return Sweeping::Diverged;
  previous_ = change;
  return Sweeping::GoesOn;
}

}  // namespace rigor
