// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/half_space_contact.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/integration/lift.hpp>
#include <rigor/integration/proposal.hpp>

namespace rigor {
namespace {

constexpr std::array<int, 4> kDegrees{6, 8, 12, 16};
constexpr int kMaxAttempts = 80;
constexpr double kMaxGrowth = 8.0;
constexpr double kSafety = 0.9;
constexpr double kAfterEvent = 64.0;
constexpr int kLongDegree = 12;  ///< for steps that no event cuts short
/// A lift is taken as such when the force has become this negative, as a fraction of the body's
/// forces: the accelerations then tell the released contact from noise (1e-9).
constexpr double kLiftFraction = 1e-7;

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
/// the body is. Degree 12 to 16 resolves that; if not, the step is shortened.
double first_length(const MovingBody& body, const Vector3& gravity, const BodyState& state,
                    double horizon) {
  const double rate =
      std::max(state.v.tail<3>().norm(), std::sqrt(gravity.norm() / std::max(body.radius, 1e-300)));
  return rate > 0.0 ? std::min(horizon, 2.0 / rate) : horizon;
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
    Collocation result = collocate(motion, from.state, length, degree);
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

trace::Segment make_segment(const MovingBody& body, const Departure& from, const Stepped& stepped) {
  trace::Segment segment;
  segment.body = body.id;
  segment.index = from.segment_index;
  segment.start = from.time;
  segment.length = stepped.length;
  const Trajectory& c = stepped.motion.coefficients;
  const auto row = [&](int i) {
    std::vector<double> values(static_cast<std::size_t>(c.cols()));
    for (Eigen::Index k = 0; k < c.cols(); ++k) values[static_cast<std::size_t>(k)] = c(i, k);
    return values;
  };
  for (int i = 0; i < 3; ++i) segment.position[i] = row(i);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = row(3 + i);
  segment.error_estimate = stepped.motion.error;
  return segment;
}

/// The end of a segment that is being looked for.
struct End {
  double s = 1.0;
  double late = 1.0;
  trace::EndReason reason = trace::EndReason::Accuracy;
  bool proved = true;
  double location_error = 0.0;
  bool immediate = false;
};

void take_earlier(End& end, double s, double late, trace::EndReason reason) {
  if (s >= end.s) return;
  end.s = s;
  end.late = late;
  end.reason = reason;
  end.proved = true;
}

/// Bands of the active vertices of one piece against one half-space, and departing ones with their
/// lower level.
struct Watch {
  std::vector<VertexBand> bands;  ///< active
  std::vector<VertexBand> departing;
  std::vector<double> rearmed;  ///< s at which each departing vertex is above δ(1 + β)
};

/// An s soon after the start where the vertex is above `level`, or 1 if it never seems to be.
double rising_above(const VertexGap& gap, const Vector3& r, double level) {
  for (double s = 1e-9; s < 1.0; s *= 1.5)
    if (gap_at(gap, r, s) > level) return s;
  return 1.0;
}

Watch watch(const World& world, const MovingBody& body, const Departure& from, int half_space,
            int piece, const VertexGap& gap) {
  const Tolerances& tolerances = world.tolerances;
  Watch out;
  for (const PlaneGap& near : gaps_within(world, body, from.state, tolerances.upper())) {
    if (near.id.half_space != half_space || near.id.piece != piece) continue;
    const bool active =
        std::any_of(from.mode.contacts.begin(), from.mode.contacts.end(),
                    [&](const ActiveContact& contact) { return contact.id == near.id; });
    const auto index = static_cast<std::uint32_t>(near.id.vertex);
    if (active) {
      out.bands.push_back({index, tolerances.departing(), tolerances.upper()});
    } else {
      out.departing.push_back({index, tolerances.departing(), kNoBound});
      out.rearmed.push_back(rising_above(gap, vertex(body, near.id), tolerances.upper()));
    }
  }
  return out;
}

/// The first exit on [0, end.s]: departing vertices are re-armed at δ one after the other, as each
/// has risen out of the band.
void find_exit(const VertexGap& gap, const VertexTree& tree, const Watch& watch, double trigger,
               End& end) {
  double from = 0.0;
  while (from < end.s) {
    std::vector<VertexBand> exceptions = watch.bands;
    double to = end.s;
    for (std::size_t i = 0; i < watch.departing.size(); ++i) {
      if (watch.rearmed[i] <= from) continue;
      exceptions.push_back(watch.departing[i]);
      to = std::min(to, watch.rearmed[i]);
    }
    const ExitOutcome exit = first_exit(gap, tree, {trigger, exceptions}, from, to);
    if (const auto* leaves = std::get_if<Leaves>(&exit)) {
      const bool active =
          std::any_of(watch.bands.begin(), watch.bands.end(),
                      [&](const VertexBand& b) { return b.vertex == leaves->vertex; });
      take_earlier(end, leaves->lo, leaves->hi,
                   active ? trace::EndReason::BandExit : trace::EndReason::Touch);
    } else if (const auto* grazes = std::get_if<Grazes>(&exit)) {
      take_earlier(end, grazes->lo, grazes->lo, trace::EndReason::Touch);
    } else if (std::holds_alternative<StartsOutside>(exit)) {
      take_earlier(end, from, from, trace::EndReason::Touch);
    }
    if (end.s <= from) end.immediate = from == 0.0;
    from = to;
  }
}

/// The first root of the lift functions on [0, end.s].
void find_lift(const ModeMotion& motion, const Departure& from, const Stepped& stepped, End& end) {
  const double weight =
      motion.body->dynamics.mass *
      (motion.gravity.norm() + motion.body->radius * from.state.v.tail<3>().squaredNorm());
  for (const LiftFunction& lift : lift_functions(motion, from.state)) {
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

/// The gaps of the body's points above each half-space.
std::vector<VertexGap> plane_gaps(const World& world, const BodyPath& path) {
  std::vector<VertexGap> gaps;
  gaps.reserve(world.half_spaces.size());
  for (const HalfSpace& half_space : world.half_spaces)
    gaps.push_back(world_plane_gap(path, surface(half_space)));
  return gaps;
}

std::vector<VertexBand> active_bands(const World& world, const Mode& mode, int half_space,
                                     int piece) {
  std::vector<VertexBand> bands;
  for (const ActiveContact& contact : mode.contacts)
    if (contact.id.half_space == half_space && contact.id.piece == piece)
      bands.push_back({static_cast<std::uint32_t>(contact.id.vertex), world.tolerances.departing(),
                       world.tolerances.upper()});
  return bands;
}

/// The step to try next: as long as the error estimate allows, but after an event not much longer
/// than the mode just lasted, since events come in sequences; short steps need fewer nodes.
StepControl next_step(const Stepped& stepped, const End& end, double tol) {
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

/// Certificates of every piece against every half-space on the whole segment. Nothing if one does
/// not reach the end: then nothing may be published.
std::optional<std::vector<trace::Certificate>> certificates(const World& world,
                                                            const MovingBody& body,
                                                            const Departure& from,
                                                            const Proposal& proposal,
                                                            const std::vector<VertexGap>& gaps) {
  std::vector<trace::Certificate> all;
  const trace::Segment& segment = proposal.segment;
  for (std::uint32_t h = 0; h < gaps.size(); ++h) {
    for (std::uint32_t p = 0; p < body.pieces.size(); ++p) {
      const std::vector<VertexBand> bands =
          active_bands(world, from.mode, static_cast<int>(h), static_cast<int>(p));
      const HalfSpaceResult result =
          certify_half_space(gaps[h], body.pieces[p].tree, {world.tolerances.certified(), bands},
                             proposal.path.clock, {segment.start, segment.end});
      if (result.certificate.end != segment.end) return std::nullopt;
      const PairNames names{
          {trace::kWorld, h}, {segment.body, p}, trace::kNoSegment, segment.index};
      all.push_back(named(result.certificate, names, world.half_spaces[h]));
    }
  }
  return all;
}

ProposalOutcome finish(const World& world, const MovingBody& body, const Departure& from,
                       Proposal proposal, const std::vector<VertexGap>& gaps) {
  if (!(proposal.segment.start < proposal.segment.end)) return NoAdvance{proposal.segment.reason};
  if (!has_proper_rotation(proposal.path))
    return Refusal{RefusalKind::Inconsistent, "the orientation's polynomial left its range"};
  auto proof = certificates(world, body, from, proposal, gaps);
  if (!proof) return Refusal{RefusalKind::Drift, "a segment could not be certified as disjoint"};
  proposal.certificates = std::move(*proof);
  return proposal;
}

}  // namespace

ProposalOutcome propose(const World& world, const MovingBody& body, const Departure& from) {
  const double left = trace::elapsed(from.time, from.horizon);
  const ModeMotion motion =
      mode_motion(body, world.half_spaces, world.gravity(), from.mode.contacts, from.state);
  double length = from.step.length > 0.0 ? from.step.length
                                         : first_length(body, world.gravity(), from.state, left);
  // A little longer than what is left, so that the horizon itself is inside in exact arithmetic.
  const double longest = left * (1.0 + 0x1p-40);
  length = std::min(length, longest);
  const auto stepped_or = step(motion, from, length, world.tolerances.tol);
  if (const auto* refusal = std::get_if<Refusal>(&stepped_or)) return *refusal;
  const Stepped& stepped = std::get<Stepped>(stepped_or);

  Proposal proposal;
  proposal.segment = make_segment(body, from, stepped);
  proposal.path = body_path(proposal.segment);
  End end;
  if (stepped.length >= longest) {
    end.s = fraction_at(proposal.path.clock, from.horizon).lo;
    end.reason = trace::EndReason::Stop;
  }
  const std::vector<VertexGap> gaps = plane_gaps(world, proposal.path);
  for (int h = 0; h < static_cast<int>(gaps.size()); ++h) {
    for (int p = 0; p < static_cast<int>(body.pieces.size()) && !end.immediate; ++p)
      find_exit(gaps[h], body.pieces[p].tree, watch(world, body, from, h, p, gaps[h]),
                world.tolerances.trigger(), end);
  }
  if (!end.immediate) find_lift(motion, from, stepped, end);
  if (end.immediate) return NoAdvance{end.reason};

  proposal.segment.reason = end.reason;
  proposal.s_end = end.s;
  proposal.s_late = end.late;
  proposal.proved = end.proved;
  proposal.location_error = end.location_error;
  proposal.trajectory = stepped.motion.coefficients;
  proposal.segment.end = end.reason == trace::EndReason::Stop
                             ? from.horizon
                             : time_at_most(proposal.path.clock, end.s);
  proposal.path.end = proposal.segment.end;
  proposal.next = next_step(stepped, end, world.tolerances.tol);
  return finish(world, body, from, std::move(proposal), gaps);
}

ProposalOutcome propose_rest(const World& world, const MovingBody& body, const Departure& from) {
  Proposal proposal;
  trace::Segment& segment = proposal.segment;
  segment.body = body.id;
  segment.index = from.segment_index;
  segment.start = from.time;
  segment.end = from.horizon;
  segment.length = trace::elapsed(from.time, from.horizon) * (1.0 + 0x1p-40);
  segment.reason = trace::EndReason::Rest;
  for (int i = 0; i < 3; ++i) segment.position[i] = {from.state.x[i]};
  const std::array<double, 4> q = wxyz(from.state.q);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = {q[i]};
  proposal.path = body_path(segment);
  proposal.trajectory = Trajectory::Zero(kTrajectoryRows, 1);
  proposal.trajectory.col(0) << from.state.x, q[0], q[1], q[2], q[3], from.state.v;
  proposal.next = from.step;
  const std::vector<VertexGap> gaps = plane_gaps(world, proposal.path);
  return finish(world, body, from, std::move(proposal), gaps);
}

}  // namespace rigor
