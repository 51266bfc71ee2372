// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <rigor/decision/projection.hpp>
#include <rigor/motion/collocation.hpp>

#include "elimination.hpp"
#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

BoxWorld three_boxes() {
  return box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3), Vector3(0.3, 0.3, 0.5)});
}

ContactId random_contact(Random& random, int bodies) {
  const int a = random.index(bodies - 1);
  ContactId id{pair_of(static_cast<std::uint32_t>(a),
                       static_cast<std::uint32_t>(a + 1 + random.index(bodies - 1 - a))),
               {},
               0};
  const auto index = [&](int n) { return static_cast<std::uint32_t>(random.index(n)); };
  const int kind = random.index(3);
  if (kind == 2) {
    id.axis = {AxisKind::EdgeEdge, index(12), index(12), random.index(2) == 0 ? 1 : -1};
    return id;
  }
  id.axis = kind == 0 ? PairAxis{AxisKind::FaceOfA, index(6), 0, 1}
                      : PairAxis{AxisKind::FaceOfB, 0, index(6), 1};
  id.vertex = index(8);
  return id;
}

/// The equations of the mode from the pairs' rows, and their solution by dense linear algebra.
struct DenseSolution {
  Eigen::VectorXd a;
  double smallest = 0.0;  ///< singular value of J M⁻¹ J' relative to the largest
};

DenseSolution dense_solution(const World& world, const Cluster& cluster,
                             const std::vector<ActiveContact>& mode) {
  const int n = cluster.unknowns();
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; 6 * i < n; ++i)
    M.block<6, 6>(6 * i, 6 * i) = mass_matrix(
        turned(world.bodies[cluster.bodies[i]].dynamics, rotation_matrix(cluster.states[i].q)));
  std::vector<std::pair<Eigen::RowVectorXd, double>> rows;
  for (const ActiveContact& contact : mode) {
    const ContactRows source = rows_of(world, cluster, contact.id);
    const auto add = [&](const PairRow& from) {
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n);
      write_row(cluster, contact.id.pair, from, row);
      rows.emplace_back(row, from.jet.second);
    };
    add(source.normal);
    if (contact.state == ContactState::Stick)
      for (const PairRow& tangent : source.tangent) add(tangent);
  }
  const int m = static_cast<int>(rows.size());
  Eigen::MatrixXd J(m, n);
  Eigen::VectorXd bias(m);
  for (int k = 0; k < m; ++k) {
    J.row(k) = rows[k].first;
    bias[k] = rows[k].second;
  }
  const Eigen::VectorXd free = free_accelerations(world, cluster);
  const Eigen::MatrixXd response = eliminate(M, J.transpose()).x;
  const Elimination forces = eliminate(J * response, -bias - J * free);
  return {free + response * forces.x, forces.conditioning};
}

TEST(ModeSolution, AgreesWithADenseSolveOfTheRows) {
  const BoxWorld boxes = three_boxes();
  Random random(31);
  int edges = 0;
  int sticks = 0;
  int compared = 0;
  int inexact = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int bodies = 2 + random.index(2);
    Cluster cluster;
    for (int i = 0; i < bodies; ++i) {
      BodyState state = resting_at(random_vector(random, 0.5), random_rotation(random));
      state.v << random_vector(random, 1.0), random_vector(random, 2.0);
      cluster.bodies.push_back(static_cast<std::uint32_t>(i));
      cluster.states.push_back(state);
    }
    std::vector<ActiveContact> mode;
    const int contacts = 1 + random.index(3);
    for (int k = 0; k < contacts; ++k) {
      ActiveContact contact{random_contact(random, bodies), ContactState::Frictionless, 0.0};
      if (random.index(2) == 0) contact.state = ContactState::Stick;
      mode.push_back(contact);
    }
    const DenseSolution dense = dense_solution(boxes.world, cluster, mode);
    if (dense.smallest < 1e-5) continue;  // nearly parallel edges, twice the same contact
    ++compared;
    for (const ActiveContact& contact : mode) {
      edges += contact.id.axis.kind == AxisKind::EdgeEdge ? 1 : 0;
      sticks += contact.state == ContactState::Stick ? 1 : 0;
    }
    const ModeMotion motion = mode_motion(boxes.world, cluster, mode);
    ModeSolution solution(motion);
    ASSERT_EQ(solution.solve(cluster.states), RankCheck::Kept) << "trial " << trial;
    ASSERT_LE((solution.a() - dense.a).norm(), 1e-8 * (1.0 + dense.a.norm()))
        << "trial " << trial << "\n"
        << solution.a().transpose() << "\n"
        << dense.a.transpose();
    ASSERT_LE(residual(solution), 1e-9) << "trial " << trial;
    inexact += residual(solution) > 0.0 ? 1 : 0;
  }
  EXPECT_GT(inexact, compared / 2);  // rounding is seen: the residual is measured
  EXPECT_GT(compared, 150);
  EXPECT_GT(edges, 50);
  EXPECT_GT(sticks, 50);
}

/// Two boxes face on face, turning and sliding together.
struct FaceOnFace {
  BoxWorld boxes = three_boxes();
  Cluster cluster{{0, 1}, {BodyState{}, BodyState{}}};
  std::vector<ActiveContact> mode;

  FaceOnFace() {
    const Quaternion q = turn(0.7, Vector3(1, 2, 3));
    cluster.states[0].q = q;
    cluster.states[1] = resting_at(q * Vector3(0.1, 0.05, 2.0), q * turn(0.4, Vector3::UnitZ()));
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 1, q * Vector3::UnitZ(), 1e-8);
    mode = full_mode(boxes.world, cluster, {pair_of(0, 1)});
    cluster.states[0].v << 0.3, -0.2, 0.5, 1.0, -2.0, 0.5;
    cluster.states[1].v << -0.4, 0.1, 0.2, -1.0, 0.3, 2.0;
    set_velocity(
        cluster,
        project_velocity(boxes.world, cluster, held_contacts(boxes.world, cluster, mode)).v);
  }
};

TEST(ModeSolution, RedundantContactsGiveOneAccelerationInWhateverOrder) {
  FaceOnFace at;
  ASSERT_EQ(at.mode.size(), 4U);
  const auto acceleration = [&] {
    const ModeMotion motion = mode_motion(at.boxes.world, at.cluster, at.mode);
    EXPECT_EQ(motion.rows.size(), 3U);
    ModeSolution solution(motion);
    EXPECT_EQ(solution.solve(at.cluster.states), RankCheck::Kept);
    return solution.a();
  };
  const Eigen::VectorXd first = acceleration();
  std::array<int, 4> order{0, 1, 2, 3};
  const std::vector<ActiveContact> sorted = at.mode;
  int orders = 0;
  do {
    for (int k = 0; k < 4; ++k) at.mode[k] = sorted[order[k]];
    EXPECT_LE((acceleration() - first).norm(), 1e-9 * first.norm()) << "order " << orders;
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(orders, 24);
  EXPECT_LE((dense_solution(at.boxes.world, at.cluster, sorted).a - first).norm(),
            1e-7 * first.norm());
}

TEST(ModeSolution, AFrictionlessPairKeepsItsEnergyAndItsGaps) {
  const FaceOnFace at;
  const ModeMotion motion = mode_motion(at.boxes.world, at.cluster, at.mode);
  const Collocation step = collocate(motion, at.cluster.states, 0.05, 16);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  ASSERT_LE(step.error, 1e-10);
  const double before = energy(at.boxes.world, at.cluster);
  for (const double s : {0.3, 0.7, 1.0}) {
    const Cluster now{{0, 1}, states_at(step.trajectory, s)};
    EXPECT_NEAR(energy(at.boxes.world, now), before, 1e-9);
    for (const ActiveContact& contact : at.mode)
      EXPECT_NEAR(gap_of(at.boxes.world, now, contact.id), 1e-8, 1e-10) << s;
  }
}

}  // namespace
}  // namespace rigor
