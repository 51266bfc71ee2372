// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/free_flight.hpp>

namespace rigor::first_order {
namespace {

/// What the fall of `time` seconds adds to the normal speed of the row by one of its bodies.
double added_speed(const MovingBodies& bodies, const Row& row, int body, double time) {
  if (const MovingTree* tree = bodies.tree_of(body)) {
    if (row.is_limit()) return time * row.sign * tree->falling[row.velocity];
    const Vector6 change = jacobian_of(*tree, body) * (time * tree->falling);
    const Vector3& r = body == row.b ? row.r_b : row.r_a;
    return row.nhat_W.dot(change.head<3>() + Vector3(change.tail<3>()).cross(r));
  }
  return time * row.nhat_W.dot(bodies[body].falling);
}

/// Those of the members whose paths may have `time` seconds of their fall more than they have.
std::vector<int> able_to_fly(const MovingBodies& bodies, const VelocityProblem& problem,
                             std::vector<int> members, double time) {
  const auto flies = [&](int body) {
    return body >= 0 && std::binary_search(members.begin(), members.end(), bodies.lead(body));
  };
  for (bool all = false; !all && !members.empty();) {
    all = true;
    for (std::size_t c = 0; c < problem.rows().size(); ++c) {
      const Row& row = problem.rows()[c];
      double added = flies(row.b) ? added_speed(bodies, row, row.b, time) : 0.0;
      if (flies(row.a)) added -= added_speed(bodies, row, row.a, time);
      if (added >= 0.0 || spare_speed(problem, c) + added >= 0.0) continue;
      all = false;
      for (const int body : {row.a, row.b})
        if (flies(body)) std::erase(members, bodies.lead(body));
    }
  }
  return members;
}

/// Those that contacts act on fly no more.
void end_pushed_flights(MovingBodies& bodies, const VelocityProblem& problem) {
  for (std::size_t c = 0; c < problem.rows().size(); ++c) {
    if (!acts(problem, c)) continue;
    const Row& row = problem.rows()[c];
    end_flight(bodies, bodies.lead(row.b));
    if (row.a >= 0) end_flight(bodies, bodies.lead(row.a));
  }
}

/// The velocity of the member changes by `end` seconds of its fall, its path by `path` seconds.
void add_fall(MovingBodies& bodies, int member, double end, double path) {
  if (MovingTree* tree = bodies.tree_of(member)) {
    tree->opening += (path - end) * tree->falling;
    set_velocity(tree->v + end * tree->falling, *tree, bodies);
    return;
  }
  MovingBody& body = bodies[member];
  body.opening.head<3>() += (path - end) * body.falling;
  body.u.head<3>() += end * body.falling;
}

}  // namespace

bool is_flying(const MovingBodies& bodies, int member) {
  const MovingTree* tree = bodies.tree_of(member);
  return tree == nullptr ? !bodies[member].falling.isZero(0.0) : !tree->falling.isZero(0.0);
}

void end_flight(MovingBodies& bodies, int member) {
  bodies[member].falling.setZero();
  if (MovingTree* tree = bodies.tree_of(member)) tree->falling.setZero();
}

void begin_flights(MovingBodies& bodies, const std::vector<int>& members,
                   const VelocityProblem* problem, double h) {
  if (problem) end_pushed_flights(bodies, *problem);
  std::vector<int> flying;
  for (const int member : members)
    if (is_flying(bodies, member)) flying.push_back(member);
  if (problem) flying = able_to_fly(bodies, *problem, std::move(flying), -0.5 * h);
  for (const int member : members) {
    if (std::binary_search(flying.begin(), flying.end(), member))
      add_fall(bodies, member, 0.0, -0.5 * h);
    else
      end_flight(bodies, member);
  }
}

void look_ahead_of_end(MovingBodies& bodies, int member, double left) {
  if (is_flying(bodies, member)) add_fall(bodies, member, -left, 0.0);
}

void resume_flights(MovingBodies& bodies, const VelocityProblem& impact, double left) {
  std::vector<int> flew;
  for (const int member : impact.members())
    if (is_flying(bodies, member)) flew.push_back(member);
  const std::vector<int> flying = able_to_fly(bodies, impact, flew, 0.5 * left);
  for (const int member : flew) {
    if (std::binary_search(flying.begin(), flying.end(), member)) {
      add_fall(bodies, member, left, 0.5 * left);
      continue;
    }
    if (MovingTree* tree = bodies.tree_of(member))
      tree->deferred += left * tree->falling;
    else
      bodies[member].deferred.head<3>() += left * bodies[member].falling;
    end_flight(bodies, member);
  }
}

}  // namespace rigor::first_order
