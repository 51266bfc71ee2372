// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/ledger.hpp>

namespace rigor {
namespace {

trace::Segment segment(double start, double end, trace::EndReason reason) {
  trace::Segment out;
  out.start = trace::time_from(start);
  out.end = trace::time_from(end);
  out.reason = reason;
  return out;
}

TEST(Ledger, NumbersEventsAndCountsSegmentsThatMove) {
  Ledger ledger;
  publish(ledger, {trace::time_from(1.0),
                   {segment(0.0, 1.0, trace::EndReason::Touch),
                    segment(0.0, 0.25, trace::EndReason::Accuracy),
                    segment(0.0, 8.0, trace::EndReason::Rest)},
                   {},
                   std::vector<trace::Event>(2)});
  publish(ledger, {trace::time_from(2.0), {}, {}, std::vector<trace::Event>(1)});
  ASSERT_EQ(ledger.pending.events.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(ledger.pending.events[i].index, i);
  EXPECT_EQ(ledger.outcome.events, 3U);
  EXPECT_EQ(ledger.outcome.segments, 3U);
  close(ledger, trace::time_from(8.0));
  const trace::Footer& footer = ledger.outcome.footer;
  EXPECT_EQ(footer.steps, 2U);
  EXPECT_EQ(footer.step_min, 0.25);
  EXPECT_EQ(footer.step_max, 1.0);
  EXPECT_EQ(footer.step_mean, 0.625);
  EXPECT_EQ(footer.end, trace::time_from(8.0));
}

TEST(Ledger, TheLargestGainIsAboveTheLowestEnergyAndWithoutGivenWork) {
  Ledger ledger;
  begin_energy(ledger, 10.0);
  note_energy(ledger, -4.0);  // 6 J
  note_energy(ledger, 1.0);   // 7 J: a gain of 1 J
  ledger.supplied_work += 5.0;
  note_energy(ledger, 5.5);  // 12.5 J, 7.5 J of its own
  note_energy(ledger, -2.0);
  close(ledger, trace::time_from(1.0));
  EXPECT_EQ(ledger.outcome.footer.energy_initial, 10.0);
  EXPECT_EQ(ledger.outcome.footer.energy_final, 10.5);
  EXPECT_EQ(ledger.outcome.footer.energy_max_gain, 1.5);
  EXPECT_EQ(ledger.outcome.footer.energy_work, 5.0);
}

}  // namespace
}  // namespace rigor
