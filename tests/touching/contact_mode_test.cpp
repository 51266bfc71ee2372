// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {
namespace {

PairId pair_of(std::uint32_t a, std::uint32_t b) { return {{a, 0}, {b, 0}}; }

ContactId contact(const PairId& pair, std::uint32_t vertex) { return {pair, {}, vertex}; }

/// Body 1 slides on the first half-space with one vertex and sticks with another; body 2 sticks
/// on body 1.
Mode two_pairs() {
  const PairId ground{{trace::kWorld, 0}, {1, 0}};
  Mode mode;
  mode.contacts = {{contact(pair_of(1, 2), 4), ContactState::Stick},
                   {contact(ground, 0), ContactState::Slip},
                   {contact(ground, 3), ContactState::Stick}};
  return mode;
}

TEST(ContactMode, ListsContactsInOrderAndByPair) {
  const Mode mode = two_pairs();
  const std::vector<ContactId> ids = ids_of(mode);
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_EQ(ids[0].vertex, 4u);
  EXPECT_EQ(ids[2].vertex, 3u);
  const auto of_pair = contacts_of(mode, pair_of(1, 2));
  ASSERT_EQ(of_pair.size(), 1u);
  EXPECT_EQ(of_pair[0]->id, ids[0]);
  EXPECT_TRUE(contacts_of(mode, pair_of(1, 3)).empty());
  EXPECT_TRUE(touches(mode, pair_of(1, 2)));
  EXPECT_FALSE(touches(mode, pair_of(1, 3)));
}

TEST(ContactMode, APairSlidesIfOneOfItsContactsDoes) {
  const Mode mode = two_pairs();
  EXPECT_TRUE(slides(mode, mode.contacts[1].id.pair));
  EXPECT_FALSE(slides(mode, pair_of(1, 2)));
  EXPECT_FALSE(slides(mode, pair_of(1, 3)));
}

TEST(ContactMode, StatesAreThoseOfVerticesOnHalfSpacesAndOfWholePairsElsewhere) {
  Mode mode = two_pairs();
  const PairId ground = mode.contacts[1].id.pair;
  EXPECT_EQ(state_of(mode, contact(ground, 0)), ContactState::Slip);
  EXPECT_EQ(state_of(mode, contact(ground, 3)), ContactState::Stick);
  EXPECT_EQ(state_of(mode, contact(pair_of(1, 2), 7)), ContactState::Stick);
  EXPECT_EQ(state_of(mode, contact(pair_of(1, 3), 7)), ContactState::Released);
  mode.contacts[0].state = ContactState::Slip;
  EXPECT_EQ(state_of(mode, contact(pair_of(1, 2), 7)), ContactState::Slip);
  mode.pivots = {contact(pair_of(1, 2), 7)};
  EXPECT_EQ(state_of(mode, contact(pair_of(1, 2), 7)), ContactState::Stick);
}

}  // namespace
}  // namespace rigor
