// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/terminal.hpp>

namespace rigor {
namespace {

TEST(Terminal, ColoursAreOffWhenAskedNotTo) {
  EXPECT_EQ(coloured("x", 32, false), "x");
  EXPECT_EQ(coloured("x", 32, true), "\x1b[1;32mx\x1b[0m");
}

TEST(Terminal, ProgressSaysWhatIsGoingOn) {
  EXPECT_EQ(progress_text({RunPhase::Simulating, 0.5, 10.0, 3, 2}),
            "simulating: t = 0.500000 s of 10 s, 3 segments, 2 events");
  EXPECT_NE(progress_text({RunPhase::Verifying, 0, 0, 7, 0}).find("7 segments"), std::string::npos);
}

TEST(Terminal, NothingIsDrawnWithoutATerminal) {
  testing::internal::CaptureStderr();
  {
    ProgressLine line(false);
    line.show({});
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace rigor
