// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include <rigor/report/glossary.hpp>

namespace rigor {
namespace {

TEST(Glossary, EveryWordIsInTheTableAndInTheDocument) {
  std::ifstream file(RIGOR_DOCS "/glossary.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  const std::string table = glossary_table();
  for (const GlossaryWord& word : glossary_words()) {
    EXPECT_NE(table.find(std::string("<td>") + word.word + "</td>"), std::string::npos)
        << word.word;
    EXPECT_NE(document.find(std::string("**") + word.word + "**"), std::string::npos) << word.word;
  }
}

TEST(Glossary, LinksLeadToTheTable) {
  EXPECT_NE(glossary_table().find("id=\"words\""), std::string::npos);
  EXPECT_EQ(glossary_link("skin"), "<a href=\"#words\">skin</a>");
}

}  // namespace
}  // namespace rigor
