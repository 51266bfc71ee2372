// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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
    if (!f.good) {
      EXPECT_NE(f.detail.find("apt-get install"), std::string::npos) << f.what;
    }
  }
}

TEST(Doctor, ReportsFlagsThatForbidContraction) {
  const auto facts = doctor_facts();
  EXPECT_TRUE(facts["healthy"].get<bool>());
  EXPECT_NE(facts["flags"].get<std::string>().find("-ffp-contract=off"), std::string::npos);
  EXPECT_EQ(facts["flags"].get<std::string>().find("fast-math"), std::string::npos);
}

}  // namespace
}  // namespace rigor
