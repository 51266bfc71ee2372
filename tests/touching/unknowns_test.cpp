// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/touching/unknowns.hpp>

namespace rigor {
namespace {

TEST(Unknowns, FreeBodiesHaveSixEach) {
  const std::vector<BodyState> states(3);
  const Unknowns unknowns = unknowns_of(states);
  EXPECT_FALSE(unknowns.has_trees());
  EXPECT_EQ(unknowns.count, 18);
  EXPECT_EQ(unknowns.offset(2), 12);
}

/// A pin at the origin, and a second one below it; the first link is body 1.
std::shared_ptr<const Tree> two_pins() {
  ModelDescription description;
  for (const char* name : {"a", "b"}) {
    LinkDescription link;
    link.name = name;
    link.joint = Revolute{Vector3::UnitY()};
    link.inertia = SpatialInertia{1.0, Vector3(0, 0, -0.5), Matrix3::Identity()};
    if (!description.links.empty()) {
      link.parent = "a";
      link.X_PJ.translation = Vector3(0, 0, -1);
    }
    description.links.push_back(link);
  }
  Tree tree = make_tree(unwrap(build(description)), 0);
  tree.first_body = 1;
  return std::make_shared<const Tree>(std::move(tree));
}

TEST(Unknowns, LinksShareThoseOfTheirTree) {
  const auto placed = placed_tree(two_pins(), Eigen::Vector2d(0.3, -0.2), Eigen::Vector2d(1, 2));
  const std::vector<BodyState> states{BodyState{}, link_state(placed, 1), link_state(placed, 2),
                                      BodyState{}};
  const Unknowns unknowns = unknowns_of(states);
  EXPECT_EQ(unknowns.offsets, (std::vector<int>{0, 6, 6, 8}));
  EXPECT_EQ(unknowns.count, 14);
  EXPECT_EQ(size_of(states[1]), 2);
  EXPECT_TRUE(leads(states, 0) && leads(states, 1) && leads(states, 3));
  EXPECT_FALSE(leads(states, 2));
}

TEST(Unknowns, ProductsOfRowsMeetInCommonParts) {
  TreeRow row;
  row.parts[0] = {0, Eigen::Vector2d(1, 2), Eigen::Vector2d(3, 4)};
  row.parts[1] = {2, Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(5, 0, 0)};
  TreeRow other;
  other.parts[1] = {0, Eigen::Vector2d(1, 1), Eigen::Vector2d(10, 100)};
  EXPECT_EQ(row.product(other), 210.0);
  EXPECT_EQ(row.product(row), 11.0 + 5.0);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(5);
  row.add_response(2.0, sum);
  EXPECT_EQ(sum, (Eigen::VectorXd(5) << 6, 8, 10, 0, 0).finished());
  EXPECT_EQ(row.dot(Eigen::VectorXd::Ones(5)), 4.0);
  TreeRow combined;
  combine(row, 2.0, row, -1.0, row, combined);
  EXPECT_EQ(combined.parts[0].on, Eigen::VectorXd(Eigen::Vector2d(2, 4)));
}

}  // namespace
}  // namespace rigor
