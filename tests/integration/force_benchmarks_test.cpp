// SPDX-License-Identifier: Apache-2.0
// Problems with given forces whose solutions are known, from their scene files.
#include <rigor/decision/resolve_event.hpp>
#include <rigor/motion/coulomb_motion.hpp>

#include "integration/moving.hpp"

namespace rigor {
namespace {

constexpr double kLocated = 1e-10;  // s

/// The normal force between the two bodies of a mode, N.
double force_between(const ModeMotion& motion, const Cluster& cluster) {
  ModeSolution solution(motion);
  std::vector<Vector3> slips;
  for (const ModeMotion::Force& force : motion.forces) slips.push_back(force.slip_W);
  EXPECT_EQ(solution.solve(cluster.states, slips), RankCheck::Kept);
  const auto between = [&](int contact) {
    return motion.contacts[contact].place_O >= 0 && motion.contacts[contact].place_P >= 0;
  };
  double sum = 0.0;
  for (int f = 0; f < static_cast<int>(motion.forces.size()); ++f)
    if (between(motion.forces[f].contact)) sum += solution.load(f);
  if (motion.slides()) return sum;
  for (int k = 0; k < static_cast<int>(motion.rows.size()); ++k)
    if (motion.rows[k].axis == 0 && between(motion.rows[k].contact))
      sum += solution.multipliers()[k];
  return sum;
}

/// The force that the two boxes of the run push each other with at time t, as the law decides it
/// from the recorded positions and velocities.
double face_force(const SceneRun& run, double t) {
  const BuiltScene built = build(run.scene);
  State start = built.initial;
  start.time = t;
  const World world = make_world(built.model, start, simulation_options(run.scene));
  EventScene event;
  event.cluster.time = trace::time_from(t);
  for (const std::uint32_t body : {0U, 1U}) {
    const Moving at = until(run, body, t);
    BodyState state{at.x, at.q.normalized(), (Vector6() << at.v, at.w).finished()};
    event.cluster.bodies.push_back(body);
    event.cluster.states.push_back(state);
  }
  event.near = {{{0, 0}, {1, 0}}};
  const EventOutcome outcome = resolve_event(world, event);
  const auto* decided = std::get_if<ResolvedEvent>(&outcome);
  if (decided == nullptr) return NAN;
  return force_between(coulomb_motion(world, decided->cluster, decided->mode), decided->cluster);
}

TEST(ForceBenchmarks, B15WithoutFriction) {
  const SceneRun run = proved_run("benchmarks/b15-frictionless.yaml");
  for (const std::uint32_t body : {0U, 1U}) {
    EXPECT_NEAR(until(run, body, 0.5).a.x(), 4.0, 1e-9);
    EXPECT_NEAR(until(run, body, 1.0).v.x(), 4.0, kIntegrated);
    EXPECT_NEAR(velocity_of(run, static_cast<int>(body)).x(), 4.0, kIntegrated);
    EXPECT_NEAR(velocity_of(run, static_cast<int>(body)).tail<2>().norm(), 0.0, kIntegrated);
  }
  EXPECT_NEAR(position_of(run, 0).x(), 2.0 + 8.0, 1e-8 + kIntegrated);
  EXPECT_NEAR(face_force(run, 0.5), 12.0, 1e-8);
}

TEST(ForceBenchmarks, B15SlidesUnderTheForceAndStopsBehindIt) {
  const SceneRun run = proved_run("benchmarks/b15.yaml");
  const double a = 2.038;
  for (const std::uint32_t body : {0U, 1U}) {
    EXPECT_NEAR(until(run, body, 0.5).a.x(), a, 1e-9);
    EXPECT_NEAR(from(run, body, 1.5).a.x(), -0.2 * kG, 1e-9);
  }
  EXPECT_NEAR(face_force(run, 0.5), 12.0, 1e-8);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  double stop = 0.0;
  for (const trace::Event& event : events_of_kind(run.trace(), trace::EventKind::Stick))
    stop = std::max(stop, trace::seconds(event.lo));
  EXPECT_NEAR(stop, 2.038735983690112, kLocated);
  const double way = 0.5 * a + a * a / (2.0 * 0.2 * kG);
  EXPECT_NEAR(position_of(run, 0).x(), way, 1e-8 + kIntegrated);
  EXPECT_NEAR(position_of(run, 1).x() - position_of(run, 0).x(), 0.2, 2e-8);
  // The force did 20 N times the way until t = 1.
  EXPECT_NEAR(run.outcome().footer.energy_work, 20.0 * 0.5 * a, 1e-9);
}

}  // namespace
}  // namespace rigor
