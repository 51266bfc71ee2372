// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sdf_link.hpp>

#include "sdf_text.hpp"

namespace rigor::importing {
namespace {

TEST(SdfLink, AMassThatIsNotToldIsSdfsDefault) {
  const SourceScene scene = sdf_scene("<model name='m'><link name='a'/></model>");
  EXPECT_EQ(scene.models[0].links[0].inertia->mass, 1.0);
  EXPECT_EQ(scene.notes.size(), 1U);
}

struct SdfLinkTest : testing::Test {
  Reading reading{.file = "m.sdf"};
  XmlElement element{};

  SdfLink link(const std::string& inside, bool is_static = false) {
    element = parse_xml("<link name='a'>" + inside + "</link>", "m.sdf");
    return read_sdf_link(reading, element, is_static);
  }
  SourceShape shape(const std::string& geometry) {
    return link("<collision name='c'><geometry>" + geometry + "</geometry></collision>")
        .link.collisions.at(0)
        .shape;
  }
};

TEST_F(SdfLinkTest, InertiaIsMovedToTheLinksFrame) {
  const SdfLink it = link(
      "<inertial><pose>0 0 0.5 0 0 1.5707963267948966</pose><mass>2</mass><inertia><ixx>1</ixx>"
      "<iyy>2</iyy><izz>2.5</izz></inertia></inertial>");
  EXPECT_EQ(it.link.inertia->mass, 2.0);
  EXPECT_TRUE(it.link.inertia->com.isApprox(Vector3(0, 0, 0.5)));
  EXPECT_NEAR(it.link.inertia->about_com(0, 0), 2.0, 1e-15);
  EXPECT_NEAR(it.link.inertia->about_com(1, 1), 1.0, 1e-15);
  EXPECT_FALSE(link("", true).link.inertia) << "static";
}

TEST_F(SdfLinkTest, EveryShapeIsRead) {
  EXPECT_EQ(std::get<SourceBox>(shape("<box><size>1 2 3</size></box>")).size, Vector3(1, 2, 3));
  EXPECT_EQ(std::get<SourceSphere>(shape("<sphere><radius>2</radius></sphere>")).radius, 2.0);
  EXPECT_EQ(std::get<SourceCylinder>(shape("<cylinder/>")).length, 1.0);
  EXPECT_EQ(std::get<SourceCapsule>(shape("<capsule/>")).radius, 0.5);
  EXPECT_EQ(std::get<SourceEllipsoid>(shape("<ellipsoid><radii>1 2 3</radii></ellipsoid>")).radii,
            Vector3(1, 2, 3));
  EXPECT_EQ(std::get<SourceMesh>(shape("<mesh><uri> a.stl </uri><scale>2 2 2</scale></mesh>")).uri,
            "a.stl");
  EXPECT_EQ(std::get<SourcePlane>(shape("<plane><normal>0 1 0</normal></plane>")).normal,
            Vector3::UnitY());
  EXPECT_TRUE(link("<collision name='c'><geometry><heightmap/></geometry></collision>")
                  .link.collisions.empty());
  EXPECT_EQ(reading.notes.back().what, "shape heightmap");
  EXPECT_TRUE(reading.problems.empty());
}

TEST_F(SdfLinkTest, PosesRelativeToOtherFramesAreKeptForTheModel) {
  const SdfLink it = link(
      "<collision name='c'><pose relative_to='f'>1 0 0 0 0 0</pose><geometry><box/></geometry>"
      "</collision>");
  ASSERT_EQ(it.elsewhere.size(), 1U);
  EXPECT_EQ(it.elsewhere[0].relative_to, "f");
}

TEST_F(SdfLinkTest, ShapesThatAreWrongAreProblems) {
  link("<collision name='c'/>");
  link("<collision name='c'><geometry><mesh/></geometry></collision>");
  link(
      "<collision name='c'><geometry><mesh><uri>a</uri><scale>0 1 1</scale></mesh></geometry>"
      "</collision>");
  EXPECT_EQ(reading.problems.size(), 3U);
}

}  // namespace
}  // namespace rigor::importing
