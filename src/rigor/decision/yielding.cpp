// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include <Eigen/LU>

#include <rigor/decision/slip_onset.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/decision/yielding.hpp>
#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/load_split.hpp>
#include <rigor/motion/mode_margin.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {
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
  const auto of_pair = [&](const ActiveContact& contact) { return contact.id.pair == id.pair; };
  if (!on_half_space(id.pair) &&
      std::count_if(mode.contacts.begin(), mode.contacts.end(), of_pair) > 1)
    return std::nullopt;
  Mode released = mode;
  const auto gone = [&](const ContactId& other) {
    return other.pair == id.pair && (!on_half_space(id.pair) || other == id);
  };
  std::erase_if(released.contacts, [&](const ActiveContact& contact) { return gone(contact.id); });
  std::erase_if(released.onsets, [&](const SlipOnset& onset) { return gone(onset.id); });
  std::erase_if(released.pivots, gone);
  return released;
}

/// A mode in which something slides, evaluated where it starts.
struct SlidingMode {
  ModeMotion motion;
  ModeSolution solution{motion};
  std::vector<Vector3> slips = starting_slips(motion);
  CarryingCorners corners{};
};

/// Nothing if nothing slides, or if the mode has no forces.
std::unique_ptr<SlidingMode> sliding_mode(const World& world, const Cluster& cluster,
                                          const Mode& mode) {
  if (!slides(mode)) return nullptr;
  auto sliding = std::make_unique<SlidingMode>(coulomb_motion(world, cluster, mode));
  if (!sliding->motion.slides() ||
      sliding->solution.solve(cluster.states, sliding->slips, ModeSolution::Directions::Kept) ==
          RankCheck::Lost)
    return nullptr;
  sliding->corners = carrying_corners(world, cluster, mode);
  return sliding;
}

/// The corners of a mode and its forces, of the split that comes closest to holding them.
struct BestSplit {
  const Mode& mode;
  const CarryingCorners& corners;
  const ConeMargin& margin;

  Eigen::Vector2d side(std::size_t i) const {
    return margin.r.segment<2>(3 * static_cast<int>(i) + 1);
  }
  bool sticks(std::size_t i) const { return state_of(mode, corners.ids[i]) == ContactState::Stick; }
};

/// Whether friction holds some corner, which may let go.
bool holds_some(const Mode& mode) {
  return !mode.pivots.empty() ||
         std::any_of(mode.contacts.begin(), mode.contacts.end(), [](const ActiveContact& contact) {
           return contact.state == ContactState::Stick;
         });
}

/// How far inside its cone a corner is that sticks and is asked to hold something; else infinite.
double inside(const BestSplit& split, std::size_t i) {
  const Eigen::Vector2d side = split.side(i);
  if (!split.sticks(i) || !(side.norm() > 0.0)) return std::numeric_limits<double>::infinity();
  return split.corners.set.contacts[i].friction * split.margin.r[3 * static_cast<int>(i)] -
         side.norm();
}

/// Lets the corner i go against its friction: a vertex on a half-space alone, a pair of bodies as a
/// whole. True if something was held before.
bool let_go(const BestSplit& split, std::size_t i, Mode& mode) {
  bool any = false;
  for (std::size_t k = 0; k < split.corners.ids.size(); ++k) {
    const ContactId& id = split.corners.ids[k];
    if (id.pair != split.corners.ids[i].pair || (on_half_space(id.pair) && k != i)) continue;
    const bool known = std::any_of(mode.onsets.begin(), mode.onsets.end(),
                                   [&](const SlipOnset& onset) { return onset.id == id; });
    if (known || !split.sticks(k)) continue;
    const Eigen::Vector2d side = split.side(k).norm() > 0.0 ? split.side(k) : split.side(i);
    const auto& tangents = split.corners.rows[k].tangents_W;
    const Vector3 force = side[0] * tangents[0] + side[1] * tangents[1];
    any = true;
    mode.onsets.push_back({id, (carried_by_a(id) ? -1.0 : 1.0) * force.normalized()});
    std::erase(mode.pivots, id);
    for (ActiveContact& contact : mode.contacts)
      if (contact.id.pair == id.pair && (!on_half_space(id.pair) || contact.id == id))
        contact.state = ContactState::Slip;
  }
  return any;
}

}  // namespace

std::optional<OpenSplit> open_split(const World& world, const Cluster& cluster, const Mode& mode,
                                    Extremes extremes) {
  if (!slides(mode)) return std::nullopt;
  const ModeMotion motion = coulomb_motion(world, cluster, mode);
  if (!motion.slides()) return std::nullopt;
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  if (solution.solve(cluster.states, slips, ModeSolution::Directions::Kept) == RankCheck::Lost)
    return std::nullopt;
  const LoadSplits splits = load_splits(solution);
  if (splits.forces.cols() == 0) return std::nullopt;
  OpenSplit open{solution.a(), solution.a()};
  if (extremes == Extremes::NotAsked) return open;
  // Extreme splits: as many forces at zero as there are free directions.
  const int free = static_cast<int>(splits.forces.cols());
  const int count = static_cast<int>(splits.forces.rows());
  const double least = -kPulls * load_scale(world, cluster);
  std::vector<int> zero(static_cast<std::size_t>(free));
  std::iota(zero.begin(), zero.end(), 0);
  for (int tried = 0; tried < kMaxExtremes && free <= count && !requested(world.cancellation);
       ++tried) {
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

std::optional<Mode> loosened_mode(const World& world, const Cluster& cluster, const Mode& mode,
                                  double least) {
  if (!holds_some(mode)) return std::nullopt;
  const auto sliding = sliding_mode(world, cluster, mode);
  if (!sliding) return std::nullopt;
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const double load = load_scale(world, cluster);
  const ConeMargin margin =
      cone_margin({world, cluster, mode, sliding->motion, sliding->solution}, sliding->corners,
                  sliding->slips, {load, least, -kNever}, Places::KnownToSkin);
  if (!std::isfinite(margin.margin) || margin.margin > least) return std::nullopt;
  const BestSplit split{mode, sliding->corners, margin};
  const std::size_t count = sliding->corners.ids.size();
  double worst = kNever;  // of sliding corners none lets go, whatever they lack
  for (std::size_t i = 0; i < count; ++i) worst = std::min(worst, inside(split, i));
  Mode loosened = mode;
  bool any = false;
  for (std::size_t i = 0; i < count && worst < kNever; ++i)
    if (inside(split, i) < worst + kClearlyYields * load) any |= let_go(split, i, loosened);
  if (!any) return std::nullopt;
  settle_onsets(world, cluster, loosened);
  return loosened;
}

bool holds_clearly(const World& world, const Cluster& cluster, const Mode& mode) {
  const auto sliding = holds_some(mode) ? sliding_mode(world, cluster, mode) : nullptr;
  if (!sliding) return false;
  const double load = load_scale(world, cluster);
  const double least = kClearlyYields * load;
  return cone_margin({world, cluster, mode, sliding->motion, sliding->solution}, sliding->corners,
                     sliding->slips, {load, least, -load}, Places::Exact)
             .margin >= least;
}

std::optional<Mode> yielded_mode(const World& world, const Cluster& cluster, const Mode& mode) {
  const auto sliding = sliding_mode(world, cluster, mode);
  if (!sliding) return std::nullopt;
  auto released = released_mode(mode, sliding->motion, sliding->solution, sliding->corners,
                                load_scale(world, cluster));
  return released ? released : loosened_mode(world, cluster, mode);
}

}  // namespace rigor
