// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/integration/lift.hpp>
#include <rigor/integration/pressure.hpp>
#include <rigor/integration/proposal.hpp>

namespace rigor {
namespace {

constexpr std::array<int, 4> kDegrees{6, 8, 12, 16};
constexpr int kMaxAttempts = 80;
constexpr double kMaxGrowth = 8.0;
constexpr double kSafety = 0.9;
constexpr double kAfterEvent = 64.0;
constexpr int kLongDegree = 12;  ///< for steps that no event cuts short
/// A little longer than what is left, so that the horizon itself is inside in exact arithmetic.
constexpr double kLonger = 1.0 + 0x1p-40;

int higher_degree(int degree) {
  for (const int d : kDegrees)
    if (d > degree) return d;
  return degree;
}

int lower_degree(int degree) {
  int lower = kDegrees.front();
  for (const int d : kDegrees)
    if (d < degree) lower = d;
  return lower;
}

/// The first length from the motion's own rates: two radians of turning, or of the pendulum that
/// a body is. Degree 12 to 16 resolves that; if not, the step is shortened.
double first_length(const World& world, const Cluster& cluster, double horizon) {
  double length = horizon;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const double radius = std::max(world.bodies[cluster.bodies[i]].radius, 1e-300);
    const double rate =
        std::max(cluster.states[i].v.tail<3>().norm(), std::sqrt(world.gravity().norm() / radius));
    if (rate > 0.0) length = std::min(length, 2.0 / rate);
  }
  return length;
}

struct Stepped {
  Collocation motion;
  double length = 0.0;
  int degree = 0;
};

/// The longest step near the proposed one whose error estimate meets the tolerance.
std::variant<Stepped, Refusal> step(const ModeMotion& motion, const Departure& from, double length,
                                    double tol) {
  int degree = from.step.degree;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    Collocation result = collocate(motion, from.cluster.states, length, degree);
    if (result.status == CollocationStatus::Converged && result.error <= tol)
      return Stepped{std::move(result), length, degree};
    if (result.status != CollocationStatus::Converged)
      length *= 0.4;
    else if (higher_degree(degree) > degree)
      degree = higher_degree(degree);
    else
      length *= std::max(0.2, kSafety * std::pow(tol / result.error, 1.0 / degree));
    if (!(length > 0.0)) break;
  }
  return Refusal{RefusalKind::Inconsistent, "no step length meets the tolerance"};
}

/// The segment of one body: rows `first` and on of the coefficients.
trace::Segment make_segment(const Trajectory& coefficients, int body, double length) {
  trace::Segment segment;
  segment.length = length;
  const auto row = [&](int i) {
    std::vector<double> values(static_cast<std::size_t>(coefficients.cols()));
    for (Eigen::Index k = 0; k < coefficients.cols(); ++k)
      values[static_cast<std::size_t>(k)] = coefficients(kTrajectoryRows * body + i, k);
    return values;
  };
  for (int i = 0; i < 3; ++i) segment.position[i] = row(i);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = row(3 + i);
  return segment;
}

/// Segments and paths of all bodies along a trajectory.
Proposal make_proposal(const World& world, const Departure& from, const Trajectory& coefficients,
                       double length) {
  Proposal proposal;
  proposal.trajectory = coefficients;
  proposal.paths.world = &world;
  proposal.paths.bodies = from.cluster.bodies;
  proposal.paths.segments = from.segments;
  for (std::size_t i = 0; i < from.cluster.bodies.size(); ++i) {
    trace::Segment segment = make_segment(coefficients, static_cast<int>(i), length);
    segment.body = from.cluster.bodies[i];
    segment.index = from.segments[i];
    segment.start = from.time;
    proposal.paths.paths.push_back(body_path(segment));
    proposal.segments.push_back(std::move(segment));
  }
  return proposal;
}

/// The first root of the lift functions of contacts with half-spaces on [0, end.s].
void find_lift(const CarriedMode& carried, const Cluster& start, const Stepped& stepped,
               SegmentEnd& end) {
  for (const LiftFunction& lift : carried.lifts) {
    const int place = place_of(start, lift.pair.b.body);
    const double weight =
        load_of(*carried.motion.bodies[place], start.states[place], carried.world.gravity());
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
  }
}

/// Where the contacts between bodies stop carrying the mode, on [0, end.s].
void find_pair_lift(const CarriedMode& carried, const Cluster& start, const Stepped& stepped,
                    SegmentEnd& end) {
  const CarryingEnd found = carrying_end(carried, start.bodies, stepped.motion.coefficients, end.s);
  if (found.reason == Carrying::Carries) return;
  end.s = found.s;
  end.late = found.s;
  end.reason =
      found.reason == Carrying::Changes ? trace::EndReason::Feature : trace::EndReason::Lift;
  end.proved = false;
  end.location_error = found.width * stepped.length;
  end.immediate = found.s <= 0.0;
}

/// Where contacts run out of force. In loops of contacts the forces on half-spaces are not unique:
/// if the law says that nothing lifts where they vanish, they are judged like those between bodies.
void find_lifts(const World& world, const ModeMotion& motion, const Departure& from,
                const Stepped& stepped, SegmentEnd& end) {
  CarriedMode carried{world, from.mode, motion,
                      lift_functions(motion, from.cluster, from.mode.contacts)};
  SegmentEnd lifted = end;
  find_lift(carried, from.cluster, stepped, lifted);
  const bool lifts = lifted.immediate || lifted.s < end.s;
  const bool loops =
      lifts && carries_by_law(carried, {from.cluster.bodies,
                                        states_at(stepped.motion.coefficients, lifted.s)});
  if (!loops) {
    end = lifted;
    carried.lifts.clear();
  }
  if (!end.immediate) find_pair_lift(carried, from.cluster, stepped, end);
}

/// The step to try next: as long as the error estimate allows, but after an event not much longer
/// than the mode just lasted, since events come in sequences; short steps need fewer nodes.
StepControl next_step(const Stepped& stepped, const SegmentEnd& end, double tol) {
  const double error = std::max(stepped.motion.error, 1e-300);
  const double growth = std::min(kMaxGrowth, kSafety * std::pow(tol / error, 1.0 / stepped.degree));
  StepControl next{stepped.length * std::max(growth, 0.2), stepped.degree};
  if (end.reason == trace::EndReason::Accuracy) {
    next.degree = std::max(stepped.degree, kLongDegree);
  } else if (kAfterEvent * end.s * stepped.length < next.length) {
    next.length = kAfterEvent * end.s * stepped.length;
    if (next.length < stepped.length) next.degree = lower_degree(stepped.degree);
  }
  return next;
}

ProposalOutcome finish(Proposal proposal, const Watches& watches) {
  if (!(proposal.start_time() < proposal.end_time()))
    return NoAdvance{proposal.segments.front().reason};
  for (const BodyPath& path : proposal.paths.paths)
    if (!has_proper_rotation(path))
      return Refusal{RefusalKind::Inconsistent, "the orientation's polynomial left its range"};
  auto proof = certificates(watches, proposal.paths, {proposal.start_time(), proposal.end_time()});
  if (!proof) return Refusal{RefusalKind::Drift, "a segment could not be certified as disjoint"};
  proposal.certificates = std::move(*proof);
  return proposal;
}

void set_end(Proposal& proposal, const trace::Time& end, trace::EndReason reason) {
  for (std::size_t i = 0; i < proposal.segments.size(); ++i) {
    proposal.segments[i].end = end;
    proposal.segments[i].reason = reason;
    proposal.paths.paths[i].end = end;
  }
}

}  // namespace

ProposalOutcome propose(const World& world, const Departure& from, const trace::Time& horizon) {
  const double left = trace::elapsed(from.time, horizon);
  const ModeMotion motion = mode_motion(world, from.cluster, from.mode.contacts);
  const double longest = left * kLonger;
  const double length = std::min(
      longest, from.step.length > 0.0 ? from.step.length : first_length(world, from.cluster, left));
  const auto stepped_or = step(motion, from, length, world.tolerances.tol);
  if (const auto* refusal = std::get_if<Refusal>(&stepped_or)) return *refusal;
  const Stepped& stepped = std::get<Stepped>(stepped_or);

  Proposal proposal = make_proposal(world, from, stepped.motion.coefficients, stepped.length);
  SegmentEnd& end = proposal.end;
  if (stepped.length >= longest) {
    end.s = fraction_at(proposal.clock(), horizon).lo;
    end.reason = trace::EndReason::Stop;
  }
  const Watches watches = make_watches(proposal.paths, from.cluster, from.mode);
  find_exits(watches, world.tolerances, end);
  if (!end.immediate) find_lifts(world, motion, from, stepped, end);
  if (end.immediate) return NoAdvance{end.reason};
  for (trace::Segment& segment : proposal.segments) segment.error_estimate = stepped.motion.error;
  set_end(proposal,
          end.reason == trace::EndReason::Stop ? horizon : time_at_most(proposal.clock(), end.s),
          end.reason);
  proposal.next = next_step(stepped, end, world.tolerances.tol);
  return finish(std::move(proposal), watches);
}

ProposalOutcome propose_rest(const World& world, const Departure& from,
                             const trace::Time& horizon) {
  const int bodies = static_cast<int>(from.cluster.bodies.size());
  Trajectory still(kTrajectoryRows * bodies, 1);
  for (int i = 0; i < bodies; ++i) {
    const BodyState& state = from.cluster.states[i];
    const std::array<double, 4> q = wxyz(state.q);
    still.col(0).segment<kTrajectoryRows>(kTrajectoryRows * i) << state.x, q[0], q[1], q[2], q[3],
        state.v;
  }
  Proposal proposal =
      make_proposal(world, from, still, trace::elapsed(from.time, horizon) * kLonger);
  proposal.next = from.step;
  proposal.end.reason = trace::EndReason::Rest;
  set_end(proposal, horizon, trace::EndReason::Rest);
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
}

std::vector<BodyState> final_states(const Proposal& proposal) {
  return states_at(proposal.trajectory, proposal.end.s);
}

}  // namespace rigor
