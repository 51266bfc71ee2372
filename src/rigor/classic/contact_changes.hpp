// SPDX-License-Identifier: Apache-2.0
// How the contact manifolds of pairs change from step to step, as counts and as events.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include <rigor/classic/algorithm_one.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Changes of one step.
struct ContactChanges {
  std::uint64_t manifold_changes = 0;  ///< pairs whose set of contact points is another one
  std::uint64_t paper_changes = 0;  ///< pairs whose *number* of points is another one, and not zero
  std::vector<trace::Event> events;  ///< indices are not set
};

/// The contact points of every pair at the last step.
class ContactHistory {
 public:
  /// Compares with the step before. Events: impact (or touch, if no impulse acted) where a pair got
  /// new points, lift where it lost some; limit where a joint came to one and was pushed. Impulses
  /// of contacts that go on are no events.
  ContactChanges compare(const SteppedBodies& bodies, const TakenStep& step,
                         const trace::Time& time);

  /// Goes on behind a step that ended with these contacts.
  void remember(const std::vector<PairContact>& contacts, const std::vector<PairId>& limits) {
    pairs_ = points_of(contacts);
    limits_ = {limits.begin(), limits.end()};
  }

  /// Limits that push now.
  std::vector<PairId> limits() const { return {limits_.begin(), limits_.end()}; }

  /// Contact points now.
  std::size_t points() const;

 private:
  using Point = std::tuple<CornerKind, Feature, Feature>;
  using PointsOfPairs = std::map<std::size_t, std::set<Point>>;
  static PointsOfPairs points_of(const std::vector<PairContact>& contacts);

  void compare_limits(const TakenStep& step, const trace::Time& time, ContactChanges& out);

  PointsOfPairs pairs_;  ///< by pair; none is empty
  std::set<PairId> limits_;
};

/// What the pairs did to each other in the step, as forces that are constant over it: their
/// impulses over its duration, where the points were at its start.
std::vector<trace::ContactForce> step_forces(const SteppedBodies& bodies, const TakenStep& step,
                                             const trace::Time& begin, const trace::Time& end);

}  // namespace rigor
