// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/run/simulate.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

BuiltScene falling_cube() {
  return build(
      read_scene("rigor_scene: 1\n"
                 "gravity: [0, 0, -10]\n"
                 "stop: {time: 0.1}\n"
                 "bodies:\n"
                 "  - {name: cube, shape: {box: [1, 1, 1]}, mass: 1}\n",
                 "t.yaml"));
}

/// All methods are at least of first order: z = -5 t^2 up to 5 t h.
TEST(Simulate, EveryMethodMovesABodyThatFallsFreely) {
  const BuiltScene built = falling_cube();
  for (const Method method : {Method::Oracle, Method::FirstOrder, Method::Paper,
                              Method::StewartTrinkle, Method::AnitescuPotra}) {
    SimulationOptions options;
    options.method = method;
    options.stop.time = 0.1;
    const Outcome outcome = simulate(built.model, built.initial, options, [](const StepReport&) {});
    EXPECT_EQ(outcome.stop, StopKind::Time) << name(method) << ": " << outcome.reason;
    EXPECT_NEAR(outcome.final_state.q[2], -0.05, 0.0051) << name(method);
  }
}

}  // namespace
}  // namespace rigor
