// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/chain_watch.hpp>
#include <rigor/reproduction/figures.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::recorded;
using testing::times_in;

TEST(ChainFigures, TheStrobeShowsEveryHinge) {
  const Findings& chain = recorded()["chain"];
  const Figure strobe = chain_figures(chain).at(0);
  std::size_t hinges = 1;  // the first one, once more, larger
  for (const Findings& one : chain["strobes"]) hinges += one.size();
  EXPECT_EQ(times_in(strobe.svg, "<circle"), hinges);
  EXPECT_EQ(times_in(strobe.svg, "<polyline"), chain["strobes"].size());
}

// Runs over other ground, and those without steps of the paper, are in no histogram.
TEST(ChainFigures, HistogramsHoldTheRunsOverTheSameGround) {
  const std::vector<Figure> figures = chain_figures(recorded()["chain"]);
  ASSERT_EQ(figures.size(), 4U);
  for (std::size_t i = 2; i < 4; ++i) {
    EXPECT_EQ(times_in(figures[i].svg, "<rect class=\"bar"), 2 * (kStepBins + 1));  // and a legend
    EXPECT_NE(figures[i].svg.find("paper printed"), std::string::npos);
    EXPECT_EQ(figures[i].svg.find(">oracle<"), std::string::npos);
  }
}

}  // namespace
}  // namespace rigor
