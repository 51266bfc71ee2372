// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/importing/closed_chains.hpp>
#include <rigor/importing/import_model.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

#include "sdf_text.hpp"

namespace rigor::importing {
namespace {

SourceModel chain(const std::vector<std::array<std::string, 2>>& joints) {
  SourceModel model;
  for (const char* name : {"a", "b", "c"}) model.links.push_back({.name = name});
  for (const auto& [parent, child] : joints)
    model.joints.push_back(
        {.name = parent + child, .kind = JointKind::Revolute, .parent = parent, .child = child});
  return model;
}

std::string names(const std::vector<SourceJoint>& joints) {
  std::string all;
  for (const SourceJoint& joint : joints) all += (all.empty() ? "" : " ") + joint.name;
  return all;
}

TEST(ClosedChains, TheFirstJointThatComesToALinkFromTheWorldCarriesIt) {
  struct Case {
    std::vector<std::array<std::string, 2>> joints;
    std::string tree, loops;
  };
  for (const Case& it :
       {Case{{{"", "a"}, {"a", "b"}, {"b", "c"}}, "a ab bc", ""},
        Case{{{"", "a"}, {"a", "b"}, {"", "c"}, {"b", "c"}}, "a ab c", "bc"},
        Case{{{"b", "c"}, {"", "a"}, {"a", "b"}, {"", "c"}}, "a ab c", "bc"},
        // A ring on the world, a ring in the air, and one whose first link is free.
        Case{{{"c", "a"}, {"a", "b"}, {"b", "c"}, {"", "a"}}, "ab bc a", "ca"},
        Case{{{"a", "b"}, {"b", "c"}, {"c", "a"}}, "ab bc", "ca"},
        Case{{{"a", "c"}, {"b", "c"}, {"a", "b"}}, "ac ab", "bc"}}) {
    SourceModel model = chain(it.joints);
    std::vector<Note> notes;
    split_loops(model, notes);
    EXPECT_EQ(names(model.joints), it.tree);
    EXPECT_EQ(names(model.loops), it.loops);
    EXPECT_TRUE(notes.empty());
  }
}

TEST(ClosedChains, AJointSeenFromItsParentHoldsTheSamePointAndAxis) {
  SourceJoint joint{.kind = JointKind::Revolute, .parent = "p", .child = "c"};
  joint.X_PC = {exp_rotation(Vector3(0.3, -0.4, 0.5)), Vector3(1, 2, 3)};
  joint.anchor = Vector3(0.1, 0.2, 0.3);
  joint.axis = Vector3(0.6, 0.8, 0.0);
  const SourceJoint turned = reversed(joint);
  EXPECT_EQ(turned.child, "p");
  EXPECT_LT((turned.anchor - joint.X_PC * joint.anchor).norm(), 1e-15);
  EXPECT_LT((turned.X_PC * turned.anchor - joint.anchor).norm(), 1e-15);
  EXPECT_LT((turned.X_PC.rotation * turned.axis - joint.axis).norm(), 1e-15);
}

/// Two rockers of length 0.5 on the world, 1 m apart, and a coupler below; `last` is its second
/// pin.
std::string parallelogram(const std::string& last) {
  const auto link = [](const char* name, const char* place) {
    return fmt::format("<link name='{}'><pose>{} 0 0 0</pose></link>\n", name, place);
  };
  const auto pin = [](const char* name, const char* parent, const char* child, const char* where) {
    return fmt::format(
        "<joint name='{}' type='revolute'><parent>{}</parent><child>{}</child><pose>{} 0 0 "
        "0</pose><axis><xyz>0 1 0</xyz></axis></joint>\n",
        name, parent, child, where);
  };
  return "<model name='m'>" + link("left", "0 0 0.75") + link("right", "1 0 0.75") +
         link("coupler", "0.5 0 0.5") + pin("l", "world", "left", "0 0 0.25") +
         pin("r", "world", "right", "0 0 0.25") + pin("lc", "left", "coupler", "-0.5 0 0") + last +
         "</model>";
}

TEST(ClosedChains, AnSdfFileWithALoopIsASceneThatIsClosed) {
  const std::string pin =
      "<joint name='rc' type='revolute'><parent>right</parent><child>coupler</child><pose>0.5 0 0 "
      "0 0 0</pose><axis><xyz>0 1 0</xyz><dynamics><damping>1</damping></dynamics></axis></joint>";
  const ImportedScene made =
      import_source(sdf_scene(parallelogram(pin)), "m.sdf", {.self_contact = false});
  EXPECT_NE(made.text.find("loops:\n      - {name: rc, parent: right, child: coupler, joint: "
                           "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.25]}, anchor: "
                           "[0.5, 0, 0]"),
            std::string::npos)
      << made.text;
  const BuiltScene built = build(read_scene(made.text, "m.yaml"));
  EXPECT_EQ(built.model.v_size, 3);
  EXPECT_EQ(built.model.loops.size(), 1U);
  bool told = false;
  for (const Note& note : made.notes) told |= note.what.find("friction and start of rc") < 99;
  EXPECT_TRUE(told) << "its damping is left out";
}

TEST(ClosedChains, ALoopOnTheWorldAndOneThatFixedJointsMakeIdle) {
  // The coupler is held to the world by a ball joint besides; a lug that is welded to it, too.
  const ImportedScene made = import_source(
      sdf_scene(parallelogram(
          "<link name='lug'><pose>0.5 0 0.4 0 0 0</pose></link><joint name='weld' type='fixed'>"
          "<parent>coupler</parent><child>lug</child></joint><joint name='again' type='fixed'>"
          "<parent>lug</parent><child>coupler</child></joint><joint name='ball' type='ball'>"
          "<parent>world</parent><child>lug</child><pose>0 0 0.1 0 0 0</pose></joint>")),
      "m.sdf", {.self_contact = false});
  EXPECT_NE(made.text.find("- {name: ball, child: coupler, joint: {spherical: {pose: {position: "
                           "[0.5, 0, 0.5]}}}}"),
            std::string::npos)
      << made.text;
  EXPECT_EQ(made.text.find("name: again"), std::string::npos);
  EXPECT_EQ(build(read_scene(made.text, "m.yaml")).model.loops.size(), 1U);
}

}  // namespace
}  // namespace rigor::importing
