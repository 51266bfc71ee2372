// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <rigor/cli/examples.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

TEST(Examples, TheProgramCarriesEveryFileOfTheFolder) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RIGOR_SCENES)) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(bundled_files().size(), files + 1);  // and the schema
}

TEST(Examples, EverySceneStartsWithASentenceAboutItAndBuilds) {
  for (const BundledFile& file : bundled_files()) {
    if (!file.name.ends_with(".yaml")) continue;
    const std::string about = first_sentence(file.text);
    EXPECT_GE(about.size(), 20U) << file.name;
    EXPECT_LE(about.size(), 210U) << file.name << ": " << about;
    EXPECT_EQ(about.find('\n'), std::string::npos);
    const std::string path = std::string(RIGOR_SCENES) + "/" + std::string(file.name);
    EXPECT_NO_THROW(build(read_scene(std::string(file.text), path))) << file.name;
  }
}

TEST(Examples, TheFirstSentenceMayRunOverLines) {
  EXPECT_EQ(first_sentence("# One\n# two. Three.\nkey: 1\n"), "One two.");
  EXPECT_EQ(first_sentence("# yaml-language-server: x\n# One.\n"), "One.");
  EXPECT_EQ(first_sentence("key: 1\n"), "");
  EXPECT_EQ(first_sentence("# no end"), "no end");
}

}  // namespace
}  // namespace rigor
