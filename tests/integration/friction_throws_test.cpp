// SPDX-License-Identifier: Apache-2.0
// Random throws with Coulomb friction: everything comes to rest, records are proved, energy never
// rises. The campaign is experiments/throws.
#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "throws.hpp"

namespace rigor {
namespace {

struct ShapeThrows {
  const char* shape;
  std::uint64_t throws;
  std::uint64_t proved;  // of them, by the exact checker
};

class FrictionThrows : public testing::TestWithParam<ShapeThrows> {};

TEST_P(FrictionThrows, ComeToRestAndAreProved) {
  const ShapeThrows& of = GetParam();
  SimulationOptions options;
  options.law = Law::Coulomb;
  options.stop.time = 30.0;
  std::uint64_t stopped = 0;
  for (std::uint64_t seed = 0; seed < of.throws; ++seed) {
    Throw thrown = random_throw(of.shape, 7000 + seed);
    for (Surface& surface : thrown.model.surfaces) surface.friction = 0.5;
    const RecordedRun run = record(thrown.model, thrown.initial, options,
                                   trace_prelude(thrown.model, thrown.initial, options));
    const std::string what = std::string(of.shape) + " seed " + std::to_string(7000 + seed);
    EXPECT_EQ(run.outcome.stop, StopKind::Rest) << what << ": " << run.outcome.reason;
    const double allowed = 9.81 * 0.01 * 1e-8 * static_cast<double>(run.outcome.events + 1) +
                           1e-9 * static_cast<double>(run.outcome.segments);
    EXPECT_LE(run.outcome.footer.energy_max_gain, allowed) << what;
    EXPECT_LT(run.outcome.footer.energy_final, run.outcome.footer.energy_initial) << what;
    for (const trace::Event& event : run.trace.events)
      stopped += event.kind == trace::EventKind::Stick ? 1 : 0;
    if (seed >= of.proved) continue;
    const verification::Verdict verdict = verification::verify(run.trace);
    EXPECT_EQ(verdict.status, verification::Status::Proved)
        << what << "\n"
        << verification::text_of(verdict, run.trace);
    EXPECT_GT(verdict.min_gap, 0.98e-8) << what;
  }
  EXPECT_GT(stopped, of.throws / 4) << "slips that came to their end";
}

/// Throws that did not come to rest once.
struct HardThrow {
  const char* shape;
  std::uint64_t seed;
  double friction;
  const char* why;
};

TEST(FrictionThrows, ThatWereHardComeToRest) {
  const HardThrow throws[] = {
      {"cube", 6223, 1.0, "a corner stops while it turns: its direction is rounding"},
      {"tetrahedron", 6394, 1.0, "two directions of slip that nearly coincide"},
      {"prism12", 146, 0.5, "projection moved too far"},
  };
  SimulationOptions options;
  options.law = Law::Coulomb;
  options.stop.time = 30.0;
  for (const HardThrow& hard : throws) {
    Throw thrown = random_throw(hard.shape, hard.seed);
    for (Surface& surface : thrown.model.surfaces) surface.friction = hard.friction;
    const Outcome outcome = record(thrown.model, thrown.initial, options, {}).outcome;
    EXPECT_EQ(outcome.stop, StopKind::Rest)
        << hard.shape << " " << hard.seed << " (" << hard.why << "): " << outcome.reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FrictionThrows,
                         testing::Values(ShapeThrows{"cube", 20, 4}, ShapeThrows{"brick", 20, 4},
                                         ShapeThrows{"tetrahedron", 20, 4},
                                         ShapeThrows{"prism12", 3, 1}, ShapeThrows{"hull50", 3, 1}),
                         [](const auto& of) { return std::string(of.param.shape); });

}  // namespace
}  // namespace rigor
