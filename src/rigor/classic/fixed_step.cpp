// SPDX-License-Identifier: Apache-2.0
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

std::variant<TakenStep, NoStep> finished(SteppedBodies& bodies, const State& start,
                                         TakenStep step) {
  if (const int link = link_past_limit(bodies); link >= 0) {
    make_step(bodies, start, start.v, 0.0);
    return NoStep{NoStep::Kind::Limit, {}, link};
  }
  step.q_before = start.q;
  return step;
}

}  // namespace

std::variant<TakenStep, NoStep> stewart_trinkle_step(SteppedBodies& bodies, double h,
                                                     double threshold, SurveyMemory& memory) {
  const State start = bodies.state;
  const Eigen::VectorXd v_star = start.v + h * free_accelerations(bodies);
  TakenStep step;
  step.h = h;
  step.v_during = v_star;
  step.impulses.v = v_star;
  make_step(bodies, start, v_star, h);
  std::set<std::size_t> known = overlapping(bodies, memory);
  if (known.empty()) return finished(bodies, start, std::move(step));
  for (step.rounds = 1;; ++step.rounds) {
    make_step(bodies, start, start.v, 0.0);  // back to the start
    step.contacts = contacts_of(bodies, known, threshold, memory);
    step.impulses =
        contact_impulses(bodies, step.contacts, v_star, {NormalCondition::KeepApart, h, true});
    if (!step.impulses.solved) return NoStep{NoStep::Kind::Unsolved, {}};
    make_step(bodies, start, step.impulses.v, h);
    const std::size_t before = known.size();
    known.merge(overlapping(bodies, memory));
    if (known.size() == before) break;
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
  step.impulses =
      contact_impulses(bodies, step.contacts, v_star, {NormalCondition::KeepApart, h, true});
  if (!step.impulses.solved) return NoStep{NoStep::Kind::Unsolved, {}};
  step.v_during = step.impulses.v;
  make_step(bodies, start, step.impulses.v, h);
  return finished(bodies, start, std::move(step));
}

}  // namespace rigor
