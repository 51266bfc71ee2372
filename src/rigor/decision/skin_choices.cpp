// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/skin_choices.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/motion/scales.hpp>
#include <rigor/touching/corners_above.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// The corners of pairs that were apart until now and approach, none of them too fast to turn back
/// within a skin.
std::vector<int> slow_newcomers(const EventProblem& event, const Mode& before) {
  const Eigen::VectorXd approach = normal_speeds(event.set, event.v_before);
  const Eigen::VectorXd zero = zero_speeds(event);
  const double skin = event.world.tolerances.skin;
  std::vector<int> corners;
  for (int i = 0; i < event.size(); ++i) {
    const PairId& pair = event.pairs[event.pair_of[i]].pair;
    if (approach[i] >= -zero[i] || on_limit(pair) || touches(before, pair)) continue;
    if (approach[i] * approach[i] < 2.0 * skin * kMostGrazeAcceleration) corners.push_back(i);
  }
  return corners;
}

/// The pairs with the corners above their bands that approach faster than hops are ended; and the
/// first of those.
struct WiderBlow {
  std::vector<TouchingPair> pairs;
  std::optional<NearMiss> nearest;
};

WiderBlow wider_blow(const EventProblem& event, const Cluster& cluster) {
  WiderBlow wider{event.pairs, std::nullopt};
  const Eigen::VectorXd v = velocity_of(cluster);
  const double reach = kNearMissSkins * event.world.tolerances.skin;
  for (TouchingPair& pair : wider.pairs) {
    std::vector<ContactCorner> near = corners_above(event.world, cluster, pair, reach);
    if (near.empty()) continue;
    TouchingPair alone = pair;
    alone.corners = near;
    const Eigen::VectorXd speeds =
        normal_speeds(make_event(event.world, cluster, {alone}, event.broken).set, v);
    for (int i = 0; i < std::ssize(near); ++i) {
      if (speeds[i] > -capture_speed(event.world)) continue;
      pair.corners.push_back(near[i]);
      const double gap = near[i].corner.gap;
      if (!wider.nearest || gap < wider.nearest->gap) wider.nearest = NearMiss{pair.pair, gap, 0.0};
    }
  }
  return wider;
}

}  // namespace

std::vector<Graze> grazes_of(const EventProblem& event, const Mode& before) {
  const std::vector<int> corners = slow_newcomers(event, before);
  if (corners.empty()) return {};
  const auto a = before.contacts.empty() ? free_accelerations(event.world, event.cluster)
                                         : corner_accelerations(event.world, event.cluster, before);
  if (!a) return {};
  const Eigen::VectorXd approach = normal_speeds(event.set, event.v_before);
  std::map<PairId, double> depths;  // the deepest corner of a pair decides
  for (const int i : corners) {
    const double back = event.set.N.row(i).dot(*a) + event.rows[i].normal.jet.second;
    const double depth = back > 0.0 ? approach[i] * approach[i] / (2.0 * back)
                                    : std::numeric_limits<double>::infinity();
    double& deepest = depths[event.pairs[event.pair_of[i]].pair];
    deepest = std::max(deepest, depth);
  }
  std::vector<Graze> grazes;
  for (const auto& [pair, depth] : depths)
    if (depth < event.world.tolerances.skin) grazes.push_back({pair, depth});
  return grazes;
}

std::optional<NearMiss> near_miss_of(const EventProblem& event, const Cluster& cluster) {
  if (!event.out.impact) return std::nullopt;
  const double fastest = -normal_speeds(event.set, velocity_of(cluster)).minCoeff();
  if (fastest <= capture_speed(event.world)) return std::nullopt;
  WiderBlow wider = wider_blow(event, cluster);
  if (!wider.nearest) return std::nullopt;
  EventProblem with = make_event(event.world, cluster, std::move(wider.pairs), event.broken);
  if (resolve_impacts(with)) return std::nullopt;
  const Eigen::VectorXd v = velocity_of(event.cluster);
  wider.nearest->difference = reach_of(event.world, cluster, velocity_of(with.cluster) - v);
  const double scale =
      reach_of(event.world, cluster, velocity_of(cluster)) + reach_of(event.world, cluster, v);
  if (wider.nearest->difference <= kSameOutcome * scale) return std::nullopt;
  return wider.nearest;
}

}  // namespace rigor
