// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/classic/contact_impulses.hpp>
#include <rigor/classic/limit_contact.hpp>
#include <rigor/classic/safe_step.hpp>

namespace rigor {
namespace {

constexpr double kDefaultMinStep = 1e-8;  // s: the authors' value
/// What corrected bounds keep, in skins: certificates need more than half a skin.
constexpr double kLevelSkins = 0.6;
/// Bounds are rounded: this much of them is taken.
constexpr double kRounding = 1.0 - 1e-12;

/// Whether some contact point parts or approaches.
bool is_transient(const SteppedBodies& bodies, const PairContact& contact) {
  const PairTwists twists = twists_of(bodies, contact.pair);
  return std::any_of(contact.points.begin(), contact.points.end(), [&](const PlaneContact& at) {
    const double speed = contact.nhat_AB_W.dot(velocity_at(twists.B, at.point_W - twists.centre_B) -
                                               velocity_at(twists.A, at.point_W - twists.centre_A));
    return std::abs(speed) > kZeroSpeed;
  });
}

struct PairLimit {
  double h = 0.0;
  StepRule rule = StepRule::Advancement;
};

PairLimit printed_touching(const SteppedBodies& bodies, const PairContact& contact,
                           const PaperRules& rules, double longest) {
  if (is_transient(bodies, contact)) return {rules.min_step, StepRule::Transient};
  const double star = printed_star_step(bodies, contact, rules.threshold);
  const double most = std::min(star, longest);
  const PlaneStay stay =
      printed_dagger_step(bodies, contact, most, {rules.dagger_tol, rules.min_step});
  if (stay.step < most) return {stay.step, StepRule::Dagger};
  return {star, StepRule::Star};
}

/// Too far apart to limit this step, whatever the directions.
bool is_far(const SteppedBodies& bodies, std::size_t pair, const PaperRules& rules,
            double longest) {
  const PieceRefPair& of = bodies.pairs[pair];
  const double room = least_distance(bodies, pair) - rules.level;
  return room > longest * (top_speed(bodies, of.A.link, rules.bounds, longest) +
                           top_speed(bodies, of.B.link, rules.bounds, longest));
}

}  // namespace

const char* name(StepRule rule) {
  switch (rule) {
    case StepRule::Full:
      return "full";
    case StepRule::Advancement:
      return "advancement";
    case StepRule::Star:
      return "star";
    case StepRule::Dagger:
      return "dagger";
    case StepRule::Transient:
      return "transient";
    case StepRule::Limit:
      return "limit";
    case StepRule::Floor:
      return "floor";
    case StepRule::Stop:
      break;
  }
  return "stop";
}

PaperRules paper_rules(const Stepping& stepping, const Tolerances& tolerances) {
  const bool printed = stepping.bounds == Bounds::Printed;
  return {stepping.bounds,
          stepping.step,
          stepping.min_step.value_or(printed ? kDefaultMinStep : 0.0),
          stepping.threshold,
          stepping.dagger_tol.value_or(stepping.threshold),
          kLevelSkins * tolerances.skin};
}

SafeStep safe_step(const SteppedBodies& bodies, const std::vector<PairContact>& contacts,
                   const PaperRules& rules, double longest, SurveyMemory& memory) {
  SafeStep out{longest, StepRule::Full, {}, {}};
  auto touching = contacts.begin();
  const bool printed = rules.bounds == Bounds::Printed;
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i) {
    const bool touches = touching != contacts.end() && touching->pair == i;
    PairLimit limit;
    if (touches) {
      const PairContact& contact = *touching++;
      if (printed && !contact.plane_unique) {
        out.degenerate = i;
        return out;
      }
      if (printed)
        limit = printed_touching(bodies, contact, rules, longest);
      else
        limit = {kRounding * corrected_step(bodies, i, contact.nearness, longest, rules.level),
                 StepRule::Star};
    } else {
      if (is_far(bodies, i, rules, longest)) continue;
      const Nearness near = nearness(bodies, i, memory);
      limit.h = printed ? printed_apart_step(bodies, i, near)
                        : kRounding * corrected_step(bodies, i, near, longest, rules.level);
    }
    if (limit.h < out.h) out = {limit.h, limit.rule, i, {}};
  }
  const double to_limit = limit_step(bodies, rules.threshold);
  if (to_limit < out.h) out = {to_limit, StepRule::Limit, {}, {}};
  if (out.h < rules.min_step) {
    out.h = rules.min_step;
    out.rule = StepRule::Floor;
  }
  return out;
}

}  // namespace rigor
