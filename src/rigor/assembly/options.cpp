// SPDX-License-Identifier: Apache-2.0
#include <rigor/assembly/options.hpp>

namespace rigor {

const char* name(OnJam policy) { return policy == OnJam::BondBreak ? "bond_break" : "refuse"; }

const char* name(OnIndeterminate policy) {
  return policy == OnIndeterminate::Continue ? "continue" : "refuse";
}

const char* name(NormalSplit policy) {
  return policy == NormalSplit::EqualStiffness ? "equal_stiffness" : "refuse";
}

bool claims_from_start(const SimulationOptions& options) {
  switch (options.method) {
    case Method::Oracle:
    case Method::FirstOrder:
      return true;
    case Method::Paper:
      return options.stepping.bounds == Bounds::Corrected &&
             options.stepping.min_step.value_or(0.0) == 0.0;
    case Method::StewartTrinkle:
    case Method::AnitescuPotra:
      break;
  }
  return false;
}

bool moves_in_steps(Method method) { return method != Method::Oracle; }

trace::MotionClaim motion_claim(Method method) {
  switch (method) {
    case Method::Oracle:
      return trace::MotionClaim::Full;
    case Method::FirstOrder:
    case Method::Paper:
      return trace::MotionClaim::PerStep;
    case Method::StewartTrinkle:
    case Method::AnitescuPotra:
      break;
  }
  return trace::MotionClaim::None;
}

}  // namespace rigor
