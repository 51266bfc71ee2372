// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/first_order/scales.hpp>

namespace rigor::first_order {
namespace {

constexpr double kGapOfFall = 0.1;    // of a h²
constexpr double kGapOfSkin = 100.0;  // of δ
constexpr double kGapOfThin = 0.002;  // of the thinnest extent
constexpr double kLeastOfSkin = 3.0;  // of δ
constexpr double kReachOfFall = 2.0;  // of a h²
constexpr double kReachOfGap = 3.0;   // of γ, beyond γ
constexpr double kReachOfSize = 0.1;  // of the smaller radius

}  // namespace

Scales scales_of(const World& world, const Stepping& stepping) {
  return {stepping.step, world.pull(), world.tolerances.skin, stepping.gap};
}

double gap_target(const Scales& scales, double thin) {
  const double fall = scales.pull * scales.step * scales.step;
  const double wanted = scales.gap.value_or(std::max(kGapOfFall * fall, kGapOfSkin * scales.skin));
  return std::min(wanted, std::max(kGapOfThin * thin, kLeastOfSkin * scales.skin));
}

double reach(const Scales& scales, double gap, double radius) {
  const double fall = kReachOfFall * scales.gain() * scales.step;
  return gap + std::min(std::max(fall, kReachOfGap * gap), kReachOfSize * radius);
}

double thinnest_extent(const Body& body) {
  double thin = std::numeric_limits<double>::infinity();
  for (const PieceShape& piece : body.pieces) {
    const Aabb& box = piece.polytope.aabb();
    thin = std::min(thin, (box.upper - box.lower).minCoeff());
  }
  return thin;
}

}  // namespace rigor::first_order
