// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/motion/sweep_watch.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {

Sweeping SweepWatch::after(double change, Sweep sweep) {
  ++sweeps_;
  const bool stalls = change > 0.5 * previous_;
  // Near its solution an iteration that contracts goes on doing so: what does not is rounding.
  const bool contracts = shrunk_ <= std::min(kShrunk, std::pow(kContraction, contractions_));
  const bool noise = sweep == Sweep::Smooth && contracts && change < kSweepNoise;
  if (sweep != Sweep::Frozen &&
      (change <= kConvergedSweep || (stalls && (change < kSweepFloor || noise)))) {
    noise_ = change >= kSweepFloor ? change : 0.0;
    return Sweeping::Converged;
  }
  const bool shrinks = !stalls && sweeps_ > 1;
  contractions_ = shrinks ? contractions_ + 1 : 0;
  shrunk_ = shrinks ? shrunk_ * change / previous_ : 1.0;
  const bool grows = sweeps_ > kSettlingSweeps && change > previous_;
  if (sweeps_ >= kMaxSweeps || !(change < kRunawaySweep) || grows) return Sweeping::Diverged;
  previous_ = change;
  return Sweeping::GoesOn;
}

}  // namespace rigor
