// SPDX-License-Identifier: Apache-2.0
// Random bodies thrown onto each other: complete, and proved by the checker. The campaign is
// experiments/collisions.
#include "collisions.hpp"

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

struct Batch {
  const char* kind;
  Law law;
  std::uint64_t first;
  int count;
  double time;  // s
};

std::string batch_name(const ::testing::TestParamInfo<Batch>& info) {
  return std::string(info.param.kind) + "_" + name(info.param.law);
}

/// For the test's name in lists: no addresses.
void PrintTo(const Batch& batch, std::ostream* out) {
  *out << batch.kind << " " << name(batch.law);
}

class Collisions : public ::testing::TestWithParam<Batch> {};

TEST_P(Collisions, AreCompleteAndProved) {
  const Batch& batch = GetParam();
  std::uint64_t impacts = 0;
  for (std::uint64_t seed = batch.first; seed < batch.first + batch.count; ++seed) {
    SCOPED_TRACE(std::string(batch.kind) + " seed " + std::to_string(seed));
    const Collision thrown = random_collision(batch.kind, seed);
    SimulationOptions options;
    options.law = batch.law;
    options.stop.time = batch.time;
    const RecordedRun run = record(thrown.model, thrown.initial, options,
                                   trace_prelude(thrown.model, thrown.initial, options));
    EXPECT_TRUE(is_done(run.outcome.stop)) << name(run.outcome.stop) << ": " << run.outcome.reason;
    EXPECT_LE(run.outcome.footer.energy_max_gain, 1e-9);
    const verification::Verdict verdict = verification::verify(run.trace);
    EXPECT_EQ(verdict.status, verification::Status::Proved)
        << verification::text_of(verdict, run.trace);
    EXPECT_GE(verdict.min_gap, 0.97e-8);
    for (const trace::Event& event : run.trace.events)
      impacts += event.kind == trace::EventKind::Impact && event.a.body != trace::kWorld ? 1U : 0U;
  }
  EXPECT_GE(impacts, static_cast<std::uint64_t>(batch.count));  // bodies hit bodies
}

INSTANTIATE_TEST_SUITE_P(Short, Collisions,
                         ::testing::Values(Batch{"hull_on_fixed", Law::Frictionless, 0, 4, 2.0},
                                           Batch{"hull_on_fixed", Law::NoSlip, 40, 6, 2.0},
                                           Batch{"hulls_together", Law::Frictionless, 0, 3, 2.0},
                                           Batch{"hulls_together", Law::NoSlip, 220, 3, 2.0},
                                           Batch{"boxes_in_bin", Law::Frictionless, 41, 1, 1.3},
                                           Batch{"boxes_in_bin", Law::NoSlip, 3, 1, 2.0}),
                         batch_name);

// Two hulls that roll along each other: the search for their meeting did not end once.
INSTANTIATE_TEST_SUITE_P(Rolling62, Collisions,
                         ::testing::Values(Batch{"hulls_together", Law::NoSlip, 62, 1, 1.0}),
                         batch_name);

// Rows that depend on others up to the skin: enforced exactly they asked for forces of 1e15 N, and
// the mode and the law contradicted each other for ever.
INSTANTIATE_TEST_SUITE_P(NearlyDependent26, Collisions,
                         ::testing::Values(Batch{"boxes_in_bin", Law::NoSlip, 26, 1, 1.3}),
                         batch_name);
INSTANTIATE_TEST_SUITE_P(NearlyDependent83, Collisions,
                         ::testing::Values(Batch{"boxes_in_bin", Law::NoSlip, 83, 1, 1.0}),
                         batch_name);

}  // namespace
}  // namespace rigor
