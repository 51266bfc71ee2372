// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include <rigor/motion/friction.hpp>
#include <rigor/touching/limit.hpp>
#include <rigor/touching/rim.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {
namespace {

/// Without gravity bodies that go together at speed v carry nothing, and turn by rounding: forces
/// of this fraction of m v² / r mean nothing.
constexpr double kRoundedTurn = 1e-7;

constexpr double kStopFraction = 2e-5;
/// Corners this many skins from the line of an edge were taken as on it when it was chosen.
constexpr double kOfEdge = 200.0;
/// Sets of so many sliding corners are tried one by one.
constexpr std::size_t kMaxTried = 8;
/// How often a corner is given its load back while they are looked for.
constexpr int kReturns = 3;

/// The corners of a pair at which its mode can carry force: those of the mode's own vertices on a
/// half-space, those on the line of an edge, or all of a face's.
std::vector<ContactCorner> loaded_corners(const World& world, const Cluster& cluster,
                                          const TouchingPair& pair, const Mode& mode) {
  const auto contacts = contacts_of(mode, pair.pair);
  std::vector<ContactCorner> corners;
  if (on_half_space(pair.pair)) {
    for (const ContactCorner& corner : pair.corners)
      for (const ActiveContact* contact : contacts)
        if (contact->id.vertex == corner.corner.on_B.index) corners.push_back(corner);
    return corners;
  }
  if (contacts.size() > 2) return pair.corners;
  const double reach = kOfEdge * world.tolerances.skin;
  const Vector3 a = rows_of(world, cluster, contacts.front()->id).point_W;
  const Vector3 b = rows_of(world, cluster, contacts.back()->id).point_W;
  const Vector3 t = contacts.size() == 2 ? Vector3((b - a).normalized()) : Vector3(Vector3::Zero());
  for (const ContactCorner& corner : pair.corners) {
    const Vector3 d = corner.rows.point_W - a;
    const Vector3& n = corner.rows.nhat_AB_W;
    if ((d - t * t.dot(d) - n * n.dot(d)).norm() <= reach) corners.push_back(corner);
  }
  return corners;
}

/// The carrying corners; `turns`, if asked for, are those of the rims at corners of faces.
CarryingCorners gathered_corners(const World& world, const Cluster& cluster, const Mode& mode,
                                 std::vector<std::optional<RimTurn>>* turns) {
  CarryingCorners out;
  for (const TouchingPair& pair : touching_pairs(world, cluster, {}, mode.contacts)) {
    const auto contacts = contacts_of(mode, pair.pair);
    if (contacts.empty()) continue;
    const auto corners = loaded_corners(world, cluster, pair, mode);
    const auto add = [&](const ContactId& id) {  // with the rows of the motion, not of the clip
      out.ids.push_back(id);
      out.rows.push_back(rows_of(world, cluster, id));
      ContactProperties properties;
      properties.friction = surface_of(world, pair.pair).friction;
      properties.tangential = !on_limit(pair.pair);
      out.set.contacts.push_back(properties);
    };
    const auto rim =
        contacts.size() > 2 ? rim_corners(world, cluster, pair) : std::vector<RimCorner>{};
    // Where the clip is too thin to show both ends of a line, its contacts stand in.
    if (corners.size() < std::min<std::size_t>(contacts.size(), 2))
      for (const ActiveContact* contact : contacts) add(contact->id);
    else if (rim.empty())
      for (const ContactCorner& corner : corners) add(corner_id(world, cluster, pair, corner));
    for (const RimCorner& at : rim) {
      add(corner_id(world, cluster, pair, pair.corners[at.corner]));
      if (turns != nullptr) turns->emplace_back(at.turn);
    }
    if (turns != nullptr) turns->resize(out.ids.size());
  }
  std::vector<PairId> pairs;
  for (const ContactId& id : out.ids) pairs.push_back(id.pair);
  write_contacts(world, cluster, pairs, out.rows, out.set);
  return out;
}

/// The length by which a corner's load acts on the others of its pair: how far the farthest is; of
/// a corner that is alone, the size of the bodies.
double lever_arm(const Instant& at, const CarryingCorners& corners, std::size_t i) {
  const PairId& pair = corners.ids[i].pair;
  double arm = 0.0;
  for (std::size_t k = 0; k < corners.ids.size(); ++k)
    if (corners.ids[k].pair == pair)
      arm = std::max(arm, (corners.rows[k].point_W - corners.rows[i].point_W).norm());
  if (arm > 0.0) return arm;
  return at.world.bodies[pair.b.body].radius;
}

/// Points of friction at the corners of the pairs that slide.
std::vector<FrictionPoint> friction_points(const World& world, const Cluster& cluster,
                                           const Mode& mode) {
  std::vector<std::optional<RimTurn>> turns;
  const CarryingCorners corners = gathered_corners(world, cluster, mode, &turns);
  const Eigen::VectorXd v = velocity_of(cluster);
  std::vector<FrictionPoint> points;
  for (int i = 0; i < static_cast<int>(corners.ids.size()); ++i) {
    const ContactId& id = corners.ids[i];
    if (!slides(mode, id.pair)) continue;
    FrictionPoint point;
    point.id = id;
    point.friction = corners.set.contacts[i].friction;
    point.turn = turns[i];
    point.sticks = state_of(mode, id) == ContactState::Stick;
    const Vector3 slip = (carried_by_a(id) ? 1.0 : -1.0) * slip_of(corners, i, v);
    if (slip.norm() > 0.0) point.slip_W = slip.normalized();
    const auto onset = std::find_if(mode.onsets.begin(), mode.onsets.end(),
                                    [&](const SlipOnset& o) { return o.id == id; });
    if (onset != mode.onsets.end()) {
      point.onset = true;
      point.slip_W = onset->slip_W;
    }
    points.push_back(point);
  }
  return points;
}

/// What decides which corners of a sliding mode carry load.
struct LoadedCorners {
  const Cluster& cluster;
  double load;  ///< N
  std::vector<Vector3> slips;
  double after = 0.0;  ///< s, from the start of the mode

  RankCheck solve(ModeSolution& solution) const {
    std::vector<Vector3> along = slips;
    return solution.solve(cluster.states, along, ModeSolution::Directions::Kept, after);
  }
  double least() const { return -0.5 * kPulls * load; }
};

/// The corner without load whose spring would push most, if one does.
int most_pushing(const ModeMotion& motion, const ModeSolution& solution, double least) {
  int highest = -1;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) {
    if (motion.forces[f].loaded || solution.load(f) <= least) continue;
    least = solution.load(f);
    highest = f;
  }
  return highest;
}

/// Takes the load from the corner that pulls most, and gives it back to the one that would push
/// most, until none does. Each corner gets its load back a few times at most, so that it ends.
ModeMotion without_pulling(const LoadedCorners& corners, ModeMotion motion) {
  std::vector<int> returns(motion.forces.size(), 0);
  for (std::size_t round = 0; round < (kReturns + 2) * motion.forces.size(); ++round) {
    ModeSolution solution(motion);
    if (corners.solve(solution) == RankCheck::Lost) break;
    const int lowest = most_pulling(motion, solution, corners.least());
    if (lowest < 0) {
      const int highest = most_pushing(motion, solution, kPushes * corners.load);
      if (highest < 0 || ++returns[static_cast<std::size_t>(highest)] > kReturns) break;
      motion.forces[highest].loaded = true;
      continue;
    }
    ModeMotion lighter = motion;
    lighter.forces[lowest].loaded = false;
    ModeSolution trial(lighter);
    if (corners.solve(trial) == RankCheck::Lost)
      break;  // what is left can not carry it: the mode ends here
    motion = std::move(lighter);
  }
  return motion;
}

/// No corner with load pulls, and none without would push.
bool holds_together(const LoadedCorners& corners, const ModeMotion& motion) {
  ModeSolution solution(motion);
  if (corners.solve(solution) == RankCheck::Lost) return false;
  if (most_pulling(motion, solution, corners.least()) >= 0) return false;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f)
    if (!motion.forces[f].loaded && solution.load(f) > kPushes * corners.load) return false;
  return true;
}

/// The first set of corners that holds together, those with most corners first. With friction,
/// leaving out what pulls need not lead there.
std::optional<ModeMotion> other_corners(const LoadedCorners& corners, ModeMotion motion) {
  std::vector<int> slipping;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f)
    if (motion.forces[f].slips) slipping.push_back(f);
  if (slipping.size() > kMaxTried) return std::nullopt;
  const unsigned sets = 1U << slipping.size();
  for (std::size_t out = 1; out < slipping.size() && !requested(motion.cancellation); ++out) {
    for (unsigned set = 1; set < sets; ++set) {
      if (static_cast<std::size_t>(std::popcount(set)) != out) continue;
      for (std::size_t k = 0; k < slipping.size(); ++k)
        motion.forces[slipping[k]].loaded = (set >> k & 1U) == 0;
      if (holds_together(corners, motion)) return motion;
    }
  }
  return std::nullopt;
}

/// The motion of a mode by springs at its sliding corners, and whether they hold together.
struct SpringMotion {
  ModeMotion motion;
  bool holds = true;
};

SpringMotion spring_motion(const World& world, const Cluster& cluster, const Mode& mode) {
  const bool any_slides =
      std::any_of(mode.contacts.begin(), mode.contacts.end(),
                  [](const ActiveContact& c) { return c.state == ContactState::Slip; });
  if (!any_slides) return {mode_motion(world, cluster, mode.contacts)};
  ModeMotion all =
      mode_motion(world, cluster, mode.contacts, friction_points(world, cluster, mode));
  const LoadedCorners corners{cluster, load_scale(world, cluster), starting_slips(all), 0.0};
  ModeMotion motion = without_pulling(corners, all);
  if (holds_together(corners, motion)) return {std::move(motion)};
  if (auto other = other_corners(corners, std::move(all))) return {std::move(*other)};
  return {std::move(motion), false};
}

/// The corners of the least total load. Where no set of corners is such that all springs of it push
/// and no other would, friction makes the springs contradict each other; the law only asks for some
/// split without a pull.
std::optional<ModeMotion> least_loaded(const LoadedCorners& corners, ModeMotion motion) {
  for (ModeMotion::Force& force : motion.forces) force.loaded = true;
  ModeSolution solution(motion);
  if (corners.solve(solution) == RankCheck::Lost) return std::nullopt;
  const std::vector<char> loaded = solution.least_loaded();
  if (loaded.empty()) return std::nullopt;
  for (std::size_t f = 0; f < motion.forces.size(); ++f)
    motion.forces[f].loaded = !motion.forces[f].slips || loaded[f] != 0;
  motion.springs_decide = false;
  ModeSolution trial(motion);
  if (corners.solve(trial) == RankCheck::Lost || most_pulling(motion, trial, corners.least()) >= 0)
    return std::nullopt;
  return motion;
}

}  // namespace

double capture_speed(const World& world) {
  const double pull = std::max(world.pull(), 1e-300);
  return std::sqrt(2.0 * pull * Tolerances::kBand * world.tolerances.skin);
}

double stop_speed(const World& world) { return kStopFraction * capture_speed(world); }

double slow_speed(const World& world) { return 100.0 * stop_speed(world); }

ModeMotion motion_in_mode(const World& world, const Cluster& cluster, const Mode& mode) {
  if (world.law != Law::Coulomb) return mode_motion(world, cluster, mode.contacts);
  SpringMotion springs = spring_motion(world, cluster, mode);
  if (springs.holds) return std::move(springs.motion);
  const LoadedCorners corners{cluster, load_scale(world, cluster), starting_slips(springs.motion)};
  if (auto least = least_loaded(corners, springs.motion)) return std::move(*least);
  return std::move(springs.motion);
}

double load_of(const Body& body, const BodyState& state, const Vector3& gravity) {
  const double turning = body.radius * state.v.tail<3>().squaredNorm();
  const double going = body.radius > 0.0 ? state.v.head<3>().squaredNorm() / body.radius : 0.0;
  return body.mass * (gravity.norm() + turning + kRoundedTurn * going) + body.load.most;
}

double load_scale(const World& world, const Cluster& cluster) {
  double load = 0.0;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
    load = std::max(load,
                    load_of(world.bodies[cluster.bodies[i]], cluster.states[i], world.gravity()));
  return load;
}

void write_contacts(const World& world, const Cluster& cluster, const std::vector<PairId>& pairs,
                    const std::vector<ContactRows>& rows, ContactSet& set) {
  const int count = static_cast<int>(rows.size());
  set.mass = mass_of(world, cluster);
  set.cancellation = world.cancellation;
  set.N = Eigen::MatrixXd::Zero(count, cluster.unknowns());
  set.T = Eigen::MatrixXd::Zero(2 * count, cluster.unknowns());
  set.normal_drive = Eigen::VectorXd::Zero(count);
  set.tangential_drive = Eigen::VectorXd::Zero(2 * count);
  Eigen::RowVectorXd row(cluster.unknowns());
  for (int i = 0; i < count; ++i) {
    const auto write = [&](const PairRow& from, auto&& to, double& drive) {
      row.setZero();
      write_row(cluster, pairs[i], from, row);
      to = row;
      drive = drive_speed(world, cluster, pairs[i], from);
    };
    write(rows[i].normal, set.N.row(i), set.normal_drive[i]);
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      const PairRow& tangent = rows[i].tangent[k - 2 * i];
      write(tangent, set.T.row(k), set.tangential_drive[k]);
      set.tangential_drive[k] += belt_speed(world, pairs[i], tangent);
    }
  }
}

CarryingCorners carrying_corners(const World& world, const Cluster& cluster, const Mode& mode) {
  return gathered_corners(world, cluster, mode, nullptr);
}

Vector3 slip_of(const CarryingCorners& corners, int i, const Eigen::VectorXd& v) {
  const Eigen::Vector2d slip = tangential_speeds(corners.set, v).segment<2>(2 * i);
  return slip[0] * corners.rows[i].tangents_W[0] + slip[1] * corners.rows[i].tangents_W[1];
}

double belt_rate(const World& world, const Cluster& cluster, const PairId& pair,
                 const PairAxis& axis, const Vector3& tangent_W) {
  const Vector3 belt = belt_of(world, pair.b) - belt_of(world, pair.a);
  if (belt.isZero(0.0) || axis.kind == AxisKind::EdgeEdge) return 0.0;
  const std::uint32_t plane = axis.kind == AxisKind::FaceOfB ? pair.b.body : pair.a.body;
  return motion_of(world, cluster, plane).V_WB.angular.cross(tangent_W).dot(belt);
}

Vector3 slip_rate_of(const World& world, const Cluster& cluster, const CarryingCorners& corners,
                     int i, const Eigen::VectorXd& a) {
  const ContactRows& rows = corners.rows[i];
  const ContactId& id = corners.ids[i];
  Vector3 rate = Vector3::Zero();
  for (int t = 0; t < 2; ++t) {
    const Vector3& tangent = rows.tangents_W[static_cast<std::size_t>(t)];
    rate += tangent * (corners.set.T.row(2 * i + t).dot(a) + rows.tangent[t].jet.second +
                       belt_rate(world, cluster, id.pair, id.axis, tangent));
  }
  return rate;
}

RankCheck solve(ModeSolution& solution, const ModeMotion& motion, const Cluster& cluster,
                std::vector<Vector3>& slips) {
  return solution.solve(cluster.states, slips, ModeSolution::Directions::Followed,
                        trace::elapsed(motion.start, cluster.time));
}

std::vector<Vector3> starting_slips(const ModeMotion& motion) {
  std::vector<Vector3> slips;
  for (const ModeMotion::Force& force : motion.forces) slips.push_back(force.slip_W);
  return slips;
}

int most_pulling(const ModeMotion& motion, const ModeSolution& solution, double least) {
  int lowest = -1;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f) {
    const ModeMotion::Force& force = motion.forces[f];
    if (!force.slips || !force.loaded || solution.load(f) >= least) continue;
    least = solution.load(f);
    lowest = f;
  }
  return lowest;
}

std::vector<PushingContact> pushing_contacts(const Instant& at, const CarryingCorners& corners,
                                             const std::vector<Vector3>& slips, double load) {
  std::vector<PushingContact> pushing(corners.ids.size());
  for (std::size_t i = 0; i < pushing.size(); ++i) {
    PushingContact& contact = pushing[i];
    contact.state = state_of(at.mode, corners.ids[i]);
    if (corners.set.contacts[i].friction == 0.0 && contact.state == ContactState::Stick)
      contact.state = ContactState::Frictionless;
    if (contact.state != ContactState::Slip) continue;
    contact.slack = kSkinsOfPlace * at.world.tolerances.skin / lever_arm(at, corners, i) * load;
    Vector3 slip = slip_of(corners, static_cast<int>(i), velocity_of(at.cluster));
    double nearest = kOnLine * at.world.tolerances.skin;
    for (std::size_t f = 0; f < at.motion.forces.size(); ++f) {
      const ModeMotion::Force& force = at.motion.forces[f];
      const double away = (at.solution.point(force.contact) - corners.rows[i].point_W).norm();
      if (!force.slips || away >= nearest) continue;
      nearest = away;
      slip = force.side * slips[f];  // the corner's own vertex may meanwhile be the other body's
    }
    contact.slip = Eigen::Vector2d(slip.dot(corners.rows[i].tangents_W[0]),
                                   slip.dot(corners.rows[i].tangents_W[1]))
                       .normalized();
  }
  return pushing;
}

Eigen::VectorXd contact_effect(const Instant& at, const CarryingCorners& corners) {
  return corners.set.mass.product(at.solution.a() - free_accelerations(at.world, at.cluster));
}

std::optional<ModeMotion> with_load_shifted(ModeMotion motion, const Cluster& cluster, double load,
                                            const std::vector<Vector3>& slips) {
  for (ModeMotion::Force& force : motion.forces) force.loaded = true;
  motion.springs_decide = true;
  const LoadedCorners corners{cluster, load, slips, trace::elapsed(motion.start, cluster.time)};
  ModeMotion lighter = without_pulling(corners, motion);
  if (holds_together(corners, lighter)) return lighter;
  if (auto other = other_corners(corners, motion)) return other;
  return least_loaded(corners, std::move(motion));
}

std::vector<PushingContact> held_contacts(const Instant& at, const CarryingCorners& corners) {
  std::vector<PushingContact> held(corners.ids.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    held[i].state = state_of(at.mode, corners.ids[i]);
    if (held[i].state == ContactState::Slip) held[i].state = ContactState::Released;
    if (corners.set.contacts[i].friction == 0.0 && held[i].state == ContactState::Stick)
      held[i].state = ContactState::Frictionless;
  }
  return held;
}

Eigen::VectorXd held_effect(const Instant& at, const CarryingCorners& corners) {
  const Eigen::VectorXd effect = contact_effect(at, corners);
  if (!at.motion.slides()) return effect;
  return effect - corners.set.mass.product(at.solution.a_of_slips());
}

ConeMargin cone_margin(const Instant& at, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips, const MarginLimits& limits,
                       Places places) {
  ConeMargin own{{}, -INFINITY, -INFINITY};
  if (most_pulling(at.motion, at.solution, -kPulls * limits.load) < 0)
    own = force_margin(corners.set, held_contacts(at, corners), held_effect(at, corners), limits);
  if (!at.motion.slides() || own.margin >= 0.0) return own;
  const double load = places == Places::KnownToSkin ? limits.load : 0.0;
  const ConeMargin any = force_margin(corners.set, pushing_contacts(at, corners, slips, load),
                                      contact_effect(at, corners), limits);
  return any.margin > own.margin ? any : own;
}

ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode) {
  return spring_motion(world, cluster, mode).motion;
}

}  // namespace rigor
