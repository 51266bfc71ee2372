// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/run.hpp>

namespace rigor {
namespace {

TEST(Run, TheCommandToGoOnHasEveryOptionThatMakesTheRun) {
  const RunArguments arguments{.scene = "my scene.yaml",
                               .out = "r",
                               .set = {"gravity=[0, 0, -1]"},
                               .law = "viscous",
                               .until = 2.5,
                               .tol = 1e-9,
                               .seed = 3,
                               .force = true};
  EXPECT_EQ(resume_command(arguments),
            "rigor run 'my scene.yaml' --set 'gravity=[0, 0, -1]' --law viscous --until 2.5 "
            "--tol 1e-09 --seed 3 -o r --resume");
}

}  // namespace
}  // namespace rigor
