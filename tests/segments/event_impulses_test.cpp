// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/segments/event_impulses.hpp>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

/// Impulses on file make up every jump of momentum, also where gaps are put right, hops are ended
/// and slips stop: what is left over the run is rounding.
TEST(EventImpulses, MakeUpEveryJumpOfMomentum) {
  int accumulations = 0;
  for (const char* name : {"die.yaml", "benchmarks/b03.yaml", "benchmarks/b17.yaml",
                           "benchmarks/b19-coulomb.yaml", "benchmarks/b31d.yaml"}) {
    const SceneRun run = proved_run(name);
    const verification::Verdict verdict = verification::verify(run.trace());
    EXPECT_LT(verdict.motion.impulse, 1e-10) << name;
    const auto ended = events_of_kind(run.trace(), trace::EventKind::Accumulation);
    accumulations += static_cast<int>(ended.size());
  }
  EXPECT_GT(accumulations, 3);
}

/// A tray slides and turns while a box rattles on it: where hops end, the four corners under the
/// tray bear their weight at the rims of their cones. Split anew, they pulled and pushed by a
/// thousandth of all that presses.
TEST(EventImpulses, OfWhatSlidesAreThoseOfTheLawWhereHopsEnd) {
  const SceneRun run = run_text(R"(
rigor_scene: 1
gravity: [0, 0, -9.81]
stop: {time: 0.25}
surfaces: {default: {mu: 0.3, restitution: 0.3}}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: tray, shape: {box: [0.6, 0.6, 0.02]}, mass: 5, pose: {position: [0, 0, 0.0101]}, velocity: {linear: [-1, 0.05, 0], angular: [0, 0, -0.106]}}
  - {name: box, shape: {box: [0.12, 0.12, 0.12]}, mass: 1, pose: {position: [-0.070, 0.030, 0.1], axis: [1, -0.86, 0], angle: 0.116}, velocity: {linear: [-0.9, 0, 0]}}
)");
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved);
  EXPECT_LT(verdict.motion.law_impulse, 1e-6);
  EXPECT_GT(events_of_kind(run.trace(), trace::EventKind::Accumulation).size(), 10U);
}

/// Both phases are on file: with one contact the expansion is e times the compression.
TEST(EventImpulses, ExpansionIsETimesCompression) {
  const SceneRun run = run_scene("benchmarks/b05-restitution.yaml");
  int bounces = 0;
  for (const trace::Event& event : events_of_kind(run.trace(), trace::EventKind::Impact)) {
    double compression = 0.0;
    double whole = 0.0;
    double e = 0.0;
    for (const trace::EventContact& contact : event.contacts) {
      for (std::size_t k = 0; k < 3; ++k) {
        compression += contact.normal[k] * contact.compression[k];
        whole += contact.normal[k] * contact.impulse[k];
      }
      e = std::max(e, contact.restitution);
    }
    if (!(e > 0.0)) continue;
    ++bounces;
    EXPECT_NEAR(whole, (1.0 + e) * compression, 1e-9 * whole);
  }
  EXPECT_GT(bounces, 0);
}

}  // namespace
}  // namespace rigor
