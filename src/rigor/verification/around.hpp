// SPDX-License-Identifier: Apache-2.0
// The bodies of a trace around an instant at which impulses act: where they are, and how they move
// before, between compression and expansion, and after. Velocities are those of the momenta on
// file; between the phases the expansions that are on file are still to come.
#pragma once

#include <map>
#include <span>

#include <rigor/verification/body_motion.hpp>
#include <rigor/verification/contact_view.hpp>

namespace rigor::verification {

/// What the run's bodies are known to do.
struct Movers {
  const trace::Trace& trace;
  const std::vector<Course>& courses;
  std::vector<const BodyMass*> masses;               ///< null: not a free body
  std::vector<const std::vector<Momenta>*> reached;  ///< of free bodies, at segments' ends

  bool free(std::uint32_t body) const { return body != trace::kWorld && masses[body] != nullptr; }
  /// The smaller mass of those that are free; infinite if neither is.
  Real lighter(std::uint32_t a, std::uint32_t b) const;
};

/// R v, for a quaternion of any length.
Vec exactly_turned(const Quat& q, const Vec& v);

enum class When : std::uint8_t { Before, Between, After };

/// Velocity and spin, world axes.
struct Moving {
  Vec v{}, w{};
};

/// A body around the instant; what is not on file is not known.
struct Around {
  Place place{};
  Vec centre{};  ///< whose velocities these are
  std::array<std::optional<Moving>, 3> moving{};

  const std::optional<Moving>& at(When when) const {
    return moving[static_cast<std::size_t>(when)];
  }
};

/// All events of one instant, by number of event.
using InstantEvents = std::vector<const trace::Event*>;
/// The events of a trace, instant by instant.
std::vector<InstantEvents> instants_of(const trace::Trace& trace);

/// Whether little is claimed of an event's impulses.
bool claims_less(const trace::Event& event);

class BodiesAround {
 public:
  BodiesAround(const Movers& movers, const InstantEvents& events);

  const Movers& movers() const { return movers_; }
  /// Whether an accumulation, a jam or an indeterminate event is among them, whose impulses are
  /// split anew over all points and have no phases; or blow follows blow: then there is no one
  /// velocity between the phases.
  bool claims_less() const { return claims_less_; }
  const Around& body(std::uint32_t number);
  /// Velocity of b's surface over a's, belts included; n is the unit normal.
  std::optional<Vec> slip(const trace::EventContact& contact, const Vec& n, When when);
  /// Velocity of a joint's child over its parent at the child's anchor, and its spin over it.
  std::optional<Moving> apart(const trace::Joint& joint, When when);

 private:
  struct Wrench {
    Vec impulse{}, moment{};  ///< about the origin of the world
  };
  void add(std::uint32_t body, const Vec& point, const Vec& impulse, const Vec& moment, Real sign);
  std::optional<Vec> velocity(std::uint32_t body, const Vec& point, When when);

  const Movers& movers_;
  trace::Time at_;
  bool claims_less_ = false;
  std::map<std::uint32_t, Around> around_;
  std::map<std::uint32_t, Wrench> expansions_;
};

}  // namespace rigor::verification
