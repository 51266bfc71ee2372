// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/integration/collocation.hpp>

namespace rigor {
namespace {

constexpr int kMaxSweeps = 40;
/// Sweeps of the linear equation q' = ½ ω q inside one sweep: they cost no acceleration.
constexpr int kTurnSweeps = 3;
/// Change between sweeps, relative to the size of a row's numbers, that counts as converged: a few
/// roundings of sums over 17 nodes.
constexpr double kConverged = 3e-15;
/// A stalled iteration below this is at its rounding floor, above it diverges.
constexpr double kRoundingFloor = 1e-12;

BodyState node_state(const Trajectory& y, int body, int j) {
  const auto at = y.col(j).segment<kTrajectoryRows>(kTrajectoryRows * body);
  BodyState state;
  state.x = at.segment<3>(0);
  state.q = Quaternion(at[3], at[4], at[5], at[6]);
  state.v = at.segment<6>(7);
  return state;
}

/// ½ (0, ω) q as (w, x, y, z).
Eigen::Vector4d turn_rate(const Trajectory& y, int body, int j) {
  const auto at = y.col(j).segment<kTrajectoryRows>(kTrajectoryRows * body);
  const Quaternion rate =
      quaternion_rate(Quaternion(at[3], at[4], at[5], at[6]), at.segment<3>(10));
  return {rate.w(), rate.x(), rate.y(), rate.z()};
}

/// First guess: constant acceleration, rotation at the initial rate.
Trajectory first_guess(const Eigen::VectorXd& a, std::span<const BodyState> start, double length,
                       const LobattoNodes& nodes) {
  const int count = static_cast<int>(nodes.s.size());
  const int bodies = static_cast<int>(start.size());
  Trajectory y(kTrajectoryRows * bodies, count);
  for (int i = 0; i < bodies; ++i) {
    const BodyState& from = start[static_cast<std::size_t>(i)];
    const Vector6 rate = a.segment<6>(6 * i);
    for (int j = 0; j < count; ++j) {
      const double t = nodes.s[j] * length;
      const Quaternion q =
          exp_rotation(t * from.v.tail<3>() + 0.5 * t * t * rate.tail<3>()) * from.q;
      y.col(j).segment<kTrajectoryRows>(kTrajectoryRows * i)
          << from.x + t * from.v.head<3>() + 0.5 * t * t * rate.head<3>(),
          q.w(), q.x(), q.y(), q.z(), from.v + t * rate;
    }
  }
  return y;
}

/// The sweeps' storage.
struct Sweep {
  LobattoNodes const& nodes;
  Trajectory y;
  Eigen::MatrixXd a;            ///< accelerations at the nodes
  Eigen::MatrixXd multipliers;  ///< at the nodes
  Trajectory old;
};

/// Evaluates the mode at every node.
RankCheck evaluate(ModeSolution& mode, Sweep& sweep, std::vector<BodyState>& states) {
  for (int j = 0; j < sweep.a.cols(); ++j) {
    for (std::size_t i = 0; i < states.size(); ++i)
      states[i] = node_state(sweep.y, static_cast<int>(i), j);
    if (mode.solve(states) == RankCheck::Lost) return RankCheck::Lost;
    sweep.a.col(j) = mode.a();
    sweep.multipliers.col(j) = mode.multipliers();
  }
  return RankCheck::Kept;
}

/// Integrates the velocities, the orientation and the position of one body in turn.
void integrate(Sweep& sweep, int body, const BodyState& start, double length) {
  // Small products: summed directly, without the packing of general ones.
  const auto integration = sweep.nodes.integration.transpose();
  const int first = kTrajectoryRows * body;
  Trajectory& y = sweep.y;
  const int count = static_cast<int>(y.cols());
  y.middleRows<6>(first + 7).noalias() =
      length * sweep.a.middleRows<6>(6 * body).lazyProduct(integration);
  y.middleRows<6>(first + 7).colwise() += start.v;
  const Eigen::Vector4d q0(start.q.w(), start.q.x(), start.q.y(), start.q.z());
  Eigen::Matrix<double, 4, Eigen::Dynamic, Eigen::ColMajor, 4, kMaxCollocationDegree + 1> turns(
      4, count);
  for (int turn = 0; turn < kTurnSweeps; ++turn) {
    for (int j = 0; j < count; ++j) turns.col(j) = turn_rate(y, body, j);
    y.middleRows<4>(first + 3).noalias() = length * turns.lazyProduct(integration);
    y.middleRows<4>(first + 3).colwise() += q0;
  }
  y.middleRows<3>(first).noalias() = length * y.middleRows<3>(first + 7).lazyProduct(integration);
  y.middleRows<3>(first).colwise() += start.x;
}

/// Largest change of a row, relative to the size of its numbers; positions follow the velocities.
double change_of(const Sweep& sweep) {
  if (!sweep.y.allFinite()) return std::numeric_limits<double>::infinity();
  double change = 0.0;
  for (int row = 0; row < sweep.y.rows(); ++row) {
    if (row % kTrajectoryRows < 3) continue;
    const double size = 1.0 + sweep.y.row(row).cwiseAbs().maxCoeff();
    change = std::max(change, (sweep.y.row(row) - sweep.old.row(row)).cwiseAbs().maxCoeff() / size);
  }
  return change;
}

}  // namespace

Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  const int count = degree + 1;
  Collocation out;
  ModeSolution mode(motion);
  if (mode.solve(start) == RankCheck::Lost) {
    out.status = CollocationStatus::RankLost;
    return out;
  }
  Sweep sweep{nodes,
              first_guess(mode.a(), start, length, nodes),
              Eigen::MatrixXd(mode.a().size(), count),
              Eigen::MatrixXd(mode.multipliers().size(), count),
              {}};
  std::vector<BodyState> states(start.begin(), start.end());
  double previous = std::numeric_limits<double>::infinity();
  for (out.sweeps = 1;; ++out.sweeps) {
    if (evaluate(mode, sweep, states) == RankCheck::Lost) {
      out.status = CollocationStatus::RankLost;
      return out;
    }
    sweep.old = sweep.y;
    for (std::size_t i = 0; i < start.size(); ++i)
      integrate(sweep, static_cast<int>(i), start[i], length);
    const double change = change_of(sweep);
    if (change <= kConverged || (change < kRoundingFloor && change > 0.5 * previous)) break;
    if (out.sweeps >= kMaxSweeps || !(change < 1e3) || (out.sweeps > 6 && change > previous)) {
      out.status = CollocationStatus::Diverged;
      return out;
    }
    previous = change;
  }
  out.coefficients.noalias() = sweep.y.lazyProduct(nodes.coefficients.transpose());
  out.multipliers.noalias() = sweep.multipliers.lazyProduct(nodes.coefficients.transpose());
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
