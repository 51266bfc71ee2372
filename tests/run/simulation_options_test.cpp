// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/world.hpp>
#include <rigor/run/simulation_options.hpp>

namespace rigor {
namespace {

TEST(SimulationOptions, EverySettingOfTheSceneArrives) {
  Scene scene;
  scene.law = Law::NoSlipActive;
  scene.tol = 1e-7;
  scene.skin = 1e-9;
  scene.start_tolerance = 3e-6;
  scene.jam = OnJam::Refuse;
  scene.indeterminate = OnIndeterminate::Refuse;
  scene.stop = {4.0, false, 5, 6, 7.0};
  const SimulationOptions options = simulation_options(scene);
  EXPECT_STREQ(name(options.law), name(scene.law));
  EXPECT_EQ(options.tolerances.tol, 1e-7);
  EXPECT_EQ(options.tolerances.skin, 1e-9);
  EXPECT_EQ(options.tolerances.start(), 3e-6);
  EXPECT_EQ(options.jam, OnJam::Refuse);
  EXPECT_EQ(options.indeterminate, OnIndeterminate::Refuse);
  EXPECT_EQ(options.stop.time, 4.0);
  EXPECT_FALSE(options.stop.at_rest);
  EXPECT_EQ(options.stop.events, 5U);
  EXPECT_EQ(options.stop.segments, 6U);
  EXPECT_EQ(options.stop.wall_seconds, 7.0);
}

// Programs that name no law get the one that scenes without `law` have.
TEST(SimulationOptions, DefaultsAreThoseOfScenes) {
  EXPECT_EQ(SimulationOptions{}.law, Scene{}.law);
  EXPECT_EQ(World{}.law, Scene{}.law);
  EXPECT_EQ(SimulationOptions{}.method, Scene{}.method);
}

TEST(SimulationOptions, LawsHaveOneNameEverywhere) {
  for (const Law law : {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous}) {
    Scene scene;
    scene.law = law;
    EXPECT_STREQ(name(simulation_options(scene).law), name(law));
  }
}

}  // namespace
}  // namespace rigor
