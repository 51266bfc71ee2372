// SPDX-License-Identifier: Apache-2.0
// k(v*): impulses at all contact points, limits and loops at once. Loops are equality rows without
// sign, J v = 0: they are eliminated, so that contacts see what loops leave to them
// (loop_space.hpp).
#pragma once

#include <optional>

#include <rigor/classic/limit_contact.hpp>
#include <rigor/classic/pair_survey.hpp>
#include <rigor/laws/impact.hpp>

namespace rigor {

/// How fast a contact must approach, or part, to count, m/s: √(machine epsilon), the value of the
/// authors' program. Speeds after k are zero to 1e-15, real departures exceed 1e-6.
inline constexpr double kZeroSpeed = 1.5e-8;

/// What the impulses must achieve besides the law.
enum class NormalCondition : std::uint8_t {
  NoApproach,  ///< N v >= 0: the paper's method
  KeepApart,   ///< gap + h N v >= 0: fixed-step methods
};

/// How k is asked.
struct ImpulseQuery {
  NormalCondition condition = NormalCondition::NoApproach;
  double step = 0.0;     ///< h of KeepApart, s
  bool pyramid = false;  ///< Coulomb's law with a pyramid instead of the cone, by Lemke's method
  std::optional<Law> law{};            ///< if not the world's
  std::vector<LimitContact> limits{};  ///< the condition holds for them, too
};

/// The answer.
struct ImpulseAnswer {
  Eigen::VectorXd v;                   ///< velocities after the impulses
  std::vector<Vector3> impulses;       ///< on B, N s; one per point, in the order of contacts
  std::vector<double> approach;        ///< of each point before, m/s; positive: they approach
  std::vector<double> limit_impulses;  ///< away from the limit, N s or N m s; one per limit
  double residual = 0.0;               ///< worst relative residual of the problems solved
  int pivots = 0;                      ///< of Lemke's method
  bool solved = true;
  bool indeterminate = false;  ///< a second solution with another velocity is known
};

/// The velocities after impulses at the contact points, island by island (bodies that contacts
/// hold together); an island in which nothing violates the condition keeps what loops leave of v.
/// Line 4 of [TR alg:ts].
ImpulseAnswer contact_impulses(const SteppedBodies& bodies,
                               const std::vector<PairContact>& contacts, const Eigen::VectorXd& v,
                               const ImpulseQuery& query);

}  // namespace rigor
