// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/report/thinning.hpp>
#include <rigor/report/track.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

constexpr int kTerms = 14;

/// Chebyshev coefficients of f on [0, length].
template <class Function>
std::vector<double> series(double length, Function f) {
  std::vector<double> c(kTerms, 0.0);
  for (int j = 0; j < kTerms; ++j) {
    const double angle = std::numbers::pi * (j + 0.5) / kTerms;
    const double value = f(0.5 * length * (std::cos(angle) + 1));
    for (std::size_t k = 0; k < kTerms; ++k) {
      c[k] += (k == 0 ? 1.0 : 2.0) / kTerms * value * std::cos(static_cast<double>(k) * angle);
    }
  }
  return c;
}

/// The cube turns about z at 3 rad/s and falls, in `count` segments; every tenth one ends with a
/// touch. Quaternions change sign and length from segment to segment, which moves nothing.
trace::Trace tumbling(int count) {
  trace::Trace trace = Bouncing().trace();
  trace.segments.clear();
  trace.certificates.clear();
  const double length = 2.0 / count;
  for (int i = 0; i < count; ++i) {
    const double begin = i * length;
    trace::Segment s;
    s.index = static_cast<std::uint32_t>(i);
    s.start = trace::time_from(begin);
    s.end = trace::time_from((i + 1) * length);
    s.length = std::max(length, trace::elapsed(s.start, s.end));
    s.reason = i % 10 == 9 ? trace::EndReason::Touch : trace::EndReason::Accuracy;
    const double scale = (i % 2 == 0 ? 1.0 : -1.0) * (0.9 + 0.01 * (i % 7));
    s.position[0] = series(s.length, [&](double t) { return 2 * (begin + t); });
    s.position[1] = series(s.length, [&](double) { return 0.25; });
    s.position[2] =
        series(s.length, [&](double t) { return 30 - 4.905 * (begin + t) * (begin + t); });
    s.quaternion[0] =
        series(s.length, [&](double t) { return scale * std::cos(1.5 * (begin + t)); });
    s.quaternion[1] = s.quaternion[2] = std::vector<double>(kTerms, 0.0);
    s.quaternion[3] =
        series(s.length, [&](double t) { return scale * std::sin(1.5 * (begin + t)); });
    trace::Certificate c;
    c.a = {trace::kWorld, 0};
    c.b = {0, 0};
    c.segment_b = s.index;
    c.begin = s.start;
    c.end = s.end;
    c.normal = {0, 0, 1};
    c.level = 1.0 + i;
    trace.segments.push_back(s);
    trace.certificates.push_back(c);
  }
  trace.footer.end = trace.segments.back().end;
  return trace;
}

/// The largest distance of a vertex between two traces, at `samples` instants.
double distance(const trace::Trace& a, const trace::Trace& b, int samples) {
  const Tracks in_a(a);
  const Tracks in_b(b);
  double worst = 0.0;
  for (int i = 0; i <= samples; ++i) {
    const trace::Time t = trace::time_from(trace::seconds(a.footer.end) * i / samples);
    const trace::Segment* one = in_a.segment(0, t, Limit::After);
    const trace::Segment* two = in_b.segment(0, t, Limit::After);
    const Pose p = track_pose(*one, trace::elapsed(one->start, t));
    const Pose q = track_pose(*two, trace::elapsed(two->start, t));
    for (const trace::Triple& v : a.bodies[0].pieces[0].vertices) {
      const Vector3 x(v.data());
      worst = std::max(worst, (p * x - q * x).norm());
    }
  }
  return worst;
}

TEST(Thinning, StaysWithinTheStatedError) {
  const trace::Trace trace = tumbling(400);
  for (const double error : {1e-4, 1e-7, 1e-10}) {
    const Thinned thin = thinned(trace, error);
    EXPECT_EQ(thin.thinning.error, error);
    EXPECT_EQ(thin.thinning.segments_before, 400U);
    EXPECT_EQ(thin.thinning.segments_after, thin.trace.segments.size());
    EXPECT_LE(thin.trace.segments.size(), 160U);  // four touches in ten are kept apart
    EXPECT_GE(thin.trace.segments.size(), 40U);
    EXPECT_LT(coefficient_count(thin.trace), coefficient_count(trace) / 2);
    const double found = distance(trace, thin.trace, 20'000);
    EXPECT_LE(found, error);
    EXPECT_GT(found, 1e-4 * error);  // else the error would be stated far too large
  }
}

TEST(Thinning, KeepsEventsAndEndsOfSegmentsThatHaveOne) {
  const trace::Trace trace = tumbling(400);
  const Thinned thin = thinned(trace, 1e-6);
  EXPECT_EQ(thin.trace.events, trace.events);
  int touches = 0;
  trace::Time last = trace.segments.front().start;
  for (const trace::Segment& segment : thin.trace.segments) {
    EXPECT_EQ(segment.start, last);
    last = segment.end;
    touches += segment.reason == trace::EndReason::Touch ? 1 : 0;
  }
  EXPECT_EQ(last, trace.segments.back().end);
  EXPECT_EQ(touches, 40);
}

TEST(Thinning, JoinsCertificatesThatSayTheSame) {
  trace::Trace trace = tumbling(100);
  trace.certificates[60].kind = trace::CertificateKind::Contact;
  trace.certificates[60].active = {1};
  const Thinned thin = thinned(trace, 1e-6);
  ASSERT_EQ(thin.trace.certificates.size(), 3U);
  EXPECT_EQ(thin.trace.certificates[0].begin, trace.certificates[0].begin);
  EXPECT_EQ(thin.trace.certificates[0].end, trace.certificates[59].end);
  EXPECT_EQ(thin.trace.certificates[0].level, 1.0);  // the least of those joined
  EXPECT_EQ(thin.trace.certificates[1].active, std::vector<std::uint32_t>{1});
  EXPECT_EQ(thin.trace.certificates[2].level, 62.0);
}

TEST(Thinning, IsForBigTracesOnly) {
  trace::Trace trace = tumbling(20);
  EXPECT_FALSE(thinned_if_big(trace).has_value());
  trace.certificates.resize(kMostCertificatesShown + 1, trace.certificates.front());
  const auto certificates = thinned_if_big(trace);
  ASSERT_TRUE(certificates.has_value());
  EXPECT_EQ(certificates->thinning.error, 0.01 * trace.header.skin);
  trace = tumbling(20);
  trace.segments.front().position[0].resize(kMostNumbersShown / 3 + 1);
  EXPECT_TRUE(thinned_if_big(trace).has_value());
}

/// Bodies on parabolas, turning, in straight steps of 1 ms, with as many certificates.
TEST(Thinning, LongRunsInStraightStepsAreThinnedUntilTheyFit) {
  trace::Trace trace;
  trace.header.skin = 1e-8;
  constexpr std::uint32_t kSteps = 4000;
  for (std::uint32_t body = 0; body < 20; ++body) {
    trace::Body one;
    one.pieces.push_back({"p", {{0.1, 0.0, 0.0}, {0.0, 0.1, 0.0}}, {}, {}});
    trace.bodies.push_back(one);
    trace::Time start = trace::time_from(0.0);
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      trace::Segment segment;
      segment.body = body;
      segment.index = k;
      segment.start = start;
      segment.end = trace::advanced(start, 1e-3);
      segment.length = 1e-3 * (1 + 1e-9);
      const double t = trace::seconds(segment.start);
      const auto row = [](double x, double y) {
        return std::vector<double>{0.5 * (x + y), 0.5 * (y - x)};
      };
      const auto height = [&](double s) { return 5.0 * s - 4.9 * s * s + body; };
      const auto angle = [](double s) { return 0.3 * s; };
      const double u = t + 1e-3;
      segment.position = {row(t, u), row(0.0, 0.0), row(height(t), height(u))};
      segment.quaternion = {row(std::cos(angle(t)), std::cos(angle(u))),
                            row(std::sin(angle(t)), std::sin(angle(u))), row(0.0, 0.0),
                            row(0.0, 0.0)};
      trace.segments.push_back(segment);
      trace::Certificate certificate;
      certificate.a = {body, 0};
      certificate.b = {body + 100, 0};
      certificate.level = k;
      certificate.begin = segment.start;
      certificate.end = segment.end;
      for (int n = 0; n < 4; ++n) {
        certificate.offset = n;
        trace.certificates.push_back(certificate);
      }
      start = segment.end;
    }
  }
  ASSERT_GT(coefficient_count(trace), kMostNumbersShown);
  ASSERT_GT(trace.certificates.size(), kMostCertificatesShown);
  const auto thin = thinned_if_big(trace);
  ASSERT_TRUE(thin);
  EXPECT_LE(coefficient_count(thin->trace), kMostNumbersShown);
  EXPECT_EQ(thin->trace.certificates.size(), kMostCertificatesShown);
  EXPECT_EQ(thin->thinning.certificates_after, kMostCertificatesShown);
  for (const trace::Certificate& c : thin->trace.certificates) ASSERT_LE(c.level, 3126.0);
  EXPECT_LE(thin->thinning.error, 1e-4);
  for (const trace::Segment& segment : thin->trace.segments) {
    const double middle = 0.5 * trace::elapsed(segment.start, segment.end);
    const double t = trace::seconds(segment.start) + middle;
    const double z = track_pose(segment, middle).translation[2];
    ASSERT_NEAR(z, 5.0 * t - 4.9 * t * t + segment.body, thin->thinning.error + 2e-6);
  }
}

}  // namespace
}  // namespace rigor
