// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <rigor/integration/friction.hpp>
#include <rigor/integration/projection.hpp>
#include <rigor/integration/remode.hpp>
#include <rigor/integration/separating_plane.hpp>
#include <rigor/integration/yielding.hpp>
#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impact.hpp>

namespace rigor {
namespace {

/// Rounds of ending micro-hops: each ends at least one, and few contacts hop at once.
constexpr int kCaptureRounds = 8;
/// A body slower than this everywhere is at rest: far below the speed δ per hour.
constexpr double kRestSpeed = 1e-12;  // m/s
/// And its acceleration is zero to this fraction of gravity (README, at rest).
constexpr double kRestAcceleration = 1e-12;
/// KKT residual above which a solver's answer is not used.
constexpr double kMaxResidual = 1e-9;
/// Candidates that are not active are kept at least at δ(1 - this β), inside their departing level.
constexpr double kFloorShare = 0.25;
/// Vertices beside two edges in contact reach at most this many β δ beyond their edge; the
/// certificate leaves them β/2, and a factor of two for the bound of the normal's length.
constexpr double kSideShare = 0.1;
/// A driven body that comes near may still stop at δ(1 - this β) and above.
constexpr double kEarlyShare = 0.5;
/// Tangential speeds above this fraction of the bodies' speed are sliding.
constexpr double kSliding = 1e-8;
/// Normal speeds below this fraction of the bodies' speed are rounding.
constexpr double kSpeedRounding = 1e-12;
/// Outcomes of an impact that differ by more than this fraction of the speed are different.
constexpr double kSameOutcome = 1e-6;

template <typename T>
bool contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// The problem of one event while it is being decided. Corners are the unknowns' contacts.
struct Event {
  const World& world;
  Cluster cluster;
  std::vector<TouchingPair> pairs;
  std::vector<int> pair_of;       ///< of each corner
  std::vector<Bond> bonds;        ///< of each corner
  std::vector<ContactRows> rows;  ///< of each corner
  ContactSet set;
  std::vector<Bond> broken;
  Eigen::VectorXd v_before;
  Remoded out;
  double still = 0.0;  ///< m/s: slower slips count as stopped

  int size() const { return static_cast<int>(rows.size()); }
  const ContactCorner& corner(int i) const {
    int first = i;
    while (first > 0 && pair_of[first - 1] == pair_of[i]) --first;
    return pairs[pair_of[i]].corners[i - first];
  }
};

bool grips(const World& world) {
  return world.law == Law::NoSlip || world.law == Law::NoSlipActive;
}

/// Largest extent of the pair's manifold as a fraction of the corners' lever arms, at most 1.
double extent_of(const Event& event, const TouchingPair& pair) {
  double extent = 0.0;
  double arm = 0.0;
  const auto arm_of = [&](std::uint32_t body, const Vector3& point) {
    const int place = body == trace::kWorld ? -1 : place_of(event.cluster, body);
    return place < 0 ? 0.0 : (point - event.cluster.states[place].x).norm();
  };
  for (const ContactCorner& c : pair.corners) {
    const Vector3& p = c.rows.point_W;
    arm = std::max({arm, arm_of(pair.pair.a.body, p), arm_of(pair.pair.b.body, p)});
    for (const ContactCorner& d : pair.corners)
      extent = std::max(extent, (p - d.rows.point_W).norm());
  }
  return extent > 0.0 && arm > 0.0 ? std::min(1.0, extent / arm) : 1.0;
}

/// Fills the contact set from the corners' rows at the cluster's velocity.
void fill_set(Event& event) {
  std::vector<PairId> pairs;
  for (const Bond& bond : event.bonds) pairs.push_back(bond.pair);
  write_contacts(event.world, event.cluster, pairs, event.rows, event.set);
  event.set.contacts.clear();
  for (int i = 0; i < event.size(); ++i) {
    const TouchingPair& pair = event.pairs[event.pair_of[i]];
    const Surface& surface = surface_of(event.world, pair.pair);
    ContactProperties properties;
    properties.friction = surface.friction;
    properties.restitution = surface.restitution;
    properties.viscosity = surface.viscous;
    properties.bonded = !contains(event.broken, event.bonds[i]);
    if (!properties.bonded) properties.viscosity = 0.0;
    if (!on_half_space(pair.pair)) properties.extent = extent_of(event, pair);
    event.set.contacts.push_back(properties);
  }
}

Bond bond_of(const TouchingPair& pair, const ContactCorner& corner) {
  return {pair.pair, on_half_space(pair.pair) ? corner.corner.on_B.index : 0U};
}

Event make_event(const World& world, const Cluster& cluster, std::vector<TouchingPair> pairs,
                 const std::vector<Bond>& broken) {
  Event event{world, cluster, std::move(pairs),     {}, {}, {},
              {},    broken,  velocity_of(cluster), {}, 0.0};
  for (std::size_t p = 0; p < event.pairs.size(); ++p) {
    for (const ContactCorner& corner : event.pairs[p].corners) {
      event.pair_of.push_back(static_cast<int>(p));
      event.bonds.push_back(bond_of(event.pairs[p], corner));
      event.rows.push_back(corner.rows);
    }
  }
  fill_set(event);
  event.out.energy_before = energy(world, cluster);
  event.still = stop_speed(world);
  return event;
}

void note_points(Event& event) {
  for (int i = 0; i < event.size(); ++i) {
    const TouchingPair& pair = event.pairs[event.pair_of[i]];
    TouchPoint point{pair.pair,       event.rows[i].point_W, event.rows[i].nhat_AB_W,
                     Vector3::Zero(), trace::kWorld,         trace::kWorld};
    event.out.points.push_back(point);
  }
  int i = 0;
  for (const TouchingPair& pair : event.pairs) {
    for (const ContactCorner& corner : pair.corners) {
      TouchPoint& point = event.out.points[i++];
      if (corner.corner.on_A.kind == FeatureKind::Vertex) point.vertex_a = corner.corner.on_A.index;
      if (corner.corner.on_B.kind == FeatureKind::Vertex) point.vertex_b = corner.corner.on_B.index;
    }
  }
}

/// The largest speed of a point of the bodies, now or before the event, and of drives.
double speed_scale(const Event& event) {
  const auto largest = [](const Eigen::VectorXd& x) {
    return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0;
  };
  return reach_of(event.world, event.cluster, velocity_of(event.cluster)) +
         reach_of(event.world, event.cluster, event.v_before) + largest(event.set.normal_drive) +
         largest(event.set.tangential_drive);
}

/// Normal speeds below this count as zero, per contact: a fraction of the terms they are the sum
/// of, and never less than the rounding of the bodies' speed or what counts as rest.
Eigen::VectorXd zero_speeds(const Event& event) {
  Eigen::VectorXd zero = zero_thresholds(event.set, velocity_of(event.cluster), event.v_before,
                                         event.set.normal_drive);
  zero.array() += kSpeedRounding * speed_scale(event) + kRestSpeed;
  return zero;
}

std::optional<Refusal> bad_residual(double residual, const char* what) {
  if (residual <= kMaxResidual) return std::nullopt;
  return Refusal{
      RefusalKind::Inconsistent,
      fmt::format("the {} problem was solved only to a residual of {:.1e}", what, residual)};
}

/// Breaks the bond of a corner, and with it that of its whole pair of bodies.
std::optional<Refusal> break_bond(Event& event, int i) {
  if (event.world.jam == OnJam::Refuse)
    return Refusal{RefusalKind::Jam,
                   "a stuck contact needs tension, and would penetrate if it were released"};
  if (contains(event.broken, event.bonds[i])) return std::nullopt;
  event.broken.push_back(event.bonds[i]);
  std::sort(event.broken.begin(), event.broken.end());
  event.out.jammed.push_back(event.bonds[i]);
  for (int k = 0; k < event.size(); ++k) {
    if (event.bonds[k] != event.bonds[i]) continue;
    event.set.contacts[k].bonded = false;
    event.set.contacts[k].viscosity = 0.0;
  }
  return std::nullopt;
}

/// Bonds can contradict driven bodies, which go on whatever holds the others: all bonds with bodies
/// that are not driven are broken then. True if there was one; otherwise nothing can be done.
std::variant<bool, Refusal> release_from_drives(Event& event) {
  bool released = false;
  if (!grips(event.world) || event.set.normal_drive.isZero(0.0)) return released;
  for (int i = 0; i < event.size(); ++i) {
    const PairId& pair = event.bonds[i].pair;
    if (is_driven(event.world, pair.a.body) || is_driven(event.world, pair.b.body)) continue;
    if (!event.set.contacts[i].bonded) continue;
    if (auto refusal = break_bond(event, i)) return *refusal;
    released = true;
  }
  return released;
}

/// What is said where no motion is found: with driven bodies there may be none.
Refusal no_motion(const Event& event, const char* what) {
  std::string reason = fmt::format("the {} could not be solved", what);
  if (!event.set.normal_drive.isZero(0.0) || !event.set.tangential_drive.isZero(0.0))
    reason += ": driven bodies push against what can not give way";
  return {RefusalKind::Inconsistent, reason};
}

/// Bonded contacts that touch and slide, of the no-slip laws.
std::vector<int> sliding_contacts(const Event& event) {
  std::vector<int> sliding;
  if (!grips(event.world)) return sliding;
  const Eigen::VectorXd v = velocity_of(event.cluster);
  const Eigen::VectorXd speeds = normal_speeds(event.set, v);
  const Eigen::VectorXd slips = tangential_speeds(event.set, v);
  const Eigen::VectorXd zero = zero_speeds(event);
  const double most = kSliding * speed_scale(event) + kRestSpeed;
  for (int i = 0; i < event.size(); ++i)
    if (event.set.contacts[i].bonded && speeds[i] <= zero[i] &&
        slips.segment<2>(2 * i).norm() > most)
      sliding.push_back(i);
  return sliding;
}

/// A contact that an impact left sliding although the law bonds it (held it would have needed
/// tension, released it would have penetrated) goes on without its bond.
std::optional<Refusal> break_sliding_bonds(Event& event) {
  for (const int i : sliding_contacts(event))
    if (auto refusal = break_bond(event, i)) return refusal;
  return std::nullopt;
}

/// The contacts of the set with these numbers.
ContactSet part_of(const ContactSet& set, const std::vector<int>& members) {
  const int count = static_cast<int>(members.size());
  ContactSet part{set.mass,
                  Eigen::MatrixXd(count, set.N.cols()),
                  Eigen::MatrixXd(2 * count, set.N.cols()),
                  {},
                  Eigen::VectorXd(count),
                  Eigen::VectorXd(2 * count)};
  for (int k = 0; k < count; ++k) {
    part.N.row(k) = set.N.row(members[k]);
    part.T.middleRows<2>(2 * k) = set.T.middleRows<2>(2 * members[k]);
    part.contacts.push_back(set.contacts[members[k]]);
    part.normal_drive[k] = set.normal_drive[members[k]];
    part.tangential_drive.segment<2>(2 * k) = set.tangential_drive.segment<2>(2 * members[k]);
  }
  return part;
}

/// Whether the pairs, hit one after the other in their order, would leave another velocity.
bool order_matters(const Event& event, const Eigen::VectorXd& v_before, const Impact& impact) {
  std::vector<int> hit;
  for (int i = 0; i < event.size(); ++i)
    if (impact.normal[i] > 0.0 && !contains(hit, event.pair_of[i])) hit.push_back(event.pair_of[i]);
  if (hit.size() < 2) return false;
  Eigen::VectorXd v = v_before;
  for (const int p : hit) {
    std::vector<int> members;
    for (int i = 0; i < event.size(); ++i)
      if (event.pair_of[i] == p) members.push_back(i);
    v = resolve_impact(event.world.law, part_of(event.set, members), v).v;
  }
  const double scale = reach_of(event.world, event.cluster, v_before) +
                       reach_of(event.world, event.cluster, impact.v);
  return reach_of(event.world, event.cluster, v - impact.v) > kSameOutcome * scale;
}

/// Takes the impulses of an impact, or of the like.
void take_impulses(Event& event, const Impact& impact) {
  event.out.residual = std::max(event.out.residual, impact.residual);
  event.out.indeterminate |= impact.indeterminate_split || impact.indeterminate_motion;
  for (int i = 0; i < event.size(); ++i) {
    const ContactRows& rows = event.rows[i];
    event.out.points[i].impulse_W += impact.normal[i] * rows.nhat_AB_W +
                                     impact.tangential[2 * i] * rows.tangents_W[0] +
                                     impact.tangential[2 * i + 1] * rows.tangents_W[1];
  }
  set_velocity(event.cluster, impact.v);
}

std::optional<Refusal> resolve(Event& event) {
  const Eigen::VectorXd v = velocity_of(event.cluster);
  const Eigen::VectorXd approach = normal_speeds(event.set, v);
  // The no-slip laws end sliding by an impulse, at the start and where contacts close gently.
  if ((approach + zero_speeds(event)).minCoeff() >= 0.0 && sliding_contacts(event).empty())
    return std::nullopt;
  // A real blow mends broken bonds; micro-impacts below the capture speed do not (they chatter).
  for (int i = 0; i < event.size(); ++i) {
    if (-approach[i] <= capture_speed(event.world)) continue;
    std::erase_if(event.broken, [&](const Bond& bond) { return bond.pair == event.bonds[i].pair; });
  }
  fill_set(event);
  Impact impact = resolve_impact(event.world.law, event.set, v);
  if (impact.status == ImpactStatus::Failed) {
    const auto released = release_from_drives(event);
    if (const auto* refusal = std::get_if<Refusal>(&released)) return *refusal;
    if (std::get<bool>(released)) impact = resolve_impact(event.world.law, event.set, v);
  }
  if (impact.status == ImpactStatus::Failed) return no_motion(event, "impact problem");
  if (auto refusal = bad_residual(impact.residual, "impact")) return refusal;
  event.out.impact = true;
  event.out.restitution_factor = impact.restitution_factor;
  event.out.order_matters = order_matters(event, v, impact);
  take_impulses(event, impact);
  return break_sliding_bonds(event);
}

/// Whether a pair hits where vertices or parallel edges meet, so that its plane is not unique.
bool meets_at_corners(const Event& event, const std::vector<ActiveContact>& before) {
  return std::any_of(event.pairs.begin(), event.pairs.end(), [&](const TouchingPair& pair) {
    const bool touched = std::any_of(before.begin(), before.end(), [&](const ActiveContact& c) {
      return c.id.pair == pair.pair;
    });
    const bool hits =
        std::any_of(event.out.points.begin(), event.out.points.end(), [&](const TouchPoint& point) {
          return point.pair == pair.pair && !point.impulse_W.isZero(0.0);
        });
    return !touched && hits && !has_one_plane(event.world, event.cluster, pair);
  });
}

/// The second derivatives of gaps and tangential coordinates depend on the velocity: the corners'
/// rows anew at the present one.
void refresh_rows(Event& event) {
  int i = 0;
  for (TouchingPair& pair : event.pairs) {
    const BodyMotion A = motion_of(event.world, event.cluster, pair.pair.a.body);
    const BodyMotion B = motion_of(event.world, event.cluster, pair.pair.b.body);
    for (ContactCorner& corner : pair.corners) {
      corner.rows = corner_rows(placed(event.world, event.cluster, pair.pair), pair.axis,
                                corner.corner, A, B);
      event.rows[i++] = corner.rows;
    }
  }
}

/// Accelerations below this are what rounding leaves of none, where nothing else sets a scale:
/// bodies that drift together without gravity.
constexpr double kNoAcceleration = 1e-24;  // m/s²

double without_noise(double bias) { return std::abs(bias) < kNoAcceleration ? 0.0 : bias; }

/// The set and motion restricted to some candidates.
struct Selection {
  std::vector<int> members;  ///< indices of candidates
  Accelerations accelerations;
  SlidingVerdict verdict = SlidingVerdict::Consistent;  ///< of Coulomb's law
  std::vector<std::optional<Vector2>> slips;            ///< directions of members that slide
};

/// The directions of slip of some corners: nothing where one sticks or is about to begin to slide.
std::vector<std::optional<Vector2>> slips_of(const Event& event, const std::vector<int>& members) {
  const double still = std::max(event.still, kSpeedRounding * speed_scale(event));
  const Eigen::VectorXd slips = tangential_speeds(event.set, velocity_of(event.cluster));
  std::vector<std::optional<Vector2>> all;
  for (const int i : members) {
    const Vector2 slip = slips.segment<2>(2 * i);
    all.push_back(slip.norm() > still ? std::optional<Vector2>(slip.normalized()) : std::nullopt);
  }
  return all;
}

/// The accelerations of Coulomb's law.
void select_sliding(const Event& event, const MotionState& motion, Selection& selection) {
  selection.slips = slips_of(event, selection.members);
  SlidingAccelerations found =
      resolve_sliding(part_of(event.set, selection.members), motion, selection.slips);
  selection.verdict = found.verdict;
  if (found.solutions.empty())
    selection.accelerations.status = AccelerationStatus::Failed;
  else
    selection.accelerations = std::move(found.solutions.front());
}

Selection select(const Event& event, const std::vector<int>& members) {
  const int count = static_cast<int>(members.size());
  MotionState motion;
  motion.v = velocity_of(event.cluster);
  motion.a_free = free_accelerations(event.world, event.cluster);
  motion.normal_bias.resize(count);
  motion.tangential_bias.resize(2 * count);
  for (int k = 0; k < count; ++k) {
    const int i = members[k];
    motion.normal_bias[k] = without_noise(event.rows[i].normal.jet.second);
    for (int t = 0; t < 2; ++t)
      motion.tangential_bias[2 * k + t] = without_noise(event.rows[i].tangent[t].jet.second);
  }
  Selection selection;
  selection.members = members;
  if (event.world.law == Law::Coulomb && count > 0)
    select_sliding(event, motion, selection);
  else
    selection.accelerations = resolve_accelerations(count > 0 ? event.world.law : Law::Frictionless,
                                                    part_of(event.set, members), motion);
  return selection;
}

std::vector<int> resting_contacts(const Event& event) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, velocity_of(event.cluster));
  const Eigen::VectorXd zero = zero_speeds(event);
  std::vector<int> members;
  for (int i = 0; i < speeds.size(); ++i)
    if (speeds[i] <= zero[i]) members.push_back(i);
  return members;
}

/// Contacts that leave so slowly that they could not leave the band before they fall back: a hop of
/// height v²/(2a) < β δ, a being the deceleration without them.
std::vector<int> micro_hops(const Event& event, const Selection& selection) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, velocity_of(event.cluster));
  const Eigen::VectorXd accelerations = event.set.N * selection.accelerations.a;
  const double height = Tolerances::kBand * event.world.tolerances.skin;
  std::vector<int> hops;
  for (int i = 0; i < speeds.size(); ++i) {
    const bool resting = std::binary_search(selection.members.begin(), selection.members.end(), i);
    const double a = accelerations[i] + event.rows[i].normal.jet.second;
    if (!resting && a < 0.0 && speeds[i] * speeds[i] < -2.0 * a * height) hops.push_back(i);
  }
  return hops;
}

/// Takes the speed of micro-hops away; the impulses that do it are on record with the others.
/// Selected members are held as they were, the others as their bond says.
void apply_capture(Event& event, const std::vector<int>& hops, const Selection& selection) {
  std::vector<HeldContact> held;
  std::vector<int> corners;
  const auto hold = [&](int i, bool sticks) {
    held.push_back({event.pairs[event.pair_of[i]].pair, event.rows[i], sticks});
    corners.push_back(i);
  };
  // A hop that is ended takes slow slips with it: they would slide less than a band.
  const Eigen::VectorXd slips = tangential_speeds(event.set, velocity_of(event.cluster));
  const auto slow = [&](int i) {
    return event.world.law == Law::Coulomb && event.set.contacts[i].friction > 0.0 &&
           slips.segment<2>(2 * i).norm() < capture_speed(event.world);
  };
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    const ContactState state = selection.accelerations.states[k];
    const int i = selection.members[k];
    if (state != ContactState::Released) hold(i, state == ContactState::Stick || slow(i));
  }
  for (const int i : hops) hold(i, slow(i) || (grips(event.world) && event.set.contacts[i].bonded));
  const ProjectedVelocity projected = project_velocity(event.world, event.cluster, held);
  set_velocity(event.cluster, projected.v);
  for (std::size_t k = 0; k < corners.size(); ++k)
    event.out.points[corners[k]].impulse_W += projected.impulses_W[k];
}

/// Whether sliding contacts have no accelerations under Coulomb's law (Painlevé).
bool no_accelerations(const Event& event, const Selection& selection) {
  return event.world.law == Law::Coulomb &&
         selection.accelerations.status != AccelerationStatus::Solved;
}

/// The impulse without collision that ends a state without accelerations, or a jam.
std::optional<Refusal> push_without_collision(Event& event) {
  const Impact impact = impulse_without_collision(event.set, velocity_of(event.cluster));
  if (impact.status != ImpactStatus::Solved)
    return Refusal{RefusalKind::Inconsistent,
                   "sliding contacts have no accelerations under Coulomb's law, and no impulse "
                   "without collision was found"};
  if (auto refusal = bad_residual(impact.residual, "impulse")) return refusal;
  take_impulses(event, impact);
  event.out.impulse_without_collision = true;
  return std::nullopt;
}

/// Ends slips that would end within a band's width of sliding, if friction can hold all of them:
/// the tangential like of ending micro-hops.
void end_slow_slips(Event& event) {
  const Eigen::VectorXd slips = tangential_speeds(event.set, velocity_of(event.cluster));
  std::vector<HeldContact> held;
  bool any = false;
  for (const int i : resting_contacts(event)) {
    const double speed = slips.segment<2>(2 * i).norm();
    const bool grips = event.set.contacts[i].friction > 0.0;
    if (grips && speed > capture_speed(event.world)) return;
    any |= grips && speed > stop_speed(event.world);
    held.push_back({event.pairs[event.pair_of[i]].pair, event.rows[i], grips});
  }
  if (!any) return;
  Event trial = event;
  set_velocity(trial.cluster, project_velocity(event.world, event.cluster, held).v);
  refresh_rows(trial);
  const Selection selection = select(trial, resting_contacts(trial));
  if (selection.accelerations.status != AccelerationStatus::Solved ||
      contains(selection.accelerations.states, ContactState::Slip))
    return;
  event.out.captured_energy +=
      energy(event.world, event.cluster) - energy(event.world, trial.cluster);
  event.cluster = trial.cluster;
}

std::optional<Refusal> decide(Event& event, Selection& selection) {
  for (int round = 0;; ++round) {
    refresh_rows(event);
    selection = select(event, resting_contacts(event));
    if (selection.accelerations.status != AccelerationStatus::Solved) {
      const auto released = release_from_drives(event);
      if (const auto* refusal = std::get_if<Refusal>(&released)) return *refusal;
      if (std::get<bool>(released)) selection = select(event, resting_contacts(event));
    }
    if (no_accelerations(event, selection) && !event.out.impulse_without_collision) {
      if (auto refusal = push_without_collision(event)) return refusal;
      continue;
    }
    if (selection.accelerations.status != AccelerationStatus::Solved)
      return no_motion(event, "contact accelerations");
    if (auto refusal = bad_residual(selection.accelerations.residual, "acceleration"))
      return refusal;
    event.out.residual = std::max(event.out.residual, selection.accelerations.residual);
    if (round >= kCaptureRounds) return std::nullopt;
    const std::vector<int> hops = micro_hops(event, selection);
    if (hops.empty()) return std::nullopt;
    // Velocities first: at the old ones the stuck points' centripetal terms contradict each other.
    const double before = energy(event.world, event.cluster);
    apply_capture(event, hops, selection);
    event.out.captured = true;
    event.out.captured_energy += before - energy(event.world, event.cluster);
  }
}

/// Records bonds that had to be broken, or refuses them. A pair of bodies loses its bond as a
/// whole; true if that asks for another decision.
std::variant<bool, Refusal> take_jams(Event& event, const Selection& selection) {
  bool again = false;
  for (const int k : selection.accelerations.broken) {
    const int i = selection.members[k];
    again |= !on_half_space(event.bonds[i].pair) && event.set.contacts[i].bonded;
    if (auto refusal = break_bond(event, i)) return *refusal;
  }
  return again;
}

/// How the contacts of a pair behave as a whole: one corner that slides makes it a sliding pair.
ContactState pair_state(const std::vector<ContactState>& corners) {
  for (const ContactState state : {ContactState::Slip, ContactState::Stick})
    if (contains(corners, state)) return state;
  return ContactState::Frictionless;
}

/// The contacts of the mode, pair by pair.
std::vector<ActiveContact> active_contacts(const Event& event, const Selection& selection) {
  std::vector<std::vector<int>> carrying(event.pairs.size());  // corners of each pair, by number
  std::vector<std::vector<ContactState>> states(event.pairs.size());
  int first = 0;
  std::vector<int> first_corner;
  for (const TouchingPair& pair : event.pairs) {
    first_corner.push_back(first);
    first += static_cast<int>(pair.corners.size());
  }
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    if (selection.accelerations.states[k] == ContactState::Released) continue;
    const int i = selection.members[k];
    const int p = event.pair_of[i];
    carrying[p].push_back(i - first_corner[p]);
    states[p].push_back(selection.accelerations.states[k]);
  }
  std::vector<ActiveContact> active;
  for (std::size_t p = 0; p < event.pairs.size(); ++p) {
    if (carrying[p].empty()) continue;
    const TouchingPair& pair = event.pairs[p];
    const bool plane = on_half_space(pair.pair);
    const auto ids = contacts_of_mode(event.world, event.cluster, pair, carrying[p]);
    for (std::size_t k = 0; k < ids.size(); ++k) {
      ActiveContact contact{ids[k], pair_state(states[p]), 0.0};
      if (plane) contact.state = states[p][k];
      const bool drags = event.world.law == Law::Viscous && plane &&
                         !contains(event.broken, Bond{pair.pair, ids[k].vertex});
      if (drags) contact.viscosity = surface_of(event.world, pair.pair).viscous;
      active.push_back(contact);
    }
  }
  std::sort(active.begin(), active.end(),
            [](const ActiveContact& x, const ActiveContact& y) { return x.id < y.id; });
  return active;
}

/// Corners that begin to slide, and those of sliding pairs of bodies that do not.
void note_slips(const Event& event, const Selection& selection, Mode& mode) {
  if (event.world.law != Law::Coulomb) return;
  std::vector<char> slides(event.pairs.size(), 0);
  for (std::size_t k = 0; k < selection.members.size(); ++k)
    if (selection.accelerations.states[k] == ContactState::Slip)
      slides[event.pair_of[selection.members[k]]] = 1;
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    const int i = selection.members[k];
    const int p = event.pair_of[i];
    const ContactState state = selection.accelerations.states[k];
    if (slides[p] == 0 || state == ContactState::Released) continue;
    const TouchingPair& pair = event.pairs[p];
    const ContactId id = corner_id(event.world, event.cluster, pair, event.corner(i));
    if (state == ContactState::Stick) {
      if (!on_half_space(pair.pair)) mode.pivots.push_back(id);
    } else if (state == ContactState::Slip && !selection.slips[k]) {
      const Vector2 rate =
          event.set.T.middleRows<2>(2 * i) * selection.accelerations.a +
          Vector2(event.rows[i].tangent[0].jet.second, event.rows[i].tangent[1].jet.second);
      const Vector3 slip =
          rate[0] * event.rows[i].tangents_W[0] + rate[1] * event.rows[i].tangents_W[1];
      mode.onsets.push_back({id, (carried_by_a(id) ? 1.0 : -1.0) * slip.normalized()});
    }
  }
}

/// Bonds that are broken matter only for contacts that are still there.
void keep_present(std::vector<Bond>& broken, const std::vector<ActiveContact>& active) {
  std::erase_if(broken, [&](const Bond& bond) {
    return std::none_of(active.begin(), active.end(), [&](const ActiveContact& contact) {
      return contact.id.pair == bond.pair &&
             (!on_half_space(bond.pair) || contact.id.vertex == bond.vertex);
    });
  });
}

/// Adds the vertices beside the edges of an edge-edge axis that reach into the band.
void add_sides(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  const PlacedPair at = placed(world, cluster, pair);
  for (const Carrier of : {Carrier::A, Carrier::B}) {
    const Polytope& polytope = polytope_of(world, of == Carrier::A ? pair.a : pair.b);
    const Edge& own = polytope.edges()[of == Carrier::A ? axis.index_A : axis.index_B];
    for (std::uint32_t v = 0; v < polytope.vertices().size(); ++v) {
      if (v == own.tail || v == own.head) continue;
      if (axis_edge_side_row(at, axis, of, v).jet.value < world.tolerances.upper())
        goals.sides.push_back({pair, axis, of, v});
    }
  }
}

/// Adds every vertex of the axis that is to keep the pair apart and lies in the band.
void add_floor(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  const auto add = [&](const ContactId& id) {
    if (!contains(goals.equal, id)) goals.at_least.push_back(id);
  };
  if (axis.kind == AxisKind::EdgeEdge) {
    add({pair, axis, 0, 0, 0.0});
    add_sides(world, cluster, pair, axis, goals);
    return;
  }
  const trace::PieceId& other = axis.kind == AxisKind::FaceOfA ? pair.b : pair.a;
  const PlacedPair at = placed(world, cluster, pair);
  const auto count = static_cast<std::uint32_t>(polytope_of(world, other).vertices().size());
  for (std::uint32_t v = 0; v < count; ++v)
    if (vertex_height(at, axis, v) < world.tolerances.upper()) add({pair, axis, v, 0, 0.0});
}

GapGoals goals_of(const Event& event, const std::vector<ActiveContact>& active) {
  const Tolerances& tolerances = event.world.tolerances;
  GapGoals goals;
  goals.gap = tolerances.skin;
  goals.floor = tolerances.skin * (1.0 - kFloorShare * Tolerances::kBand);
  goals.side_floor = -kSideShare * Tolerances::kBand * tolerances.skin;
  goals.limit = kMaxMove * tolerances.skin;
  for (const ActiveContact& contact : active) goals.equal.push_back(contact.id);
  for (const TouchingPair& pair : event.pairs) {
    PairAxis axis = pair.axis.axis;
    const auto kept = std::find_if(active.begin(), active.end(), [&](const ActiveContact& contact) {
      return contact.id.pair == pair.pair;
    });
    if (kept != active.end())
      axis = kept->id.axis;
    else if (!on_half_space(pair.pair))
      axis = pair_axis(placed(event.world, event.cluster, pair.pair), {0.0, nullptr}).axis;
    add_floor(event.world, event.cluster, pair.pair, axis, goals);
  }
  return goals;
}

/// Per body: neither speed nor acceleration.
std::vector<char> resting_bodies(const World& world, const Cluster& cluster,
                                 const Eigen::VectorXd& a) {
  std::vector<char> rest;
  for (int i = 0; 6 * i < a.size(); ++i) {
    const double r = world.bodies[cluster.bodies[i]].radius;
    const Vector6& v = cluster.states[i].v;
    const double speed = v.head<3>().norm() + r * v.tail<3>().norm();
    const double acceleration = a.segment<3>(6 * i).norm() + r * a.segment<3>(6 * i + 3).norm();
    // What is left of the speed bends the path; without gravity that is all there is.
    const double slow = kRestAcceleration * world.pull() + kRestSpeed * kRestSpeed / r;
    rest.push_back(speed <= kRestSpeed && acceleration <= slow ? 1 : 0);
  }
  return rest;
}

/// Whether a body of the pair follows a path that has not come to its end.
bool is_moved(const World& world, const PairId& pair) {
  const auto moves = [&](std::uint32_t body) {
    return is_driven(world, body) && !world.bodies[body].drive.for_ever;
  };
  return moves(pair.a.body) || moves(pair.b.body);
}

/// Bodies on driven ones do not rest before those do, nor bodies under forces that still change.
void keep_awake(const World& world, Remoded& out) {
  for (std::size_t i = 0; i < out.at_rest.size(); ++i)
    if (world.bodies[out.cluster.bodies[i]].load.end) out.at_rest[i] = 0;
  for (const ActiveContact& contact : out.mode.contacts) {
    if (!is_moved(world, contact.id.pair)) continue;
    for (const std::uint32_t body : {contact.id.pair.a.body, contact.id.pair.b.body})
      if (const int place = place_of(out.cluster, body); place >= 0) out.at_rest[place] = 0;
  }
}

/// What driven bodies did by their impulses.
double drive_work(const Event& event) {
  double work = 0.0;
  for (const TouchPoint& point : event.out.points) {
    for (const bool is_a : {true, false}) {
      const std::uint32_t body = is_a ? point.pair.a.body : point.pair.b.body;
      if (!is_driven(event.world, body)) continue;
      const BodyMotion motion = motion_of(event.world, event.cluster, body);
      const Vector3 v = shifted(motion.V_WB, point.point_W - motion.X_WB.translation).linear;
      work += (is_a ? 1.0 : -1.0) * point.impulse_W.dot(v);  // the impulse acts on b
    }
  }
  return work;
}

std::optional<Refusal> decide_with_bonds(Event& event, Selection& selection) {
  for (;;) {
    if (auto refusal = decide(event, selection)) return refusal;
    const auto jams = take_jams(event, selection);
    if (const auto* refusal = std::get_if<Refusal>(&jams)) return *refusal;
    if (!std::get<bool>(jams)) return std::nullopt;
  }
}

/// The mode that was decided on.
Mode mode_of(Event& event, const Selection& selection) {
  Mode mode;
  mode.contacts = active_contacts(event, selection);
  keep_present(event.broken, mode.contacts);
  mode.broken = event.broken;
  note_slips(event, selection, mode);
  return mode;
}

/// Contacts of the mode and what their speeds must be: those that begin to slide are still at rest.
std::vector<HeldContact> held(const World& world, const Cluster& cluster, const Mode& mode) {
  std::vector<HeldContact> all = held_contacts(world, cluster, mode.contacts);
  for (const SlipOnset& onset : mode.onsets)
    all.push_back({onset.id.pair, rows_of(world, cluster, onset.id), true});
  for (const ContactId& pivot : mode.pivots)
    all.push_back({pivot.pair, rows_of(world, cluster, pivot), true});
  return all;
}

/// Projected state and rest, once the event is decided; `a` are the accelerations.
RemodeOutcome finish(Event& event, Mode mode, const Eigen::VectorXd& a) {
  const World& world = event.world;
  Remoded& out = event.out;
  out.mode = std::move(mode);
  const ProjectionOutcome projected =
      project_position(world, event.cluster, goals_of(event, out.mode.contacts));
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return Refusal{RefusalKind::Drift, failure->reason};
  out.cluster = std::get<Projected>(projected).cluster;
  out.moved = std::get<Projected>(projected).moved;
  if (!out.mode.contacts.empty())
    set_velocity(out.cluster,
                 project_velocity(world, out.cluster, held(world, out.cluster, out.mode)).v);
  if (world.law == Law::Coulomb) {
    out.open_split = open_split(world, out.cluster, out.mode);
    out.mode.split_is_open = out.open_split.has_value();
    if (out.open_split && world.normal_split == NormalSplit::Refuse)
      return Refusal{RefusalKind::Indeterminate,
                     "sliding and turning contacts leave the split of their normal forces open, "
                     "and normal_split: refuse was asked for"};
  }
  out.at_rest = resting_bodies(world, out.cluster, a);
  keep_awake(world, out);
  out.drive_work = drive_work(event);
  for (std::size_t i = 0; i < out.at_rest.size(); ++i)
    if (out.at_rest[i] != 0) out.cluster.states[i].v.setZero();
  out.energy_after = energy(world, out.cluster);
  return out;
}

bool same_states(const Mode& a, const Mode& b) {
  return std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(),
                    [](const ActiveContact& x, const ActiveContact& y) {
                      return x.id == y.id && x.state == y.state;
                    }) &&
         a.pivots == b.pivots;
}

/// The mode after forces reached the edge of their cones, chosen where the path so far would be a
/// little later. Nothing if that does not tell.
std::optional<Mode> mode_ahead(const World& world, const EventScene& scene) {
  auto pairs = touching_pairs(world, *scene.ahead, {}, scene.mode.contacts);
  for (TouchingPair& pair : pairs) {  // what touches only there has nothing to say yet
    if (!on_half_space(pair.pair)) continue;
    std::erase_if(pair.corners, [&](const ContactCorner& corner) {
      return std::none_of(scene.mode.contacts.begin(), scene.mode.contacts.end(),
                          [&](const ActiveContact& contact) {
                            return contact.id.pair == pair.pair &&
                                   contact.id.vertex == corner.corner.on_B.index;
                          });
    });
  }
  std::erase_if(pairs, [](const TouchingPair& pair) { return pair.corners.empty(); });
  Event later = make_event(world, *scene.ahead, std::move(pairs), scene.mode.broken);
  note_points(later);
  Selection selection;
  if (decide(later, selection) || later.out.impulse_without_collision || later.out.captured)
    return std::nullopt;
  return mode_of(later, selection);
}

/// Whether a driven body only comes near the other one: it is inside the band, no contact yet, and
/// may stop there. If it does not, it triggers at δ(1 - β).
bool is_early(const World& world, const Mode& mode, const TouchingPair& pair) {
  return is_moved(world, pair.pair) &&
         pair.axis.separation > world.tolerances.skin * (1.0 - kEarlyShare * Tolerances::kBand) &&
         std::none_of(mode.contacts.begin(), mode.contacts.end(),
                      [&](const ActiveContact& contact) { return contact.id.pair == pair.pair; });
}

/// Bodies held by driven ones have exactly their velocities: what the integration left of the
/// difference would be a contradiction where several hold one.
Cluster held_by_drives(const World& world, const EventScene& scene) {
  Cluster cluster = scene.cluster;
  std::vector<ActiveContact> held;
  for (const ActiveContact& contact : scene.mode.contacts)
    if (is_driven(world, contact.id.pair.a.body) || is_driven(world, contact.id.pair.b.body))
      held.push_back(contact);
  if (!held.empty())
    set_velocity(cluster, project_velocity(world, cluster, held_contacts(world, cluster, held)).v);
  return cluster;
}

RemodeOutcome remode_pairs(const World& world, const EventScene& scene,
                           std::vector<TouchingPair> pairs) {
  Event event =
      make_event(world, held_by_drives(world, scene), std::move(pairs), scene.mode.broken);
  note_points(event);
  Selection selection;
  if (event.size() > 0) {
    if (auto refusal = resolve(event)) return *refusal;
    if (scene.jams)
      if (auto refusal = push_without_collision(event)) return *refusal;
    if (scene.stops) event.still = slow_speed(world);
    if (world.law == Law::Coulomb && (scene.slips || event.out.impact)) end_slow_slips(event);
    if (scene.yields && !event.out.impact && event.out.captured_energy == 0.0) {
      std::optional<Mode> mode = scene.ahead ? mode_ahead(world, scene) : std::nullopt;
      if (!mode || same_states(*mode, scene.mode)) mode = yielded_mode(world, scene);
      if (mode) return finish(event, std::move(*mode), free_accelerations(world, event.cluster));
    }
    event.out.indeterminate |= meets_at_corners(event, scene.mode.contacts);
    if (auto refusal = decide_with_bonds(event, selection)) return *refusal;
    if (event.out.indeterminate && world.indeterminate == OnIndeterminate::Refuse)
      return Refusal{
          RefusalKind::Indeterminate,
          "several motions obey the law: impulses of redundant contacts, or the plane between "
          "meeting vertices or parallel edges, are not unique"};
  }
  if (event.size() == 0) return finish(event, {}, free_accelerations(world, event.cluster));
  return finish(event, mode_of(event, selection), selection.accelerations.a);
}

}  // namespace

std::vector<ContactId> ids_of(const Mode& mode) {
  std::vector<ContactId> ids;
  for (const ActiveContact& contact : mode.contacts) ids.push_back(contact.id);
  return ids;
}

RemodeOutcome remode(const World& world, const EventScene& scene) {
  auto pairs = touching_pairs(world, scene.cluster, scene.near, scene.mode.contacts);
  if (world.law == Law::Viscous)
    for (const TouchingPair& pair : pairs)
      if (!on_half_space(pair.pair) && surface_of(world, pair.pair).viscous > 0.0)
        return Refusal{RefusalKind::Unsupported,
                       fmt::format("bodies {} touch: the viscous law is defined for contacts with "
                                   "half-spaces only, as corners of bodies on bodies move",
                                   names_of(world, pair.pair))};
  RemodeOutcome outcome = remode_pairs(world, scene, pairs);
  const auto* refusal = std::get_if<Refusal>(&outcome);
  if (refusal == nullptr || refusal->kind != RefusalKind::Inconsistent) return outcome;
  const auto early = [&](const TouchingPair& pair) { return is_early(world, scene.mode, pair); };
  if (std::erase_if(pairs, early) == 0) return outcome;
  return remode_pairs(world, scene, std::move(pairs));
}

std::optional<Eigen::VectorXd> corner_accelerations(const World& world, const Cluster& cluster,
                                                    const Mode& mode) {
  Event event =
      make_event(world, cluster, touching_pairs(world, cluster, {}, mode.contacts), mode.broken);
  const Selection selection = select(event, resting_contacts(event));
  if (selection.accelerations.status != AccelerationStatus::Solved) return std::nullopt;
  return selection.accelerations.a;
}

}  // namespace rigor
