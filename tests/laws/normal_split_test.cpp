// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/laws/normal_split.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

std::vector<PlaneImpulse> square(const std::array<double, 4>& impulses) {
  return {{{-1, -1}, impulses[0]},
          {{1, -1}, impulses[1]},
          {{1, 1}, impulses[2]},
          {{-1, 1}, impulses[3]}};
}

TEST(NormalSplit, DiagonalLoadsOfASquareAreEvenedOut) {
  const auto split = spring_split(square({2, 0, 2, 0}));
  ASSERT_TRUE(split);
  for (const double impulse : *split) EXPECT_NEAR(impulse, 1.0, 1e-14);
}

TEST(NormalSplit, KeepsSumAndMomentsWithTheLeastSquares) {
  Random random(13);
  int lifted = 0, found = 0;
  for (int sample = 0; sample < 500; ++sample) {
    std::vector<PlaneImpulse> corners;
    const int count = 3 + random.index(6);
    for (int i = 0; i < count; ++i)
      corners.push_back({{random.normal(), random.normal()},
                         random.unit() < 0.4 ? 0.0 : random.unit() * random.unit()});
    const auto split = spring_split(corners);
    if (!split) continue;
    ++found;
    Eigen::Vector3d before = Eigen::Vector3d::Zero(), after = before;
    double squares_before = 0.0, squares_after = 0.0;
    for (int i = 0; i < count; ++i) {
      const Eigen::Vector3d shape(1.0, corners[i].place.x(), corners[i].place.y());
      before += corners[i].impulse * shape;
      after += (*split)[i] * shape;
      squares_before += corners[i].impulse * corners[i].impulse;
      squares_after += (*split)[i] * (*split)[i];
      EXPECT_GE((*split)[i], 0.0);
      lifted += (*split)[i] == 0.0 ? 1 : 0;
    }
    EXPECT_LE((before - after).norm(), 1e-10) << "sample " << sample;
    EXPECT_LE(squares_after, squares_before * (1 + 1e-9)) << "sample " << sample;
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(lifted, 20);
}

TEST(NormalSplit, CornersOnALineHaveNone) {
  EXPECT_FALSE(spring_split({{{0, 0}, 1.0}, {{1, 1}, 2.0}, {{2, 2}, 0.5}}));
  EXPECT_FALSE(spring_split({{{0, 0}, 1.0}}));
}

}  // namespace
}  // namespace rigor
