// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/dynamics/build.hpp>

#include "sample_links.hpp"

namespace rigor {
namespace {

LinkDescription body(const std::string& name, const std::string& parent, const Joint& joint) {
  return box_link(name, parent, joint, Vector3(0.1, 0.1, 0.1));
}

/// base (fixed) - arm - plate (rigid on arm) - hand; a shelf; a ball; a driven tray.
Model workshop() {
  ModelDescription d;
  d.half_spaces = {{"floor", {}, ""}, {"wall", {Vector3::UnitX(), -5.0}, ""}};
  d.links = {body("base", "", Fixed{}),     body("arm", "base", Revolute{}),
             body("plate", "arm", Fixed{}), body("hand", "plate", Revolute{}),
             body("shelf", "", Fixed{}),    body("ball", "", Free{}),
             body("tray", "", Fixed{}),     body("lamp", "", Revolute{})};
  d.links[6].path = Path{};
  d.exclusions = {{"ball", "shelf", "held by a magnet"}};
  return unwrap(build(d));
}

std::string reason(const Model& model, const std::string& a, const std::string& b) {
  const auto id = [&model](const std::string& name) {
    if (const auto link = find_link(model, name)) return BodyId{BodyKind::Link, *link};
    return BodyId{BodyKind::HalfSpace, name == "floor" ? 0 : 1};
  };
  const auto forward = exclusion(model, id(a), id(b));
  EXPECT_EQ(forward, exclusion(model, id(b), id(a)));
  return std::string(forward.value_or("checked"));
}

TEST(Model, ExclusionsHaveTheirReasons) {
  const Model model = workshop();
  EXPECT_EQ(reason(model, "arm", "arm"), "the same body");
  EXPECT_EQ(reason(model, "base", "arm"), "adjacent links");
  EXPECT_EQ(reason(model, "arm", "plate"), "rigidly joined");
  EXPECT_EQ(reason(model, "base", "plate"), "adjacent links");  // as if arm and plate were one
  EXPECT_EQ(reason(model, "arm", "hand"), "adjacent links");
  EXPECT_EQ(reason(model, "base", "hand"), "checked");
  EXPECT_EQ(reason(model, "base", "shelf"), "both fixed to the world");
  EXPECT_EQ(reason(model, "shelf", "floor"), "both fixed to the world");
  EXPECT_EQ(reason(model, "wall", "floor"), "both fixed to the world");
  EXPECT_EQ(reason(model, "shelf", "ball"), "held by a magnet");
  EXPECT_EQ(reason(model, "ball", "floor"), "checked");
  EXPECT_EQ(reason(model, "arm", "shelf"), "checked");
  EXPECT_EQ(reason(model, "lamp", "shelf"), "checked");  // its parent is the world, not the shelf
  EXPECT_EQ(reason(model, "tray", "floor"), "checked");  // driven bodies must not cross others
}

TEST(Model, AllExclusionsListsExactlyThePairsThatAreNotChecked) {
  const Model model = workshop();
  const auto all = all_exclusions(model);
  // adjacent: base-arm, base-plate, arm-hand, plate-hand; rigid: arm-plate; listed: shelf-ball;
  // fixed: base-shelf, base and shelf with two half-spaces, and the two half-spaces.
  EXPECT_EQ(all.size(), 4u + 1u + 1u + 1u + 4u + 1u);
  for (const Exclusion& pair : all) {
    EXPECT_LT(pair.a, pair.b);
    EXPECT_EQ(exclusion(model, pair.a, pair.b), pair.reason);
  }
}

TEST(Model, FreeBodiesAreSingleLinks) {
  const Model model = workshop();
  EXPECT_TRUE(is_free_body(model, *find_link(model, "ball")));
  EXPECT_FALSE(is_free_body(model, *find_link(model, "arm")));
  EXPECT_FALSE(is_free_body(model, *find_link(model, "shelf")));
  EXPECT_FALSE(find_link(model, "chair"));
}

TEST(Model, SurfacesMixByTheStatedRule) {
  ModelDescription d;
  d.materials = {{"a", {0.4, 0.1, 1.0}}, {"b", {0.9, 0.5, 4.0}}, {"c", {0.0, 0.0, 0.0}}};
  d.surface_pairs = {{"c", "a", {0.7, 0.2, 0.3}}};
  const Model model = unwrap(build(d));
  EXPECT_EQ(surface(model, 0, 0).friction, 0.4);
  EXPECT_DOUBLE_EQ(surface(model, 0, 1).friction, 0.6);
  EXPECT_EQ(surface(model, 0, 1).restitution, 0.5);
  EXPECT_EQ(surface(model, 1, 0).viscous, 2.0);
  EXPECT_EQ(surface(model, 1, 2).friction, 0.0);
  EXPECT_EQ(surface(model, 0, 2).friction, 0.7);
  EXPECT_EQ(surface(model, 2, 0).restitution, 0.2);
}

}  // namespace
}  // namespace rigor
