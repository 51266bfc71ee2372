// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/scene.hpp>

namespace rigor {
namespace {

TEST(Scene, NamesAreThoseOfTheFile) {
  EXPECT_STREQ(name(Law::NoSlipActive), "no_slip_active");
  EXPECT_STREQ(name(OnJam::BondBreak), "bond_break");
  EXPECT_STREQ(name(OnIndeterminate::Continue), "continue");
  EXPECT_STREQ(name(RegularSolidKind::Dodecahedron), "dodecahedron");
}

TEST(Scene, PairsDoNotDependOnTheOrderOfTheirSurfaces) {
  Scene scene;
  scene.default_pair.mu = 0.1;
  scene.pairs.push_back({"a", "b", {.restitution = 0.5, .mu = 0.2, .viscosity = 0.0}, {}});
  EXPECT_EQ(pair_of(scene, "a", "b").mu, 0.2);
  EXPECT_EQ(pair_of(scene, "b", "a").mu, 0.2);
  EXPECT_EQ(pair_of(scene, "a", "a").mu, 0.1);
}

}  // namespace
}  // namespace rigor
