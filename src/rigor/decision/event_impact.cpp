// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/touching/separating_plane.hpp>

namespace rigor {
namespace {

/// A blow slower than the capture speed does not rebound: the hop would be lower than the band, and
/// would be ended at once.
void deaden_slow_impacts(EventProblem& event, const Eigen::VectorXd& approach) {
  if (event.world.law != Law::Coulomb || -approach.minCoeff() > capture_speed(event.world)) return;
  for (ContactProperties& contact : event.set.contacts) contact.restitution = 0.0;
}

/// The largest speed of a contact: what residuals of impacts are fractions of.
double contact_speed(const EventProblem& event, const Eigen::VectorXd& v) {
  const Eigen::VectorXd normal = normal_speeds(event.set, v);
  const Eigen::VectorXd side = tangential_speeds(event.set, v);
  double most = 0.0;
  for (int i = 0; i < event.size(); ++i)
    most = std::max(most, std::hypot(normal[i], side.segment<2>(2 * i).norm()));
  return most;
}

/// Why an impact is not used. Where a slow approach stands beside a fast slip, impulses can not be
/// known better than the slip is rounded: what they leave unmet of the law must then be a speed
/// that the skin does not resolve, and must not feed energy in. It is on record.
std::optional<Refusal> bad_impact(EventProblem& event, const Eigen::VectorXd& v,
                                  const Impact& impact) {
  const auto refusal = bad_residual(impact.residual, "impact");
  if (!refusal) return std::nullopt;
  const double unmet = impact.residual * contact_speed(event, v);
  if (unmet > kUnmetShare * capture_speed(event.world)) return refusal;
  if (impact.energy_change > kEnergyShare * kinetic_energy(event.set, v)) return refusal;
  event.out.unmet_speed = std::max(event.out.unmet_speed, unmet);
  return std::nullopt;
}

/// Whether the pairs, hit one after the other in their order, would leave another velocity.
bool order_matters(const EventProblem& event, const Eigen::VectorXd& v_before,
                   const Impact& impact) {
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

/// The corners of the pairs that meet; of all if the law leaves no choice about the others.
std::vector<int> meeting_corners(const EventProblem& event, const Eigen::VectorXd& approach,
                                 const Eigen::VectorXd& zero) {
  std::vector<char> meets(event.pairs.size(), event.world.law == Law::Coulomb ? 0 : 1);
  for (int i = 0; i < event.size(); ++i)
    if (approach[i] < -zero[i]) meets[event.pair_of[i]] = 1;
  std::vector<int> corners;
  for (int i = 0; i < event.size(); ++i)
    if (meets[event.pair_of[i]] != 0) corners.push_back(i);
  return corners;
}

/// The blow of some corners as one of all: the others get nothing.
Impact among_all(const EventProblem& event, const std::vector<int>& corners, const Impact& some) {
  const auto spread = [&](const Eigen::VectorXd& values, int each) -> Eigen::VectorXd {
    if (values.size() == 0) return values;
    Eigen::VectorXd all = Eigen::VectorXd::Zero(each * event.size());
    for (int k = 0; k < std::ssize(corners); ++k)
      all.segment(each * corners[k], each) = values.segment(each * k, each);
    return all;
  };
  Impact all = some;
  all.normal = spread(some.normal, 1);
  all.tangential = spread(some.tangential, 2);
  all.compression_normal = spread(some.compression_normal, 1);
  all.compression_tangential = spread(some.compression_tangential, 2);
  all.fates.assign(event.size(), Fate::Stays);
  for (int k = 0; k < std::ssize(corners); ++k) all.fates[corners[k]] = some.fates[k];
  return all;
}

/// The lowest normal speeds that a blow of this part leaves, at the end of either phase.
Eigen::VectorXd lowest_speeds(const EventProblem& event, const ContactSet& part,
                              const Eigen::VectorXd& v, const Impact& impact) {
  const Eigen::VectorXd after = normal_speeds(event.set, impact.v);
  if (impact.compression_normal.size() == 0) return after;
  const Eigen::VectorXd between =
      v + part.mass.solved(part.N.transpose() * impact.compression_normal +
                           part.T.transpose() * impact.compression_tangential);
  return after.cwiseMin(normal_speeds(event.set, between));
}

/// The impact of the pairs that meet, if it drives no others into each other; otherwise of all.
/// Coulomb's law alone leaves it open how hard pairs press that need not take part: a block that is
/// pushed across a table may be pressed on it by the friction of the face that pushes, or not.
Impact smallest_impact(const EventProblem& event, const Eigen::VectorXd& v,
                       const Eigen::VectorXd& approach) {
  const Eigen::VectorXd zero = zero_speeds(event);
  const std::vector<int> corners = meeting_corners(event, approach, zero);
  if (std::ssize(corners) < event.size()) {
    ContactSet part = part_of(event.set, corners);
    part.unmet = event.set.unmet;
    part.cancellation = event.set.cancellation;
    const Impact impact = resolve_impact(event.world.law, part, v);
    if (impact.status == ImpactStatus::Solved &&
        (lowest_speeds(event, part, v, impact) + zero).minCoeff() >= 0.0)
      return among_all(event, corners, impact);
  }
  return resolve_impact(event.world.law, event.set, v);
}

/// The contacts, those at rest without what rounding leaves them of a speed: a slow process is set
/// going by as little.
ContactSet at_rest(const EventProblem& event) {
  ContactSet set = event.set;
  const Eigen::VectorXd speeds = normal_speeds(set, velocity_of(event.cluster));
  for (const int i : resting_contacts(event)) set.normal_drive[i] -= std::max(0.0, speeds[i]);
  return set;
}

/// How fast free accelerations drive the contacts together.
Eigen::VectorXd press_of(const EventProblem& event) {
  Eigen::VectorXd press = -event.set.N * free_accelerations(event.world, event.cluster);
  for (int i = 0; i < event.size(); ++i) press[i] -= event.rows[i].normal.jet.second;
  return press.cwiseMax(0.0);
}

}  // namespace

std::optional<Refusal> resolve_impacts(EventProblem& event) {
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
  deaden_slow_impacts(event, approach);
  event.set.unmet = kUnmetShare * capture_speed(event.world);
  Impact impact = smallest_impact(event, v, approach);
  if (impact.status == ImpactStatus::Failed) {
    const auto released = release_from_drives(event);
    if (const auto* refusal = std::get_if<Refusal>(&released)) return *refusal;
    if (std::get<bool>(released)) impact = resolve_impact(event.world.law, event.set, v);
  }
  if (impact.status == ImpactStatus::Failed) return no_motion(event, "impact problem");
  if (auto refusal = bad_impact(event, v, impact)) return refusal;
  event.out.impact = true;
  event.out.restitution_factor = impact.restitution_factor;
  event.out.order_matters = order_matters(event, v, impact);
  take_impulses(event, impact);
  return break_sliding_bonds(event);
}

std::variant<bool, Refusal> push_without_collision(EventProblem& event) {
  const Eigen::VectorXd v = velocity_of(event.cluster);
  Impact impact = impulse_without_collision(event.set, v);
  if (impact.status != ImpactStatus::Solved || impact.normal.isZero(0.0))
    impact = impulse_without_collision(at_rest(event), v, press_of(event));
  if (impact.status != ImpactStatus::Solved)
    return Refusal{RefusalKind::Inconsistent,
                   "no accelerations of the sliding contacts obey Coulomb's law (Painlevé), and no "
                   "impulse was found that would end this"};
  if (auto refusal = bad_residual(impact.residual, "impulse")) return *refusal;
  if (impact.normal.isZero(0.0)) return false;
  take_impulses(event, impact);
  event.out.impulse_without_collision = true;
  return true;
}

bool meets_at_corners(const EventProblem& event, const std::vector<ActiveContact>& before) {
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

}  // namespace rigor
