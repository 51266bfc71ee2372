// SPDX-License-Identifier: Apache-2.0
// A box that falls and bounces, in closed form.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/converge/event_estimate.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

TEST(EventEstimate, ABounceHasATimeAnEnergyAPlaceAndVelocities) {
  const Scene scene = read_scene(
      "rigor_scene: 1\nname: bounce\ngravity: [0, 0, -10]\nlaw: frictionless\nstop: {time: 0.5}\n"
      "tolerances: {tol: 1e-12}\nsurfaces: {default: {restitution: 0.5}}\n"
      "bodies:\n"
      "  - {name: box, shape: {box: [1, 1, 1]}, mass: 2, pose: {position: [0, 0, 1.3]}, velocity: "
      "{linear: [1, 0, 0]}}\n"
      "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n",
      "bounce.yaml");
  std::vector<LadderRun> runs = skin_runs(scene, {});
  carry_out(scene, {.threads = 2}, runs);
  std::vector<const trace::Trace*> traces;
  std::vector<Tracks> tracks;
  for (const LadderRun& run : runs) {
    traces.push_back(&run.trace);
    tracks.emplace_back(run.trace);
  }
  const MatchedEvents with_twin = match_events(traces);
  traces.pop_back();
  MatchedEvents matched = match_events(traces);
  const auto events = estimate_events(matched, with_twin, {runs, tracks}, {});
  ASSERT_EQ(events.size(), 1U);
  const EventEstimate& hit = events[0];
  ASSERT_EQ(hit.bodies.size(), 1U);
  const EventBodyEstimate& box = hit.bodies[0];
  // 0.8 m down in 0.4 s, back with 2 m/s: 2 kg, 1 and 2 m/s, half a metre up.
  const std::pair<const Estimate*, double> known[] = {{&hit.time, 0.4},
                                                      {&hit.energy, 5.0 + 10.0},
                                                      {&box.after.position[0], 0.4},
                                                      {&box.after.position[2], 0.5},
                                                      {&box.after.velocity[2], 2.0},
                                                      {&box.velocity_before[2], -4.0}};
  for (const auto& [estimate, value] : known) {
    ASSERT_TRUE(estimate->bar) << value;
    EXPECT_NEAR(estimate->value, value, *estimate->bar + 1e-14);
    EXPECT_LT(*estimate->bar, 1e-10) << value;
  }
  // Where the runs differed before, there is a value and no bar.
  matched.agrees_until[0] = 0.3;
  const auto later = estimate_events(matched, with_twin, {runs, tracks}, {});
  EXPECT_FALSE(later[0].time.bar);
  EXPECT_FALSE(later[0].time.reason.empty());
}

}  // namespace
}  // namespace rigor
