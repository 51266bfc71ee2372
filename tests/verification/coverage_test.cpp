// SPDX-License-Identifier: Apache-2.0
// Many bodies: pairs without certificates, boxes over many segments at once, threads.
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/course_boxes.hpp>
#include <rigor/verification/verify.hpp>

#include "crowd_traces.hpp"

namespace rigor::verification {
namespace {

Verdict verdict_with(const Trace& trace, int threads) {
  Options options;
  options.workshop.threads = threads;
  return verify(trace, options);
}

TEST(Coverage, ACrowdIsProved) {
  const Trace trace = Crowd{3, 3, 5}.trace();
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_EQ(verdict.counts.pairs, 27U * 28U / 2U);
  EXPECT_GT(verdict.counts.box_proofs, 100U);
}

TEST(Coverage, TheVerdictIsTheSameForAnyNumberOfThreads) {
  for (const bool broken : {false, true}) {
    Trace trace = Crowd{3, 3, 4}.trace();
    if (broken) {
      for (std::size_t i = 0; i < trace.certificates.size(); i += 17) {
        trace.certificates[i].level = 1.0;
      }
    }
    const Verdict one = verdict_with(trace, 1);
    EXPECT_EQ(one.status, broken ? Status::Refused : Status::Proved);
    for (const int threads : {2, 8}) {
      const Verdict many = verdict_with(trace, threads);
      EXPECT_EQ(text_of(one, trace), text_of(many, trace));
      EXPECT_EQ(one.min_gap, many.min_gap);
      EXPECT_EQ(one.min_gap_time, many.min_gap_time);
      EXPECT_EQ(one.counts.box_proofs, many.counts.box_proofs);
    }
  }
}

/// A cube pushed into its neighbour for one step: no box and no certificate may hide it.
TEST(Coverage, OneBodyOutOfPlaceForOneStepIsFound) {
  const Trace good = Crowd{3, 2, 8}.trace();
  Random random(31);
  for (int i = 0; i < 20; ++i) {
    Trace trace = good;
    const auto body = static_cast<std::uint32_t>(random.index(9));
    const auto k = static_cast<std::uint32_t>(random.index(8));
    Segment& segment = trace.segments[k * trace.bodies.size() + body];
    segment.position[2][0] -= 2e-4;  // into the ground
    EXPECT_EQ(verify(trace).status, Status::Refused) << body << " " << k;
    // and with neither jump nor certificate to notice: moved for good, and nothing is claimed
    trace = good;
    for (Segment& s : trace.segments) {
      if (s.body == body) s.position[0][0] += body % 3 == 2 ? -3e-4 : 3e-4;
    }
    std::erase_if(trace.certificates, [&](const Certificate& c) {
      return c.a.body != trace::kWorld && (c.a.body == body || c.b.body == body);
    });
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Refused) << body;
    ASSERT_FALSE(verdict.failures.empty());
    EXPECT_EQ(verdict.failures[0].rule, Rule::Coverage);
  }
}

TEST(Coverage, ACheckThatIsStoppedSaysNothing) {
  const Trace trace = Crowd{3, 3, 4}.trace();
  for (const int most : {0, 1, 30, 100}) {
    std::atomic<int> asked{0};
    Options options;
    options.workshop.interrupted = [&] { return asked++ >= most; };
    EXPECT_EQ(verify(trace, options).status, Status::Unfinished) << most;
  }
}

TEST(CourseBoxes, ContainTheBoxesBelowThem) {
  const Trace trace = Crowd{2, 2, 11}.trace();
  std::vector<const Segment*> course;
  for (const Segment& segment : trace.segments) {
    if (segment.body == 5) course.push_back(&segment);
  }
  const CourseBoxes boxes(course, trace.bodies[5].pieces[0]);
  EXPECT_EQ(boxes.first(boxes.root()), 0U);
  EXPECT_EQ(boxes.last(boxes.root()), 10U);
  std::vector<CourseBoxes::Node> open = {boxes.root()};
  std::size_t leaves = 0;
  while (!open.empty()) {
    const CourseBoxes::Node node = open.back();
    open.pop_back();
    if (node.level == 0) {
      ++leaves;
      continue;
    }
    for (const CourseBoxes::Node& child : {CourseBoxes::left(node), CourseBoxes::right(node)}) {
      if (!boxes.exists(child)) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_LE(boxes.box(node).low[i], boxes.box(child).low[i]);
        EXPECT_GE(boxes.box(node).high[i], boxes.box(child).high[i]);
      }
      EXPECT_GE(boxes.first(child), boxes.first(node));
      EXPECT_LE(boxes.last(child), boxes.last(node));
      open.push_back(child);
    }
  }
  EXPECT_EQ(leaves, 11U);
}

}  // namespace
}  // namespace rigor::verification
