// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <temporary_folder.hpp>

#include <rigor/cli/doctor.hpp>

namespace rigor {
namespace {

TEST(Doctor, FindsTheArithmeticOfThisBuildGood) {
  const auto findings = arithmetic_findings();
  EXPECT_EQ(findings.size(), 5U);
  for (const Finding& f : findings) EXPECT_TRUE(f.good) << f.what << ": " << f.detail;
}

TEST(Doctor, SaysHowToGetEveryMissingPart) {
  for (const Finding& f : optional_parts()) {
    if (!f.good && f.what != "python module rigor") {
      EXPECT_NE(f.detail.find("to get it: "), std::string::npos) << f.what;
    }
  }
}

/// A module of the same name by somebody else is told from ours.
TEST(Doctor, KnowsAForeignPythonModule) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "rigor");
  std::ofstream((folder / "rigor") / "__init__.py") << "";
  const std::string path = (folder / "rigor").parent_path().string();
  setenv("PYTHONPATH", path.c_str(), 1);
  const Finding foreign = python_module();
  EXPECT_FALSE(foreign.good);
  EXPECT_NE(foreign.detail.find("another tool of the same name"), std::string::npos)
      << foreign.detail;
  std::ofstream((folder / "rigor") / "_rigor.so") << "";
  EXPECT_TRUE(python_module().good);
  unsetenv("PYTHONPATH");
}

TEST(Doctor, ReportsFlagsThatForbidContraction) {
  const auto facts = doctor_facts();
  EXPECT_TRUE(facts["healthy"].get<bool>());
  EXPECT_NE(facts["flags"].get<std::string>().find("-ffp-contract=off"), std::string::npos);
  EXPECT_EQ(facts["flags"].get<std::string>().find("fast-math"), std::string::npos);
}

}  // namespace
}  // namespace rigor
