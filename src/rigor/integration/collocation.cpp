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

using NodeRow =
    Eigen::Matrix<double, 1, Eigen::Dynamic, Eigen::RowMajor, 1, kMaxCollocationDegree + 1>;
using NodeBlock3 =
    Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, kMaxCollocationDegree + 1>;
using NodeBlock4 =
    Eigen::Matrix<double, 4, Eigen::Dynamic, Eigen::ColMajor, 4, kMaxCollocationDegree + 1>;
using NodeBlock6 =
    Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, kMaxCollocationDegree + 1>;

BodyState node_state(const Trajectory& y, int j) {
  BodyState state;
  state.x = y.col(j).segment<3>(0);
  state.q = Quaternion(y(3, j), y(4, j), y(5, j), y(6, j));
  state.v = y.col(j).segment<6>(7);
  return state;
}

/// ½ (0, ω) q as (w, x, y, z).
Eigen::Vector4d turn_rate(const Trajectory& y, int j) {
  const Quaternion rate =
      quaternion_rate(Quaternion(y(3, j), y(4, j), y(5, j), y(6, j)), y.col(j).segment<3>(10));
  return {rate.w(), rate.x(), rate.y(), rate.z()};
}

/// First guess: constant acceleration, rotation at the initial rate.
Trajectory first_guess(const ModeMotion& motion, const BodyState& start, double length,
                       const LobattoNodes& nodes) {
  const int count = static_cast<int>(nodes.s.size());
  const Vector6 a = mode_acceleration(motion, start).a;
  Trajectory y(kTrajectoryRows, count);
  for (int j = 0; j < count; ++j) {
    const double t = nodes.s[j] * length;
    const Vector3 w = start.v.tail<3>();
    const Quaternion q = exp_rotation(t * w + 0.5 * t * t * a.tail<3>()) * start.q;
    y.col(j) << start.x + t * start.v.head<3>() + 0.5 * t * t * a.head<3>(), q.w(), q.x(), q.y(),
        q.z(), start.v + t * a;
  }
  return y;
}

}  // namespace

Collocation collocate(const ModeMotion& motion, const BodyState& start, double length, int degree) {
  const LobattoNodes& nodes = lobatto_nodes(degree);
  const int count = degree + 1;
  // Small products: summed directly, without the packing of general ones.
  const auto integration = nodes.integration.transpose();
  Collocation out;
  Trajectory y = first_guess(motion, start, length, nodes);
  out.multipliers.setZero(6, count);
  NodeBlock6 a(6, count);
  NodeBlock4 turns(4, count);
  const Eigen::Vector4d q0(start.q.w(), start.q.x(), start.q.y(), start.q.z());
  double previous = std::numeric_limits<double>::infinity();
  for (out.sweeps = 1;; ++out.sweeps) {
    for (int j = 0; j < count; ++j) {
      const ModeAcceleration at_node = mode_acceleration(motion, node_state(y, j));
      if (at_node.rank == RankCheck::Lost) {
        out.status = CollocationStatus::RankLost;
        return out;
      }
      a.col(j) = at_node.a;
      out.multipliers.col(j) = at_node.multipliers;
    }
    const Trajectory old = y;
    y.middleRows<6>(7).noalias() = length * a.lazyProduct(integration);
    y.middleRows<6>(7).colwise() += start.v;
    for (int turn = 0; turn < kTurnSweeps; ++turn) {
      for (int j = 0; j < count; ++j) turns.col(j) = turn_rate(y, j);
      y.middleRows<4>(3).noalias() = length * turns.lazyProduct(integration);
      y.middleRows<4>(3).colwise() += q0;
    }
    y.topRows<3>().noalias() = length * y.middleRows<3>(7).lazyProduct(integration);
    y.topRows<3>().colwise() += start.x;
    double change = y.allFinite() ? 0.0 : std::numeric_limits<double>::infinity();
    for (int row = 3; row < kTrajectoryRows; ++row) {
      const double size = 1.0 + y.row(row).cwiseAbs().maxCoeff();
      change = std::max(change, (y.row(row) - old.row(row)).cwiseAbs().maxCoeff() / size);
    }
    if (change <= kConverged || (change < kRoundingFloor && change > 0.5 * previous)) break;
    if (out.sweeps >= kMaxSweeps || !(change < 1e3) || (out.sweeps > 6 && change > previous)) {
      out.status = CollocationStatus::Diverged;
      return out;
    }
    previous = change;
  }
  out.coefficients.noalias() = y.lazyProduct(nodes.coefficients.transpose());
  out.multipliers = out.multipliers.lazyProduct(nodes.coefficients.transpose()).eval();
  out.error = out.coefficients.rightCols<2>().cwiseAbs().maxCoeff();
  return out;
}

BodyState state_at(const Trajectory& coefficients, double s) {
  const double x = 2.0 * s - 1.0;
  using Column = Eigen::Matrix<double, kTrajectoryRows, 1>;
  Column b1 = Column::Zero();
  Column b2 = Column::Zero();
  for (Eigen::Index k = coefficients.cols() - 1; k >= 1; --k) {
    const Column b = 2.0 * x * b1 - b2 + coefficients.col(k);
    b2 = b1;
    b1 = b;
  }
  const Column y = x * b1 - b2 + coefficients.col(0);
  BodyState state;
  state.x = y.segment<3>(0);
  state.q = Quaternion(y[3], y[4], y[5], y[6]).normalized();
  state.v = y.segment<6>(7);
  return state;
}

}  // namespace rigor
