// SPDX-License-Identifier: Apache-2.0
// Certificates of the finder must convince the exact checker, which shares no code with it.
// RIGOR_CERTIFY_PROOFS enlarges the set.
#include <cstdlib>

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;

trace::Body body_of(const PieceShape& shape, const char* name) {
  trace::Piece piece;
  piece.name = name;
  for (const Vector3& v : shape.polytope.vertices())
    piece.vertices.push_back({v.x(), v.y(), v.z()});
  trace::Body body;
  body.name = name;
  body.kind = trace::BodyKind::Driven;
  body.pieces.push_back(std::move(piece));
  return body;
}

/// The certified part of a run as a trace; empty time is left out.
trace::Trace trace_of(const TumblingPair& pair, const PairRun& run) {
  trace::Trace trace;
  trace.header.skin = kSkin;
  trace.bodies = {body_of(pair.a, "a"), body_of(pair.b, "b")};
  const Touches* touch = touch_of(run);
  for (std::size_t k = 0; k < run.parts.size(); ++k) {
    trace::Segment a = run.segments_a[k];
    trace::Segment b = run.segments_b[k];
    trace::Time end = std::min(a.end, b.end);
    if (touch != nullptr && k + 1 == run.parts.size()) end = touch->when.begin;
    if (!(a.start < end)) break;
    a.end = b.end = end;
    trace.segments.push_back(a);
    trace.segments.push_back(b);
    trace.footer.end = end;
    const auto& certificates = run.parts[k].certificates;
    trace.certificates.insert(trace.certificates.end(), certificates.begin(), certificates.end());
  }
  trace.footer.stopped = "time";
  trace.complete = true;
  return trace;
}

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
    const trace::Trace trace = trace_of(pair, run);
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
    const trace::Trace trace = trace_of(pair, run);
    ASSERT_NE(verification::verify(trace).status, verification::Status::Proved);
    ++refused;
  }
  EXPECT_EQ(refused, 3);
}

}  // namespace
}  // namespace rigor
