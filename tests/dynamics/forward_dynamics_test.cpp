// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstdlib>
#include <new>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/free_body.hpp>
#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/loads.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

#include "elimination.hpp"
#include "random_tree.hpp"

// Counts every allocation of this test program, through every form of operator new.
namespace {
std::atomic<long> allocations{0};
void* counted_or_none(std::size_t size, std::size_t alignment) noexcept {
  ++allocations;
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
void* counted(std::size_t size, std::size_t alignment) {
  void* memory = counted_or_none(size, alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}
}  // namespace
// Seen through inlining, memory from aligned_alloc is freed by delete: that is what is replaced
// here.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_none(size, 16);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace rigor {
namespace {

struct Prepared {
  RandomTree tree;
  Model model;
  Kinematics kinematics;
  ArticulatedBodies bodies;

  explicit Prepared(const RandomTree& chosen)
      : tree(chosen), model(unwrap(build(tree.description))), kinematics(model), bodies(model) {
    update(model, tree.state, kinematics);
  }
};

TEST(ForwardDynamics, UndoesInverseDynamics) {
  double worst = 0.0;
  for (int i = 0; i < kTrees; ++i) {
    Prepared p(make_random_tree(i));
    Loads loads(p.model);
    loads.wrenches.back() = {Vector3(1.0, 2.0, 3.0), Vector3(-1.0, 0.5, 0.0)};
    InverseDynamics workspace(p.model);
    loads.efforts = inverse_dynamics(p.model, p.kinematics, p.tree.x, loads, workspace);
    const Eigen::VectorXd& vdot = forward_dynamics(p.model, p.kinematics, loads, p.bodies);
    const double error = (vdot - p.tree.x).norm() / p.tree.x.norm();
    EXPECT_LE(error, 1e-9) << "make_random_tree(" << i << ")";
    worst = std::max(worst, error);
  }
  std::printf("worst relative difference: %.2e\n", worst);
}

TEST(ForwardDynamics, InverseMassAgreesWithTheDenseMatrix) {
  for (int i = 0; i < kTrees; ++i) {
    Prepared p(make_random_tree(i));
    factorize(p.model, p.kinematics, p.bodies);
    const Eigen::MatrixXd M = mass_matrix(p.model, p.kinematics);
    const Eigen::VectorXd ours =
        inverse_mass_times(p.model, p.kinematics, p.tree.efforts, p.bodies);
    EXPECT_LE((M * ours - p.tree.efforts).norm(), 1e-11 * (M.norm() * ours.norm())) << i;
    const Eigen::VectorXd dense = eliminate(M, p.tree.efforts).x;
    EXPECT_LE((ours - dense).norm(), 1e-8 * dense.norm()) << i;
  }
}

// Merging a link with the one fixed to it changes nothing.
TEST(ForwardDynamics, FixedJointsCanBeMerged) {
  int merged = 0;
  for (int i = 0; i < kTrees; ++i) {
    const RandomTree tree = make_random_tree(i);
    RandomTree slim = tree;
    auto& links = slim.description.links;
    for (std::size_t k = links.size(); k-- > 1;) {
      if (!std::holds_alternative<Fixed>(links[k].joint)) continue;
      for (LinkDescription& parent : links) {
        if (parent.name == links[k].parent)
          parent.inertia = combined(*parent.inertia, transformed(links[k].X_PJ, *links[k].inertia));
        if (parent.parent == links[k].name) {
          parent.parent = links[k].parent;
          parent.X_PJ = links[k].X_PJ * parent.X_PJ;
        }
      }
      links.erase(links.begin() + static_cast<std::ptrdiff_t>(k));
      ++merged;
    }
    Prepared a(tree);
    Prepared b(slim);
    Loads loads(a.model);
    Loads slim_loads(b.model);
    loads.efforts = slim_loads.efforts = tree.efforts;
    const Eigen::VectorXd& x = forward_dynamics(a.model, a.kinematics, loads, a.bodies);
    const Eigen::VectorXd& y = forward_dynamics(b.model, b.kinematics, slim_loads, b.bodies);
    EXPECT_LE((x - y).norm(), 1e-10 * x.norm()) << i;
  }
  EXPECT_GT(merged, 300);
}

// The same chain held at the other end: a free base at link 1 or at link 2.
TEST(ForwardDynamics, IsInvariantUnderAChangeOfBase) {
  Random random(8);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia first = random_tree::inertia(random);
    const SpatialInertia second = random_tree::inertia(random);
    const Pose X_AJ{random_tree::rotation(random), random_tree::vector(random, 0.7)};
    const Revolute joint{random_tree::direction(random)};
    const double angle = random.uniform(-3.0, 3.0);
    const double rate = random.uniform(-3.0, 3.0);
    const double effort = random.uniform(-3.0, 3.0);
    const Pose X_WA{random_tree::rotation(random), random_tree::vector(random, 2.0)};
    const Twist V_WA{random_tree::vector(random, 2.0), random_tree::vector(random, 2.0)};
    const auto chain = [](const SpatialInertia& base, const SpatialInertia& tip, const Pose& X,
                          const Revolute& axis) {
      RandomTree tree;
      tree.description.links.resize(2);
      tree.description.links[0].name = "base";
      tree.description.links[0].inertia = base;
      tree.description.links[1].name = "tip";
      tree.description.links[1].parent = "base";
      tree.description.links[1].joint = axis;
      tree.description.links[1].X_PJ = X;
      tree.description.links[1].inertia = tip;
      tree.state.q.resize(8);
      tree.state.v.resize(7);
      return tree;
    };
    const auto set = [&](RandomTree& tree, const Pose& X, const Twist& V, double sign) {
      tree.state.q << X.translation, X.rotation.w(), X.rotation.vec(), sign * angle;
      tree.state.v << V.linear, V.angular, sign * rate;
    };
    RandomTree forward = chain(first, second, X_AJ, joint);
    set(forward, X_WA, V_WA, 1.0);
    Prepared a(forward);
    // Seen from B: A turns about the same axis by -angle, and A's frame moved to the joint.
    const Pose X_JA = inverse(X_AJ);
    RandomTree backward = chain(second, transformed(X_AJ, first), {}, joint);
    backward.description.links[1].inertia = transformed(X_JA, first);
    const LinkMotion& tip = a.kinematics.links[1];
    set(backward, pose(tip), tip.velocity, -1.0);
    Prepared b(backward);
    Loads loads_a(a.model);
    Loads loads_b(b.model);
    loads_a.efforts[6] = effort;
    loads_b.efforts[6] = -effort;
    const Eigen::VectorXd x = forward_dynamics(a.model, a.kinematics, loads_a, a.bodies);
    const Eigen::VectorXd y = forward_dynamics(b.model, b.kinematics, loads_b, b.bodies);
    EXPECT_NEAR(x[6], -y[6], 1e-11 * (1.0 + x.norm()));
    // Angular acceleration of the tip from either side.
    const Vector3 alpha = (link_jacobian(a.model, a.kinematics, 1, tip.p_WL) * x).tail<3>() +
                          tip.bias_acceleration.angular;
    EXPECT_LE((alpha - y.segment<3>(3)).norm(), 1e-11 * (1.0 + x.norm()));
  }
}

TEST(ForwardDynamics, OfAFreeBodyIsThatOfFreeBody) {
  Random random(9);
  for (int i = 0; i < 100; ++i) {
    RandomTree tree;
    tree.description.links.resize(1);
    tree.description.links[0].name = "body";
    tree.description.links[0].inertia = random_tree::inertia(random);
    tree.state.q.resize(7);
    const Quaternion R = random_tree::rotation(random);
    tree.state.q << random_tree::vector(random, 2.0), R.w(), R.vec();
    tree.state.v = random_tree::numbers(random, 6, 3.0);
    Prepared p(tree);
    ASSERT_TRUE(is_free_body(p.model, 0));
    Loads loads(p.model);
    loads.efforts = random_tree::numbers(random, 6, 5.0);
    const Eigen::VectorXd& vdot = forward_dynamics(p.model, p.kinematics, loads, p.bodies);
    const TurnedBody body =
        turned(free_body(*tree.description.links[0].inertia), R.toRotationMatrix());
    const Wrench wrench{loads.efforts.head<3>(), loads.efforts.tail<3>()};
    const Vector6 expected = acceleration(body, tree.state.v.tail<3>(), p.model.gravity, wrench);
    EXPECT_LE((vdot - expected).norm(), 1e-12 * (1.0 + expected.norm()));
    EXPECT_LE((mass_matrix(p.model, p.kinematics) - mass_matrix(body)).norm(), 1e-14);
  }
}

TEST(ForwardDynamics, AllocatesNothing) {
  Prepared p(make_random_tree(12));  // all joint types
  Loads loads(p.model);
  InverseDynamics workspace(p.model);
  CompositeInertias composites(p.model);
  Eigen::MatrixXd M(p.model.v_size, p.model.v_size);
  Eigen::VectorXd row = Eigen::VectorXd::Zero(p.model.v_size);
  const HeldInputs held = no_samples(p.model);
  const long before = allocations;
  update(p.model, p.tree.state, p.kinematics);
  evaluate_loads(p.model, p.tree.state, p.kinematics, held, loads);
  forward_dynamics(p.model, p.kinematics, loads, p.bodies);
  inverse_dynamics(p.model, p.kinematics, p.tree.x, loads, workspace);
  mass_matrix(p.model, p.kinematics, composites, M);
  add_efforts(p.model, p.kinematics, 3, Vector3::Zero(), {Vector3::UnitX(), Vector3::Zero()}, row);
  inverse_mass_times(p.model, p.kinematics, row, p.bodies);
  EXPECT_EQ(allocations - before, 0);
  int* volatile probe = new int;  // volatile: an allocation that is not seen may be left out
  delete probe;
  EXPECT_EQ(allocations - before, 1);  // the counter counts
}

}  // namespace
}  // namespace rigor
