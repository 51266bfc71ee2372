// SPDX-License-Identifier: Apache-2.0
#include <rigor/classic/algorithm_one.hpp>

namespace rigor {
namespace {

std::optional<std::size_t> link_contact(const SteppedBodies& bodies,
                                        const std::vector<PairContact>& contacts) {
  for (const PairContact& contact : contacts) {
    const PieceRefPair& pair = bodies.pairs[contact.pair];
    for (const int link : {pair.A.link, pair.B.link})
      if (link != kWorldLink && bodies.world->bodies[link].role == BodyRole::Link)
        return contact.pair;
  }
  return std::nullopt;
}

}  // namespace

std::variant<TakenStep, NoStep> algorithm_one(SteppedBodies& bodies,
                                              const std::vector<PairContact>& contacts,
                                              const PaperRules& rules, double longest,
                                              SurveyMemory& memory) {
  if (rules.bounds == Bounds::Printed)
    if (const auto pair = link_contact(bodies, contacts))
      return NoStep{NoStep::Kind::TouchingLink, pair};
  const SafeStep safe = safe_step(bodies, contacts, rules, longest, memory);  // line 1
  if (safe.degenerate) return NoStep{NoStep::Kind::Degenerate, safe.degenerate};
  if (!(safe.h > 0.0)) return NoStep{NoStep::Kind::Stuck, safe.pair};
  TakenStep step;
  step.h = safe.h;
  step.rule = safe.rule;
  step.q_before = bodies.state.q;
  step.v_during = bodies.state.v;
  const State before = bodies.state;
  const auto undone = [&](const NoStep& why) {
    bodies.state = before;
    move_straight(bodies, 0.0);
    return why;
  };
  move_straight(bodies, step.h);  // line 2
  if (bodies.loops) step.opened = bodies.loops->opened;
  if (bodies.loops && !bodies.loops->closed) return undone({NoStep::Kind::TornLoop, {}});
  const Eigen::VectorXd v_star = bodies.state.v + step.h * free_accelerations(bodies);  // line 3
  step.contacts = touching_pairs(bodies, rules.threshold, memory);
  step.limits = limits_within(bodies, rules.threshold);
  ImpulseQuery query;
  query.limits = step.limits;
  step.impulses = contact_impulses(bodies, step.contacts, v_star, query);  // line 4
  if (!step.impulses.solved) return undone({NoStep::Kind::Unsolved, {}});
  set_velocities(bodies, step.impulses.v);
  return step;
}

}  // namespace rigor
