// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/pace.hpp>

namespace rigor {
namespace {

RunProgress at(double time, std::uint64_t segments) {
  RunProgress progress{.time = time, .until = 10.0, .segments = segments};
  progress.pair = "die and ground";
  return progress;
}

TEST(Pace, TellsTheRateAndTheTimeLeft) {
  Pace pace;
  EXPECT_EQ(pace.text(), "");
  pace.add(at(0.0, 0), 0.0);
  pace.add(at(0.1, 10), 1.0);
  EXPECT_EQ(pace.text(), "");  // too early to say
  pace.add(at(0.5, 50), 5.0);
  EXPECT_EQ(pace.text(), "at most about 2 min left, 0.1 s simulated per second");
}

TEST(Pace, OnlyTheLastSecondsCount) {
  Pace pace;
  for (int i = 0; i <= 100; ++i) pace.add(at(i < 50 ? 0.0 : 0.1 * (i - 50), 0), i);
  EXPECT_EQ(pace.text(), "at most about 50 s left, 0.1 s simulated per second");
}

TEST(Pace, SaysWhenARunIsStalledAndWhere) {
  Pace pace;
  for (int i = 0; i <= 20; ++i) pace.add(at(1.0 + 1e-9 * i, 200U * static_cast<unsigned>(i)), i);
  EXPECT_EQ(pace.text().rfind("stalled: 2,200 segments for the last 1e-08 s, die and ground", 0),
            0U)
      << pace.text();
}

TEST(Pace, SaysWhenEventsFollowEachOtherAtOneInstant) {
  Pace pace;
  for (int i = 0; i <= 20; ++i) {
    RunProgress progress = at(1.5, 24);
    progress.events = 10U * static_cast<unsigned>(i);
    pace.add(progress, i);
  }
  EXPECT_EQ(pace.text(), "stalled: 110 events at 1.5 s, die and ground");
}

TEST(Pace, WritesNumbersForPeople) {
  EXPECT_EQ(grouped(7), "7");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(300.0), "5 min");
  EXPECT_EQ(duration_text(7200.0), "2.0 h");
}

}  // namespace
}  // namespace rigor
