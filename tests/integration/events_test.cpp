// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/events.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

const PairAxis kFaceA{AxisKind::FaceOfA, 2, 0, 1};
const PairAxis kFaceB{AxisKind::FaceOfB, 0, 3, 1};

Mode mode_of(const std::vector<ContactId>& ids) {
  Mode mode;
  for (const ContactId& id : ids) mode.contacts.push_back({id, ContactState::Frictionless, 0.0});
  return mode;
}

/// The kinds of events when the mode goes from `before` to `after`; `impulse` acts on each point.
std::vector<trace::EventKind> kinds(const std::vector<ContactId>& before,
                                    const std::vector<ContactId>& after,
                                    const Vector3& impulse = Vector3::Zero()) {
  Island island;
  island.departure.mode = mode_of(before);
  ResolvedEvent result;
  result.cluster = {{0, 1}, {BodyState{}, BodyState{}}};
  result.mode = mode_of(after);
  result.impact = !impulse.isZero(0.0);
  for (const ContactId& id : after) {
    TouchPoint point;
    point.pair = id.pair;
    point.impulse_W = impulse;
    result.points.push_back(point);
  }
  std::vector<trace::EventKind> out;
  for (const trace::Event& event : events_of(island, Moment{}, result)) {
    EXPECT_EQ(event.contacts_before, before.size());
    EXPECT_EQ(event.contacts_after, after.size());
    out.push_back(event.kind);
  }
  return out;
}

using Kinds = std::vector<trace::EventKind>;

TEST(Events, AreNamedByWhatBecameOfThePair) {
  const ContactId one{pair_of(0, 1), kFaceA, 1};
  const ContactId two{pair_of(0, 1), kFaceA, 2};
  const ContactId other{pair_of(0, 1), kFaceB, 1};
  EXPECT_EQ(kinds({}, {one}), Kinds{trace::EventKind::Touch});
  EXPECT_EQ(kinds({one}, {one, two}), Kinds{trace::EventKind::Touch});
  EXPECT_EQ(kinds({one, two}, {two}), Kinds{trace::EventKind::Lift});
  EXPECT_EQ(kinds({one}, {}), Kinds{trace::EventKind::Lift});
  EXPECT_EQ(kinds({one}, {two}), Kinds{trace::EventKind::Lift});
  EXPECT_EQ(kinds({one}, {other}), Kinds{trace::EventKind::Feature});
  EXPECT_EQ(kinds({one}, {one}), Kinds{});
  EXPECT_EQ(kinds({}, {one}, Vector3::UnitZ()), Kinds{trace::EventKind::Impact});
  EXPECT_EQ(kinds({one}, {one}, Vector3::UnitZ()), Kinds{trace::EventKind::Impact});
}

TEST(Events, SpeedsThatAreOnlyPutRightAreAnEventIfThatTakesAnImpulse) {
  const ContactId one{pair_of(0, 1), kFaceA, 1};
  Island island;
  island.departure.mode = mode_of({one});
  ResolvedEvent result;
  result.cluster = {{0, 1}, {BodyState{}, BodyState{}}};
  result.mode = mode_of({one});
  TouchPoint point;
  point.pair = one.pair;
  point.settling_W = {1e-6, 0, 2e-6};
  result.points = {point};
  const std::vector<trace::EventJoint> joints = {{3, 0, 0, {0, 1e-5, 0}, {}}};
  EXPECT_TRUE(events_of(island, Moment{}, result, {}, 1e-5).empty());
  EXPECT_TRUE(events_of(island, Moment{}, result, joints, 2e-5).empty());
  for (const bool jointed : {false, true}) {
    const auto events = events_of(island, Moment{}, result,
                                  jointed ? joints : std::vector<trace::EventJoint>{}, 1e-9);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, trace::EventKind::Stick);
    ASSERT_EQ(events[0].contacts.size(), 1U);
    EXPECT_EQ(events[0].contacts[0].impulse, (trace::Triple{1e-6, 0, 2e-6}));
    EXPECT_EQ(events[0].joints.size(), jointed ? 1U : 0U);
  }
}

TEST(Events, ComePairByPairInOrder) {
  const ContactId ground = on_ground(0, 3);
  const ContactId bodies{pair_of(0, 1), kFaceA, 1};
  EXPECT_EQ(kinds({ground}, {bodies}), (Kinds{trace::EventKind::Touch, trace::EventKind::Lift}));
}

TEST(Events, OfTheWholeIslandFollow) {
  Island island;
  ResolvedEvent result;
  result.cluster = {{0, 1}, {BodyState{}, BodyState{}}};
  result.jammed = {{pair_of(0, 1), 0}, {on_ground(1, 5).pair, 5}};
  result.indeterminate = true;
  result.order_matters = true;
  const auto events = events_of(island, Moment{}, result);
  ASSERT_EQ(events.size(), 4U);
  EXPECT_EQ(events[0].kind, trace::EventKind::Jam);
  EXPECT_EQ(events[0].note.rfind("the contact", 0), 0U) << events[0].note;
  EXPECT_EQ(events[1].kind, trace::EventKind::Jam);
  EXPECT_EQ(events[1].note.rfind("vertex 5", 0), 0U) << events[1].note;
  EXPECT_EQ(events[2].kind, trace::EventKind::Indeterminate);
  EXPECT_EQ(events[3].kind, trace::EventKind::MultiImpact);
}

TEST(Events, ManifoldChangesCountPairsNotContacts) {
  const ContactId one{pair_of(0, 1), kFaceA, 1};
  const ContactId two{pair_of(0, 1), kFaceA, 2};
  const ContactId ground = on_ground(0, 3);
  EXPECT_EQ(manifold_changes(mode_of({one, two}), mode_of({one, two})), 0);
  EXPECT_EQ(manifold_changes(mode_of({}), mode_of({one, two})), 1);
  EXPECT_EQ(manifold_changes(mode_of({ground}), mode_of({one, two})), 2);
}

}  // namespace
}  // namespace rigor
