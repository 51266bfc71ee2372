// SPDX-License-Identifier: Apache-2.0
// The problem of one event, while it is being decided.
#pragma once

#include <algorithm>

#include <rigor/decision/event.hpp>
#include <rigor/laws/impact.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {

template <typename T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// Corners are the unknowns' contacts.
struct EventProblem {
  const World& world;
  Cluster cluster;
  std::vector<TouchingPair> pairs;
  std::vector<int> pair_of;       ///< of each corner
  std::vector<Bond> bonds;        ///< of each corner
  std::vector<ContactRows> rows;  ///< of each corner
  ContactSet set;
  std::vector<Bond> broken;
  Eigen::VectorXd v_before;
  ResolvedEvent out;
  double still = 0.0;       ///< m/s: slower slips count as stopped
  std::vector<int> idle{};  ///< corners that the forces of the mode can not load: see own_split.hpp
  const Cluster* assumed = nullptr;  ///< what joints with dry friction do if their speed is zero
  bool leans_high = false;     ///< corners above the band carry the decided mode: it does not rest
  bool moves_one_way = false;  ///< no other split of the decided mode's forces moves differently

  int size() const { return static_cast<int>(rows.size()); }
  const ContactCorner& corner(int i) const {
    int first = i;
    while (first > 0 && pair_of[first - 1] == pair_of[i]) --first;
    return pairs[pair_of[i]].corners[i - first];
  }
};

/// Whether the law bonds what touches.
bool grips(const World& world);

/// The event with all corners of the pairs as candidates.
EventProblem make_event(const World& world, const Cluster& cluster, std::vector<TouchingPair> pairs,
                        const std::vector<Bond>& broken);

/// Fills the contact set from the corners' rows at the cluster's velocity.
void fill_set(EventProblem& event);
/// The second derivatives of gaps and tangential coordinates depend on the velocity: the corners'
/// rows anew at the present one.
void refresh_rows(EventProblem& event);
/// The largest speed of a point of the bodies, now or before the event, and of drives.
double speed_scale(const EventProblem& event);
/// Normal speeds below this count as zero, per contact: a fraction of the terms they are the sum
/// of, and never less than the rounding of the bodies' speed or what counts as rest.
Eigen::VectorXd zero_speeds(const EventProblem& event);

/// Contacts that touch and do not leave.
std::vector<int> resting_contacts(const EventProblem& event);
/// Bonded contacts that touch and slide, of the no-slip laws.
std::vector<int> sliding_contacts(const EventProblem& event);

/// Why an answer of this residual is not used; nothing if it is.
std::optional<Refusal> bad_residual(double residual, const char* what);
/// What is said where no motion is found: with driven bodies there may be none.
Refusal no_motion(const EventProblem& event, const char* what);

/// Breaks the bond of a corner, and with it that of its whole pair of bodies.
std::optional<Refusal> break_bond(EventProblem& event, int i);
/// A contact that an impact left sliding although the law bonds it (held it would have needed
/// tension, released it would have penetrated) goes on without its bond.
std::optional<Refusal> break_sliding_bonds(EventProblem& event);
/// Bonds can contradict driven bodies, which go on whatever holds the others: all bonds with bodies
/// that are not driven are broken then. True if there was one; otherwise nothing can be done.
std::variant<bool, Refusal> release_from_drives(EventProblem& event);

/// The contacts of the set with these numbers.
ContactSet part_of(const ContactSet& set, const std::vector<int>& members);
/// Takes the impulses of an impact, or of the like.
void take_impulses(EventProblem& event, const Impact& impact);

}  // namespace rigor
