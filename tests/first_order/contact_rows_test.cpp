// SPDX-License-Identifier: Apache-2.0
// Rows against finite differences of gaps.
#include <rigor/first_order/contact_rows.hpp>

#include "first_order/small_runs.hpp"
#include "random_spatial.hpp"

namespace rigor::first_order {
namespace {

TEST(ContactRows, RatesAndCurvaturesAreThoseOfTheGapAlongStraightPaths) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("low", 0, 0, 0.2) +
                         cube("high", 0.02, 0.01, 0.301));
  const auto run = scene.start();
  Random random(9);
  int checked = 0;
  for (int sample = 0; sample < 30; ++sample) {
    std::array<Vector6, 2> u;
    for (Vector6& of_body : u) of_body << random_vector(random, 1.0), random_vector(random, 5.0);
    NearPair& pair = run->pairs.at({{0, 0}, {1, 0}}, run->scales);
    std::vector<Row> rows;
    for (int i = 0; i < 2; ++i)
      run->bodies[i].pose =
          pose_of(body_state(scene.built.model, run->world.bodies[i], scene.built.initial));
    add_rows(run->world, run->bodies, 0.01, pair, rows);
    ASSERT_EQ(rows.size(), 4U);
    for (const Row& row : rows) {
      // The row's points, each carried by its own body, seen along the carrier's normal.
      const auto gap = [&](double t) {
        const Pose A = moved(run->bodies[0].pose, u[0], t);
        const Pose B = moved(run->bodies[1].pose, u[1], t);
        const Vector3 on_a = inverse(run->bodies[0].pose) * row.point_W;
        const Vector3 on_b = inverse(run->bodies[1].pose) * row.point_W;
        const bool of_a = row.carrier == AxisKind::FaceOfA;
        const Pose& carrier = of_a ? A : B;
        const Pose& start = of_a ? run->bodies[0].pose : run->bodies[1].pose;
        const Vector3 n = carrier.rotation * (start.rotation.conjugate() * row.nhat_W);
        return n.dot(B * on_b - A * on_a);
      };
      const double dt = 1e-4;
      const double rate = (gap(dt) - gap(-dt)) / (2 * dt);
      const double bend = (gap(dt) - 2 * gap(0) + gap(-dt)) / (dt * dt);
      EXPECT_NEAR(row.nhat_W.dot(relative_velocity(row, u[0], u[1])), rate, 1e-5);
      EXPECT_NEAR(curvature(row, u[0], u[1]), bend, 1e-3 * (1.0 + std::abs(bend)));
      ++checked;
    }
  }
  EXPECT_EQ(checked, 120);
}

TEST(ContactRows, CrossingEdgesBendTheirGapAlsoByTurningTheNormal) {
  // The upper cube stands on its edge, which crosses the upper edge of the lower one.
  const SmallScene scene(
      head(1) +
      "bodies:\n"
      "  - {name: low, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.2], axis: "
      "[1, 0, 0], angle: 0.785}}\n"
      "  - {name: high, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0.01, 0.005, "
      "0.3418], axis: [0, 1, 0], angle: 0.785}}\n");
  const auto run = scene.start();
  const Pose A = run->bodies[0].pose;
  const Pose B = run->bodies[1].pose;
  NearPair& pair = run->pairs.at({{0, 0}, {1, 0}}, run->scales);
  std::vector<Row> rows;
  add_rows(run->world, run->bodies, 0.01, pair, rows);
  ASSERT_EQ(rows.size(), 1U);
  ASSERT_EQ(rows[0].carrier, AxisKind::EdgeEdge);
  Random random(19);
  double largest = 0.0;
  for (int sample = 0; sample < 30; ++sample) {
    std::array<Vector6, 2> u;
    for (Vector6& of_body : u) of_body << random_vector(random, 1.0), random_vector(random, 20.0);
    // The gap as the separation of the moved pair: found anew, not carried along.
    const auto gap = [&](double t) {
      return separation_of(placed(run->world, pair.id, moved(A, u[0], t), moved(B, u[1], t)));
    };
    const double dt = 1e-4;
    const double bend = (gap(dt) - 2 * gap(0) + gap(-dt)) / (dt * dt);
    // Points half a gap from the surfaces stand for them: relative error of the gap's size.
    EXPECT_NEAR(curvature(rows[0], u[0], u[1]), bend, 0.02 * (10.0 + std::abs(bend))) << sample;
    largest = std::max(largest, std::abs(bend));
  }
  EXPECT_GT(largest, 50.0);
}

TEST(ContactRows, EdgesGetARowWhereTheyWillCrossAfterTheStep) {
  // Upper edges along x and almost along x: where they cross runs along them as the high cube moves
  // sideways, by its way over the sine of the angle between them.
  const SmallScene scene(
      head(1) +
      "bodies:\n"
      "  - {name: low, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.2], axis: "
      "[1, 0, 0], angle: 0.7853981633974483}}\n"
      "  - {name: high, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.3415], "
      "quat_wxyz: [0.9193998, 0.3808279, 0.0381472, 0.0920951]}}\n");
  const auto run = scene.start();
  NearPair& pair = run->pairs.at({{0, 0}, {1, 0}}, run->scales);
  std::vector<Row> still;
  add_rows(run->world, run->bodies, 0.01, pair, still, 0.01);
  ASSERT_EQ(still.size(), 1U);
  ASSERT_EQ(still[0].carrier, AxisKind::EdgeEdge);
  const double sine =
      still[0].edges_W[0].normalized().cross(still[0].edges_W[1].normalized()).norm();
  ASSERT_GT(sine, 0.1);
  ASSERT_LT(sine, 0.3);
  run->bodies[1].u[1] = 0.4;
  std::vector<Row> moving;
  add_rows(run->world, run->bodies, 0.01, pair, moving, 0.01);
  ASSERT_EQ(moving.size(), 2U);
  EXPECT_EQ(moving[1].gap, moving[0].gap);
  EXPECT_NEAR(std::abs(moving[1].point_W.x() - moving[0].point_W.x()), 0.004 / sine, 2e-3);
  // A body that is held stands still.
  run->bodies[1].held = true;
  std::vector<Row> held;
  add_rows(run->world, run->bodies, 0.01, pair, held, 0.01);
  EXPECT_EQ(held.size(), 1U);
}

}  // namespace
}  // namespace rigor::first_order
