// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <rigor/classic/fixed_step.hpp>

namespace rigor {
namespace {

/// Pairs that overlap at the bodies' present poses.
std::set<std::size_t> overlapping(const SteppedBodies& bodies, SurveyMemory& memory) {
  std::set<std::size_t> out;
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i)
    if (least_distance(bodies, i) < 0.0 && nearness(bodies, i, memory).distance < 0.0)
      out.insert(i);
  return out;
}

/// Contact points of these pairs at the present poses, whatever their gaps.
std::vector<PairContact> contacts_of(const SteppedBodies& bodies,
                                     const std::set<std::size_t>& pairs, double threshold,
                                     SurveyMemory& memory) {
  std::vector<PairContact> out;
  for (const std::size_t pair : pairs) {
    const Nearness near = nearness(bodies, pair, memory);
    PairContact contact =
        contact_along(bodies, pair, near, near.nhat_AB_W, threshold, near.distance + threshold);
    if (contact.points.empty())  // footprints that do not meet: the closest points themselves
      contact.points.push_back({0.5 * (near.p_WA + near.p_WB),
                                near.p_WA,
                                near.p_WB,
                                near.distance,
                                CornerKind::VV,
                                {},
                                {}});
    out.push_back(std::move(contact));
  }
  return out;
}

/// The bodies go straight from `start` with v for h seconds.
void make_step(SteppedBodies& bodies, const State& start, const Eigen::VectorXd& v, double h) {
  bodies.state = start;
  bodies.state.v = v;
  move_straight(bodies, h);
}

/// Velocities at the end are what loops leave of them there.
std::variant<TakenStep, NoStep> finished(SteppedBodies& bodies, const State& start,
                                         TakenStep step) {
  if (bodies.loops && !bodies.loops->closed) {
    make_step(bodies, start, start.v, 0.0);
    return NoStep{NoStep::Kind::TornLoop, {}};
  }
  if (bodies.loops) step.opened = bodies.loops->opened;
  if (bodies.loops) set_velocities(bodies, kept_velocity(bodies.loops->space, bodies.state.v));
  step.q_before = start.q;
  return step;
}

ImpulseQuery keep_apart(double h, std::vector<LimitContact> limits) {
  return {NormalCondition::KeepApart, h, true, {}, std::move(limits)};
}

/// Adds the limits that are passed now, with no gap yet; whether there are new ones.
bool add_passed(const SteppedBodies& bodies, std::vector<LimitContact>& known) {
  bool added = false;
  for (const LimitContact& at : limits_within(bodies, 0.0)) {
    if (std::any_of(known.begin(), known.end(), [&](const LimitContact& one) {
          return pair_of(one.limit) == pair_of(at.limit);
        }))
      continue;
    known.push_back(at);
    added = true;
  }
  return added;
}

/// The known limits' gaps at the present place.
void measure(const SteppedBodies& bodies, std::vector<LimitContact>& known) {
  for (LimitContact& at : known) at.gap = gap_of(bodies, at.limit);
}

}  // namespace

std::variant<TakenStep, NoStep> stewart_trinkle_step(SteppedBodies& bodies, double h,
                                                     double threshold, SurveyMemory& memory) {
  const State start = bodies.state;
  const Eigen::VectorXd v_star = start.v + h * free_accelerations(bodies);
  TakenStep step;
  step.h = h;
  step.impulses = contact_impulses(bodies, {}, v_star, {});
  step.v_during = step.impulses.v;
  make_step(bodies, start, step.v_during, h);
  std::set<std::size_t> known = overlapping(bodies, memory);
  if (!add_passed(bodies, step.limits) && known.empty())
    return finished(bodies, start, std::move(step));
  for (step.rounds = 1;; ++step.rounds) {
    make_step(bodies, start, start.v, 0.0);  // back to the start
    step.contacts = contacts_of(bodies, known, threshold, memory);
    measure(bodies, step.limits);
    step.impulses = contact_impulses(bodies, step.contacts, v_star, keep_apart(h, step.limits));
    if (!step.impulses.solved) return NoStep{NoStep::Kind::Unsolved, {}};
    make_step(bodies, start, step.impulses.v, h);
    const std::size_t before = known.size();
    known.merge(overlapping(bodies, memory));
    if (!add_passed(bodies, step.limits) && known.size() == before) break;
    if (step.rounds == kMostRounds) {
      step.unsettled = true;
      break;
    }
  }
  step.v_during = step.impulses.v;
  return finished(bodies, start, std::move(step));
}

std::variant<TakenStep, NoStep> anitescu_potra_step(SteppedBodies& bodies, double h,
                                                    double threshold, SurveyMemory& memory) {
  const State start = bodies.state;
  const Eigen::VectorXd v_star = start.v + h * free_accelerations(bodies);
  TakenStep step;
  step.h = h;
  step.contacts = contacts_of(bodies, overlapping(bodies, memory), threshold, memory);
  step.limits = limits_within(bodies, 0.0);
  step.impulses = contact_impulses(bodies, step.contacts, v_star, keep_apart(h, step.limits));
  if (!step.impulses.solved) return NoStep{NoStep::Kind::Unsolved, {}};
  step.v_during = step.impulses.v;
  make_step(bodies, start, step.impulses.v, h);
  return finished(bodies, start, std::move(step));
}

}  // namespace rigor
