// SPDX-License-Identifier: Apache-2.0
// Closed loops in steps, against the energy of linkages with one degree of freedom:
// dθ/dt = √(2 (E - V(θ))/I(θ)), so that the time at which the crank is at an angle is an integral.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "classic_scene.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;

constexpr double kGravity = 9.81;

/// A bar in the plane y = 0: where its centre is and how it is turned.
struct Bar {
  double mass, about_centre, x, z, turn;
};
/// A linkage as a function of its crank's angle.
using Linkage = std::function<std::vector<Bar>(double)>;

/// When the crank has come from one angle to another that started at `rate`: Simpson's rule.
double time_to(const Linkage& linkage, double from, double to, double rate) {
  const auto inertia = [&](double angle) {
    constexpr double kStep = 1e-5;
    const auto after = linkage(angle + kStep);
    const auto before = linkage(angle - kStep);
    double sum = 0.0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      const double x = (after[i].x - before[i].x) / (2.0 * kStep);
      const double z = (after[i].z - before[i].z) / (2.0 * kStep);
      const double turn = (after[i].turn - before[i].turn) / (2.0 * kStep);
      sum += after[i].mass * (x * x + z * z) + after[i].about_centre * turn * turn;
    }
    return sum;
  };
  const auto height = [&](double angle) {
    double sum = 0.0;
    for (const Bar& bar : linkage(angle)) sum += kGravity * bar.mass * bar.z;
    return sum;
  };
  const double energy = 0.5 * inertia(from) * rate * rate + height(from);
  const int n = 2000;
  const double h = (to - from) / n;
  double sum = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double weight = i == 0 || i == n ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    const double angle = from + i * h;
    sum += weight / std::sqrt(2.0 * (energy - height(angle)) / inertia(angle));
  }
  return std::abs(sum * h / 3.0);
}

double box_inertia(double mass, double a, double b) { return mass * (a * a + b * b) / 12.0; }

/// A crank of 0.12 m, a rod of 0.4 m and a slider along x; turned by a the x axis is at
/// (cos a, -sin a).
std::vector<Bar> slider_crank(double angle) {
  const double s = 0.12 * std::sin(angle);
  const double c = 0.12 * std::cos(angle);
  const double reach = std::sqrt(0.16 - s * s);
  return {{1.0, 0.02, 0.0, 0.0, angle},
          {0.2, box_inertia(0.2, 0.4, 0.02), c + 0.5 * reach, -0.5 * s, std::atan2(-s, reach)},
          {0.5, 0.0, c + reach, 0.0, 0.0}};
}

Scene slider_crank_scene(double angle, const std::string& top) {
  return read_scene(
      fmt::format(
          "rigor_scene: 1\nname: engine\nlaw: frictionless\nstop: {{time: 1}}\n{}\nmechanisms:\n"
          "  - name: m\n    links:\n"
          "      - {{name: crank, joint: {{revolute: {{axis: [0, 1, 0], coordinates: {}, "
          "velocities: 6}}}}, shape: {{box: [0.05, 0.01, 0.05]}}, mass: 1, com: [0, 0, 0], "
          "inertia: [0.02, 0.02, 0.02]}}\n"
          "      - {{name: rod, parent: crank, joint: {{revolute: {{axis: [0, 1, 0], pose: "
          "{{position: [0.12, 0, 0]}}, anchor: [-0.2, 0, 0]}}}}, shape: {{box: [0.4, 0.01, "
          "0.02]}}, mass: 0.2}}\n"
          "      - {{name: slider, joint: {{prismatic: {{axis: [1, 0, 0], pose: {{position: [0.3, "
          "0, 0]}}}}}}, shape: {{box: [0.08, 0.08, 0.08]}}, mass: 0.5}}\n"
          "    loops:\n      - {{name: pin, parent: rod, child: slider, joint: {{revolute: {{axis: "
          "[0, 1, 0], pose: {{position: [0.2, 0, 0]}}}}}}}}\n",
          top, angle),
      "engine.yaml");
}

/// The bars of scenes/four-bar.yaml: pins at (0, 1) and (0.6, 1), crank 0.2 m, coupler 0.6 m,
/// rocker 0.4 m; the pin between the last two stands above.
std::vector<Bar> four_bar(double angle) {
  const double x = 0.2 * std::cos(angle);
  const double z = 1.0 - 0.2 * std::sin(angle);
  const double dx = 0.6 - x;
  const double dz = 1.0 - z;
  const double way = std::hypot(dx, dz);
  const double along = (way * way + 0.36 - 0.16) / (2.0 * way);
  const double across = std::sqrt(0.36 - along * along);
  const double px = x + (along * dx - across * dz) / way;
  const double pz = z + (along * dz + across * dx) / way;
  const double crank = 7800 * 0.2 * 0.02 * 0.04;
  const double coupler = 2700 * 0.6 * 0.02 * 0.03;
  const double rocker = 2700 * 0.03 * 0.02 * 0.4;
  return {{crank, box_inertia(crank, 0.2, 0.04), 0.5 * x, 0.5 * (1.0 + z), angle},
          {coupler, box_inertia(coupler, 0.6, 0.03), 0.5 * (x + px), 0.5 * (z + pz),
           std::atan2(pz - z, px - x)},
          {rocker, box_inertia(rocker, 0.03, 0.4), 0.5 * (0.6 + px), 0.5 * (1.0 + pz),
           std::atan2(pz - 1.0, px - 0.6)}};
}

/// One way to step.
struct Stepped {
  Method method;
  Bounds bounds;
};
const std::vector<Stepped> kAll{{Method::Paper, Bounds::Printed},
                                {Method::Paper, Bounds::Corrected},
                                {Method::StewartTrinkle, Bounds::Corrected},
                                {Method::AnitescuPotra, Bounds::Corrected}};

ClassicScene run_stepped(Scene scene, const Stepped& how, double step, double seconds) {
  scene.method = how.method;
  scene.stepping.bounds = how.bounds;
  scene.stepping.step = step;
  scene.stop.time = seconds;
  return run_classic(scene);
}

/// First order: half the step, half the error; and what steps opened is a quarter.
void expect_first_order(const Scene& scene, const Linkage& linkage, double seconds,
                        double seconds_off) {
  const BuiltScene built = build(scene);
  for (const Stepped& how : kAll) {
    std::vector<double> errors;
    std::vector<double> opened;
    for (const double step : {2e-3, 1e-3}) {
      const ClassicScene run = run_stepped(scene, how, step, seconds);
      EXPECT_EQ(run.outcome.stop, StopKind::Time) << run.outcome.reason;
      const double at =
          time_to(linkage, built.initial.q[0], run.outcome.final_state.q[0], built.initial.v[0]);
      errors.push_back(at - seconds);
      opened.push_back(run.stepping().loops_opened);
      EXPECT_TRUE(run.outcome.certified);
      const verification::Verdict verdict = verification::verify(run.trace);
      EXPECT_EQ(verdict.status, verification::Status::Proved)
          << verification::text_of(verdict, run.trace);
    }
    const std::string what =
        fmt::format("{}: off by {:.3g} and {:.3g} s, opened {:.3g} and {:.3g}", name(how.method),
                    errors[0], errors[1], opened[0], opened[1]);
    std::printf("%s\n", what.c_str());
    EXPECT_LT(std::abs(errors[1]), seconds_off) << what;
    EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.2) << what;
    EXPECT_NEAR(opened[0] / opened[1], 4.0, 0.3) << what;
    EXPECT_GT(opened[1], 1e-7) << what;
  }
}

TEST(ClosedLoops, ASliderCrankTurnsAsItsEnergySays) {
  const Scene scene = slider_crank_scene(0.3, fmt::format("gravity: [0, 0, -{}]", kGravity));
  expect_first_order(scene, slider_crank, 0.5, 3e-3);
}

// Fast enough to go over the top.
TEST(ClosedLoops, AFourBarTurnsAsItsEnergySays) {
  std::ifstream file(std::string(RIGOR_SCENES) + "/four-bar.yaml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string slow = "velocities: -8";
  ASSERT_NE(text.find(slow), std::string::npos);
  text.replace(text.find(slow), slow.size(), "velocities: -20");
  expect_first_order(read_scene(text, "four-bar.yaml"), four_bar, 0.4, 0.015);
}

// Loops take part in an impact: the slider is stopped, and with it the crank.
TEST(ClosedLoops, AnImpactKeepsLoopsClosed) {
  const Scene scene = slider_crank_scene(
      2.0, "gravity: [0, 0, 0]\nhalf_spaces: [{name: wall, normal: [-1, 0, 0], offset: -0.5}]");
  for (const Stepped& how : {kAll[1], kAll[2], kAll[3]}) {
    const ClassicScene run = run_stepped(scene, how, 1e-3, 1.2);
    ASSERT_GE(run.trace.events.size(), 1u) << name(how.method);
    // x = 0.46 where the slider's face is at the wall. There the crank stands still; Anitescu and
    // Potra's correction throws it back.
    const double x = run.outcome.final_state.q[2] + 0.3;
    if (how.method == Method::AnitescuPotra) {
      EXPECT_LT(x, 0.46);
      EXPECT_FALSE(run.outcome.certified);
      continue;
    }
    EXPECT_NEAR(x, 0.46, 2e-5) << name(how.method);
    EXPECT_LT(std::abs(run.outcome.final_state.v[0]), 1e-6) << name(how.method);
    if (how.method != Method::Paper) continue;
    const verification::Verdict verdict = verification::verify(run.trace);
    EXPECT_EQ(verdict.status, verification::Status::Proved)
        << verification::text_of(verdict, run.trace);
  }
}

TEST(ClosedLoops, StepsThatTearALoopAreToldAsSuch) {
  const Scene scene = slider_crank_scene(0.3, "gravity: [0, 0, 0]");
  const ClassicScene run = run_stepped(scene, kAll[2], 1.0, 3.0);
  EXPECT_EQ(run.outcome.stop, StopKind::Inconsistent) << run.outcome.reason;
}

}  // namespace
}  // namespace rigor
