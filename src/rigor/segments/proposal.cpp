// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_forces.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/coming_stop.hpp>
#include <rigor/segments/friction_end.hpp>
#include <rigor/segments/input_end.hpp>
#include <rigor/segments/lift.hpp>
#include <rigor/segments/limit_watch.hpp>
#include <rigor/segments/momenta.hpp>
#include <rigor/segments/pressure.hpp>
#include <rigor/segments/proposal.hpp>
#include <rigor/segments/several_motions.hpp>
#include <rigor/segments/step_length.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

/// The size of a body; links may have no shape, then that of their tree: the largest distance of
/// two neighbours' origins, or of a centre of mass.
double extent_of(const World& world, const Cluster& cluster, std::size_t i) {
  const double radius = world.bodies[cluster.bodies[i]].radius;
  const BodyState& state = cluster.states[i];
  if (radius > 0.0 || !state.tree) return std::max(radius, 1e-300);
  double extent = 0.0;
  for (const LinkMotion& link : state.tree->kinematics.links)
    extent = std::max({extent, link.r.norm(), link.com.norm()});
  return extent;
}

/// The first step from the motion's own rates: two radians of turning, or of the pendulum that a
/// body is. Degree 12 to 16 resolves that; if not, the step is shortened. If much less than that is
/// left, as between two ticks of a controller, few nodes do.
StepControl first_step(const World& world, const Cluster& cluster, double left) {
  double length = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const double radius = extent_of(world, cluster, i);
    const double rate = std::max(cluster.states[i].v.tail<3>().norm(),
                                 radius > 0.0 ? std::sqrt(world.pull() / radius) : 0.0);
    if (rate > 0.0) length = std::min(length, 2.0 / rate);
  }
  StepControl first{std::min(length, left)};
  if (left < kShortPart * length) first.degree = kStepDegrees.front();
  return first;
}

struct Stepped {
  Collocation motion;
  double length = 0.0;
  int degree = 0;
  bool towards_stop = false;  ///< it would be longer, were it not for a stop that no step crosses
};

/// Of the proposed step what the coming stop of a slip leaves: before it, if the slip turns while
/// it stops; behind it, if a step has so many rows that it costs more than what follows an event.
StepControl up_to_stop(const ModeMotion& motion, const ComingStop& stop, StepControl proposed) {
  if (stop.turn > kTurningStop) {
    proposed.length = std::min(proposed.length, kTowardStop * stop.time);
  } else if (std::ssize(motion.rows) > kManyRows && kBehindStop * stop.time < proposed.length) {
    proposed.length = kBehindStop * stop.time;
    proposed.degree = std::min(proposed.degree, kStepDegrees.front());
  }
  return proposed;
}

/// The longest step near the proposed one whose error estimate meets the tolerance.
std::variant<Stepped, Refusal> step(const ModeMotion& motion, const Departure& from,
                                    StepControl proposed, const World& world) {
  const Tolerances& tolerances = world.tolerances;
  const double tol = tolerances.tol;
  // The paths of links are interpolants: what they miss must be far below the band.
  const double path_tol = std::min(tol, kPathShare * Tolerances::kBand * tolerances.skin);
  const ComingStop stop = coming_stop(motion, from.cluster, stop_speed(world));
  const bool towards_stop = stop.turn > kTurningStop && kTowardStop * stop.time < proposed.length;
  const StepControl begun = up_to_stop(motion, stop, proposed);
  double length = begun.length;
  int degree = begun.degree;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    Collocation result = collocate(motion, from.cluster.states, length, degree);
    result.error = std::max(result.error, result.path_error * tol / path_tol);
    if (result.status == CollocationStatus::Converged && result.error <= tol)
      return Stepped{std::move(result), length, degree, towards_stop};
    const double tried = length;
    if (result.status != CollocationStatus::Converged)
      length *= 0.4;
    else if (higher_degree(degree) > degree)
      degree = higher_degree(degree);
    else
      length *= std::max(0.2, kStepSafety * std::pow(tol / result.error, 1.0 / degree));
    // A slip that stops while it turns is not smooth there: up to just before it, not less.
    if (length < stop.time && stop.time < tried)
      length = std::min(kStepSafety * stop.time, kStepSafety * tried);
    if (!(length > 0.0) || requested(motion.cancellation)) break;
  }
  return Refusal{RefusalKind::Inconsistent, "no step length meets the tolerance"};
}

/// How far a coordinate goes along the trajectory, at most, in units of what may be: gaps are read
/// off paths whose rounding errors grow with that, and must stay well inside the contact band.
double excess_travel(const Trajectory& trajectory, const Tolerances& tolerances) {
  double most = 0.0;
  for (Eigen::Index row = 0; row < trajectory.paths.rows(); row += kTrajectoryRows)
    for (Eigen::Index k = row; k < row + 3; ++k)
      most = std::max(most,
                      trajectory.paths.row(k).tail(trajectory.paths.cols() - 1).cwiseAbs().sum());
  const double rounding = std::numeric_limits<double>::epsilon();
  return most * rounding / (kRoundingShare * Tolerances::kBand * tolerances.skin);
}

/// Segments and paths of all bodies along a trajectory.
Proposal make_proposal(const World& world, const Departure& from, const Trajectory& trajectory,
                       double length) {
  Proposal proposal;
  proposal.trajectory = trajectory;
  proposal.paths.world = &world;
  proposal.paths.bodies = from.cluster.bodies;
  proposal.paths.segments = from.segments;
  for (std::size_t i = 0; i < from.cluster.bodies.size(); ++i) {
    trace::Segment segment;
    segment.length = length;
    write_path(trajectory.paths.middleRows<7>(kTrajectoryRows * static_cast<int>(i)), segment);
    segment.body = from.cluster.bodies[i];
    segment.index = from.segments[i];
    segment.start = from.time;
    proposal.paths.paths.push_back(body_path(segment));
    proposal.segments.push_back(std::move(segment));
  }
  return proposal;
}

/// The first root of the lift functions of contacts with half-spaces on [0, end.s].
void find_plane_lift(const CarriedMode& mode, const std::vector<LiftFunction>& lifts,
                     const Departure& from, const Stepped& stepped, SegmentEnd& end) {
  for (const LiftFunction& lift : lifts) {
    const int place = place_of(from.cluster, lift.pair.b.body);
    const double weight =
        load_of(*mode.motion.bodies[place], from.cluster.states[place], mode.world.gravity());
    const Eigen::VectorXd force =
        (lift.weights.transpose() * stepped.motion.multipliers).transpose();
    const ChebModel model(
        std::span<const double>(force.data(), static_cast<std::size_t>(force.size())));
    const RootOutcome root = first_below(model, -kLiftFraction * weight, 0.0, end.s);
    const auto* crosses = std::get_if<Crosses>(&root);
    if (std::holds_alternative<StartsBelow>(root)) {
      end.s = 0.0;
      end.reason = trace::EndReason::Lift;
      end.immediate = true;
      return;
    }
    if (crosses == nullptr || crosses->hi >= end.s) continue;
    end.s = crosses->hi;
    end.late = crosses->hi;
    end.reason = trace::EndReason::Lift;
    end.proved = false;
    const double slope = std::abs(clenshaw(derivative(model).coefficients(), crosses->hi));
    const double tail = force.tail<2>().cwiseAbs().maxCoeff();
    end.location_error =
        slope > 0.0 ? std::min(1.0, tail / slope) * stepped.length : stepped.length;
    // The force was zero earlier by what it fell since, at its present rate.
    end.since = std::max(0.0, end.s - (slope > 0.0 ? kLiftFraction * weight / slope : 0.0));
  }
}

/// Whether forces of the mode could be shifted from one pair to another: between planes, between
/// bodies, or along a tree.
bool may_share(const Mode& mode, const Cluster& cluster) {
  if (mode.contacts.empty()) return false;
  const PairId& first = mode.contacts.front().id.pair;
  return first.a != mode.contacts.back().id.pair.a || !on_half_space(first) ||
         unknowns_of(cluster.states).has_trees();
}

/// Where contacts stop carrying the mode, on [0, end.s]: the lift functions of half-spaces, which
/// are smooth, and the pairs of bodies. Where the forces of several pairs can make up for each
/// other, a lift function that says so need not be right; then the law decides.
void find_lift(const World& world, const ModeMotion& motion, const Departure& from,
               const Stepped& stepped, SegmentEnd& end) {
  CarriedMode mode{world, from.cluster.bodies, from.mode, motion, {}};
  const Trajectory& trajectory = stepped.motion.trajectory;
  auto lifts = lift_functions(motion, from.cluster, from.mode.contacts);
  SegmentEnd lifted = end;
  find_plane_lift(mode, lifts, from, stepped, lifted);
  const bool found = lifted.immediate || lifted.s < end.s;
  if (found && may_share(from.mode, from.cluster) &&
      law_agrees(mode, states_at(trajectory, lifted.s), lifted.s * stepped.length))
    mode.lifts = std::move(lifts);
  else
    end = lifted;
  if (end.immediate) return;
  const CarryingEnd carried = carrying_end(mode, trajectory, stepped.length, end.s);
  if (carried.reason == Carrying::Carries) return;
  end.s = carried.s;
  end.late = carried.s;
  end.since = carried.since;
  end.reason =
      carried.reason == Carrying::Changes ? trace::EndReason::Feature : trace::EndReason::Lift;
  end.proved = false;
  end.location_error = carried.width * stepped.length;
  end.immediate = carried.s <= 0.0;
}

/// Where friction ends the mode on [0, end.s]. False if the step must be shortened.
bool find_friction_end(const World& world, const ModeMotion& motion, const Departure& from,
                       const Stepped& stepped, Proposal& proposal) {
  SegmentEnd& end = proposal.end;
  FrictionEnd found =
      friction_end({world, from.cluster, from.mode, motion, stepped.motion, stepped.length}, end.s);
  if (found.reason == Friction::Holds) return true;
  if (found.reason == Friction::Turns) return false;
  end.s = end.late = found.s;
  end.location_error = found.width * stepped.length;
  end.proved = false;
  end.immediate = found.s <= 0.0 && found.reason != Friction::Shifts;
  proposal.ahead = std::move(found.ahead);
  switch (found.reason) {
    case Friction::Stops:
      end.reason = trace::EndReason::Stick;
      break;
    case Friction::Yields:
      end.reason = trace::EndReason::Slip;
      break;
    case Friction::Jams:
      end.reason = trace::EndReason::Jam;
      break;
    case Friction::Changes:
      end.reason = trace::EndReason::Feature;
      break;
    default:
      end.reason = trace::EndReason::Accuracy;
  }
  return true;
}

/// How far a segment may go: to the end of the run, of the pieces of the driven bodies it touches,
/// which is an event if their accelerations may jump there, or to a knot of the given forces.
struct SegmentHorizon {
  trace::Time time;
  trace::EndReason reason = trace::EndReason::Stop;
};

SegmentHorizon horizon_of(const World& world, const Departure& from, const trace::Time& last) {
  SegmentHorizon horizon{last, trace::EndReason::Stop};
  for (const std::uint32_t body : from.cluster.bodies) {
    const auto& knot = world.bodies[body].load.end;
    if (knot && *knot < horizon.time) horizon = {*knot, trace::EndReason::Input};
  }
  for (const BodyState& state : from.cluster.states) {
    if (!state.tree) continue;
    const double next = next_break(*state.tree->tree, trace::seconds(from.time));
    if (std::isfinite(next) && trace::time_from(next) < horizon.time)
      horizon = {trace::time_from(next), trace::EndReason::Input};
  }
  for (const ActiveContact& contact : from.mode.contacts) {
    for (const std::uint32_t body : {contact.id.pair.a.body, contact.id.pair.b.body}) {
      if (!is_driven(world, body)) continue;
      const DrivePiece& piece = world.bodies[body].drive;
      if (last < piece.end || horizon.time < piece.end || piece.for_ever) continue;
      const bool event =
          piece.breaks || (horizon.time == piece.end && horizon.reason == trace::EndReason::Input);
      horizon = {piece.end, event ? trace::EndReason::Input : trace::EndReason::Accuracy};
    }
  }
  if (horizon.time == last) horizon.reason = trace::EndReason::Stop;
  return horizon;
}

ProposalOutcome finish(Proposal proposal, const Watches& watches) {
  if (!(proposal.start_time() < proposal.end_time()))
    return NoAdvance{proposal.segments.front().reason, std::move(proposal.ahead)};
  for (const BodyPath& path : proposal.paths.paths)
    if (!has_proper_rotation(path))
      return Refusal{RefusalKind::Inconsistent, "the orientation's polynomial left its range"};
  auto proof = certificates(watches, proposal.paths, {proposal.start_time(), proposal.end_time()});
  if (!proof) return Refusal{RefusalKind::Drift, "a segment could not be certified as disjoint"};
  proposal.certificates = std::move(*proof);
  return proposal;
}

/// What given forces do per second on free bodies, watts.
double load_power(const ModeMotion& motion, std::span<const BodyState> states, double after) {
  double power = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const AppliedLoad& load = motion.bodies[i]->load;
    if (load.wrenches.empty()) continue;
    const double time = trace::elapsed(load.start, motion.start) + after;
    power += load_at(load, rotation_matrix(states[i].q), time).vector().dot(states[i].v);
  }
  return power;
}

/// ∫ of the power of driven bodies, belts and given forces, as a polynomial in s.
Eigen::VectorXd work_along(const ModeMotion& motion, const Stepped& stepped) {
  const auto& trees = stepped.motion.trajectory.trees;
  const bool loaded = std::any_of(motion.bodies.begin(), motion.bodies.end(),
                                  [](const Body* body) { return !body->load.wrenches.empty(); }) ||
                      std::any_of(trees.begin(), trees.end(), [](const TreeTrajectory& tree) {
                        return !tree.tree->local.forces.empty();
                      });
  const bool belts = std::any_of(motion.contacts.begin(), motion.contacts.end(), [](const auto& c) {
    return !c.belt_O.isZero(0.0) || !c.belt_P.isZero(0.0);
  });
  if (motion.drives.empty() && !loaded && !belts) return Eigen::VectorXd::Zero(1);
  const LobattoNodes& nodes = lobatto_nodes(stepped.degree);
  // Forces of contacts matter where what they act on is driven.
  const bool by_contacts = !motion.drives.empty() || belts || !trees.empty();
  std::optional<ModeSolution> solution;
  if (by_contacts) solution.emplace(motion);
  Eigen::VectorXd power(stepped.degree + 1);
  for (int j = 0; j <= stepped.degree; ++j) {
    const double after = nodes.s[j] * stepped.length;
    const std::vector<BodyState> states = states_at(stepped.motion.trajectory, nodes.s[j]);
    if (!solution) {
      power[j] = load_power(motion, states, after);
      continue;
    }
    // A node where rows became dependent has no forces; the collocation met none.
    std::vector<Vector3> slips;
    if (motion.slides()) slips = stepped.motion.slips_W[j];
    solution->solve(states, slips, ModeSolution::Directions::Kept, after);
    power[j] = supplied_power(*solution);
  }
  const Eigen::VectorXd coefficients = nodes.coefficients * power;
  return stepped.length *
         antiderivative({coefficients.data(), static_cast<std::size_t>(coefficients.size())});
}

/// Whether forces or paths that change with time take part: bodies under given forces, or on driven
/// ones.
bool has_given_inputs(const World& world, const Departure& from) {
  return std::any_of(
             from.cluster.bodies.begin(), from.cluster.bodies.end(),
             [&](std::uint32_t body) { return !world.bodies[body].load.wrenches.empty(); }) ||
         std::any_of(from.mode.contacts.begin(), from.mode.contacts.end(),
                     [&](const ActiveContact& contact) {
                       return is_driven(world, contact.id.pair.a.body) ||
                              is_driven(world, contact.id.pair.b.body);
                     });
}

/// Ends the segment just behind where the law begins to allow other motions: it is told there.
void end_where_several(const World& world, const ModeMotion& motion, const Departure& from,
                       const Stepped& stepped, Proposal& proposal) {
  SegmentEnd& end = proposal.end;
  if (end.immediate) return;
  const auto several =
      several_from({world, from.cluster, from.mode, motion, stepped.motion, stepped.length}, end.s);
  const double later = kMomentAhead / stepped.length;
  if (!several || *several < later || *several + later >= end.s) return;
  end.s = end.late = *several + later;
  end.reason = trace::EndReason::Accuracy;
  end.proved = false;
  proposal.ahead.reset();
}

void set_end(Proposal& proposal, const trace::Time& end, trace::EndReason reason) {
  for (std::size_t i = 0; i < proposal.segments.size(); ++i) {
    proposal.segments[i].end = end;
    proposal.segments[i].reason = reason;
    proposal.paths.paths[i].end = end;
  }
}

/// What ends the mode on [0, end.s] first. False if the step must be shortened to tell.
bool find_end(const World& world, const ModeMotion& motion, const Departure& from,
              const Stepped& stepped, const Watches& watches, Proposal& proposal) {
  SegmentEnd& end = proposal.end;
  find_exits(watches, world.tolerances, end);
  if (!end.immediate) find_limit_exits(world, from.mode, stepped.motion.trajectory, end);
  if (!end.immediate) find_input_ends({motion, stepped.motion, stepped.length}, end);
  if (end.immediate) return true;
  if (world.law == Law::Coulomb) {
    if (!find_friction_end(world, motion, from, stepped, proposal)) return false;
    end_where_several(world, motion, from, stepped, proposal);
    return true;
  }
  find_lift(world, motion, from, stepped, end);
  return true;
}

/// Whether a longer step may show where the slip that sets out at once goes to.
bool shows_too_little(const Proposal& proposal, const Stepped& stepped, double proposed,
                      double longest) {
  return proposal.end.immediate && proposal.end.reason == trace::EndReason::Slip &&
         !proposal.ahead && stepped.length >= proposed && proposed < std::min(longest, kShowsAhead);
}

/// The step after this one, which was proposed.
StepControl next_of(const StepControl& proposed, const Stepped& stepped, const SegmentEnd& end,
                    double tol) {
  StepControl taken{stepped.length, stepped.degree, proposed.beyond};
  if (stepped.towards_stop) taken.beyond = std::max(proposed.beyond, proposed.length);
  if (end.reason == trace::EndReason::Stick && taken.beyond > 0.0)
    return {taken.beyond, kLongDegree};
  StepControl next = next_step(taken, stepped.motion, end, tol);
  if (end.reason != trace::EndReason::Accuracy) return next;
  next.beyond = taken.beyond;
  return stepped.towards_stop ? towards_stop(taken, stepped.motion.error, next, tol) : next;
}

/// All that follows from where the proposal ends.
void complete(const World& world, const ModeMotion& motion, const Departure& from,
              const StepControl& proposed, const Stepped& stepped, const trace::Time& end,
              Proposal& proposal) {
  for (trace::Segment& segment : proposal.segments) {
    segment.error_estimate = stepped.motion.error;
    segment.residual = stepped.motion.residual;
  }
  set_end(proposal, end, proposal.end.reason);
  proposal.next = next_of(proposed, stepped, proposal.end, world.tolerances.tol);
  proposal.supplied_work = work_along(motion, stepped);
  proposal.loads = slip_loads(motion, stepped.motion);
  write_momenta(world, from.cluster, proposal.segments);
  if (has_given_inputs(world, from)) record_forces(world, from, proposal);
}

}  // namespace

ProposalOutcome propose(const World& world, const Departure& from, const trace::Time& last) {
  const auto [horizon, at_horizon] = horizon_of(world, from, last);
  const double left = trace::elapsed(from.time, horizon);
  const ModeMotion motion = motion_in_mode(world, from.cluster, from.mode);
  const double longest = left * kLonger;
  StepControl proposed = from.step.length > 0.0 ? from.step : first_step(world, from.cluster, left);
  // Not a rounding error less than what is left, which would need a segment of its own.
  if (proposed.length >= left) proposed.length = longest;
  for (int attempt = 0; attempt < kMaxAttempts && !requested(world.cancellation); ++attempt) {
    const auto stepped_or = step(motion, from, proposed, world);
    if (const auto* refusal = std::get_if<Refusal>(&stepped_or)) return *refusal;
    const Stepped& stepped = std::get<Stepped>(stepped_or);
    if (const double excess = excess_travel(stepped.motion.trajectory, world.tolerances);
        excess > 1.0) {
      proposed.length = stepped.length * std::max(0.1, 0.9 / excess);
      continue;
    }
    Proposal proposal = make_proposal(world, from, stepped.motion.trajectory, stepped.length);
    SegmentEnd& end = proposal.end;
    if (stepped.length >= longest) {
      end.s = fraction_at(proposal.clock(), horizon).lo;
      end.reason = at_horizon;
    }
    const double reach = end.s;
    const Watches watches = make_watches(proposal.paths, from.cluster, from.mode);
    if (!find_end(world, motion, from, stepped, watches, proposal)) {
      proposed.length = kShorterStep * stepped.length;
      continue;
    }
    if (shows_too_little(proposal, stepped, proposed.length, longest)) {
      proposed.length = std::min(longest, kAfterEvent * stepped.length);
      continue;
    }
    if (end.immediate) return NoAdvance{end.reason, std::move(proposal.ahead)};
    const bool whole = stepped.length >= longest && end.s == reach && end.reason == at_horizon;
    complete(world, motion, from, proposed, stepped,
             whole ? horizon : time_at_most(proposal.clock(), end.s), proposal);
    return finish(std::move(proposal), watches);
  }
  return Refusal{RefusalKind::Inconsistent, "the direction of a slip turns too fast for any step"};
}

ProposalOutcome propose_rest(const World& world, const Departure& from,
                             const trace::Time& horizon) {
  const Trajectory still = still_at(from.cluster.states, from.cluster.bodies);
  Proposal proposal =
      make_proposal(world, from, still, trace::elapsed(from.time, horizon) * kLonger);
  proposal.next = from.step;
  proposal.end.reason = trace::EndReason::Rest;
  set_end(proposal, horizon, trace::EndReason::Rest);
  proposal.end.s = 1.0 / kLonger;
  write_momenta(world, from.cluster, proposal.segments);
  const Watches watches = make_watches(proposal.paths, from.cluster, from.mode);
  return finish(std::move(proposal), watches);
}

void cut(Proposal& proposal, const trace::Time& end, trace::EndReason reason) {
  if (!(end < proposal.end_time())) return;
  set_end(proposal, end, reason);
  proposal.end = {};
  proposal.end.s = proposal.end.late = fraction_at(proposal.clock(), end).lo;
  proposal.end.reason = reason;
  for (trace::Certificate& certificate : proposal.certificates)
    certificate.end = std::min(certificate.end, end);
  if (proposal.forces) cut_forces(*proposal.forces, end);
}

void record_forces(const World& world, const Departure& from, Proposal& proposal) {
  if (proposal.forces) return;
  proposal.forces.emplace();
  if (proposal.start_time() < proposal.end_time())
    *proposal.forces = recorded_forces(
        {world, from.cluster, from.mode, proposal.trajectory, proposal.loads, from.segments,
         proposal.segments.front().length, proposal.end.s, proposal.end_time()});
}

StepControl step_after(const Proposal& proposal, const trace::Time& end) {
  if (!(end < proposal.end_time())) return proposal.next;
  const double tried = proposal.segments.front().length;
  return after_event({tried, proposal.trajectory.degree()},
                     trace::elapsed(proposal.start_time(), end), tried);
}

double supplied_work(const Proposal& proposal) {
  return proposal.supplied_work.dot(
      chebyshev_values(static_cast<int>(proposal.supplied_work.size()), proposal.end.s));
}

std::vector<BodyState> final_states(const Proposal& proposal) {
  return states_at(proposal.trajectory, proposal.end.s);
}

}  // namespace rigor
