// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include <rigor/demand.hpp>
#include <rigor/laws/one_contact.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

/// A contact that slides in direction s with its normal speed zero.
struct Sliding {
  Eigen::Vector3d r = Eigen::Vector3d::Zero();
  /// Slip across s, zero if s is the direction of slip, times the effect of a unit push on the
  /// normal speed: without that factor it has poles where the contact can not be kept closed.
  double across = 0.0;
  double turning = 0.0;  ///< the rate of `across` with the angle
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
  const Eigen::Vector3d turned = problem.W.rightCols<2>() * problem.mu[0] * Vector2(s.y(), -s.x());
  const Vector2 change = turned[0] * problem.b.tail<2>() - problem.b[0] * turned.tail<2>();
  out.turning = -s.dot(slip) - s.y() * change.x() + s.x() * change.y();
  return out;
}

/// The direction between two in which `member` changes sign.
double bisected(const FrictionProblem& problem, double low, double high, double Sliding::*member) {
  const bool rises = sliding(problem, low).*member < 0.0;
  for (int k = 0; k < kContactBisections; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) break;
    ((sliding(problem, middle).*member < 0.0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// Adds what slides in a direction between two, given what slides in them.
void add_sliding(const FrictionProblem& problem, double low, double high, const Sliding& before,
                 const Sliding& after, std::vector<Eigen::Vector3d>& all) {
  const auto add = [&](double from, double to) {
    all.push_back(sliding(problem, bisected(problem, from, to, &Sliding::across)).r);
  };
  if ((before.across < 0.0) != (after.across < 0.0)) {
    add(low, high);
  } else if ((before.turning < 0.0) != (after.turning < 0.0)) {
    const double extreme = bisected(problem, low, high, &Sliding::turning);
    if ((sliding(problem, extreme).across < 0.0) == (before.across < 0.0)) return;
    add(low, extreme);
    add(extreme, high);
  }
}

}  // namespace

std::vector<Eigen::Vector3d> sliding_impulses(const FrictionProblem& problem) {
  RIGOR_DEMAND(problem.size() == 1 && problem.least[0] == 0.0);
  std::vector<Eigen::Vector3d> all;
  const double step = 2.0 * std::numbers::pi / kContactDirections;
  Sliding before = sliding(problem, 0.0);
  for (int k = 1; k <= kContactDirections; ++k) {
    const Sliding here = sliding(problem, k * step);
    add_sliding(problem, (k - 1) * step, k * step, before, here, all);
    before = here;
  }
  return all;
}

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
  const std::vector<Eigen::Vector3d> slides = sliding_impulses(problem);
  all.insert(all.end(), slides.begin(), slides.end());
  all.push_back(open);
  return all;
}

}  // namespace rigor
