// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <rigor/trace/schema.hpp>

namespace rigor::trace {
namespace {

template <class Enum>
void expect_names() {
  std::set<std::string> names;
  for (unsigned i = 0; i < count_of(Enum{}); ++i) names.insert(name(static_cast<Enum>(i)));
  EXPECT_EQ(names.size(), count_of(Enum{}));
  EXPECT_EQ(names.count("unknown"), 0U);
  EXPECT_STREQ(name(static_cast<Enum>(count_of(Enum{}))), "unknown");
}

TEST(Types, EveryKindOfEventAndEndHasItsOwnNameAndTheCountsAreRight) {
  expect_names<EventKind>();
  expect_names<EndReason>();
}

TEST(Types, TheLastEnumeratorsMatchTheCountsOfTheFiles) {
  EXPECT_EQ(static_cast<unsigned>(BodyKind::Link) + 1, count_of(BodyKind{}));
  EXPECT_EQ(static_cast<unsigned>(JointKind::Free) + 1, count_of(JointKind{}));
  EXPECT_EQ(static_cast<unsigned>(CertificateKind::Contact) + 1, count_of(CertificateKind{}));
  EXPECT_EQ(static_cast<unsigned>(PlaneFrame::B) + 1, count_of(PlaneFrame{}));
}

}  // namespace
}  // namespace rigor::trace
