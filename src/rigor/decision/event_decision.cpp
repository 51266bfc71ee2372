// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/joint_inputs.hpp>
#include <rigor/decision/link_corners.hpp>
#include <rigor/decision/projection.hpp>
#include <rigor/decision/slip_onset.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
namespace {

double belt_bias(const EventProblem& event, int i, int tangent) {
  const TouchingPair& pair = event.pairs[event.pair_of[i]];
  return belt_rate(event.world, event.cluster, pair.pair, pair.axis.axis,
                   event.rows[i].tangents_W[tangent]);
}

double without_noise(double bias) { return std::abs(bias) < kNoGapAcceleration ? 0.0 : bias; }

/// What the skin leaves open of the accelerations of contacts, as a fraction: it over the size of
/// the smallest body.
double open_acceleration(const EventProblem& event) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t body : event.cluster.bodies)
    if (const double radius = event.world.bodies[body].radius; radius > 0.0)
      least = std::min(least, radius);
  return event.world.tolerances.skin / least;
}

/// The directions of slip of some corners: nothing where one sticks or is about to begin to slide.
std::vector<std::optional<Vector2>> slips_of(const EventProblem& event,
                                             const std::vector<int>& members) {
  const double still = std::max(event.still, kSpeedRounding * speed_scale(event));
  const Eigen::VectorXd slips = tangential_speeds(event.set, velocity_of(event.cluster));
  std::vector<std::optional<Vector2>> all;
  for (const int i : members) {
    const Vector2 slip = slips.segment<2>(2 * i);
    const bool slides =
        slip.norm() > std::max(still, open_slip(event.world, event.cluster, event.bonds[i].pair));
    all.push_back(slides ? std::optional<Vector2>(slip.normalized()) : std::nullopt);
  }
  return all;
}

/// The accelerations of Coulomb's law.
void select_sliding(const EventProblem& event, const MotionState& motion, Selection& selection) {
  selection.slips = slips_of(event, selection.members);
  SlidingAccelerations found =
      resolve_sliding(part_of(event.set, selection.members), motion, selection.slips);
  selection.verdict = found.verdict;
  if (found.solutions.empty())
    selection.accelerations.status = AccelerationStatus::Failed;
  else
    selection.accelerations = std::move(found.solutions.front());
}

/// The contacts that may push.
std::vector<int> candidates(const EventProblem& event) {
  std::vector<int> members = resting_contacts(event);
  std::erase_if(members, [&](int i) { return contains(event.idle, i); });
  return members;
}

/// How a contact fell back that the blow of this event ended.
struct Fall {
  int contact = -1;    ///< -1: none did
  double speed = 0.0;  ///< m/s
};

/// The fastest fall of contacts that fell back inside their band, and were noticed below where they
/// left.
Fall fallen_back(const EventProblem& event) {
  Fall fastest;
  if (!event.out.impact) return fastest;
  const Eigen::VectorXd speeds = normal_speeds(event.set, event.v_before);
  const double low = event.world.tolerances.skin * (1.0 - 0.5 * Tolerances::kBand);
  for (int i = 0; i < speeds.size(); ++i)
    if (event.rows[i].normal.jet.value < low && -speeds[i] > fastest.speed)
      fastest = {i, -speeds[i]};
  return fastest;
}

/// How fast a contact was falling faster before the blow, on those that rested then; m/s².
double fall_rate(const EventProblem& event, int contact) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, event.v_before);
  const Eigen::VectorXd zero = zero_speeds(event);
  std::vector<int> rested;
  for (int i = 0; i < speeds.size(); ++i)
    if (i != contact && std::abs(speeds[i]) <= zero[i]) rested.push_back(i);
  const Selection before = select(event, rested);
  if (before.accelerations.status != AccelerationStatus::Solved) return 0.0;
  return -event.set.N.row(contact).dot(before.accelerations.a) -
         event.rows[contact].normal.jet.second;
}

/// What squares of speeds keep of themselves in an event at which a contact leaves at this speed:
/// the ratio is that of restitution, or what a body keeps without any that rocks from one side to
/// the other.
double kept_square(const EventProblem& event, int i, double speed, const Fall& fall) {
  const double e = event.set.contacts[i].restitution;
  const double rocks = fall.contact >= 0 ? std::min(std::abs(speed) / fall.speed, 1.0) : 0.0;
  return std::max(e * e, rocks * rocks);
}

/// Whether the hop of a contact is ended that leaves at this speed and with the deceleration a.
/// Below the band's width, β δ, it could not leave it before it falls back. What falls back is
/// noticed up to β δ lower than it left, so squares of speeds gain 2 b β δ before they lose 1 - r²
/// of themselves, and would not fall below r² 2 b β δ / (1 - r²): b is a, or where a body rocks
/// from a side that falls fast to one that falls slowly, the rate of the fast one.
bool is_captured(const EventProblem& event, int i, double speed, double a, const Fall& fall) {
  const double kept = kept_square(event, i, speed, fall);
  const double lasting = kept / std::max(1.0 - kept, kLeastLoss);
  const double band = 2.0 * a * Tolerances::kBand * event.world.tolerances.skin;
  const auto lower = [&](double bands) {
    return speed * speed < (1.0 + std::min(bands, kMostCaptureBands)) * band;
  };
  if (lower(lasting)) return true;
  if (fall.contact < 0 || !lower(kMostCaptureBands)) return false;
  return lower(lasting * std::max(1.0, fall_rate(event, fall.contact) / a));
}

/// Contacts that leave so slowly that their hops, of height v²/(2a), are ended, a being the
/// deceleration without them.
std::vector<int> micro_hops(const EventProblem& event, const Selection& selection) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, velocity_of(event.cluster));
  const Eigen::VectorXd accelerations = event.set.N * selection.accelerations.a;
  const Fall fall = fallen_back(event);
  std::vector<int> hops;
  for (int i = 0; i < speeds.size(); ++i) {
    // What was given no load does not hop: whether it may stay without is asked elsewhere.
    const bool stays = contains(event.idle, i) ||
                       std::binary_search(selection.members.begin(), selection.members.end(), i);
    const double a = -accelerations[i] - event.rows[i].normal.jet.second;
    if (!stays && a > 0.0 && is_captured(event, i, speeds[i], a, fall)) hops.push_back(i);
  }
  return hops;
}

/// Whether impulses are those of slow slips and hops under Coulomb's law: none gives more than a
/// few times the momentum of all bodies at that speed. Rows that nearly depend on each other (of
/// wheels on one axle, of a corner right under its axle) are held together only by impulses that
/// oppose each other and are far larger than what presses: what they do not agree about goes on.
bool are_gentle(const EventProblem& event, const std::vector<Vector3>& impulses_W, double speed) {
  if (event.world.law != Law::Coulomb) return true;
  double mass = 0.0;
  for (const std::uint32_t body : event.cluster.bodies) mass += event.world.bodies[body].mass;
  const double most = kGentleShare * mass * speed;
  return std::all_of(impulses_W.begin(), impulses_W.end(),
                     [&](const Vector3& impulse) { return impulse.norm() <= most; });
}

enum class SlowSlips : std::uint8_t { Stopped, Kept };

struct Captured {
  std::vector<int> stopped;  ///< corners whose slow slips were
  int hardest = -1;          ///< the hop that takes the largest impulse
  bool gently = true;
};

/// The contact, of others than these, that approaches fastest at a velocity; -1 if none does.
int driven_in(const EventProblem& event, const Eigen::VectorXd& v, const Eigen::VectorXd& zero,
              const std::vector<int>& held) {
  const Eigen::VectorXd speeds = normal_speeds(event.set, v) + zero;
  int fastest = -1;
  for (int i = 0; i < speeds.size(); ++i)
    if (speeds[i] < 0.0 && !contains(held, i) && (fastest < 0 || speeds[i] < speeds[fastest]))
      fastest = i;
  return fastest;
}

/// Takes the speed of micro-hops away; the impulses that do it are on record with the others.
/// Selected members are held as they were, the others as their bond says.
Captured apply_capture(EventProblem& event, const std::vector<int>& hops,
                       const Selection& selection, SlowSlips slow_slips) {
  std::vector<HeldContact> held;
  std::vector<int> corners;
  Captured captured;
  const auto hold = [&](int i, bool sticks) {
    held.push_back({event.pairs[event.pair_of[i]].pair, event.rows[i], sticks});
    corners.push_back(i);
  };
  const Eigen::VectorXd slips = tangential_speeds(event.set, velocity_of(event.cluster));
  const auto slow = [&](int i) {
    const double speed = slips.segment<2>(2 * i).norm();
    if (slow_slips == SlowSlips::Kept || event.world.law != Law::Coulomb ||
        event.set.contacts[i].friction == 0.0 || speed >= capture_speed(event.world))
      return false;
    if (speed > stop_speed(event.world)) captured.stopped.push_back(i);
    return true;
  };
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    const ContactState state = selection.accelerations.states[k];
    const int i = selection.members[k];
    if (state != ContactState::Released) hold(i, state == ContactState::Stick || slow(i));
  }
  const auto hold_hop = [&](int i) {
    hold(i, slow(i) || (grips(event.world) && event.set.contacts[i].bonded));
  };
  for (const int i : hops) hold_hop(i);
  const Eigen::VectorXd leaving = normal_speeds(event.set, velocity_of(event.cluster));
  double speed = capture_speed(event.world);
  for (const int i : hops) speed = std::max(speed, leaving[i]);
  // What ends these hops must not drive others in: their hops, lower still, end with them.
  const Eigen::VectorXd zero = zero_speeds(event);
  ProjectedVelocity projected = project_velocity(event.world, event.cluster, held);
  for (int i; (i = driven_in(event, projected.v, zero, corners)) >= 0;) {
    hold_hop(i);
    projected = project_velocity(event.world, event.cluster, held);
  }
  set_velocity(event.cluster, projected.v);
  double largest = -1.0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    event.out.points[corners[k]].impulse_W += projected.impulses_W[k];
    event.out.points[corners[k]].compression_W += projected.impulses_W[k];
    if (!contains(hops, corners[k]) || projected.impulses_W[k].norm() <= largest) continue;
    largest = projected.impulses_W[k].norm();
    captured.hardest = corners[k];
  }
  captured.gently = are_gentle(event, projected.impulses_W, speed);
  return captured;
}

/// Whether the law lets one of the corners set out to slide.
bool sets_out(EventProblem& event, const std::vector<int>& corners) {
  if (corners.empty()) return false;
  refresh_rows(event);
  const Selection after = select(event, candidates(event));
  for (int k = 0; k < std::ssize(after.accelerations.states); ++k)
    if (after.accelerations.states[k] == ContactState::Slip && contains(corners, after.members[k]))
      return true;
  return false;
}

/// A hop that is ended takes slow slips with it, which would slide less than a band; but not those
/// that the law lets set out again at once, and bring to where they were. Hops that can not be
/// ended gently go on. False if none was ended.
bool end_hops(EventProblem& event, std::vector<int> hops, const Selection& selection) {
  const Cluster cluster = event.cluster;
  const std::vector<TouchPoint> points = event.out.points;
  const std::vector<ContactRows> rows = event.rows;
  while (!hops.empty()) {
    int hardest = -1;
    for (const SlowSlips slow_slips : {SlowSlips::Stopped, SlowSlips::Kept}) {
      const Captured captured = apply_capture(event, hops, selection, slow_slips);
      if (captured.gently && !sets_out(event, captured.stopped)) return true;
      hardest = captured.hardest;
      event.cluster = cluster;
      event.out.points = points;
      event.rows = rows;
    }
    std::erase(hops, hardest);
  }
  return false;
}

/// Whether sliding contacts have no accelerations under Coulomb's law (Painlevé).
bool no_accelerations(const EventProblem& event, const Selection& selection) {
  return event.world.law == Law::Coulomb &&
         selection.accelerations.status != AccelerationStatus::Solved;
}

/// Records bonds that had to be broken, or refuses them. A pair of bodies loses its bond as a
/// whole; true if that asks for another decision.
std::variant<bool, Refusal> take_jams(EventProblem& event, const Selection& selection) {
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
std::vector<ActiveContact> active_contacts(const EventProblem& event, const Selection& selection) {
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
void note_slips(const EventProblem& event, const Selection& selection, Mode& mode) {
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
      const Vector2 rate = event.set.T.middleRows<2>(2 * i) * selection.accelerations.a +
                           Vector2(event.rows[i].tangent[0].jet.second + belt_bias(event, i, 0),
                                   event.rows[i].tangent[1].jet.second + belt_bias(event, i, 1));
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

/// The corners of the mode's pairs, as an event.
EventProblem corners_of(const World& world, const Cluster& cluster, const Mode& mode) {
  std::vector<TouchingPair> pairs = touching_pairs(world, cluster, {}, mode.contacts);
  leave_to_joints(world, cluster, pairs);
  return make_event(world, cluster, std::move(pairs), mode.broken);
}

/// The accelerations of the corners that rest. What is still on its way has nothing to say: it will
/// touch, and that is an event of its own.
Selection select_resting(const EventProblem& event) {
  std::vector<int> members = resting_contacts(event);
  const Eigen::VectorXd speeds = normal_speeds(event.set, event.v_before);
  const Eigen::VectorXd zero = zero_speeds(event);
  std::erase_if(members, [&](int i) { return speeds[i] < -zero[i]; });
  return select(event, members);
}

}  // namespace

double open_slip(const World& world, const Cluster& cluster, const PairId& pair) {
  const auto spin = [&](std::uint32_t body) -> Vector3 {
    return motion_of(world, cluster, body).V_WB.angular;
  };
  return kSkinsOfPlace * world.tolerances.skin * (spin(pair.b.body) - spin(pair.a.body)).norm();
}

Selection select(const EventProblem& event, const std::vector<int>& members) {
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
      motion.tangential_bias[2 * k + t] =
          without_noise(event.rows[i].tangent[t].jet.second + belt_bias(event, i, t));
  }
  motion.unmet = open_acceleration(event);
  Selection selection;
  selection.members = members;
  if (event.world.law == Law::Coulomb && count > 0)
    select_sliding(event, motion, selection);
  else
    selection.accelerations = resolve_accelerations(count > 0 ? event.world.law : Law::Frictionless,
                                                    part_of(event.set, members), motion);
  return selection;
}

void end_slow_slips(EventProblem& event) {
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
  const ProjectedVelocity projected = project_velocity(event.world, event.cluster, held);
  if (!are_gentle(event, projected.impulses_W, capture_speed(event.world))) return;
  EventProblem trial = event;
  set_velocity(trial.cluster, projected.v);
  refresh_rows(trial);
  const Selection selection = select(trial, resting_contacts(trial));
  if (selection.accelerations.status != AccelerationStatus::Solved ||
      contains(selection.accelerations.states, ContactState::Slip))
    return;
  event.out.captured_energy +=
      energy(event.world, event.cluster) - energy(event.world, trial.cluster);
  event.out.drive_work += projected.drive_work;
  event.cluster = trial.cluster;
}

/// Whether several accelerations of the mode are looked for at all.
bool is_examined(const World& world, const Mode& mode) {
  return world.law == Law::Coulomb && !mode.contacts.empty() &&
         std::ssize(mode.contacts) <= kEnumeratedContacts;
}

bool couples(const EventProblem& event, const Cluster& cluster) {
  return may_have_several(friction_problem(event.set, velocity_of(cluster)));
}

/// Velocities changed: joints with dry friction slide the way they move now.
void renew_joints(EventProblem& event) {
  if (event.assumed != nullptr) hold_joints(*event.assumed, event.cluster);
}

std::optional<Refusal> decide(EventProblem& event, Selection& selection) {
  int pushes = 0;
  for (int round = 0;; ++round) {
    refresh_rows(event);
    selection = select(event, candidates(event));
    if (selection.accelerations.status != AccelerationStatus::Solved) {
      const auto released = release_from_drives(event);
      if (const auto* refusal = std::get_if<Refusal>(&released)) return *refusal;
      if (std::get<bool>(released)) selection = select(event, candidates(event));
    }
    // What a push brings to a stop may leave a state that has no accelerations either.
    if (no_accelerations(event, selection) && pushes < kMostPushes) {
      const auto pushed = push_without_collision(event);
      if (const auto* refusal = std::get_if<Refusal>(&pushed)) return *refusal;
      pushes = std::get<bool>(pushed) ? pushes + 1 : kMostPushes;
      renew_joints(event);
      continue;
    }
    if (selection.accelerations.status != AccelerationStatus::Solved)
      return no_motion(event, "contact accelerations");
    if (event.world.law != Law::Coulomb)  // which has judged it by what the places leave open
      if (auto refusal = bad_residual(selection.accelerations.residual, "acceleration"))
        return refusal;
    event.out.residual = std::max(event.out.residual, selection.accelerations.residual);
    if (round >= kCaptureRounds || requested(event.world.cancellation)) return std::nullopt;
    const std::vector<int> hops = micro_hops(event, selection);
    if (hops.empty()) return std::nullopt;
    // Velocities first: at the old ones the stuck points' centripetal terms contradict each other.
    const double before = energy(event.world, event.cluster);
    if (!end_hops(event, hops, selection)) return std::nullopt;
    event.out.captured = true;
    event.out.captured_energy += before - energy(event.world, event.cluster);
    renew_joints(event);
  }
}

std::optional<Refusal> decide_with_bonds(EventProblem& event, Selection& selection) {
  for (;;) {
    if (auto refusal = decide(event, selection)) return refusal;
    const auto jams = take_jams(event, selection);
    if (const auto* refusal = std::get_if<Refusal>(&jams)) return *refusal;
    if (!std::get<bool>(jams)) return std::nullopt;
  }
}

/// Whether corners carry that are above the band yet: a face that has not come down to them.
bool leans_high(const EventProblem& event, const Selection& selection) {
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    const int i = selection.members[k];
    if (selection.accelerations.states[k] != ContactState::Released &&
        !on_half_space(event.bonds[i].pair) &&
        event.rows[i].normal.jet.value > event.world.tolerances.upper())
      return true;
  }
  return false;
}

Mode mode_of(EventProblem& event, const Selection& selection) {
  Mode mode;
  event.leans_high = leans_high(event, selection);
  mode.contacts = active_contacts(event, selection);
  keep_present(event.broken, mode.contacts);
  mode.broken = event.broken;
  note_slips(event, selection, mode);
  hold_tied(event.world, event.cluster, mode);
  return mode;
}

std::optional<Eigen::VectorXd> corner_accelerations(const World& world, const Cluster& cluster,
                                                    const Mode& mode) {
  const Selection selection = select_resting(corners_of(world, cluster, mode));
  if (selection.accelerations.status != AccelerationStatus::Solved) return std::nullopt;
  return selection.accelerations.a;
}

bool may_allow_several(const World& world, const Cluster& cluster, const Mode& mode) {
  return is_examined(world, mode) && couples(corners_of(world, cluster, mode), cluster);
}

bool allows_several(const World& world, const Cluster& cluster, const Mode& mode) {
  if (!is_examined(world, mode)) return false;
  const EventProblem event = corners_of(world, cluster, mode);
  return couples(event, cluster) && select_resting(event).verdict == SlidingVerdict::Indeterminate;
}

}  // namespace rigor
