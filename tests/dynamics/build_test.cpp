// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <gtest/gtest.h>

#include <rigor/dynamics/build.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_spatial.hpp"
#include "sample_links.hpp"

namespace rigor {
namespace {

Polytope box(double x, double y, double z) { return unwrap(make_box(Vector3(x, y, z))); }

/// A sound description with one of everything, for tests that break one rule each.
ModelDescription everything() {
  ModelDescription d;
  d.materials = {{"wood", {0.5, 0.1, 0.0}}, {"ice", {0.02, 0.9, 4.0}}};
  d.surface_pairs = {{"wood", "ice", {0.03, 0.2, 0.0}}};
  d.half_spaces = {{"floor", {Vector3::UnitZ(), 0.0}, "ice"}};
  d.links = {heavy_link("arm", "", Revolute{}), heavy_link("hand", "arm", Universal{}),
             heavy_link("ball", "", Free{}), heavy_link("shelf", "", Fixed{})};
  d.links[0].joint_name = "shoulder";
  d.links[0].pieces = {
      {"rod", box(0.5, 0.1, 0.1), {Quaternion::Identity(), Vector3(0.5, 0, 0)}, "wood"}};
  d.links[3].inertia.reset();
  d.exclusions = {{"hand", "floor", "it never gets there"}};
  d.forces = {{"hand", JointPd{-1, 1, 3.0, 0.1, constant(0.5)}}};
  return d;
}

using Change = std::function<void(ModelDescription&)>;

void expect_refused(const Change& change, ModelRule rule, const std::string& where) {
  ModelDescription description = everything();
  change(description);
  const BuildResult result = build(description);
  const auto* error = std::get_if<ModelError>(&result);
  ASSERT_TRUE(error) << name(rule) << " was not noticed";
  EXPECT_STREQ(name(error->rule), name(rule)) << error->where << ": " << error->message;
  EXPECT_NE(error->where.find(where), std::string::npos) << error->where;
  EXPECT_FALSE(error->message.empty());
}

TEST(Build, TheSoundDescriptionIsAccepted) {
  const BuildResult result = build(everything());
  ASSERT_TRUE(std::holds_alternative<Model>(result)) << std::get<ModelError>(result).message;
  const Model& model = std::get<Model>(result);
  EXPECT_EQ(model.q_size, 1 + 2 + 7);
  EXPECT_EQ(model.v_size, 1 + 2 + 6);
  EXPECT_EQ(model.mechanisms.size(), 3u);
  EXPECT_EQ(std::get<JointPd>(model.forces[0]).link, 1);
  EXPECT_EQ(model.links[3].inertia.mass, 0.0);
}

TEST(Build, PartsWithBadNamesAreRefused) {
  const auto rule = ModelRule::UniqueNames;
  expect_refused([](auto& d) { d.links[1].name = "arm"; }, rule, "arm");
  expect_refused([](auto& d) { d.links[1].name = ""; }, rule, "link");
  expect_refused([](auto& d) { d.half_spaces[0].name = "arm"; }, rule, "arm");
  expect_refused([](auto& d) { d.materials[1].name = "wood"; }, rule, "wood");
  const auto known = ModelRule::KnownName;
  expect_refused([](auto& d) { d.links[1].parent = "leg"; }, known, "hand");
  expect_refused([](auto& d) { d.links[0].pieces[0].material = "tin"; }, known, "rod");
  expect_refused([](auto& d) { d.half_spaces[0].material = "tin"; }, known, "floor");
  expect_refused([](auto& d) { d.surface_pairs[0].material_b = "tin"; }, known, "tin");
  expect_refused([](auto& d) { d.exclusions[0].body_b = "leg"; }, known, "leg");
  expect_refused([](auto& d) { d.forces[0].link = "leg"; }, known, "force");
}

TEST(Build, CyclesAndBadLoopsAreRefused) {
  expect_refused([](auto& d) { d.links[0].parent = "hand"; }, ModelRule::NoCycle, "arm");
  expect_refused([](auto& d) { d.links[0].parent = "arm"; }, ModelRule::NoCycle, "arm");
  const auto loop = [](std::string parent, std::string child, Joint joint) {
    return [=](auto& d) { d.loops = {{"bar", parent, child, joint, Pose{}, Vector3::Zero()}}; };
  };
  expect_refused(loop("hand", "leg", Spherical{}), ModelRule::KnownName, "bar");
  expect_refused(loop("hand", "", Spherical{}), ModelRule::KnownName, "bar");
  expect_refused(loop("hand", "hand", Spherical{}), ModelRule::SoundLoop, "bar");
  expect_refused(loop("", "hand", Free{}), ModelRule::SoundLoop, "bar");
  expect_refused(loop("", "hand", Revolute{Vector3::Zero()}), ModelRule::SoundJoint, "bar");
  expect_refused(loop("", "shelf", Spherical{}), ModelRule::SoundLoop, "bar");
}

TEST(Build, UnsoundJointsAreRefused) {
  const auto rule = ModelRule::SoundJoint;
  expect_refused([](auto& d) { d.links[0].joint = Revolute{Vector3::Zero()}; }, rule, "shoulder");
  expect_refused([](auto& d) { d.links[0].joint = Prismatic{Vector3(NAN, 0, 0)}; }, rule,
                 "shoulder");
  expect_refused(
      [](auto& d) {
        d.links[1].joint = Universal{Vector3::UnitX(), Vector3(1.0, 1.0, 0.0)};
      },
      rule, "hand");
  expect_refused(
      [](auto& d) {
        d.links[0].joint = Planar{Vector3::UnitX(), Vector3::UnitX()};
      },
      rule, "shoulder");
  expect_refused([](auto& d) { d.links[1].joint = Free{}; }, rule, "hand");
  expect_refused([](auto& d) { d.links[2].X_PJ.translation.x() = 1.0; }, rule, "ball");
}

TEST(Build, UnsoundDofsAreRefused) {
  const auto rule = ModelRule::SoundDof;
  const auto with = [](Dof dof) { return [dof](ModelDescription& d) { d.links[0].dofs = {dof}; }; };
  expect_refused(with({.lower = 1.0, .upper = -1.0}), rule, "shoulder");
  expect_refused(with({.lower = 1.0, .upper = 1.0}), rule, "shoulder");
  expect_refused(with({.limit_restitution = 1.5}), rule, "shoulder");
  expect_refused(with({.damping = -1.0}), rule, "shoulder");
  expect_refused(with({.stiffness = -1.0}), rule, "shoulder");
  expect_refused(with({.armature = INFINITY}), rule, "shoulder");
  expect_refused(with({.neutral = NAN}), rule, "shoulder");
  expect_refused(with({.friction = -0.1}), rule, "shoulder");
  expect_refused([](auto& d) { d.links[1].dofs = {Dof{}}; }, rule, "hand");
  const auto spherical = [](const Dof& odd) {
    return [odd](ModelDescription& d) {
      d.links[1].joint = Spherical{};
      d.links[1].dofs = {Dof{}, odd, Dof{}};
    };
  };
  expect_refused(spherical({.lower = -1.0}), rule, "hand");
  expect_refused(spherical({.stiffness = 1.0}), rule, "hand");
  expect_refused(spherical({.neutral = 1.0}), rule, "hand");
  expect_refused([](auto& d) { d.links[2].dofs = std::vector<Dof>(6, Dof{.damping = 1.0}); }, rule,
                 "ball");
}

TEST(Build, UnsoundInertiasAreRefused) {
  const auto rule = ModelRule::SoundInertia;
  expect_refused([](auto& d) { d.links[0].inertia->mass = 0.0; }, rule, "arm");
  expect_refused([](auto& d) { d.links[0].inertia->mass = -1.0; }, rule, "arm");
  expect_refused([](auto& d) { d.links[0].inertia->about_com(0, 0) = 2.5; }, rule, "arm");
  expect_refused([](auto& d) { d.links[2].inertia.reset(); }, rule, "ball");
  expect_refused([](auto& d) { d.links[0].inertia->com.x() = 2e4; }, ModelRule::WithinWorld, "arm");
}

TEST(Build, UnsoundPosesShapesAndSurfacesAreRefused) {
  expect_refused([](auto& d) { d.links[0].X_PJ.rotation.w() = 2.0; }, ModelRule::SoundPose,
                 "shoulder");
  expect_refused([](auto& d) { d.links[0].X_PJ.translation.x() = NAN; }, ModelRule::SoundPose,
                 "shoulder");
  expect_refused([](auto& d) { d.links[0].X_PJ.translation.x() = 1.1e4; }, ModelRule::WithinWorld,
                 "shoulder");
  expect_refused([](auto& d) { d.links[0].pieces[0].X_LP.translation.x() = 9999.9; },
                 ModelRule::SoundShape, "rod");
  expect_refused([](auto& d) { d.half_spaces[0].shape.normal *= 2.0; }, ModelRule::SoundShape,
                 "floor");
  expect_refused([](auto& d) { d.half_spaces[0].shape.offset = 1.1e4; }, ModelRule::WithinWorld,
                 "floor");
  expect_refused([](auto& d) { d.materials[0].surface.friction = -0.1; }, ModelRule::SoundSurface,
                 "wood");
  expect_refused([](auto& d) { d.surface_pairs[0].surface.restitution = 1.1; },
                 ModelRule::SoundSurface, "wood");
  expect_refused([](auto& d) { d.materials[0].surface.viscous = NAN; }, ModelRule::SoundSurface,
                 "wood");
}

TEST(Build, UnsoundForcesAndPathsAreRefused) {
  const auto rule = ModelRule::SoundForce;
  expect_refused([](auto& d) { d.gravity.z() = NAN; }, rule, "gravity");
  expect_refused(
      [](auto& d) {
        d.forces[0].force = JointPd{-1, 2, 1.0, 0.0, constant(0.0)};
      },
      rule, "hand");
  expect_refused(
      [](auto& d) {
        d.forces[0].force = JointPd{-1, 0, -1.0, 0.0, constant(0.0)};
      },
      rule, "hand");
  expect_refused(
      [](auto& d) {
        d.forces[0] = {"ball", JointPd{-1, 0, 1.0, 0.0, constant(0.0)}};
      },
      rule, "ball");
  expect_refused([](auto& d) { d.links[0].path = Path{}; }, ModelRule::SoundPath, "arm");
  expect_refused(
      [](auto& d) {
        d.links[3].path = Path{.angle = Table{{0.0, 1.0}, {0.0, 1.0}, Interpolation::Step}};
      },
      ModelRule::SoundPath, "shelf");
}

TEST(Build, LinksAreOrderedByMechanismWithParentsFirst) {
  ModelDescription d;
  d.links = {heavy_link("finger", "hand", Revolute{}), heavy_link("ball", "", Free{}),
             heavy_link("hand", "arm", Revolute{}), heavy_link("arm", "", Revolute{}),
             heavy_link("wrist", "arm", Revolute{})};
  const Model model = unwrap(build(d));
  std::string order;
  for (const Link& link : model.links) order += link.name + " ";
  EXPECT_EQ(order, "ball arm hand finger wrist ");
  ASSERT_EQ(model.mechanisms.size(), 2u);
  EXPECT_EQ(model.mechanisms[1].first_link, 1);
  EXPECT_EQ(model.mechanisms[1].end_link, 5);
  EXPECT_EQ(model.mechanisms[1].first_q, 7);
  EXPECT_EQ(model.mechanisms[1].first_v, 6);
  EXPECT_EQ(model.mechanisms[1].end_v, 10);
  for (std::size_t i = 0; i < model.links.size(); ++i)
    EXPECT_LT(model.links[i].parent, static_cast<int>(i));
}

TEST(Build, AxesAreMadeUnitAndPerpendicular) {
  ModelDescription d;
  d.links = {heavy_link("a", "", Revolute{Vector3(0.0, 3.0, 4.0)}),
             heavy_link("b", "a", Universal{Vector3::UnitX(), Vector3(1e-7, 2.0, 0.0)})};
  const Model model = unwrap(build(d));
  EXPECT_TRUE(std::get<Revolute>(model.links[0].joint).axis.isApprox(Vector3(0.0, 0.6, 0.8)));
  const auto& joint = std::get<Universal>(model.links[1].joint);
  EXPECT_NEAR(joint.first.dot(joint.second), 0.0, 1e-16);
  EXPECT_NEAR(joint.second.norm(), 1.0, 1e-15);
}

// Two halves of a box weigh and turn like the whole, by density and by mass.
TEST(Build, MassPropertiesComeFromPieces) {
  const Pose left{Quaternion::Identity(), Vector3(-0.5, 0, 0)};
  const Pose right{Quaternion::Identity(), Vector3(0.5, 0, 0)};
  LinkDescription whole = heavy_link("whole", "", Free{});
  whole.inertia.reset();
  whole.density = 3.0;
  whole.pieces = {{"all", box(1.0, 0.2, 0.3), {}, ""}};
  LinkDescription halves = whole;
  halves.name = "halves";
  halves.density.reset();
  halves.mass = 3.0 * 2.0 * 0.4 * 0.6;
  halves.pieces = {{"l", box(0.5, 0.2, 0.3), left, ""}, {"r", box(0.5, 0.2, 0.3), right, ""}};
  ModelDescription d;
  d.links = {whole, halves};
  const Model model = unwrap(build(d));
  const SpatialInertia& a = model.links[0].inertia;
  const SpatialInertia& b = model.links[1].inertia;
  EXPECT_NEAR(a.mass, 1.44, 1e-14);
  EXPECT_NEAR(b.mass, 1.44, 1e-14);
  EXPECT_LE(b.com.norm(), 1e-15);
  EXPECT_TRUE(a.about_com.isApprox(b.about_com, 1e-14));
  EXPECT_NEAR(a.about_com(0, 0), 1.44 / 12.0 * (0.4 * 0.4 + 0.6 * 0.6), 1e-14);
  EXPECT_NEAR(model.links[1].pieces[0].shape.vertices()[0].x(), -1.0, 1e-15);
}

}  // namespace
}  // namespace rigor
