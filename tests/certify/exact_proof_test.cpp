// SPDX-License-Identifier: Apache-2.0
// Certificates of the finder must convince the exact checker, which shares no code with it.
// RIGOR_CERTIFY_PROOFS enlarges the set.
#include <cstdlib>

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "pair_trace.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

int proof_count() {
  const char* text = std::getenv("RIGOR_CERTIFY_PROOFS");
  return text != nullptr ? std::atoi(text) : 12;
}

TEST(ExactProof, TheCheckerAcceptsTheFindersCertificates) {
  Random random(161);
  int kinds[4] = {0, 0, 0, 0};  // plane of the world, of a, of b; edge-edge
  const int proofs = proof_count();
  for (int i = 0; i < proofs; ++i) {
    const TumblingPair pair = random_pair(random, i % 3 == 2 ? 20 : 8, 10.0);
    const PairRun run = run_pair(pair, {0.4, 4, 12}, kSkin);
    if (std::holds_alternative<NotProved>(run.parts.back().outcome)) continue;
    const trace::Trace trace = trace_of(pair, run, kSkin);
    for (const trace::Certificate& c : trace.certificates) {
      const bool edges = c.kind == trace::CertificateKind::EdgeEdge;
      ++kinds[edges ? 3 : static_cast<int>(c.frame)];
    }
    const verification::Verdict verdict = verification::verify(trace);
    ASSERT_EQ(verdict.status, verification::Status::Proved)
        << "pair " << i << "\n"
        << verification::text_of(verdict, trace);
    EXPECT_GE(verdict.min_gap, 0.98 * kSkin);
  }
  for (const int kind : kinds) EXPECT_GT(kind, 0);
}

TEST(ExactProof, AStretchedCertificateIsRefused) {
  Random random(162);
  int refused = 0;
  for (int i = 0; refused < 3 && i < 20; ++i) {
    const TumblingPair pair = random_pair(random, 8, 10.0);
    PairRun run = run_pair(pair, {0.2, 1, 12}, kSkin);
    if (touch_of(run) == nullptr) continue;
    const trace::Time end = run.segments_a[0].end;
    run.parts[0].outcome = StaysApart{};
    run.parts[0].certificates.back().end = end;
    const trace::Trace trace = trace_of(pair, run, kSkin);
    ASSERT_NE(verification::verify(trace).status, verification::Status::Proved);
    ++refused;
  }
  EXPECT_EQ(refused, 3);
}

}  // namespace
}  // namespace rigor
