// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include <rigor/contact/island_rows.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

/// A free box on the ground, a free box on it, and a pendulum link with limits beside them.
Model small_world() {
  ModelDescription description;
  description.half_spaces.push_back({"ground", {Vector3::UnitZ(), 0.0}, ""});
  for (const char* name : {"lower", "upper"}) {
    LinkDescription link;
    link.name = name;
    link.mass = 1.0;
    link.pieces.push_back({"box", unwrap(make_box({0.5, 0.4, 0.3})), {}, ""});
    description.links.push_back(link);
  }
  LinkDescription arm;
  arm.name = "arm";
  arm.joint = Revolute{Vector3::UnitY()};
  arm.X_PJ = {Quaternion::Identity(), Vector3(5.0, 0.0, 3.0)};
  arm.mass = 1.0;
  arm.pieces.push_back({"rod",
                        unwrap(make_box({0.1, 0.1, 0.5})),
                        {Quaternion::Identity(), Vector3(0.0, 0.0, -0.5)},
                        ""});
  Dof dof;
  dof.lower = -0.5;
  dof.upper = 1.0;
  dof.limit_restitution = 0.25;
  arm.dofs.push_back(dof);
  description.links.push_back(arm);
  return unwrap(build(description));
}

State stacked(const Model& model) {
  State state = neutral_state(model);
  const auto place = [&](int link, const Vector3& p) {
    state.q.segment<3>(model.links[link].first_q) = p;
  };
  place(*find_link(model, "lower"), Vector3(0.0, 0.0, 0.3 + kSkin));
  place(*find_link(model, "upper"), Vector3(0.2, 0.1, 0.9 + 2.0 * kSkin));
  return state;
}

TEST(IslandRows, CandidatesOfAStack) {
  const Model model = small_world();
  const State state = stacked(model);
  Kinematics kinematics(model);
  update(model, state, kinematics);
  const std::array<int, 3> links{0, 1, 2};
  const auto pairs = pairs_of(model, links);
  EXPECT_EQ(pairs.size(), 6U);  // three with the ground, three among themselves
  const auto candidates = contact_candidates(model, kinematics, pairs, {}, {});
  ASSERT_EQ(candidates.size(), 2U);
  for (const PairCandidate& candidate : candidates) {
    EXPECT_NEAR(candidate.axis.separation, kSkin, 1e-15);
    EXPECT_EQ(candidate.corners.size(), 4U);
  }
}

TEST(IslandRows, RowsGiveTheRatesOfTheGaps) {
  const Model model = small_world();
  State state = stacked(model);
  Random random(51);
  for (double& value : state.v) value = random.normal();
  Kinematics kinematics(model);
  update(model, state, kinematics);
  const std::array<int, 3> links{0, 1, 2};
  const auto pairs = pairs_of(model, links);
  int rows = 0;
  for (const PairCandidate& candidate : contact_candidates(model, kinematics, pairs, {}, {})) {
    for (const ContactCorner& corner : candidate.corners) {
      for (const PairRow* row :
           {&corner.rows.normal, &corner.rows.tangent[0], &corner.rows.tangent[1]}) {
        Eigen::VectorXd J = Eigen::VectorXd::Zero(model.v_size);
        add_row(model, kinematics, candidate.pair, *row, J);
        EXPECT_NEAR(J.dot(state.v), row->jet.rate, 1e-13);
        ++rows;
      }
    }
  }
  EXPECT_EQ(rows, 24);
}

TEST(IslandRows, LimitsOfAJoint) {
  const Model model = small_world();
  State state = stacked(model);
  const int arm = *find_link(model, "arm");
  const Link& link = model.links[arm];
  const std::array<int, 1> links{arm};
  EXPECT_TRUE(limit_candidates(model, state, links, 1e-8).empty());
  state.q[link.first_q] = 1.0 - 1e-9;
  const auto upper = limit_candidates(model, state, links, 1e-8);
  ASSERT_EQ(upper.size(), 1U);
  EXPECT_EQ(upper[0].velocity, link.first_v);
  EXPECT_EQ(upper[0].sign, -1.0);
  EXPECT_NEAR(upper[0].gap, 1e-9, 1e-15);
  EXPECT_EQ(upper[0].restitution, 0.25);
  state.q[link.first_q] = -0.5;
  EXPECT_EQ(limit_candidates(model, state, links, 1e-8)[0].sign, 1.0);
}

}  // namespace
}  // namespace rigor
