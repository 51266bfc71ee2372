// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <gtest/gtest.h>

#include <rigor/importing/run_program.hpp>

namespace rigor::importing {
namespace {

TEST(RunProgram, ItsOutputIsReturned) {
  EXPECT_EQ(run_program({"sh", "-c", "echo one; echo \"$0\"", "two"}).value(), "one\ntwo\n");
  EXPECT_EQ(run_program({"cat"}).value(), "") << "standard input is empty";
  EXPECT_EQ(run_program({"sh", "-c", "head -c 300000 /dev/zero"}).value().size(), 300000U);
}

TEST(RunProgram, FailuresGiveNothing) {
  EXPECT_FALSE(run_program({"/nonexistent/program"}).has_value());
  EXPECT_FALSE(run_program({"sh", "-c", "exit 3"}).has_value());
  const auto before = std::chrono::steady_clock::now();
  EXPECT_FALSE(run_program({"sleep", "60"}, 1).has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(30));
}

}  // namespace
}  // namespace rigor::importing
