// SPDX-License-Identifier: Apache-2.0
// The paper's chain as its authors ran it: no contact, steps by the bounds of links alone.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include <rigor/certify/path.hpp>

#include "classic_scene.hpp"
#include "paper_chain.hpp"

namespace rigor {
namespace {

struct ChainRun {
  Outcome outcome;
  double clearance = std::numeric_limits<double>::infinity();
  double clearance_time = 0.0;
  trace::Trace trace;
};

/// Runs the chain and measures how near its corners come to the ground, inside steps too.
ChainRun run_chain(const ChainScene& scene, Bounds bounds, double until) {
  const BuiltChain chain = build_chain(scene);
  SimulationOptions options;
  options.method = Method::Paper;
  options.law = Law::NoSlip;
  options.stepping.bounds = bounds;
  options.stop.time = until;
  ChainRun out;
  out.trace = trace_prelude(chain.model, chain.initial, options);
  const auto& vertices = chain.model.links[0].pieces[0].shape.vertices();
  out.outcome = simulate_classic(chain.model, chain.initial, options, [&](const StepReport& step) {
    for (const trace::Segment& segment : step.segments) {
      out.trace.segments.push_back(segment);
      for (int k = 1; k <= 8; ++k) {
        const trace::Time t =
            trace::advanced(segment.start, k / 8.0 * trace::elapsed(segment.start, segment.end));
        const Pose X = pose_at(segment, t);
        for (const Vector3& v : vertices) {
          const double height = (X * v).z() + scene.ground;
          if (height >= out.clearance) continue;
          out.clearance = height;
          out.clearance_time = trace::seconds(t);
        }
      }
    }
    out.trace.certificates.insert(out.trace.certificates.end(), step.certificates.begin(),
                                  step.certificates.end());
  });
  out.trace.footer = out.outcome.footer;
  out.trace.complete = true;
  trace::sort_records(out.trace);
  return out;
}

TEST(PaperChain, TakesTheListedStepsAndClearance) {
  const ChainRun printed = run_chain(authors_chain(), Bounds::Printed, 5.0);
  EXPECT_EQ(printed.outcome.stop, StopKind::Time) << printed.outcome.reason;
  std::printf("printed: %lu steps, mean %.3e, min %.3e, full %lu, clearance %.4f at %.4f\n",
              printed.outcome.footer.steps, printed.outcome.footer.step_mean,
              printed.outcome.footer.step_min, printed.outcome.classic->rules.at("full"),
              printed.clearance, printed.clearance_time);
  EXPECT_NEAR(static_cast<double>(printed.outcome.footer.steps) / 607.0, 1.0, 0.03);
  EXPECT_NEAR(printed.clearance, 0.840, 2e-3);
  EXPECT_TRUE(printed.outcome.certified);
  const ChainRun corrected = run_chain(authors_chain(), Bounds::Corrected, 5.0);
  std::printf("corrected: %lu steps, mean %.3e, min %.3e, clearance %.4f at %.4f %s\n",
              corrected.outcome.footer.steps, corrected.outcome.footer.step_mean,
              corrected.outcome.footer.step_min, corrected.clearance, corrected.clearance_time,
              corrected.outcome.reason.c_str());
  EXPECT_NEAR(static_cast<double>(corrected.outcome.footer.steps) / 501.0, 1.0, 0.03);
  EXPECT_NEAR(corrected.clearance, 0.814, 2e-3);
  EXPECT_TRUE(corrected.outcome.certified);
}

// Joints that stay closed and links that stay above the ground, proved for all t.
TEST(PaperChain, IsProvedForAShortWhile) {
  ChainRun run = run_chain(authors_chain(), Bounds::Corrected, 0.3);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace);
}

}  // namespace
}  // namespace rigor
