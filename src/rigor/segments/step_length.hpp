// SPDX-License-Identifier: Apache-2.0
// How long the next step should be, and with how many nodes.
#pragma once

#include <array>

#include <rigor/motion/collocation.hpp>
#include <rigor/segments/watch.hpp>

namespace rigor {

/// Length and degree of the next segment.
struct StepControl {
  double length = 0.0;  ///< s; 0: choose from the motion
  int degree = 12;
  /// s; what was proposed before steps became short towards the stop of a slip: there to go on with
  /// behind it. 0: they did not.
  double beyond = 0.0;
};

/// The degrees that steps may have.
inline constexpr std::array<int, 4> kStepDegrees{6, 8, 12, 16};

/// The next one above; the highest stays as it is.
int higher_degree(int degree);

/// The step to try after one that was taken: as long as its error allows. An error at the rounding
/// floor says nothing; then as long as the fall of its coefficients promises, with no more nodes
/// than that needs.
StepControl next_step(const StepControl& taken, const Collocation& motion, const SegmentEnd& end,
                      double tol);

/// The step after one that stayed before the stop of a slip that turns. Steps that go the part q of
/// what is left see the stop at x = 2/q - 1 of [-1, 1], so their coefficients fall off by
/// x + √(x² - 1); each is shorter than the last and misses less, so that fewer and fewer nodes do.
StepControl towards_stop(const StepControl& taken, double error, const StepControl& next,
                         double tol);

/// The step after an event: not much longer than the mode just lasted, since events come in
/// sequences; short steps need fewer nodes.
StepControl after_event(StepControl next, double lasted, double tried);

}  // namespace rigor
