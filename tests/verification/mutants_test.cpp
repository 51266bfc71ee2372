// SPDX-License-Identifier: Apache-2.0
// The checker against lies, told about made-up motions and about runs of the simulator.
// RIGOR_MUTANTS sets how many; RIGOR_MUTANT_SEED where to start.
#include "mutants.hpp"

#include <chrono>
#include <cstdlib>

#include <gtest/gtest.h>

#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "real_traces.hpp"
#include "sampled_truth.hpp"
#include "temporary_folder.hpp"

namespace rigor::verification {
namespace {

int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

/// Through bytes and back, with right checksums: every tenth through trace.h5.
Trace reencoded(const Trace& trace, int i, const TemporaryFolder& folder) {
  const auto file = folder / (i % 10 == 0 ? "trace.h5" : "trace.part");
  if (i % 10 == 0) {
    trace::write_trace(file, trace);
  } else {
    trace::write_journal(file, trace);
  }
  return trace::read_trace(file);
}

/// Made by formulas, and cut out of real runs.
std::vector<Trace> all_originals() {
  std::vector<Trace> traces = originals();
  for (Trace& trace : real_excerpts()) traces.push_back(std::move(trace));
  traces.push_back(with_fixed_cube(excerpt(real_trace("b03"), 0, 2), {3.0, 0.0, 0.5}));
  return traces;
}

TEST(Mutants, OriginalsAreProvedAndSamplingAgrees) {
  for (const Trace& trace : all_originals()) {
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
    EXPECT_EQ(SampledTruth(trace, 30).violation(), "");
  }
}

/// What a campaign counts.
struct Tally {
  int proved = 0;
  int refused = 0;
  int lies = 0;          ///< false by sampling, or malformed
  int malformed = 0;     ///< of those
  int false_proofs = 0;  ///< lies that were called proved
  double slowest = 0.0;  ///< verdict, seconds
};

void count(const Trace& m, const Verdict& verdict, Tally& tally, std::string& violation) {
  if (verdict.status == Status::Refused) ++tally.refused;
  if (verdict.status == Status::Proved) ++tally.proved;
  const bool sound = verdict.rules[static_cast<std::size_t>(Rule::WellFormed)].failed == 0;
  violation = sound ? SampledTruth(m, 12).violation() : "malformed";
  if (violation.empty()) return;
  ++tally.lies;
  if (!sound) ++tally.malformed;
  if (verdict.status == Status::Proved) ++tally.false_proofs;
}

TEST(Mutants, NothingFalseIsEverProved) {
  const int size = number_from("RIGOR_MUTANTS", 500);
  const auto seed = static_cast<std::uint64_t>(number_from("RIGOR_MUTANT_SEED", 1));
  const TemporaryFolder folder;
  const auto traces = all_originals();
  Tally tally;
  for (int i = 0; i < size; ++i) {
    const std::uint64_t number = seed + static_cast<std::uint64_t>(i);
    Random random(number, 7);
    const std::size_t which = number % traces.size();
    const Trace m = reencoded(mutant(random, traces[which]), i, folder);
    const auto began = std::chrono::steady_clock::now();
    const Verdict verdict = verify(m, {traces[which].exclusions});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    tally.slowest = std::max(tally.slowest, took.count());
    std::string violation;
    count(m, verdict, tally, violation);
    ASSERT_EQ(tally.false_proofs, 0) << "RIGOR_MUTANTS=1 RIGOR_MUTANT_SEED=" << number
                                     << " on original " << which << ": " << violation;
  }
  std::printf(
      "%d mutants of %zu traces: %d proved, %d refused; %d false (%d malformed); slowest verdict "
      "%.2f s\n",
      size, traces.size(), tally.proved, tally.refused, tally.lies, tally.malformed, tally.slowest);
  EXPECT_GT(tally.lies - tally.malformed, size / 4);
  EXPECT_GT(tally.proved, size / 20);  // harmless changes must not all be refused
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
