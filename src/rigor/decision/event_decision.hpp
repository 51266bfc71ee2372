// SPDX-License-Identifier: Apache-2.0
// Which contacts stay after an event, by their accelerations.
#pragma once

#include <rigor/decision/event_problem.hpp>
#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/coulomb.hpp>

namespace rigor {

/// The set and motion restricted to some candidates.
struct Selection {
  std::vector<int> members;  ///< indices of candidates
  Accelerations accelerations;
  SlidingVerdict verdict = SlidingVerdict::Consistent;  ///< of Coulomb's law
  std::vector<std::optional<Vector2>> slips;            ///< directions of members that slide
};

/// The accelerations of the law if only these candidates may push.
Selection select(const EventProblem& event, const std::vector<int>& members);

/// Ends slips that would end within a band's width of sliding, if friction can hold all of them:
/// the tangential like of ending micro-hops.
void end_slow_slips(EventProblem& event);

/// Decides from the accelerations [TR eqn:DAE1]; ends hops that could not leave the band, and
/// states without accelerations by an impulse.
std::optional<Refusal> decide(EventProblem& event, Selection& selection);
/// The same where bonds may have to be broken.
std::optional<Refusal> decide_with_bonds(EventProblem& event, Selection& selection);

/// The mode that was decided on.
Mode mode_of(EventProblem& event, const Selection& selection);

/// The accelerations that the law gives over all corners of the mode's pairs: equal to the mode's
/// own as long as some split of its forces pulls nowhere. Nothing if they can not be solved.
std::optional<Eigen::VectorXd> corner_accelerations(const World& world, const Cluster& cluster,
                                                    const Mode& mode);

/// What the skin leaves open of the slip at a contact of a pair, m/s: its place times the spin of
/// one body as seen from the other.
double open_slip(const World& world, const Cluster& cluster, const PairId& pair);

/// Whether Coulomb's law allows several accelerations over the corners of the mode's pairs at this
/// instant, as far as it is examined: of few contacts (kEnumeratedContacts). The first is quick and
/// asks only whether friction couples strongly enough to the normals (may_have_several).
bool may_allow_several(const World& world, const Cluster& cluster, const Mode& mode);
bool allows_several(const World& world, const Cluster& cluster, const Mode& mode);

}  // namespace rigor
