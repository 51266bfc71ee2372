// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/note.hpp>

namespace rigor::importing {
namespace {

TEST(Note, EqualNotesAreToldOnceByKindWithTheirLines) {
  const std::vector<Note> notes{{NoteKind::Added, "floor", "asked for", {}},
                                {NoteKind::LeftOut, "visual", "drawn only", {0, 9, 1}},
                                {NoteKind::LeftOut, "sensor", "not simulated", {0, 4, 1}},
                                {NoteKind::LeftOut, "visual", "drawn only", {0, 3, 1}}};
  const std::vector<NoteGroup> groups = grouped(notes);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(to_text(groups[0]), "visual (2 times, lines 3, 9): drawn only");
  EXPECT_EQ(to_text(groups[1]), "sensor (line 4): not simulated");
  EXPECT_EQ(to_text(groups[2]), "floor: asked for");
}

}  // namespace
}  // namespace rigor::importing
