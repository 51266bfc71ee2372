// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include <rigor/integration/plane_world.hpp>

namespace rigor {

/// Which contacts a body keeps, ordered by id, and which of its bonds are broken: a broken bond
/// stays so until an impact faster than the capture speed.
struct Mode {
  std::vector<ActiveContact> contacts;
  std::vector<ContactId> broken;
};

/// The impulse of one candidate contact at an event.
struct ContactImpulse {
  ContactId id;
  Vector3 point_W = Vector3::Zero();
  Vector3 normal_W = Vector3::UnitZ();
  Vector3 impulse_W = Vector3::Zero();  ///< on the body, N s
};

/// What an event decided.
struct Remoded {
  BodyState state;
  Mode mode;
  std::vector<ContactImpulse> contacts;  ///< all candidates
  bool impact = false;                   ///< some contact gave an impulse
  bool captured = false;                 ///< a micro-hop was ended (see `captured_energy`)
  bool at_rest = false;
  std::vector<ContactId> jammed;    ///< bonds broken at this event
  bool indeterminate = false;       ///< the law allows other motions; ours is a stated choice
  double restitution_factor = 1.0;  ///< below 1: e had to be lowered to keep the energy
  double energy_before = 0.0;       ///< J
  double energy_after = 0.0;        ///< J, includes the work of the projection
  double captured_energy = 0.0;     ///< J, removed by ending micro-hops
  double residual = 0.0;            ///< worst relative KKT residual
  double moved = 0.0;               ///< m, by the projection
};

enum class RefusalKind : std::uint8_t {
  Inconsistent,   ///< no motion obeys the law here, or a solver could not find one
  Jam,            ///< a no-slip contact needs tension, and the scene says to refuse that
  Indeterminate,  ///< several motions obey the law, and the scene says to refuse that
  Overlap,        ///< the start overlaps by more than the start tolerance
  Drift,          ///< gaps could not be put right within the limit
};

struct Refusal {
  RefusalKind kind = RefusalKind::Inconsistent;
  std::string reason;
};

using RemodeOutcome = std::variant<Remoded, Refusal>;

/// The one routine for every event (touch, lift, band exit, start): takes all vertices within δ(1 +
/// β) as candidates, resolves the impact if one approaches, ends hops that could not leave the
/// band, decides which contacts stay from the accelerations [TR eqn:DAE1], and puts each gap right
/// by one projection.
RemodeOutcome remode(const World& world, const MovingBody& body, const BodyState& state,
                     const Mode& mode);

/// Opens starts that touch or overlap by at most the start tolerance, moving the body least.
/// `moved` is how far.
struct Opened {
  BodyState state;
  double moved = 0.0;
};
std::variant<Opened, Refusal> open_start(const World& world, const MovingBody& body,
                                         const BodyState& state);

}  // namespace rigor
