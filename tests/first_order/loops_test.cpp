// SPDX-License-Identifier: Apache-2.0
// Closed loops of links: a parallelogram of two cranks and a coupler swings as a pendulum in closed
// form does, whatever is at its joints; all runs are proved, and with them that loops stay closed.
#include "first_order/small_mechanisms.hpp"

namespace rigor::first_order {
namespace {

constexpr double kCrank = 0.5;    // m; both cranks are bars of 1 kg, 0.05 m thick
constexpr double kCoupler = 2.0;  // kg
constexpr double kStart = 0.8;    // rad from where it hangs

/// Two cranks that hang side by side and the coupler of their ends; `first` and `second` are keys
/// of their joints.
std::string parallelogram(double until, double step, const std::string& first = "",
                          const std::string& second = "") {
  const std::string crank = "shape: {box: [0.05, 0.05, 0.5]}, mass: 1}\n";
  return mechanism_head(until, step) +
         "mechanisms:\n  - name: swing\n    links:\n"
         "      - {name: left, joint: {revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.25], "
         "coordinates: " +
         std::to_string(kStart) + first + "}}, " + crank +
         "      - {name: coupler, parent: left, joint: {revolute: {axis: [0, 1, 0], pose: "
         "{position: [0, 0, -0.25]}, anchor: [-0.3, 0, 0]}}, shape: {box: [0.6, 0.04, 0.04]}, "
         "mass: 2}\n"
         "      - {name: right, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0.6, 0, 0]}, "
         "anchor: [0, 0, 0.25]" +
         second + "}}, " + crank +
         "    loops:\n      - {name: pin, parent: coupler, child: right, joint: {revolute: {axis: "
         "[0, 1, 0], pose: {position: [0.3, 0, 0]}, anchor: [0, 0, -0.25]}}}\n";
}

/// Of the parallelogram about a crank's pin: the coupler does not turn.
constexpr double kInertia = 2.0 * ((kCrank * kCrank + 0.05 * 0.05) / 12.0 + kCrank * kCrank / 4.0) +
                            kCoupler * kCrank * kCrank;

double acceleration(double, double q, double) {
  return -10.0 * (kCrank + kCoupler * kCrank) * std::sin(q) / kInertia;
}

TEST(Loops, AParallelogramSwingsToFirstOrder) {
  const double exact = integrated({kStart, 0.0}, 0.7, acceleration).q;
  expect_halving(
      [&](double h) {
        const Recorded run = proved(SmallScene(parallelogram(0.7, h)));
        const Eigen::VectorXd& q = run.outcome.final_state.q;
        EXPECT_NEAR(q[0] + q[1], 0.0, 1e-12);  // the coupler stays level
        EXPECT_NEAR(q[2], q[0], 1e-12);
        return std::abs(q[0] - exact);
      },
      0.01, 1.7, 2.3);
}

TEST(Loops, MotorsOfOneCrankMoveTheOther) {
  const auto driven = [](double t, double q, double v) {
    return acceleration(t, q, v) + (30.0 * (0.3 - q) - 4.0 * v) / kInertia;
  };
  const double exact = integrated({kStart, 0.0}, 0.5, driven).q;
  expect_halving(
      [&](double h) {
        const SmallScene scene(parallelogram(0.5, h, "", ", motor: {kp: 30, kd: 4, target: 0.3}"));
        return std::abs(proved(scene).outcome.final_state.q[0] - exact);
      },
      0.01, 1.7, 2.3);
}

TEST(Loops, DryFrictionOfOneCrankStopsTheOther) {
  // 4 N m hold it to |sin q| <= 4/15: it stops where it first comes to rest within that.
  const Recorded run = proved(SmallScene(parallelogram(3.0, 0.005, "", ", friction: 4")));
  EXPECT_LT(std::abs(std::sin(run.outcome.final_state.q[0])), 4.0 / 15.0 + 0.01);
  EXPECT_LT(run.outcome.final_state.v.norm(), 1e-6);
}

TEST(Loops, ALimitOfOneCrankIsMetByTheWholeMechanism) {
  const auto bounce = [](Swing& at) {
    if (at.q > 0.2 || at.v > 0.0) return;
    at.q = 0.4 - at.q;
    at.v *= -0.5;
  };
  const double exact = integrated({kStart, 0.0}, 0.6, acceleration, bounce).q;
  EXPECT_GT(exact, 0.21);  // it has left the limit again
  for (const double h : {0.005, 0.00125}) {
    const Recorded run = proved(SmallScene(
        parallelogram(0.6, h, "", ", coordinates: 0.8, limits: [0.2, 2], limit_restitution: 0.5")));
    ASSERT_EQ(run.trace.events.size(), 1U);
    EXPECT_EQ(run.trace.events[0].kind, trace::EventKind::Limit);
    EXPECT_LE(std::abs(run.outcome.final_state.q[0] - exact), 1.5 * 12.0 * h * 0.3) << h;
  }
}

// The motion of a loop in a plane has more rows than it takes motions away.
TEST(Loops, AStepKeepsThemClosed) {
  const SmallScene scene(parallelogram(1.0, 0.01));
  const auto run = scene.start();
  MovingTree& tree = run->bodies.trees.at(0);
  const Eigen::Vector3d turns(1.0, -1.0, 1.0);
  set_velocity(2.0 * turns, tree, run->bodies);
  push(tree, run->start, 0.01);
  const Eigen::VectorXd half = 0.005 * tree.placed.loops->drift;
  EXPECT_LE((tree.v - half - (tree.v - half)[0] * turns).norm(), 1e-12);
  EXPECT_NEAR((tree.v - half)[0], 2.0 + 0.01 * acceleration(0.0, kStart, 0.0), 1e-3);
  // What the loop's joint carries moves nothing.
  const Eigen::VectorXd across = tree.placed.loops->equations.J.row(0).transpose();
  EXPECT_LE((tree.inverse_mass * across).norm(), 1e-5 * across.norm());
  EXPECT_LE((tree.mass * tree.inverse_mass - Eigen::Matrix3d::Identity()).norm(), 1e-8);
}

}  // namespace
}  // namespace rigor::first_order
