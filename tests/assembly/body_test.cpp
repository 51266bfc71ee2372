// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/body.hpp>
#include <rigor/dynamics/kinematics.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

/// A fixed link and a free one whose centre of mass is off its origin.
Model off_centre_model() {
  ModelDescription description;
  LinkDescription post;
  post.name = "post";
  post.joint = Fixed{};
  post.X_PJ = {turn(0.3, Vector3::UnitY()), Vector3(1, 2, 3)};
  post.pieces.push_back({"piece", unwrap(make_box(Vector3::Constant(0.5))), {}, ""});
  description.links.push_back(post);
  LinkDescription body;
  body.name = "body";
  body.inertia = SpatialInertia{2.0, Vector3(0.1, -0.2, 0.05), Vector3(0.3, 0.4, 0.5).asDiagonal()};
  body.pieces.push_back({"piece", unwrap(make_box(Vector3(0.5, 0.3, 0.2))), {}, ""});
  description.links.push_back(body);
  return unwrap(build(description));
}

State random_state(const Model& model, Random& random) {
  State state = neutral_state(model);
  const Quaternion q = random_rotation(random);
  state.q << random_vector(random, 2.0), q.w(), q.x(), q.y(), q.z();
  state.v << random_vector(random, 2.0), random_vector(random, 3.0);
  return state;
}

TEST(Body, PathsAreWrittenRowByRow) {
  Eigen::MatrixXd rows(7, 3);
  for (int i = 0; i < 21; ++i) rows(i / 3, i % 3) = i;
  trace::Segment segment;
  write_path(rows, segment);
  EXPECT_EQ(segment.position[2], (std::vector<double>{6, 7, 8}));
  EXPECT_EQ(segment.quaternion[0], (std::vector<double>{9, 10, 11}));
  EXPECT_EQ(segment.quaternion[3], (std::vector<double>{18, 19, 20}));
  EXPECT_EQ(triple(Vector3(1, 2, 3)), (trace::Triple{1, 2, 3}));
}

TEST(Body, StatesGoBackAndForthBetweenOriginAndCentreOfMass) {
  const Model model = off_centre_model();
  Random random(41);
  for (int trial = 0; trial < 50; ++trial) {
    const State state = random_state(model, random);
    const Body body = make_body(model, 1, state);
    State again = neutral_state(model);
    store(model, body, body_state(model, body, state), again);
    ASSERT_LE((again.q - state.q).norm(), 1e-14) << "trial " << trial;
    ASSERT_LE((again.v - state.v).norm(), 1e-14) << "trial " << trial;
  }
}

TEST(Body, PutsEveryVertexWhereTheModelHasIt) {
  const Model model = off_centre_model();
  Random random(42);
  const State state = random_state(model, random);
  const std::vector<Pose> poses = link_poses(model, state);
  const Body body = make_body(model, 1, state);
  const BodyState at = body_state(model, body, state);
  const auto& theirs = model.links[1].pieces[0].shape.vertices();
  const auto& ours = body.pieces[0].polytope.vertices();
  ASSERT_EQ(ours.size(), theirs.size());
  double radius = 0.0;
  for (std::size_t v = 0; v < ours.size(); ++v) {
    EXPECT_LE((pose_of(at) * ours[v] - poses[1] * theirs[v]).norm(), 1e-14);
    radius = std::max(radius, ours[v].norm());
  }
  EXPECT_NEAR(body.radius, radius, 1e-15);
  const Body post = make_body(model, 0, state);
  EXPECT_EQ(post.role, BodyRole::Fixed);
  EXPECT_LE((post.X_WB.translation - Vector3(1, 2, 3)).norm(), 1e-15);
}

TEST(Body, HasTheEnergyOfItsCentreOfMass) {
  const Model model = off_centre_model();
  Random random(43);
  const State state = random_state(model, random);
  const Body body = make_body(model, 1, state);
  const BodyState at = body_state(model, body, state);
  // By hand from the origin's velocity: v_c = v_o + ω × c.
  const Quaternion q(state.q[3], state.q[4], state.q[5], state.q[6]);
  const Vector3 c = q * Vector3(0.1, -0.2, 0.05);
  const Vector3 w = state.v.tail<3>();
  const Vector3 v = state.v.head<3>() + w.cross(c);
  const Vector3 w_B = q.conjugate() * w;
  const double expected = v.squaredNorm() +
                          0.5 * w_B.dot(Vector3(0.3, 0.4, 0.5).cwiseProduct(w_B)) +
                          2.0 * 9.81 * (state.q[2] + c.z());
  EXPECT_NEAR(energy(body, at, model.gravity), expected, 1e-12);
}

TEST(Body, IsRecordedWithItsMassAndFeatures) {
  const Model model = off_centre_model();
  const trace::Body recorded = trace_body(model, 1, neutral_state(model));
  EXPECT_EQ(recorded.name, "body");
  EXPECT_EQ(recorded.kind, trace::BodyKind::Free);
  EXPECT_EQ(recorded.mass, 2.0);
  ASSERT_EQ(recorded.pieces.size(), 1U);
  EXPECT_EQ(recorded.pieces[0].vertices.size(), 8U);
  EXPECT_EQ(recorded.pieces[0].edges.size(), 12U);
  EXPECT_EQ(recorded.pieces[0].faces.size(), 6U);
  EXPECT_EQ(trace_body(model, 0, neutral_state(model)).kind, trace::BodyKind::Fixed);
}

}  // namespace
}  // namespace rigor
