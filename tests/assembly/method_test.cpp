// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/method.hpp>

namespace rigor {
namespace {

TEST(Method, NamesAreReadBackAndUnknownOnesAreNot) {
  for (const Method method : {Method::Oracle, Method::FirstOrder, Method::Paper,
                              Method::StewartTrinkle, Method::AnitescuPotra}) {
    EXPECT_EQ(method_named(name(method)), method) << name(method);
  }
  EXPECT_FALSE(method_named("euler"));
  EXPECT_FALSE(method_named(""));
}

TEST(Method, BoundsHaveTheirNamesOfFiles) {
  EXPECT_STREQ(name(Bounds::Printed), "printed");
  EXPECT_STREQ(name(Bounds::Corrected), "corrected");
}

}  // namespace
}  // namespace rigor
