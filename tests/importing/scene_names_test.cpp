// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/scene_names.hpp>

namespace rigor::importing {
namespace {

TEST(SceneNames, OtherCharactersAndYamlWordsAreChanged) {
  EXPECT_EQ(allowed_name("left_arm-2.x"), "left_arm-2.x");
  EXPECT_EQ(allowed_name("a/b c:d"), "a_b_c_d");
  EXPECT_EQ(allowed_name(""), "_");
  EXPECT_EQ(allowed_name("3dof"), "_3dof");
  EXPECT_EQ(allowed_name("true"), "_true");
  EXPECT_EQ(allowed_name(std::string(100, 'x')).size(), 64U);
}

TEST(SceneNames, NoNameIsGivenTwice) {
  SceneNames names;
  EXPECT_EQ(names.take("link", "one"), "link");
  EXPECT_EQ(names.take("link", "two"), "two.link");
  EXPECT_EQ(names.take("link", "two"), "link_2");
  EXPECT_EQ(names.take("a b"), "a_b");
  EXPECT_EQ(names.take("a/b"), "a_b_2");
  const std::string longest(64, 'x');
  EXPECT_EQ(names.take(longest), longest);
  EXPECT_EQ(names.take(longest).size(), 64U);
}

}  // namespace
}  // namespace rigor::importing
