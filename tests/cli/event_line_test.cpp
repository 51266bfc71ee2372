// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/event_line.hpp>

#include "die_trace.hpp"

namespace rigor {
namespace {

TEST(EventLine, TellsTimeNumberKindPairAndPoints) {
  EXPECT_EQ(event_line(die_trace().events.at(0), die_trace()),
            "   0.780061774 s      0  impact        ground, die (1 point)");
}

TEST(EventLine, PiecesAreNamedWhereThereAreSeveralAndUnknownOnesSurvive) {
  trace::Trace trace;
  trace.bodies.resize(1);
  trace.bodies[0].name = "table";
  trace.bodies[0].pieces.resize(2);
  trace.bodies[0].pieces[0].name = "top";
  trace.bodies[0].pieces[1].name = "leg";
  EXPECT_EQ(pair_text({0, 1}, {7, 0}, trace), "table/leg, unknown");
  EXPECT_EQ(pair_text({trace::kWorld, 3}, {0, 9}, trace), "world, table");
  EXPECT_EQ(pair_text({0, 0}, {0, 0}, trace), "table/top");
}

}  // namespace
}  // namespace rigor
