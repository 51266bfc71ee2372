// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/scene/read_stepping.hpp>

namespace rigor {
namespace {

constexpr NumberRule kStep{1e-9, 1e3, false, "a step from 1e-9 s to 1e3 s"};
constexpr NumberRule kMinStep{0.0, 1e3, false, "a shortest step from 0 to 1e3 s"};
constexpr NumberRule kDistance{1e-12, 1.0, false, "a distance from 1e-12 m to 1 m"};
/// The threshold of contact stays this many skins away from what certificates claim.
constexpr double kSkinsBelowThreshold = 10.0;

bool check_keys_of_method(const Cursor& at, Method method) {
  switch (method) {
    case Method::Oracle:
      return check_keys(at, {"step", "gap", "bounds", "min_step", "threshold", "dagger_tol"});
    case Method::FirstOrder:
      return check_keys(at, {"step", "gap"});
    case Method::Paper:
      return check_keys(at, {"step", "bounds", "min_step", "threshold", "dagger_tol"}, {"bounds"});
    case Method::StewartTrinkle:
    case Method::AnitescuPotra:
      break;
  }
  return check_keys(at, {"step", "threshold"});
}

void read_min_step(const Cursor& at, Stepping& stepping) {
  const double value = number(at, kMinStep);
  stepping.min_step = value;
  if (value > stepping.step)
    note(at, fmt::format("at most the step, {} s", stepping.step), "make it smaller");
  if (value == 0.0 && stepping.bounds == Bounds::Printed)
    note(at, "above 0 with bounds: printed", "min_step: 1e-8, or bounds: corrected");
}

}  // namespace

Stepping read_stepping(const Cursor& at, const Scene& scene) {
  Stepping stepping;
  if (!check_keys_of_method(at, scene.method)) return stepping;
  if (const auto e = entry(at, "step")) stepping.step = number(*e, kStep);
  if (const auto e = entry(at, "gap")) stepping.gap = number(*e, kDistance);
  if (const auto e = entry(at, "bounds"))
    stepping.bounds = static_cast<Bounds>(choice(*e, {"printed", "corrected"}));
  if (const auto e = entry(at, "threshold")) {
    stepping.threshold = number(*e, kDistance);
    if (stepping.threshold < kSkinsBelowThreshold * scene.skin)
      note(*e, fmt::format("at least ten skins, {:g} m", kSkinsBelowThreshold * scene.skin),
           "a larger threshold, or a smaller tolerances.skin");
  }
  if (const auto e = entry(at, "min_step")) read_min_step(*e, stepping);
  if (const auto e = entry(at, "dagger_tol")) stepping.dagger_tol = number(*e, kDistance);
  return stepping;
}

void check_stepping_given(const Cursor& root, const Scene& scene) {
  if (scene.method != Method::Paper) return;
  root.problems.push_back({root.node.place, "stepping", "", "method paper needs stepping.bounds",
                           "add stepping: {bounds: corrected} (or printed)"});
}

}  // namespace rigor
