// SPDX-License-Identifier: Apache-2.0
// Problems with known solutions in which bodies touch bodies. Times and states are extrapolated
// over the skin where they depend on it.
#include <cmath>
#include <numbers>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

using trace::EventKind;

constexpr double kExact = 1e-10;    // s, m, m/s: events and motions that the integrator resolves
constexpr double kAlgebra = 1e-12;  // impacts from given velocities

/// Ends the run right after the n-th event, with the velocities it leaves.
std::function<void(Scene&)> until_event(std::uint64_t n) {
  return [n](Scene& scene) { scene.stop.events = static_cast<std::int64_t>(n); };
}

TEST(PairBenchmarks, B09CrossingEdges) {
  const auto time = [](const SceneRun& run) { return impact_time(run, 1); };
  const auto of = [&](const std::string& law, auto&& quantity) {
    return at_no_skin("benchmarks/b09-" + law + ".yaml", quantity, until_event(1));
  };
  EXPECT_NEAR(of("frictionless", time), 0.3192754284070505, kExact);
  EXPECT_NEAR(of("frictionless", [](const SceneRun& r) { return velocity_of(r, 0).z(); }),
              -0.6062113456786771, kExact);
  EXPECT_NEAR(of("frictionless", [](const SceneRun& r) { return spin_of(r, 0).y(); }),
              -3.031056728393386, kExact);
  EXPECT_NEAR(of("no-slip", [](const SceneRun& r) { return velocity_of(r, 0).x(); }),
              -0.626808526141984, kExact);
  EXPECT_NEAR(of("no-slip", [](const SceneRun& r) { return velocity_of(r, 0).z(); }),
              -0.1772882237362169, kExact);
  EXPECT_NEAR(of("no-slip", [](const SceneRun& r) { return spin_of(r, 0).y(); }),
              -0.8864411186810844, kExact);
}

TEST(PairBenchmarks, B21LadderLeavesTheWallAndLandsFlat) {
  const auto lift = [](const SceneRun& run) {
    const auto lifts = events_of_kind(run.trace(), EventKind::Lift);
    return lifts.empty() ? NAN : trace::seconds(lifts[0].lo);
  };
  const auto landing = [](const SceneRun& run) { return impact_time(run, 1); };
  const auto speed = [](const SceneRun& run) { return velocity_of(run, 0).x(); };
  constexpr double kLift = 1e-9;
  EXPECT_NEAR(at_no_skin("benchmarks/b21.yaml", lift), 0.459662826377381, kLift);
  EXPECT_NEAR(at_no_skin("benchmarks/b21.yaml", landing), 0.6861395157330254, 1e-9);
  EXPECT_NEAR(at_no_skin("benchmarks/b21.yaml", speed), 1.189937618191625, 1e-9);
  EXPECT_NEAR(at_no_skin("benchmarks/b21b.yaml", lift), 0.4498575245807789, kLift);
  EXPECT_NEAR(at_no_skin("benchmarks/b21b.yaml", landing), 0.6884493107113869, 1e-9);
  EXPECT_NEAR(at_no_skin("benchmarks/b21b.yaml", speed), 1.115824193218764, 1e-9);
}

TEST(PairBenchmarks, B25CradleOfCubes) {
  const SceneRun gaps = proved_run("benchmarks/b25-gap.yaml");
  EXPECT_EQ(events_of_kind(gaps.trace(), EventKind::Impact).size(), 4U);
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(velocity_of(gaps, i).x(), i == 4 ? 1.0 : 0.0, kAlgebra) << i;
  EXPECT_NEAR(at_no_skin("benchmarks/b25-gap.yaml",
                         [](const SceneRun& run) { return impact_time(run, 4); }),
              0.004, kExact);
  for (const std::string name : {"gap", "touching"}) {
    const SceneRun run = proved_run("benchmarks/b25-masses-" + name + ".yaml");
    EXPECT_NEAR(velocity_of(run, 0).x(), -1.0 / 3.0, kAlgebra) << name;
    EXPECT_NEAR(velocity_of(run, 1).x(), 2.0 / 3.0, kAlgebra) << name;
    EXPECT_NEAR(velocity_of(run, 2).x(), 2.0 / 3.0, kAlgebra) << name;
  }
  for (const int n : {3, 5}) {
    for (const double e : {0.0, 0.5, 1.0}) {
      const SceneRun run = proved_run("benchmarks/b25-touching-" + std::to_string(n) + ".yaml",
                                      [&](Scene& scene) { scene.default_pair.restitution = e; });
      EXPECT_NEAR(velocity_of(run, 0).x(), -e + (1.0 + e) / n, kAlgebra) << n << " " << e;
      for (int i = 1; i < n; ++i)
        EXPECT_NEAR(velocity_of(run, i).x(), (1.0 + e) / n, kAlgebra) << n << " " << e;
    }
  }
}

TEST(PairBenchmarks, B26StackRestsAndDrops) {
  const SceneRun rest = proved_run("benchmarks/b26-rest.yaml");
  EXPECT_EQ(rest.outcome().stop, StopKind::Rest);
  EXPECT_LE(rest.outcome().segments, 10U);
  const SceneRun drop = proved_run("benchmarks/b26-drop.yaml");
  EXPECT_EQ(drop.outcome().stop, StopKind::Rest);
  double ground = 0.0;
  for (const trace::Event& event : events_of_kind(drop.trace(), EventKind::Impact))
    if (event.a.body == trace::kWorld)
      for (const auto& contact : event.contacts) ground += contact.impulse[2];
  EXPECT_NEAR(ground, 22.1472345903501, 1e-6);  // δ shortens the fall
  EXPECT_NEAR(at_no_skin("benchmarks/b26-drop.yaml",
                         [](const SceneRun& run) { return impact_time(run, 1); }),
              0.4515236409857309, kExact);
  const SceneRun up = proved_run("benchmarks/b26-drop.yaml", [](Scene& scene) {
    scene.default_pair.restitution = 0.5;
    scene.stop.time = 0.4515236409857309;
  });
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(velocity_of(up, i).z(), 2.21472345903501, 1e-6) << i;
}

TEST(PairBenchmarks, B26OverhangOnBothSidesOfTheLimit) {
  for (const int k : {1, 2, 4}) {
    std::string name = "benchmarks/b26-overhang-";
    name += std::to_string(k);
    const SceneRun under = proved_run(name + "-under.yaml");
    EXPECT_EQ(under.outcome().stop, StopKind::Rest) << k;
    for (int i = 0; i < k; ++i)
      EXPECT_NEAR(position_of(under, i).z(), 0.1 + 0.2 * i, 1e-7) << k << " " << i;
    const SceneRun over = proved_run(name + "-over.yaml");
    EXPECT_EQ(over.outcome().stop, StopKind::Time) << k;
    EXPECT_GT(spin_of(over, k - 1).y(), 1e-3) << k;  // turns over the edge
  }
}

TEST(PairBenchmarks, B31Wedges) {
  const auto near = [](const std::string& name, auto&& quantity, double value) {
    EXPECT_NEAR(at_no_skin("benchmarks/" + name + ".yaml", quantity), value, kIntegrated) << name;
  };
  const double t_a = 0.575581964058676;
  near(
      "b31a", [](const SceneRun& run) { return position_of(run, 0).x(); }, -0.2165063509461097);
  near(
      "b31a", [](const SceneRun& run) { return velocity_of(run, 0).x(); },
      -1.307032186326976 * t_a);
  near(
      "b31c", [](const SceneRun& run) { return velocity_of(run, 0).z(); }, -0.981 * 0.45);
  near(
      "b31c", [](const SceneRun& run) { return velocity_of(run, 1).x(); },
      1.699141842225069 * 0.45);
  near(
      "b31d", [](const SceneRun& run) { return velocity_of(run, 0).z(); }, -3.27 * 0.3);
  near(
      "b31d", [](const SceneRun& run) { return velocity_of(run, 1).x(); }, 1.887935380250076 * 0.3);
  near(
      "b31d", [](const SceneRun& run) { return velocity_of(run, 2).x(); },
      -1.887935380250076 * 0.3);
}

TEST(PairBenchmarks, B34FaceToFaceInFreeSpace) {
  const std::array<std::array<double, 5>, 3> known{{
      {0.0, 5.0 / 3.0, 5.0 / 3.0, 6.0 / 31.0, 30.0 / 31.0},
      {0.5, 1.0, 3.0, -13.0 / 62.0, 45.0 / 31.0},
      {1.0, 1.0 / 3.0, 13.0 / 3.0, -19.0 / 31.0, 60.0 / 31.0},
  }};
  for (const auto& [e, v_a, v_b, v_offset, spin] : known) {
    const double with = e;
    const auto change = [with](Scene& scene) {
      scene.default_pair.restitution = with;
      scene.stop.events = 1;
    };
    const SceneRun aligned = proved_run("benchmarks/b34a.yaml", change);
    EXPECT_NEAR(velocity_of(aligned, 0).x(), v_a, kAlgebra) << e;
    EXPECT_NEAR(velocity_of(aligned, 1).x(), v_b, kAlgebra) << e;
    const SceneRun offset = proved_run("benchmarks/b34b.yaml", change);
    EXPECT_NEAR(velocity_of(offset, 0).x(), v_offset, kAlgebra) << e;
    EXPECT_NEAR(velocity_of(offset, 1).x(), -v_offset, kAlgebra) << e;
    EXPECT_NEAR(spin_of(offset, 0).z(), spin, kAlgebra) << e;
    EXPECT_NEAR(spin_of(offset, 1).z(), spin, kAlgebra) << e;
  }
  EXPECT_NEAR(
      at_no_skin("benchmarks/b34b.yaml", [](const SceneRun& run) { return impact_time(run, 1); }),
      0.25, kExact);
}

TEST(PairBenchmarks, B35EveryWayOfTouching) {
  struct Touch {
    const char* name;
    double time;
    bool regular;
  };
  const std::array<Touch, 7> touches{{{"vertex-vertex", 0.6339745962155614, false},
                                      {"vertex-edge", 0.7134339075145069, false},
                                      {"parallel-edges", 0.7928932188134525, false},
                                      {"crossed-edges", 0.7928932188134525, true},
                                      {"vertex-face", 0.8169872981077807, true},
                                      {"edge-face", 0.8964466094067262, true},
                                      {"face-face", 1.0, true}}};
  for (const Touch& touch : touches) {
    std::string name = "benchmarks/b35-";
    name += touch.name;
    name += ".yaml";
    EXPECT_NEAR(at_no_skin(name, [](const SceneRun& run) { return impact_time(run, 1); }),
                touch.time, kExact)
        << touch.name;
    const SceneRun run = proved_run(name);
    const bool reported = !events_of_kind(run.trace(), EventKind::Indeterminate).empty();
    EXPECT_EQ(reported, !touch.regular) << touch.name;
    const Vector3 momentum = velocity_of(run, 0) + velocity_of(run, 1);
    EXPECT_LT(momentum.norm(), 1e-12) << touch.name;
    EXPECT_LE(run.outcome().footer.energy_final, 1.0 + 1e-12) << touch.name;
  }
  // Edges parallel but for 1e-6 rad: regular. δ shifts the touch by δ/v = 5e-9 s.
  const SceneRun twisted = proved_run("benchmarks/b35-twisted-edges.yaml");
  EXPECT_NEAR(impact_time(twisted, 1), 0.7928932188134525 - 5e-9, kExact);
  EXPECT_TRUE(events_of_kind(twisted.trace(), EventKind::Indeterminate).empty());
  EXPECT_LT((velocity_of(twisted, 0) + velocity_of(twisted, 1)).norm(), 1e-12);
  const SceneRun refused = run_scene("benchmarks/b35-vertex-vertex.yaml", [](Scene& scene) {
    scene.indeterminate = OnIndeterminate::Refuse;
  });
  EXPECT_EQ(refused.outcome().stop, StopKind::Indeterminate);
}

TEST(PairBenchmarks, B37NothingTunnels) {
  const auto time = [](const SceneRun& run) { return impact_time(run, 1); };
  EXPECT_NEAR(at_no_skin("benchmarks/b37a.yaml", time), 0.0009895, kExact);
  const SceneRun run = proved_run("benchmarks/b37a.yaml");
  EXPECT_NEAR(velocity_of(run, 0).x(), 4.975124378109453, 1e-9);
  EXPECT_NEAR(velocity_of(run, 1).x(), 4.975124378109453, 1e-9);
  EXPECT_NEAR(at_no_skin("benchmarks/b37b.yaml", time), 0.002291847980057609, kExact);
}

TEST(PairBenchmarks, B38SlotOfAMicrometre) {
  const SceneRun straight = proved_run("benchmarks/b38-straight.yaml");
  EXPECT_EQ(straight.outcome().events, 0U);
  EXPECT_NEAR(position_of(straight, 0).z(), -4.905, 1e-11);
  const auto time = [](const SceneRun& run) { return impact_time(run, 1); };
  EXPECT_NEAR(at_no_skin("benchmarks/b38-spin-fast.yaml", time), 0.002000002000005333, kExact);
  // Closing at 5e-7 m/s: rounding of 1e-13 m in the gap is 2e-7 s.
  EXPECT_NEAR(at_no_skin("benchmarks/b38-spin-slow.yaml", time), 2.000002000005333, 2e-7);
  const SceneRun jammed = proved_run("benchmarks/b38-spin-fast.yaml");
  EXPECT_NEAR(spin_of(jammed, 0).norm(), 0.0, 1e-12);
  EXPECT_NEAR(velocity_of(jammed, 0).z(), -9.81 * 0.01, 1e-11);  // falls on as before
}

}  // namespace
}  // namespace rigor
