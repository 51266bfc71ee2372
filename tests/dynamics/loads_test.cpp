// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/loads.hpp>

#include "random_tree.hpp"
#include "sample_links.hpp"

namespace rigor {
namespace {

Loads loads_at(const Model& model, const State& state, const HeldInputs& held) {
  Kinematics kinematics(model);
  update(model, state, kinematics);
  Loads loads(model);
  evaluate_loads(model, state, kinematics, held, loads);
  return loads;
}

TEST(Loads, SpringsAndDampersActAlongTheirCoordinates) {
  ModelDescription d;
  d.links = {heavy_link("arm", "", Revolute{}), heavy_link("ball", "arm", Spherical{})};
  d.links[0].dofs = {Dof{.damping = 0.5, .stiffness = 3.0, .neutral = 0.2}};
  d.links[1].dofs.assign(3, Dof{.damping = 0.1, .stiffness = 2.0});
  const Model model = unwrap(build(d));
  State state = neutral_state(model);
  const Vector3 turned(0.3, -0.4, 0.2);
  const Quaternion R = exp_rotation(turned);
  state.q << 1.2, R.w(), R.x(), R.y(), R.z();
  state.v << 4.0, 1.0, 0.0, -1.0;
  const Loads loads = loads_at(model, state, no_samples(model));
  EXPECT_DOUBLE_EQ(loads.efforts[0], -3.0 * (1.2 - 0.2) - 0.5 * 4.0);
  const Vector3 expected = -2.0 * turned - 0.1 * Vector3(1.0, 0.0, -1.0);
  EXPECT_LE((loads.efforts.tail<3>() - expected).norm(), 1e-14);
}

TEST(Loads, WrenchesActAtTheirPointInTheirAxes) {
  ModelDescription d;
  d.links = {heavy_link("ball", "", Free{})};
  AppliedWrench wrench;
  wrench.point_L = Vector3(0.0, 0.5, 0.0);
  wrench.force[0] = Sine{0.0, 2.0, 1.0, 0.0};
  wrench.moment[1] = constant(0.7);
  AppliedWrench turned = wrench;
  turned.axes = Axes::Link;
  d.forces = {{"ball", wrench}, {"ball", turned}};
  const Model model = unwrap(build(d));
  State state = neutral_state(model);
  state.time = 0.8;
  const Quaternion R = exp_rotation(Vector3(0.2, 0.5, -1.0));
  state.q.tail<4>() << R.w(), R.x(), R.y(), R.z();
  const Loads loads = loads_at(model, state, no_samples(model));
  const Vector3 force(2.0 * std::sin(0.8), 0.0, 0.0);
  const Vector3 moment(0.0, 0.7, 0.0);
  const Vector3 arm = R * *wrench.point_L;
  const Vector3 both = force + R * force;
  EXPECT_LE((loads.wrenches[0].force - both).norm(), 1e-15);
  EXPECT_LE((loads.wrenches[0].moment - moment - R * moment - arm.cross(both)).norm(), 1e-15);
}

TEST(Loads, PdFollowsItsTargetAndTheTargetsRate) {
  ModelDescription d;
  d.links = {heavy_link("arm", "", Revolute{})};
  d.forces = {{"arm", JointPd{-1, 0, 10.0, 2.0, Polynomial{{1.0, 0.5}, 0.0}}},
              {"arm", JointEffort{-1, 0, constant(0.25)}}};
  const Model model = unwrap(build(d));
  State state = neutral_state(model);
  state.time = 2.0;
  state.q[0] = 0.3;
  state.v[0] = -1.0;
  EXPECT_DOUBLE_EQ(loads_at(model, state, no_samples(model)).efforts[0],
                   10.0 * (2.0 - 0.3) + 2.0 * (0.5 + 1.0) + 0.25);
}

TEST(Loads, SampledControllersAreHeldBetweenSamples) {
  ModelDescription d;
  d.links = {heavy_link("arm", "", Revolute{})};
  const JointPd law{-1, 0, 10.0, 0.0, constant(1.0)};
  SampledLaw brake;
  brake.law = [](const Model&, const State& state) { return Eigen::VectorXd(-state.v); };
  brake.times = {0.0, 0.5};
  d.forces = {{"arm", SampledPd{law, {0.1, 0.1}}}, {"arm", brake}};
  const Model model = unwrap(build(d));
  State state = neutral_state(model);
  state.v[0] = 3.0;
  HeldInputs held = sampled(model, state, no_samples(model));
  EXPECT_EQ(loads_at(model, state, held).efforts[0], -3.0);  // the PD waits for 0.1 s
  state.time = next_break(model.forces[0], 0.0);
  state.q[0] = 0.25;
  state.v[0] = 5.0;
  held = sampled(model, state, held);
  EXPECT_DOUBLE_EQ(loads_at(model, state, held).efforts[0], 10.0 * 0.75 - 3.0);
  state.time = 0.15;
  state.q[0] = 0.5;
  EXPECT_DOUBLE_EQ(loads_at(model, state, sampled(model, state, held)).efforts[0],
                   10.0 * 0.75 - 3.0);
}

TEST(Loads, BreaksListKnotsAndSamplesOnce) {
  ModelDescription d;
  d.links = {heavy_link("arm", "", Revolute{}), heavy_link("tray", "", Fixed{})};
  const Signal knots = Table{{0.25, 0.5, 3.0}, {0.0, 1.0, 0.0}, Interpolation::Cubic};
  d.links[1].path = Path{.angle = knots};
  d.forces = {{"arm", SampledPd{{-1, 0, 1.0, 0.0, constant(0.0)}, {0.0, 0.5}}},
              {"arm", JointEffort{-1, 0, knots}}};
  const Model model = unwrap(build(d));
  EXPECT_EQ(breaks(model, 0.0, 1.0), (std::vector<double>{0.25, 0.5, 1.0}));
  EXPECT_EQ(breaks(model, 1.0, 1.4), std::vector<double>{});
  EXPECT_FALSE(is_autonomous(model));
}

TEST(Loads, OnlyTheStateMovesAnAutonomousModel) {
  ModelDescription d;
  d.links = {heavy_link("arm", "", Revolute{})};
  AppliedWrench push;
  push.force[0] = constant(2.0);
  d.forces = {{"arm", push}, {"arm", JointPd{-1, 0, 1.0, 1.0, constant(0.0)}}};
  EXPECT_TRUE(is_autonomous(unwrap(build(d))));
  d.forces.push_back({"arm", JointEffort{-1, 0, Sine{}}});
  EXPECT_FALSE(is_autonomous(unwrap(build(d))));
}

TEST(Loads, JointsOfOneMechanismAlone) {
  ModelDescription description;
  description.links = {heavy_link("a", "", Revolute{}), heavy_link("b", "", Prismatic{})};
  for (LinkDescription& link : description.links)
    link.dofs = {Dof{.damping = 2.0, .stiffness = 3.0, .neutral = 0.5}};
  const Model model = unwrap(build(description));
  State state = neutral_state(model);
  state.v.setOnes();
  Kinematics kinematics(model);
  update(model, state, kinematics);
  Loads all(model);
  evaluate_loads(model, state, kinematics, no_samples(model), all);
  Loads one(model);
  one.efforts.setConstant(7.0);
  evaluate_joint_loads(model, model.mechanisms[1], state, no_samples(model), one);
  EXPECT_EQ(one.efforts[0], 7.0);
  EXPECT_EQ(one.efforts[1], all.efforts[1]);
  EXPECT_EQ(one.efforts[1], -2.0 + 3.0 * 0.5);
}

}  // namespace
}  // namespace rigor
