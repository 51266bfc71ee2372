// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "classic/classic_scene.hpp"

namespace rigor::testing {
namespace {

bool same(const StepReport& a, const StepReport& b) {
  return a.time == b.time && a.segments == b.segments && a.certificates == b.certificates &&
         a.events == b.events && a.forces == b.forces;
}

struct KeptCheckpoint {
  trace::Bytes bytes;
  std::size_t reports = 0;  // in front of it
};

struct ClassicCase {
  const char* name;
  const char* scene;
  Method method;
  Bounds bounds;
  double until;  // s
};

Scene scene_of(const ClassicCase& given) {
  Scene scene = scene_file(given.scene);
  scene.method = given.method;
  scene.stepping.bounds = given.bounds;
  scene.stop.time = given.until;
  return scene;
}

class ClassicGoingOn : public ::testing::TestWithParam<ClassicCase> {};

TEST_P(ClassicGoingOn, FromACheckpointGivesWhatTheWholeRunGave) {
  const Scene scene = scene_of(GetParam());
  const BuiltScene built = build(scene);
  const SimulationOptions options = options_of(scene);
  std::vector<StepReport> reports;
  std::vector<KeptCheckpoint> kept;
  const Outcome whole = simulate_classic(built.model, built.initial, options,
                                         [&](const StepReport& step) { reports.push_back(step); },
                                         {{},
                                          [] { return true; },
                                          [&](const trace::Bytes& bytes) {
                                            kept.push_back({bytes, reports.size()});
                                          }});
  ASSERT_GT(kept.size(), 15U);
  ASSERT_GT(whole.events, 0U);
  for (std::size_t part = 1; part <= 3; ++part) {
    const KeptCheckpoint& from = kept[part * (kept.size() - 1) / 3];
    std::size_t next = from.reports;
    const Outcome outcome = simulate_classic(built.model, built.initial, options,
                                             [&](const StepReport& step) {
                                               ASSERT_LT(next, reports.size());
                                               EXPECT_TRUE(same(step, reports[next]))
                                                   << "report " << next;
                                               ++next;
                                             },
                                             {from.bytes, {}, {}});
    EXPECT_EQ(next, reports.size());
    EXPECT_EQ(outcome.stop, whole.stop);
    EXPECT_EQ(outcome.footer, whole.footer);
    EXPECT_EQ(outcome.certified, whole.certified);
    EXPECT_EQ(outcome.segments, whole.segments);
    EXPECT_EQ(outcome.events, whole.events);
    EXPECT_EQ(outcome.final_state.q, whole.final_state.q);
    EXPECT_EQ(outcome.classic->rules, whole.classic->rules);
    EXPECT_EQ(outcome.classic->paper_changes, whole.classic->paper_changes);
    EXPECT_EQ(outcome.classic->uncertified_steps, whole.classic->uncertified_steps);
    EXPECT_EQ(outcome.classic->loops_opened, whole.classic->loops_opened);
    EXPECT_EQ(outcome.classic->missed.size(), whole.classic->missed.size());
    EXPECT_EQ(outcome.classic->deepest.has_value(), whole.classic->deepest.has_value());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Checkpoint, ClassicGoingOn,
    ::testing::Values(
        ClassicCase{"corrected", "die.yaml", Method::Paper, Bounds::Corrected, 1.2},
        ClassicCase{"stack", "stack-3.yaml", Method::Paper, Bounds::Corrected, 0.2},
        ClassicCase{"stewart_trinkle", "die.yaml", Method::StewartTrinkle, Bounds::Printed, 1.2},
        ClassicCase{"loop", "slider-crank.yaml", Method::StewartTrinkle, Bounds::Printed, 0.4},
        ClassicCase{"limit", "elbow-stop.yaml", Method::Paper, Bounds::Corrected, 1.0},
        ClassicCase{"anitescu_potra", "stack-3.yaml", Method::AnitescuPotra, Bounds::Printed, 0.3}),
    [](const ::testing::TestParamInfo<ClassicCase>& of) { return of.param.name; });

TEST(ClassicCheckpoint, OfOtherBodiesOrCutShortIsRefused) {
  const Scene scene = scene_of({"", "stack-3.yaml", Method::AnitescuPotra, Bounds::Printed, 0.1});
  const BuiltScene built = build(scene);
  const SimulationOptions options = options_of(scene);
  trace::Bytes bytes;
  (void)simulate_classic(
      built.model, built.initial, options, [](const StepReport&) {},
      {{}, [] { return true; }, [&](const trace::Bytes& made) { bytes = made; }});
  ASSERT_FALSE(bytes.empty());
  const World world = make_world(built.model, built.initial, options);
  const SteppedBodies bodies(world, built.initial);
  EXPECT_EQ(bytes_of(read_classic_checkpoint(bytes, bodies)), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(read_classic_checkpoint(std::span(bytes).first(size), bodies), trace::TraceError)
        << size;
  const auto refuses = [&](const std::function<void(ClassicCheckpoint&)>& spoil) {
    ClassicCheckpoint checkpoint = read_classic_checkpoint(bytes, bodies);
    spoil(checkpoint);
    EXPECT_THROW(read_classic_checkpoint(bytes_of(checkpoint), bodies), trace::TraceError);
  };
  refuses([](ClassicCheckpoint& c) { c.q.pop_back(); });
  refuses([](ClassicCheckpoint& c) { c.next_segments.clear(); });
  refuses([](ClassicCheckpoint& c) { c.tracking.pop_back(); });
  refuses([](ClassicCheckpoint& c) { c.contacts.at(0).pair = 1000; });
  refuses([](ClassicCheckpoint& c) { c.hints.back().vertex_A[0] = 1000; });
}

}  // namespace
}  // namespace rigor::testing
