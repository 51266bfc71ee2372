// SPDX-License-Identifier: Apache-2.0
// Links that touch half-spaces, fixed and free bodies, other mechanisms and links of their own.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

const std::string kFloor = "\nhalf_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]";

/// A cube of edge 0.2 on a vertical guide, let go with its centre at 1 m.
std::string falling(const std::string& top) {
  return mechanism_text(box_link_text("cube", "", "{prismatic: {axis: [0, 0, 1], coordinates: 1}}",
                                      "[0.2, 0.2, 0.2]"),
                        kEarth + "\n" + top, 2.0);
}

/// It falls by `height`, hits, and rests there.
SceneRun rests_after(const std::string& text, double height) {
  SceneRun run = run_text(text);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest) << run.outcome().reason;
  EXPECT_NEAR(impact_time(run, 1), std::sqrt(2.0 * height / kG), 1e-10);
  EXPECT_NEAR(run.outcome().final_state.q.tail<1>()[0], 1.0 - height, 1e-9);
  expect_proved(run);
  return run;
}

TEST(MechanismContact, ACubeOnAGuideComesToRestOnAHalfSpace) {
  const SceneRun run = rests_after(
      falling("half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0.5}]"), 0.4 - kSkin);
  EXPECT_TRUE(
      std::any_of(run.trace().segments.begin(), run.trace().segments.end(),
                  [](const trace::Segment& s) { return s.reason == trace::EndReason::Touch; }));
  const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
  double impulse = 0.0;
  for (const trace::EventContact& contact : impacts.front().contacts) impulse += contact.impulse[2];
  EXPECT_NEAR(impulse, std::sqrt(2.0 * kG * 0.4), 1e-7);  // of 1 kg
}

TEST(MechanismContact, AndOnAFixedBody) {
  rests_after(falling("bodies: [{name: block, fixed: true, shape: {box: [1, 1, 1]}}]"),
              0.4 - kSkin);
}

TEST(MechanismContact, AndOnAFreeBodyOnTheFloor) {
  rests_after(falling("half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]\nbodies: "
                      "[{name: box, mass: 1, shape: {box: [1, 1, 0.5]}, pose: {position: [0, 0, "
                      "0.25]}}]"),
              0.4 - 2 * kSkin);
}

/// A box thrown on the floor: as a free body, as a link on a free joint, on three slides and a ball
/// joint, or as two halves that are welded together.
enum class Held { Free, Joint, Slides, Welded };

std::string list(const Vector3& v) {
  return fmt::format("{:.17g}, {:.17g}, {:.17g}", v.x(), v.y(), v.z());
}

std::string thrown(Held held, const std::string& law, double restitution) {
  const Vector3 p(0, 0, 0.6), v(0.5, 0.2, 0), w(1, -0.5, 2);
  const Quaternion q(0.8, 0.36, 0.48, 0);
  const std::string turned = "0.8, 0.36, 0.48, 0";
  const std::string box = "shape: {box: [0.2, 0.3, 0.1]}, mass: 1.2";
  std::string text = fmt::format(
      "rigor_scene: 1\nname: test\nlaw: {}\nstop: {{time: 0.8, at_rest: false}}\n{}{}\nsurfaces: "
      "{{default: {{mu: 0.4, restitution: {}}}}}\n",
      law, kEarth, kFloor, restitution);
  if (held == Held::Free)
    return text + fmt::format(
                      "bodies: [{{name: box, {}, pose: {{position: [{}], quat_wxyz: [{}]}}, "
                      "velocity: {{linear: [{}], angular: [{}]}}}}]\n",
                      box, list(p), turned, list(v), list(w));
  text += "mechanisms:\n  - name: m\n    links:\n";
  const auto free_link = [&](const char* name, const Vector3& at, const std::string& matter) {
    return fmt::format(
        "      - {{name: {}, joint: {{free: {{coordinates: [{}, {}], velocities: "
        "[{}, {}]}}}}, {}}}\n",
        name, list(at), turned, list(v + w.cross(at - p)), list(w), matter);
  };
  if (held == Held::Joint) return text + free_link("box", p, box);
  if (held == Held::Welded) {
    const std::string half = "shape: {box: [0.1, 0.3, 0.1]}, mass: 0.6";
    return text + free_link("left", p + q * Vector3(-0.05, 0, 0), half) +
           "      - {name: right, parent: left, joint: {fixed: {pose: {position: [0.1, 0, 0]}}}, " +
           half + "}\n";
  }
  // The slides' own bodies are far above all and weigh nothing to speak of.
  const auto slide = [](const char* name, const char* parent, int height, const char* joint) {
    return fmt::format(
        "      - {{name: {}{}, joint: {{prismatic: {{{}}}}}, pieces: [{{name: dot, shape: {{box: "
        "[0.01, 0.01, 0.01]}}, pose: {{position: [0, 0, {}]}}}}], mass: 1e-12, com: [0, 0, "
        "{}], inertia: [1e-15, 1e-15, 1e-15]}}\n",
        name, parent, joint, height, height);
  };
  return text + slide("x", "", 7, "axis: [1, 0, 0], velocities: 0.5") +
         slide("y", ", parent: x", 8, "axis: [0, 1, 0], velocities: 0.2") +
         slide("z", ", parent: y", 9, "axis: [0, 0, 1], coordinates: 0.6") +
         fmt::format(
             "      - {{name: box, parent: z, joint: {{spherical: {{coordinates: [{}], "
             "velocities: [{}]}}}}, {}}}\n",
             turned, list(w), box);
}

// The same body moves in the same way, whatever holds its coordinates.
TEST(MechanismContact, ABodyMovesAlikeAsFreeBodyAndInTrees) {
  for (const std::string law : {"no_slip", "frictionless", "coulomb"}) {
    for (const double e : {0.0, 0.4}) {
      const SceneRun free = run_text(thrown(Held::Free, law, e));
      ASSERT_TRUE(is_done(free.outcome().stop)) << law << e << free.outcome().reason;
      for (const Held held : {Held::Joint, Held::Slides, Held::Welded}) {
        SCOPED_TRACE(fmt::format("law {} e {} held {}", law, e, static_cast<int>(held)));
        const SceneRun run = run_text(thrown(held, law, e));
        ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
        expect_proved(run);
        for (std::size_t n = 1; n <= 2; ++n)
          EXPECT_NEAR(impact_time(run, n), impact_time(free, n), 1e-10);
        EXPECT_NEAR(run.outcome().footer.energy_final, free.outcome().footer.energy_final, 1e-8);
        EXPECT_EQ(events_of_kind(run.trace(), trace::EventKind::Impact).size(),
                  events_of_kind(free.trace(), trace::EventKind::Impact).size());
      }
    }
  }
}

// With λ = (I + m r² cos 2π/n)/(I + m r²) an impact keeps λ of the rate; the wheel falls by the
// same height from edge to edge: loss_(k+1) = λ² loss_k + (1 - λ²) 2 m g r sin(π/n) sin γ.
TEST(MechanismContact, ARimlessWheelLosesWhatTheClosedFormSays) {
  const SceneRun run = proved_run("rimless-wheel.yaml");
  auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
  std::erase_if(impacts, [](const trace::Event& event) { return trace::seconds(event.lo) < 1e-3; });
  ASSERT_GE(impacts.size(), 3U);
  const double keeps = (1.0 + std::cos(EIGEN_PI / 3.0)) / 2.0;
  double loss = impacts[0].energy_before - impacts[0].energy_after;
  for (std::size_t k = 1; k < impacts.size(); ++k) {
    loss = keeps * keeps * loss + (1.0 - keeps * keeps) * std::sin(0.1);
    EXPECT_NEAR(impacts[k].energy_before - impacts[k].energy_after, loss, 1e-6) << k;
  }
}

// A lid of length l and half thickness h, hinged at the height 2h, closes on its far edge.
TEST(MechanismContact, AHingedLidClosesOnItsFarEdge) {
  const double h = 0.05, l = 1.0;
  const std::string lid =
      "      - {name: lid, joint: {revolute: {axis: [0, -1, 0], pose: {position: "
      "[0, 0, 0.1]}, anchor: [-0.5, 0, 0], coordinates: 0.7}}, shape: {box: "
      "[1, 0.3, 0.1]}, mass: 1}\n";
  const SceneRun run = run_text(mechanism_text(lid, kEarth + kFloor, 3.0));
  ASSERT_EQ(run.outcome().stop, StopKind::Rest) << run.outcome().reason;
  expect_proved(run);
  const double q = run.outcome().final_state.q[0];  // opens upwards; below the hinge it is negative
  EXPECT_NEAR(2 * h, h * std::cos(q) - l * std::sin(q), 2e-8);
  EXPECT_EQ(events_of_kind(run.trace(), trace::EventKind::Impact).size(), 1U);
}

// Link 3 swings up against link 1 of its own tree.
TEST(MechanismContact, LinksOfOneTreeMeet) {
  std::string links;
  for (int i = 1; i <= 3; ++i)
    links += box_link_text(
        fmt::format("l{}", i), i == 1 ? "" : fmt::format("l{}", i - 1),
        fmt::format("{{revolute: {{axis: [0, 1, 0], {}anchor: [0, 0, 0.25], coordinates: {}, "
                    "velocities: {}}}}}",
                    i == 1 ? "" : "pose: {position: [0, 0, -0.25]}, ", i == 1 ? 0.0 : 2.4 - 0.3 * i,
                    i == 3 ? 4 : 0),
        "[0.05, 0.05, 0.4]");
  for (const char* law : {"no_slip", "frictionless", "coulomb"}) {
    std::string text = mechanism_text(links, "gravity: [0, 0, 0]", 0.6);
    text.replace(text.find("no_slip"), 7, law);
    const SceneRun run = run_text(text);
    ASSERT_TRUE(is_done(run.outcome().stop)) << law << ": " << run.outcome().reason;
    expect_proved(run);
    const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
    ASSERT_FALSE(impacts.empty()) << law;
    EXPECT_EQ(impacts[0].a.body, 0U);
    EXPECT_EQ(impacts[0].b.body, 2U);
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-9);
  }
}

// A constant torque about the hinge: q = ½ (τ/I) t², and its work is τ q.
TEST(MechanismContact, AGivenTorqueOnALinkDoesItsWork) {
  const std::string rod = box_link_text(
      "rod", "", "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.5]}}", "[0.1, 0.1, 1]");
  const SceneRun run = run_text(
      mechanism_text(rod, "gravity: [0, 0, 0]\nforces: [{body: rod, torque: [0, 0.3, 0]}]", 1.0));
  ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  const double inertia = (1.0 + 0.01) / 12.0 + 0.25;
  const double q = 0.5 * 0.3 / inertia;
  EXPECT_NEAR(run.outcome().final_state.q[0], q, 1e-12);
  EXPECT_NEAR(run.outcome().footer.energy_work, 0.3 * q, 1e-12);
  EXPECT_NEAR(run.outcome().footer.energy_final - run.outcome().footer.energy_initial, 0.3 * q,
              1e-12);
}

TEST(MechanismContact, AHangingMechanismRests) {
  const std::string links =
      box_link_text("a", "", "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.5]}}",
                    "[0.1, 0.1, 0.9]") +
      box_link_text("b", "a", "{spherical: {pose: {position: [0, 0, -0.5]}, anchor: [0, 0, 0.5]}}",
                    "[0.1, 0.1, 0.9]");
  const SceneRun run = run_text(mechanism_text(links, kEarth, 5.0));
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_EQ(run.trace().segments.size(), 2u);
  expect_proved(run);
}

/// Every kind of joint in one tree, on a fixed body.
std::string zoo() {
  return box_link_text("slider", "post", "{prismatic: {axis: [1, 0, 0], stiffness: 30}}",
                       "[0.2, 0.2, 0.1]") +
         box_link_text(
             "crank", "slider",
             "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.1]}, anchor: [0, 0, "
             "0.3], coordinates: 0.8, limits: [-2, 2]}}",
             "[0.1, 0.1, 0.5]") +
         box_link_text("plate", "crank",
                       "{fixed: {pose: {position: [0.2, 0, -0.2], axis: [0, 0, 1], angle: 0.5}}}",
                       "[0.1, 0.1, 0.1]") +
         box_link_text("cross", "crank",
                       "{universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], pose: {position: [0, "
                       "0, -0.3]}, anchor: [0, 0, 0.2], coordinates: [0.3, -0.2], damping: 0}}",
                       "[0.08, 0.08, 0.3]") +
         box_link_text("disc", "cross",
                       "{planar: {x_axis: [1, 0, 0], y_axis: [0, 1, 0], pose: {position: [0, 0, "
                       "-0.3]}, stiffness: [50, 50, 1], velocities: [0, 0.1, 3]}}",
                       "[0.1, 0.15, 0.05]") +
         box_link_text("ball", "disc",
                       "{spherical: {pose: {position: [0, 0, -0.1]}, anchor: [0, 0, 0.15], "
                       "velocities: [1, 0, 2]}}",
                       "[0.1, 0.1, 0.2]");
}

const std::string kPost = kEarth +
                          "\nbodies: [{name: post, fixed: true, shape: {box: [0.1, 0.1, 0.1]}, "
                          "pose: {position: [0, 0, 2], axis: [0, 0, 1], angle: 0.3}}]";

TEST(MechanismContact, EveryKindOfJointStaysClosedAndIsProved) {
  const SceneRun run = conserving_run(mechanism_text(zoo(), kPost, 1.5), 1e-7);
  ASSERT_EQ(run.trace().joints.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(run.trace().bodies[i + 1].kind, trace::BodyKind::Link);
  // Neighbours and what is rigidly joined are excluded, with the reason.
  EXPECT_EQ(run.trace().exclusions.size(), 8u);
}

TEST(MechanismContact, EveryCoordinateOfAPlanarJointStopsAtItsOwnLimits) {
  // x falls, y and the angle go on at constant rates; each bounces at its limit by itself.
  const SceneRun run = run_text(mechanism_text(
      box_link_text("puck", "",
                    "{planar: {x_axis: [0, 0, -1], y_axis: [0, 1, 0], velocities: [0, 0.5, -2], "
                    "limits: [[-1, 0.2], [-0.3, 0.1], [-0.3, 1]], limit_restitution: 0.5}}",
                    "[0.2, 0.2, 0.2]"),
      kEarth, 0.3));
  EXPECT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  EXPECT_EQ(run.trace().joints.size(), 3U);
  std::vector<double> times;
  for (const trace::Event& event : run.trace().events)
    if (event.kind == trace::EventKind::Limit) times.push_back(trace::seconds(event.at));
  const double g = 9.81;
  const double fall = std::sqrt(2.0 * 0.2 / g);
  ASSERT_GE(times.size(), 3U);
  EXPECT_NEAR(times[0], 0.3 / 2.0, 1e-7);
  EXPECT_NEAR(times[1], std::min(fall, 0.1 / 0.5), 1e-7);
  EXPECT_NEAR(times[2], std::max(fall, 0.1 / 0.5), 1e-7);
  const State& end = run.outcome().final_state;
  EXPECT_NEAR(end.q[2], -0.3 + 1.0 * (0.3 - 0.15), 1e-6);
  EXPECT_NEAR(end.q[1], 0.1 - 0.25 * (0.3 - 0.2), 1e-6);
  const double rest = 0.3 - fall;
  EXPECT_NEAR(end.q[0], 0.2 - 0.5 * g * fall * rest + 0.5 * g * rest * rest, 1e-6);
}

TEST(MechanismContact, BothAnglesOfAUniversalJointStopAtTheirLimits) {
  for (const bool second : {false, true}) {
    // About one of its axes alone the body turns at a constant rate: its axes are principal ones.
    const std::string rates = second ? "[0, 2]" : "[2, 0]";
    const SceneRun run = run_text(mechanism_text(
        box_link_text("rod", "",
                      "{universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], velocities: " + rates +
                          ", limits: [[-1, 0.5], [-1, 0.7]], limit_restitution: 0.25}}",
                      "[0.3, 0.2, 0.5]"),
        "gravity: [0, 0, 0]", 0.6));
    EXPECT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
    expect_proved(run);
    const double angle = second ? 0.7 : 0.5;
    std::vector<double> times;
    for (const trace::Event& event : run.trace().events)
      if (event.kind == trace::EventKind::Limit) times.push_back(trace::seconds(event.at));
    ASSERT_EQ(times.size(), 1U);
    EXPECT_NEAR(times[0], angle / 2.0, 1e-7);
    const State& end = run.outcome().final_state;
    EXPECT_NEAR(end.q[second ? 1 : 0], angle - 0.5 * (0.6 - angle / 2.0), 1e-6);
  }
}

TEST(MechanismContact, AJointThatOpensByTwoNanometresIsNotProved) {
  SceneRun run = run_text(mechanism_text(zoo(), kPost, 0.2));
  expect_proved(run);
  for (trace::Segment& segment : run.run.trace.segments)
    if (segment.body == 5) segment.position[2][0] += 2e-9;
  EXPECT_EQ(verification::verify(run.trace()).status, verification::Status::Refused);
}

// The same run twice gives the same record; a free body beside it makes no difference to it.
TEST(MechanismContact, RunsAreTheSameAndIndependentOfOthers) {
  const std::string text = mechanism_text(zoo(), kPost, 0.5);
  const SceneRun once = run_text(text);
  EXPECT_EQ(once.trace(), run_text(text).trace());
  std::string top = kPost;
  top.insert(top.size() - 1,
             ", {name: stone, mass: 1, shape: {box: [1, 1, 1]}, pose: {position: [9, 0, 9]}}");
  const SceneRun beside = run_text(mechanism_text(zoo(), top, 0.5));
  expect_proved(beside);
  const auto& q = beside.outcome().final_state.q;
  EXPECT_EQ(q.head(once.outcome().final_state.q.size()), once.outcome().final_state.q);
}

// All of it falls on the floor, under every law.
TEST(MechanismContact, EveryKindOfJointFallsOnTheFloor) {
  for (const char* law : {"no_slip", "frictionless", "coulomb"}) {
    std::string text = mechanism_text(
        zoo(), kPost + "\nhalf_spaces: [{name: floor, normal: [0, 0, 1], offset: 0.75}]", 0.6);
    text.replace(text.find("no_slip"), 7, law);
    const SceneRun run = run_text(text);
    EXPECT_TRUE(is_done(run.outcome().stop)) << law << ": " << run.outcome().reason;
    expect_proved(run);
    EXPECT_FALSE(events_of_kind(run.trace(), trace::EventKind::Impact).empty()) << law;
  }
}

// A guided face hits a block that lies on a table, at the height of its centre. Friction at the
// face could press the block on the table as hard as it likes; nothing asks for it, so it does not:
// the table takes no part, and the block goes on as if it were alone, then brakes with mu g.
TEST(MechanismContact, AGuidedFacePushesABlockAcrossATableWithoutPressingIt) {
  const double mu = 0.3;
  const double e = 0.2;
  const double m = 0.2;
  const double v = 0.5;
  const std::string top =
      kEarth + fmt::format(
                   "\nsurfaces: {{default: {{mu: {}, restitution: {}}}}}\nbodies:\n  - {{name: "
                   "table, fixed: "
                   "true, shape: {{box: [2, 1, 0.1]}}, pose: {{position: [0, 0, -0.05]}}}}\n  - "
                   "{{name: block, "
                   "shape: {{box: [0.1, 0.1, 0.1]}}, mass: {}, pose: {{position: [0, 0, 0.05]}}}}",
                   mu, e, m);
  std::string text = mechanism_text(
      box_link_text("pusher", "",
                    "{prismatic: {axis: [1, 0, 0], pose: {position: [-0.19, 0, 0.05]}, "
                    "velocities: 0.5}}",
                    "[0.08, 0.08, 0.08]"),
      top, 0.25);
  text.replace(text.find("no_slip"), 7, "coulomb");
  const SceneRun run = run_text(text);
  ASSERT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
  expect_proved(run);
  const double after = (1.0 + e) * v / (1.0 + m);  // the pusher has 1 kg
  const double since = 0.25 - (0.1 - 1e-8) / v;
  EXPECT_NEAR(run.outcome().final_state.q[0], after * since - 0.5 * mu * 9.81 * since * since,
              1e-10);
  for (const trace::Event& event : run.trace().events) {
    EXPECT_NE(event.kind, trace::EventKind::Indeterminate);
    EXPECT_NE(event.kind, trace::EventKind::MultiImpact);
    if (event.kind != trace::EventKind::Impact) continue;
    EXPECT_NEAR(event.energy_before - event.energy_after,
                0.5 * m / (1.0 + m) * (1.0 - e * e) * v * v, 1e-12);
  }
}

}  // namespace
}  // namespace rigor
