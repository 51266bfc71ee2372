// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>

#include "sample_traces.hpp"
#include "temporary_folder.hpp"

namespace rigor::verification {
namespace {

void expect_proved(const Trace& trace, double least_gap, double most_gap) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_GE(verdict.min_gap, least_gap) << text_of(verdict, trace);
  EXPECT_LE(verdict.min_gap, most_gap) << text_of(verdict, trace);
}

TEST(Verify, AThrownCubeIsProvedAndItsFlightIsFree) {
  const Trace trace = thrown_cube(31, 0.02, 12);
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_GT(verdict.min_gap, 1e-6);
  EXPECT_LT(verdict.measured.force_defect, 1e-6);
  EXPECT_LT(verdict.measured.torque_defect, 1e-6);
}

/// Straight steps have no acceleration: what that would say about Newton's law misleads.
TEST(Verify, OfStraightStepsNoNewtonIsTold) {
  Trace trace = thrown_cube(31, 0.02, 12);
  EXPECT_NE(text_of(verify(trace), trace).find("Newton-Euler defect"), std::string::npos);
  trace.header.steps = true;
  const std::string text = text_of(verify(trace), trace);
  EXPECT_EQ(text.find("Newton-Euler defect"), std::string::npos);
  EXPECT_NE(text.find("straight steps"), std::string::npos);
}

TEST(Verify, AFileIsCheckedInOneLine) {
  const TemporaryFolder folder;
  trace::write_trace(folder / "trace.h5", sliding_cube(2, 0.1, 8));
  EXPECT_EQ(verify(folder / "trace.h5").status, Status::Proved);
  EXPECT_THROW(verify(folder / "missing.h5"), trace::TraceError);
}

/// Lengths of such normals are no doubles, and a printed gap would not be a lower bound.
TEST(Verify, AbsurdNormalsAreRefused) {
  for (const double size : {1e60, 1.7e308, 1e-60}) {
    Trace trace = passing_cubes(PlaneFrame::World, 4, 0.1, 9, 8);
    for (double& x : trace.certificates[0].normal) x *= size;
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Refused) << size;
    ASSERT_FALSE(verdict.failures.empty());
    EXPECT_EQ(verdict.failures[0].rule, Rule::WellFormed) << size;
  }
}

TEST(Verify, ASlidingCubeIsProvedInItsBand) {
  expect_proved(sliding_cube(5, 0.1, 10), 0.98e-8, 1.0001e-8);
}

TEST(Verify, PassingCubesAreProvedWithPlanesInEveryFrame) {
  for (const PlaneFrame frame : {PlaneFrame::World, PlaneFrame::A, PlaneFrame::B}) {
    expect_proved(passing_cubes(frame, 4, 0.1, 9, 8), 1e-6, 1.0);
  }
}

TEST(Verify, FarBodiesNeedNoCertificate) {
  Trace trace = passing_cubes(PlaneFrame::World, 4, 0.1, 9, 1);
  trace.certificates.clear();
  for (Segment& segment : trace.segments) {
    if (segment.body == 1) segment.position[1][0] += 1.0;
  }
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_GT(verdict.counts.box_proofs, 0U);
}

TEST(Verify, CrossingBarsAreProvedByTheirEdges) {
  expect_proved(crossing_bars(3, 0.1, 9, 1e-3, false), 1e-6, 1.01e-3);
  expect_proved(crossing_bars(3, 0.1, 9, 1e-8, true), 0.97e-8, 1.0001e-8);
}

TEST(Verify, ARollingPrismIsProvedFaceByFace) {
  expect_proved(rolling_prism(20, 8, 0.05, 9), 0.98e-8, 1.0001e-8);
}

}  // namespace
}  // namespace rigor::verification
