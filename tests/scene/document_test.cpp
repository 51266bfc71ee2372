// SPDX-License-Identifier: Apache-2.0
#include <ctime>
#include <functional>

#include <gtest/gtest.h>

#include <rigor/scene/document.hpp>

namespace rigor {
namespace {

/// The problem with which `text` is refused.
Problem refusal(const std::string& text) {
  try {
    parse_document(text, "x.yaml");
  } catch (const SceneError& error) {
    return error.problems().at(0);
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 100);
  return {};
}

TEST(Document, KeepsPlacesOfKeysAndValues) {
  const DocumentNode root = parse_document("a: 1\nb:\n  - [x, \"2\"]\n", "x.yaml");
  ASSERT_EQ(root.keys, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(root.items[0].place, (Place{0, 1, 4}));
  EXPECT_EQ(root.key_places[1], (Place{0, 2, 1}));
  const DocumentNode& pair = root.items[1].items[0];
  EXPECT_EQ(pair.place, (Place{0, 3, 5}));
  EXPECT_FALSE(pair.items[0].quoted);
  EXPECT_TRUE(pair.items[1].quoted);
}

TEST(Document, EmptyTextIsNull) {
  EXPECT_EQ(parse_document("", "x.yaml").kind, DocumentNode::Kind::Null);
  EXPECT_EQ(parse_document("# nothing\n", "x.yaml").kind, DocumentNode::Kind::Null);
}

TEST(Document, RefusesWhatScenesDoNotNeed) {
  EXPECT_EQ(refusal("a: &x 1\n").place, (Place{0, 1, 4}));
  EXPECT_NE(refusal("a: &x [1]\nb: *x\n").rule.find("anchors"), std::string::npos);
  EXPECT_NE(refusal("a: !!float 1\n").rule.find("tags"), std::string::npos);
  EXPECT_NE(refusal("a: 1\n---\nb: 2\n").rule.find("one document"), std::string::npos);
  EXPECT_NE(refusal("[1]: 2\n").rule.find("single words"), std::string::npos);
  EXPECT_NE(refusal(std::string("a: 1\0", 5)).rule.find("text file"), std::string::npos);
}

TEST(Document, NamesBothPlacesOfAKeyGivenTwice) {
  const Problem problem = refusal("a: 1\nb: 2\na: 3\n");
  EXPECT_EQ(problem.place, (Place{0, 3, 1}));
  EXPECT_NE(problem.remedy.find("line 1"), std::string::npos);
}

TEST(Document, SyntaxErrorsHaveAPlace) {
  const Problem problem = refusal("a: [1, 2\nb: 3\n");
  EXPECT_GE(problem.place.line, 1);
  EXPECT_NE(problem.rule.find("YAML syntax"), std::string::npos);
}

std::string repeated(const std::string& unit, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += unit;
  return text;
}

/// An alias bomb, deep nesting in every style, a huge file, a map of many keys: all refused, and
/// none may take longer than a fraction of a second for a megabyte.
TEST(Document, HostileFilesAreRefusedQuickly) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) +
            ", *a" + std::to_string(i - 1) + "]\n";
  }
  std::string many_keys;
  for (int i = 0; i < 100'000; ++i) many_keys += "key" + std::to_string(i) + ": 1\n";
  const std::vector<std::string> hostile{
      bomb,
      repeated("[", 1'000'000),
      repeated("{a: ", 300'000),
      repeated("- ", 500'000),
      repeated("? ", 500'000),
      repeated("a: ", 300'000),
      many_keys,
      "a: [" + repeated("1, ", 1'100'000) + "1]\n",
      std::string((std::size_t{16} << 20U) + 1, ' '),
      repeated("&a ", 300'000),
      repeated("!x ", 300'000),
      repeated("{", 500'000) + repeated("}", 500'000),
      repeated("\"", 999'999),
      repeated("a:\n", 300'000),
  };
  for (std::size_t i = 0; i < hostile.size(); ++i) {
    const std::clock_t begin = std::clock();  // of this process: the machine may be busy
    EXPECT_THROW(parse_document(hostile[i], "x.yaml"), SceneError) << "hostile file " << i;
    const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    EXPECT_LT(took, 10.0) << "hostile file " << i;
  }
}

TEST(Document, UnreadableFilesAreNamed) {
  try {
    read_bytes("/no/such/file.yaml");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.file(), "/no/such/file.yaml");
  }
  EXPECT_THROW(read_bytes("/"), SceneError);
  EXPECT_THROW(read_bytes("/dev/zero"), SceneError);  // endless: stops at the limit
}

}  // namespace
}  // namespace rigor
