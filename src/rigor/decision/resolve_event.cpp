// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/gap_goals.hpp>
#include <rigor/decision/joint_inputs.hpp>
#include <rigor/decision/link_corners.hpp>
#include <rigor/decision/own_split.hpp>
#include <rigor/decision/rest.hpp>
#include <rigor/decision/skin_choices.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/decision/yielding.hpp>
#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/scales.hpp>

namespace rigor {
namespace {

/// What driven bodies and belts did by their impulses.
double drive_work(const EventProblem& event) {
  double work = 0.0;
  for (const TouchPoint& point : event.out.points) {
    const Vector3 along = point.impulse_W - point.normal_W.dot(point.impulse_W) * point.normal_W;
    work += along.dot(belt_of(event.world, point.pair.a) - belt_of(event.world, point.pair.b));
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

/// Contacts of the mode and what their speeds must be: those that begin to slide are still at rest.
std::vector<HeldContact> held(const World& world, const Cluster& cluster, const Mode& mode) {
  std::vector<HeldContact> all = held_contacts(world, cluster, mode.contacts);
  for (const SlipOnset& onset : mode.onsets)
    all.push_back({onset.id.pair, rows_of(world, cluster, onset.id), true});
  for (const ContactId& pivot : mode.pivots)
    all.push_back({pivot.pair, rows_of(world, cluster, pivot), true});
  return all;
}

/// Projected state and rest, once the event is decided; `a` are the accelerations, `before` is the
/// mode so far.
EventOutcome finish(EventProblem& event, const Mode& before, Mode mode, const Eigen::VectorXd& a) {
  const World& world = event.world;
  ResolvedEvent& out = event.out;
  out.mode = std::move(mode);
  GapGoals goals = goals_of(world, event.cluster, event.pairs, out.mode.contacts);
  goals.spare = std::max(0.0, out.energy_before - energy(world, event.cluster));
  const ProjectionOutcome projected = project_position(world, event.cluster, goals);
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return Refusal{RefusalKind::Drift, failure->reason};
  out.cluster = std::get<Projected>(projected).cluster;
  out.moved = std::get<Projected>(projected).moved;
  if (!out.mode.contacts.empty()) {
    const ProjectedVelocity kept =
        project_velocity(world, out.cluster, held(world, out.cluster, out.mode));
    set_velocity(out.cluster, kept.v);
    out.drive_work += kept.drive_work;
  }
  if (world.law == Law::Coulomb && !event.moves_one_way) {
    out.open_split = open_split(world, out.cluster, out.mode,
                                before.split_is_open ? Extremes::NotAsked : Extremes::Asked);
    out.mode.split_is_open = out.open_split.has_value();
    if (out.open_split && world.normal_split == NormalSplit::Refuse)
      return Refusal{RefusalKind::Indeterminate,
                     "the law does not say how contacts that slide and turn share their normal "
                     "forces, and the scene says normal_split: refuse"};
  }
  out.drive_work += drive_work(event);
  if (event.leans_high)
    out.at_rest.assign(out.cluster.bodies.size(), 0);
  else
    find_rest(world, a, out);
  out.energy_after = energy(world, out.cluster);
  return out;
}

/// Corners that slide a little later, and are still at rest now, set out the way they slide then.
void note_later_slips(const World& world, const EventScene& scene, Mode& mode) {
  const CarryingCorners now = carrying_corners(world, scene.cluster, mode);
  const CarryingCorners later = carrying_corners(world, *scene.ahead, mode);
  const Eigen::VectorXd v = velocity_of(scene.cluster);
  const Eigen::VectorXd v_later = velocity_of(*scene.ahead);
  for (int i = 0; i < static_cast<int>(later.ids.size()); ++i) {
    const ContactId& id = later.ids[i];
    const auto here = std::find(now.ids.begin(), now.ids.end(), id);
    const bool known = std::any_of(mode.onsets.begin(), mode.onsets.end(),
                                   [&](const SlipOnset& onset) { return onset.id == id; });
    if (here == now.ids.end() || known || state_of(mode, id) != ContactState::Slip) continue;
    const Vector3 slip = slip_of(later, i, v_later);
    const double speed = slip_of(now, static_cast<int>(here - now.ids.begin()), v).norm();
    if (speed > stop_speed(world) || !(slip.norm() > speed)) continue;
    mode.onsets.push_back({id, (carried_by_a(id) ? 1.0 : -1.0) * slip.normalized()});
  }
}

/// Leaves out of the pairs of a later instant the corners that do not touch yet: they have nothing
/// to say, and to put them down now would move bodies too far.
void leave_later_touches(const World& world, const EventScene& scene,
                         std::vector<TouchingPair>& pairs) {
  const double near = world.tolerances.skin * (1.0 + kMaxMove);
  for (TouchingPair& pair : pairs) {
    std::erase_if(pair.corners, [&](const ContactCorner& corner) {
      const ContactId id = corner_id(world, *scene.ahead, pair, corner);
      if (!on_half_space(pair.pair)) return gap_of(world, scene.cluster, id) > near;
      return std::none_of(scene.mode.contacts.begin(), scene.mode.contacts.end(),
                          [&](const ActiveContact& contact) { return contact.id == id; });
    });
  }
}

/// The mode after forces reached the edge of their cones, chosen where the path so far would be a
/// little later. Nothing if that does not tell.
std::optional<Mode> mode_ahead(const World& world, const EventScene& scene) {
  auto pairs = touching_pairs(world, *scene.ahead, {}, scene.mode.contacts);
  leave_later_touches(world, scene, pairs);
  leave_to_joints(world, *scene.ahead, pairs);
  std::erase_if(pairs, [](const TouchingPair& pair) { return pair.corners.empty(); });
  EventProblem later = make_event(world, *scene.ahead, std::move(pairs), scene.mode.broken);
  Selection selection;
  Mode mode;
  if (decide_mode(later, selection, mode) || later.out.impulse_without_collision ||
      later.out.captured)
    return std::nullopt;
  note_later_slips(world, scene, mode);
  return mode;
}

/// Whether a driven body only comes near the other one: it is inside the band, no contact yet, and
/// may stop there. If it does not, it triggers at δ(1 - β).
bool is_early(const World& world, const Mode& mode, const TouchingPair& pair) {
  return follows_path(world, pair.pair) &&
         pair.axis.separation > world.tolerances.skin * (1.0 - kEarlyShare * Tolerances::kBand) &&
         !touches(mode, pair.pair);
}

/// Leaves out the corners above the band. They are there because a face with three vertices in the
/// band counts as a whole, which it does not where only they press: a tilted prism of many sides is
/// held by two corners of a chord, and to put those down would move it too far. They have not
/// touched yet. True if any was left out.
bool leave_high_corners(const World& world, std::vector<TouchingPair>& pairs) {
  const auto high = [&](const ContactCorner& corner) {
    return corner.corner.gap > world.tolerances.upper();
  };
  bool any = false;
  for (TouchingPair& pair : pairs)
    if (!std::all_of(pair.corners.begin(), pair.corners.end(), high))
      any |= std::erase_if(pair.corners, high) > 0;
  return any;
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

/// Whether nothing meets but what the mode holds together, slower than a slip that has stopped.
/// Rows that depend on others up to kDependentSineSquared are left out of motions, so that
/// velocities keep that part of an approach. It is no blow, which would be found again at once.
bool only_drifts(const EventProblem& event, const Mode& mode) {
  if (event.world.law != Law::Coulomb) return false;
  const Eigen::VectorXd speeds = normal_speeds(event.set, event.v_before);
  const Eigen::VectorXd zero = zero_speeds(event);
  for (int i = 0; i < event.size(); ++i)
    if (speeds[i] < -zero[i] &&
        (speeds[i] < -stop_speed(event.world) || !touches(mode, event.bonds[i].pair)))
      return false;
  return true;
}

/// Whether stopping what counts as stopped takes no more than such speeds from any body. A slow
/// slip may be all that a fast body moves by a blunt wedge: if the slip ended, so would the fast
/// motion.
bool stops_gently(const EventProblem& event, const ResolvedEvent& result) {
  const World& world = event.world;
  const Eigen::VectorXd jump = velocity_of(result.cluster) - velocity_of(event.cluster);
  return reach_of(world, event.cluster, jump) <= kGentleShare * event.still;
}

/// The event's mode by the law, once nothing meets any more.
EventOutcome conclude(EventProblem& event, const EventScene& scene) {
  const World& world = event.world;
  Selection selection;
  Mode decided;
  event.out.indeterminate |= meets_at_corners(event, scene.mode.contacts);
  if (auto refusal = decide_mode(event, selection, decided)) return *refusal;
  if (scene.lifts_again && world.law != Law::Coulomb)
    if (auto refusal = release_pulling(event, selection, decided)) return *refusal;
  event.out.indeterminate |= selection.verdict == SlidingVerdict::Indeterminate;
  if (event.out.indeterminate && world.indeterminate == OnIndeterminate::Refuse)
    return Refusal{
        RefusalKind::Indeterminate,
        "several motions obey the law: accelerations of sliding contacts, impulses of redundant "
        "contacts, or the plane between meeting vertices or parallel edges, are not unique"};
  return finish(event, scene.mode, std::move(decided), selection.accelerations.a);
}

EventOutcome resolve_pairs(const World& world, const EventScene& scene,
                           std::vector<TouchingPair> pairs) {
  Cluster before = held_by_drives(world, scene);
  if (has_dry_joints(before)) release_joints(before);
  EventProblem event = make_event(world, before, std::move(pairs), scene.mode.broken);
  const bool inputs = has_inputs(event.cluster);
  if (event.size() == 0) {
    if (inputs) hold_joints(scene.cluster, event.cluster);
    return finish(event, scene.mode, {}, free_accelerations(world, event.cluster));
  }
  std::vector<Graze> grazes = grazes_of(event, scene.mode);
  if (!only_drifts(event, scene.mode))
    if (auto refusal = resolve_impacts(event)) return *refusal;
  if (event.out.impact) event.out.grazes = std::move(grazes);
  event.out.near_miss = near_miss_of(event, before);
  if (inputs) {
    if (has_dry_joints(scene.cluster)) event.assumed = &scene.cluster;
    hold_joints(scene.cluster, event.cluster);
    refresh_rows(event);
  }
  if (scene.jams)
    if (const auto pushed = push_without_collision(event); pushed.index() == 1)
      return std::get<Refusal>(pushed);
  if (scene.stops) event.still = slow_speed(world);
  if (world.law == Law::Coulomb && (scene.slips || event.out.impact)) end_slow_slips(event);
  if (scene.yields && !event.out.impact && event.out.captured_energy == 0.0) {
    if (auto same = other_split(event, scene.mode))
      return finish(event, scene.mode, std::move(*same), free_accelerations(world, event.cluster));
    std::optional<Mode> mode = scene.ahead ? mode_ahead(world, scene) : std::nullopt;
    if (!mode || same_states(*mode, scene.mode))
      mode = yielded_mode(world, scene.cluster, scene.mode);
    // What let go may be held again by the forces of the mode: then nothing has changed.
    if (mode && !same_states(*mode, scene.mode))
      return finish(event, scene.mode, std::move(*mode), free_accelerations(world, event.cluster));
  }
  if (!scene.stops) return conclude(event, scene);
  EventProblem again = event;
  EventOutcome outcome = conclude(event, scene);
  const auto* result = std::get_if<ResolvedEvent>(&outcome);
  if (result == nullptr || stops_gently(event, *result)) return outcome;
  again.still = stop_speed(world);
  return conclude(again, scene);
}

EventOutcome resolve_touches(const World& world, const EventScene& scene) {
  auto pairs = touching_pairs(world, scene.cluster, scene.near, scene.mode.contacts);
  if (auto sinks = leave_to_joints(world, scene.cluster, pairs))
    return Refusal{RefusalKind::Drift, *sinks};
  if (world.law == Law::Viscous)
    for (const TouchingPair& pair : pairs)
      if (!on_half_space(pair.pair) && surface_of(world, pair.pair).viscous > 0.0)
        return Refusal{RefusalKind::Unsupported,
                       fmt::format("bodies {} touch: the viscous law is defined for contacts with "
                                   "half-spaces only, as corners of bodies on bodies move",
                                   names_of(world, pair.pair))};
  EventOutcome outcome = resolve_pairs(world, scene, pairs);
  const auto* refusal = std::get_if<Refusal>(&outcome);
  if (refusal == nullptr) return outcome;
  const auto early = [&](const TouchingPair& pair) { return is_early(world, scene.mode, pair); };
  const bool fewer = refusal->kind == RefusalKind::Inconsistent ? std::erase_if(pairs, early) > 0
                     : refusal->kind == RefusalKind::Drift      ? leave_high_corners(world, pairs)
                                                                : false;
  return fewer ? resolve_pairs(world, scene, std::move(pairs)) : outcome;
}

Refusal no_friction_found() {
  return {RefusalKind::Inconsistent,
          "no motion was found that obeys the dry friction of the joints and the contacts' law"};
}

}  // namespace

EventOutcome resolve_event(const World& world, const EventScene& scene) {
  if (!has_inputs(scene.cluster)) return resolve_touches(world, scene);
  EventScene assumed = scene;
  renew_inputs(assumed.cluster);
  if (!has_dry_joints(scene.cluster)) return resolve_touches(world, assumed);
  Mending mending = Mending::AllAtOnce;
  std::vector<std::vector<JointSlide>> tried;
  while (tried.size() < kMostAssumptions) {
    tried.push_back(slides_of(assumed.cluster));
    EventOutcome outcome = resolve_touches(world, assumed);
    if (std::holds_alternative<Refusal>(outcome)) return outcome;
    const auto& found = std::get<ResolvedEvent>(outcome);
    const auto changed = mend_joints(world, found, mending, assumed.cluster);
    if (!changed) return no_friction_found();
    if (!*changed) return outcome;
    if (!contains(tried, slides_of(assumed.cluster))) continue;
    if (mending == Mending::OneByOne) break;
    mending = Mending::OneByOne;
    tried.clear();
  }
  return no_friction_found();
}

}  // namespace rigor
