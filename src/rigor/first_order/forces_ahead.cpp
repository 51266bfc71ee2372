// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/forces_ahead.hpp>
#include <rigor/first_order/free_flight.hpp>

namespace rigor::first_order {
namespace {

bool is_among(const std::vector<int>& members, int body) {
  return body >= 0 && std::binary_search(members.begin(), members.end(), body);
}

/// Takes what given forces do in that time out of the velocities that the contacts start from;
/// whether there is anything.
bool take_out_forces(const World& world, const StepRows& at, const trace::Time& from,
                     double duration, ConeProblem& cone) {
  bool any = false;
  for (const int member : at.blocks.members()) {
    if (!at.bodies[member].is_free()) continue;
    const Vector6 gained = loaded(world, at.bodies[member], from, duration);
    if (gained.isZero(0.0)) continue;
    cone.u_star[at.blocks.place_of(member)] -= gained;
    any = true;
  }
  return any;
}

/// What impulses of the contact that are greater by `more` pass on per second.
PassedForce passed_by(const Row& row, const Eigen::Vector3d& more, double duration) {
  const Vector3 force =
      (more[0] * row.nhat_W + more[1] * row.tangents_W[0] + more[2] * row.tangents_W[1]) / duration;
  PassedForce passed;
  passed.bodies = {row.a, row.b};
  passed.wrenches[0] << -force, -row.r_a.cross(force);
  passed.wrenches[1] << force, row.r_b.cross(force);
  return passed;
}

/// Whether forces come to anything on the body that it has not given back yet.
bool is_driven_on(const Run& run, int body) {
  return body >= 0 && run.bodies[body].is_free() && !run.bodies[body].driving.isZero(0.0) &&
         !is_flying(run.bodies, body);
}

/// Whether what the contact passed on is taken back: between two members, or from a member that
/// moves away from what it is in contact with.
bool is_taken_back(const Run& run, const PassedForce& passed, const std::vector<int>& members) {
  int inside = 0;
  double power = 0.0;
  for (int side = 0; side < 2; ++side) {
    const int body = passed.bodies[side];
    if (body < 0) continue;
    const bool member = is_among(members, body);
    if (member && !is_driven_on(run, body)) return false;
    inside += member ? 1 : 0;
    const MovingBody& of = run.bodies[body];
    power += passed.wrenches[side].dot(member ? of.u : of.path_u);
  }
  return inside == 2 || (inside == 1 && power > 0.0);
}

}  // namespace

void note_forces(Run& run, const VelocityProblem& problem, const trace::Time& from,
                 double duration) {
  const StepRows& at = step_rows(problem);
  StepProblem without = at.problem;
  if (!take_out_forces(run.world, at, from, duration, without.cone)) return;
  const ConeState& with = path_state(problem);
  ConeState state = state_with(without.cone, with.impulses, with.efforts);
  compress(without, at.goals.law, state);
  const auto concerns = [&](const PassedForce& passed) {
    return is_among(at.blocks.members(), passed.bodies[0]) ||
           is_among(at.blocks.members(), passed.bodies[1]);
  };
  std::erase_if(run.passed, concerns);
  for (const int member : at.blocks.members()) {
    MovingBody& body = run.bodies[member];
    const int place = at.blocks.place_of(member);
    if (body.is_free())
      body.driving = at.bodies[member].mass * (with.u[place] - state.u[place]) / duration;
  }
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    const Eigen::Vector3d more = with.impulses[c] - state.impulses[c];
    if (!more.isZero(0.0) && !at.rows[c].is_limit())
      run.passed.push_back(passed_by(at.rows[c], more, duration));
  }
}

void defer_forces(Run& run, const std::vector<int>& members, double left) {
  const auto add = [&](int body, const Vector6& wrench, double time) {
    const MovingBodies& where = is_among(members, body) ? run.copies : run.bodies;
    run.bodies[body].deferred += time * (where[body].inverse_mass * wrench);
  };
  for (const int member : members)
    if (is_driven_on(run, member)) add(member, run.bodies[member].driving, left);
  for (PassedForce& passed : run.passed) {
    if (!is_taken_back(run, passed, members)) continue;
    for (int side = 0; side < 2; ++side) {
      const int body = passed.bodies[side];
      if (body < 0) continue;
      if (run.bodies[body].role == BodyRole::Driven)
        run.supplied += left * passed.wrenches[side].dot(run.bodies[body].path_u);
      if (!is_driven_on(run, body)) continue;
      add(body, passed.wrenches[side], -left);
      if (!is_among(members, body)) run.bodies[body].driving -= passed.wrenches[side];
    }
    passed.wrenches = {Vector6::Zero(), Vector6::Zero()};
  }
  for (const int member : members) run.bodies[member].driving.setZero();
}

}  // namespace rigor::first_order
