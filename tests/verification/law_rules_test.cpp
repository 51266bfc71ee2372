// SPDX-License-Identifier: Apache-2.0
// The law of contact over whole traces: motions in closed form pass, forgeries do not.
#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

void expect_lawful(const Trace& trace) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_TRUE(verdict.motion.ok && verdict.motion.law_kept);
  EXPECT_LE(verdict.motion.law_impulse, 1e-11) << text_of(verdict, trace);
  EXPECT_LE(verdict.motion.law_drift, 1e-12);
  EXPECT_LE(verdict.motion.hops, 1e-12);
}

/// Refused by the rules of motion, with these words among them.
void expect_refused(const Trace& trace, const char* words) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Refused) << words << "\n" << text_of(verdict, trace);
  EXPECT_FALSE(verdict.motion.ok);
  bool found = false;
  for (const Failure& failure : verdict.failures)
    found =
        found || (failure.rule == Rule::Motion && failure.text.find(words) != std::string::npos);
  EXPECT_TRUE(found) << words << "\n" << text_of(verdict, trace);
}

void each_point(Trace& trace, const std::function<void(trace::ForcePoint&)>& change) {
  for (trace::ContactForce& record : trace.forces)
    for (trace::ForcePoint& point : record.points) change(point);
}

constexpr const char* kGross = "break the law of contact";

/// The sums that break the law are told, if they are not refused.
void expect_unlawful(const Trace& trace) {
  const Verdict verdict = verify(trace);
  EXPECT_FALSE(verdict.motion.law_kept && verdict.motion.ok) << text_of(verdict, trace);
}

TEST(LawRules, ClosedFormsAreLawful) {
  expect_lawful(braked_cube());
  expect_lawful(leaning_cube());
  expect_lawful(bouncing_cube());
}

TEST(LawRules, TheVerdictDoesNotDependOnThreads) {
  for (Trace trace : {braked_cube(), leaning_cube(), bouncing_cube()}) {
    trace.header.skin *= 1.0 + 1e-9;
    Options options;
    options.workshop.threads = 1;
    const std::string alone = text_of(verify(trace, options), trace);
    for (const int threads : {2, 3, 8}) {
      options.workshop.threads = threads;
      EXPECT_EQ(text_of(verify(trace, options), trace), alone) << threads;
    }
  }
}

TEST(LawRules, ForcesThatPullAreRefused) {
  // Two opposite vertices carry more, two pull: sums and moments are as before.
  Trace trace = leaning_cube();
  each_point(trace, [](trace::ForcePoint& point) {
    const bool diagonal = point.vertex_b == 0 || point.vertex_b == 3;
    point.force[2][0] += diagonal ? 3.0 : -3.0;
  });
  expect_refused(trace, kGross);
}

TEST(LawRules, ForcesOutsideTheirConeAreRefused) {
  // All friction at the two vertices behind, which carry less: 0.2 of the weight's half.
  Trace trace = leaning_cube();
  for (trace::ContactForce& record : trace.forces) record.friction = 0.2;
  each_point(trace, [](trace::ForcePoint& point) {
    point.force[0][0] = point.vertex_b % 2 == 0 ? -0.05 * kWeight : 0.0;
  });
  expect_refused(trace, kGross);
  for (trace::ContactForce& record : trace.forces) record.friction = 0.25;
  expect_lawful(trace);
}

/// A breach of a thousandth is told, one of a fiftieth is refused.
TEST(LawRules, GrossBreachesChangeTheVerdict) {
  for (const double share : {0.001, 0.02}) {
    Trace trace = leaning_cube();
    double least = kWeight;
    each_point(trace, [&](trace::ForcePoint& p) { least = std::min(least, p.force[2][0]); });
    // Two opposite vertices carry more, two less: one of these pulls.
    each_point(trace, [&](trace::ForcePoint& point) {
      const bool diagonal = point.vertex_b == 0 || point.vertex_b == 3;
      point.force[2][0] += (diagonal ? 1.0 : -1.0) * (least + share * kWeight);
      point.force[0][0] = diagonal ? -0.05 * kWeight : 0.0;
    });
    const Verdict verdict = verify(trace);
    EXPECT_FALSE(verdict.motion.law_kept);
    EXPECT_NEAR(verdict.motion.law_impulse, share, 0.2 * share) << text_of(verdict, trace);
    EXPECT_EQ(verdict.status, share < 0.01 ? Status::Proved : Status::Refused)
        << text_of(verdict, trace);
    EXPECT_EQ(verdict.motion.ok, share < 0.01);
  }
}

TEST(LawRules, SlidingFrictionIsMuTimesNormalAgainstTheSlip) {
  Trace weak = braked_cube();
  for (trace::ContactForce& record : weak.forces) record.friction = 0.3;
  expect_refused(weak, kGross);
  Trace strong = braked_cube();
  for (trace::ContactForce& record : strong.forces) record.friction = 0.199;
  expect_unlawful(strong);
  // Side forces that cancel turn the friction out of the slip's direction.
  Trace aside = braked_cube();
  for (trace::ContactForce& record : aside.forces)
    for (trace::ForcePoint& point : record.points)
      point.force[1][0] = (point.vertex_b < 2 ? 1e-3 : -1e-3) * (point.vertex_b % 2 == 1 ? 1 : -1);
  expect_unlawful(aside);
}

TEST(LawRules, StickingDoesNotSlip) {
  Trace trace = braked_cube();
  each_point(trace, [](trace::ForcePoint& p) { p.state = trace::ContactState::Stick; });
  expect_refused(trace, kGross);
}

TEST(LawRules, StatesBelongToTheLaw) {
  Trace trace = leaning_cube();
  each_point(trace, [](trace::ForcePoint& p) { p.state = trace::ContactState::Bonded; });
  expect_refused(trace, "a state that the law of contact does not know");
  trace.header.law = "no_slip";
  expect_lawful(trace);
  each_point(trace, [](trace::ForcePoint& p) { p.state = trace::ContactState::Broken; });
  expect_refused(trace, "broken before anything jammed");
}

TEST(LawRules, OnePairHasOneFriction) {
  Trace trace = leaning_cube();
  trace.forces[1].friction = 0.6;
  expect_refused(trace, "friction of a pair");
}

TEST(LawRules, ForcesActWhereGapsAreInTheBand) {
  Trace trace = leaning_cube();
  trace.certificates[1].kind = CertificateKind::Plane;
  expect_refused(trace, "no certificate keeps its gap");
  trace = leaning_cube();
  trace.certificates[1].active = {0, 1, 2};
  expect_refused(trace, "no certificate keeps its gap");
  trace = leaning_cube();
  trace.forces[1].normal = {0.1, 0, 1};
  expect_refused(trace, "no certificate keeps its gap");
  trace = leaning_cube();
  trace.forces[1].segment_b = 2;
  expect_refused(trace, "one segment of each");
}

TEST(LawRules, ImpulsesObeyTheLaw) {
  Trace scaled = bouncing_cube();
  for (auto& contact : scaled.events[0].contacts) contact.impulse[2] *= 1.001;
  expect_refused(scaled, "unexplained");
  Trace negated = bouncing_cube();
  for (auto& contact : negated.events[0].contacts) {
    contact.impulse[2] *= -1.0;
    contact.compression[2] *= -1.0;
  }
  expect_refused(negated, "unexplained");
  Trace livelier = bouncing_cube();
  for (auto& contact : livelier.events[0].contacts) contact.restitution = 0.6;
  expect_unlawful(livelier);
  Trace tangential = bouncing_cube();
  tangential.events[0].contacts[0].impulse[0] = 1e-3;
  tangential.events[0].contacts[1].impulse[0] = -1e-3;  // on one line: they cancel
  expect_unlawful(tangential);
  Trace pulling = bouncing_cube();
  for (std::size_t k = 0; k < 4; ++k) {
    const double more = k == 0 || k == 3 ? 0.5 : -0.5;
    pulling.events[0].contacts[k].impulse[2] += 1.5 * more;
    pulling.events[0].contacts[k].compression[2] += more;
  }
  expect_unlawful(pulling);
  Trace elsewhere = bouncing_cube();
  for (auto& contact : elsewhere.events[0].contacts) contact.point[2] += 1e-6;
  expect_refused(elsewhere, "where its bodies do not touch");
  Trace above = bouncing_cube();
  for (auto& contact : above.events[0].contacts) contact.point[2] += 1e-7;
  expect_refused(above, "where its bodies do not touch");
  Trace beside = bouncing_cube();
  for (auto& contact : beside.events[0].contacts)  // outwards: the moments cancel
    contact.point[0] += std::copysign(1e-6, contact.point[0]);
  expect_refused(beside, "where its bodies do not touch");
  Trace leaning = bouncing_cube();
  leaning.events[0].contacts[0].normal = {1e-3, 0, std::sqrt(1 - 1e-6)};
  expect_refused(leaning, "where its bodies do not touch");
}

/// Such numbers would poison every sum and comparison behind them.
TEST(LawRules, CoefficientsOfImpulsesAreNumbersFromZeroOn) {
  const auto refused = [](auto&& change) {
    Trace trace = bouncing_cube();
    change(trace.events[0].contacts[1]);
    return verify(trace).status == Status::Refused;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused([&](auto& contact) { contact.friction = nan; }));
  EXPECT_TRUE(refused([&](auto& contact) { contact.restitution = nan; }));
  EXPECT_TRUE(refused([](auto& contact) { contact.friction = -0.1; }));
  EXPECT_TRUE(refused([](auto& contact) { contact.restitution = -0.5; }));
  EXPECT_TRUE(refused([](auto& contact) { std::swap(contact.a, contact.b); }));
}

/// What stands on a belt, and what slides over it, must move with the belt that is on file.
TEST(LawRules, BeltsAreOnFile) {
  Trace riding = leaning_cube();
  riding.half_spaces[0].belt = {0, 0.01, 0};
  expect_refused(riding, kGross);  // 3 mm of slip
  Trace lifted = leaning_cube();
  lifted.half_spaces[0].belt = {0, 0, 0.5};  // along the normal: moves nothing
  const auto lawful = [](const Trace& trace) {
    const Verdict verdict = verify(trace);
    return verdict.motion.ok && verdict.motion.law_kept && verdict.motion.law_drift < 1e-11;
  };
  EXPECT_TRUE(lawful(lifted));
  Trace braked = braked_cube();
  braked.half_spaces[0].belt = {-1, 0, 0};  // slides faster over it, braked all the same
  EXPECT_TRUE(lawful(braked));
  braked.half_spaces[0].belt = {5, 0, 0};  // would drag it along
  expect_refused(braked, kGross);
  Trace moving = leaning_cube();
  moving.bodies[0].belt = {0.1, 0, 0};
  EXPECT_EQ(verify(moving).status, Status::Refused) << "a belt on a free body";
}

/// A bounce that gains energy: e > 1 obeys Poisson's law, and is refused all the same.
TEST(LawRules, NoImpulseAddsEnergy) {
  Trace trace = bouncing_cube();
  trace.segments[1].momentum[2] = 1.5;
  trace.segments[1] = [&] {
    Segment rise = fitted(
        [&](double t) {
          const double since = t - trace::seconds(trace.segments[0].end);
          return SamplePose{{0, 0, 0.5 + 1e-8 + 1.5 * since - kWeight / 2 * since * since},
                            {1, 0, 0, 0}};
        },
        trace.segments[0].end, 0.05, 3);
    rise.index = 1;
    rise.momentum = {0, 0, 1.5};
    return rise;
  }();
  for (auto& contact : trace.events[0].contacts) {
    contact.impulse[2] = 2.5 / 4;
    contact.restitution = 1.5;
  }
  const double v = 1.5 - kWeight * 0.05;
  trace.footer.energy_final =
      v * v / 2 + kWeight * (0.5 + 1e-8 + 1.5 * 0.05 - kWeight / 2 * 0.05 * 0.05);
  expect_unlawful(trace);
}

}  // namespace
}  // namespace rigor::verification
