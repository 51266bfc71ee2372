// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/run/resumable.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

/// Every method makes checkpoints, and ends alike whether it is asked for some or not.
TEST(Resumable, MakingCheckpointsChangesNothing) {
  Scene scene = load_scene(std::string(RIGOR_SCENES) + "/die.yaml");
  scene.stop.time = 0.9;
  for (const Method method :
       {Method::Oracle, Method::FirstOrder, Method::StewartTrinkle, Method::AnitescuPotra}) {
    scene.method = method;
    const BuiltScene built = build(scene);
    const SimulationOptions options = simulation_options(scene);
    const auto ignore = [](const StepReport&) {};
    int made = 0;
    const Outcome asked =
        simulate_resumable(built.model, built.initial, options, ignore,
                           {{}, [] { return true; }, [&](const trace::Bytes&) { ++made; }});
    const Outcome plain = simulate(built.model, built.initial, options, ignore);
    EXPECT_EQ(asked.footer, plain.footer) << name(method);
    EXPECT_EQ(asked.final_state.q, plain.final_state.q) << name(method);
    EXPECT_GT(made, 0) << name(method);
  }
}

TEST(Resumable, ACheckpointThatIsNoneIsRefused) {
  const Scene scene = load_scene(std::string(RIGOR_SCENES) + "/die.yaml");
  const BuiltScene built = build(scene);
  const auto ignore = [](const StepReport&) {};
  EXPECT_THROW(simulate_resumable(built.model, built.initial, simulation_options(scene), ignore,
                                  {{1, 2, 3}, {}, {}}),
               trace::TraceError);
}

}  // namespace
}  // namespace rigor
