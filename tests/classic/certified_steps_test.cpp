// SPDX-License-Identifier: Apache-2.0
// Corrected bounds judged by proofs instead of samples: a step that they allow is certified for all
// of its instants. RIGOR_CLASSIC_TRIALS / 25 random scenes of each kind, 400 if it is not set.
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "classic_scene.hpp"
#include "random_spatial.hpp"
#include "trials.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;

std::string triple_text(const Vector3& v) {
  return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x(), v.y(), v.z());
}

std::string body_text(const char* name, const Vector3& x, Random& random, double speed) {
  const Quaternion q = random_rotation(random);
  const Vector3 v = random_vector(random, speed);
  const Vector3 w = random_vector(random, 20.0);
  const char* shapes[] = {"{box: [0.4, 0.6, 1]}", "{octahedron: {radius: 0.5}}",
                          "{prism: {sides: 7, radius: 0.4, height: 0.5}}"};
  return fmt::format(
      "  - {{name: {}, shape: {}, mass: 1, pose: {{position: {}, quat_wxyz: [{:.17g}, {:.17g}, "
      "{:.17g}, {:.17g}]}}, velocity: {{linear: {}, angular: {}}}}}\n",
      name, shapes[random.index(3)], triple_text(x), q.w(), q.x(), q.y(), q.z(), triple_text(v),
      triple_text(w));
}

/// Two bodies, or one over the ground, about to meet: a few steps of at most `step` seconds.
std::string random_scene(bool pair, Random& random) {
  const double step = std::pow(10.0, random.uniform(-2.5, -0.7));
  const double apart = random.uniform(0.3, 1.6);
  std::string text = fmt::format(
      "rigor_scene: 1\nname: meeting\ngravity: [0, 0, -9.81]\nlaw: frictionless\nmethod: paper\n"
      "stepping: {{bounds: corrected, step: {:.17g}}}\nstop: {{time: 1, segments: 12}}\n",
      step);
  if (!pair) text += "half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]\n";
  text += "bodies:\n" + body_text("a", Vector3(0, 0, apart), random, 5.0);
  if (pair) text += body_text("b", Vector3(0.05, -0.1, 2.0 * apart), random, 5.0);
  return text;
}

/// None if the bodies overlap at the start.
std::optional<ClassicScene> run_of(const std::string& text) {
  try {
    return run_classic(read_scene(text, "meeting.yaml"));
  } catch (const SceneError&) {
    return std::nullopt;
  }
}

void expect_certified(bool pair) {
  Random random(pair ? 91 : 92);
  int runs = 0;
  std::uint64_t limited = 0;
  std::uint64_t steps = 0;
  for (int i = 0; i < testing::trials() / 25; ++i) {
    const std::string text = random_scene(pair, random);
    const std::optional<ClassicScene> done = run_of(text);
    if (!done) continue;
    const ClassicScene& run = *done;
    ++runs;
    ASSERT_NE(run.outcome.stop, StopKind::Uncertified) << run.outcome.reason << "\n" << text;
    ASSERT_TRUE(run.outcome.certified) << text;
    steps += run.outcome.footer.steps;
    for (const char* rule : {"advancement", "star"})
      if (const auto found = run.stepping().rules.find(rule); found != run.stepping().rules.end())
        limited += found->second;
  }
  EXPECT_GT(runs, testing::trials() / 50);
  EXPECT_GT(limited, steps / 4);  // steps that a bound, not Δt, made short
  std::printf("%lu steps of %d scenes, %lu of them limited by a bound\n", steps, runs, limited);
}

TEST(CertifiedSteps, OfBodiesOverTheGround) { expect_certified(false); }

TEST(CertifiedSteps, OfMovingPairs) { expect_certified(true); }

}  // namespace
}  // namespace rigor
