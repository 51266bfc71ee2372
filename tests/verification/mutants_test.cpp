// SPDX-License-Identifier: Apache-2.0
// The checker against lies. RIGOR_MUTANTS sets how many; RIGOR_MUTANT_SEED where to start.
#include "mutants.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "sampled_truth.hpp"
#include "temporary_folder.hpp"

namespace rigor::verification {
namespace {

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// Through bytes and back, with right checksums.
Trace reencoded(const Trace& trace, int i, const TemporaryFolder& folder) {
  if (i % 20 != 0) return trace;
  if (i % 200 == 0) {
    trace::write_trace(folder / "trace.h5", trace);
    return trace::read_trace(folder / "trace.h5");
  }
  trace::write_journal(folder / "trace.part", trace);
  return trace::read_trace(folder / "trace.part");
}

TEST(Mutants, OriginalsAreProvedAndSamplingAgrees) {
  for (const Trace& trace : originals()) {
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
    EXPECT_EQ(SampledTruth(trace, 30).violation(), "");
  }
}

TEST(Mutants, NothingFalseIsEverProved) {
  const int count = number_from("RIGOR_MUTANTS", 500);
  const auto seed = static_cast<std::uint64_t>(number_from("RIGOR_MUTANT_SEED", 1));
  const TemporaryFolder folder;
  const auto traces = originals();
  int lies = 0;
  int refused = 0;
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<std::uint64_t>(i), 7);
    const Trace& original = traces[static_cast<std::size_t>(i) % traces.size()];
    const Trace m = reencoded(mutant(random, original), i, folder);
    const Verdict verdict = verify(m, {original.exclusions});
    if (verdict.status == Status::Refused) ++refused;
    const bool sound = verdict.rules[static_cast<std::size_t>(Rule::WellFormed)].failed == 0;
    const std::string violation = sound ? SampledTruth(m, 12).violation() : "malformed";
    if (violation.empty()) continue;
    ++lies;
    ASSERT_NE(verdict.status, Status::Proved)
        << "RIGOR_MUTANTS=1 RIGOR_MUTANT_SEED=" << seed + static_cast<std::uint64_t>(i)
        << " on original " << static_cast<std::size_t>(i) % traces.size() << ": " << violation;
  }
  std::printf("%d mutants, %d false by sampling, %d refused\n", count, lies, refused);
  EXPECT_GT(lies, count / 4);
  EXPECT_LT(refused, count);  // harmless changes must not all be refused
}

Verdict verdict_of(const Trace& trace) { return verify(trace); }

TEST(Mutants, ACertificateShortenedByOneUlpLeavesAnInstantUncovered) {
  for (const bool front : {false, true}) {
    Trace trace = crossing_bars(2, 0.05, 4, 1e-8, true);
    Certificate& c = trace.certificates[1];
    if (front) {
      c.begin.offset = std::nextafter(c.begin.offset, 1.0);
    } else {
      c.end.offset = std::nextafter(c.end.offset, 0.0);
    }
    const Verdict verdict = verdict_of(trace);
    ASSERT_EQ(verdict.status, Status::Refused);
    EXPECT_EQ(verdict.failures[0].rule, Rule::Coverage);
  }
}

TEST(Mutants, AQuaternionThroughZeroAtOneInstantIsFound) {
  Trace trace = thrown_cube(2, 0.05, 6);
  // q(x) = (x - 0.3) (1, 0, 0, 0): zero at one instant only
  for (auto& row : trace.segments[1].quaternion) std::fill(row.begin(), row.end(), 0.0);
  trace.segments[1].quaternion[0][0] = -0.3;
  trace.segments[1].quaternion[0][1] = 1.0;
  const Verdict verdict = verdict_of(trace);
  ASSERT_EQ(verdict.status, Status::Refused);
  EXPECT_EQ(verdict.rules[static_cast<std::size_t>(Rule::Norm)].failed, 1U);
}

TEST(Mutants, AnEdgeEdgeNormalThroughZeroIsFound) {
  // The bars become parallel in the middle of the segment.
  Trace trace = crossing_bars(1, 0.1, 8, 1e-3, false);
  for (Segment& segment : trace.segments) {
    if (segment.body != 1) continue;
    const Quadruple on_edge = rotation({1, 0, 0}, std::numbers::pi / 4.0);
    const Path path = tilted([&](double t) {
      return SamplePose{{0.0, 0.0, 0.2 * std::numbers::sqrt2 + 1e-3},
                        times(rotation({0, 0, 1}, 0.05 - 1.0 * t), on_edge)};
    });
    const Segment turned_bar = fitted(path, segment.start, 0.1, 8);
    segment.position = turned_bar.position;
    segment.quaternion = turned_bar.quaternion;
  }
  const Verdict verdict = verdict_of(trace);
  ASSERT_EQ(verdict.status, Status::Refused);
  EXPECT_EQ(verdict.rules[static_cast<std::size_t>(Rule::Certificate)].failed, 1U);
}

TEST(Mutants, AnUnexpectedExclusionIsRefusedAndAnyIsListed) {
  Trace trace = crossing_bars(1, 0.1, 6, 1e-3, false);
  trace.certificates.clear();
  EXPECT_EQ(verdict_of(trace).status, Status::Refused);
  trace.exclusions.push_back({{0, 0}, {1, 0}, "said so"});
  const Verdict trusting = verdict_of(trace);
  EXPECT_EQ(trusting.status, Status::Proved);
  EXPECT_EQ(trusting.excluded.size(), 1U);
  EXPECT_NE(text_of(trusting, trace).find("not checked: lower and upper: said so"),
            std::string::npos);
  EXPECT_EQ(verify(trace, {std::vector<trace::Exclusion>{}}).status, Status::Refused);
}

TEST(Mutants, MissingReorderedAndSwappedSegmentsAreRefused) {
  Trace missing = thrown_cube(3, 0.05, 6);
  missing.segments.erase(missing.segments.begin() + 1);
  EXPECT_EQ(verdict_of(missing).status, Status::Refused);
  Trace reordered = thrown_cube(3, 0.05, 6);
  std::swap(reordered.segments[0], reordered.segments[1]);
  EXPECT_EQ(verdict_of(reordered).status, Status::Refused);
  Trace swapped = thrown_cube(3, 0.05, 6);
  std::swap(swapped.segments[0].position, swapped.segments[1].position);
  EXPECT_EQ(verdict_of(swapped).status, Status::Refused);
}

TEST(Mutants, UncertifiedRunsAreMeasuredAndNeverProved) {
  Trace trace = thrown_cube(3, 0.05, 6);
  trace.header.certified = false;
  const Verdict verdict = verdict_of(trace);
  EXPECT_EQ(verdict.status, Status::Measured);
  EXPECT_EQ(verdict.min_gap, 0.0);
  EXPECT_GT(verdict.measured.deepest, 0.0);
  EXPECT_EQ(text_of(verdict, trace).find("proved for"), std::string::npos);
  trace.half_spaces[0].offset = 1.0;
  EXPECT_LT(verdict_of(trace).measured.deepest, 0.0);
}

}  // namespace
}  // namespace rigor::verification
