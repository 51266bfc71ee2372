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

}  // namespace rigor
