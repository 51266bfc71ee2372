// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {
namespace {

TEST(SdfValues, AreTextsOfElementsWithoutTheSpaceAround) {
  Reading reading{.file = "m.sdf"};
  const XmlElement at = parse_xml(
      "<a><n> 2.5 </n><e>inf</e><d>-inf</d><t>\n word \n</t><v>1 2\n3</v><y>1</y><f>false</f></a>",
      "m.sdf");
  EXPECT_EQ(text_of(at, "t", ""), "word");
  EXPECT_EQ(text_of(at, "none", " other "), "other");
  EXPECT_TRUE(flag_of(at, "y"));
  EXPECT_FALSE(flag_of(at, "f"));
  EXPECT_FALSE(flag_of(at, "none"));
  EXPECT_EQ(number_of(reading, at, "n", 0.0, kFinite), 2.5);
  EXPECT_EQ(number_of(reading, at, "none", 7.0, kFinite), 7.0);
  EXPECT_EQ(number_of(reading, at, "e", 0.0, kLimit), kLimit.high);
  EXPECT_EQ(number_of(reading, at, "d", 0.0, kLimit), kLimit.low);
  EXPECT_EQ(vector_of(reading, at, "v", "0 0 0", kFinite), Vector3(1, 2, 3));
  EXPECT_EQ(vector_of(reading, at, "none", "4 5 6", kFinite), Vector3(4, 5, 6));
  EXPECT_TRUE(reading.problems.empty());
  EXPECT_EQ(number_of(reading, at, "t", 0.0, kFinite), 0.0);
  EXPECT_EQ(reading.problems.size(), 1U);
}

}  // namespace
}  // namespace rigor::importing
