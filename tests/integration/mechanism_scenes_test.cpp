// SPDX-License-Identifier: Apache-2.0
// Bundled scenes with mechanisms.
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "integration/mechanism_run.hpp"
#include "integration/moving.hpp"

namespace rigor {
namespace {

double value_at(const std::vector<double>& series, double x) {
  double ahead = 0.0;
  double further = 0.0;
  for (std::size_t k = series.size(); k-- > 1;) {
    const double here = series[k] + 2.0 * x * ahead - further;
    further = std::exchange(ahead, here);
  }
  return series[0] + x * ahead - further;
}

/// What the motors of a run do, as filed: ∫ τ² dt and ∫ dt over all joints along which something
/// acts, τ the moment of the joint about its own axis.
struct Efforts {
  double squares = 0.0;
  double seconds = 0.0;

  double rms() const { return std::sqrt(squares / seconds); }
};

Efforts efforts_of(const SceneRun& run) {
  constexpr int kParts = 4;  // of each record: the midpoint rule
  Efforts out;
  for (const trace::JointForce& force : run.trace().joint_forces) {
    const trace::Joint& joint = run.trace().joints[force.joint];
    if (joint.acting == 0) continue;
    const double length = trace::elapsed(force.begin, force.end);
    const double begin = trace::seconds(force.begin);
    for (int i = 0; i < kParts; ++i) {
      const double t = (i + 0.5) / kParts * length;
      const Moving child = until(run, joint.child, begin + t);
      const Vector3 axis = child.q.normalized() *
                           Vector3(joint.axis_child[0], joint.axis_child[1], joint.axis_child[2]);
      double effort = 0.0;
      for (int k = 0; k < 3; ++k)
        effort += axis[k] * value_at(force.moment[k], 2.0 * t / force.length - 1.0);
      out.squares += effort * effort * length / kParts;
      out.seconds += length / kParts;
    }
  }
  return out;
}

/// The mean height of a body over the run, from so many instants.
double mean_height(const SceneRun& run, std::uint32_t body, double seconds) {
  constexpr int kInstants = 300;
  double sum = 0.0;
  for (int i = 0; i < kInstants; ++i)
    sum += until(run, body, (i + 0.5) / kInstants * seconds).x[2] / kInstants;
  return sum;
}

TEST(MechanismScenes, ChainSwingsAndStaysWhole) {
  const SceneRun run = proved_run("chain.yaml");
  EXPECT_EQ(run.outcome().stop, StopKind::Time);
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_NEAR(footer.energy_final, footer.energy_initial, 1e-8);
  EXPECT_EQ(run.trace().joints.size(), 6u);
}

// The motion does not depend on the tolerance beyond what the tolerance allows.
TEST(MechanismScenes, ChainConverges) {
  const auto end = [](double tol) {
    return run_scene("chain.yaml",
                     [tol](Scene& scene) {
                       scene.tol = tol;
                       scene.stop.time = 1.0;
                     })
        .outcome()
        .final_state.q;
  };
  const Eigen::VectorXd fine = end(1e-13);
  EXPECT_LT((end(1e-10) - fine).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((end(1e-11) - fine).cwiseAbs().maxCoeff(), 1e-8);
}

// The trot of the quadruped, one cycle: speed, height and the motors' efforts within 1 % of a model
// of the same robot in MuJoCo (feet as spheres of the same radius, elliptic cones, μ = 1, step
// 2e-5 s), recorded by experiments/mechanisms/quadruped_mujoco.py.
TEST(MechanismScenes, TheQuadrupedTrotsAsInMujoco) {
  const auto compare = [](const SceneRun& run) {
    EXPECT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
    const State& end = run.outcome().final_state;
    EXPECT_NEAR(end.q[0], 0.06817, 0.01 * 0.06817);
    EXPECT_NEAR(end.q[2], 0.15963, 0.01 * 0.15963);
    EXPECT_NEAR(end.v[0], 0.1924, 0.01 * 0.1924);
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12);
    const Efforts efforts = efforts_of(run);
    EXPECT_NEAR(end.q[0] / 0.3, 0.22724, 0.01 * 0.22724);
    EXPECT_NEAR(mean_height(run, 0, 0.3), 0.160484, 0.01 * 0.160484);
    EXPECT_NEAR(efforts.seconds, 12 * 0.3, 1e-9);  // all motors, all of the time
    std::printf("speed %.5f m/s, height %.6f m, rms effort %.5f N m\n", end.q[0] / 0.3,
                mean_height(run, 0, 0.3), efforts.rms());
  };
  const SceneRun sliding = run_scene("quadruped.yaml");  // its check takes long
  compare(sliding);
  EXPECT_NEAR(efforts_of(sliding).rms(), 0.36583, 0.01 * 0.36583);  // no_slip takes less
  compare(proved_run("quadruped.yaml", [](Scene& scene) { scene.law = Law::NoSlip; }));
}

TEST(MechanismScenes, AChainOnTheFloorGoesOn) {
  // Links lie flat on both sides of their pins: contacts that depend on each other at one instant.
  const SceneRun run = proved_run("chain-on-floor.yaml", [](Scene& scene) {
    scene.law = Law::Frictionless;
    scene.stop.time = 0.6;
  });
  EXPECT_GE(events_of_kind(run.trace(), trace::EventKind::Impact).size(), 10u);
}

// Two fingers that press with 12 N each hold the block of 0.25 kg if μ is above m g/(2 · 12 N) =
// 0.102, and a little more while the arm sets out; below that they slide up along it.
TEST(MechanismScenes, TheArmLiftsItsBlockByFriction) {
  const auto height = [](double mu) {
    const SceneRun run = run_scene("arm-picks-block.yaml", [mu](Scene& scene) {
      scene.default_pair.mu = mu;
      scene.stop.time = 0.45;
    });
    EXPECT_EQ(run.outcome().stop, StopKind::Time) << mu << ": " << run.outcome().reason;
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12) << mu;
    return run.outcome().final_state.q[2];
  };
  const double resting = 0.08 + 0.025 + 1e-8;
  const double lifted = height(0.115);
  EXPECT_GT(lifted, resting + 4e-3);
  EXPECT_NEAR(height(0.5), lifted, 1e-6);
  EXPECT_NEAR(height(0.08), resting, 1e-9);
}

// The gripper of that arm alone, the block between its fingers from the start: what statics
// predicts, 2 μ · 12 N = m g, to a millionth. Above it the block stays where it is; below it slides
// down with what friction leaves of its weight.
TEST(MechanismScenes, AGripHoldsAboveTheLoadOfStaticsAndSlipsBelow) {
  const double limit = 0.25 * 9.81 / 24.0;
  const auto drop = [limit](double share) {
    const auto finger = [](const char* name, double side) {
      return fmt::format(
          "      - {{name: {}, joint: {{prismatic: {{axis: [0, {}, 0], pose: {{position: [0, {}, "
          "0]}}, damping: 20, motor: {{effort: 12}}}}}}, shape: {{box: [0.03, 0.01, 0.1]}}, mass: "
          "0.1}}\n",
          name, side, -0.03 * side);
    };
    const std::string text = fmt::format(
        "rigor_scene: 1\nname: grip\ngravity: [0, 0, -9.81]\nlaw: coulomb\nsurfaces: {{default: "
        "{{mu: {:.17g}}}}}\nstop: {{time: 0.5, at_rest: false}}\nbodies:\n  - {{name: block, "
        "shape: {{box: [0.05, 0.05, 0.05]}}, mass: 0.25}}\nmechanisms:\n  - name: hand\n    "
        "links:\n{}{}",
        share * limit, finger("left", 1.0), finger("right", -1.0));
    const SceneRun run = run_text(text);
    EXPECT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
    expect_proved(run);
    return -run.outcome().final_state.q[2];
  };
  EXPECT_NEAR(drop(1.0 + 1e-6), 0.0, 1e-12);
  EXPECT_NEAR(drop(1.0 - 1e-6), 0.5 * 1e-6 * 9.81 * 0.25, 1e-10);
  EXPECT_NEAR(drop(0.99), 0.5 * 0.01 * 9.81 * 0.25, 1e-8);
}

}  // namespace
}  // namespace rigor
