// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/drawing.hpp>

namespace rigor {
namespace {

TEST(Drawing, CoordinatesAreShortAndWordsEscaped) {
  Drawing sheet(100.0, 50.0, "a < b");
  sheet.line({0.04, -0.04}, {10.0, 2.25}, "axis");
  sheet.text({1.0, 2.0}, "x & y", "note");
  EXPECT_EQ(sheet.svg(),
            "<svg class=\"plot\" viewBox=\"0 0 100 50\" role=\"img\" aria-label=\"a &lt; b\" "
            "xmlns=\"http://www.w3.org/2000/svg\">"
            "<line class=\"axis\" x1=\"0\" y1=\"0\" x2=\"10\" y2=\"2.2\"/>"
            "<text class=\"note\" x=\"1\" y=\"2\">x &amp; y</text></svg>\n");
}

// The head of an arrow to the right: 6 units back, 3 to each side.
TEST(Drawing, ArrowsEndInAHead) {
  Drawing sheet(1.0, 1.0, "");
  sheet.arrow({0.0, 0.0}, {20.0, 0.0}, 3);
  EXPECT_NE(sheet.svg().find("<polyline class=\"curve c3\" points=\"14,3 20,0 14,-3\"/>"),
            std::string::npos);
  Drawing none(1.0, 1.0, "");
  none.arrow({5.0, 5.0}, {5.0, 5.0}, 3);
  EXPECT_EQ(none.svg().find("polyline"), std::string::npos);
}

TEST(Drawing, AWindowHidesWhatIsOutside) {
  Drawing sheet(1.0, 1.0, "");
  sheet.open_window({10.0, 20.0}, 30.0, 40.0);
  sheet.circle({0.0, 0.0}, 1.0, "ball");
  sheet.close_window();
  EXPECT_NE(sheet.svg().find("<svg x=\"10\" y=\"20\" width=\"30\" height=\"40\" "
                             "viewBox=\"10 20 30 40\"><circle"),
            std::string::npos);
  EXPECT_TRUE(sheet.svg().ends_with("</svg></svg>\n"));
}

}  // namespace
}  // namespace rigor
