// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/convert_shape.hpp>

#include "fake_python.hpp"
#include "model_files.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {
namespace {

/// An L of two unit cubes' volume in three, closed, as an STL of its outline drawn out by 1 m.
std::string l_shape() {
  // Corners of the outline, counter-clockwise; volume 3 of a hull of 3.5.
  const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  std::string text = "solid l\n";
  const auto triangle = [&text](const Vector3& a, const Vector3& b, const Vector3& c) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const Vector3& p : {a, b, c})
      text += "vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " +
              std::to_string(p.z()) + "\n";
    text += "endloop\nendfacet\n";
  };
  const auto at = [&outline](int i, double z) {
    return Vector3(outline[i % 6][0], outline[i % 6][1], z);
  };
  for (int i = 0; i < 6; ++i) {
    triangle(at(i, 0), at(i + 1, 0), at(i + 1, 1));
    triangle(at(i, 0), at(i + 1, 1), at(i, 1));
  }
  for (const auto& [i, j, k] :
       {std::array{0, 1, 2}, std::array{0, 2, 3}, std::array{0, 3, 4}, std::array{0, 4, 5}}) {
    triangle(at(i, 1), at(j, 1), at(k, 1));
    triangle(at(i, 0), at(k, 0), at(j, 0));
  }
  return text + "endsolid l\n";
}

class ConvertShape : public ::testing::Test {
 protected:
  std::vector<ConvertedPiece> convert(const SourceShape& shape) {
    collision.shape = shape;
    context.file = (folder / "robot.urdf").string();
    return convert_shape({.from = "arm", .collision = &collision}, context);
  }

  TemporaryFolder folder;
  SourceCollision collision{.place = {0, 12, 1}};
  ShapeContext context;
};

TEST_F(ConvertShape, BoxesStayBoxes) {
  const auto made = convert(SourceBox{{1, 2, 3}});
  EXPECT_EQ(std::get<BoxSpec>(made.at(0).shape).size, Vector3(1, 2, 3));
  EXPECT_TRUE(context.notes.empty());
}

TEST_F(ConvertShape, RoundShapesTellTheirErrorAndCorners) {
  const auto made = convert(SourceCylinder{0.1, 0.4});
  EXPECT_EQ(std::get<PrismSpec>(made.at(0).shape).sides, 16);
  ASSERT_EQ(context.notes.size(), 1U);
  EXPECT_EQ(context.notes[0].kind, NoteKind::Approximated);
  EXPECT_NE(made.at(0).comment.find("32 corners, within 0.00097 m"), std::string::npos)
      << made.at(0).comment;
}

TEST_F(ConvertShape, MeshesBecomeHullsWithTheVolumeTheyFill) {
  write_file(folder / "meshes" / "l.stl", l_shape());
  const auto made = convert(SourceMesh{"meshes/l.stl", Vector3(0.1, 0.1, -0.1)});
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(std::get<HullSpec>(made.at(0).shape).vertices.size(), 10U);
  EXPECT_NE(made.at(0).comment.find("fills 85.7 %"), std::string::npos)
      << made.at(0).comment;  // 3 / 3.5
}

/// The L is cut in two boxes by a program that answers as CoACD does, each 1 % larger than it was.
TEST_F(ConvertShape, MeshesThatAreNotConvexBecomePartsWithTheirVolume) {
  write_file(folder / "l.stl", l_shape());
  const FakePython python(folder, coacd_answer({box_points({0, 0, 0}, {2, 1, 1}),
                                                box_points({0, 1, 0}, {1, 2.03, 1})}));
  context.options.pieces = 8;
  const auto made = convert(SourceMesh{"l.stl", Vector3::Ones()});
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(std::get<HullSpec>(made[1].shape).vertices.size(), 8U);
  EXPECT_NE(made[0].comment.find("2 convex parts by CoACD, together 1 % more volume"),
            std::string::npos)
      << made[0].comment;
  EXPECT_EQ(made[1].comment, "part 2 of it");
  ASSERT_EQ(context.notes.size(), 1U);
  EXPECT_EQ(context.notes[0].kind, NoteKind::Approximated);
  // Hulls stay hulls: nothing is asked for them.
  EXPECT_EQ(convert(SourceHull{box_points({0, 0, 0}, {1, 1, 1})}).size(), 1U);
}

TEST_F(ConvertShape, WithoutCoacdPartsAreRefusedByNameAndHullsStayPossible) {
  write_file(folder / "l.stl", l_shape());
  const FakePython python(folder, R"({"missing": "No module named 'coacd'"})");
  context.options.pieces = 8;
  const std::string told = refusal_of([&] { convert(SourceMesh{"l.stl", Vector3::Ones()}); });
  EXPECT_NE(told.find("pip install coacd"), std::string::npos) << told;
  EXPECT_NE(told.find(":12:"), std::string::npos) << told;
  context.options.pieces = 1;
  EXPECT_EQ(convert(SourceMesh{"l.stl", Vector3::Ones()}).size(), 1U);
}

TEST_F(ConvertShape, AMissingMeshIsAProblemThatTellsWhereItWasLookedFor) {
  EXPECT_TRUE(convert(SourceMesh{"package://robot/arm.stl"}).empty());
  ASSERT_EQ(context.problems.size(), 1U);
  EXPECT_EQ(context.problems[0].place.line, 12);
  EXPECT_NE(context.problems[0].rule.find("robot/arm.stl"), std::string::npos);
  EXPECT_NE(context.problems[0].remedy.find("--folder"), std::string::npos);
}

TEST_F(ConvertShape, OrIsLeftOutWithANoteIfAsked) {
  context.options.skip_meshes = true;
  write_file(folder / "broken.stl", "solid nothing");
  EXPECT_TRUE(convert(SourceMesh{"arm.stl"}).empty());
  EXPECT_TRUE(convert(SourceMesh{"broken.stl"}).empty());
  EXPECT_TRUE(context.problems.empty());
  ASSERT_EQ(context.notes.size(), 2U);
  EXPECT_EQ(context.notes[1].kind, NoteKind::LeftOut);
}

}  // namespace
}  // namespace rigor::importing
