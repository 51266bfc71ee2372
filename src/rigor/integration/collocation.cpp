// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include <rigor/integration/collocation.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

constexpr int kMaxSweeps = 40;
/// Sweeps in which a slip that sets out keeps its direction.
constexpr int kFrozenSweeps = 3;
/// Sweeps after which changes must shrink.
constexpr int kSettlingSweeps = 6;
/// Sweeps of the linear equation q' = ½ ω q inside one sweep: they cost no acceleration.
constexpr int kTurnSweeps = 3;
/// Change between sweeps, relative to the size of a row's numbers, that counts as converged: a few
/// roundings of sums over 17 nodes.
constexpr double kConverged = 3e-15;
/// A stalled iteration below this is at its rounding floor, above it diverges.
constexpr double kRoundingFloor = 1e-12;

template <int Rows>
using NodeBlock =
    Eigen::Matrix<double, Rows, Eigen::Dynamic, Eigen::ColMajor, Rows, kMaxCollocationDegree + 1>;

/// One body at the nodes; of fixed height, without heap: this is the inner loop.
struct BodyNodes {
  NodeBlock<kTrajectoryRows> y;
  NodeBlock<kTrajectoryRows> old;  ///< of the sweep before
  NodeBlock<6> a;                  ///< accelerations
};

BodyState node_state(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  BodyState state;
  state.x = at.segment<3>(0);
  state.q = Quaternion(at[3], at[4], at[5], at[6]);
  state.v = at.segment<6>(7);
  return state;
}

/// ½ (0, ω) q as (w, x, y, z).
Eigen::Vector4d turn_rate(const BodyNodes& body, int j) {
  const auto at = body.y.col(j);
  const Quaternion rate =
      quaternion_rate(Quaternion(at[3], at[4], at[5], at[6]), at.segment<3>(10));
  return {rate.w(), rate.x(), rate.y(), rate.z()};
}

/// The spin of a plane that each body slides or lies on, of the first one if it is on several.
std::vector<Vector3> plane_spins(const ModeMotion& motion, const ModeSolution& mode,
                                 std::span<const BodyState> start) {
  std::vector<Vector3> spins(start.size(), Vector3::Zero());
  for (auto contact = motion.contacts.rbegin(); contact != motion.contacts.rend(); ++contact) {
    if (contact->place_O < 0) continue;
    Vector3& spin = spins[static_cast<std::size_t>(contact->place_O)];
    spin.setZero();
    if (contact->place_P >= 0)
      spin = start[static_cast<std::size_t>(contact->place_P)].v.tail<3>();
    else if (contact->drive_P >= 0)
      spin = mode.drive(contact->drive_P).V_WB.angular;
  }
  return spins;
}

/// An acceleration that turns with spin w, and the change of velocity and place that comes of it.
struct TurningPush {
  Vector3 a, jerk, snap;

  TurningPush(const Vector3& push, const Vector3& w)
      : a(push), jerk(w.cross(push)), snap(w.cross(jerk)) {}
  Vector3 speed(double t) const { return t * (a + t / 2.0 * (jerk + t / 3.0 * snap)); }
  Vector3 way(double t) const { return 0.5 * t * t * (a + t / 3.0 * (jerk + t / 4.0 * snap)); }
};

/// First guess: the acceleration of the start, turning with the plane; what rides on it would
/// otherwise seem to slip.
BodyNodes first_guess(const Vector6& a, const BodyState& start, const Vector3& plane_spin,
                      double length, const LobattoNodes& nodes) {
  const TurningPush push(a.head<3>(), plane_spin);
  const TurningPush turn(a.tail<3>(), plane_spin);
  const int count = static_cast<int>(nodes.s.size());
  BodyNodes body{NodeBlock<kTrajectoryRows>(kTrajectoryRows, count), {}, NodeBlock<6>(6, count)};
  for (int j = 0; j < count; ++j) {
    const double t = nodes.s[j] * length;
    const Quaternion q = exp_rotation(t * start.v.tail<3>() + turn.way(t)) * start.q;
    body.y.col(j) << start.x + t * start.v.head<3>() + push.way(t), q.w(), q.x(), q.y(), q.z(),
        start.v.head<3>() + push.speed(t), start.v.tail<3>() + turn.speed(t);
  }
  return body;
}

/// What sliding contacts need beside the bodies: directions and stiffness at every node.
struct SlidingNodes {
  std::vector<std::vector<Vector3>> slips_W;     ///< per node, per force
  std::vector<std::vector<SlipAnswer>> answers;  ///< per node, per force that slips
  std::vector<std::array<int, 2>> places;        ///< of O and P, per force that slips
  std::vector<int> onsets;                       ///< forces that set out from zero speed
  std::vector<int> onset_answers;                ///< their places among the answers
};

SlidingNodes sliding_nodes(const ModeMotion& motion, int count) {
  SlidingNodes nodes;
  std::vector<Vector3> start;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    start.push_back(force.slip_W);
    if (!force.slips) continue;
    if (force.onset) {
      nodes.onsets.push_back(f);
      nodes.onset_answers.push_back(static_cast<int>(nodes.places.size()));
    }
    const MovingContact& contact = motion.contacts[force.contact];
    nodes.places.push_back({contact.place_O, contact.place_P});
  }
  nodes.slips_W.assign(count, start);
  nodes.answers.resize(count);
  return nodes;
}

/// The direction in which a slip sets out is not given by its speed, which is zero, but by
/// continuity: it is extrapolated from the other nodes.
void extrapolate_onsets(const LobattoNodes& nodes, SlidingNodes& sliding) {
  const int count = static_cast<int>(nodes.s.size());
  for (const int f : sliding.onsets) {
    Vector3 sum = Vector3::Zero();
    for (int j = 1; j < count; ++j) {
      double weight = 1.0;  // Lagrange's polynomial of node j at s = 0, over the nodes 1..N
      for (int k = 1; k < count; ++k)
        if (k != j) weight *= nodes.s[k] / (nodes.s[k] - nodes.s[j]);
      sum += weight * sliding.slips_W[j][f];
    }
    if (sum.norm() > 0.5 && sum.dot(sliding.slips_W[0][f]) > 0.0)
      sliding.slips_W[0][f] = sum.normalized();
  }
}

/// The direction in which a slip starts, turned with the plane it slides on.
Vector3 carried(const ModeMotion& motion, int f, const std::vector<BodyNodes>& bodies, int j,
                double time) {
  const MovingContact& contact = motion.contacts[motion.forces[f].contact];
  const Vector3& slip = motion.forces[f].slip_W;
  const auto turned = [&](const Quaternion& from, const Quaternion& to) {
    return Vector3((to * (from.conjugate() * slip)).normalized());
  };
  if (contact.place_P >= 0) {
    const BodyNodes& plane = bodies[contact.place_P];
    return turned(node_state(plane, 0).q, node_state(plane, j).q);
  }
  if (contact.drive_P < 0) return slip;
  const DrivePiece& piece = *motion.drives[contact.drive_P];
  const double since = trace::elapsed(piece.start, motion.start);
  return turned(motion_at(piece, since).X_WB.rotation,
                motion_at(piece, since + time).X_WB.rotation);
}

/// Evaluates the mode at every node. Frozen: slips that set out keep their directions, as seen from
/// the planes they slide on.
RankCheck evaluate(const ModeMotion& motion, ModeSolution& mode, std::vector<BodyNodes>& bodies,
                   std::vector<BodyState>& states, Eigen::MatrixXd& multipliers,
                   const Eigen::VectorXd& times, SlidingNodes& sliding, bool frozen) {
  for (int j = 0; j < multipliers.cols(); ++j) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = node_state(bodies[i], j);
    if (!motion.slides()) {
      if (mode.solve(states, times[j]) == RankCheck::Lost) return RankCheck::Lost;
    } else {
      std::vector<Vector3>& slips = sliding.slips_W[j];
      if (j > 0) slips = sliding.slips_W[j - 1];
      if (frozen)
        for (const int f : sliding.onsets) slips[f] = carried(motion, f, bodies, j, times[j]);
      const auto keep =
          frozen || j == 0 ? ModeSolution::Directions::Kept : ModeSolution::Directions::Followed;
      if (mode.solve(states, slips, keep, times[j]) == RankCheck::Lost) return RankCheck::Lost;
      if (requested(motion.cancellation)) return RankCheck::Lost;
      mode.answers(sliding.answers[j]);
    }
    for (std::size_t i = 0; i < states.size(); ++i)
      bodies[i].a.col(j) = mode.a().segment<6>(6 * static_cast<int>(i));
    multipliers.col(j) = mode.multipliers();
  }
  return RankCheck::Kept;
}

/// The transverse slip speed of an answer's point at velocities given by `of`, without what driven
/// bodies add.
template <typename VelocityOf>
double transverse(const SlipAnswer& answer, const std::array<int, 2>& places, VelocityOf of) {
  double speed = 0.0;
  if (places[0] >= 0) speed += answer.across_O.dot(of(places[0]));
  if (places[1] >= 0) speed += answer.across_P.dot(of(places[1]));
  return speed;
}

/// Newton's step for the velocities, as a change of the accelerations before they are integrated.
/// Only the stiff part is linearised: how friction turns with the direction of slip. Unknowns are
/// the transverse slip speeds at the nodes, so the cost does not grow with the bodies.
void anticipate(std::vector<BodyNodes>& bodies, const SlidingNodes& sliding,
                const LobattoNodes& nodes, std::span<const BodyState> start, double length) {
  const int points = static_cast<int>(sliding.places.size());
  const int count = static_cast<int>(nodes.s.size()) - 1;
  Eigen::MatrixXd system = Eigen::MatrixXd::Identity(points * count, points * count);
  Eigen::VectorXd change(points * count);
  for (int j = 1; j <= count; ++j) {
    for (int p = 0; p < points; ++p) {
      const SlipAnswer& here = sliding.answers[j][p];
      const int row = points * (j - 1) + p;
      change[row] = transverse(here, sliding.places[p], [&](int i) {
        const BodyNodes& body = bodies[i];
        return Vector6(start[i].v + length * (body.a * nodes.integration.row(j).transpose()) -
                       body.y.col(j).segment<6>(7));
      });
      for (int k = 1; k <= count; ++k) {
        const double weight = length * nodes.integration(j, k);
        for (int q = 0; q < points; ++q) {
          const SlipAnswer& there = sliding.answers[k][q];
          if (there.gain == 0.0) continue;
          system(row, points * (k - 1) + q) -=
              weight * there.gain * transverse(here, sliding.places[p], [&](int i) {
                return Vector6(there.response.segment<6>(6 * i));
              });
        }
      }
    }
  }
  const Eigen::VectorXd slips = system.partialPivLu().solve(change);
  for (int k = 1; k <= count; ++k) {
    for (int q = 0; q < points; ++q) {
      const SlipAnswer& there = sliding.answers[k][q];
      const double size = there.gain * slips[points * (k - 1) + q];
      if (size == 0.0) continue;
      for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
        bodies[i].a.col(k) += size * there.response.segment<6>(6 * i);
    }
  }
}

/// Takes the transverse part out of slips that set out, at every node: a direction that is kept
/// leaves one of second order, which as an angle is of order one.
void straighten(std::vector<BodyNodes>& bodies, const SlidingNodes& sliding) {
  const int points = static_cast<int>(sliding.onset_answers.size());
  const int count = static_cast<int>(bodies.front().y.cols());
  Eigen::MatrixXd effect(points, points);
  Eigen::VectorXd speed(points);
  for (int j = 1; j < count; ++j) {
    for (int p = 0; p < points; ++p) {
      const int at = sliding.onset_answers[p];
      const SlipAnswer& here = sliding.answers[j][at];
      speed[p] = here.driven + transverse(here, sliding.places[at], [&](int i) {
                   return Vector6(bodies[i].y.col(j).segment<6>(7));
                 });
      for (int q = 0; q < points; ++q) {
        const SlipAnswer& there = sliding.answers[j][sliding.onset_answers[q]];
        effect(p, q) = transverse(here, sliding.places[at],
                                  [&](int i) { return Vector6(there.response.segment<6>(6 * i)); });
      }
    }
    const Eigen::VectorXd push = minimum_norm_solve(effect, -speed).z;
    for (int q = 0; q < points; ++q) {
      const SlipAnswer& there = sliding.answers[j][sliding.onset_answers[q]];
      for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
        bodies[i].y.col(j).segment<6>(7) += push[q] * there.response.segment<6>(6 * i);
    }
  }
}

/// Integrates the velocities, the orientation and the position of a body in turn.
void integrate(BodyNodes& body, const LobattoNodes& nodes, const BodyState& start, double length) {
  // Small products: summed directly, without the packing of general ones.
  const auto integration = nodes.integration.transpose();
  const int count = static_cast<int>(body.y.cols());
  body.old = body.y;
  body.y.middleRows<6>(7).noalias() = length * body.a.lazyProduct(integration);
  body.y.middleRows<6>(7).colwise() += start.v;
  const Eigen::Vector4d q0(start.q.w(), start.q.x(), start.q.y(), start.q.z());
  NodeBlock<4> turns(4, count);
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < count; ++j) turns.col(j) = turn_rate(body, j);
    body.y.middleRows<4>(3).noalias() = length * turns.lazyProduct(integration);
    body.y.middleRows<4>(3).colwise() += q0;
  }
  body.y.topRows<3>().noalias() = length * body.y.middleRows<3>(7).lazyProduct(integration);
  body.y.topRows<3>().colwise() += start.x;
}

/// Largest change of a row, relative to the size of its numbers; positions follow the velocities.
double change_of(const BodyNodes& body) {
  if (!body.y.allFinite()) return std::numeric_limits<double>::infinity();
  double change = 0.0;
  for (int row = 3; row < kTrajectoryRows; ++row) {
    const double size = 1.0 + body.y.row(row).cwiseAbs().maxCoeff();
    change = std::max(change, (body.y.row(row) - body.old.row(row)).cwiseAbs().maxCoeff() / size);
  }
  return change;
}

}  // namespace

Sweeping SweepWatch::after(double change, bool settled) {
  ++sweeps_;
  const bool floor = change < kRoundingFloor && change > 0.5 * previous_;
  if (settled && (change <= kConverged || floor)) return Sweeping::Converged;
  const bool grows = sweeps_ > kSettlingSweeps && change > previous_;
  if (sweeps_ >= kMaxSweeps || !(change < 1e3) || grows) return Sweeping::Diverged;
  previous_ = change;
  return Sweeping::GoesOn;
}

Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Collocation out;
  ModeSolution mode(motion);
  SlidingNodes sliding = sliding_nodes(motion, degree + 1);
  const bool slides = motion.slides();
  std::vector<Vector3> first_slips = sliding.slips_W.front();
  if (mode.solve(start, first_slips) == RankCheck::Lost) {
    out.status = CollocationStatus::RankLost;
    return out;
  }
  std::vector<BodyNodes> bodies;
  const std::vector<Vector3> spins = plane_spins(motion, mode, start);
  for (std::size_t i = 0; i < start.size(); ++i)
    bodies.push_back(first_guess(mode.a().segment<6>(6 * static_cast<int>(i)), start[i], spins[i],
                                 length, nodes));
  Eigen::MatrixXd multipliers(mode.multipliers().size(), degree + 1);
  std::vector<BodyState> states(start.begin(), start.end());
  const Eigen::VectorXd times = length * nodes.s;
  SweepWatch watch;
  for (Sweeping sweeping = Sweeping::GoesOn; sweeping == Sweeping::GoesOn;) {
    const int sweep = watch.sweeps() + 1;
    // Slips that set out: at first their speed is noise, so directions are kept; then Newton.
    const bool frozen = !sliding.onsets.empty() && sweep <= kFrozenSweeps;
    if (slides && !frozen && sweep > kFrozenSweeps + 1) extrapolate_onsets(nodes, sliding);
    if (evaluate(motion, mode, bodies, states, multipliers, times, sliding, frozen) ==
        RankCheck::Lost) {
      out.status = CollocationStatus::RankLost;
      return out;
    }
    if (slides && !frozen) anticipate(bodies, sliding, nodes, start, length);
    double change = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i) {
      integrate(bodies[i], nodes, start[i], length);
      change = std::max(change, change_of(bodies[i]));
    }
    if (frozen && sweep == kFrozenSweeps) straighten(bodies, sliding);
    sweeping = requested(motion.cancellation) ? Sweeping::Diverged : watch.after(change, !frozen);
    if (sweeping == Sweeping::Diverged) {
      out.status = CollocationStatus::Diverged;
      out.sweeps = sweep;
      return out;
    }
  }
  out.sweeps = watch.sweeps();
  if (slides) out.slips_W = std::move(sliding.slips_W);
  out.coefficients.resize(kTrajectoryRows * static_cast<int>(start.size()), degree + 1);
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
    out.coefficients.middleRows<kTrajectoryRows>(kTrajectoryRows * i).noalias() =
        bodies[i].y.lazyProduct(nodes.coefficients.transpose());
  out.multipliers.noalias() = multipliers.lazyProduct(nodes.coefficients.transpose());
  out.error = out.coefficients.rightCols<2>().cwiseAbs().maxCoeff();
  return out;
}

std::vector<BodyState> states_at(const Trajectory& coefficients, double s) {
  const double x = 2.0 * s - 1.0;
  Eigen::VectorXd b1 = Eigen::VectorXd::Zero(coefficients.rows());
  Eigen::VectorXd b2 = b1;
  for (Eigen::Index k = coefficients.cols() - 1; k >= 1; --k) {
    b2 = 2.0 * x * b1 - b2 + coefficients.col(k);
    b1.swap(b2);
  }
  const Eigen::VectorXd y = x * b1 - b2 + coefficients.col(0);
  std::vector<BodyState> states(static_cast<std::size_t>(y.size() / kTrajectoryRows));
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto at = y.segment<kTrajectoryRows>(kTrajectoryRows * static_cast<int>(i));
    states[i].x = at.segment<3>(0);
    states[i].q = Quaternion(at[3], at[4], at[5], at[6]).normalized();
    states[i].v = at.segment<6>(7);
  }
  return states;
}

}  // namespace rigor
