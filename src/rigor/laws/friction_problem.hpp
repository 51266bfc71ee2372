// SPDX-License-Identifier: Apache-2.0
// The one-step Coulomb problem on the circular cone, on plain matrices: impacts, accelerations and
// impulses without collision alike.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include <rigor/cancellation.hpp>

namespace rigor {

using Vector2 = Eigen::Vector2d;

/// u = W r + b with, per contact (normal, two tangents):
///   0 <= r_n - least ⊥ u_n >= 0, |r_t| <= μ r_n, r_t = -μ r_n u_t/|u_t| where u_t ≠ 0.
/// A contact that slides already has its direction given: r_t = -μ r_n s whatever u_t is.
struct FrictionProblem {
  Eigen::MatrixXd W;      ///< J M⁻¹ J', symmetric, positive semidefinite
  Eigen::VectorXd b;      ///< u without contact impulses
  Eigen::VectorXd mu;     ///< per contact
  Eigen::VectorXd least;  ///< per contact: smallest normal impulse (restitution), else 0
  std::vector<std::optional<Vector2>> sliding;  ///< per contact: unit direction s
  const Cancellation* cancellation = nullptr;   ///< a search that is told to give up fails
  double unmet = 0.0;   ///< what leaves no more than this speed unmet is not searched for longer
  Eigen::MatrixXd G{};  ///< if known: W = G'G, one row per speed of the bodies

  int size() const { return static_cast<int>(mu.size()); }
};

/// Whether contact i may stick; otherwise its friction has a known direction, or there is none.
bool may_stick(const FrictionProblem& problem, int i);

/// Whether the problem has so many contacts that it is better worked on in the space of the bodies:
/// there steps cost (speeds of the bodies)² times contacts instead of the cube of the contacts.
bool by_bodies(const FrictionProblem& problem);

/// What a contact does in a solution. Open: r_n = least, u_n >= 0. Closed: u_n = 0.
struct FrictionMode {
  bool closed = false;
  bool sticks = false;  ///< u_t = 0; otherwise r_t = -μ r_n s

  auto operator<=>(const FrictionMode&) const = default;
};

/// Largest violation of the conditions above by r, as a speed divided by `speed_scale`: the
/// natural map of Alart and Curnier with ρ the mean inverse inertia of the contact. 0 is exact.
double friction_residual(const FrictionProblem& problem, const Eigen::VectorXd& r);

/// The speed that counts as the problem's size: the largest |b| of a contact, whatever its
/// tangents, or what its smallest impulse alone would give it. In an expansion after a compression
/// that ended all motion the first is rounding, and the second is the speed of the rebound.
double speed_scale(const FrictionProblem& problem);

/// Mean of the diagonal of W's block of contact i.
double contact_mobility(const FrictionProblem& problem, int i);

/// Whether the slip of contact i is more than rounding.
bool has_slip(const FrictionProblem& problem, const Eigen::VectorXd& u, int i);
/// Its direction, or that against its friction where it does not move.
Vector2 slip_direction(const FrictionProblem& problem, const Eigen::VectorXd& r,
                       const Eigen::VectorXd& u, int i);
/// Whether the impulses are of the problem's size, not those of a system without solution.
bool is_bounded(const FrictionProblem& problem, const Eigen::VectorXd& r);

/// The modes that a motion stands for; speeds below `zero` (a speed) count as zero. By motion, not
/// by force: forces of redundant contacts are not unique.
std::vector<FrictionMode> modes_of(const FrictionProblem& problem, const Eigen::VectorXd& r,
                                   double zero);

/// How the direction of a slip enters its equations: by its speed, or by its friction, which has a
/// direction even where the slip is only about to begin.
enum class SlipEquations : std::uint8_t { BySpeed, ByFriction };

/// Newton's method on the equations of fixed modes, from r; steps of least norm, so redundant
/// forces stay near the start. Nothing if it does not converge to bounded impulses.
std::optional<Eigen::VectorXd> polish(const FrictionProblem& problem,
                                      const std::vector<FrictionMode>& modes,
                                      const Eigen::VectorXd& start,
                                      SlipEquations form = SlipEquations::BySpeed);

}  // namespace rigor
