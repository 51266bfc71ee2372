// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/world.hpp>
#include <rigor/integration/checkpoint.hpp>
#include <rigor/integration/oracle.hpp>
#include <rigor/integration/simulation.hpp>

#include "integration/run_scene.hpp"

namespace rigor {
namespace {

bool operator==(const StepReport& a, const StepReport& b) {
  return a.time == b.time && a.segments == b.segments && a.certificates == b.certificates &&
         a.events == b.events && a.forces == b.forces;
}

/// A checkpoint and how many reports stand in front of it.
struct Kept {
  trace::Bytes bytes;
  std::size_t reports = 0;
};

struct KeptRun {
  std::vector<StepReport> reports;
  std::vector<Kept> kept;
  Outcome outcome;
};

KeptRun whole_run(const BuiltScene& built, const SimulationOptions& options) {
  KeptRun out;
  const auto observer = [&](const StepReport& step) { out.reports.push_back(step); };
  const Checkpoints checkpoints{{},
                                [] { return true; },
                                [&](const trace::Bytes& bytes) {
                                  out.kept.push_back({bytes, out.reports.size()});
                                }};
  out.outcome = run_oracle(built.model, built.initial, options, observer, checkpoints);
  return out;
}

struct Case {
  const char* scene;
  double until;          // s
  std::size_t at_least;  // checkpoints
};

class GoingOn : public testing::TestWithParam<Case> {};

/// What goes on is, record by record and bit by bit, what the whole run published from there on:
/// free bodies, islands, driven bodies, given forces, motors with samples, dry friction, belts.
TEST_P(GoingOn, FromACheckpointGivesWhatTheWholeRunGave) {
  Scene scene = load_scene(std::string(RIGOR_SCENES) + "/" + GetParam().scene);
  scene.stop.time = std::min(scene.stop.time, GetParam().until);
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  const KeptRun whole = whole_run(built, options);
  ASSERT_GE(whole.kept.size(), GetParam().at_least);
  for (std::size_t part = 1; part <= 3; ++part) {
    const Kept& from = whole.kept[part * (whole.kept.size() - 1) / 3];
    std::size_t next = from.reports;
    const auto compare = [&](const StepReport& step) {
      ASSERT_LT(next, whole.reports.size());
      EXPECT_TRUE(step == whole.reports[next]) << "report " << next;
      ++next;
    };
    const Outcome outcome =
        run_oracle(built.model, built.initial, options, compare, Checkpoints{from.bytes, {}, {}});
    EXPECT_EQ(next, whole.reports.size());
    EXPECT_EQ(outcome.stop, whole.outcome.stop);
    EXPECT_EQ(outcome.footer, whole.outcome.footer);
    EXPECT_EQ(outcome.segments, whole.outcome.segments);
    EXPECT_EQ(outcome.events, whole.outcome.events);
    EXPECT_EQ(outcome.start_moved, whole.outcome.start_moved);
    EXPECT_EQ(outcome.final_state.q, whole.outcome.final_state.q);
    EXPECT_EQ(outcome.final_state.v, whole.outcome.final_state.v);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Checkpoint, GoingOn,
    testing::Values(Case{"die.yaml", 9.0, 10}, Case{"dice.yaml", 0.6, 10},
                    Case{"stack-4-knocked.yaml", 1.0, 4}, Case{"pusher.yaml", 1.5, 3},
                    Case{"moving-tray.yaml", 3.0, 4}, Case{"gripper-by-force.yaml", 2.0, 4},
                    Case{"conveyor.yaml", 0.5, 2}, Case{"quadruped.yaml", 0.05, 5},
                    Case{"pd-pendulum.yaml", 1.0, 5}, Case{"elbow-stop.yaml", 1.0, 3},
                    Case{"slider-crank.yaml", 0.5, 3}),
    [](const testing::TestParamInfo<Case>& of) {
      std::string name = of.param.scene;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

struct CheckpointBytes : testing::Test {
  BuiltScene built = build(load_scene(RIGOR_SCENES "/die.yaml"));
  SimulationOptions options;
  trace::Bytes bytes;

  CheckpointBytes() {
    options.law = Law::Coulomb;
    options.stop.time = 2.0;
    bytes = whole_run(built, options).kept.at(3).bytes;
  }
  void go_on() {
    Simulation simulation(built.model, built.initial, options, bytes);
    (void)simulation.step();
  }
};

TEST_F(CheckpointBytes, ThatEndEarlyAreRefused) {
  EXPECT_NO_THROW(go_on());
  const trace::Bytes whole = bytes;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(go_on(), trace::TraceError) << size;
  }
}

TEST_F(CheckpointBytes, OfAnotherSceneAreRefused) {
  built = build(load_scene(RIGOR_SCENES "/dice.yaml"));
  EXPECT_THROW(go_on(), trace::TraceError);
}

/// Another processor may round differently: then nothing goes on in silence.
TEST_F(CheckpointBytes, ThatGiveAnotherMotionAreRefused) {
  Checkpoint checkpoint = read_checkpoint(bytes, make_world(built.model, built.initial, options));
  ASSERT_FALSE(checkpoint.islands.empty());
  checkpoint.islands[0].free[0][0] += 1e-15;
  bytes = bytes_of(checkpoint);
  EXPECT_THROW(go_on(), trace::TraceError);
}

TEST_F(CheckpointBytes, WithNumbersOutOfRangeAreRefused) {
  const World world = make_world(built.model, built.initial, options);
  const auto refuses = [&](const std::function<void(Checkpoint&)>& spoil) {
    Checkpoint checkpoint = read_checkpoint(bytes, world);
    spoil(checkpoint);
    EXPECT_THROW(read_checkpoint(bytes_of(checkpoint), world), trace::TraceError);
  };
  refuses([](Checkpoint& c) { c.islands.clear(); });
  refuses([](Checkpoint& c) { c.islands.push_back(c.islands[0]); });
  refuses([](Checkpoint& c) { c.islands[0].bodies[0] = 99; });
  refuses([](Checkpoint& c) { c.islands[0].free.clear(); });
  refuses([](Checkpoint& c) { c.islands[0].segments.clear(); });
  refuses([](Checkpoint& c) { c.islands[0].trees.emplace_back(); });
  refuses([](Checkpoint& c) { c.drives.push_back({1, 0, 0, {}}); });
  refuses([](Checkpoint& c) { c.loads.push_back({7, {}}); });
  const ContactId ground{{{trace::kWorld, 0}, {0, 0}}, {}, 0, 0, 0.0};
  const auto with = [&](const ContactId& id) {
    return [id](Checkpoint& c) { c.islands[0].mode.pivots.push_back(id); };
  };
  ContactId id = ground;
  id.pair.a.piece = 5;
  refuses(with(id));
  id = ground;
  id.pair.b = {0, 3};
  refuses(with(id));
  id = ground;
  id.vertex = 8;
  refuses(with(id));
  id = ground;
  id.axis.index_A = 1;
  refuses(with(id));
  id = ground;
  id.axis.kind = AxisKind::EdgeEdge;
  refuses(with(id));
}

TEST(Checkpoints, AreNoneAtTheStartAndAtTheEnd) {
  const Scene scene = load_scene(RIGOR_SCENES "/die.yaml");
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  Simulation simulation(built.model, built.initial, options);
  EXPECT_FALSE(simulation.checkpoint());
  while (std::holds_alternative<StepReport>(simulation.step())) {
  }
  EXPECT_FALSE(simulation.checkpoint());
}

}  // namespace
}  // namespace rigor
