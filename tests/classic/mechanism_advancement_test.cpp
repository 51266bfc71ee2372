// SPDX-License-Identifier: Apache-2.0
// Closed forms; random chains are tried in tests/reproduction/bound_trials_test.cpp.
#include <gtest/gtest.h>

#include <rigor/classic/mechanism_advancement.hpp>

namespace rigor {
namespace {

TEST(MechanismAdvancement, EqualsItsClosedForms) {
  // Base, slider (0.3 m out, 2 m/s), hinge, hinge with a link of radius 0.25 reaching 0.8 m.
  Chain chain;
  chain.base = {0.5, 2.0, 0.7};
  chain.joints = {{ChainJointKind::Prismatic, 2.0, 0.3, 0.4},
                  {ChainJointKind::Revolute, 3.0, 0.0, 1.5},
                  {ChainJointKind::Revolute, 5.0, 0.0, 9.9}};
  chain.radius = 0.25;
  chain.reach = 0.8;
  EXPECT_NEAR(printed_link_reach(chain.joints[0]), 2.3, 1e-14);
  EXPECT_NEAR(printed_gamma(chain, 0), 2.3 + 1.5 + 0.5, 1e-14);
  EXPECT_NEAR(printed_kappa(chain, 0), 2.0, 1e-14);
  EXPECT_NEAR(printed_kappa(chain, 1), 3.0 * 2.0, 1e-14);
  EXPECT_NEAR(printed_chain_speed(chain), 0.5 + 2.0 * 4.3 + 2.0 + 6.0 + 2.5, 1e-13);
  EXPECT_NEAR(link_reach(chain.joints[0], 0.01), 0.4 + 0.3 + 0.02, 1e-14);
  EXPECT_NEAR(chain_gamma(chain, 0, 0.01), 0.72 + 1.5 + 0.8, 1e-14);
  EXPECT_NEAR(chain_kappa(chain, 1, 0.01), 3.0 * 2.3, 1e-14);
  EXPECT_NEAR(chain_speed(chain, 0.01), 0.5 + 2.0 * (3.02 + 0.7) + 2.0 + 6.9 + 4.0, 1e-13);
  EXPECT_NEAR(printed_chain_plane_advancement(chain, 0.1, 1.0, 0.5), 0.1 / (13.0 * 0.5), 1e-14);
  // A last slider adds its own way.
  chain.joints.back() = {ChainJointKind::Prismatic, 5.0, 0.2, 0.0};
  EXPECT_NEAR(chain_gamma(chain, 2, 0.01), 0.8 + 0.2 + 0.05, 1e-14);
}

}  // namespace
}  // namespace rigor
