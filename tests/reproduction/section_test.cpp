// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/section.hpp>

namespace rigor {
namespace {

FactTable small_table() {
  return {"A caption with *stress*.", {"name", "Δt, s"}, {{"a|b \"c\"", "1"}, {"<d>", "22"}}};
}

TEST(Section, TablesAreAlignedByLettersNotBytes) {
  EXPECT_EQ(text_of(small_table()), "name     Δt, s\na|b \"c\"  1\n<d>      22\n");
}

TEST(Section, CommaSeparatedValuesAreQuoted) {
  EXPECT_EQ(csv_of(small_table()), "\"name\",\"Δt, s\"\n\"a|b \"\"c\"\"\",\"1\"\n\"<d>\",\"22\"\n");
}

std::vector<Section> small_page() {
  return {{"summary", "A & B", {Words{"Some `code` <b>."}, small_table()}},
          {"more", "More", {Figure{"dot", "<svg class=\"plot\"><g/></svg>\n", "A dot."}}}};
}

TEST(Section, PageEscapesWhatIsNotMarkup) {
  const std::string page = page_of(small_page());
  EXPECT_NE(page.find("<h1 id=\"summary\">A &amp; B</h1>"), std::string::npos);
  EXPECT_NE(page.find("<p>Some <code>code</code> &lt;b&gt;.</p>"), std::string::npos);
  EXPECT_NE(page.find("<td>&lt;d&gt;</td>"), std::string::npos);
  EXPECT_NE(page.find("<a href=\"#more\">More</a>"), std::string::npos);
  EXPECT_NE(page.find("<figcaption>A dot.</figcaption>"), std::string::npos);
  EXPECT_EQ(page.find("http://"), std::string::npos);  // nothing is fetched
}

TEST(Section, MarkdownNamesItsFigures) {
  const std::string text = markdown_of(small_page(), "figures");
  EXPECT_EQ(text.rfind("# A & B\n", 0), 0U);
  EXPECT_NE(text.find("\n## More\n"), std::string::npos);
  EXPECT_NE(text.find("| a\\|b \"c\" | 1 |"), std::string::npos);
  EXPECT_NE(text.find("![dot](figures/dot.svg)\n"), std::string::npos);
}

TEST(Section, AFigureAloneHasItsStyle) {
  const std::string file = standalone({"dot", "<svg class=\"plot\"><g/></svg>\n", ""});
  EXPECT_EQ(file.rfind("<svg class=\"plot\"><style>", 0), 0U);
  EXPECT_TRUE(file.ends_with("</style><g/></svg>\n"));
}

}  // namespace
}  // namespace rigor
