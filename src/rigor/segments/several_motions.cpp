// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/decision/event_decision.hpp>
#include <rigor/segments/several_motions.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

Cluster cluster_at(const SteppedMode& stepped, double s) {
  return {stepped.start.bodies, states_at(stepped.step.trajectory, s),
          trace::advanced(stepped.motion.start, s * stepped.length)};
}

bool several_at(const SteppedMode& stepped, double s) {
  return allows_several(stepped.world, cluster_at(stepped, s), stepped.mode);
}

}  // namespace

std::optional<double> several_from(const SteppedMode& stepped, double to) {
  const World& world = stepped.world;
  if (!may_allow_several(world, stepped.start, stepped.mode) &&
      !may_allow_several(world, cluster_at(stepped, to), stepped.mode))
    return std::nullopt;
  const LobattoNodes& nodes = lobatto_nodes(stepped.step.trajectory.degree());
  const bool brief = to * stepped.length < kBriefStep;
  double good = 0.0;
  for (Eigen::Index j = brief ? nodes.s.size() - 1 : 1;
       j < nodes.s.size() && good < to && !requested(world.cancellation); ++j) {
    double bad = std::min(nodes.s[j], to);
    if (!several_at(stepped, bad)) {
      good = bad;
      continue;
    }
    if (allows_several(world, stepped.start, stepped.mode)) return std::nullopt;
    for (int i = 0; i < kFrictionEndBisections; ++i) {
      const double middle = 0.5 * (good + bad);
      if (!(good < middle && middle < bad)) break;
      (several_at(stepped, middle) ? bad : good) = middle;
    }
    return bad;
  }
  return std::nullopt;
}

}  // namespace rigor
