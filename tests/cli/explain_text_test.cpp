// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/explain.hpp>
#include <rigor/cli/explain_text.hpp>

#include "die_trace.hpp"

namespace rigor {
namespace {

TEST(ExplainText, SaysWhatTheFactsSay) {
  auto run = explained_run(die_trace());
  run["reason"] = "a reason";
  const std::string text = text_of_run(run);
  EXPECT_NE(text.find("every body is at rest"), std::string::npos) << text;
  EXPECT_NE(text.find("a reason"), std::string::npos);
  EXPECT_EQ(text.find("complete  no"), std::string::npos);
  const std::string event = text_of_event(explained_event(die_trace(), 0));
  EXPECT_NE(event.find("proved: it could not have been missed"), std::string::npos) << event;
  const std::string instant = text_of_time(explained_time(die_trace(), 0.5));
  EXPECT_NE(instant.find("ground, die: apart by more than"), std::string::npos) << instant;
}

}  // namespace
}  // namespace rigor
