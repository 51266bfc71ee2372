// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/command_line.hpp>

namespace rigor {
namespace {

CommandLine parsed(std::vector<std::string> words, int& exit) {
  words.insert(words.begin(), "rigor");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  CommandLine line = parse_command_line(static_cast<int>(argv.size()), argv.data(), exit);
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
  return line;
}

TEST(CommandLine, OptionsReachTheirVerb) {
  int exit = 0;
  const CommandLine line =
      parsed({"run", "a.yaml", "--set", "x=1", "--set", "y=2", "--json", "-v"}, exit);
  EXPECT_EQ(exit, -1);
  EXPECT_EQ(line.verb, "run");
  EXPECT_EQ(line.run.set, (std::vector<std::string>{"x=1", "y=2"}));
  EXPECT_TRUE(line.run.json);
  EXPECT_TRUE(line.run.verbose);
  EXPECT_EQ(parsed({"run", "--set", "x=1", "a.yaml"}, exit).run.scene, "a.yaml");
  EXPECT_EQ(parsed({"explain", "r", "--event", "3"}, exit).explain.event, 3U);
  EXPECT_EQ(parsed({}, exit).verb, "");
}

TEST(CommandLine, WrongUsageExits2AndHelp0) {
  int exit = 0;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"nonsense"},
                                             {"run"},
                                             {"run", "a", "--nonsense"},
                                             {"run", "a", "--tol", "5"},
                                             {"run", "a", "-q", "-v"},
                                             {"run", "a", "--threads", "0"},
                                             {"run", "a", "--until", "-1"},
                                             {"export", "r", "--format", "xls"},
                                             {"explain", "r", "--event", "1", "--time", "2"},
                                             {"completion", "tcsh"},
                                             {"export", "r", "--rate", "0"}}) {
    parsed(words, exit);
    EXPECT_EQ(exit, 2) << words.back();
  }
  parsed({"--help"}, exit);
  EXPECT_EQ(exit, 0);
  parsed({"run", "--help"}, exit);
  EXPECT_EQ(exit, 0);
}

TEST(CommandLine, FactsNameEveryVerb) {
  std::string names;
  for (const VerbFacts& verb : command_facts()) names += verb.name + " ";
  EXPECT_EQ(
      names,
      " run verify report view converge problems explain export examples new completion doctor ");
}

}  // namespace
}  // namespace rigor
