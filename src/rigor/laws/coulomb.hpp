// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/friction_search.hpp>
#include <rigor/laws/impact.hpp>

namespace rigor {

/// The one-step Coulomb problem of a set, from a velocity: b = (N v, T v) per contact.
FrictionProblem friction_problem(const ContactSet& set, const Eigen::VectorXd& v);

/// An impact under Coulomb's law on the circular cone: simultaneous complementarity at all
/// contacts, with restitution. Dissipative: p·u⁺ = -Σ μ p_n |u_t| <= 0.
Impact resolve_coulomb_impact(const ContactSet& set, const Eigen::VectorXd& v_minus);

/// What Coulomb's law says about the accelerations of contacts that slide.
enum class SlidingVerdict : std::uint8_t {
  Consistent,     ///< one solution
  Indeterminate,  ///< several solutions; the one listed first is the choice
  Inconsistent,   ///< no solution (Painlevé): an impulse without collision must follow
  Unknown,        ///< none was found, and none was excluded
};

inline constexpr int kExaminedContacts = 8;

struct SlidingAccelerations {
  SlidingVerdict verdict = SlidingVerdict::Unknown;
  std::vector<Accelerations> solutions;  ///< with different a; chosen one first
};

/// Accelerations of contacts that touch with zero normal speed under Coulomb's law. Contacts with a
/// slip speed above `slip_zero` (m/s) slide against it; the others stick or begin to slide. All
/// sliding, at most kExaminedContacts: where not all contacts stay, every combination of open and
/// closed ones is examined, so Inconsistent is proved to rounding.
SlidingAccelerations resolve_sliding(const ContactSet& set, const MotionState& motion,
                                     double slip_zero);

/// The same with the directions of slip given: unit vectors of the contacts that slide, nothing at
/// those that stick or begin to slide.
SlidingAccelerations resolve_sliding(const ContactSet& set, const MotionState& motion,
                                     const std::vector<std::optional<Vector2>>& slips);

/// The impulse without collision that resolves an inconsistent state: the process of Darboux and
/// Keller, of several contacts by equal dampers (impulse_process.hpp, impulse_flow.hpp; then
/// `indeterminate_motion`). Where no push grows by itself, as at a jam whose forces grow without
/// bound although the law still has a solution: the limit, for a vanishing normal approach, of the
/// impact that has a non-zero impulse (Stewart-Trinkle as h -> 0). If that is not found or zero:
/// the process once more, set going by what would drive the contacts together without forces
/// (`press`, per contact; impulse_flow.hpp). None if there is none.
Impact impulse_without_collision(const ContactSet& set, const Eigen::VectorXd& v,
                                 const Eigen::VectorXd& press = {});

}  // namespace rigor
