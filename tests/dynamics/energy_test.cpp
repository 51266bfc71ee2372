// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/loads.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include "sample_links.hpp"

namespace rigor {
namespace {

/// Springs everywhere they are allowed, so that the energy law sees them; no dampers.
void add_springs(ModelDescription& description) {
  for (LinkDescription& link : description.links) {
    if (std::holds_alternative<Free>(link.joint)) continue;
    link.dofs.resize(static_cast<std::size_t>(velocity_count(link.joint)));
    for (Dof& dof : link.dofs) {
      dof.stiffness = 3.0;
      if (has_plain_coordinates(link.joint)) dof.neutral = 0.4;
    }
  }
}

struct Energies {
  double kinetic;
  double potential;
};

Energies energies(const Model& model, const State& state) {
  Kinematics kinematics(model);
  update(model, state, kinematics);
  return {kinetic_energy(model, state, kinematics), potential_energy(model, state, kinematics)};
}

TEST(Energy, KineticEnergyIsHalfVMV) {
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    const double expected = 0.5 * tree.state.v.dot(mass_matrix(model, kinematics) * tree.state.v);
    EXPECT_NEAR(kinetic_energy(model, tree.state, kinematics), expected, 1e-13 * expected);
  }
}

// d(T + U)/dt = v · efforts: gravity and springs are conservative, only the efforts do work.
TEST(Energy, ChangesByThePowerOfTheEfforts) {
  const double step = 1e-4;
  for (int i = 0; i < kTrees; ++i) {
    RandomTree tree = make_random_tree(i);
    add_springs(tree.description);
    const Model model = unwrap(build(tree.description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    Loads loads(model);
    evaluate_loads(model, tree.state, kinematics, no_samples(model), loads);
    loads.efforts += tree.efforts;
    ArticulatedBodies bodies(model);
    const Eigen::VectorXd vdot = forward_dynamics(model, kinematics, loads, bodies);
    const auto at = [&](double dt) {
      // Second-order motion from this state: q by the mean velocity, v by the acceleration.
      State state = tree.state;
      state.q = integrate(model, state.q, dt * (state.v + 0.5 * dt * vdot));
      state.v += dt * vdot;
      const Energies e = energies(model, state);
      return e.kinetic + e.potential;
    };
    const double rate = (at(step) - at(-step)) / (2.0 * step);
    const double power = tree.state.v.dot(tree.efforts);
    const double scale = 1.0 + energies(model, tree.state).kinetic + vdot.squaredNorm();
    EXPECT_NEAR(rate, power, 1e-6 * scale) << "make_random_tree(" << i << ")";
  }
}

// For floating trees: linear momentum changes by the total weight, angular momentum about the
// world's origin by the weight's moment, whatever the joints do.
TEST(Energy, MomentumChangesByGravityAloneOnFloatingTrees) {
  const double step = 1e-5;
  int floating = 0;
  for (int i = 0; i < 2 * kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    if (!std::holds_alternative<Free>(tree.description.links[0].joint)) continue;
    ++floating;
    ModelDescription description = tree.description;
    for (LinkDescription& link : description.links) link.dofs.clear();  // no armature
    const Model model = unwrap(build(description));
    Kinematics kinematics(model);
    update(model, tree.state, kinematics);
    Loads loads(model);
    loads.efforts = tree.efforts;
    loads.efforts.head<6>().setZero();  // no force from outside
    ArticulatedBodies bodies(model);
    const Eigen::VectorXd vdot = forward_dynamics(model, kinematics, loads, bodies);
    const auto at = [&](double dt) {
      State state = tree.state;
      state.q = integrate(model, state.q, dt * (state.v + 0.5 * dt * vdot));
      state.v += dt * vdot;
      Kinematics moved(model);
      update(model, state, moved);
      return momentum(model, moved, Vector3::Zero());
    };
    const Momentum before = at(-step);
    const Momentum after = at(step);
    const MassCentre centre = mass_centre(model, model.mechanisms[0], kinematics);
    const Vector3 weight = centre.mass * model.gravity;
    const double scale = 1.0 + vdot.norm() * centre.mass;
    EXPECT_LE(((after.linear - before.linear) / (2.0 * step) - weight).norm(), 1e-6 * scale) << i;
    EXPECT_LE(((after.angular - before.angular) / (2.0 * step) - centre.p_W.cross(weight)).norm(),
              1e-6 * scale)
        << i;
  }
  EXPECT_GT(floating, 30);
}

TEST(Energy, MomentumAboutAnotherPointObeysTheShiftRule) {
  const RandomTree tree = make_random_tree(5);
  const Model model = unwrap(build(tree.description));
  Kinematics kinematics(model);
  update(model, tree.state, kinematics);
  const Vector3 p(1.0, -2.0, 0.5);
  const Momentum origin = momentum(model, kinematics, Vector3::Zero());
  const Momentum shifted = momentum(model, kinematics, p);
  EXPECT_LE((shifted.angular - origin.angular + p.cross(origin.linear)).norm(),
            1e-12 * origin.angular.norm());
}

TEST(Energy, OfMechanismsAddsUp) {
  ModelDescription description = make_random_tree(4).description;
  add_ball(description, 1);
  const Model model = unwrap(build(description));
  ASSERT_EQ(model.mechanisms.size(), 2u);
  State state = neutral_state(model);
  state.v.setConstant(0.7);
  state.q.segment<3>(model.mechanisms[1].first_q) << 1.0, -2.0, 3.0;
  Kinematics kinematics(model);
  update(model, state, kinematics);
  const auto part = [&](std::size_t i) {
    return kinetic_energy(model, model.mechanisms[i], state, kinematics) +
           potential_energy(model, model.mechanisms[i], state, kinematics);
  };
  const double total =
      kinetic_energy(model, state, kinematics) + potential_energy(model, state, kinematics);
  EXPECT_NEAR(part(0) + part(1), total, 1e-13 * std::abs(total));
  // The second mechanism is the ball alone.
  const SpatialInertia inertia = *description.links.back().inertia;
  const Twist V{Vector3::Constant(0.7), Vector3::Constant(0.7)};
  const double expected = kinetic_energy(inertia, V) -
                          inertia.mass * model.gravity.dot(Vector3(1.0, -2.0, 3.0) + inertia.com);
  EXPECT_NEAR(part(1), expected, 1e-13 * std::abs(expected));
}

}  // namespace
}  // namespace rigor
