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

/// First guess: constant acceleration, rotation at the initial rate.
BodyNodes first_guess(const Vector6& a, const BodyState& start, double length,
                      const LobattoNodes& nodes) {
  const int count = static_cast<int>(nodes.s.size());
  BodyNodes body{NodeBlock<kTrajectoryRows>(kTrajectoryRows, count), {}, NodeBlock<6>(6, count)};
  for (int j = 0; j < count; ++j) {
    const double t = nodes.s[j] * length;
    const Quaternion q = exp_rotation(t * start.v.tail<3>() + 0.5 * t * t * a.tail<3>()) * start.q;
    body.y.col(j) << start.x + t * start.v.head<3>() + 0.5 * t * t * a.head<3>(), q.w(), q.x(),
        q.y(), q.z(), start.v + t * a;
  }
  return body;
}

/// Evaluates the mode at every node.
RankCheck evaluate(ModeSolution& mode, std::vector<BodyNodes>& bodies,
                   std::vector<BodyState>& states, Eigen::MatrixXd& multipliers,
                   const Eigen::VectorXd& times) {
  for (int j = 0; j < multipliers.cols(); ++j) {
    for (std::size_t i = 0; i < states.size(); ++i) states[i] = node_state(bodies[i], j);
    if (mode.solve(states, times[j]) == RankCheck::Lost) return RankCheck::Lost;
    for (std::size_t i = 0; i < states.size(); ++i)
      bodies[i].a.col(j) = mode.a().segment<6>(6 * static_cast<int>(i));
    multipliers.col(j) = mode.multipliers();
  }
  return RankCheck::Kept;
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

Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  Collocation out;
  ModeSolution mode(motion);
  if (mode.solve(start) == RankCheck::Lost) {
    out.status = CollocationStatus::RankLost;
    return out;
  }
  std::vector<BodyNodes> bodies;
  for (std::size_t i = 0; i < start.size(); ++i)
    bodies.push_back(
        first_guess(mode.a().segment<6>(6 * static_cast<int>(i)), start[i], length, nodes));
  Eigen::MatrixXd multipliers(mode.multipliers().size(), degree + 1);
  std::vector<BodyState> states(start.begin(), start.end());
  const Eigen::VectorXd times = length * nodes.s;
  double previous = std::numeric_limits<double>::infinity();
  for (out.sweeps = 1;; ++out.sweeps) {
    if (evaluate(mode, bodies, states, multipliers, times) == RankCheck::Lost) {
      out.status = CollocationStatus::RankLost;
      return out;
    }
    double change = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i) {
      integrate(bodies[i], nodes, start[i], length);
      change = std::max(change, change_of(bodies[i]));
    }
    if (change <= kConverged || (change < kRoundingFloor && change > 0.5 * previous)) break;
    if (out.sweeps >= kMaxSweeps || !(change < 1e3) || (out.sweeps > 6 && change > previous)) {
      out.status = CollocationStatus::Diverged;
      return out;
    }
    previous = change;
  }
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
