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

TEST(ExplainText, RoundingIsShownAsZeroBesideTheOtherImpulsesAndSpeeds) {
  auto event = explained_event(die_trace(), 0);
  event["contacts"] = nlohmann::ordered_json::array();
  for (const double impulse : {0.25, 4e-18})
    event["contacts"].push_back(
        {{"point", {1, 2, 3}}, {"normal", {0, 0, 1}}, {"impulse", {impulse, 0, 0}}});
  const std::string text = text_of_event(event);
  EXPECT_NE(text.find("impulse (0.25, 0, 0) N s"), std::string::npos) << text;
  EXPECT_NE(text.find("impulse (0, 0, 0) N s"), std::string::npos) << text;
  auto instant = explained_time(die_trace(), 0.5);
  instant["bodies"][0]["linear"] = {0, 0, -2e-15};
  instant["bodies"][0]["angular"] = {0, 1.5, 0};
  EXPECT_NE(text_of_time(instant).find("velocity (0, 0, 0) m/s, turning (0, 1.5, 0) rad/s"),
            std::string::npos);
}

}  // namespace
}  // namespace rigor
