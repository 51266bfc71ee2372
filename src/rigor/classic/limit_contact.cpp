// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/classic/limit_contact.hpp>
#include <rigor/classic/plane_advancement.hpp>

namespace rigor {
namespace {

/// Joints that a limit holds move towards it by the rounding of impulses, m/s or rad/s: in an hour
/// by less than a checker allows.
constexpr double kHeldRate = 1e-13;
/// What loops may bend coordinates by, over what they do at the start of a step.
constexpr double kBendMargin = 1.5;
/// A limit that is passed by no more is kept, m or rad: what a checker allows.
constexpr double kKept = 1e-9;

}  // namespace

double gap_of(const SteppedBodies& bodies, const LimitId& limit) {
  const double q = bodies.state.q[bodies.model.links[limit.body].first_q + limit.dof];
  return limit.sign() * (q - limit_value(*bodies.world, limit));
}

int velocity_of(const SteppedBodies& bodies, const LimitId& limit) {
  return bodies.model.links[limit.body].first_v + limit.dof;
}

std::vector<LimitContact> limits_within(const SteppedBodies& bodies, double gap) {
  std::vector<LimitContact> out;
  for (const LimitId& limit : bodies.limits)
    if (const double at = gap_of(bodies, limit); at < gap) out.push_back({limit, at});
  return out;
}

double limit_step(const SteppedBodies& bodies, double threshold) {
  double step = std::numeric_limits<double>::infinity();
  for (const LimitId& limit : bodies.limits) {
    const int k = velocity_of(bodies, limit);
    HeightBound gap;
    gap.value = gap_of(bodies, limit);
    gap.rate = limit.sign() * bodies.state.v[k];
    if (bodies.loops) gap.curvature = kBendMargin * std::abs(bodies.loops->space.drift[k]);
    if (gap.rate >= -kHeldRate) gap.rate = std::max(gap.rate, 0.0);
    if (gap.rate == 0.0 && gap.curvature == 0.0) continue;
    step = std::min(step, first_descent(gap, gap.value > threshold ? 0.5 * threshold : 0.0));
  }
  return step;
}

std::optional<LimitContact> passed_limit(const SteppedBodies& bodies) {
  std::optional<LimitContact> worst;
  for (const LimitContact& at : limits_within(bodies, -kKept))
    if (!worst || at.gap < worst->gap) worst = at;
  return worst;
}

}  // namespace rigor
