// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/unit_notes.hpp>

namespace rigor {
namespace {

std::vector<std::string> notes_of(const std::string& text) {
  return unit_notes(parse_document(text, "a.yaml"), {"a.yaml"});
}

TEST(UnitNotes, AnglesThatLookLikeDegreesAreNoted) {
  const auto notes = notes_of("pose:\n  axis: [0, 0, 1]\n  angle: 90\n");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(
      notes[0],
      "a.yaml:3: angle = 90 is more than a full turn; angles are in radians (90 degrees would "
      "be 1.5708)");
  EXPECT_EQ(notes_of("pose: {axis: [0, 0, 1], angle: -45}").size(), 1u);
  EXPECT_TRUE(notes_of("pose: {axis: [0, 0, 1], angle: 6.28}").empty());
  EXPECT_TRUE(notes_of("pose: {axis: [0, 0, 1], angle: -6.28}").empty());
}

TEST(UnitNotes, DrivenBodiesMayTurnManyTimes) {
  EXPECT_TRUE(notes_of("driven: {axis: [0, 0, 1], knots: [{time: 1, angle: 90}]}").empty());
}

TEST(UnitNotes, AWrongFileIsNotTalkedAboutForEver) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 100; ++i) text += "  - {axis: [0, 0, 1], angle: 90}\n";
  EXPECT_EQ(notes_of(text).size(), 5u);
}

}  // namespace
}  // namespace rigor
