// SPDX-License-Identifier: Apache-2.0
// Problems with known solutions, from their scene files: one free body on half-spaces. Event times
// are extrapolated over the skin (δ = 1e-8, 1e-9, 1e-10), which removes its bias of about δ/v.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"

namespace rigor {
namespace {

using trace::EventKind;
using trace::seconds;

constexpr double kExact = 1e-10;        // s, events that the integrator resolves exactly
constexpr double kAccumulation = 1e-6;  // s, estimates of limits

struct Runs {
  std::array<SceneRun, 3> at;

  /// The n-th impact (from 1), extrapolated.
  double impact(std::size_t n) const {
    std::array<double, 3> t{};
    for (int i = 0; i < 3; ++i) {
      const auto impacts = events_of_kind(at[i].trace(), EventKind::Impact);
      t[i] = impacts.size() >= n ? seconds(impacts[n - 1].lo) : NAN;
    }
    return extrapolated(t[0], t[1], t[2]);
  }
  /// A coordinate of the final state, extrapolated.
  double q(int i) const {
    return extrapolated(at[0].outcome().final_state.q[i], at[1].outcome().final_state.q[i],
                        at[2].outcome().final_state.q[i]);
  }
  double v(int i) const {
    return extrapolated(at[0].outcome().final_state.v[i], at[1].outcome().final_state.v[i],
                        at[2].outcome().final_state.v[i]);
  }
  /// The last accumulation's limit at the default skin.
  double limit() const {
    const auto limits = events_of_kind(at[0].trace(), EventKind::Accumulation);
    return limits.empty() ? NAN : limits.back().limit_time;
  }
};

/// Runs at three skins; the first must be proved by the exact checker.
Runs run_at_skins(
    const std::string& name, const std::function<void(Scene&)>& change = [](Scene&) {}) {
  Runs runs;
  double skin = 1e-8;
  for (SceneRun& run : runs.at) {
    run = run_scene("benchmarks/" + name, [&](Scene& scene) {
      scene.skin = skin;
      scene.start_tolerance = 2e-8;
      change(scene);
    });
    EXPECT_TRUE(is_done(run.outcome().stop)) << name << ": " << run.outcome().reason;
    skin /= 10;
  }
  const verification::Verdict verdict = verification::verify(runs.at[0].trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << name << "\n"
      << verification::text_of(verdict, runs.at[0].trace());
  return runs;
}

void expect_impacts(const Runs& runs, const std::vector<std::pair<std::size_t, double>>& times,
                    double tolerance) {
  for (const auto& [n, t] : times) EXPECT_NEAR(runs.impact(n), t, tolerance) << "impact " << n;
}

TEST(Benchmarks, B01TorqueFreeBoxFollowsJacobisFunctions) {
  const SceneRun a = run_scene("benchmarks/b01-a.yaml");
  const State& end_a = a.outcome().final_state;
  const Quaternion q_a(0.9308644216983779, 0.3553482459094134, -0.05168160170322589,
                       0.06743934008156207);
  const Vector3 w_a = q_a * Vector3(0.5835728528257455, 0.3948716676673925, 1.170732094689204);
  const double sign = end_a.q[3] * q_a.w() > 0.0 ? 1.0 : -1.0;
  const std::array<double, 4> wxyz_a = wxyz(q_a);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(sign * end_a.q[3 + i], wxyz_a[i], kIntegrated);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(end_a.v[3 + i], w_a[i], kIntegrated);

  // The flipping one multiplies errors by about 100.
  const SceneRun b = run_scene("benchmarks/b01-b.yaml");
  const State& end_b = b.outcome().final_state;
  const Quaternion q_b =
      Quaternion(-0.951296564181, 0.140046245503, -0.248509948439, -0.116896114673);
  const Vector3 w_b = q_b * Vector3(0.314091510101, 0.931984637415, 0.251346982453);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(end_b.v[3 + i], w_b[i], 100 * kIntegrated);
}

TEST(Benchmarks, B03SpunCubeRocksToRest) {
  const Runs runs = run_at_skins("b03.yaml");
  expect_impacts(runs, {{1, 0.1371606040181447}}, kExact);
  expect_impacts(runs,
                 {{2, 0.5442759137370752},
                  {3, 0.772706665686261},
                  {4, 0.8281283173345312},
                  {5, 0.8419592887159291},
                  {6, 0.8454166513758854}},
                 kIntegrated);
  EXPECT_NEAR(runs.limit(), 0.84656909755161, kAccumulation);
  EXPECT_NEAR(runs.q(0), 0.6399192441589873, 1e-9);
}

TEST(Benchmarks, B04FlatDropStopsAtOnce) {
  const Runs runs = run_at_skins("b04.yaml");
  expect_impacts(runs, {{1, 0.5048187773461522}}, kExact);
  const auto impacts = events_of_kind(runs.at[0].trace(), EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1U);
  double total = 0.0;
  for (const auto& contact : impacts[0].contacts) total += contact.impulse[2];
  EXPECT_NEAR(total, 9.904544411531507, 1e-7);  // δ shortens the fall
  EXPECT_EQ(runs.at[0].outcome().stop, StopKind::Rest);
}

TEST(Benchmarks, B05EdgeDropUnderEachLaw) {
  // Velocities right after the impact, from the momentum the impulses give.
  const auto after = [](const std::string& name, double& v_z, double& w_y) {
    const Runs runs = run_at_skins(name);
    EXPECT_NEAR(runs.impact(1), 0.4038550218769218, kExact) << name;
    const auto impacts = events_of_kind(runs.at[2].trace(), EventKind::Impact);
    Vector3 p = Vector3::Zero();
    Vector3 L = Vector3::Zero();
    // The centre moves with v_x = 1.5 from x = 0 and falls freely until the impact.
    const double t = seconds(impacts.at(0).lo);
    const Vector3 centre(1.5 * t, 0.0, 0.0);
    for (const auto& contact : impacts.at(0).contacts) {
      const Vector3 j(contact.impulse[0], contact.impulse[1], contact.impulse[2]);
      p += j;
      L += (Vector3(contact.point[0], contact.point[1], 0.0) - centre).cross(j);
    }
    v_z = -9.81 * t + p.z() / 2.0;
    // Only the vertical part turns the box in the frictionless cases: I_y = m (a² + c²)/3.
    w_y = L.y() / (2.0 * (0.09 + 0.25) / 3.0);
  };
  double v_z = 0.0;
  double w_y = 0.0;
  after("b05-frictionless.yaml", v_z, w_y);
  EXPECT_NEAR(v_z, -0.3878293483273509, 1e-8);
  EXPECT_NEAR(w_y, -3.497180711260492, 1e-8);
  after("b05-restitution.yaml", v_z, w_y);
  EXPECT_NEAR(v_z, 1.399164859815275, 1e-8);
  EXPECT_NEAR(w_y, -5.245771066890738, 1e-8);
  after("b05-no-slip.yaml", v_z, w_y);
  EXPECT_NEAR(v_z, 0.1025776121759917, 1e-8);
}

TEST(Benchmarks, B17RockingBlockFollowsHousner) {
  const Runs runs = run_at_skins("b17.yaml");
  expect_impacts(runs,
                 {{1, 0.3794327441864075},
                  {2, 0.9599502251064397},
                  {3, 1.440522242082704},
                  {4, 1.851713166431357},
                  {5, 2.210040536005615},
                  {10, 3.485184366587091},
                  {20, 4.709254762021074}},
                 kIntegrated * 10);  // errors of twenty swings add up
  EXPECT_NEAR(runs.limit(), 5.496530191571534, kAccumulation);
}

TEST(Benchmarks, B18CubeFallsFromEdgeToFace) {
  const Runs runs = run_at_skins("b18.yaml");
  expect_impacts(runs, {{1, 0.8995112984943893}, {2, 1.069155516150541}}, kIntegrated * 10);
  EXPECT_NEAR(runs.limit(), 1.124761831129446, kAccumulation);
}

TEST(Benchmarks, B19NoSlipWithoutContinuationIsReportedAsAJam) {
  const SceneRun run = run_scene("benchmarks/b19.yaml");
  const auto jams = events_of_kind(run.trace(), EventKind::Jam);
  ASSERT_FALSE(jams.empty());
  EXPECT_NEAR(seconds(jams[0].lo), 0.942665664734, 1e-6);
  const SceneRun refused =
      run_scene("benchmarks/b19.yaml", [](Scene& scene) { scene.jam = OnJam::Refuse; });
  EXPECT_EQ(refused.outcome().stop, StopKind::Jam);
}

TEST(Benchmarks, B20HexagonRollsDownIntoItsLimitCycle) {
  const Runs runs = run_at_skins("b20.yaml");
  expect_impacts(runs,
                 {{1, 0.5328409953254383},
                  {2, 1.196314159641441},
                  {3, 1.956096393881829},
                  {4, 2.772436177126308},
                  {5, 3.616990433708203},
                  {20, 16.60566940329899}},
                 kIntegrated * 10);
}

TEST(Benchmarks, B20RRimlessWheelReachesItsPeriod) {
  const SceneRun run = run_scene("benchmarks/b20r.yaml");
  const auto impacts = events_of_kind(run.trace(), EventKind::Impact);
  ASSERT_GE(impacts.size(), 4U);
  const std::size_t n = impacts.size();
  EXPECT_NEAR(trace::elapsed(impacts[n - 2].lo, impacts[n - 1].lo), 3.8625930149489, 1e-6);
}

TEST(Benchmarks, B24BouncingBoxAccumulates) {
  const Runs half = run_at_skins("b24-e05.yaml");
  double t = std::sqrt(2.0 / 9.81);
  double hop = t;  // impacts at t1, then intervals 2 t1 e^k
  for (std::size_t n = 1; n <= 10; ++n) {
    EXPECT_NEAR(half.impact(n), t, kExact) << "impact " << n;
    t += 2.0 * hop * 0.5;
    hop *= 0.5;
  }
  EXPECT_NEAR(half.limit(), 1.354570922957193, kAccumulation);
  const Runs high = run_at_skins("b24-e08.yaml");
  expect_impacts(high, {{1, 0.4515236409857309}, {2, 1.1739614665629}, {3, 1.751911727024636}},
                 kExact);
  EXPECT_NEAR(high.limit(), 4.063712768871578, kAccumulation);
  EXPECT_NEAR(half.v(0), 1.0, 1e-12);
}

TEST(Benchmarks, B32CubeAsATopPrecessesSteadily) {
  // The centre of mass circles the pivot (or stays, without friction) at the precession rate.
  const auto angle = [](const SceneRun& run) {
    const State& end = run.outcome().final_state;
    const Quaternion q(end.q[3], end.q[4], end.q[5], end.q[6]);
    // The axis of the top is the diagonal from the touching vertex: the one that points most
    // upward.
    Vector3 axis = Vector3::Zero();
    for (int i = 0; i < 8; ++i) {
      const Vector3 d =
          q * Vector3(i & 4 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 1 : -1) / std::sqrt(3.0);
      if (d.z() > axis.z()) axis = d;
    }
    return std::make_pair(std::atan2(axis.y(), axis.x()), std::acos(axis.z()));
  };
  const auto turned = [](double from, double to) { return std::remainder(to - from, 2.0 * M_PI); };
  for (const auto& [name, rate] : {std::pair{"b32a-slow.yaml", 0.9229462527772},
                                   std::pair{"b32a-fast.yaml", 10.68626581059639},
                                   std::pair{"b32a-frictionless.yaml", 0.8611861738328797}}) {
    const std::string file = std::string("benchmarks/") + name;
    const SceneRun early = run_scene(file, [](Scene& s) { s.stop.time = 0.05; });
    const SceneRun late = run_scene(file, [](Scene& s) { s.stop.time = 0.25; });
    EXPECT_NEAR(turned(angle(early).first, angle(late).first), rate * 0.2, 1e-7) << name;
    EXPECT_NEAR(angle(late).second, 20.0 * M_PI / 180.0, 1e-7) << name;
  }
  // Nutation: back at the smallest tilt after one period, at the largest after half of it.
  const SceneRun half =
      run_scene("benchmarks/b32b.yaml", [](Scene& s) { s.stop.time = 0.6909717813949281 / 2; });
  EXPECT_NEAR(angle(half).second, 0.2099417879114509, 1e-7);
  const SceneRun full =
      run_scene("benchmarks/b32b.yaml", [](Scene& s) { s.stop.time = 0.6909717813949281; });
  EXPECT_NEAR(angle(full).second, 10.0 * M_PI / 180.0, 1e-7);
  const SceneRun free =
      run_scene("benchmarks/b32c.yaml", [](Scene& s) { s.stop.time = 0.1150474978706294 / 2; });
  EXPECT_NEAR(angle(free).second, 0.1796661282187311, 1e-7);
}

TEST(Benchmarks, T1FastSpinHitsTheGroundWhereTheEdgeReachesIt) {
  const Runs runs = run_at_skins("t1.yaml");
  expect_impacts(runs, {{1, 0.00455598673396}}, 1e-12);
}

TEST(Benchmarks, EightSeedsOfTheDieEndAtRestAndAreProved) {
  for (const char* name :
       {"../die.yaml", "die-seed-2.yaml", "die-seed-3.yaml", "die-seed-4.yaml", "die-seed-5.yaml",
        "die-seed-6.yaml", "die-seed-7.yaml", "die-seed-8.yaml"}) {
    const SceneRun run = run_scene(std::string("benchmarks/") + name);
    EXPECT_EQ(run.outcome().stop, StopKind::Rest) << name << ": " << run.outcome().reason;
    const verification::Verdict verdict = verification::verify(run.trace());
    EXPECT_EQ(verdict.status, verification::Status::Proved)
        << name << "\n"
        << verification::text_of(verdict, run.trace());
    EXPECT_GT(verdict.min_gap, 0.98e-8) << name;
  }
}

}  // namespace
}  // namespace rigor
