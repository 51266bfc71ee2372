// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/chebyshev/first_root.hpp>
#include <rigor/decision/event_decision.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/load_split.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/sliding_nodes.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/friction_end.hpp>
#include <rigor/segments/pressure.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

/// Whether another split of the normal forces would move the bodies differently. Where it would
/// not, no one split says that the mode ends: it does once there is none without a pull.
bool split_matters(const ModeSolution& solution) { return load_splits(solution).forces.cols() > 0; }

/// Slips alone, which cost no factor.
void place(ModeSolution& solution, const Cluster& cluster, std::vector<Vector3>& slips) {
  solution.place(cluster.states, slips, trace::elapsed(solution.motion().start, cluster.time));
}

/// A mode of many rows by the factor of an instant nearby: then no more than slips, loads and
/// accelerations are those of now.
RankCheck solve_near(ModeSolution& solution, KeptSprings& kept, const Cluster& cluster,
                     std::vector<Vector3>& slips) {
  const ModeMotion& motion = solution.motion();
  return solution.solve(cluster.states, slips, ModeSolution::Directions::Followed,
                        trace::elapsed(motion.start, cluster.time),
                        keeps_springs(motion) ? &kept : nullptr);
}

/// What a look shows beside its answer.
struct Sight {
  std::vector<int> turning;  ///< slips that changed sign
  double speed = 0.0;        ///< of the fastest of them
  /// By how much the forces are inside their cones; minus infinity if something else ends the mode,
  /// infinity if that was not asked for.
  double spare = std::numeric_limits<double>::infinity();
};

/// The least load of a corner that has one, after a solve.
double lowest_load(const ModeSolution& solution) {
  double lowest = std::numeric_limits<double>::infinity();
  const std::vector<ModeMotion::Force>& forces = solution.motion().forces;
  for (int f = 0; f < std::ssize(forces); ++f)
    if (forces[f].loaded) lowest = std::min(lowest, solution.load(f));
  return lowest;
}

/// The highest of them.
double highest_load(const ModeSolution& solution) {
  double highest = -std::numeric_limits<double>::infinity();
  const std::vector<ModeMotion::Force>& forces = solution.motion().forces;
  for (int f = 0; f < std::ssize(forces); ++f)
    if (forces[f].loaded) highest = std::max(highest, solution.load(f));
  return highest;
}

/// Whether a corner without load would push by more than this, after a solve.
bool reloads(const ModeSolution& solution, double least) {
  const ModeMotion& motion = solution.motion();
  if (!motion.springs_decide) return false;
  for (int f = 0; f < std::ssize(motion.forces); ++f)
    if (!motion.forces[f].loaded && solution.load(f) > least) return true;
  return false;
}

/// Whether another axis takes over at some pair of bodies.
bool changes(const World& world, const Cluster& cluster, const Mode& mode) {
  const PairId* last = nullptr;
  for (const ActiveContact& contact : mode.contacts) {
    if (on_half_space(contact.id.pair) || (last != nullptr && *last == contact.id.pair)) continue;
    last = &contact.id.pair;
    if (takes_over(world, cluster, contact.id.pair)) return true;
  }
  return false;
}

/// Looks at a mode along a step; directions of slip continue from node to node.
class Watcher {
 public:
  explicit Watcher(const SteppedMode& stepped)
      : at_(stepped), solution_(stepped.motion), grown_(stepped.motion.forces.size(), 0) {
    for (std::size_t f = 0; f < grown_.size(); ++f) grown_[f] = !stepped.motion.forces[f].onset;
    const Cluster start = cluster_at(0.0);
    for (const ActiveContact& contact : stepped.mode.contacts)
      if ((sliding_pairs_.empty() || sliding_pairs_.back() != contact.id.pair) &&
          slides(stepped.mode, contact.id.pair))
        sliding_pairs_.push_back(contact.id.pair);
    slides_on_body_ = std::any_of(sliding_pairs_.begin(), sliding_pairs_.end(),
                                  [](const PairId& pair) { return !on_half_space(pair); });
    load_ = load_scale(stepped.world, start);
    sticks_ = !stepped.motion.slides() ||
              std::any_of(stepped.motion.forces.begin(), stepped.motion.forces.end(),
                          [](const ModeMotion::Force& force) { return !force.slips; });
    const bool inside =
        margin_at(start, stepped.motion.slides() ? stepped.step.slips_W.front()
                                                 : std::vector<Vector3>{}) > kYieldsAt * load_;
    if (inside) return;
    level_ = -kYieldsAt * load_;
    places_ = Places::KnownToSkin;
  }

  /// The start itself at 0: the polynomials differ from it by rounding, which is all there is of a
  /// slip that has nearly stopped.
  Cluster cluster_at(double s) const {
    if (s == 0.0) return at_.start;
    return {at_.start.bodies, states_at(at_.step.trajectory, s),
            trace::advanced(at_.motion.start, s * at_.length)};
  }

  /// The margin at a state that continues the given slips.
  double margin_at(const Cluster& cluster, std::vector<Vector3> slips) {
    if (solve(solution_, at_.motion, cluster, slips) == RankCheck::Lost) return -load_;
    const double lowest = lowest_load(solution_);
    if (!sticks_ && (lowest >= 0.0 || split_matters(solution_))) return lowest;
    return margin(cluster, carrying_corners(at_.world, cluster, at_.mode), slips);
  }

  Friction look(double s, const std::vector<Vector3>& continues);
  /// Of a mode of which a spring pulls at s: whether other corners can carry it.
  bool can_shift(double s, const std::vector<Vector3>& continues);
  /// What is smooth along the step and, while none of it is below zero, shows that the mode holds:
  /// slips that do not set out, loads of sliding corners, and how far the least forces are inside
  /// their cones. Where it was looked at last, or at s; nothing if the mode has no forces there.
  std::optional<std::vector<double>> read_here() const;
  std::optional<std::vector<double>> read(double s, const std::vector<Vector3>& continues);
  /// Whether a pair is about to stop at s, later than where it was looked at last.
  bool nearly_stops(double s, const std::vector<Vector3>& continues, double slow);
  /// Where the load of the corner that pulls most at `bad` is zero, after `good`; `bad` if none
  /// pulls there, or it has no load at `good`.
  double unloaded(double good, double bad, const std::vector<Vector3>& continues);
  /// Which slips have been faster than a stop since they set out. At first they may go the other
  /// way by a gap times the spin: corners of one pair lie on both sides of its gap.
  void note_growth();
  /// Where it was looked at last.
  const Sight& seen() const { return seen_; }
  /// The slip at s along the ways it continues, where that is least: below zero, one has stopped.
  double least_slip(double s, const std::vector<Vector3>& continues);

 private:
  double margin(const Cluster& cluster, const CarryingCorners& corners,
                const std::vector<Vector3>& slips);
  /// Whether the corners of bodies on bodies are no longer where friction acts: they come and go
  /// as bodies slide. What is as close together as corners that may be one is no change.
  bool corners_moved(const CarryingCorners& corners) const;
  bool stops(const std::vector<Vector3>& continues);

  const SteppedMode& at_;
  ModeSolution solution_;
  KeptSprings kept_;  ///< of where it was solved last
  std::vector<char> grown_;
  std::vector<PairId> sliding_pairs_;  ///< in the order of the forces' pairs
  bool slides_on_body_ = false;        ///< some of them are pairs of bodies
  bool sticks_ = false;  ///< something is held by friction, or may be: its cones decide
  double load_ = 0.0;
  /// Where the start is not clearly inside the cones, the mode was chosen all the same: it holds if
  /// it does so for some places of the contacts within the skin.
  double level_ = 0.0;
  Places places_ = Places::Exact;
  // Where it was looked at last.
  Cluster cluster_;
  std::vector<Vector3> slips_;
  std::optional<CarryingCorners> corners_;  ///< if they were asked for
  Sight seen_;
};

bool Watcher::corners_moved(const CarryingCorners& corners) const {
  const double reach = kOnLine * at_.world.tolerances.skin;
  std::vector<char> met(corners.ids.size(), 0);
  for (const ModeMotion::Force& force : at_.motion.forces) {
    if (force.pair < 0 || on_half_space(sliding_pairs_[force.pair])) continue;
    bool any = false;
    for (std::size_t i = 0; i < met.size(); ++i) {
      if (corners.ids[i].pair != sliding_pairs_[force.pair] ||
          (corners.rows[i].point_W - solution_.point(force.contact)).norm() > reach)
        continue;
      any = true;
      met[i] = 1;
    }
    if (!any) return true;
  }
  for (std::size_t i = 0; i < met.size(); ++i)
    if (met[i] == 0 && !on_half_space(corners.ids[i].pair) && slides(at_.mode, corners.ids[i].pair))
      return true;
  return false;
}

double Watcher::margin(const Cluster& cluster, const CarryingCorners& corners,
                       const std::vector<Vector3>& slips) {
  const MarginLimits limits{load_, kSafeMargin * load_, -10.0 * kClearlyYields * load_};
  const ConeMargin margin = cone_margin({at_.world, cluster, at_.mode, at_.motion, solution_},
                                        corners, slips, limits, places_);
  return margin.bound < limits.hopeless ? std::min(margin.bound, margin.margin) : margin.margin;
}

bool Watcher::stops(const std::vector<Vector3>& continues) {
  for (int f = 0; f < std::ssize(at_.motion.forces); ++f) {
    if (!at_.motion.forces[f].slips || grown_[f] == 0) continue;
    const Vector3& slip = solution_.slip(f);
    if (slip.dot(continues[f]) >= 0.0) continue;
    seen_.speed = std::max(seen_.speed, slip.norm());
    seen_.turning.push_back(f);
  }
  return !seen_.turning.empty();
}

void Watcher::note_growth() {
  const double least = stop_speed(at_.world);
  for (int f = 0; f < std::ssize(grown_); ++f) {
    const ModeMotion::Force& force = at_.motion.forces[f];
    if (!force.slips || grown_[f] != 0) continue;
    const double slip = solution_.slip(f).dot(slips_[f]);
    if (slip > least || -slip > least + open_slip(at_.world, cluster_, force.id.pair))
      grown_[f] = 1;
  }
}

bool Watcher::can_shift(double s, const std::vector<Vector3>& continues) {
  const Cluster cluster = cluster_at(s);
  std::vector<Vector3> slips = continues;
  if (solve(solution_, at_.motion, cluster, slips) == RankCheck::Lost) return false;
  if (most_pulling(at_.motion, solution_, -kPulls * load_) < 0) return true;
  return with_load_shifted(at_.motion, cluster, load_, slips).has_value();
}

double Watcher::least_slip(double s, const std::vector<Vector3>& continues) {
  std::vector<Vector3> slips = continues;
  const Cluster cluster = cluster_at(s);
  double least = std::numeric_limits<double>::infinity();
  if (!at_.motion.slides()) return least;
  place(solution_, cluster, slips);
  for (int f = 0; f < std::ssize(at_.motion.forces); ++f)
    if (at_.motion.forces[f].slips && grown_[f] != 0)
      least = std::min(least, solution_.slip(f).dot(continues[f]));
  return least;
}

Friction Watcher::look(double s, const std::vector<Vector3>& continues) {
  cluster_ = cluster_at(s);
  slips_ = continues;
  corners_.reset();
  seen_ = {};
  const auto ended = [&](Friction by) {
    seen_.spare = -std::numeric_limits<double>::infinity();
    return by;
  };
  if (solve_near(solution_, kept_, cluster_, slips_) == RankCheck::Lost)
    return ended(Friction::Yields);
  if (stops(continues)) return ended(Friction::Stops);
  if (changes(at_.world, cluster_, at_.mode)) return ended(Friction::Changes);
  const bool pulls = most_pulling(at_.motion, solution_, -kPulls * load_) >= 0;
  const bool wild = at_.motion.slides() && highest_load(solution_) > kJamLoads * load_;
  const bool other = pulls || reloads(solution_, kPushes * load_);
  if ((wild || other) && keeps_springs(at_.motion)) {  // more is asked than accelerations
    slips_ = continues;
    if (solve(solution_, at_.motion, cluster_, slips_) == RankCheck::Lost)
      return ended(Friction::Yields);
  }
  const bool shifts = other && split_matters(solution_);
  if (pulls && shifts) return ended(Friction::Shifts);
  if (sticks_ || pulls || slides_on_body_)
    corners_ = carrying_corners(at_.world, cluster_, at_.mode);
  if (sticks_ || pulls) {
    seen_.spare = margin(cluster_, *corners_, slips_) - level_;
    if (seen_.spare < 0.0) return Friction::Yields;
  }
  if (wild && solution_.indicator() < kJamIndicator) return ended(Friction::Jams);
  if (shifts || (slides_on_body_ && corners_moved(*corners_))) return ended(Friction::Shifts);
  return Friction::Holds;
}

std::optional<std::vector<double>> Watcher::read_here() const {
  std::vector<double> values;
  for (std::size_t f = 0; f < at_.motion.forces.size(); ++f) {
    const ModeMotion::Force& force = at_.motion.forces[f];
    if (!force.slips) continue;
    if (!force.onset) values.push_back(solution_.slip(static_cast<int>(f)).dot(slips_[f]));
    if (force.loaded) values.push_back(solution_.load(static_cast<int>(f)) + kPulls * load_);
  }
  if (!sticks_) return values;
  const Instant at{at_.world, cluster_, at_.mode, at_.motion, solution_};
  const CarryingCorners corners =
      corners_ ? *corners_ : carrying_corners(at_.world, cluster_, at_.mode);
  const auto margins =
      least_force_margins(corners.set, held_contacts(at, corners), held_effect(at, corners));
  if (!margins) return std::nullopt;
  for (const double margin : *margins) values.push_back(margin - level_);
  return values;
}

std::optional<std::vector<double>> Watcher::read(double s, const std::vector<Vector3>& continues) {
  cluster_ = cluster_at(s);
  slips_ = continues;
  corners_.reset();
  if (solve_near(solution_, kept_, cluster_, slips_) == RankCheck::Lost) return std::nullopt;
  return read_here();
}

bool Watcher::nearly_stops(double s, const std::vector<Vector3>& continues, double slow) {
  const int pairs = at_.motion.forces.empty() ? 0 : at_.motion.forces.back().pair + 1;
  std::vector<double> before(static_cast<std::size_t>(pairs), 0.0);
  std::vector<double> after(before);
  const auto speeds = [&](double where, std::vector<double>& fastest) {
    std::vector<Vector3> slips = continues;
    place(solution_, cluster_at(where), slips);
    for (std::size_t f = 0; f < at_.motion.forces.size(); ++f) {
      const ModeMotion::Force& force = at_.motion.forces[f];
      if (!force.slips) continue;
      double& fast = fastest[force.pair];
      fast = std::max(fast, grown_[f] != 0 ? solution_.slip(static_cast<int>(f)).norm()
                                           : std::numeric_limits<double>::infinity());
    }
  };
  const auto is_slow = [&](double speed) { return speed > 0.0 && speed < slow; };
  if (pairs == 0) return false;
  speeds(s, after);
  if (std::none_of(after.begin(), after.end(), is_slow)) return false;
  speeds(0.0, before);
  for (std::size_t p = 0; p < before.size(); ++p)
    if (is_slow(after[p]) && after[p] < before[p]) return true;
  return false;
}

double Watcher::unloaded(double good, double bad, const std::vector<Vector3>& continues) {
  const auto solved = [&](double s) {
    std::vector<Vector3> slips = continues;
    return solve_near(solution_, kept_, cluster_at(s), slips) != RankCheck::Lost;
  };
  if (!solved(bad)) return bad;
  const int pulling = most_pulling(at_.motion, solution_, 0.0);
  if (pulling < 0 || !solved(good) || !(solution_.load(pulling) > 0.0)) return bad;
  for (int i = 0; i < kFrictionEndBisections; ++i) {
    const double middle = 0.5 * (good + bad);
    if (!(good < middle && middle < bad) || !solved(middle)) break;
    (solution_.load(pulling) > 0.0 ? good : bad) = middle;
  }
  return bad;
}

/// Whether one of these slips, which go on from others, is slow at a state of the step.
bool is_slow(const SteppedMode& stepped, const Cluster& cluster, const std::vector<int>& forces,
             std::vector<Vector3> slips) {
  if (forces.empty()) return false;
  ModeSolution solution(stepped.motion);
  place(solution, cluster, slips);
  return std::any_of(forces.begin(), forces.end(),
                     [&](int f) { return solution.slip(f).norm() < slow_speed(stepped.world); });
}

/// A little later on the same path, where the margin is clearly negative.
std::optional<Cluster> ahead_of(const SteppedMode& stepped, Watcher& watcher, double s,
                                const std::vector<Vector3>& slips) {
  double distance = kFirstAhead;
  const double load = load_scale(stepped.world, stepped.start);
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
    if (watcher.margin_at(cluster, slips) < -kClearlyYields * load) return cluster;
  }
  return std::nullopt;
}

/// A step's nodes, and the directions in which slips go on from each.
struct StepNodes {
  const SteppedMode& stepped;
  const LobattoNodes& nodes;

  int last() const { return static_cast<int>(nodes.s.size()) - 1; }
  /// Slips go on from the node before.
  const std::vector<Vector3>& slips_before(int node) const {
    static const std::vector<Vector3> none;
    return stepped.motion.slides() ? stepped.step.slips_W[std::max(0, node - 1)] : none;
  }
  /// The first node after s.
  int after(double s) const {
    return static_cast<int>(std::upper_bound(nodes.s.begin(), nodes.s.end(), s) - nodes.s.begin());
  }
};

/// What the watcher reads at nodes, from the first on.
using Readings = std::vector<std::optional<std::vector<double>>>;

/// The polynomials through what the watcher reads at the nodes, some of which it has read; none if
/// it can not be read.
std::vector<ChebModel> models_of(Readings read, Watcher& watcher, const StepNodes& at) {
  const std::size_t count = static_cast<std::size_t>(at.last()) + 1;
  for (std::size_t j = 0; j < count; ++j) {
    const int node = static_cast<int>(j);
    if (read.size() == j) read.push_back(watcher.read(at.nodes.s[node], at.slips_before(node)));
    if (!read[j] || read[j]->size() != read[0]->size()) return {};
  }
  std::vector<ChebModel> models;
  Eigen::VectorXd row(at.last() + 1);
  for (std::size_t k = 0; k < read.front()->size(); ++k) {
    for (std::size_t j = 0; j < count; ++j) row[static_cast<int>(j)] = (*read[j])[k];
    const Eigen::VectorXd coefficients = at.nodes.coefficients * row;
    models.emplace_back(std::span(coefficients.data(), std::size_t(coefficients.size())));
  }
  return models;
}

/// The middle of where, on [from, to], the first of the models is below zero.
std::optional<double> first_dip(const std::vector<ChebModel>& models, double from, double to) {
  std::optional<double> middle;
  double first = to;
  for (const ChebModel& model : models) {
    const RootOutcome falls = first_below(model, 0.0, from, first);
    const auto* below = std::get_if<Crosses>(&falls);
    if (below == nullptr) continue;
    first = below->hi;
    const RootOutcome rises = first_above(model, 0.0, first, to);
    const auto* above = std::get_if<Crosses>(&rises);
    middle = 0.5 * (first + (above != nullptr ? above->lo : to));
  }
  return middle;
}

/// An instant between nodes at which the mode does not hold, though it does at all nodes up to
/// `to`. Where it holds by another split than that of the least forces, the nodes must do.
std::optional<double> dip_between(Readings read, Watcher& watcher, const StepNodes& at, double to) {
  const std::vector<ChebModel> models = models_of(std::move(read), watcher, at);
  double from = 0.0;
  while (from < to) {
    const auto dip = first_dip(models, from, to);
    if (!dip || *dip >= to) return std::nullopt;
    const int node = at.after(*dip);
    if (watcher.look(*dip, at.slips_before(node)) != Friction::Holds) return dip;
    from = node <= at.last() ? at.nodes.s[node] : to;  // a kink, or rounding: not so
  }
  return std::nullopt;
}

/// Where a value is below zero first, as far as halving an interval tells.
struct Crossing {
  double good = 0.0;  ///< it is not
  double bad = 0.0;   ///< it is
  double value_good = std::numeric_limits<double>::infinity();
  double value_bad = -std::numeric_limits<double>::infinity();

  void note(double at, double value) {
    (value < 0.0 ? bad : good) = at;
    (value < 0.0 ? value_bad : value_good) = value;
  }
};

/// Brings both ends together, down to the last bit: between two trials close by where the values at
/// the ends lead to, while those have a zero between them, else by halves.
template <typename Value>
void narrow(const World& world, const Value& value, Crossing& at) {
  for (int step = 0, halves = 0; step < kFrictionEndBisections && !requested(world.cancellation);
       ++step) {
    const double middle = 0.5 * (at.good + at.bad);
    if (!(at.good < middle && middle < at.bad)) return;
    const double fall = at.value_good - at.value_bad;
    if (halves > 0 || !std::isfinite(fall)) {
      at.note(middle, value(middle));
      --halves;
      continue;
    }
    const double width = at.bad - at.good;
    const double zero = at.good + width * (at.value_good / fall);
    const double before = zero - kTrialShare * width;
    const double after = zero + kTrialShare * width;
    if (at.good < before && before < at.bad) at.note(before, value(before));
    if (at.good < after && after < at.bad) at.note(after, value(after));
    if (at.bad - at.good > 0.5 * width) halves = kHalvesAfterMiss;
  }
}

/// Locates the end of a mode that holds at `good` and not at `bad`, both before the node.
FrictionEnd locate(Watcher& watcher, const StepNodes& at, int node, double good, double bad) {
  const std::vector<Vector3>& slips = at.slips_before(node);
  const World& world = at.stepped.world;
  Friction reason = watcher.look(bad, slips);
  const bool stops = reason == Friction::Stops;
  const std::vector<int> turning = watcher.seen().turning;
  const double held = good;
  const double beyond = bad;
  const auto narrow_stop = [&](double from, double to) {  // slips alone cost no look
    Crossing crossing{from, to};
    narrow(
        world, [&](double s) { return watcher.least_slip(s, slips); }, crossing);
    good = crossing.good;
    bad = crossing.bad;
  };
  const auto narrow_end = [&](double spare) {
    const auto look = [&](double s) {
      const Friction there = watcher.look(s, slips);
      if (there != Friction::Holds) reason = there;
      return watcher.seen().spare;
    };
    Crossing crossing{good, bad, std::numeric_limits<double>::infinity(), spare};
    narrow(world, look, crossing);
    good = crossing.good;
    bad = crossing.bad;
  };
  if (!stops) {
    narrow_end(watcher.seen().spare);
  } else {
    narrow_stop(held, beyond);
    if (const Friction there = watcher.look(good, slips); good > held && there != Friction::Holds) {
      reason = there;
      bad = good;
      good = held;
      narrow_end(watcher.seen().spare);
    }
  }
  // The direction of a slip that is about to end is noise: cones that seem to yield then do not.
  if (stops && reason != Friction::Stops &&
      (watcher.nearly_stops(bad, slips, capture_speed(world)) ||
       is_slow(at.stepped, watcher.cluster_at(bad), turning, slips))) {
    reason = Friction::Stops;
    narrow_stop(good, beyond);
  }
  if (reason == Friction::Shifts && !watcher.can_shift(bad, slips)) reason = Friction::Yields;
  FrictionEnd end{reason, bad, bad - good, std::nullopt};
  if (reason == Friction::Stops) {
    watcher.look(bad, slips);
    if (watcher.seen().speed > stop_speed(world)) end.reason = Friction::Turns;
  }
  if (reason == Friction::Yields) {
    end.ahead = ahead_of(at.stepped, watcher, bad, slips);
    // A mode holds while nothing pulls by more than rounding; it ends where its load is zero.
    if (end.ahead) end.s = watcher.unloaded(held, bad, slips);
  }
  return end;
}

}  // namespace

FrictionEnd friction_end(const SteppedMode& stepped, double to) {
  FrictionEnd end;
  if (stepped.mode.contacts.empty()) return end;
  Watcher watcher(stepped);
  const StepNodes at{stepped, lobatto_nodes(stepped.step.trajectory.degree())};
  int node = 0;
  double good = 0.0;
  double bad = 0.0;
  Friction reason = Friction::Holds;
  Readings read;
  for (;; ++node) {
    bad = std::min(at.nodes.s[node], to);
    reason = watcher.look(bad, at.slips_before(node));
    if (reason != Friction::Holds || requested(stepped.world.cancellation)) break;
    if (bad == at.nodes.s[node]) read.push_back(watcher.read_here());
    watcher.note_growth();
    good = bad;
    if (bad >= to) break;
  }
  if (const auto dip = dip_between(std::move(read), watcher, at, good)) {
    node = at.after(*dip);
    return locate(watcher, at, node, at.nodes.s[node - 1], *dip);
  }
  if (reason != Friction::Holds) return locate(watcher, at, node, good, bad);
  if (watcher.nearly_stops(to, at.slips_before(node), slow_speed(stepped.world)))
    end = {Friction::Stops, to, 0.0, std::nullopt};
  return end;
}

}  // namespace rigor
