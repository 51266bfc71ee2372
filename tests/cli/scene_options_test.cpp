// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/scene_options.hpp>

namespace rigor {
namespace {

TEST(SceneOptions, OptionsBecomeSettingsInOrder) {
  const RunArguments arguments{
      .set = {"a.b=c=d", "x="}, .law = "viscous", .until = 0.1, .tol = 1e-9, .seed = 7};
  const ReadOptions options = scene_options(arguments);
  ASSERT_EQ(options.settings.size(), 5U);
  EXPECT_EQ(options.settings[0].path, "a.b");
  EXPECT_EQ(options.settings[0].value, "c=d");
  EXPECT_EQ(options.settings[1].value, "");
  EXPECT_EQ(options.settings[2].source, "--law viscous");
  EXPECT_EQ(options.settings[3].value, "0.1");  // reads back to the same bits
  EXPECT_EQ(options.settings[4].path, "tolerances.tol");
  EXPECT_EQ(options.seed, 7U);
}

TEST(SceneOptions, ASettingNeedsAnEqualsSign) {
  EXPECT_THROW(scene_options({.set = {"stop.time"}}), SceneError);
  EXPECT_THROW(scene_options({.set = {"=3"}}), SceneError);
}

}  // namespace
}  // namespace rigor
