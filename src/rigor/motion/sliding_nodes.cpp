// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/motion/sliding_nodes.hpp>
#include <rigor/motion/slip_system.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// The polynomials of Lagrange over the nodes 1..N at s = 0; zero for node 0. By the weights of
/// these nodes, (-1)^j and half of it at both ends: 2 in size, so noise grows 2N - 1 times.
Eigen::VectorXd weights_at_start(int degree) {
  Eigen::VectorXd weights(degree + 1);
  for (int j = 0; j <= degree; ++j) weights[j] = (j % 2 == 0 ? -2.0 : 2.0);
  weights[degree] *= 0.5;
  weights[0] = 0.0;
  return weights;
}

}  // namespace

bool keeps_springs(const ModeMotion& motion) {
  return std::ssize(motion.rows) > kManyRows && !motion.unknowns.has_trees();
}

SlidingNodes sliding_nodes(const ModeMotion& motion, int degree) {
  SlidingNodes nodes;
  std::vector<Vector3> start;
  for (int f = 0; f < std::ssize(motion.forces); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    start.push_back(force.slip_W);
    if (!force.slips) continue;
    if (force.onset) {
      nodes.onsets.push_back(f);
      nodes.onset_points.push_back(nodes.points);
    }
    ++nodes.points;
  }
  nodes.slips_W.assign(degree + 1, start);
  nodes.sensitivities.resize(degree + 1);
  if (keeps_springs(motion)) nodes.springs.resize(degree + 1);
  nodes.at_start =
      nodes.sets_out() ? weights_at_start(degree) : Eigen::VectorXd::Zero(degree + 1).eval();
  return nodes;
}

Vector3 turned_with_plane(const ModeMotion& motion, int force, const std::vector<BodyNodes>& bodies,
                          int node, double time) {
  const MovingContact& contact = motion.contacts[motion.forces[force].contact];
  const Vector3& slip = motion.forces[force].slip_W;
  const auto turned = [&](const Quaternion& from, const Quaternion& to) {
    return Vector3((to * (from.conjugate() * slip)).normalized());
  };
  if (contact.place_P >= 0) {
    const BodyNodes& plane = bodies[contact.place_P];
    return turned(rotation_at(plane, 0), rotation_at(plane, node));
  }
  if (contact.drive_P < 0) return slip;
  const DrivePiece& piece = *motion.drives[contact.drive_P];
  const double since = trace::elapsed(piece.start, motion.start);
  return turned(motion_at(piece, since).X_WB.rotation,
                motion_at(piece, since + time).X_WB.rotation);
}

void extrapolate_onsets(SlidingNodes& sliding) {
  for (const int f : sliding.onsets) {
    Vector3 sum = Vector3::Zero();
    for (int j = 1; j < sliding.at_start.size(); ++j)
      sum += sliding.at_start[j] * sliding.slips_W[j][f];
    if (sum.norm() > 0.5 && sum.dot(sliding.slips_W[0][f]) > 0.0)
      sliding.slips_W[0][f] = sum.normalized();
  }
}

void extrapolate_start(const ModeMotion& motion, const Eigen::VectorXd& at_start,
                       MotionNodes& all) {
  for_each_unit(motion, all, [&](int, auto& a, const auto&) { a.col(0) = (a * at_start).eval(); });
}

bool turn_fast(const SlidingNodes& sliding, double length) {
  if (sliding.sets_out()) return true;
  for (const std::vector<SlipSensitivity>& node : sliding.sensitivities)
    for (const SlipSensitivity& slip : node)
      if (std::abs(slip.gain * slip.across.dot(slip.response)) * length > 1.0) return true;
  return false;
}

void add_newton_step(const ModeMotion& motion, MotionNodes& all, const SlidingNodes& sliding,
                     const LobattoNodes& nodes, const Eigen::VectorXd& v0, double length) {
  const int count = static_cast<int>(nodes.s.size()) - 1;
  Eigen::MatrixXd changes(v0.size(), count + 1);  // of the velocities, by plain integration
  for_each_unit(motion, all, [&](int offset, const auto& a, const auto& v) {
    auto part = changes.middleRows(offset, a.rows());
    part.noalias() = length * (a * nodes.integration.transpose()) - v;
    part.colwise() += v0.segment(offset, a.rows());
  });
  const Eigen::MatrixXd weights =
      length * (nodes.integration.bottomRightCorner(count, count) +
                nodes.integration.col(0).tail(count) * sliding.at_start.tail(count).transpose());
  const SlipSystem system(sliding.sensitivities, weights, motion.unknowns.count);
  const Eigen::MatrixXd answers = system.accelerations(changes);
  for_each_unit(motion, all, [&](int offset, auto& a, const auto&) {
    a.rightCols(count) += answers.middleRows(offset, a.rows());
  });
}

void remove_transverse_slip(const ModeMotion& motion, MotionNodes& all,
                            const SlidingNodes& sliding) {
  const auto points = std::ssize(sliding.onset_points);
  Eigen::MatrixXd effect(points, points);
  Eigen::VectorXd speed(points);
  Eigen::VectorXd now(motion.unknowns.count);
  for (int j = 1; j < std::ssize(sliding.sensitivities); ++j) {
    const auto at = [&](Eigen::Index p) -> const SlipSensitivity& {
      return sliding.sensitivities[j][sliding.onset_points[p]];
    };
    for_each_unit(motion, all, [&](int offset, const auto& a, const auto& v) {
      now.segment(offset, a.rows()) = v.col(j);
    });
    for (Eigen::Index p = 0; p < points; ++p) {
      speed[p] = at(p).driven + at(p).across.dot(now);
      for (Eigen::Index q = 0; q < points; ++q) effect(p, q) = at(p).across.dot(at(q).response);
    }
    const Eigen::VectorXd push = minimum_norm_solve(effect, -speed).z;
    for (Eigen::Index q = 0; q < points; ++q) {
      for_each_unit(motion, all, [&](int offset, const auto& a, auto&& v) {
        v.col(j) += push[q] * at(q).response.segment(offset, a.rows());
      });
    }
  }
}

}  // namespace rigor
