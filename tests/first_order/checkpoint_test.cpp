// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/checkpoint.hpp>
#include <rigor/first_order/saved_run.hpp>

#include "small_runs.hpp"

namespace rigor::first_order {
namespace {

bool same(const StepReport& a, const StepReport& b) {
  return a.time == b.time && a.segments == b.segments && a.certificates == b.certificates &&
         a.events == b.events && a.forces == b.forces;
}

struct Kept {
  trace::Bytes bytes;
  std::size_t reports = 0;  // in front of it
};

struct GoingOn {
  std::string text;
  bool rests = false;
};

void PrintTo(const GoingOn& given, std::ostream* out) { *out << given.text; }

class FirstOrderGoingOn : public ::testing::TestWithParam<GoingOn> {};

TEST_P(FirstOrderGoingOn, FromACheckpointGivesWhatTheWholeRunGave) {
  const SmallScene scene(GetParam().text);
  std::vector<StepReport> reports;
  std::vector<Kept> kept;
  const Outcome whole = run_first_order(scene.built.model, scene.built.initial, scene.options,
                                        [&](const StepReport& step) { reports.push_back(step); },
                                        {{},
                                         [] { return true; },
                                         [&](const trace::Bytes& bytes) {
                                           kept.push_back({bytes, reports.size()});
                                         }});
  ASSERT_EQ(whole.stop, GetParam().rests ? StopKind::Rest : StopKind::Time) << whole.reason;
  ASSERT_GT(kept.size(), 15U);
  for (std::size_t part = 1; part <= 5; ++part) {
    const Kept& from = kept[part * (kept.size() - 1) / 5];
    std::size_t next = from.reports;
    const Outcome outcome = run_first_order(scene.built.model, scene.built.initial, scene.options,
                                            [&](const StepReport& step) {
                                              ASSERT_LT(next, reports.size());
                                              EXPECT_TRUE(same(step, reports[next]))
                                                  << "report " << next << " of " << reports.size();
                                              ++next;
                                            },
                                            {from.bytes, {}, {}});
    EXPECT_EQ(next, reports.size());
    EXPECT_EQ(outcome.stop, whole.stop);
    EXPECT_EQ(outcome.footer, whole.footer);
    EXPECT_EQ(outcome.segments, whole.segments);
    EXPECT_EQ(outcome.events, whole.events);
    EXPECT_EQ(outcome.start_moved, whole.start_moved);
    EXPECT_EQ(outcome.final_state.q, whole.final_state.q);
    EXPECT_EQ(outcome.final_state.v, whole.final_state.v);
    EXPECT_EQ(outcome.stepping->touches, whole.stepping->touches);
    EXPECT_EQ(outcome.stepping->smallest_gap, whole.stepping->smallest_gap);
    EXPECT_EQ(outcome.stepping->solver.solves, whole.stepping->solver.solves);
  }
}

/// Two boxes that fall on each other and come to rest, then sleep until a third one hits them.
std::string falling_boxes() {
  return head(2.0, 0.5, 0.2) + kGround + "bodies:\n" + cube("low", 0, 0, 0.05) +
         cube("high", 0.01, 0, 0.16) +
         cube("late", 0.02, 0.01, 2.0, ", velocity: {angular: [3, 2, 1]}");
}

/// A driven floor that sets out, with a box on it under a force that begins and ends.
std::string carried_box() {
  return head(1.0) + "bodies:\n" +
         "  - {name: tray, shape: {box: [1, 1, 0.1]}, driven: {knots: [{time: 0.1, position: [0, "
         "0, "
         "0]}, {time: 0.6, position: [0.2, 0, 0.1]}]}}\n" +
         "  - {name: wall, fixed: true, shape: {box: [0.1, 1, 1]}, pose: {position: [1, 0, "
         "0.7]}}\n" +
         cube("box", 0, 0, 0.1001) +
         "forces: [{body: box, force: [8, 0, 0], from: 0.3, until: 0.5}]\n";
}

/// An arm that swings against its limit and onto the ground, with dry friction and a motor that is
/// sampled.
std::string swinging_arm() {
  return head(1.0) + kGround +
         "mechanisms:\n  - name: arm\n    links:\n"
         "      - {name: upper, shape: {box: [0.05, 0.05, 0.5]}, mass: 1, joint: {revolute: {axis: "
         "[0, 1, 0], anchor: [0, 0, 0.25], pose: {position: [0, 0, 0.8]}, coordinates: 1.2, "
         "friction: 0.1}}}\n"
         "      - {name: lower, parent: upper, shape: {box: [0.05, 0.05, 0.5]}, mass: 1, joint: "
         "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.25], pose: {position: [0, 0, -0.25]}, "
         "coordinates: 0.3, limits: [-0.2, 1], motor: {kp: 5, kd: 0.2, target: -0.5, every: "
         "0.02}}}}\n";
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, FirstOrderGoingOn,
                         ::testing::Values(GoingOn{falling_boxes(), true},
                                           GoingOn{carried_box(), true}, GoingOn{swinging_arm()}));

TEST(RunCheckpoint, OfOtherBodiesOrCutShortIsRefused) {
  const SmallScene scene(swinging_arm());
  trace::Bytes bytes;
  (void)run_first_order(
      scene.built.model, scene.built.initial, scene.options, [](const StepReport&) {},
      {{}, [&] { return bytes.empty(); }, [&](const trace::Bytes& made) { bytes = made; }});
  ASSERT_FALSE(bytes.empty());
  const auto run = scene.start();
  EXPECT_EQ(bytes_of(read_run_checkpoint(bytes, *run)), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(read_run_checkpoint(std::span(bytes).first(size), *run), trace::TraceError);
  const auto refuses = [&](const std::function<void(RunCheckpoint&)>& spoil) {
    RunCheckpoint checkpoint = read_run_checkpoint(bytes, *run);
    spoil(checkpoint);
    EXPECT_THROW(read_run_checkpoint(bytes_of(checkpoint), *run), trace::TraceError);
  };
  refuses([](RunCheckpoint& c) { c.bodies.pop_back(); });
  refuses([](RunCheckpoint& c) { c.trees.at(0).q.pop_back(); });
  refuses([](RunCheckpoint& c) { c.boxes.pop_back(); });
  refuses([](RunCheckpoint& c) { c.pairs.emplace_back().id = {{0, 0}, {7, 0}}; });
  refuses([](RunCheckpoint& c) { c.drives.push_back({0, 0, {}}); });
  refuses([](RunCheckpoint& c) { c.bodies.at(0).path.length = 1.0; });
  RunCheckpoint other = read_run_checkpoint(bytes, *run);
  other.energy = std::nextafter(other.energy, 0.0);
  EXPECT_THROW(restore(other, *run), trace::TraceError);
}

}  // namespace
}  // namespace rigor::first_order
