// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include <rigor/cli/meaning.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {
namespace {

TEST(Meaning, EveryWordHasItsOwnSentence) {
  std::set<std::string> sentences;
  for (int kind = 0; kind <= static_cast<int>(trace::EventKind::Sample); ++kind) {
    sentences.insert(meaning_of(static_cast<trace::EventKind>(kind)));
  }
  EXPECT_EQ(sentences.size(), 12U);
  sentences.clear();
  for (int reason = 0; reason <= static_cast<int>(trace::EndReason::Floor); ++reason) {
    sentences.insert(meaning_of(static_cast<trace::EndReason>(reason)));
  }
  EXPECT_EQ(sentences.size(), 19U);
  sentences.clear();
  for (int stop = 0; stop <= static_cast<int>(StopKind::Uncertified); ++stop) {
    sentences.insert(meaning_of_stop(name(static_cast<StopKind>(stop))));
  }
  EXPECT_EQ(sentences.size(), 16U);
  EXPECT_FALSE(sentences.contains(""));
  EXPECT_EQ(meaning_of_stop("nonsense"), "");
  sentences.clear();
  for (const char* method : {"oracle", "first_order", "paper", "stewart_trinkle", "anitescu_potra"})
    sentences.insert(meaning_of_method(method));
  EXPECT_EQ(sentences.size(), 5U);
  EXPECT_EQ(meaning_of_method("nonsense"), "");
}

}  // namespace
}  // namespace rigor
