// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/importing/make_draft.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

SourceScene robot(const std::string& text, Base base = Base::Fixed) {
  return read_urdf(parse_xml(text, "f"), "f", base);
}

int count(const SourceScene& scene, NoteKind kind) {
  return static_cast<int>(std::count_if(scene.notes.begin(), scene.notes.end(),
                                        [kind](const Note& note) { return note.kind == kind; }));
}

std::string without_mass(std::string text, const std::string& link) {
  const std::size_t from = text.find("<inertial>", text.find("<link name='" + link + "'>"));
  const std::size_t to = text.find("</inertial>", from);
  return text.erase(from, to + 11 - from);
}

TEST(MakeDraft, AHeldBaseIsAFixedBody) {
  SourceScene source = robot(two_links("", "type='continuous'"));
  const SceneDraft draft = make_draft(source, "f", {});
  ASSERT_EQ(draft.fixed.size(), 1U);
  EXPECT_EQ(draft.fixed[0].name, "a");
  ASSERT_EQ(draft.mechanisms.size(), 1U);
  EXPECT_EQ(draft.mechanisms[0].links[0].parent, "a");
}

TEST(MakeDraft, AHeldBaseWithoutShapesIsTheWorld) {
  std::string text = two_links("", "type='continuous'");
  const std::size_t from = text.find("<collision>");
  text.erase(from, text.find("</collision>") + 12 - from);
  SourceScene source = robot(text);
  const SceneDraft draft = make_draft(source, "f", {});
  EXPECT_TRUE(draft.fixed.empty());
  EXPECT_TRUE(draft.mechanisms[0].links[0].parent.empty());
  EXPECT_EQ(draft.mechanisms[0].links[0].joint.X_PC.translation, Vector3(0, 0, 1));
}

TEST(MakeDraft, AFloatingJointHasNoParentAndStartsWhereTheFilePutsIt) {
  SourceScene source = robot(two_links("", "type='floating'"));
  const SceneDraft draft = make_draft(source, "f", {});
  EXPECT_TRUE(draft.mechanisms[0].links[0].parent.empty());
  EXPECT_EQ(draft.mechanisms[0].links[0].X_WL.translation, Vector3(0, 0, 1));
}

TEST(MakeDraft, WhatMovesHasMassOrIsMendedIfAsked) {
  const std::string text = without_mass(two_links("", "type='continuous'"), "b");
  SourceScene source = robot(text);
  EXPECT_NE(refusal_of([&] { make_draft(source, "f", {}); }).find("has mass"), std::string::npos);
  source = robot(text);
  const SceneDraft draft = make_draft(source, "f", {.repair = true});
  EXPECT_DOUBLE_EQ(draft.mechanisms[0].links[0].inertia->mass, 0.002);
  EXPECT_EQ(count(source, NoteKind::Repaired), 1);
}

TEST(MakeDraft, APointWithMassIsSoundWhereItIsHeldToABody) {
  std::string text = two_links("", "type='fixed'");
  const std::string moments = "<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/>";
  text.erase(text.rfind(moments), moments.size());
  SourceScene source = robot(text, Base::Free);
  const SceneDraft draft = make_draft(source, "f", {});
  const SpatialInertia& whole = *draft.mechanisms[0].links[0].inertia;
  EXPECT_DOUBLE_EQ(whole.mass, 4.0);
  EXPECT_DOUBLE_EQ(whole.com.z(), 0.5);
  EXPECT_DOUBLE_EQ(whole.about_com(0, 0), 0.1 + 2 * 0.25 + 2 * 0.25);
}

}  // namespace
}  // namespace rigor::importing
