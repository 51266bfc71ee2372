// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/decision/opening.hpp>
#include <rigor/decision/projection.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// The vertices of the axis that are closer than δ, and how deep the deepest is.
void add_goals(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  if (axis.kind == AxisKind::EdgeEdge) {
    goals.at_least.push_back({pair, axis, 0});
    return;
  }
  const PlacedPair at = placed(world, cluster, pair);
  const Polytope& other = polytope_of(world, axis.kind == AxisKind::FaceOfA ? pair.b : pair.a);
  for (std::uint32_t v = 0; v < other.vertices().size(); ++v)
    if (vertex_height(at, axis, v) < world.tolerances.skin)
      goals.at_least.push_back({pair, axis, v});
}

}  // namespace

std::variant<Opened, Refusal> open_start(const World& world, const Cluster& cluster,
                                         const std::vector<PairId>& near) {
  const Tolerances& tolerances = world.tolerances;
  GapGoals goals;
  goals.floor = tolerances.skin;
  goals.limit = kMoveFactor * (tolerances.start() + tolerances.skin);
  std::vector<PairId> pairs = near;
  for (const std::uint32_t body : cluster.bodies)
    for (std::uint32_t h = 0; h < world.half_spaces.size(); ++h)
      for (std::uint32_t p = 0; p < world.bodies[body].pieces.size(); ++p)
        if (!is_excluded(world, {trace::kWorld, h}, {body, p}))
          pairs.push_back({{trace::kWorld, h}, {body, p}});
  for (const PairId& pair : pairs) {
    const AxisReading axis = pair_axis(placed(world, cluster, pair), {0.0, nullptr});
    if (axis.separation < -tolerances.start())
      return Refusal{
          RefusalKind::Overlap,
          fmt::format("{} overlap by {:.3g} m at the start (start_tolerance is {:.3g} m)",
                      names_of(world, pair), -axis.separation, tolerances.start())};
    if (axis.separation < tolerances.skin) add_goals(world, cluster, pair, axis.axis, goals);
  }
  for (const std::uint32_t body : cluster.bodies)
    if (world.bodies[body].role == BodyRole::Link)
      for (const LimitId& limit : limits_of(world, body))
        if (limit_gap(world, cluster, pair_of(limit)) < tolerances.skin)
          goals.at_least.push_back({pair_of(limit), PairAxis{}, 0});
  if (goals.at_least.empty()) return Opened{cluster, 0.0};
  const ProjectionOutcome projected = project_position(world, cluster, goals);
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return Refusal{RefusalKind::Overlap,
                   fmt::format("the touching start of '{}' cannot be opened: {}",
                               world.model->links[cluster.bodies.front()].name, failure->reason)};
  return Opened{std::get<Projected>(projected).cluster, std::get<Projected>(projected).moved};
}

}  // namespace rigor
