// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/quadruped.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

/// The bundled scene, 5 ms of it: the first foot touches after 3.3 ms.
ReproductionSettings brief_trot() {
  ReproductionSettings settings = testing::quiet_settings();
  settings.scene_text = [whole = settings.scene_text](const std::string& name) {
    std::string text = whole(name);
    const std::string stop = "stop: {time: 0.3}";
    return text.replace(text.find(stop), stop.size(), "stop: {time: 0.005}");
  };
  return settings;
}

// Only a run to its end tells where the trunk is; the others tell why.
TEST(Quadruped, TellsTheTrunkOrTheReason) {
  const Findings quadruped = reproduce_quadruped(brief_trot());
  int laws = 0;
  for (const Findings& run : quadruped["runs"]) {
    EXPECT_NE(run.contains("trunk"), run.contains("reason")) << run["method"];
    EXPECT_EQ(run.contains("reason"), run["method"] == "paper printed") << run["method"];
    if (run.contains("trunk")) {
      EXPECT_NEAR(run["trunk"]["x"].get<double>(), 0.2 * 0.005, 1e-4) << run["method"];
    }
    EXPECT_EQ(run["paper_changes"].is_null(), run["method"] == "first_order") << run["method"];
    laws += run["law"] == "coulomb" ? 1 : 0;
  }
  EXPECT_EQ(laws, 1) << "the oracle under Coulomb friction belongs to the full form";
  EXPECT_EQ(quadruped["feet"].size(), 4U);
  EXPECT_EQ(quadruped["heights"].size(), 4U);
  EXPECT_EQ(quadruped["touches"].size(), 4U);
}

}  // namespace
}  // namespace rigor
