// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/decision/event_problem.hpp>
#include <rigor/decision/opening.hpp>
#include <rigor/decision/projection.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

void add_goal(const ContactId& contact, GapGoals& goals) {
  if (!contains(goals.at_least, contact)) goals.at_least.push_back(contact);
}

/// The vertices of the axis that are closer than δ.
void add_goals(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  if (axis.kind == AxisKind::EdgeEdge) {
    add_goal({pair, axis, 0}, goals);
    return;
  }
  const PlacedPair at = placed(world, cluster, pair);
  const Polytope& other = polytope_of(world, axis.kind == AxisKind::FaceOfA ? pair.b : pair.a);
  for (std::uint32_t v = 0; v < other.vertices().size(); ++v)
    if (vertex_height(at, axis, v) < world.tolerances.skin) add_goal({pair, axis, v}, goals);
}

/// What is closer than `least` in these positions is to come to δ; whether there is anything new.
bool add_all_goals(const World& world, const Cluster& cluster, const std::vector<PairId>& pairs,
                   double least, GapGoals& goals) {
  const std::size_t before = goals.at_least.size();
  for (const PairId& pair : pairs) {
    const AxisReading axis = pair_axis(placed(world, cluster, pair), {0.0, nullptr});
    if (axis.separation < least) add_goals(world, cluster, pair, axis.axis, goals);
  }
  for (const std::uint32_t body : cluster.bodies)
    if (world.bodies[body].role == BodyRole::Link)
      for (const LimitId& limit : limits_of(world, body))
        if (limit_gap(world, cluster, pair_of(limit)) < least)
          add_goal({pair_of(limit), PairAxis{}, 0}, goals);
  return goals.at_least.size() > before;
}

/// The pairs, and those of the bodies with half-spaces.
std::vector<PairId> with_half_spaces(const World& world, const Cluster& cluster,
                                     std::vector<PairId> pairs) {
  for (const std::uint32_t body : cluster.bodies)
    for (std::uint32_t h = 0; h < world.half_spaces.size(); ++h)
      for (std::uint32_t p = 0; p < world.bodies[body].pieces.size(); ++p)
        if (!is_excluded(world, {trace::kWorld, h}, {body, p}))
          pairs.push_back({{trace::kWorld, h}, {body, p}});
  return pairs;
}

std::optional<Refusal> too_deep(const World& world, const Cluster& cluster,
                                const std::vector<PairId>& pairs) {
  const double start = world.tolerances.start();
  for (const PairId& pair : pairs) {
    const double gap = pair_axis(placed(world, cluster, pair), {0.0, nullptr}).separation;
    if (gap < -start)
      return Refusal{
          RefusalKind::Overlap,
          fmt::format("{} overlap by {:.3g} m at the start (start_tolerance is {:.3g} m)",
                      names_of(world, pair), -gap, start)};
  }
  return std::nullopt;
}

}  // namespace

std::variant<Opened, Refusal> open_start(const World& world, const Cluster& cluster,
                                         const std::vector<PairId>& near) {
  const Tolerances& tolerances = world.tolerances;
  const std::vector<PairId> pairs = with_half_spaces(world, cluster, near);
  GapGoals goals;
  goals.floor = tolerances.skin;
  goals.limit = kMoveFactor * (tolerances.start() + tolerances.skin);
  Opened opened{cluster, 0.0};
  if (!add_all_goals(world, cluster, pairs, tolerances.skin, goals)) return opened;
  if (auto refusal = too_deep(world, cluster, pairs)) return *refusal;
  const double kept = tolerances.skin * (1.0 - kFloorShare * Tolerances::kBand);
  const char* reason = "what is moved apart comes near something else, again and again";
  for (int round = 0; round < kOpeningRounds; ++round) {
    const ProjectionOutcome projected = project_position(world, cluster, goals);
    if (const auto* failure = std::get_if<ProjectionFailure>(&projected)) {
      reason = failure->reason;
      break;
    }
    opened = {std::get<Projected>(projected).cluster, std::get<Projected>(projected).moved};
    if (!add_all_goals(world, opened.cluster, pairs, kept, goals)) return opened;
  }
  return Refusal{RefusalKind::Overlap,
                 fmt::format("the touching start of '{}' cannot be opened: {}",
                             world.model->links[cluster.bodies.front()].name, reason)};
}

}  // namespace rigor
