// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

/// What is printed to stdout and stderr for a wrong command line.
std::array<std::string, 2> told(std::vector<std::string> words) {
  words.insert(words.begin(), "rigor");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  int exit = 0;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  parse_command_line(static_cast<int>(argv.size()), argv.data(), exit);
  const std::string out = testing::internal::GetCapturedStdout();
  return {out, testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, MistakesAreAnsweredInAFewWords) {
  struct Row {
    std::vector<std::string> words;
    const char* answer;
  };
  for (const Row& row : std::vector<Row>{
           {{"runn", "a.yaml"}, "unknown command \"runn\"; did you mean \"run\"?"},
           {{"verfy", "out"}, "did you mean \"verify\"?"},
           {{"die.yaml"}, "did you mean \"rigor run die.yaml\"?"},
           {{"xyzzy"}, "there are run, verify"},
           {{"run", "a", "--until", "-1"}, "must be a number above 0, not -1"},
           {{"run", "a", "--max-wall", "0"}, "must be a number above 0, not 0"},
           {{"run", "a", "--tol", "5"}, "must be a number from 1e-14 to 0.01, not 5"},
           {{"export", "r", "--rate", "0"}, "must be a number above 0, not 0"},
           {{"run", "a", "--untl", "3"}, "unknown option \"--untl\"; did you mean \"--until\"?"},
           {{"run", "a", "--untl=3"}, "did you mean \"--until\"?"},
           {{"run", "a", "--until", "3", "b"}, "unexpected argument \"b\""},
           {{"run"}, "scene is missing: scene file"},
           {{"run", "a", "-o", ""}, "--out: must not be empty"},
           {{"view", "r", "-o", ""}, "--out: must not be empty"},
           {{"export", "r", "-o", ""}, "--out: must not be empty"},
           {{"run", "a", "--tol", "5"}, "see rigor run --help"}}) {
    const auto [out, err] = told(row.words);
    EXPECT_NE(err.find(row.answer), std::string::npos) << err;
    EXPECT_LT(err.size(), 400U);
    EXPECT_EQ(out, "");
    std::vector<std::string> json = row.words;
    json.push_back("--json");
    if (std::string(row.answer).starts_with("see ")) continue;  // on stderr alone
    const auto object = nlohmann::json::parse(told(json)[0]);
    EXPECT_EQ(object["exit_code"], 2);
    EXPECT_NE(object["error"].get<std::string>().find(row.answer), std::string::npos);
  }
}

TEST(CommandLine, HelpOfRunNamesLawsMethodsAndAnExample) {
  const std::string help = told({"run", "--help"})[0];
  for (const char* word : {"coulomb", "no_slip_active", "viscous", "oracle", "Example:"}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
}

TEST(CommandLine, FactsNameEveryVerb) {
  std::string names;
  for (const VerbFacts& verb : command_facts()) names += verb.name + " ";
  EXPECT_EQ(
      names,
      " run verify report view runs sweep converge problems reproduce explain export examples "
      "import new completion doctor ");
}

}  // namespace
}  // namespace rigor
