// SPDX-License-Identifier: Apache-2.0
// Problems with friction whose solutions are known, from their scene files: when slip stops, turns
// back or begins, how far it goes, and what Coulomb's law does not determine.
#include <array>
#include <cmath>
#include <numbers>

#include "integration/moving.hpp"

namespace rigor {
namespace {

using trace::EventKind;
using trace::seconds;

constexpr double kLocatedAtSkin = 1e-12;  // s, events at fixed skin

std::vector<double> times_of(const SceneRun& run, EventKind kind) {
  std::vector<double> times;
  for (const trace::Event& event : events_of_kind(run.trace(), kind))
    times.push_back(seconds(event.lo));
  return times;
}

/// When the only event of its kind happened.
double time_of(const SceneRun& run, EventKind kind) {
  const std::vector<double> times = times_of(run, kind);
  EXPECT_EQ(times.size(), 1U) << trace::name(kind);
  return times.empty() ? NAN : times.front();
}

std::function<void(Scene&)> with_friction(double mu) {
  return [mu](Scene& scene) { scene.default_pair.mu = mu; };
}

TEST(FrictionBenchmarks, B10SlidesToRestWithoutTurning) {
  const SceneRun run = proved_run("benchmarks/b10.yaml");
  EXPECT_NEAR(time_of(run, EventKind::Stick), 0.764525993883792, kLocatedAtSkin);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(position_of(run, 0).x(), 1.146788990825688, kIntegrated);
  EXPECT_NEAR(position_of(run, 0).y(), 0.0, kIntegrated);
  EXPECT_NEAR(run.outcome().final_state.q.segment<3>(4).norm(), 0.0, kIntegrated);
  EXPECT_NEAR(until(run, 0, 0.5).x.x(), 1.0095, kIntegrated);
  EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12);
  EXPECT_LE(run.outcome().segments, 6U);
}

/// Friction that is too small by `beyond` lets the box go as computed.
void expect_yields(double slope, double beyond) {
  const SceneRun run =
      proved_run("benchmarks/b11-yields.yaml", with_friction(std::tan(slope) - beyond));
  EXPECT_EQ(run.outcome().stop, StopKind::Time) << beyond;
  const double a = kG * std::cos(slope) * beyond;
  const double rounding = 3e-15 * kG;  // a is a difference of accelerations of the size of gravity
  EXPECT_NEAR(position_of(run, 0).x(), 0.5 * a, std::max(1e-6 * a, rounding)) << beyond;
  EXPECT_NEAR(velocity_of(run, 0).x(), a, std::max(1e-6 * a, rounding)) << beyond;
}

TEST(FrictionBenchmarks, B11HoldsOrYieldsAtTheTangentOfTheSlope) {
  const double slope = 20.0 * std::numbers::pi / 180.0;
  const SceneRun holds = proved_run("benchmarks/b11-holds.yaml");
  EXPECT_EQ(holds.outcome().stop, StopKind::Rest);
  EXPECT_LE(position_of(holds, 0).head<2>().norm(), 1e-14);
  const SceneRun yields = proved_run("benchmarks/b11-yields.yaml");
  EXPECT_EQ(yields.outcome().stop, StopKind::Time);
  for (const double beyond : {1e-7, 1e-9}) {
    const SceneRun above =
        proved_run("benchmarks/b11-holds.yaml", with_friction(std::tan(slope) + beyond));
    EXPECT_EQ(above.outcome().stop, StopKind::Rest) << beyond;
    EXPECT_LE(position_of(above, 0).head<2>().norm(), 1e-14) << beyond;
  }
  for (const double beyond : {1e-7, 5e-9}) expect_yields(slope, beyond);
}

// A margin of less than 1e-9 of the weight counts as none.
TEST(FrictionBenchmarks, B11YieldsAtOneInABillion) {
  expect_yields(20.0 * std::numbers::pi / 180.0, 1e-9);
}

TEST(FrictionBenchmarks, B11SlidesDownStopsAndTurnsBack) {
  const SceneRun slides = proved_run("benchmarks/b11-slides.yaml");
  EXPECT_NEAR(position_of(slides, 0).x(), 0.755770342021429, kIntegrated);
  EXPECT_NEAR(velocity_of(slides, 0).x(), 1.511540684042858, kIntegrated);

  const SceneRun down = proved_run("benchmarks/b11-downhill.yaml");
  EXPECT_NEAR(time_of(down, EventKind::Stick), 1.594928511481501, kLocatedAtSkin);
  EXPECT_NEAR(position_of(down, 0).x(), 1.594928511481501, kIntegrated);
  EXPECT_EQ(down.outcome().stop, StopKind::Rest);

  const SceneRun up = proved_run("benchmarks/b11-uphill.yaml");
  const double turn = time_of(up, EventKind::Slip);
  EXPECT_NEAR(turn, 0.3846971676816827, kLocatedAtSkin);
  EXPECT_TRUE(times_of(up, EventKind::Stick).empty());
  EXPECT_EQ(events_of_kind(up.trace(), EventKind::Slip).front().note, "the slip reversed");
  EXPECT_NEAR(from(up, 0, turn).x.x(), -0.3846971676816827, kIntegrated);
  const double back = turn + std::sqrt(2.0 * 0.3846971676816827 / 1.511540684042858);
  EXPECT_NEAR(from(up, 0, back).x.x(), 0.0, kIntegrated);
  EXPECT_NEAR(from(up, 0, back).v.x(), 1.078411257347512, kIntegrated);
}

TEST(FrictionBenchmarks, B13SpinsDownInPlace) {
  const SceneRun run = proved_run("benchmarks/b13.yaml");
  EXPECT_NEAR(time_of(run, EventKind::Stick), 0.4083759514626786, kLocatedAtSkin);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_LE(position_of(run, 0).head<2>().norm(), 1e-12);
  const auto& q = run.outcome().final_state.q;
  EXPECT_NEAR(2.0 * std::atan2(q[6], q[3]), 2.041879757313393, kIntegrated);
  EXPECT_NEAR(from(run, 0, 0.1).w.z(), 10.0 - 0.1 * 24.48724016236274, kIntegrated);
  EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Indeterminate).empty());
}

TEST(FrictionBenchmarks, B13nSaysWhatTheLawLeavesOpen) {
  const SceneRun run = proved_run("benchmarks/b13n.yaml");
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  const auto open = events_of_kind(run.trace(), EventKind::Indeterminate);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(seconds(open[0].lo), 0.0);
  for (const char* range : {" x [-1.20615, -1.13657]", " y [-0.677108, 0.482459]",
                            "about z [-21.7663, -21.686]", "normal_split: equal_stiffness"})
    EXPECT_NE(open[0].note.find(range), std::string::npos) << range << "\n" << open[0].note;
  // Of equal springs.
  EXPECT_NEAR(from(run, 0, 0.0).a.y(), -0.093726, 1e-6);
  EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12);

  const SceneRun refused = run_scene(
      "benchmarks/b13n.yaml", [](Scene& scene) { scene.normal_split = NormalSplit::Refuse; });
  EXPECT_EQ(refused.outcome().stop, StopKind::Indeterminate);
  EXPECT_NE(refused.outcome().reason.find("normal_split: refuse"), std::string::npos);
}

TEST(FrictionBenchmarks, ASpinAloneIsNotRefused) {
  const SceneRun run = proved_run("benchmarks/b13.yaml",
                                  [](Scene& scene) { scene.normal_split = NormalSplit::Refuse; });
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
}

TEST(FrictionBenchmarks, B19SlipsWhileToppling) {
  const auto touch = [](const SceneRun& run) { return impact_time(run, 1); };
  EXPECT_NEAR(at_no_skin("benchmarks/b19-coulomb.yaml", touch), 1.152193357701496, kIntegrated);

  const SceneRun run = proved_run("benchmarks/b19-coulomb.yaml");
  const double onset = time_of(run, EventKind::Slip);
  EXPECT_NEAR(onset, 0.8944226200676791, kIntegrated);
  const Quaternion q = until(run, 0, onset).q;
  const double slope = 25.0 * std::numbers::pi / 180.0;
  EXPECT_NEAR(2.0 * std::atan2(q.y(), q.w()) + slope - std::atan2(0.25, 0.75), 0.8654525791795561,
              1e-9);
  // The touch comes a little early: the edge and the next face are δ above the ground.
  const Moving end = until(run, 0, impact_time(run, 1));
  const Vector3 arm = end.q * Vector3(0.25, 0.0, -0.75);
  EXPECT_NEAR((end.x + arm).x() - 0.25, 0.1615188192231863, 1e-7);
  EXPECT_NEAR((end.v + end.w.cross(arm)).x(), 1.76964471887801, 1e-7);
  EXPECT_NEAR(end.w.y(), 3.77081268280493, 1e-7);
}

TEST(FrictionBenchmarks, B23SlidesOnBelowPainlevesLimit) {
  const SceneRun run = proved_run("benchmarks/b23-consistent.yaml");
  EXPECT_TRUE(events_of_kind(run.trace(), EventKind::Jam).empty());
  const Moving start = from(run, 0, 0.0);
  EXPECT_NEAR(start.a.z() + kG, 65.4, 1e-5);
  EXPECT_NEAR(start.a.x(), 2.7 * 65.4, 1e-4);
}

/// Runs with δ = 1e-8, 1e-9 and 1e-10; the first is proved.
std::array<SceneRun, 3> at_three_skins(const std::string& name) {
  const auto with_skin = [](double skin) {
    return [skin](Scene& scene) {
      scene.skin = skin;
      scene.start_tolerance = 2e-8;
    };
  };
  return {proved_run(name, with_skin(1e-8)), run_scene(name, with_skin(1e-9)),
          run_scene(name, with_skin(1e-10))};
}

struct RodCase {
  const char* scene;
  Vector3 v;        // just after the impulse
  double turning;   // rad/s, counter-clockwise
  Vector3 impulse;  // N s
  double lands;     // s, or 0 if not known
};

TEST(FrictionBenchmarks, B23AnImpulseWithoutCollisionAboveIt) {
  for (const RodCase& rod : {RodCase{"benchmarks/b23-inconsistent.yaml",
                                     {-0.25, 0, 0.25},
                                     0.3535533905932738,
                                     {0.75, 0, 0.25},
                                     0.7556522740894472},
                             RodCase{"benchmarks/b23-heavy.yaml",
                                     {-1.0 / 3, 0, 1.0 / 3},
                                     0.4714045207910317,
                                     {4.0 / 3, 0, 2.0 / 3},
                                     0.6721036361508641},
                             RodCase{"benchmarks/b23-uniform.yaml",
                                     {-0.375, 0, 0.375},
                                     0.5303300858899106,
                                     {0.625, 0, 0.375},
                                     0.0}}) {
    const std::array<SceneRun, 3> runs = at_three_skins(rod.scene);
    const SceneRun& run = runs[0];
    const auto at_zero = [&](const std::function<double(const SceneRun&)>& quantity) {
      return extrapolated(quantity(runs[0]), quantity(runs[1]), quantity(runs[2]));
    };
    const auto jams = events_of_kind(run.trace(), EventKind::Jam);
    ASSERT_EQ(jams.size(), 1U) << rod.scene;
    EXPECT_EQ(seconds(jams[0].lo), 0.0);
    EXPECT_NE(jams[0].note.find("impulse without collision"), std::string::npos);
    // Opening the touching start turns the rod by about δ.
    const auto after = [&](const std::function<double(const Moving&)>& quantity) {
      return at_zero([&](const SceneRun& of) { return quantity(from(of, 0, 0.0)); });
    };
    EXPECT_NEAR(after([](const Moving& m) { return m.v.x(); }), rod.v.x(), kIntegrated);
    EXPECT_NEAR(after([](const Moving& m) { return m.v.z(); }), rod.v.z(), kIntegrated);
    EXPECT_NEAR(after([](const Moving& m) { return -m.w.y(); }), rod.turning, kIntegrated);
    const auto impacts = events_of_kind(run.trace(), EventKind::Impact);
    ASSERT_FALSE(impacts.empty()) << rod.scene;
    Vector3 impulse = Vector3::Zero();
    for (const auto& contact : impacts[0].contacts)
      impulse += Vector3(contact.impulse[0], contact.impulse[1], contact.impulse[2]);
    EXPECT_LE((impulse - rod.impulse).norm(), 1e-7) << rod.scene;
    if (rod.lands == 0.0) continue;
    const auto last_impact = [](const SceneRun& of) {
      const std::vector<double> times = times_of(of, EventKind::Impact);
      return times.empty() ? NAN : times.back();
    };
    EXPECT_NEAR(at_zero(last_impact), rod.lands, kIntegrated) << rod.scene;
    EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  }
}

TEST(FrictionBenchmarks, B23ATwinIsReported) {
  const SceneRun run = proved_run("benchmarks/b23-twin.yaml");
  const auto open = events_of_kind(run.trace(), EventKind::Indeterminate);
  ASSERT_FALSE(open.empty());
  EXPECT_EQ(seconds(open[0].lo), 0.0);
  const SceneRun refused = run_scene("benchmarks/b23-twin.yaml", [](Scene& scene) {
    scene.indeterminate = OnIndeterminate::Refuse;
  });
  EXPECT_EQ(refused.outcome().stop, StopKind::Indeterminate) << refused.outcome().reason;
}

TEST(FrictionPairs, ABlockTakesAPlankAlong) {
  const SceneRun run = proved_run("block-on-plank.yaml");
  EXPECT_NEAR(time_of(run, EventKind::Stick), 0.6371049949031601, kLocatedAtSkin);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(velocity_of(run, i).x(), 0.625, kIntegrated) << i;
  EXPECT_NEAR((position_of(run, 1) - position_of(run, 0)).x(), -0.7 + 0.79638124362895,
              kIntegrated);
  EXPECT_NEAR(velocity_of(run, 0).x() * 3.0 + velocity_of(run, 1).x(), 2.5, kIntegrated);
}

TEST(FrictionPairs, BlockAndPlankMoveTogetherThenStop) {
  const SceneRun run = proved_run("block-on-plank-on-floor.yaml");
  const std::vector<double> sticks = times_of(run, EventKind::Stick);
  ASSERT_EQ(sticks.size(), 2U);
  EXPECT_NEAR(sticks[0], 0.764525993883792, kLocatedAtSkin);
  EXPECT_NEAR(sticks[1], 1.27420998980632, kLocatedAtSkin);
  EXPECT_NEAR(until(run, 0, sticks[0]).a.x(), 0.327, 1e-8);
  EXPECT_NEAR(from(run, 0, sticks[0]).v.x(), 0.25, kIntegrated);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  const double slid = 0.5 * 2.5 * 0.764525993883792;
  EXPECT_NEAR((position_of(run, 1) - position_of(run, 0)).x(), -0.8 + slid, kIntegrated);
}

/// Stops of the box that was knocked, and how far it and those above it got.
void expect_knocked(const SceneRun& run, int knocked) {
  const double together = 1.0 / (2.4 * kG);
  const std::vector<double> sticks = times_of(run, EventKind::Stick);
  ASSERT_FALSE(sticks.empty());
  EXPECT_NEAR(sticks.back(), 0.11326311020500623, 1e-9);
  const double coasted = 0.5 * 0.20833333333333334 * 0.0707894438781289;
  const double upper = 0.5 * 0.20833333333333334 * together + coasted;
  const double middle = 0.5 * (1.0 + 0.20833333333333334) * together + coasted;
  const int boxes = static_cast<int>(run.trace().bodies.size());
  for (int i = 0; i < boxes; ++i)
    EXPECT_NEAR(position_of(run, i).x(), i < knocked ? 0.0 : (i == knocked ? middle : upper), 1e-9)
        << i;
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
}

TEST(FrictionPairs, ABoxKnockedOutOfAStackTakesThoseAboveAlong) {
  expect_knocked(proved_run("stack-4-knocked.yaml"), 1);
}

// One more box below changes nothing for the others.
TEST(FrictionPairs, ABoxKnockedOutOfAStackOfFive) {
  expect_knocked(proved_run("stack-4-knocked.yaml",
                            [](Scene& scene) {
                              BodySpec below = scene.bodies.front();
                              below.name = "below";
                              for (BodySpec& body : scene.bodies) body.X_WB.translation.z() += 0.2;
                              scene.bodies.insert(scene.bodies.begin(), below);
                            }),
                 2);
}

TEST(FrictionPairs, AStackThatIsPushedLagsBehindItsLowestBox) {
  constexpr double kSpeed = 0.3;
  constexpr double kMu = 0.4;
  const SceneRun run = proved_run("stack-5-pushed.yaml");
  const auto blows = times_of(run, EventKind::Impact);
  ASSERT_FALSE(blows.empty());
  const double stick = time_of(run, EventKind::Stick);
  EXPECT_NEAR(stick - blows.front(), kSpeed / (kMu * kG), 1e-9);
  const double lag = until(run, 0, 1.0).x.x() - until(run, 1, 1.0).x.x();
  EXPECT_NEAR(lag, kSpeed * kSpeed / (2.0 * kMu * kG), 1e-9);
  for (std::uint32_t body = 0; body < 5; ++body) {
    EXPECT_NEAR((until(run, body, 1.0).v - Vector3(kSpeed, 0.0, 0.0)).norm(), 0.0, 1e-9) << body;
    EXPECT_NEAR(until(run, body, 1.0).x.x(), until(run, 1, 1.0).x.x() + (body == 0 ? lag : 0.0),
                1e-9)
        << body;
  }
}

TEST(FrictionPairs, DominoesKnockEachOtherOverInTheOrderOfTheRow) {
  constexpr std::size_t kCount = 6;
  const SceneRun run = proved_run("dominoes-topple.yaml", [](Scene& scene) {
    scene.method = Method::Oracle;
    scene.bodies.resize(kCount);
    scene.stop.time = 0.65;
  });
  EXPECT_EQ(run.outcome().stop, StopKind::Time);
  EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-12);
  double before = 0.0;
  for (std::uint32_t body = 1; body < kCount; ++body) {
    double hit = NAN;
    for (const trace::Event& event : events_of_kind(run.trace(), EventKind::Impact))
      if (std::isnan(hit) && event.a.body == body - 1 && event.b.body == body)
        hit = seconds(event.lo);
    EXPECT_GT(hit, before + 0.03) << body;
    before = hit;
  }
  for (std::uint32_t body = 0; body < kCount; ++body) {
    const Vector3 up = until(run, body, 0.65).q.toRotationMatrix().col(2);
    EXPECT_GT(up.x(), 0.1) << body;  // leans over
    EXPECT_NEAR(up.y(), 0.0, 1e-6) << body;
  }
}

/// Leans the ladder of half length 1 m at an angle to the floor.
std::function<void(Scene&)> leaning(double angle) {
  return [angle](Scene& scene) {
    scene.bodies[0].X_WB.translation = Vector3(std::cos(angle), 0.0, std::sin(angle));
    scene.bodies[0].X_WB.rotation = exp_rotation((angle - std::numbers::pi) * Vector3::UnitY());
  };
}

TEST(FrictionPairs, ALadderStandsOrSlidesAtItsAngleOfFriction) {
  const SceneRun stands = proved_run("ladder-against-wall.yaml");
  EXPECT_EQ(stands.outcome().stop, StopKind::Rest);
  EXPECT_LE(velocity_of(stands, 0).norm(), 0.0);
  const double least = std::atan(1.05);
  for (const double beyond : {1e-3, 1e-6}) {
    const SceneRun above = proved_run("ladder-against-wall.yaml", leaning(least + beyond));
    EXPECT_EQ(above.outcome().stop, StopKind::Rest) << beyond;
    const SceneRun below = proved_run("ladder-slides.yaml", leaning(least - beyond));
    EXPECT_EQ(below.outcome().stop, StopKind::Time) << beyond;
    EXPECT_GT(velocity_of(below, 0).norm(), 1e-7) << beyond;
  }
}

TEST(FrictionPairs, ASlidingLadderAcceleratesAsComputed) {
  const SceneRun run = proved_run("ladder-slides.yaml");
  const double mu = 0.4;
  const double c = std::sqrt(0.5);  // at 45 degrees, sine and cosine
  const double k = ((1.0 - mu * mu) * c - 2.0 * mu * c) / (1.0 + mu * mu);
  const double turning = kG * k / (1.0 / 3.0 + c * c + mu * c * c + k * (c + mu * c));
  const Moving start = from(run, 0, 0.0);
  EXPECT_NEAR(start.a.x(), turning * c, 1e-6);
  EXPECT_NEAR(start.a.z(), -turning * c, 1e-6);
}

TEST(FrictionPairs, ABlockStopsAtTheEdgeOrTipsOverIt) {
  const SceneRun stays = proved_run("block-stops-before-edge.yaml");
  EXPECT_NEAR(time_of(stays, EventKind::Stick), 0.564050288820931, kLocatedAtSkin);
  EXPECT_NEAR(position_of(stays, 0).x(), 0.4681617397213727, kIntegrated);
  EXPECT_NEAR(position_of(stays, 0).z(), 1.1, 1e-7);
  EXPECT_EQ(stays.outcome().stop, StopKind::Rest);

  const SceneRun falls = proved_run("block-falls-off-table.yaml");
  ASSERT_GE(falls.trace().events.size(), 2U);
  EXPECT_NEAR(seconds(falls.trace().events[1].lo), 0.25824225092123326, 1e-8);
  EXPECT_LT(position_of(falls, 0).z(), 0.5);
}

// From the face to the edge in one event, without a hop.
TEST(FrictionPairs, ABlockThatTipsOverAnEdgeKeepsTouchingIt) {
  const SceneRun falls = proved_run("block-falls-off-table.yaml");
  ASSERT_GE(falls.trace().events.size(), 2U);
  EXPECT_EQ(falls.trace().events[1].kind, EventKind::Feature);
  EXPECT_EQ(falls.trace().events[1].contacts_after, 2U);
}

}  // namespace
}  // namespace rigor
