// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <rigor/report/packing.hpp>
#include <rigor/report/payload.hpp>
#include <rigor/report/view_page.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

ShownVerdict verdict() {
  ShownVerdict shown;
  shown.claim = Claim::Proved;
  shown.headline = "Proved";
  shown.checker = "a checker";
  shown.min_gap = 0.98e-8;
  shown.min_gap_time = 0.5;
  shown.min_gap_pair = "cube and ground";
  return shown;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto at = text.find(begin);
  EXPECT_NE(at, std::string::npos);
  const auto from = at + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

TEST(ViewPage, CarriesTraceAndVerdict) {
  const trace::Trace trace = Bouncing().trace();
  const ShownVerdict shown = verdict();
  const std::string page =
      view_page({{"a run", trace, shown}}, {"a & b", "<p>front</p>", "<p>back</p>"});
  EXPECT_EQ(between(page, "class=\"rigor-trace\">", "</script>"), base64(viewer_payload(trace)));
  const auto facts = nlohmann::json::parse(between(page, "class=\"rigor-run\">", "</script>"));
  EXPECT_EQ(facts["label"], "a run");
  EXPECT_EQ(facts["verdict"]["claim"], "proved");
  EXPECT_EQ(facts["verdict"]["min_gap"], 0.98e-8);
  EXPECT_EQ(facts["verdict"]["min_gap_pair"], "cube and ground");
  EXPECT_TRUE(facts["verdict"]["first_failure"].is_null());
  EXPECT_TRUE(facts["thinning"].is_null());
  EXPECT_NE(page.find("<title>a &amp; b · Rigor</title>"), std::string::npos);
  EXPECT_LT(page.find("<p>front</p>"), page.find("id=\"rigor-view\""));
  EXPECT_LT(page.find("id=\"rigor-view\""), page.find("<p>back</p>"));
  EXPECT_EQ(page.find("<!--rigor:"), std::string::npos);
}

TEST(ViewPage, CarriesSeveralRuns) {
  const trace::Trace trace = Bouncing().trace();
  const ShownVerdict shown = verdict();
  const std::string page = view_page({{"1", trace, shown}, {"2", trace, shown}}, {"x", "", ""});
  EXPECT_EQ(count(page, "class=\"rigor-trace\""), 2U);
}

/// Names can not leave the element that carries them.
TEST(ViewPage, TreatsEverythingAsData) {
  const trace::Trace trace = Bouncing().trace();
  ShownVerdict shown = verdict();
  const std::string evil = "</script><script>alert(1)</script><!--";
  shown.headline = shown.detail = shown.min_gap_pair = evil;
  shown.failures = {evil};
  const std::string page = view_page({{evil, trace, shown}}, {evil, "", ""});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  const auto facts = nlohmann::json::parse(between(page, "class=\"rigor-run\">", "</script>"));
  EXPECT_EQ(facts["label"], evil);
}

/// The page may fetch nothing and run nothing but its own script.
TEST(ViewPage, TheTemplateAsksForNothing) {
  const std::string page(viewer_template());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(page.find("script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("<link"), std::string::npos);
  EXPECT_EQ(count(page, "<script"), 1U);
}

}  // namespace
}  // namespace rigor
