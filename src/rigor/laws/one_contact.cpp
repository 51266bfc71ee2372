// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include <rigor/demand.hpp>
#include <rigor/laws/one_contact.hpp>

namespace rigor {
namespace {

/// The function of the direction is a trigonometric polynomial of degree three: this many samples
/// separate its roots, at most six, unless two nearly coincide.
constexpr int kDirections = 96;
constexpr int kBisections = 60;

/// A contact that slides in direction s with its normal speed zero.
struct Sliding {
  Eigen::Vector3d r = Eigen::Vector3d::Zero();
  /// Slip across s, zero if s is the direction of slip, times the effect of a unit push on the
  /// normal speed: without that factor it has poles where the contact can not be kept closed.
  double across = 0.0;
};

Sliding sliding(const FrictionProblem& problem, double angle) {
  const Vector2 s(std::cos(angle), std::sin(angle));
  const Eigen::Vector3d push(1.0, -problem.mu[0] * s.x(), -problem.mu[0] * s.y());
  const Eigen::Vector3d speed = problem.W * push;
  Sliding out;
  const double normal = -problem.b[0] / speed[0];
  if (std::isfinite(normal) && normal > 0.0) out.r = normal * push;
  const Vector2 slip = speed[0] * problem.b.tail<2>() - problem.b[0] * speed.tail<2>();
  out.across = -s.y() * slip.x() + s.x() * slip.y();
  return out;
}

/// The direction between two in which the slip across it changes sign.
double bisected(const FrictionProblem& problem, double low, double high) {
  const bool rises = sliding(problem, low).across < 0.0;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    ((sliding(problem, middle).across < 0.0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::vector<Eigen::Vector3d> one_contact_impulses(const FrictionProblem& problem) {
  RIGOR_DEMAND(problem.size() == 1 && problem.least[0] == 0.0);
  std::vector<Eigen::Vector3d> all;
  const Eigen::Matrix3d W = problem.W;
  const Eigen::Vector3d open = Eigen::Vector3d::Zero();
  if (problem.sliding[0] || problem.mu[0] == 0.0) {
    const Vector2 s = problem.sliding[0].value_or(Vector2(1.0, 0.0));
    all.push_back(sliding(problem, std::atan2(s.y(), s.x())).r);
    all.push_back(open);
    return all;
  }
  const Eigen::Vector3d stick = -W.partialPivLu().solve(problem.b);
  if (stick.allFinite()) all.push_back(stick);
  const double step = 2.0 * std::numbers::pi / kDirections;
  Sliding before = sliding(problem, 0.0);
  for (int k = 1; k <= kDirections; ++k) {
    const Sliding here = sliding(problem, k * step);
    if ((before.across < 0.0) != (here.across < 0.0))
      all.push_back(sliding(problem, bisected(problem, (k - 1) * step, k * step)).r);
    before = here;
  }
  all.push_back(open);
  return all;
}

}  // namespace rigor
