// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/report/markup.hpp>

namespace rigor {
namespace {

TEST(Markup, NothingOfTheTextCanBecomeMarkup) {
  EXPECT_EQ(escaped("<script>alert(\"1\" & '2')</script>"),
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
  EXPECT_EQ(escaped(std::string("a\x01") + "b\x7f"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(escaped("é\n"), "é\n");
}

TEST(Markup, NumbersAreShortAndRaised) {
  EXPECT_EQ(number_markup(1.5e-8), "1.5&thinsp;×&thinsp;10<sup>−8</sup>");
  EXPECT_EQ(number_markup(0.25), "0.25");
  EXPECT_EQ(number_markup(-2e-9), "−2&thinsp;×&thinsp;10<sup>−9</sup>");
  EXPECT_EQ(number_markup(-0.0), "0");
  EXPECT_EQ(number_markup(1e20), "1&thinsp;×&thinsp;10<sup>20</sup>");
  EXPECT_EQ(number_markup(std::numeric_limits<double>::infinity()), "infinite");
  EXPECT_EQ(number_text(1.0 / 3, 3), "0.333");
  EXPECT_EQ(number_text(1e-8), "1e-8");
  EXPECT_EQ(number_text(-1.5e300), "-1.5e300");
}

TEST(Markup, RoundingIsNoChange) {
  EXPECT_EQ(visible_change(2.1e-14, 32.8), 0.0);
  EXPECT_EQ(visible_change(-2.1e-14, 32.8), 0.0);
  EXPECT_EQ(visible_change(1e-9, 32.8), 1e-9);
  EXPECT_EQ(visible_change(1e-20, 0.0), 1e-20);
}

TEST(Markup, LowerBoundsAreNeverRoundedUp) {
  EXPECT_EQ(number_text(rounded_down(9.99999898e-9, 4), 4), "9.999e-9");
  EXPECT_EQ(rounded_down(1e-8, 4), 1e-8);
  EXPECT_EQ(rounded_down(0.98e-8, 4), 0.98e-8);
  EXPECT_EQ(number_text(rounded_down(-1.00001, 3), 3), "-1.01");
  Random random(8);
  for (int i = 0; i < 10'000; ++i) {
    const double value = std::pow(10.0, random.uniform(-12, 12));
    const double shown = std::stod(number_text(rounded_down(value, 4), 4));
    EXPECT_LE(shown, value);
    EXPECT_GE(shown, value * (1 - 1.001e-3));
  }
}

}  // namespace
}  // namespace rigor
