// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>

#include <rigor/report/page.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

ShownVerdict verdict() {
  ShownVerdict shown;
  shown.claim = Claim::Proved;
  shown.headline = "Proved: no two bodies overlap at any instant";
  shown.detail = "Checked with exact arithmetic.";
  shown.min_gap = 0.98e-8;
  shown.proved = {{"pairs covered for all times", "1"}};
  return shown;
}

/// The markup around the 3D view.
std::string around(const trace::Trace& trace, const ShownVerdict& shown) {
  const PageParts parts = report_parts(trace, shown);
  return parts.before + parts.after;
}

std::string page() { return around(Bouncing().trace(), verdict()); }

/// Opening and closing tags match, so nothing taken from the trace broke the markup.
void expect_balanced(const std::string& markup) {
  std::vector<std::string> open;
  for (auto at = markup.find('<'); at != std::string::npos; at = markup.find('<', at + 1)) {
    const auto end = markup.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const bool closes = markup[at + 1] == '/';
    const auto first = at + (closes ? 2 : 1);
    const std::string name = markup.substr(first, markup.find_first_of(" >/", first) - first);
    if (markup[end - 1] == '/' || name == "meta" || name == "br" || name == "!doctype") continue;
    if (!closes) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << name;
    ASSERT_EQ(open.back(), name);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST(Page, IsOneFileThatAsksForNothing) {
  const std::string markup = page();
  for (const std::string outside : {"src=", "url(", "@import", "<script", "<link"}) {
    EXPECT_EQ(markup.find(outside), std::string::npos) << outside;
  }
  int glossary = 0, events = 0;  // links inside the page only: to the glossary, to events
  for (std::size_t at = markup.find("href="); at != std::string::npos;
       at = markup.find("href=", at + 1)) {
    if (markup.substr(at, 13) == "href=\"#words\"") {
      ++glossary;
    } else {
      EXPECT_EQ(markup.substr(at, 9), "href=\"#e=");
      ++events;
    }
  }
  EXPECT_GT(glossary, 0);
  EXPECT_EQ(events, static_cast<int>(Bouncing().trace().events.size()));
  expect_balanced(markup);
  const std::string whole = report_page(Bouncing().trace(), verdict());
  EXPECT_NE(whole.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(whole.find(markup.substr(0, 200)), std::string::npos);
  if (const char* folder = std::getenv("RIGOR_REPORT_OUT")) {
    std::ofstream(std::string(folder) + "/report.html") << whole;
  }
}

TEST(Page, HasTheVerdictTheFiguresAndTheEvents) {
  const std::string markup = page();
  EXPECT_NE(markup.find("class=\"badge good\""), std::string::npos);
  const std::regex plot("<svg class=\"plot\"");
  EXPECT_EQ(std::distance(std::sregex_iterator(markup.begin(), markup.end(), plot), {}), 4);
  EXPECT_NE(markup.find("accumulation"), std::string::npos);
  EXPECT_EQ(markup.find("nan"), std::string::npos);
}

TEST(Page, SaysProvedOnlyIfItWas) {
  for (const Claim claim : {Claim::Refused, Claim::Measured, Claim::NotChecked}) {
    ShownVerdict shown;
    shown.claim = claim;
    shown.headline = "x";
    EXPECT_EQ(around(Bouncing().trace(), shown).find("badge good"), std::string::npos);
  }
}

TEST(Page, EscapesEverythingFromTheTrace) {
  trace::Trace trace = Bouncing().trace();
  const std::string evil = "</pre><script>\"'&";
  trace.header.scene_text = trace.header.law = trace.header.method = evil;
  trace.header.program_version = trace.header.scene_hash = trace.header.scene_name = evil;
  trace.footer.stopped = evil;
  trace.bodies[0].name = trace.bodies[0].pieces[0].name = trace.half_spaces[0].name = evil;
  for (trace::Event& event : trace.events) event.note = evil;
  ShownVerdict shown = verdict();
  shown.headline = shown.detail = evil;
  shown.failures = {evil};
  shown.proved = shown.measured = {{evil, evil}};
  const std::string markup = around(trace, shown);
  EXPECT_EQ(markup.find("<script"), std::string::npos);
  expect_balanced(markup);
}

TEST(Page, HasNoPlotOfContactsWhereNothingTouches) {
  trace::Trace trace = Bouncing().trace();
  for (trace::Certificate& certificate : trace.certificates) certificate.active.clear();
  EXPECT_EQ(around(trace, verdict()).find(">Contact points<"), std::string::npos);
  EXPECT_NE(page().find(">Contact points<"), std::string::npos);
}

TEST(Page, SameTraceSameBytes) {
  EXPECT_EQ(report_page(Bouncing().trace(), verdict()), report_page(Bouncing().trace(), verdict()));
}

TEST(Page, AnEmptyTraceStillGivesAPage) { expect_balanced(around({}, verdict())); }

}  // namespace
}  // namespace rigor
