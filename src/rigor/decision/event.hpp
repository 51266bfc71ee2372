// SPDX-License-Identifier: Apache-2.0
// What an event is decided from, and what is decided.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// What accelerations Coulomb's law allows while sliding contacts leave the split of their normal
/// forces open: six per body, of the centre of mass (m/s²), then angular (rad/s²).
struct OpenSplit {
  Eigen::VectorXd lowest;
  Eigen::VectorXd highest;
};

/// One touching point at an event.
struct TouchPoint {
  PairId pair;
  Vector3 point_W = Vector3::Zero();
  Vector3 normal_W = Vector3::UnitZ();      ///< from a to b
  Vector3 impulse_W = Vector3::Zero();      ///< on b, N s
  Vector3 compression_W = Vector3::Zero();  ///< of the first phase
  Vector3 settling_W = Vector3::Zero();     ///< what putting gaps and speeds right took besides
  double restitution = 0.0;                 ///< e used
  double friction = 0.0;                    ///< μ; 0 for laws without a cone
  std::uint32_t vertex_a = trace::kWorld;
  std::uint32_t vertex_b = trace::kWorld;
};

/// A pair whose blow bare bodies would not have: left alone it would have come nearer by `depth`
/// only, less than a skin, and parted again. See skin_choices.hpp.
struct Graze {
  PairId pair;
  double depth = 0.0;  ///< m
};

/// A corner beside a blow, just above the contact band, which would have changed it.
struct NearMiss {
  PairId pair;
  double gap = 0.0;         ///< m
  double difference = 0.0;  ///< m/s, of the speeds after the blow, at most
};

/// What an event decided.
struct ResolvedEvent {
  Cluster cluster;
  Mode mode;
  std::vector<TouchPoint> points;  ///< of all candidates, ordered by pair
  Eigen::VectorXd expansion{};     ///< what expansions added to the velocities; empty: nothing
  bool impact = false;             ///< some contact gave an impulse
  bool captured = false;           ///< a micro-hop was ended (see `captured_energy`)
  std::vector<char> at_rest;       ///< per body: neither speed nor acceleration
  std::vector<Bond> jammed;        ///< bonds broken at this event
  bool indeterminate = false;      ///< the law allows other motions; ours is a stated choice
  bool impulse_without_collision = false;  ///< Coulomb: no accelerations obeyed the law
  std::optional<OpenSplit> open_split{};   ///< if the motion begins to depend on the split
  bool order_matters = false;   ///< several pairs hit at once, and one after the other the
                                ///< outcome would be another
  std::vector<Graze> grazes{};  ///< ordered by pair
  std::optional<NearMiss> near_miss{};
  double restitution_factor = 1.0;  ///< below 1: e had to be lowered to keep the energy
  double energy_before = 0.0;       ///< J
  double energy_after = 0.0;        ///< J, includes the work of the projection
  double captured_energy = 0.0;     ///< J, removed by ending micro-hops
  double drive_work = 0.0;          ///< J, done by driven bodies in the impulses
  double residual = 0.0;            ///< worst relative KKT residual
  double unmet_speed = 0.0;         ///< m/s, of an impact that is known no better than this
  double moved = 0.0;               ///< m, by the projection
};

enum class RefusalKind : std::uint8_t {
  Inconsistent,   ///< no motion obeys the law here, or a solver could not find one
  Jam,            ///< a no-slip contact needs tension, and the scene says to refuse that
  Indeterminate,  ///< several motions obey the law, and the scene says to refuse that
  Overlap,        ///< the start overlaps by more than the start tolerance
  Drift,          ///< gaps could not be put right within the limit
  Unsupported,    ///< the law has no meaning for this contact
};

struct Refusal {
  RefusalKind kind = RefusalKind::Inconsistent;
  std::string reason;
};

using EventOutcome = std::variant<ResolvedEvent, Refusal>;

/// Where an event happens: the bodies that take part, every pair of theirs that may be within
/// δ(1 + β), and the mode so far.
struct EventScene {
  Cluster cluster;
  std::vector<PairId> near;  ///< pairs of pieces, without half-spaces
  Mode mode;
  /// The bodies a little later if the mode so far went on: where a mode ends because forces reach
  /// the edge of their cones, both it and the next are right at the instant itself.
  std::optional<Cluster> ahead = std::nullopt;
  bool slips = false;   ///< the event is about sticking and sliding
  bool stops = false;   ///< a slip came to its end
  bool yields = false;  ///< forces reached the edge of their cones
  /// Forces grow without bound although the law still has a solution: an impulse must end it.
  bool jams = false;
  bool lifts_again = false;  ///< a contact pulls at once, after it was let to stay here before
};

}  // namespace rigor
