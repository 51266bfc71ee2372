// SPDX-License-Identifier: Apache-2.0
// What newcomers build first runs to its end and is proved. experiments/ordinary_scenes has more of
// the kind, and dearer ones.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/random.hpp>

#include "proved_run.hpp"

namespace rigor {
namespace {

/// A scene under Coulomb's law on the ground, of bodies given as YAML.
std::string scene_of(const std::string& bodies, double time, double mu, double e) {
  return fmt::format(
      "rigor_scene: 1\nname: ordinary\ngravity: [0, 0, -9.81]\nlaw: coulomb\nstop: {{time: {}}}\n"
      "surfaces: {{default: {{mu: {}, restitution: {}}}}}\nbodies:\n{}"
      "half_spaces:\n  - {{name: ground, normal: [0, 0, 1], offset: 0}}\n",
      time, mu, e, bodies);
}

struct TextRun {
  Scene scene;
  RecordedRun run;
};

TextRun run_text(const std::string& text, const std::function<void(Scene&)>& change) {
  TextRun out;
  out.scene = read_scene(text, "ordinary.yaml");
  change(out.scene);
  const BuiltScene built = build(out.scene);
  const SimulationOptions options = simulation_options(out.scene);
  out.run = record(built.model, built.initial, options,
                   trace_prelude(built.model, built.initial, options));
  return out;
}

/// Runs the scene; it must come to its end, gain no energy, and be proved.
TextRun expect_ordinary(const std::string& text, const std::string& label, bool verify = true) {
  TextRun out = run_text(text, [](Scene&) {});
  const trace::Footer& footer = out.run.outcome.footer;
  EXPECT_TRUE(out.run.outcome.stop == StopKind::Rest || out.run.outcome.stop == StopKind::Time)
      << label << ": " << name(out.run.outcome.stop) << ", " << out.run.outcome.reason;
  EXPECT_LE(footer.energy_max_gain, 1e-12 * std::max(1.0, std::abs(footer.energy_initial)))
      << label;
  if (!verify) return out;
  const verification::Verdict verdict = verification::verify(out.run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << label << "\n"
      << verification::text_of(verdict, out.run.trace);
  return out;
}

const char* const kFlatCube =
    "  - {name: cube, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.5]}}\n";
const char* const kTiltedCube =
    "  - {name: cube, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.5], "
    "axis: [1, 2, 3], angle: 1}, velocity: {linear: [0.3, 0.1, 0]}}\n";

/// Two cards that lean on each other under a lid, with coordinates of six digits: the ground and
/// the lid overlap them, the cards do not overlap each other until they are moved.
const char* const kCardsAndLid =
    "  - {name: left, shape: {box: [0.001, 0.06, 0.09]}, mass: 0.002, pose: {position: [0.051582, "
    "0, 0.042457], axis: [0, 1, 0], angle: 0.3490658503988659}}\n"
    "  - {name: right, shape: {box: [0.001, 0.06, 0.09]}, mass: 0.002, pose: {position: [0.083304, "
    "0, 0.042457], axis: [0, 1, 0], angle: -0.3490658503988659}}\n"
    "  - {name: lid, shape: {box: [0.194886, 0.06, 0.001]}, mass: 0.006, pose: {position: [0, 0, "
    "0.085414]}}\n";

TEST(OrdinaryScenes, ATouchingStartThatIsOpenedIsOpenEverywhere) {
  expect_ordinary("start_tolerance: 1e-5\n" + scene_of(kCardsAndLid, 1.0, 0.6, 0.0),
                  "cards and a lid");
}

TEST(OrdinaryScenes, CubesOfAnyFrictionAndRestitution) {
  for (const double mu : {0.1, 0.3, 0.5, 1.0}) {
    for (const double e : {0.0, 0.2, 0.5, 0.8}) {
      const std::string label = fmt::format("mu {} e {}", mu, e);
      expect_ordinary(scene_of(kFlatCube, 3.0, mu, e), "flat, " + label);
      expect_ordinary(scene_of(kTiltedCube, 3.0, mu, e), "tilted, " + label, mu == e);
    }
  }
}

TEST(OrdinaryScenes, ACubeSlidesIntoAnother) {
  const std::string cubes =
      "  - {name: a, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.05]}, "
      "velocity: {linear: [3, 0, 0]}}\n"
      "  - {name: b, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0.4, 0.03, "
      "0.05]}}\n";
  for (const double e : {0.0, 0.5}) expect_ordinary(scene_of(cubes, 2.0, 0.4, e), "slide");
}

/// A book that slides and turns, over the edge of a table and down: its corners leave the edge one
/// after the other, and the forces on file explain every part of the way.
TEST(OrdinaryScenes, ABookSlidesOffATable) {
  expect_ordinary(
      scene_of("  - {name: table, shape: {box: [0.6, 0.6, 0.5]}, fixed: true, pose: {position: [0, "
               "0, 0.25]}}\n"
               "  - {name: book, shape: {box: [0.25, 0.18, 0.04]}, mass: 0.8, pose: {position: "
               "[0.1, 0.05, 0.52]}, velocity: {linear: [1.5, 0.1, 0], angular: [0, 0, 1]}}\n",
               1.5, 0.3, 0.2),
      "book");
}

/// A door that a ball swings open pushes a box over the floor. The box sticks to the door by its
/// edge while it slides on the floor: the two pairs can share its weight in many ways.
TEST(OrdinaryScenes, ADoorPushesABox) {
  expect_ordinary(
      scene_of("  - {name: ball, shape: {spherical: {radius: 0.11, vertices: 60}}, mass: 0.6, "
               "pose: {position: [0.7, -1.0, 1.0]}, velocity: {linear: [0, 6, 1]}}\n"
               "  - {name: stop, shape: {box: [0.2, 0.2, 0.3]}, mass: 5, pose: {position: [0.6, "
               "0.6, 0.15]}}\n",
               3, 0.4, 0.3) +
          "mechanisms:\n  - name: m\n    links:\n      - name: door\n        shape: {box: [0.9, "
          "0.04, 2]}\n        mass: 20\n        joint: {revolute: {axis: [0, 0, 1], pose: "
          "{position: [0, 0, 1.02]}, anchor: [-0.45, 0, 0], limits: [-0.1, 1.9], damping: 0.5, "
          "friction: 0.3}}\n",
      "door");
}

/// A ram pushes a can off a running belt: the can sticks to the ram while it turns and slides on
/// the belt, and the springs at its sixteen corners cease to hold what the law goes on holding.
TEST(OrdinaryScenes, ARamPushesACanOverABelt) {
  expect_ordinary(
      scene_of("  - {name: belt, fixed: true, shape: {box: [2, 0.4, 0.1]}, pose: {position: [0, 0, "
               "0.5]}, belt: [0.4, 0, 0]}\n"
               "  - {name: can, shape: {prism: {sides: 16, radius: 0.05, height: 0.15}}, density: "
               "300, pose: {position: [-0.2, 0.02, 0.63]}}\n",
               1.91, 0.5, 0.0) +
          "mechanisms:\n  - name: pusher\n    links:\n      - name: ram\n        shape: {box: "
          "[0.25, "
          "0.1, 0.08]}\n        mass: 1\n        joint: {prismatic: {axis: [0, 1, 0], pose: "
          "{position: [0.4, -0.4, 0.65]}, limits: [-0.05, 0.5], motor: {kp: 400, kd: 40, target: "
          "{knots: [[0, 0], [1.5, 0], [2, 0.4], [2.5, 0]]}, limit: 60}}}\n",
      "ram and can", false);
}

/// A can bounces down stairs, and cubes are poured into a tray: edges come to lie across a face,
/// and cross its rim at two places. Each of these saw the other as a new contact, and lifts by the
/// band kept up the rocking between them: 8,734 and 24,096 events, and energy from nowhere.
TEST(OrdinaryScenes, EdgesAcrossFacesDoNotRockForEver) {
  const TextRun stairs = expect_ordinary(
      scene_of(
          "  - name: stairs\n    fixed: true\n    pieces:\n"
          "      - {shape: {box: [0.3, 1, 0.6]}, pose: {position: [0.15, 0, 0.3]}}\n"
          "      - {shape: {box: [0.3, 1, 0.4]}, pose: {position: [0.45, 0, 0.2]}}\n"
          "      - {shape: {box: [0.3, 1, 0.2]}, pose: {position: [0.75, 0, 0.1]}}\n"
          "  - {name: can, shape: {prism: {sides: 12, radius: 0.05, height: 0.12}}, mass: 0.4, "
          "pose: {position: [0.15, 0, 0.75], axis: [1, 0, 0], angle: 1.5707963}, velocity: "
          "{linear: [0.8, 0, 0], angular: [0, 3, 0]}}\n",
          3.0, 0.4, 0.3),
      "can on steps");
  EXPECT_LE(stairs.run.trace.events.size(), 1000U);
  const auto cube = [](const char* name, const char* pose, const char* velocity) {
    return fmt::format(
        "  - {{name: {}, shape: {{box: [0.1, 0.1, 0.1]}}, mass: 0.5, pose: {{position: {}}}, "
        "velocity: {{linear: {}}}}}\n",
        name, pose, velocity);
  };
  const TextRun tray = expect_ordinary(
      scene_of("  - name: tray\n    fixed: true\n    pieces:\n"
               "      - {shape: {box: [0.6, 0.6, 0.02]}, pose: {position: [0, 0, 0.01]}}\n"
               "      - {shape: {box: [0.02, 0.6, 0.1]}, pose: {position: [-0.31, 0, 0.05]}}\n"
               "      - {shape: {box: [0.02, 0.6, 0.1]}, pose: {position: [0.31, 0, 0.05]}}\n"
               "      - {shape: {box: [0.6, 0.02, 0.1]}, pose: {position: [0, -0.31, 0.05]}}\n"
               "      - {shape: {box: [0.6, 0.02, 0.1]}, pose: {position: [0, 0.31, 0.05]}}\n" +
                   cube("c1", "[-0.05, 0, 0.3], axis: [1, 0, 0], angle: 0.3", "[0.5, 0.2, 0]") +
                   cube("c2", "[0.02, 0.03, 0.45], axis: [1, 1, 0], angle: 0.5", "[0.5, -0.2, 0]") +
                   cube("c3", "[0, -0.02, 0.6], axis: [0, 1, 1], angle: 0.9", "[0.4, 0, 0]") +
                   cube("c4", "[-0.03, 0.04, 0.75], axis: [1, 2, 1], angle: 1.1", "[0.6, 0.1, 0]"),
               2.0, 0.4, 0.2),
      "tray");
  EXPECT_LE(tray.run.trace.events.size(), 2000U);
}

/// A driven block pushes three boxes in a row, which slide on the ground and along each other:
/// corners of two pairs at one place, each with a slip of its own. It stood still at 0.698 to 0.715
/// s.
TEST(OrdinaryScenes, ABlockPushesARowOfBoxes) {
  expect_ordinary(
      scene_of("  - {name: pusher, driven: {axis: [0, 0, 1], knots: [{time: 0, position: [-0.4, "
               "0.03, 0.1]}, {time: 1, position: [0.1, 0.03, 0.1]}, {time: 1.5, position: [-0.1, "
               "0.03, 0.1]}]}, shape: {box: [0.1, 0.2, 0.15]}, pose: {position: [-0.4, 0.03, "
               "0.1]}}\n"
               "  - {name: b1, shape: {box: [0.15, 0.15, 0.15]}, mass: 1, pose: {position: [-0.15, "
               "0, 0.075]}}\n"
               "  - {name: b2, shape: {box: [0.15, 0.15, 0.2]}, mass: 1.5, pose: {position: [0.05, "
               "0.02, 0.1], axis: [0, 0, 1], angle: 0.1}}\n"
               "  - {name: b3, shape: {box: [0.15, 0.15, 0.1]}, mass: 0.7, pose: {position: [0.3, "
               "-0.03, 0.05], axis: [0, 0, 1], angle: -0.2}}\n",
               2.0, 0.4, 0.2),
      "pushed row");
}

TEST(OrdinaryScenes, ADroppedStackOfFive) {
  std::string cubes;
  for (int i = 0; i < 5; ++i)
    cubes += fmt::format(
        "  - {{name: c{}, shape: {{box: [0.2, 0.2, 0.2]}}, mass: 1, pose: {{position: [{}, {}, "
        "{}]}}}}\n",
        i, 0.01 * i, 0.005 * i, 0.1 + 0.21 * i);
  expect_ordinary(scene_of(cubes, 2.0, 0.5, 0.0), "stack of five");
}

// Rods, plates and sticks thrown with strong friction: most rattle down, some slide on an end into
// a state without accelerations (Painlevé).
/// A tip exactly above a tip, a ridge or a parallel ridge, a ridge across a ridge, each from 0.1
/// mm: what they do then is a stated choice, but they never overlap and never end the run.
TEST(OrdinaryScenes, SharpOnSharp) {
  const std::string ridge = "shape: {box: [1, 1, 1]}, ";
  const auto turned = [](const char* axis, double z) {
    return fmt::format("pose: {{position: [0, 0, {}], axis: {}, angle: {}}}}}\n", z, axis,
                       0.25 * std::numbers::pi);
  };
  const std::string base = "  - {name: base, fixed: true, " + ridge + turned("[1, 0, 0]", 0.0);
  const auto tetrahedron = [](const char* name, const char* role, double up, double z) {
    return fmt::format(
        "  - {{name: {}, {}, shape: {{vertices: [[0, 0, {}], [0.57735, 0, {}], [-0.288675, 0.5, "
        "{}], [-0.288675, -0.5, {}]]}}, pose: {{position: [0, 0, {}]}}}}\n",
        name, role, 0.612372 * up, -0.204124 * up, -0.204124 * up, -0.204124 * up, z);
  };
  const double over = std::numbers::sqrt2 + 1e-4;
  const std::string scenes[] = {
      base + "  - {name: along, mass: 1, " + ridge + turned("[1, 0, 0]", over),
      base + "  - {name: across, mass: 1, " + ridge + turned("[0, 1, 0]", over),
      base + tetrahedron("tip", "mass: 1", -1.0, std::sqrt(0.5) + 0.612372 + 1e-4),
      tetrahedron("base", "fixed: true", 1.0, 0.0) +
          tetrahedron("tip", "mass: 1", -1.0, 2.0 * 0.612372 + 1e-4),
  };
  for (const std::string& bodies : scenes)
    for (const auto& [mu, e] : {std::pair{0.5, 0.0}, {0.5, 0.5}, {0.0, 0.0}}) {
      std::string text = scene_of(bodies, 0.4, mu, e);
      text.replace(text.find("offset: 0"), 9, "offset: -2");  // far below
      expect_ordinary(text, fmt::format("mu {} e {}\n{}", mu, e, bodies));
    }
}

/// The smallest skin does what the others do: the die comes to rest on the same face.
TEST(OrdinaryScenes, TheSmallestSkin) {
  for (const char* name : {"die", "cube-over-ridge", "spinning-box-on-box", "benchmarks/b24-e05"}) {
    const SceneRun run =
        proved_run(std::string(name) + ".yaml", [](Scene& scene) { scene.skin = 1e-10; });
    const StopKind stop = run.run.outcome.stop;
    EXPECT_TRUE(stop == StopKind::Rest || stop == StopKind::Time) << name;
  }
}

/// Its last hops are as high as the band: what falls back is noticed at the band's lower end and
/// put to its middle, and that lift must not keep it hopping.
TEST(OrdinaryScenes, LivelyHopsOfTheBandsHeightEnd) {
  expect_ordinary(
      scene_of("  - {name: b0, shape: {vertices: [[0.1, 0.1, 0.1], [-0.1, -0.1, 0.1], [-0.1, "
               "0.1, -0.1], [0.1, -0.1, -0.1]]}, mass: 1, pose: {position: [0, 0, 0.5], axis: "
               "[-0.958578, 0.284744, -0.006985], angle: 2.905679}, velocity: {linear: "
               "[-0.653636, -0.406088, -0.458858], angular: [4.058631, -4.756689, -3.445777]}}"
               "\n",
               3, 0.462, 0.931),
      "tetrahedron");
}

TEST(OrdinaryScenes, ThrownRodsOfStrongFriction) {
  Random random(15);
  for (int trial = 0; trial < 12; ++trial) {
    const double length = random.uniform(0.5, 1.5);
    const double width = trial % 3 == 0 ? 0.2 : 0.04;
    const std::string rod = fmt::format(
        "  - {{name: rod, shape: {{box: [{}, {}, 0.03]}}, mass: 1, pose: {{position: [0, 0, {}], "
        "axis: [{}, 1, {}], angle: {}}}, velocity: {{linear: [{}, {}, {}], angular: [0, {}, "
        "0.1]}}}}\n",
        length, width, 0.5 * length + 0.15, random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2),
        random.uniform(0.3, 1.2), random.uniform(-4.0, 4.0), random.uniform(-0.5, 0.5),
        random.uniform(-2.0, 0.0), random.uniform(-3.0, 3.0));
    const double mu = trial % 4 == 0 ? 1.0 : random.uniform(1.0, 3.0);
    const double e = trial % 5 == 0 ? 0.3 : 0.0;
    expect_ordinary(scene_of(rod, 2.0, mu, e), fmt::format("Random(15), rod {}\n{}", trial, rod),
                    trial % 3 == 0);
  }
}

// A bar that slides on its lower edge, obliquely: an impulse without collision at once, and on.
TEST(OrdinaryScenes, LeaningBarsLeaveTheParadox) {
  for (const double mu : {2.0, 3.0}) {
    for (const double side : {0.0, 0.1, 0.4}) {
      const std::string bar = fmt::format(
          "  - {{name: bar, shape: {{box: [2, 0.4, 0.04]}}, mass: 1, pose: {{position: [0, 0, "
          "{:.17g}], axis: [0, 1, 0], angle: -0.7853981633974483}}, velocity: {{linear: [-1, {}, "
          "0]}}}}\n",
          1.02 * std::sqrt(0.5), side);
      const std::string label = fmt::format("mu {} side {}", mu, side);
      const std::string text = scene_of(bar, 1.0, mu, 0.0);
      expect_ordinary(text, label);
      const TextRun out = run_text(text, [](Scene&) {});
      EXPECT_GE(events_of_kind(out.run.trace, trace::EventKind::Jam).size(), 1U) << label;
      EXPECT_GE(events_of_kind(out.run.trace, trace::EventKind::Indeterminate).size(), 1U) << label;
    }
  }
}

/// A block on the ground under a force (8 t, 3, 0) N that grows until friction yields.
std::string pushed_block(const std::string& torque) {
  return scene_of(
             "  - {name: block, shape: {box: [0.2, 0.2, 0.02]}, mass: 1, pose: {position: [0, 0, "
             "0.01]}}\n",
             0.8, 0.5, 0.0) +
         "forces:\n  - {body: block, knots: [{time: 0, force: [0, 3, 0]}, {time: 1, force: [8, 3, "
         "0], torque: " +
         torque + "}]}\n";
}

// A slip that sets out turns after its force: x'' = F - μ g x'/|x'|. Euler's implicit method solves
// each of its steps in closed form; two of them, extrapolated, are the reference.
TEST(OrdinaryScenes, ASlipSetsOutInAFewSegments) {
  const auto place = [](int steps) {
    const double h = 0.8 / steps;
    Eigen::Vector2d x(0.0, 0.0);
    Eigen::Vector2d v(0.0, 0.0);
    for (int k = 1; k <= steps; ++k) {
      const Eigen::Vector2d pushed = v + h * Eigen::Vector2d(8.0 * h * k, 3.0);
      v = std::max(0.0, 1.0 - h * 0.5 * 9.81 / pushed.norm()) * pushed;
      x += h * v;
    }
    return x;
  };
  const Eigen::Vector2d known = 2.0 * place(400000) - place(200000);
  const TextRun out = run_text(pushed_block("[0, 0, 0]"), [](Scene&) {});
  EXPECT_TRUE(is_done(out.run.outcome.stop)) << out.run.outcome.reason;
  EXPECT_LE((out.run.outcome.final_state.q.head<2>() - known).norm(), 1e-8);
  EXPECT_GE(known.norm(), 0.02);
  EXPECT_LE(out.run.outcome.segments, 5U);  // 30 when the start was a node
  expect_ordinary(pushed_block("[0, 0, 0]"), "pushed");
}

// The same, turning: four corners with directions of their own.
TEST(OrdinaryScenes, ASlipSetsOutTurningInAFewSegments) {
  const TextRun out = run_text(pushed_block("[0, 0, 0.3]"), [](Scene&) {});
  EXPECT_TRUE(is_done(out.run.outcome.stop)) << out.run.outcome.reason;
  EXPECT_LE(out.run.outcome.segments, 8U);  // 128 when the start was a node
  expect_ordinary(pushed_block("[0, 0, 0.3]"), "pushed and turned");
}

// Every bundled scene of the oracle, up to half a second or thirty events: energy rises by rounding
// only, whatever the law. (All of them do so to their ends; that takes minutes.)
TEST(OrdinaryScenes, NoBundledSceneGainsEnergy) {
  int scenes = 0;
  for (const char* const folder : {"", "benchmarks/"}) {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(RIGOR_SCENES) + "/" + folder))
      if (entry.path().extension() == ".yaml" && entry.path().stem() != "template")
        names.push_back(folder + entry.path().filename().string());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      const Scene scene = load_scene(std::string(RIGOR_SCENES) + "/" + name);
      if (scene.method != Method::Oracle || scene.bodies.size() > 20) continue;
      const SceneRun run = run_scene(name, [](Scene& shorter) {
        shorter.stop.time = std::min(shorter.stop.time, 0.5);
        shorter.stop.events = 30;
      });
      const trace::Footer& footer = run.outcome().footer;
      EXPECT_LE(footer.energy_max_gain, 1e-12 * std::max(1.0, std::abs(footer.energy_initial)))
          << name;
      ++scenes;
    }
  }
  EXPECT_GE(scenes, 80);
}

// A limit on wall time ends searches and steps too: the tower is struck at 0.14 s, and what follows
// takes long.
TEST(OrdinaryScenes, WallTimeEndsSearchesAndSteps) {
  std::string bodies;
  for (int layer = 0; layer < 4; ++layer)
    for (int k = -1; k <= 1; ++k)
      bodies += fmt::format(
          "  - {{name: b{}{}, shape: {{box: [{}, {}, 0.015]}}, mass: 0.015, pose: {{position: [{}, "
          "{}, {}]}}}}\n",
          layer, k + 1, layer % 2 == 0 ? 0.075 : 0.025, layer % 2 == 0 ? 0.025 : 0.075,
          layer % 2 == 0 ? 0.0 : 0.0252 * k, layer % 2 == 0 ? 0.0252 * k : 0.0,
          0.0075 + 0.015 * layer);
  bodies +=
      "  - {name: pusher, shape: {box: [0.02, 0.02, 0.01]}, mass: 0.05, pose: {position: [-0.1, 0, "
      "0.0375]}, velocity: {linear: [1, 0, 0]}}\n";
  const auto began = std::chrono::steady_clock::now();
  const TextRun out =
      run_text(scene_of(bodies, 1.0, 0.4, 0.0), [](Scene& scene) { scene.stop.wall_time = 0.2; });
  const double took =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  EXPECT_EQ(out.run.outcome.stop, StopKind::WallTime);
  EXPECT_NE(out.run.outcome.reason.find("first_order"), std::string::npos);
  EXPECT_LT(took, 1.2);
  EXPECT_EQ(verification::verify(out.run.trace).status, verification::Status::Proved);
}

}  // namespace
}  // namespace rigor
