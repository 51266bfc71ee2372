// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/classic/contact_impulses.hpp>
#include <rigor/classic/start_gaps.hpp>

namespace rigor {
namespace {

/// Rounds: each corrects what turning left of the one before.
constexpr int kRounds = 10;
/// Gaps this fraction short of the goal are open.
constexpr double kOpen = 1e-3;

std::string name_of(const SteppedBodies& bodies, const PieceRef& piece) {
  if (piece.link == kWorldLink) return bodies.model.half_spaces[piece.piece].name;
  return bodies.model.links[piece.link].name;
}

/// Pairs nearer than the gap, with what their points lack of it as gaps.
std::vector<PairContact> narrow_pairs(const SteppedBodies& bodies, double gap,
                                      SurveyMemory& memory) {
  std::vector<PairContact> out;
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i) {
    if (least_distance(bodies, i) >= gap) continue;
    const Nearness near = nearness(bodies, i, memory);
    if (near.distance >= gap * (1.0 - kOpen)) continue;
    PairContact contact =
        contact_along(bodies, i, near, near.nhat_AB_W, 2.0 * gap, near.distance + 2.0 * gap);
    if (contact.points.empty())
      contact.points.push_back({0.5 * (near.p_WA + near.p_WB),
                                near.p_WA,
                                near.p_WB,
                                near.distance,
                                CornerKind::VV,
                                {},
                                {}});
    for (PlaneContact& point : contact.points) point.gap -= gap;
    out.push_back(std::move(contact));
  }
  return out;
}

double largest_move(const SteppedBodies& bodies) {
  double most = 0.0;
  for (const Body& body : bodies.world->bodies) {
    const Twist V = twist_of(bodies, body.id);
    most = std::max(most, V.linear.norm() + V.angular.norm() * body.radius);
  }
  return most;
}

}  // namespace

std::string names_of(const SteppedBodies& bodies, std::size_t pair) {
  return fmt::format("'{}' and '{}'", name_of(bodies, bodies.pairs[pair].A),
                     name_of(bodies, bodies.pairs[pair].B));
}

std::optional<std::string> deep_overlap(const SteppedBodies& bodies, double deepest,
                                        SurveyMemory& memory) {
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i) {
    if (least_distance(bodies, i) >= 0.0) continue;
    const double distance = nearness(bodies, i, memory).distance;
    if (distance < -deepest)
      return fmt::format(
          "{} overlap by {:.3g} m at the start, more than the start tolerance {:.3g} m",
          names_of(bodies, i), -distance, deepest);
  }
  return std::nullopt;
}

StartGaps open_gaps(SteppedBodies& bodies, double gap, double deepest, SurveyMemory& memory) {
  StartGaps out;
  out.refusal = deep_overlap(bodies, deepest, memory);
  const Eigen::VectorXd v = bodies.state.v;
  const double time = bodies.state.time;
  for (int round = 0; round < kRounds && !out.refusal; ++round) {
    const std::vector<PairContact> narrow = narrow_pairs(bodies, gap, memory);
    if (narrow.empty()) break;
    const ImpulseAnswer answer =
        contact_impulses(bodies, narrow, Eigen::VectorXd::Zero(v.size()),
                         {NormalCondition::KeepApart, 1.0, false, Law::Frictionless});
    if (!answer.solved || round == kRounds - 1) {
      out.refusal = fmt::format("{} start nearer than {:.3g} m and cannot be opened",
                                names_of(bodies, narrow[0].pair), gap);
      break;
    }
    set_velocities(bodies, answer.v);  // a displacement in unit time
    out.moved += largest_move(bodies);
    move_straight(bodies, 1.0);
  }
  bodies.state.time = time;
  set_velocities(bodies, v);
  return out;
}

}  // namespace rigor
