// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include <rigor/demand.hpp>
#include <rigor/laws/one_contact.hpp>

namespace rigor {
namespace {

/// The function of the direction is a trigonometric polynomial of degree three divided by one of
/// degree one: this many samples separate its roots unless two nearly coincide.
constexpr int kDirections = 48;
constexpr int kBisections = 60;

/// A contact that slides in direction s with its normal speed zero.
struct Sliding {
  Eigen::Vector3d r = Eigen::Vector3d::Zero();
  double across = 0.0;  ///< slip across s: zero if s is the direction of slip
  bool pushes = false;
};

Sliding sliding(const FrictionProblem& problem, double angle) {
  const Vector2 s(std::cos(angle), std::sin(angle));
  Eigen::Vector3d push(1.0, -problem.mu[0] * s.x(), -problem.mu[0] * s.y());
  const double effect = problem.W.row(0).dot(push);
  Sliding out;
  const double normal = -problem.b[0] / effect;
  if (!(normal >= 0.0) || !std::isfinite(normal)) return out;
  out.pushes = true;
  out.r = normal * push;
  const Eigen::Vector3d u = problem.W * out.r + problem.b;
  out.across = -s.y() * u[1] + s.x() * u[2];
  return out;
}

/// The direction between two in which the slip across it changes sign.
double bisected(const FrictionProblem& problem, double low, double high) {
  const bool rises = sliding(problem, low).across < 0.0;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    const Sliding there = sliding(problem, middle);
    if (!there.pushes) break;
    ((there.across < 0.0) == rises ? low : high) = middle;
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
    if (before.pushes && here.pushes && (before.across < 0.0) != (here.across < 0.0))
      all.push_back(sliding(problem, bisected(problem, (k - 1) * step, k * step)).r);
    before = here;
  }
  all.push_back(open);
  return all;
}

}  // namespace rigor
