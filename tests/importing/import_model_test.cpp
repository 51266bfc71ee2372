// SPDX-License-Identifier: Apache-2.0
// The truth about arm.urdf is Pinocchio's reading of it (scripts/make_import_reference.py).
#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/dynamics/kinematics.hpp>
#include <rigor/dynamics/mass_matrix.hpp>
#include <rigor/importing/import_model.hpp>
#include <rigor/importing/read_mjcf.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

#include "model_files.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {
namespace {

/// One state of the reference.
struct ReadState {
  std::vector<double> q{};
  std::map<std::string, std::vector<double>> frames{};  ///< position, then rotation by rows
  std::vector<double> mass_matrix{};
};

std::vector<ReadState> reference(std::vector<std::string>& joints) {
  std::vector<ReadState> states;
  std::ifstream in(model_file("arm.reference.txt"));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word, frame;
    words >> word;
    if (word == "joints") {
      for (std::string joint; words >> joint;) joints.push_back(joint);
      continue;
    }
    if (word == "frame") words >> frame;
    std::vector<double> numbers;
    for (double x = 0; words >> x;) numbers.push_back(x);
    if (word == "state") states.push_back({.q = numbers});
    if (word == "frame") states.back().frames[frame] = numbers;
    if (word == "mass_matrix") states.back().mass_matrix = numbers;
  }
  return states;
}

/// The scene's link that a joint of the arm carries.
const std::map<std::string, std::string> kCarried{
    {"turn", "tower"}, {"shoulder", "upper"}, {"reach", "slide"}, {"wrist", "hand"}};

/// Rounding of the readings on file, and of inertias that MuJoCo turns into their principal axes.
constexpr double kReading = 3e-14;

/// The name in the model file: scenes have other letters, and SDF models inside models.
std::string plain(const std::string& name) { return name == "tip__hand" ? "hand" : name; }

/// The scene of a model file, or of what MuJoCo's compiler made of arm.urdf (mjcf_reader.py).
ImportedScene imported(const std::string& name, const ImportOptions& options) {
  const std::string file = model_file(name);
  if (!name.ends_with(".json")) return import_model(file, options);
  std::ifstream in(file);
  const std::string facts((std::istreambuf_iterator<char>(in)), {});
  return import_source(from_mjcf_facts(facts, file), file, options);
}

class ImportedArm : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Formats, ImportedArm,
                         ::testing::Values("arm.urdf", "arm.sdf", "arm.mjcf.json"));

TEST_P(ImportedArm, MassMatrixAndFramesAreThoseOfPinocchio) {
  std::vector<std::string> joints;
  const std::vector<ReadState> states = reference(joints);
  ASSERT_EQ(states.size(), 5U);
  for (const FixedLinks fixed : {FixedLinks::Merge, FixedLinks::Keep}) {
    const ImportedScene made = imported(GetParam(), {.fixed_links = fixed, .self_contact = false});
    const BuiltScene scene = build(read_scene(made.text, "arm.yaml"));
    const auto link_of = [&](const std::string& joint) -> const Link& {
      return *std::find_if(scene.model.links.begin(), scene.model.links.end(),
                           [&](const Link& one) { return plain(one.name) == kCarried.at(joint); });
    };
    for (const ReadState& expected : states) {
      State state = scene.initial;
      for (std::size_t j = 0; j < joints.size(); ++j)
        state.q[link_of(joints[j]).first_q] = expected.q[j];
      Kinematics kinematics(scene.model);
      update(scene.model, state, kinematics);
      const Eigen::MatrixXd M = mass_matrix(scene.model, kinematics);
      for (std::size_t i = 0; i < joints.size(); ++i)
        for (std::size_t j = 0; j < joints.size(); ++j)
          EXPECT_NEAR(M(link_of(joints[i]).first_v, link_of(joints[j]).first_v),
                      expected.mass_matrix[i * joints.size() + j], kReading);
      const std::vector<Pose> X_WL = link_poses(scene.model, state);
      int compared = 0;
      for (std::size_t i = 0; i < scene.model.links.size(); ++i) {
        if (scene.model.links[i].name == "world") continue;  // MuJoCo's name for the stand
        const std::vector<double>& frame = expected.frames.at(plain(scene.model.links[i].name));
        const Matrix3 R = X_WL[i].rotation.toRotationMatrix();
        for (int r = 0; r < 3; ++r) {
          EXPECT_NEAR(X_WL[i].translation[r], frame[r], kReading);
          for (int c = 0; c < 3; ++c) EXPECT_NEAR(R(r, c), frame[3 + 3 * r + c], kReading);
        }
        ++compared;
      }
      EXPECT_GE(compared, 4);
    }
  }
}

TEST(ImportModel, NothingIsLeftOutInSilence) {
  const ImportedScene made = import_model(model_file("arm.urdf"));
  for (const char* what : {"visual", "material", "transmission", "limit of a joint's velocity",
                           "flange into slide", "sensor into slide"}) {
    const bool told = std::any_of(made.notes.begin(), made.notes.end(),
                                  [what](const Note& note) { return note.what == what; });
    EXPECT_TRUE(told) << what;
    EXPECT_NE(made.text.find(what), std::string::npos) << what;
  }
  EXPECT_EQ(made.source_links, 7);
  EXPECT_EQ(made.source_joints, 6);
  EXPECT_EQ(made.links, 4);
  EXPECT_EQ(made.velocities, 4);
  EXPECT_DOUBLE_EQ(made.moving_mass, 4.5 + 2.25 + 1.1 + 0.4 + 0.7);
}

TEST(ImportModel, AFreeRobotStartsAboveTheFloor) {
  TemporaryFolder folder;
  const auto file = (folder / "two.urdf").string();
  write_file(file, two_links("", "type='continuous'"));
  const ImportedScene made = import_model(file, {.base = Base::Free, .floor = true, .drop = 0.25});
  const BuiltScene scene = build(read_scene(made.text, "two.yaml"));
  // The lower cube is centred on the base's frame and reaches 0.1 m below it.
  EXPECT_DOUBLE_EQ(link_poses(scene.model, scene.initial)[0].translation.z(), 0.35);
  EXPECT_EQ(made.velocities, 7);
}

TEST(ImportModel, ShapesThatOverlapAtTheStartAreExcludedWithANote) {
  TemporaryFolder folder;
  const auto file = (folder / "three.urdf").string();
  std::string text = two_links("", "type='continuous'");
  text.replace(text.find("</robot>"), 8,
               "<link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/>"
               "</inertial><collision><geometry><box size='0.2 0.2 0.2'/></geometry></collision>"
               "</link><joint name='k' type='continuous'><parent link='b'/><child link='c'/>"
               "<origin xyz='0 0 -0.9'/></joint></robot>");
  write_file(file, text);
  const ImportedScene made = import_model(file, {.base = Base::Free});
  EXPECT_EQ(made.exclusions, 1);
  EXPECT_NE(made.text.find("between: [a, c]"), std::string::npos);
  EXPECT_NO_THROW(build(read_scene(made.text, "three.yaml")));
}

TEST(ImportModel, BadFilesAreRefused) {
  TemporaryFolder folder;
  const auto told = [&](const std::string& text, const ImportOptions& options = {}) {
    const auto file = (folder / "x.urdf").string();
    write_file(file, text);
    return refusal_of([&] { import_model(file, options); });
  };
  EXPECT_NE(told("<html/>").find("a robot (URDF), sdf or mujoco"), std::string::npos);
  EXPECT_NE(told("<robot name='r'><link name='a'/></robot>").find("something that moves"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { import_model((folder / "none").string()); }).find("can be read"),
            std::string::npos);
  std::string bad = two_links("", "type='continuous'");
  while (bad.find("izz='0.1'") != std::string::npos)
    bad.replace(bad.find("izz='0.1'"), 9, "izz='0.9'");
  EXPECT_NE(told(bad).find("triangle"), std::string::npos);
  EXPECT_NE(told(bad).find("--repair"), std::string::npos);
  EXPECT_EQ(told(bad, {.repair = true}), "");
}

}  // namespace
}  // namespace rigor::importing
