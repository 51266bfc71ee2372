// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/touching/cluster.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

Cluster random_cluster(Random& random, int count) {
  Cluster cluster;
  for (int i = 0; i < count; ++i) {
    BodyState state = resting_at(random_vector(random, 2.0), random_rotation(random));
    state.v << random_vector(random, 2.0), random_vector(random, 3.0);
    cluster.bodies.push_back(static_cast<std::uint32_t>(i));
    cluster.states.push_back(state);
  }
  return cluster;
}

TEST(Cluster, MergesInOrderAndPartsAgain) {
  Random random(1);
  Cluster even = random_cluster(random, 2);
  even.bodies = {0, 4};
  Cluster odd = random_cluster(random, 2);
  odd.bodies = {1, 7};
  const Cluster all = merged(odd, even);
  EXPECT_EQ(all.bodies, (std::vector<std::uint32_t>{0, 1, 4, 7}));
  EXPECT_EQ(place_of(all, 4), 2);
  EXPECT_EQ(place_of(all, 5), -1);
  const Cluster again = part_of(all, {1, 3});
  EXPECT_EQ(again.bodies, odd.bodies);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(again.states[i].x, odd.states[i].x);
  EXPECT_EQ(velocity_of(all).segment<6>(12), even.states[1].v);
}

TEST(Cluster, NoVertexMovesFurtherThanItsReach) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.1, 0.4, 0.6)});
  Random random(2);
  double closest = 0.0;
  for (int trial = 0; trial < 200; ++trial) {
    const Cluster cluster = random_cluster(random, 2);
    Eigen::VectorXd step(12);
    for (int k = 0; k < 12; ++k) step[k] = random.uniform(-0.1, 0.1);
    const Cluster moved = moved_by(cluster, step);
    const double reach = reach_of(boxes.world, cluster, step);
    for (int i = 0; i < 2; ++i) {
      for (const Vector3& r : boxes.world.bodies[i].pieces[0].polytope.vertices()) {
        const double way = (pose_of(moved.states[i]) * r - pose_of(cluster.states[i]) * r).norm();
        ASSERT_LE(way, reach * (1.0 + 1e-12)) << "trial " << trial;
        closest = std::max(closest, way / reach);
      }
    }
  }
  EXPECT_GT(closest, 0.8);  // and the bound is not idle
}

/// The distance of the point from the face's plane, by the plane through three of its vertices.
double height_above(const Polytope& own, const Pose& X, std::uint32_t face, const Vector3& p_W) {
  const auto& cycle = own.faces()[face].vertices;
  const Vector3 a = X * own.vertices()[cycle[0]];
  const Vector3 b = X * own.vertices()[cycle[1]];
  const Vector3 c = X * own.vertices()[cycle[2]];
  return (b - a).cross(c - b).normalized().dot(p_W - a);
}

/// Distance of two lines by a minimisation that knows no cross product: normal equations.
double line_distance(const Vector3& a, const Vector3& d, const Vector3& b, const Vector3& e) {
  Eigen::Matrix<double, 3, 2> D;
  D << d, -e;
  const Eigen::Vector2d along = (D.transpose() * D).inverse() * (D.transpose() * (b - a));
  return (b - a - D * along).norm();
}

ContactId random_contact(Random& random, const World& world) {
  ContactId id{pair_of(0, 1), {}, 0};
  const int kind = random.index(3);
  if (kind == 2) {
    id.axis = {AxisKind::EdgeEdge, static_cast<std::uint32_t>(random.index(12)),
               static_cast<std::uint32_t>(random.index(12)), random.index(2) == 0 ? 1 : -1};
    return id;
  }
  const auto face = static_cast<std::uint32_t>(random.index(6));
  id.axis =
      kind == 0 ? PairAxis{AxisKind::FaceOfA, face, 0, 1} : PairAxis{AxisKind::FaceOfB, 0, face, 1};
  id.vertex = static_cast<std::uint32_t>(random.index(8));
  (void)world;
  return id;
}

TEST(Cluster, GapsAreTheDistancesOfTheirFeatures) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.1, 0.4, 0.6)});
  const World& world = boxes.world;
  Random random(3);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 600; ++trial) {
    const Cluster cluster = random_cluster(random, 2);
    const ContactId id = random_contact(random, world);
    const Polytope& A = polytope_of(world, id.pair.a);
    const Polytope& B = polytope_of(world, id.pair.b);
    const Pose X_A = pose_of(cluster.states[0]);
    const Pose X_B = pose_of(cluster.states[1]);
    double expected = 0.0;
    double found = gap_of(world, cluster, id);
    if (id.axis.kind == AxisKind::FaceOfA) {
      expected = height_above(A, X_A, id.axis.index_A, X_B * B.vertices()[id.vertex]);
    } else if (id.axis.kind == AxisKind::FaceOfB) {
      expected = height_above(B, X_B, id.axis.index_B, X_A * A.vertices()[id.vertex]);
    } else {
      const Edge& e = A.edges()[id.axis.index_A];
      const Edge& f = B.edges()[id.axis.index_B];
      const Vector3 a = X_A * A.vertices()[e.tail];
      const Vector3 b = X_B * B.vertices()[f.tail];
      const Vector3 d = (X_A * A.vertices()[e.head] - a).normalized();
      const Vector3 g = (X_B * B.vertices()[f.head] - b).normalized();
      if (d.cross(g).norm() < 1e-2) continue;
      expected = line_distance(a, d, b, g);
      found = std::abs(found);
    }
    ++seen[static_cast<int>(id.axis.kind)];
    ASSERT_NEAR(found, expected, 1e-11)
        << "trial " << trial << " kind " << static_cast<int>(id.axis.kind);
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

TEST(Cluster, RowsAreTheRatesOfTheGaps) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.1, 0.4, 0.6)});
  Random random(4);
  int edges = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Cluster cluster = random_cluster(random, 2);
    const ContactId id = random_contact(random, boxes.world);
    const ContactRows rows = rows_of(boxes.world, cluster, id);
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(12);
    write_row(cluster, id.pair, rows.normal, row);
    if (!(row.norm() < 20.0)) continue;  // edges that are nearly parallel
    edges += id.axis.kind == AxisKind::EdgeEdge ? 1 : 0;
    const Eigen::VectorXd v = velocity_of(cluster);
    const double h = 1e-5;
    const double rate = (gap_of(boxes.world, moved_by(cluster, h * v), id) -
                         gap_of(boxes.world, moved_by(cluster, -h * v), id)) /
                        (2.0 * h);
    ASSERT_NEAR(row.dot(v), rate, 1e-5 * (1.0 + row.squaredNorm())) << "trial " << trial;
    ASSERT_NEAR(rows.normal.jet.rate, row.dot(v), 1e-10 * (1.0 + row.norm())) << "trial " << trial;
  }
  EXPECT_GT(edges, 50);
}

TEST(Cluster, EnergyIsThatOfTheMassMatrixAndTheHeight) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.1, 0.4, 0.6)});
  Random random(5);
  const Cluster cluster = random_cluster(random, 2);
  const Eigen::VectorXd v = velocity_of(cluster);
  double expected = 0.0;
  for (int i = 0; i < 2; ++i) {
    const FreeBody& body = boxes.world.bodies[i].dynamics;
    const Vector3 w_B = cluster.states[i].q.conjugate() * cluster.states[i].v.tail<3>();
    expected += 0.5 * body.mass * v.segment<3>(6 * i).squaredNorm() +
                0.5 * w_B.dot(body.about_com * w_B) +
                body.mass * kTestGravity * cluster.states[i].x.z();
  }
  EXPECT_NEAR(energy(boxes.world, cluster), expected, 1e-12 * (1.0 + std::abs(expected)));
}

}  // namespace
}  // namespace rigor
