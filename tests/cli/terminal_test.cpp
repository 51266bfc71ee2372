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
            "simulating: t = 0.500000 s of 10 s; 3 segments, 2 events");
  EXPECT_EQ(progress_text({RunPhase::Simulating, 0.5, 10.0, 3000, 2}, "1 h left"),
            "simulating: t = 0.500000 s of 10 s; 1 h left; 3,000 segments, 2 events");
  EXPECT_NE(progress_text({RunPhase::Verifying, 0, 0, 7, 0}).find("7 segments"), std::string::npos);
}

TEST(Terminal, LinesAreNoLongerThanTheTerminalIsWide) {
  EXPECT_EQ(fitted("1234567", 8), "1234567");
  EXPECT_EQ(fitted("12345678", 8), "1234...");
  EXPECT_EQ(fitted("12345678", 3), "");
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
