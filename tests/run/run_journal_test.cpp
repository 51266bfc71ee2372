// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>

#include <rigor/run/resumable.hpp>
#include <rigor/run/run_journal.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

#include "temporary_folder.hpp"

namespace rigor {
namespace {

/// The steps of the thrown die, and journals made of them.
struct RunJournalTest : testing::Test {
  TemporaryFolder place;
  std::filesystem::path file = place / "trace.part";
  trace::Trace opening;
  std::vector<StepReport> steps;
  trace::Footer footer;

  RunJournalTest() {
    const Scene scene = load_scene(std::string(RIGOR_SCENES) + "/die.yaml");
    const BuiltScene built = build(scene);
    const SimulationOptions options = simulation_options(scene);
    opening = trace_prelude(built.model, built.initial, options);
    opening.header.scene_hash = "hash";
    footer = simulate(built.model, built.initial, options, [&](const StepReport& step) {
               steps.push_back(step);
             }).footer;
  }
  /// A journal of all steps; its bytes.
  trace::Bytes whole() {
    RunJournal journal(file, opening, false);
    for (const StepReport& step : steps) journal.append(step);
    journal.finish(footer);
    return trace::read_bytes(file);
  }
  void resume_and_finish() {
    RunJournal journal(file, opening, true);
    for (const StepReport& step : steps) journal.append(step);
    journal.finish(footer);
    EXPECT_TRUE(journal.is_ahead());
  }
};

TEST_F(RunJournalTest, GoingOnFromAnyByteGivesTheSameBytes) {
  const trace::Bytes expected = whole();
  ASSERT_GT(steps.size(), 10U);
  const std::size_t stride = expected.size() / 50;
  for (std::size_t cut = 0; cut <= expected.size(); cut += stride) {
    std::ofstream(file, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(expected.data()), static_cast<std::streamsize>(cut));
    resume_and_finish();
    EXPECT_EQ(trace::read_bytes(file), expected) << cut;
    EXPECT_FALSE(std::filesystem::exists(place / "trace.part.again"));
  }
  std::filesystem::remove(file);
  resume_and_finish();  // nothing to go on from: from the start
  EXPECT_EQ(trace::read_bytes(file), expected);
}

/// Runs the scene into the journal as `rigor run` does; how many steps it took.
int run_into(RunJournal& journal, const char* name, Method method) {
  Scene scene = load_scene(std::string(RIGOR_SCENES) + "/" + name);
  scene.method = method;
  const BuiltScene built = build(scene);
  int steps = 0;
  const auto append = [&](const StepReport& step) {
    journal.append(step);
    ++steps;
  };
  const Checkpoints checkpoints{
      journal.checkpoint(), [&] { return journal.checkpoint_due(); },
      [&](const trace::Bytes& checkpoint) { journal.append_checkpoint(checkpoint); }};
  const Outcome outcome = simulate_resumable(built.model, built.initial, simulation_options(scene),
                                             append, checkpoints);
  journal.finish(outcome.footer);
  return steps;
}

/// Wherever the journal ends: nothing in front of its last checkpoint is computed again, and the
/// bytes are those of a run that was never interrupted, checkpoints included.
TEST_F(RunJournalTest, GoesOnBehindTheLastCheckpointWithTheSameBytes) {
  for (const Method method : {Method::Oracle, Method::FirstOrder, Method::StewartTrinkle}) {
    int whole_run = 0;
    {
      RunJournal journal(file, opening, false);
      whole_run = run_into(journal, "die.yaml", method);
    }
    const trace::Bytes expected = trace::read_bytes(file);
    const trace::Journal whole_journal = trace::read_journal(file);
    EXPECT_FALSE(whole_journal.checkpoint.empty()) << name(method);
    int saved = 0;
    for (std::size_t cut = expected.size() / 10; cut <= expected.size();
         cut += expected.size() / 10) {
      std::ofstream(file, std::ios::binary | std::ios::trunc)
          .write(reinterpret_cast<const char*>(expected.data()), static_cast<std::streamsize>(cut));
      RunJournal journal(file, opening, true);
      saved += run_into(journal, "die.yaml", method) < whole_run ? 1 : 0;
      EXPECT_TRUE(journal.is_ahead());
      EXPECT_EQ(trace::read_bytes(file), expected) << name(method) << " cut at " << cut;
      EXPECT_FALSE(std::filesystem::exists(place / "trace.part.again"));
    }
    EXPECT_EQ(saved, 10) << name(method);
  }
}

TEST_F(RunJournalTest, IsNotTouchedBeforeTheFirstNewRecord) {
  {
    RunJournal journal(file, opening, false);
    run_into(journal, "die.yaml", Method::Oracle);
  }
  const trace::Bytes before = trace::read_bytes(file);
  RunJournal journal(file, opening, true);
  EXPECT_FALSE(journal.checkpoint().empty());
  EXPECT_GT(journal.segments_before(), 0U);
  EXPECT_GT(journal.events_before(), 0U);
  EXPECT_FALSE(journal.checkpoint_due());
  journal.abandon();
  EXPECT_EQ(trace::read_bytes(file), before);
}

TEST_F(RunJournalTest, AnotherRunsJournalIsRefusedAndKept) {
  whole();
  const trace::Bytes before = trace::read_bytes(file);
  opening.header.scene_hash = "other";
  EXPECT_THROW(RunJournal(file, opening, true), std::runtime_error);
  EXPECT_EQ(trace::read_bytes(file), before);
}

TEST_F(RunJournalTest, RecordsThatDifferAreRefusedAndTheOldJournalStays) {
  whole();
  const trace::Bytes before = trace::read_bytes(file);
  steps.at(4).segments.at(0).error_estimate += 1e-20;
  RunJournal journal(file, opening, true);
  EXPECT_THROW(
      {
        for (const StepReport& step : steps) journal.append(step);
      },
      std::runtime_error);
  EXPECT_FALSE(journal.is_ahead());
  EXPECT_EQ(trace::read_bytes(file), before);
}

TEST_F(RunJournalTest, AnInterruptionWhileRepeatingLosesNothing) {
  whole();
  const trace::Bytes before = trace::read_bytes(file);
  RunJournal journal(file, opening, true);
  journal.append(steps.at(0));
  journal.abandon();
  EXPECT_EQ(trace::read_bytes(file), before);
  EXPECT_FALSE(std::filesystem::exists(place / "trace.part.again"));
}

}  // namespace
}  // namespace rigor
