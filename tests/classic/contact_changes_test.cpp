// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/classic/contact_changes.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

TakenStep step_with(std::vector<std::uint32_t> vertices, double impulse) {
  TakenStep step;
  PairContact contact;
  for (const std::uint32_t vertex : vertices) {
    PlaneContact point;
    point.on_B = {FeatureKind::Vertex, vertex};
    contact.points.push_back(point);
    step.impulses.impulses.emplace_back(0.0, 0.0, impulse);
  }
  if (!vertices.empty()) step.contacts.push_back(contact);
  return step;
}

// The authors count a change where the number of points becomes another one that is not zero; we
// count every change of the set.
TEST(ContactChanges, AreCountedInBothWays) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("a", "position: [0, 0, 3]", "linear: [0, 0, 0]") + kGroundText);
  struct Row {
    std::vector<std::uint32_t> vertices;
    double impulse;
    std::uint64_t ours, papers;
    std::vector<trace::EventKind> events;
  };
  using trace::EventKind;
  ContactHistory history;
  for (const Row& row : std::vector<Row>{{{}, 0.0, 0, 0, {}},
                                         {{3}, 1.0, 1, 1, {EventKind::Impact}},
                                         {{3}, 1.0, 0, 0, {}},
                                         {{5}, 0.0, 1, 0, {EventKind::Touch}},
                                         {{5, 7}, 1.0, 1, 1, {EventKind::Impact}},
                                         {{7}, 1.0, 1, 1, {EventKind::Lift}},
                                         {{}, 0.0, 1, 0, {EventKind::Lift}}}) {
    const ContactChanges changes =
        history.compare(*scene->bodies, step_with(row.vertices, row.impulse), {});
    EXPECT_EQ(changes.manifold_changes, row.ours);
    EXPECT_EQ(changes.paper_changes, row.papers);
    ASSERT_EQ(changes.events.size(), row.events.size());
    if (!row.events.empty()) {
      EXPECT_EQ(changes.events[0].kind, row.events[0]);
    }
    EXPECT_EQ(history.points(), row.vertices.size());
  }
}

}  // namespace
}  // namespace rigor
