// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include <gtest/gtest.h>

#include <rigor/report/event_table.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

std::ptrdiff_t rows(const std::string& markup) {
  const std::regex row("<tr><td");
  return std::distance(std::sregex_iterator(markup.begin(), markup.end(), row), {});
}

TEST(EventTable, ListsEveryEventAndSaysWhatItCuts) {
  trace::Trace trace = Bouncing().trace();
  EXPECT_EQ(rows(event_table(trace)), std::ssize(trace.events));
  trace.events.resize(kMostEventRows + 7, trace.events.front());
  const std::string long_table = event_table(trace);
  EXPECT_EQ(rows(long_table), static_cast<std::ptrdiff_t>(kMostEventRows));
  EXPECT_NE(long_table.find("7 more are in events.jsonl"), std::string::npos);
  trace.events.clear();
  EXPECT_NE(event_table(trace).find("No events"), std::string::npos);
}

TEST(EventTable, TellsProvedFromLocated) {
  trace::Trace trace = Bouncing().trace();
  trace.events.resize(1);
  EXPECT_NE(event_table(trace).find("proved, within"), std::string::npos);
  trace.events[0].proved = false;
  trace.events[0].location_error = 1e-12;
  EXPECT_NE(event_table(trace).find("located, ± 1&thinsp;×&thinsp;10<sup>−12</sup>"),
            std::string::npos);
}

TEST(EventTable, NamesBodiesPiecesAndHalfSpaces) {
  trace::Trace trace = Bouncing().trace();
  EXPECT_EQ(piece_name(trace, {trace::kWorld, 0}), "ground");
  EXPECT_EQ(piece_name(trace, {0, 0}), "cube");
  trace.bodies[0].pieces.push_back(trace.bodies[0].pieces[0]);
  trace.bodies[0].pieces[1].name = "lid";
  EXPECT_EQ(piece_name(trace, {0, 1}), "cube/lid");
  EXPECT_EQ(piece_name(trace, {9, 0}), "unknown");
}

}  // namespace
}  // namespace rigor
