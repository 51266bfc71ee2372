// SPDX-License-Identifier: Apache-2.0
// How long the touching points of a pair stay on its separating plane, as the paper finds it.
#pragma once

#include <rigor/classic/plane_advancement.hpp>

namespace rigor {

/// When the paper's "all evaluations are approximately zero" holds, and when its halving ends.
struct StayTolerance {
  double drift = 1e-6;     ///< tol_φ: how far a touching point may move off the plane, metres
  double min_step = 1e-8;  ///< Δt_min > 0, s
};

/// Δt† and how it was found.
struct PlaneStay {
  double step = 0.0;     ///< s
  bool floored = false;  ///< not even the smallest step passed: it is returned all the same
  int halvings = 0;      ///< because an evaluation of φ̇ was not zero
  int rejections = 0;    ///< because the error estimate was too large
  int evaluations = 0;   ///< of φ̇, all touching points at one instant
};

/// A step of at most `longest` seconds during which, as far as four evaluations show, no touching
/// point leaves the plane: φ is integrated by one step of the method of Bogacki and Shampine 3(2)
/// along the motion the step will make (step_motion.hpp). If |φ̇| h <= tol_φ at every stage and
/// point, φ moved by at most tol_φ; if not, h is halved. If only the error estimate is larger than
/// tol_φ, Hairer's rule gives the next h. [TR dt-dagger]
///
/// `offsets_W`: the touching points of the other body from its centre of mass. Resting on samples,
/// it proves nothing; for a constant φ̈ it ends within a factor 2 of √(tol_φ / |φ̈|).
///
/// Decided where the paper is silent: the motion is that of the step, since without constraints φ̇
/// is not zero even at rest, and with them it is zero for any step while the real step drifts by
/// φ̈ h²/2; a fixed speed as limit would only ever give the smallest step on a pivot.
PlaneStay plane_stay(const CarriedPlane& plane, std::span<const Vector3> offsets_W, double longest,
                     const StayTolerance& tolerance);

}  // namespace rigor
