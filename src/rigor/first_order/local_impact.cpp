// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/forces_ahead.hpp>
#include <rigor/first_order/free_flight.hpp>
#include <rigor/first_order/impact_events.hpp>
#include <rigor/first_order/local_impact.hpp>

namespace rigor::first_order {
namespace {

/// Bodies join an impact if it would change their speed by more than this part of the speed of the
/// impact, and of what bodies gain in a step.
constexpr double kShareOfImpact = 0.02;
constexpr double kShareOfGain = 0.03;
constexpr int kMostRounds = 30;
/// Other pairs of the bodies take part if they are nearer than this multiple of γ.
constexpr double kBesideReach = 4.0;
/// The answer parts the pair if it leaves no more than this part of the approach.
constexpr double kStillApproaching = 1e-3;
constexpr int kMostSweeps = 60;
/// Residual of an answer that is good enough, as a part of the speed of the impact.
constexpr double kExactness = 1e-3;
/// One above this part of that speed is none: what it would do to the bodies is not the law's.
constexpr double kNoAnswer = 0.5;

/// Copies the body, or its whole tree, to where it is at the touch, once, with the velocity it has
/// there.
void look_at(Run& run, std::uint32_t id, const trace::Time& t) {
  if (run.copied_in[id] == run.tally.touches) return;
  for (const std::uint32_t body : bodies_of(run.bodies, id)) {
    run.copied_in[body] = run.tally.touches;
    run.copies[body] = run.bodies[body];
  }
  if (const MovingTree* tree = run.bodies.tree_of(id)) {
    MovingTree& copy = *run.copies.tree_of(id);
    copy = *tree;
    arrive(coordinates_at(run, *tree, t), copy, run.copies);
  } else {
    place(run.world.bodies[id], pose_at(run, id, t), run.copies[id]);
  }
  const double left = trace::elapsed(t, run.end);
  look_ahead_of_end(run.copies, run.copies.lead(id), left);
  MovingBody& body = run.copies[id];
  if (!is_flying(run.copies, static_cast<int>(id)))
    body.u -= left * (body.inverse_mass * body.driving);
}

/// Adds the rows of the pair.
void gather(Run& run, NearPair& pair, Impact& impact) {
  look_at(run, pair.id.b.body, impact.when);
  if (!on_half_space(pair.id)) look_at(run, pair.id.a.body, impact.when);
  const double beside = kBesideReach * pair.gap;
  const double reach =
      &pair == impact.touching ? std::max(reach_of(run, pair), 2.0 * pair.gap) : beside;
  add_rows(run.world, run.copies, reach, pair, impact.rows[pair.id], impact.left);
}

/// Adds the rows of all pairs of the members that were not looked at yet.
void gather(Run& run, Impact& impact) {
  for (const int member : impact.members)
    for (const std::uint32_t body : bodies_of(run.bodies, member))
      for (const PairId& id : run.pairs.open_pairs(body))
        if (impact.rows.count(id) == 0) gather(run, *run.pairs.find(id), impact);
}

/// An answer is exact to a part of the speed of its impact.
RowGoals goals_of(const Run& run, const Impact& impact, double speed) {
  RowGoals goals;
  const double harmless = kHarmless * impact.touching->gap / run.scales.step;
  goals.law.law = run.world.law;
  goals.law.duration = impact.left;
  goals.law.sweeps.most = kMostSweeps;
  goals.law = with_goal(goals.law, std::max(harmless, kExactness * speed));
  goals.duration = impact.left;
  goals.step = run.scales.step;
  goals.impact_speed = run.scales.impact_speed();
  goals.gain = run.scales.gain();
  goals.is_impact = true;
  goals.least_gap = run.scales.skin;
  return goals;
}

/// The members' problem, and the fastest approach of the touching pair, m/s.
struct Posed {
  VelocityProblem problem;
  double speed = 0.0;
  double goal = 0.0;  ///< residual, m/s
};

Posed pose_problem(const Run& run, const Impact& impact, bool may_split) {
  std::vector<Row> rows;
  const auto velocity = [&](int body) -> Vector6 {
    if (body < 0) return Vector6::Zero();
    const bool member =
        std::binary_search(impact.members.begin(), impact.members.end(), run.copies.lead(body));
    return member ? run.copies[body].u : run.copies[body].path_u;
  };
  double speed = 0.0;
  for (const auto& [id, of_pair] : impact.rows) {
    for (Row row : of_pair) {
      row.approach = row.is_limit()
                         ? row.sign * run.copies.tree_of(row.b)->v[row.velocity]
                         : row.nhat_W.dot(relative_velocity(row, velocity(row.a), velocity(row.b)));
      if (row.pair == impact.touching) speed = std::max(speed, -row.approach);
      rows.push_back(row);
    }
  }
  RowGoals goals = goals_of(run, impact, speed);
  goals.law.may_split = may_split;
  return {VelocityProblem(run.copies, impact.members, std::move(rows), goals), speed,
          goals.law.goal};
}

/// What those are changed by that could be members and are not: impulses and moments on a free
/// body, those along the joints of a tree, N s.
using Pushes = std::map<int, Eigen::VectorXd>;

Pushes reactions(const Run& run, const VelocityProblem& problem) {
  Pushes sums;
  const auto add = [&](int body, const Vector3& impulse, const Vector3& r) {
    if (body < 0 || !run.bodies[body].is_moved()) return;
    const int lead = run.bodies.lead(body);
    const auto& members = problem.members();
    if (std::binary_search(members.begin(), members.end(), lead)) return;
    Vector6 push;
    push << impulse, r.cross(impulse);
    const MovingTree* tree = run.copies.tree_of(body);
    const Eigen::VectorXd along =
        tree == nullptr ? Eigen::VectorXd(push) : jacobian_of(*tree, body).transpose() * push;
    const auto [sum, is_new] = sums.try_emplace(lead, along);
    if (!is_new) sum->second += along;
  };
  for (std::size_t c = 0; c < problem.rows().size(); ++c) {
    const Row& row = problem.rows()[c];
    if (row.is_limit()) continue;
    const Vector3 impulse = problem.impulse_W(c);
    add(row.a, -impulse, row.r_a);
    add(row.b, impulse, row.r_b);
  }
  return sums;
}

/// Whether the pair parts, or would not meet again before the step ends.
bool parts(const VelocityProblem& problem, const Impact& impact, double speed, double gain) {
  for (std::size_t c = 0; c < problem.rows().size(); ++c) {
    const Row& row = problem.rows()[c];
    if (row.pair != impact.touching) continue;
    if (problem.normal_speed(c) <
        -kStillApproaching * std::max(speed, gain) - row.gap / impact.left)
      return false;
  }
  return true;
}

/// By how much the impulses change the velocity.
Eigen::VectorXd change_by(const Run& run, int member, const Eigen::VectorXd& push) {
  if (const MovingTree* tree = run.copies.tree_of(member)) return tree->inverse_mass * push;
  return run.copies[member].inverse_mass * push;
}

/// Those whose velocity the impulses on them would change by more than `least`, m/s.
std::vector<int> pushed_along(const Run& run, const Pushes& pushes, double least) {
  std::vector<int> bodies;
  const auto exceeds = [&](const MovingBody& body, const Vector6& change) {
    return change.head<3>().norm() > least || body.radius * change.tail<3>().norm() > least;
  };
  for (const auto& [member, push] : pushes) {
    const Eigen::VectorXd change = change_by(run, member, push);
    bool any = false;
    if (const MovingTree* tree = run.copies.tree_of(member)) {
      for (const std::uint32_t link : tree->links)
        any = any || exceeds(run.copies[link], jacobian_of(*tree, link) * change);
    } else {
      any = exceeds(run.copies[member], change);
    }
    if (any) bodies.push_back(member);
  }
  return bodies;
}

/// The members take their new velocities; what others are pushed by waits for the next step.
void take(Run& run, const Impact& impact, const VelocityProblem& problem, const Pushes& pushes) {
  std::vector<NewPath> paths;
  for (const auto& [member, push] : pushes) {
    if (run.bodies[member].asleep) continue;
    if (MovingTree* tree = run.bodies.tree_of(member))
      tree->deferred += change_by(run, member, push);
    else
      run.bodies[member].deferred += change_by(run, member, push);
  }
  for (const int member : impact.members) {
    const std::uint32_t id = member;
    wake(run, id);
    if (MovingTree* tree = run.bodies.tree_of(member)) {
      tree->v = problem.joint_velocities(member);
      tree->opening.setZero();
    } else {
      take_velocity(problem, run.bodies[id]);
    }
    paths.push_back({id, false});
  }
  defer_forces(run, impact.members, impact.left);
  resume_flights(run.bodies, problem, impact.left);
  const StepWork work = problem.work();
  run.opening_work += work.openings;
  run.supplied += work.drives;
  ++run.tally.impacts;
  cut_paths(run, paths, impact.when, trace::EndReason::Touch);
}

}  // namespace

bool resolve(Run& run, Impact& impact, const Touch& touch) {
  bool may_split = false;
  for (int round = 0; round < kMostRounds; ++round) {
    gather(run, impact);
    Posed posed = pose_problem(run, impact, may_split);
    StepSolution solution = posed.problem.press(false);
    const double least = std::max(kShareOfImpact * posed.speed, kShareOfGain * run.scales.gain());
    Pushes pushes = reactions(run, posed.problem);
    std::vector<int> joining = pushed_along(run, pushes, least);
    if (joining.empty()) {
      solution = posed.problem.finish(solution);
      pushes = reactions(run, posed.problem);
      joining = pushed_along(run, pushes, least);
    }
    for (const int body : joining)
      if (!may_be_cut(run.bodies[body])) return false;
    if (joining.empty() && (may_split || solution.residual <= posed.goal)) {
      if (solution.residual > kNoAnswer * std::max(posed.speed, run.scales.gain())) return false;
      if (!parts(posed.problem, impact, posed.speed, run.scales.gain())) return false;
      count(run, solution, posed.goal);
      add_impact_events(run, posed.problem, touch.when, true, solution.residual);
      take(run, impact, posed.problem, pushes);
      return true;
    }
    may_split = joining.empty();
    impact.members.insert(impact.members.end(), joining.begin(), joining.end());
    std::sort(impact.members.begin(), impact.members.end());
  }
  return false;
}

}  // namespace rigor::first_order
