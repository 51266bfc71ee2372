// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/segments/step_length.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

int lower_degree(int degree) {
  int lower = kStepDegrees.front();
  for (const int d : kStepDegrees)
    if (d < degree) lower = d;
  return lower;
}

/// How the coefficients of a motion fall off, above the rounding errors.
struct Decay {
  int last = 0;        ///< the last coefficient that is no rounding error
  double size = 0.0;   ///< its size
  double ratio = 0.0;  ///< each is at most so many times the one before
};

Decay decay_of(const Trajectory& trajectory) {
  Decay decay;
  double largest = 0.0;  // of the coefficients from here on
  for (Eigen::Index k = trajectory.paths.cols() - 1; k >= 1; --k) {
    const double here = std::max(largest, trajectory.paths.col(k).cwiseAbs().maxCoeff());
    if (here > kErrorFloor) {
      if (decay.last == 0) decay = {static_cast<int>(k), here, kErrorFloor / here};
      if (largest > kErrorFloor) decay.ratio = std::max(decay.ratio, largest / here);
    }
    largest = here;
  }
  return decay;
}

/// How much longer a step of that degree could be, if coefficients fall off as they did: those of
/// the order k grow by the k-th power of the length.
double growth_by(const Decay& decay, int degree, double tol) {
  const double size = decay.size * std::pow(decay.ratio, degree - decay.last);
  return kStepSafety * std::pow(tol / std::max(size, 1e-300), 1.0 / degree);
}

StepControl after_exact_step(const StepControl& taken, const Trajectory& trajectory, double tol) {
  const Decay decay = decay_of(trajectory);
  const int most = std::max(taken.degree, kLongDegree);
  for (const int degree : kStepDegrees)
    if (degree < most && degree >= decay.last && growth_by(decay, degree, tol) >= kFloorGrowth)
      return {kFloorGrowth * taken.length, degree};
  return {taken.length * std::clamp(growth_by(decay, most, tol), 1.0, kFloorGrowth), most};
}

}  // namespace

int higher_degree(int degree) {
  for (const int d : kStepDegrees)
    if (d > degree) return d;
  return degree;
}

StepControl next_step(const StepControl& taken, const Collocation& motion, const SegmentEnd& end,
                      double tol) {
  const double error = std::max(motion.error, 1e-300);
  const bool exact = error < kErrorFloor;
  const bool trees = !motion.trajectory.trees.empty();
  if (exact && !trees && end.reason == trace::EndReason::Accuracy && end.s == 1.0)
    return after_exact_step(taken, motion.trajectory, tol);
  const double growth =
      exact && trees
          ? kFloorGrowth
          : std::min(kMaxGrowth, kStepSafety * std::pow(tol / error, 1.0 / taken.degree));
  StepControl next{taken.length * std::max(growth, 0.2), taken.degree};
  if (end.reason == trace::EndReason::Accuracy || end.reason == trace::EndReason::Input) {
    next.degree = std::max(taken.degree, kLongDegree);
    return next;
  }
  return after_event(next, end.s * taken.length, taken.length);
}

StepControl towards_stop(const StepControl& taken, double error, const StepControl& next,
                         double tol) {
  for (const int degree : kStepDegrees)
    if (degree < taken.degree && error * std::pow(kStopDecay, taken.degree - degree) <= tol)
      return {next.length, degree, taken.beyond};
  return {next.length, taken.degree, taken.beyond};
}

StepControl after_event(StepControl next, double lasted, double tried) {
  if (lasted <= 0.0 || kAfterEvent * lasted >= next.length) return next;
  next.length = kAfterEvent * lasted;
  if (next.length < tried) next.degree = lower_degree(next.degree);
  return next;
}

}  // namespace rigor
