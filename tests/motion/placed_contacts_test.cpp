// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/placed_contacts.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

TEST(PlacedContacts, HaveTheRowsOfThePairs) {
  // Against the rows of the contact room, which differentiate gaps along motions.
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3)});
  Random random(43);
  const auto index = [&](int n) { return static_cast<std::uint32_t>(random.index(n)); };
  int kinds[3] = {0, 0, 0};
  for (int trial = 0; trial < 300; ++trial) {
    Cluster cluster{{0, 1}, {}};
    for (int i = 0; i < 2; ++i) {
      cluster.states.push_back(resting_at(random_vector(random, 0.7), random_rotation(random)));
      cluster.states[i].v << random_vector(random, 1.0), random_vector(random, 2.0);
    }
    const int kind = random.index(3);
    ContactId id{pair_of(0, 1), {}, 0};
    if (kind == 2) {
      id.axis = {AxisKind::EdgeEdge, index(12), index(12), random.index(2) == 0 ? 1 : -1};
    } else {
      id.axis = kind == 0 ? PairAxis{AxisKind::FaceOfA, index(6), 0, 1}
                          : PairAxis{AxisKind::FaceOfB, 0, index(6), 1};
      id.vertex = index(8);
    }
    ModeMotion motion;
    motion.unknowns = unknowns_of(cluster.states);
    motion.gravity = boxes.world.gravity();
    for (const std::uint32_t body : cluster.bodies)
      motion.bodies.push_back(&boxes.world.bodies[body]);
    motion.contacts.push_back(
        moving_contact(boxes.world, cluster, {id, ContactState::Stick, 0.0}, motion.drives));
    PlacedContacts contacts(motion);
    Eigen::VectorXd a(12);
    contacts.bodies().place(cluster.states, 0.0, a);
    contacts.place(0);
    const ContactRows rows = rows_of(boxes.world, cluster, id);
    if (!(rows.normal.on_A.norm() < 10.0)) continue;  // edges nearly parallel
    ++kinds[kind];
    const auto dense = [&](const PairRow& from) {
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(12);
      write_row(cluster, id.pair, from, row);
      return row;
    };
    RowTerms normal;
    contacts.set_row(0, 0, normal);
    const double side = carried_by_a(id) ? 1.0 : -1.0;  // the plane is P's
    const auto O = side > 0.0 ? 6 : 0;
    Eigen::RowVectorXd row(12);
    row.segment<6>(O) = normal.on_O.transpose();
    row.segment<6>(6 - O) = normal.on_P.transpose();
    ASSERT_LE((row - dense(rows.normal)).norm(), 1e-10) << "Random(43), trial " << trial;
    ASSERT_NEAR(normal.bias, rows.normal.jet.second, 1e-8 * (1.0 + std::abs(normal.bias)))
        << "Random(43), trial " << trial;
    ASSERT_LE((contacts.point(0) - rows.point_W).norm(), 1.0);
    ASSERT_NEAR(contacts.normal(0).norm(), 1.0, 1e-12);
    // J M⁻¹Jᵀ, what is missing, and pushes, by the row over all unknowns.
    const MassFactor mass = mass_of(boxes.world, cluster);
    const Eigen::VectorXd answer = mass.solved(row.transpose());
    ASSERT_NEAR(contacts.product(0, normal, 0, normal), row.dot(answer), 1e-9 * row.squaredNorm());
    ASSERT_NEAR(contacts.missing(0, normal, a), -normal.bias - row.dot(a), 1e-9);
    Eigen::VectorXd pushed = a;
    contacts.add_push(0, normal, 2.0, pushed);
    ASSERT_LE((pushed - a - 2.0 * answer).norm(), 1e-9 * (1.0 + answer.norm()));
  }
  for (const int kind : kinds) EXPECT_GT(kind, 60);
}

TEST(PlacedContacts, ViscousWrenchesActAgainstTheSlipAlongThePlane) {
  SmallWorld small;
  small.add_box(Vector3(0.5, 0.4, 0.3), 2.0);
  small.world.half_spaces.push_back(HalfSpace{});
  Cluster cluster{{0}, {resting_at(Vector3(0, 0, 0.3))}};
  cluster.states[0].v << 0.3, -0.4, 0.7, 0, 0, 0;
  const ModeMotion motion =
      mode_motion(small.world, cluster, {{on_ground(0, 0), ContactState::Frictionless, 5.0}});
  PlacedContacts contacts(motion);
  Eigen::VectorXd a(6);
  contacts.bodies().place(cluster.states, 0.0, a);
  const Vector6 wrench = contacts.viscous_wrench(0);
  const Vector3 f(-1.5, 2.0, 0.0);  // -viscosity times the slip
  EXPECT_LE((wrench.head<3>() - f).norm(), 1e-14);
  EXPECT_LE((wrench.tail<3>() - small.vertex(0, 0).cross(f)).norm(), 1e-14);
}

}  // namespace
}  // namespace rigor
