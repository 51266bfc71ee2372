// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/LU>

#include <rigor/integration/friction.hpp>
#include <rigor/integration/pressure.hpp>
#include <rigor/laws/cone_margin.hpp>

namespace rigor {
namespace {

constexpr int kBisections = 50;
/// Fractions of the bodies' loads. A margin this far below zero is no rounding any more.
constexpr double kYields = 1e-9;
/// A sliding corner's spring that pulls more than this is taken out of the load, one that would
/// push more than that is taken back.
constexpr double kPulls = 1e-9;
constexpr double kPushes = 1e-8;
/// A mode is chosen on the continued path where the margin is this far below zero.
constexpr double kClearlyYields = 1e-6;
/// A margin above this fraction of the load need not be known better.
constexpr double kSafeMargin = 1e-3;
/// Looking ahead: first and last distance.
constexpr double kFirstAhead = 1e-5;  // s
constexpr double kLastAhead = 2e-2;   // s
constexpr double kFurthest = 1.3;     ///< of the step, for its polynomial continued
/// Forces that grow without bound: Painlevé's indicator below the one, loads above the other.
constexpr double kJamIndicator = 1e-4;
constexpr double kJamLoads = 1e3;
/// Corners this many skins from the line of an edge belong to it.
constexpr double kOnLine = 100.0;
constexpr double kStopFraction = 2e-5;
/// Extreme splits of open normal forces that are looked at.
constexpr int kMaxExtremes = 2000;

double load_scale(const World& world, const Cluster& cluster) {
  double load = 0.0;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i)
    load = std::max(load,
                    load_of(world.bodies[cluster.bodies[i]], cluster.states[i], world.gravity()));
  return load;
}

std::vector<const ActiveContact*> contacts_of(const Mode& mode, const PairId& pair) {
  std::vector<const ActiveContact*> contacts;
  for (const ActiveContact& contact : mode.contacts)
    if (contact.id.pair == pair) contacts.push_back(&contact);
  return contacts;
}

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
  const double reach = kOnLine * world.tolerances.skin;
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

bool slides(const Mode& mode, const PairId& pair) {
  const auto contacts = contacts_of(mode, pair);
  return std::any_of(contacts.begin(), contacts.end(),
                     [](const ActiveContact* c) { return c->state == ContactState::Slip; });
}

ContactState state_of(const Mode& mode, const ContactId& corner) {
  const auto contacts = contacts_of(mode, corner.pair);
  if (on_half_space(corner.pair)) {
    for (const ActiveContact* contact : contacts)
      if (contact->id.vertex == corner.vertex) return contact->state;
  }
  if (std::find(mode.pivots.begin(), mode.pivots.end(), corner) != mode.pivots.end())
    return ContactState::Stick;
  return contacts.empty() ? ContactState::Released : contacts.front()->state;
}

/// Slip of b over a at a corner, world.
Vector3 slip_of(const CarryingCorners& corners, int i, const Eigen::VectorXd& v) {
  const Eigen::Vector2d slip = tangential_speeds(corners.set, v).segment<2>(2 * i);
  return slip[0] * corners.rows[i].tangents_W[0] + slip[1] * corners.rows[i].tangents_W[1];
}

/// Points of friction at the corners of the pairs that slide.
std::vector<FrictionPoint> friction_points(const World& world, const Cluster& cluster,
                                           const Mode& mode) {
  const CarryingCorners corners = carrying_corners(world, cluster, mode);
  const Eigen::VectorXd v = velocity_of(cluster);
  std::vector<FrictionPoint> points;
  for (int i = 0; i < static_cast<int>(corners.ids.size()); ++i) {
    const ContactId& id = corners.ids[i];
    if (!slides(mode, id.pair)) continue;
    FrictionPoint point;
    point.id = id;
    point.friction = corners.set.contacts[i].friction;
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

/// The mode at the instant and the states of the cluster.
RankCheck solve(ModeSolution& solution, const ModeMotion& motion, const Cluster& cluster,
                std::vector<Vector3>& slips) {
  return solution.solve(cluster.states, slips, ModeSolution::Directions::Followed,
                        trace::elapsed(motion.start, cluster.time));
}

/// The directions of slip a mode starts with.
std::vector<Vector3> starting_slips(const ModeMotion& motion) {
  std::vector<Vector3> slips;
  for (const ModeMotion::Force& force : motion.forces) slips.push_back(force.slip_W);
  return slips;
}

/// The sliding force that pulls most among those loaded below `least`, or -1.
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

/// A mode at one instant, evaluated.
struct Instant {
  const World& world;
  const Cluster& cluster;
  const Mode& mode;
  const ModeMotion& motion;
  const ModeSolution& solution;
};

/// How far inside their cones the forces at the corners lie that move the bodies as the mode does.
ConeMargin cone_margin(const Instant& at, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips, const MarginLimits& limits) {
  std::vector<PushingContact> pushing(corners.ids.size());
  for (std::size_t i = 0; i < pushing.size(); ++i) {
    PushingContact& contact = pushing[i];
    contact.state = state_of(at.mode, corners.ids[i]);
    if (corners.set.contacts[i].friction == 0.0 && contact.state == ContactState::Stick)
      contact.state = ContactState::Frictionless;
    if (contact.state != ContactState::Slip) continue;
    Vector3 slip = slip_of(corners, static_cast<int>(i), velocity_of(at.cluster));
    for (std::size_t f = 0; f < at.motion.forces.size(); ++f) {
      const ModeMotion::Force& force = at.motion.forces[f];
      if (force.slips && (at.solution.point(force.contact) - corners.rows[i].point_W).norm() <
                             kOnLine * at.world.tolerances.skin)
        slip = force.side * slips[f];  // the corner's own vertex may meanwhile be the other body's
    }
    contact.slip = Eigen::Vector2d(slip.dot(corners.rows[i].tangents_W[0]),
                                   slip.dot(corners.rows[i].tangents_W[1]))
                       .normalized();
  }
  const Eigen::VectorXd f =
      corners.set.mass.product(at.solution.a() - free_accelerations(at.world, at.cluster));
  return force_margin(corners.set, pushing, f, limits);
}

/// Looks at a mode along a step; directions of slip continue from node to node.
class Watcher {
 public:
  explicit Watcher(const SteppedMode& stepped)
      : at_(stepped), solution_(stepped.motion), grown_(stepped.motion.forces.size(), 0) {
    for (std::size_t f = 0; f < grown_.size(); ++f) grown_[f] = !stepped.motion.forces[f].onset;
    const Cluster start = cluster_at(0.0);
    sliding_ = sliding_corners(carrying_corners(stepped.world, start, stepped.mode));
    load_ = load_scale(stepped.world, start);
    sticks_ = !stepped.motion.slides() ||
              std::any_of(stepped.motion.forces.begin(), stepped.motion.forces.end(),
                          [](const ModeMotion::Force& force) { return !force.slips; });
    const bool inside =
        margin_at(start, stepped.motion.slides() ? stepped.step.slips_W.front()
                                                 : std::vector<Vector3>{}) > kYields * load_;
    level_ = inside ? 0.0 : -kYields * load_;
  }

  Cluster cluster_at(double s) const {
    return {at_.bodies, states_at(at_.step.coefficients, s),
            trace::advanced(at_.motion.start, s * at_.length)};
  }

  /// The margin at a state that continues the given slips.
  double margin_at(const Cluster& cluster, std::vector<Vector3> slips) {
    if (solve(solution_, at_.motion, cluster, slips) == RankCheck::Lost) return -load_;
    if (!sticks_) return lowest_load();
    return margin(cluster, carrying_corners(at_.world, cluster, at_.mode), slips);
  }

  Friction look(double s, const std::vector<Vector3>& continues);
  /// Whether a pair is about to stop at s, later than where it was looked at last.
  bool nearly_stops(double s, const std::vector<Vector3>& continues, double slow);
  /// Which slips have been faster than a stop since they set out.
  void note_growth();
  double load() const { return load_; }
  /// The fastest slip among those that changed sign at the last look.
  double turning_speed() const { return turning_speed_; }

 private:
  double margin(const Cluster& cluster, const CarryingCorners& corners,
                const std::vector<Vector3>& slips);
  /// Corners of bodies on bodies at which friction acts; they come and go as bodies slide.
  std::vector<ContactId> sliding_corners(const CarryingCorners& corners) const;
  bool stops(const std::vector<Vector3>& continues);
  bool may_unload(int force, const Cluster& cluster, std::vector<Vector3> slips) const;
  bool reloads() const;
  double lowest_load() const;
  bool changes(const Cluster& cluster) const;

  const SteppedMode& at_;
  ModeSolution solution_;
  std::vector<char> grown_;
  std::vector<ContactId> sliding_;
  bool sticks_ = false;  ///< something is held by friction, or may be: its cones decide
  double load_ = 0.0;
  double level_ = 0.0;
  double turning_speed_ = 0.0;
};

std::vector<ContactId> Watcher::sliding_corners(const CarryingCorners& corners) const {
  std::vector<ContactId> ids;
  if (!at_.motion.slides()) return ids;
  for (const ContactId& id : corners.ids)
    if (!on_half_space(id.pair) && slides(at_.mode, id.pair)) ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

double Watcher::margin(const Cluster& cluster, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips) {
  const MarginLimits limits{load_, kSafeMargin * load_, -10.0 * kClearlyYields * load_};
  const ConeMargin margin =
      cone_margin({at_.world, cluster, at_.mode, at_.motion, solution_}, corners, slips, limits);
  return margin.bound < limits.hopeless ? std::min(margin.bound, margin.margin) : margin.margin;
}

bool Watcher::stops(const std::vector<Vector3>& continues) {
  bool stopped = false;
  for (std::size_t f = 0; f < at_.motion.forces.size(); ++f) {
    if (!at_.motion.forces[f].slips || grown_[f] == 0) continue;
    const Vector3& slip = solution_.slip(static_cast<int>(f));
    if (slip.dot(continues[f]) >= 0.0) continue;
    turning_speed_ = stopped ? std::max(turning_speed_, slip.norm()) : slip.norm();
    stopped = true;
  }
  return stopped;
}

void Watcher::note_growth() {
  const double least = stop_speed(at_.world);
  for (std::size_t f = 0; f < grown_.size(); ++f)
    if (at_.motion.forces[f].slips && solution_.slip(static_cast<int>(f)).norm() > least)
      grown_[f] = 1;
}

/// Whether the others could carry the mode without this force.
bool Watcher::may_unload(int force, const Cluster& cluster, std::vector<Vector3> slips) const {
  ModeMotion lighter = at_.motion;
  lighter.forces[force].loaded = false;
  ModeSolution trial(lighter);
  return solve(trial, lighter, cluster, slips) == RankCheck::Kept;
}

double Watcher::lowest_load() const {
  double lowest = std::numeric_limits<double>::infinity();
  for (int f = 0; f < static_cast<int>(at_.motion.forces.size()); ++f)
    if (at_.motion.forces[f].loaded) lowest = std::min(lowest, solution_.load(f));
  return lowest;
}

bool Watcher::reloads() const {
  for (int f = 0; f < static_cast<int>(at_.motion.forces.size()); ++f)
    if (!at_.motion.forces[f].loaded && solution_.load(f) > kPushes * load_) return true;
  return false;
}

bool Watcher::changes(const Cluster& cluster) const {
  const PairId* last = nullptr;
  for (const ActiveContact& contact : at_.mode.contacts) {
    if (on_half_space(contact.id.pair) || (last != nullptr && *last == contact.id.pair)) continue;
    last = &contact.id.pair;
    if (takes_over(at_.world, cluster, contact.id.pair)) return true;
  }
  return false;
}

Friction Watcher::look(double s, const std::vector<Vector3>& continues) {
  const Cluster cluster = cluster_at(s);
  std::vector<Vector3> slips = continues;
  if (solve(solution_, at_.motion, cluster, slips) == RankCheck::Lost) return Friction::Yields;
  if (stops(continues)) return Friction::Stops;
  if (changes(cluster)) return Friction::Changes;
  const CarryingCorners corners = carrying_corners(at_.world, cluster, at_.mode);
  if (const int force = most_pulling(at_.motion, solution_, -kPulls * load_); force >= 0)
    return may_unload(force, cluster, slips) ? Friction::Shifts : Friction::Yields;
  if (sticks_ && margin(cluster, corners, slips) < level_) return Friction::Yields;
  if (at_.motion.slides() && solution_.indicator() < kJamIndicator) {
    for (std::size_t f = 0; f < at_.motion.forces.size(); ++f)
      if (solution_.load(static_cast<int>(f)) > kJamLoads * load_) return Friction::Jams;
  }
  return reloads() || sliding_corners(corners) != sliding_ ? Friction::Shifts : Friction::Holds;
}

bool Watcher::nearly_stops(double s, const std::vector<Vector3>& continues, double slow) {
  const int pairs = at_.motion.forces.empty() ? 0 : at_.motion.forces.back().pair + 1;
  std::vector<double> before(static_cast<std::size_t>(pairs), 0.0);
  std::vector<double> after(before);
  const auto speeds = [&](double where, std::vector<double>& fastest) {
    std::vector<Vector3> slips = continues;
    const Cluster cluster = cluster_at(where);
    if (solve(solution_, at_.motion, cluster, slips) == RankCheck::Lost) return false;
    for (std::size_t f = 0; f < at_.motion.forces.size(); ++f) {
      const ModeMotion::Force& force = at_.motion.forces[f];
      if (!force.slips) continue;
      double& fast = fastest[static_cast<std::size_t>(force.pair)];
      fast = std::max(fast, grown_[f] != 0 ? solution_.slip(static_cast<int>(f)).norm()
                                           : std::numeric_limits<double>::infinity());
    }
    return true;
  };
  if (pairs == 0 || !speeds(0.0, before) || !speeds(s, after)) return false;
  for (std::size_t p = 0; p < before.size(); ++p)
    if (after[p] > 0.0 && after[p] < slow && after[p] < before[p]) return true;
  return false;
}

/// A little later on the same path, where the margin is clearly negative.
std::optional<Cluster> ahead_of(const SteppedMode& stepped, Watcher& watcher, double s,
                                const std::vector<Vector3>& slips) {
  double distance = kFirstAhead;
  ModeSolution solution(stepped.motion);
  const Cluster here = watcher.cluster_at(s);
  if (stepped.motion.slides()) {  // not past the stop of a slow slip
    std::vector<Vector3> along = slips;
    if (solve(solution, stepped.motion, here, along) == RankCheck::Lost) return std::nullopt;
    const double scale = stepped.world.pull() + solution.a().cwiseAbs().maxCoeff();
    for (std::size_t f = 0; f < stepped.motion.forces.size(); ++f) {
      const double speed = solution.slip(static_cast<int>(f)).norm();
      if (stepped.motion.forces[f].slips && speed > stop_speed(stepped.world))
        distance = std::min(distance, 0.01 * speed / scale);
    }
  }
  for (; distance < kLastAhead; distance *= 4.0) {
    const double later = s + distance / stepped.length;
    if (later > kFurthest) break;
    Cluster cluster = watcher.cluster_at(later);
    if (watcher.margin_at(cluster, slips) < -kClearlyYields * watcher.load()) return cluster;
  }
  return std::nullopt;
}

}  // namespace

double capture_speed(const World& world) {
  const double pull = std::max(world.pull(), 1e-300);
  return std::sqrt(2.0 * pull * Tolerances::kBand * world.tolerances.skin);
}

double stop_speed(const World& world) { return kStopFraction * capture_speed(world); }

double slow_speed(const World& world) { return 100.0 * stop_speed(world); }

void write_contacts(const World& world, const Cluster& cluster, const std::vector<PairId>& pairs,
                    const std::vector<ContactRows>& rows, ContactSet& set) {
  const int count = static_cast<int>(rows.size());
  set.mass = mass_of(world, cluster);
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
    for (int k = 2 * i; k < 2 * i + 2; ++k)
      write(rows[i].tangent[k - 2 * i], set.T.row(k), set.tangential_drive[k]);
  }
}

CarryingCorners carrying_corners(const World& world, const Cluster& cluster, const Mode& mode) {
  CarryingCorners out;
  for (const TouchingPair& pair : touching_pairs(world, cluster, {}, mode.contacts)) {
    const auto contacts = contacts_of(mode, pair.pair);
    if (contacts.empty()) continue;
    const auto corners = loaded_corners(world, cluster, pair, mode);
    const auto add = [&](const ContactId& id, const ContactRows& rows) {
      out.ids.push_back(id);
      out.rows.push_back(rows);
      ContactProperties properties;
      properties.friction = surface_of(world, pair.pair).friction;
      out.set.contacts.push_back(properties);
    };
    // Where the clip is too thin to show both ends of a line, its contacts stand in.
    if (corners.size() < std::min<std::size_t>(contacts.size(), 2))
      for (const ActiveContact* contact : contacts)
        add(contact->id, rows_of(world, cluster, contact->id));
    else
      for (const ContactCorner& corner : corners)
        add(corner_id(world, cluster, pair, corner), corner.rows);
  }
  std::vector<PairId> pairs;
  for (const ContactId& id : out.ids) pairs.push_back(id.pair);
  write_contacts(world, cluster, pairs, out.rows, out.set);
  return out;
}

ModeMotion coulomb_motion(const World& world, const Cluster& cluster, const Mode& mode) {
  const bool any_slides =
      std::any_of(mode.contacts.begin(), mode.contacts.end(),
                  [](const ActiveContact& c) { return c.state == ContactState::Slip; });
  if (!any_slides) return mode_motion(world, cluster, mode.contacts);
  const double least = -0.5 * kPulls * load_scale(world, cluster);
  ModeMotion motion =
      mode_motion(world, cluster, mode.contacts, friction_points(world, cluster, mode));
  std::vector<Vector3> slips = starting_slips(motion);
  for (std::size_t round = 0; round < motion.forces.size(); ++round) {
    ModeSolution solution(motion);
    if (solution.solve(cluster.states, slips, ModeSolution::Directions::Kept) == RankCheck::Lost)
      break;
    const int lowest = most_pulling(motion, solution, least);
    if (lowest < 0) break;
    ModeMotion lighter = motion;
    lighter.forces[lowest].loaded = false;
    ModeSolution trial(lighter);
    if (trial.solve(cluster.states, slips, ModeSolution::Directions::Kept) == RankCheck::Lost)
      break;  // what is left can not carry it: the mode ends here
    motion = std::move(lighter);
  }
  return motion;
}

std::optional<OpenSplit> open_split(const World& world, const Cluster& cluster, const Mode& mode) {
  const ModeMotion motion = coulomb_motion(world, cluster, mode);
  if (!motion.slides()) return std::nullopt;
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solution.solve(cluster.states, slips, ModeSolution::Directions::Kept) == RankCheck::Lost)
    return std::nullopt;
  const ModeSolution::Splits splits = solution.splits();
  if (splits.forces.cols() == 0) return std::nullopt;
  OpenSplit open{solution.a(), solution.a()};
  // Extreme splits: as many forces at zero as there are free directions.
  const int free = static_cast<int>(splits.forces.cols());
  const int count = static_cast<int>(splits.forces.rows());
  const double least = -kPulls * load_scale(world, cluster);
  std::vector<int> zero(static_cast<std::size_t>(free));
  std::iota(zero.begin(), zero.end(), 0);
  for (int tried = 0; tried < kMaxExtremes && free <= count; ++tried) {
    Eigen::MatrixXd A(free, free);
    Eigen::VectorXd b(free);
    for (int k = 0; k < free; ++k) {
      A.row(k) = splits.forces.row(zero[k]);
      b[k] = -solution.multipliers()[zero[k]];
    }
    const Eigen::VectorXd x = A.fullPivLu().solve(b);
    const Eigen::VectorXd forces = solution.multipliers() + splits.forces * x;
    if ((A * x - b).norm() <= kPulls * load_scale(world, cluster) && forces.minCoeff() >= least) {
      const Eigen::VectorXd a = solution.a() + splits.accelerations * x;
      open.lowest = open.lowest.cwiseMin(a);
      open.highest = open.highest.cwiseMax(a);
    }
    int k = free - 1;  // the next combination
    while (k >= 0 && zero[k] == count - free + k) --k;
    if (k < 0) break;
    ++zero[k];
    for (int l = k + 1; l < free; ++l) zero[l] = zero[l - 1] + 1;
  }
  return open;
}

namespace {

/// The mode without the contact at which a force pulls most, if one does.
std::optional<Mode> released_mode(const Mode& mode, const ModeMotion& motion,
                                  const ModeSolution& solution, const CarryingCorners& corners,
                                  double load) {
  const int lowest = most_pulling(motion, solution, -0.5 * kPulls * load);
  if (lowest < 0) return std::nullopt;
  const Vector3& point = solution.point(motion.forces[lowest].contact);
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < corners.ids.size(); ++i)
    if ((corners.rows[i].point_W - point).norm() < (corners.rows[nearest].point_W - point).norm())
      nearest = i;
  const ContactId& id = corners.ids[nearest];
  if (!on_half_space(id.pair) && contacts_of(mode, id.pair).size() > 1) return std::nullopt;
  Mode released = mode;
  const auto gone = [&](const ContactId& other) {
    return other.pair == id.pair && (!on_half_space(id.pair) || other == id);
  };
  std::erase_if(released.contacts, [&](const ActiveContact& contact) { return gone(contact.id); });
  std::erase_if(released.onsets, [&](const SlipOnset& onset) { return gone(onset.id); });
  std::erase_if(released.pivots, gone);
  return released;
}

}  // namespace

std::optional<Mode> yielded_mode(const World& world, const EventScene& scene) {
  const ModeMotion motion = coulomb_motion(world, scene.cluster, scene.mode);
  if (!motion.slides()) return std::nullopt;
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solution.solve(scene.cluster.states, slips, ModeSolution::Directions::Kept) ==
      RankCheck::Lost)
    return std::nullopt;
  const CarryingCorners corners = carrying_corners(world, scene.cluster, scene.mode);
  const double load = load_scale(world, scene.cluster);
  if (auto released = released_mode(scene.mode, motion, solution, corners, load)) return released;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const ConeMargin margin = cone_margin({world, scene.cluster, scene.mode, motion, solution},
                                        corners, slips, {load, kNever, -kNever});
  if (!std::isfinite(margin.margin)) return std::nullopt;
  Mode mode = scene.mode;
  bool any = false;
  const auto yields = [&](std::size_t i) {
    const Eigen::Vector2d side = margin.r.segment<2>(3 * static_cast<int>(i) + 1);
    const double inside = corners.set.contacts[i].friction * margin.r[3 * static_cast<int>(i)];
    return state_of(scene.mode, corners.ids[i]) == ContactState::Stick && side.norm() > 0.0 &&
           inside - side.norm() < margin.margin + kClearlyYields * load;
  };
  for (std::size_t i = 0; i < corners.ids.size(); ++i) {
    if (!yields(i)) continue;
    // A vertex on a half-space lets go alone, a pair of bodies as a whole.
    for (std::size_t k = 0; k < corners.ids.size(); ++k) {
      const ContactId& id = corners.ids[k];
      if (id.pair != corners.ids[i].pair || (on_half_space(id.pair) && k != i)) continue;
      const bool known = std::any_of(mode.onsets.begin(), mode.onsets.end(),
                                     [&](const SlipOnset& onset) { return onset.id == id; });
      if (known || state_of(scene.mode, id) != ContactState::Stick) continue;
      Eigen::Vector2d side = margin.r.segment<2>(3 * static_cast<int>(k) + 1);
      if (side.norm() == 0.0) side = margin.r.segment<2>(3 * static_cast<int>(i) + 1);
      const Vector3 force =
          side[0] * corners.rows[k].tangents_W[0] + side[1] * corners.rows[k].tangents_W[1];
      any = true;
      mode.onsets.push_back({id, (carried_by_a(id) ? -1.0 : 1.0) * force.normalized()});
      std::erase(mode.pivots, id);
      for (ActiveContact& contact : mode.contacts)
        if (contact.id.pair == id.pair && (!on_half_space(id.pair) || contact.id == id))
          contact.state = ContactState::Slip;
    }
  }
  return any ? std::optional<Mode>(mode) : std::nullopt;
}

FrictionEnd friction_end(const SteppedMode& stepped, double to) {
  FrictionEnd end;
  if (stepped.mode.contacts.empty()) return end;
  Watcher watcher(stepped);
  const int degree = static_cast<int>(stepped.step.coefficients.cols()) - 1;
  const LobattoNodes& nodes = lobatto_nodes(degree);
  static const std::vector<Vector3> none;
  const auto slips_at = [&](int node) -> const std::vector<Vector3>& {
    return stepped.motion.slides() ? stepped.step.slips_W[node] : none;
  };
  double good = 0.0;
  for (int j = 0; j <= degree; ++j) {
    const std::vector<Vector3>& slips = slips_at(std::max(0, j - 1));
    double bad = std::min(nodes.s[j], to);
    Friction reason = watcher.look(bad, slips);
    if (reason == Friction::Holds) {
      watcher.note_growth();
      good = bad;
      if (nodes.s[j] < to) continue;
      if (watcher.nearly_stops(to, slips, slow_speed(stepped.world)))
        end = {Friction::Stops, to, 0.0, std::nullopt};
      return end;
    }
    const bool stops = reason == Friction::Stops;
    const double beyond = bad;
    const auto locate = [&](bool stops_only) {
      for (int i = 0; i < kBisections && j > 0; ++i) {
        const double middle = 0.5 * (good + bad);
        if (!(good < middle && middle < bad)) break;
        const Friction there = watcher.look(middle, slips);
        const bool ended = stops_only ? there == Friction::Stops : there != Friction::Holds;
        (ended ? bad : good) = middle;
        if (ended) reason = there;
      }
    };
    locate(false);
    // The direction of a slip that is about to end is noise: cones that seem to yield then do not.
    if (stops && reason != Friction::Stops &&
        watcher.nearly_stops(bad, slips, capture_speed(stepped.world))) {
      bad = beyond;
      reason = Friction::Stops;
      locate(true);
    }
    end = {reason, bad, bad - good, std::nullopt};
    if (reason == Friction::Stops) {
      watcher.look(bad, slips);
      if (watcher.turning_speed() > stop_speed(stepped.world)) end.reason = Friction::Turns;
    }
    if (reason == Friction::Yields) end.ahead = ahead_of(stepped, watcher, bad, slips);
    return end;
  }
  return end;
}

}  // namespace rigor
