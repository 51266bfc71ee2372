// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include <rigor/report/plot.hpp>
#include <rigor/report/style.hpp>

namespace rigor {
namespace {

/// Relative luminance of #rrggbb (WCAG 2).
double luminance(const std::string& hex) {
  const auto channel = [&](std::size_t at) {
    const double c = std::stoi(hex.substr(at, 2), nullptr, 16) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

double contrast(const std::string& a, const std::string& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

std::string value(const std::string& block, const std::string& name) {
  std::smatch found;
  EXPECT_TRUE(std::regex_search(block, found, std::regex("--" + name + ": (#[0-9a-f]{6})")))
      << name;
  return found[1];
}

/// Every colour of a curve stands out from the paper by 3 : 1 and text by 4.5 : 1, in light and
/// dark.
TEST(Style, ColoursHaveContrast) {
  const std::string css(page_style());
  const auto dark_at = css.find("prefers-color-scheme: dark");
  ASSERT_NE(dark_at, std::string::npos);
  for (const std::string& block : {css.substr(0, dark_at), css.substr(dark_at)}) {
    const std::string paper = value(block, "paper");
    for (int i = 0; i < kColours; ++i) {
      EXPECT_GE(contrast(value(block, "c" + std::to_string(i)), paper), 3.0) << i;
    }
    EXPECT_GE(contrast(value(block, "soft"), paper), 4.5);
    EXPECT_GE(contrast(value(block, "ink"), paper), 7.0);
    for (const std::string look : {"good", "bad", "plain"}) {
      EXPECT_GE(contrast(value(block, look), value(block, look + "-back")), 4.5) << look;
    }
  }
}

}  // namespace
}  // namespace rigor
