// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/moving_contact.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

TEST(MovingContact, IsAPlaneOfPAndAVertexOfOInTheirOwnFrames) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3)});
  const Cluster cluster{{0, 1},
                        {resting_at(Vector3::Zero(), turn(0.3, Vector3(1, 2, 3))),
                         resting_at(Vector3(0, 0, 1), turn(0.9, Vector3(3, 1, 2)))}};
  std::vector<const DrivePiece*> drives;
  for (const bool of_a : {true, false}) {
    ContactId id{pair_of(0, 1), {}, 5};
    id.axis = of_a ? PairAxis{AxisKind::FaceOfA, 2, 0, 1} : PairAxis{AxisKind::FaceOfB, 0, 2, 1};
    const MovingContact contact =
        moving_contact(boxes.world, cluster, {id, ContactState::Stick, 0.0}, drives);
    EXPECT_EQ(contact.place_P, of_a ? 0 : 1);
    EXPECT_EQ(contact.place_O, of_a ? 1 : 0);
    EXPECT_FALSE(contact.edges);
    const Polytope& P = polytope_of(boxes.world, of_a ? id.pair.a : id.pair.b);
    const Polytope& O = polytope_of(boxes.world, of_a ? id.pair.b : id.pair.a);
    EXPECT_EQ(contact.frame_P.col(0), P.faces()[2].normal);
    EXPECT_LE((contact.frame_P.transpose() * contact.frame_P - Matrix3::Identity()).norm(), 1e-15);
    EXPECT_EQ(contact.r_O, O.vertices()[5]);
    EXPECT_FALSE(contact.has_belt());
  }
  EXPECT_TRUE(drives.empty());
}

TEST(MovingContact, OfEdgesHasAPointAndADirectionOfEach) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3)});
  const Cluster cluster{{0, 1}, {resting_at(Vector3::Zero()), resting_at(Vector3(0, 0, 1))}};
  std::vector<const DrivePiece*> drives;
  const ContactId id{pair_of(0, 1), {AxisKind::EdgeEdge, 3, 7, -1}, 0};
  const MovingContact contact =
      moving_contact(boxes.world, cluster, {id, ContactState::Stick, 0.0}, drives);
  ASSERT_TRUE(contact.edges);
  EXPECT_EQ(contact.sign, -1.0);
  const Polytope& a = polytope_of(boxes.world, id.pair.a);
  const Edge& edge = a.edges()[3];
  const double length = (a.vertices()[edge.head] - a.vertices()[edge.tail]).norm();
  EXPECT_LE((contact.r_P + length * contact.along_P - a.vertices()[edge.head]).norm(), 1e-15);
}

}  // namespace
}  // namespace rigor
