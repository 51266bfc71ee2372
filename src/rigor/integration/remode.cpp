// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <rigor/contact/pair_row.hpp>
#include <rigor/integration/projection.hpp>
#include <rigor/integration/remode.hpp>
#include <rigor/laws/acceleration.hpp>
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
/// No vertex moves more than this fraction of δ in a projection; the checker allows δ/10.
constexpr double kMaxMove = 0.05;
/// Candidates that are not active are kept at least at δ(1 - this β), inside their departing level.
constexpr double kFloorShare = 0.25;
/// Tangential speeds above this fraction of the body's speed are sliding.
constexpr double kSliding = 1e-8;
/// Normal speeds below this fraction of the body's speed are rounding.
constexpr double kSpeedRounding = 1e-12;

bool contains(const std::vector<ContactId>& list, const ContactId& id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

/// The problem of one event while it is being decided.
struct Event {
  const World& world;
  const MovingBody& body;
  BodyState state;
  std::vector<ContactId> ids;  ///< candidates
  ContactSet set;
  std::vector<ContactId> broken;
  Eigen::VectorXd v_before;
  Remoded out;
};

Event make_event(const World& world, const MovingBody& body, const BodyState& state,
                 const Mode& mode) {
  std::vector<ContactId> ids;
  for (const PlaneGap& gap : gaps_within(world, body, state, world.tolerances.upper()))
    ids.push_back(gap.id);
  for (const ActiveContact& contact : mode.contacts)
    if (!contains(ids, contact.id)) ids.push_back(contact.id);
  std::sort(ids.begin(), ids.end());
  Event event{world,       body,    state, ids, contact_set(world, body, state, ids),
              mode.broken, state.v, {}};
  event.out.energy_before = energy(body, state, world.gravity());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!contains(mode.broken, ids[i])) continue;
    event.set.contacts[i].bonded = false;
    event.set.contacts[i].viscosity = 0.0;
  }
  return event;
}

/// The largest speed of a point of the body, now or before the event.
double speed_scale(const Event& event) {
  const auto of = [&](const auto& v) {
    return v.template head<3>().norm() + event.body.radius * v.template tail<3>().norm();
  };
  return of(event.state.v) + of(event.v_before);
}

/// Normal speeds below this count as zero, per contact: a fraction of the terms they are the sum
/// of, and never less than the rounding of the body's speed.
Eigen::VectorXd zero_speeds(const Event& event) {
  Eigen::VectorXd zero = zero_thresholds(event.set, event.state.v, event.v_before,
                                         Eigen::VectorXd::Zero(event.set.size()));
  zero.array() += kSpeedRounding * speed_scale(event);
  return zero;
}

std::optional<Refusal> bad_residual(double residual, const char* what) {
  if (residual <= kMaxResidual) return std::nullopt;
  return Refusal{
      RefusalKind::Inconsistent,
      fmt::format("the {} problem was solved only to a residual of {:.1e}", what, residual)};
}

std::optional<Refusal> break_bond(Event& event, std::size_t i) {
  if (event.world.jam == OnJam::Refuse)
    return Refusal{RefusalKind::Jam,
                   "a stuck contact needs tension, and would penetrate if it were released"};
  event.broken.push_back(event.ids[i]);
  std::sort(event.broken.begin(), event.broken.end());
  event.out.jammed.push_back(event.ids[i]);
  event.set.contacts[i].bonded = false;
  event.set.contacts[i].viscosity = 0.0;
  return std::nullopt;
}

/// A contact that an impact left sliding although the law bonds it (held it would have needed
/// tension, released it would have penetrated) goes on without its bond.
std::optional<Refusal> break_sliding_bonds(Event& event) {
  if (event.world.law != Law::NoSlip && event.world.law != Law::NoSlipActive) return std::nullopt;
  const Eigen::VectorXd speeds = event.set.N * event.state.v;
  const Eigen::VectorXd slips = event.set.T * event.state.v;
  const Eigen::VectorXd zero = zero_speeds(event);
  for (std::size_t k = 0; k < event.ids.size(); ++k) {
    const int i = static_cast<int>(k);
    if (!event.set.contacts[k].bonded || speeds[i] > zero[i]) continue;
    if (slips.segment<2>(2 * i).norm() <= kSliding * speed_scale(event)) continue;
    if (auto refusal = break_bond(event, k)) return refusal;
  }
  return std::nullopt;
}

std::optional<Refusal> resolve(Event& event) {
  const Eigen::VectorXd approach = event.set.N * event.state.v;
  if ((approach + zero_speeds(event)).minCoeff() >= 0.0) return std::nullopt;
  // A real blow mends broken bonds; micro-impacts below the capture speed do not (they chatter).
  const double g = std::max(event.world.gravity().norm(), 1e-300);
  const double capture_speed = std::sqrt(2.0 * g * Tolerances::kBand * event.world.tolerances.skin);
  if (-approach.minCoeff() > capture_speed) {
    event.broken.clear();
    event.set = contact_set(event.world, event.body, event.state, event.ids);
  }
  const Impact impact = resolve_impact(event.world.law, event.set, event.state.v);
  if (impact.status == ImpactStatus::Failed)
    return Refusal{RefusalKind::Inconsistent, "the impact problem could not be solved"};
  if (auto refusal = bad_residual(impact.residual, "impact")) return refusal;
  event.out.impact = true;
  event.out.residual = std::max(event.out.residual, impact.residual);
  event.out.restitution_factor = impact.restitution_factor;
  event.out.indeterminate = impact.indeterminate_split || impact.indeterminate_motion;
  for (std::size_t i = 0; i < event.ids.size(); ++i) {
    const int k = static_cast<int>(i);
    const Vector3& n = event.world.half_spaces[event.ids[i].half_space].normal;
    const auto tangents = tangent_basis(n);
    event.out.contacts[i].impulse_W = impact.normal[k] * n +
                                      impact.tangential[2 * k] * tangents[0] +
                                      impact.tangential[2 * k + 1] * tangents[1];
  }
  event.state.v = impact.v;
  return break_sliding_bonds(event);
}

/// The set and motion restricted to some candidates.
struct Selection {
  std::vector<int> members;  ///< indices of candidates
  Accelerations accelerations;
};

Selection select(const Event& event, const std::vector<int>& members) {
  std::vector<ContactId> ids;
  ContactSet set{event.set.mass,
                 Eigen::MatrixXd(static_cast<int>(members.size()), 6),
                 Eigen::MatrixXd(2 * static_cast<int>(members.size()), 6),
                 {}};
  for (std::size_t k = 0; k < members.size(); ++k) {
    const int i = members[k];
    ids.push_back(event.ids[i]);
    set.N.row(static_cast<int>(k)) = event.set.N.row(i);
    set.T.middleRows<2>(2 * static_cast<int>(k)) = event.set.T.middleRows<2>(2 * i);
    set.contacts.push_back(event.set.contacts[i]);
  }
  const ContactBias bias = contact_bias(event.world, event.body, event.state, ids);
  const TurnedBody now = turned(event.body.dynamics, rotation_matrix(event.state.q));
  MotionState motion;
  motion.v = event.state.v;
  motion.a_free = free_acceleration(now, event.state.v.tail<3>(), event.world.gravity());
  motion.normal_bias = bias.normal;
  motion.tangential_bias = bias.tangential;
  return {members, resolve_accelerations(event.world.law, set, motion)};
}

std::vector<int> resting_contacts(const Event& event) {
  const Eigen::VectorXd speeds = event.set.N * event.state.v;
  const Eigen::VectorXd zero = zero_speeds(event);
  std::vector<int> members;
  for (int i = 0; i < speeds.size(); ++i)
    if (speeds[i] <= zero[i]) members.push_back(i);
  return members;
}

std::vector<ActiveContact> active_contacts(const Event& event, const Selection& selection) {
  std::vector<ActiveContact> active;
  for (std::size_t k = 0; k < selection.members.size(); ++k) {
    const ContactState state = selection.accelerations.states[k];
    if (state == ContactState::Released) continue;
    const ContactId& id = event.ids[selection.members[k]];
    const bool drags = event.world.law == Law::Viscous && !contains(event.broken, id);
    const double viscosity = drags ? contact_surface(event.world, event.body, id).viscous : 0.0;
    active.push_back({id, state, viscosity});
  }
  return active;
}

/// Contacts that leave so slowly that they could not leave the band before they fall back: a hop of
/// height v²/(2a) < β δ, a being the deceleration without them.
std::vector<int> micro_hops(const Event& event, const Selection& selection) {
  const Eigen::VectorXd speeds = event.set.N * event.state.v;
  const ContactBias bias = contact_bias(event.world, event.body, event.state, event.ids);
  const Eigen::VectorXd accelerations = event.set.N * selection.accelerations.a + bias.normal;
  const double height = Tolerances::kBand * event.world.tolerances.skin;
  std::vector<int> hops;
  for (int i = 0; i < speeds.size(); ++i) {
    const bool resting =
        std::find(selection.members.begin(), selection.members.end(), i) != selection.members.end();
    const double a = accelerations[i];
    if (!resting && a < 0.0 && speeds[i] * speeds[i] < -2.0 * a * height) hops.push_back(i);
  }
  return hops;
}

/// All members as contacts of a mode: those selected as they were, the others as their bond says.
std::vector<ActiveContact> holding(const Event& event, const std::vector<int>& members,
                                   const Selection& selection) {
  std::vector<ActiveContact> mode = active_contacts(event, selection);
  const bool grips = event.world.law == Law::NoSlip || event.world.law == Law::NoSlipActive;
  for (const int i : members) {
    const bool selected = std::binary_search(selection.members.begin(), selection.members.end(), i);
    if (selected) continue;
    const bool sticks = grips && event.set.contacts[i].bonded;
    mode.push_back({event.ids[i], sticks ? ContactState::Stick : ContactState::Frictionless, 0.0});
  }
  return mode;
}

/// Takes the speed of micro-hops away; the impulses that do it are on record with the others.
void apply_capture(Event& event, const std::vector<ActiveContact>& mode) {
  const ProjectedVelocity projected = project_velocity(event.world, event.body, event.state, mode);
  event.state.v = projected.v;
  for (std::size_t k = 0; k < mode.size(); ++k)
    for (ContactImpulse& contact : event.out.contacts)
      if (contact.id == mode[k].id) contact.impulse_W += projected.impulses_W[k];
}

std::optional<Refusal> decide(Event& event, Selection& selection) {
  for (int round = 0;; ++round) {
    selection = select(event, resting_contacts(event));
    if (selection.accelerations.status != AccelerationStatus::Solved)
      return Refusal{RefusalKind::Inconsistent, "the contact accelerations could not be solved"};
    if (auto refusal = bad_residual(selection.accelerations.residual, "acceleration"))
      return refusal;
    event.out.residual = std::max(event.out.residual, selection.accelerations.residual);
    if (round >= kCaptureRounds) return std::nullopt;
    const std::vector<int> hops = micro_hops(event, selection);
    if (hops.empty()) return std::nullopt;
    std::vector<int> members = selection.members;
    members.insert(members.end(), hops.begin(), hops.end());
    std::sort(members.begin(), members.end());
    // Velocities first: at the old ones the stuck points' centripetal terms contradict each other.
    const double before = energy(event.body, event.state, event.world.gravity());
    apply_capture(event, holding(event, members, selection));
    event.out.captured = true;
    event.out.captured_energy += before - energy(event.body, event.state, event.world.gravity());
  }
}

/// Records bonds that had to be broken, or refuses them.
std::optional<Refusal> take_jams(Event& event, const Selection& selection) {
  for (const int k : selection.accelerations.broken)
    if (auto refusal = break_bond(event, static_cast<std::size_t>(selection.members[k])))
      return refusal;
  return std::nullopt;
}

/// Bonds that are broken matter only for contacts that are still there.
void keep_present(std::vector<ContactId>& broken, const std::vector<ActiveContact>& active) {
  const auto gone = [&](const ContactId& id) {
    return std::none_of(active.begin(), active.end(),
                        [&](const ActiveContact& contact) { return contact.id == id; });
  };
  broken.erase(std::remove_if(broken.begin(), broken.end(), gone), broken.end());
}

GapGoals goals_of(const Event& event, const std::vector<ActiveContact>& active) {
  const Tolerances& tolerances = event.world.tolerances;
  GapGoals goals;
  goals.gap = tolerances.skin;
  goals.floor = tolerances.skin * (1.0 - kFloorShare * Tolerances::kBand);
  goals.limit = kMaxMove * tolerances.skin;
  for (const ActiveContact& contact : active) goals.equal.push_back(contact.id);
  for (const ContactId& id : event.ids)
    if (!contains(goals.equal, id)) goals.at_least.push_back(id);
  return goals;
}

bool is_at_rest(const Event& event, const BodyState& state, const Vector6& a) {
  const double r = event.body.radius;
  const double speed = state.v.head<3>().norm() + r * state.v.tail<3>().norm();
  const double acceleration = a.head<3>().norm() + r * a.tail<3>().norm();
  return speed <= kRestSpeed && acceleration <= kRestAcceleration * event.world.gravity().norm();
}

}  // namespace

RemodeOutcome remode(const World& world, const MovingBody& body, const BodyState& state,
                     const Mode& mode) {
  Event event = make_event(world, body, state, mode);
  const Matrix3 R = rotation_matrix(state.q);
  for (const ContactId& id : event.ids)
    event.out.contacts.push_back({id, state.x + R * vertex(body, id),
                                  world.half_spaces[id.half_space].normal, Vector3::Zero()});
  Selection selection;
  if (!event.ids.empty()) {
    if (auto refusal = resolve(event)) return *refusal;
    if (auto refusal = decide(event, selection)) return *refusal;
    if (auto refusal = take_jams(event, selection)) return *refusal;
    if (event.out.indeterminate && world.indeterminate == OnIndeterminate::Refuse)
      return Refusal{
          RefusalKind::Indeterminate,
          "the impulses of redundant contacts are not unique, and the motion depends on them"};
  }
  event.out.mode.contacts = active_contacts(event, selection);
  keep_present(event.broken, event.out.mode.contacts);
  event.out.mode.broken = event.broken;
  const ProjectionOutcome projected =
      project_position(world, body, event.state, goals_of(event, event.out.mode.contacts));
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return Refusal{RefusalKind::Drift, failure->reason};
  event.out.state = std::get<Projected>(projected).state;
  event.out.moved = std::get<Projected>(projected).moved;
  if (!event.out.mode.contacts.empty())
    event.out.state.v = project_velocity(world, body, event.out.state, event.out.mode.contacts).v;
  const Vector6 a = event.ids.empty() ? free_acceleration(turned(body.dynamics, R),
                                                          event.state.v.tail<3>(), world.gravity())
                                      : Vector6(selection.accelerations.a);
  event.out.at_rest = is_at_rest(event, event.out.state, a);
  if (event.out.at_rest) event.out.state.v.setZero();
  event.out.energy_after = energy(body, event.out.state, world.gravity());
  return event.out;
}

std::variant<Opened, Refusal> open_start(const World& world, const MovingBody& body,
                                         const BodyState& state) {
  const Tolerances& tolerances = world.tolerances;
  GapGoals goals;
  goals.floor = tolerances.skin;
  double deepest = tolerances.skin;
  int half_space = 0;
  for (const PlaneGap& gap : gaps_within(world, body, state, tolerances.skin)) {
    goals.at_least.push_back(gap.id);
    if (gap.gap < deepest) {
      deepest = gap.gap;
      half_space = gap.id.half_space;
    }
  }
  const Model& model = *world.model;
  if (deepest < -tolerances.start())
    return Refusal{
        RefusalKind::Overlap,
        fmt::format(
            "body '{}' starts {:.3g} m inside half-space '{}' (start_tolerance is {:.3g} m)",
            model.links[body.link].name, -deepest, model.half_spaces[half_space].name,
            tolerances.start())};
  goals.limit = 100.0 * (tolerances.start() + tolerances.skin);
  const ProjectionOutcome projected = project_position(world, body, state, goals);
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return Refusal{RefusalKind::Overlap, fmt::format("the start of body '{}' can not be opened: {}",
                                                     model.links[body.link].name, failure->reason)};
  const Projected& opened = std::get<Projected>(projected);
  return Opened{opened.state, opened.moved};
}

}  // namespace rigor
