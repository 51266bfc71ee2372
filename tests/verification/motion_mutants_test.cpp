// SPDX-License-Identifier: Apache-2.0
// Traces with something changed at random, by any size: whatever the checker accepts must be within
// its limits when the residuals are computed independently (sampled_motion.hpp). A few hundred by
// default; RIGOR_MUTANTS and RIGOR_MUTANT_SEED ask for more.
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/body_motion.hpp>
#include <rigor/verification/law_rules.hpp>
#include <rigor/verification/verify.hpp>

#include "joined_traces.hpp"
#include "pressed_traces.hpp"
#include "sampled_motion.hpp"

namespace rigor::verification {
namespace {

/// What central differences and Simpson's rule are good to here: m, rad, N s.
constexpr double kSampling = 2e-9;

int asked(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

std::size_t pick(Random& random, std::size_t count) {
  return std::min(count - 1, static_cast<std::size_t>(random.unit() * static_cast<double>(count)));
}

/// Changes a number by a factor or an amount of 10^-12 to 10.
void disturb(Random& random, double& x) {
  const double size = std::pow(10.0, random.uniform(-12.0, 1.0)) * (random.unit() < 0.5 ? -1 : 1);
  x = random.unit() < 0.5 && x != 0.0 ? x * (1.0 + size) : x + size;
}

std::string mutated(Random& random, Trace& trace) {
  Segment& segment = trace.segments[pick(random, trace.segments.size())];
  trace::ContactForce* force =
      trace.forces.empty() ? nullptr : &trace.forces[pick(random, trace.forces.size())];
  trace::ForcePoint* point =
      force == nullptr ? nullptr : &force->points[pick(random, force->points.size())];
  trace::EventContact* contact =
      trace.events.empty()
          ? nullptr
          : &trace.events[0].contacts[pick(random, trace.events[0].contacts.size())];
  const auto some = [&](auto& list) -> auto& { return list[pick(random, list.size())]; };
  trace::JointForce* pulled = trace.joint_forces.empty()
                                  ? nullptr
                                  : &trace.joint_forces[pick(random, trace.joint_forces.size())];
  switch (pick(random, 19)) {
    case 0:
      disturb(random, some(segment.momentum));
      return "momentum";
    case 1:
      disturb(random, some(segment.angular_momentum));
      return "angular momentum";
    case 2:
      disturb(random, some(some(segment.position)));
      return "position";
    case 3:
      disturb(random, some(some(segment.quaternion)));
      return "quaternion";
    case 4:
      disturb(random, trace.bodies[0].mass);
      return "mass";
    case 5:
      disturb(random, some(trace.header.gravity));
      return "gravity";
    case 6:
      if (point == nullptr) break;
      disturb(random, some(some(point->force)));
      return "force";
    case 7:  // two forces that cancel
      if (force == nullptr) break;
      {
        const std::size_t axis = pick(random, 3);
        double change = 0.0;
        disturb(random, change);
        force->points[0].force[axis][0] += change;
        force->points[axis == 0 ? 1 : axis == 1 ? 2 : 3].force[axis][0] -= change;
      }
      return "force and counterforce";
    case 8:
      if (force == nullptr) break;
      for (trace::ContactForce& record : trace.forces) record.friction = force->friction;
      disturb(random, trace.forces[0].friction);
      trace.forces[0].friction = std::abs(trace.forces[0].friction);
      for (trace::ContactForce& record : trace.forces) record.friction = trace.forces[0].friction;
      return "friction";
    case 9:
      if (contact == nullptr) break;
      disturb(random, some(contact->impulse));
      return "impulse";
    case 10:
      if (contact == nullptr) break;
      disturb(random, some(contact->compression));
      return "compression";
    case 11:
      if (point == nullptr) break;
      point->state = static_cast<trace::ContactState>(pick(random, 7));
      return "state";
    case 12:
      if (force == nullptr) break;
      std::swap(force->points[0].force, force->points[1].force);
      return "swapped forces";
    case 13:
      if (pulled == nullptr) break;
      disturb(random, some(some(pulled->force)));
      return "force of a joint";
    case 14:
      if (pulled == nullptr) break;
      disturb(random, some(some(pulled->moment)));
      return "moment of a joint";
    case 15:
      if (pulled == nullptr) break;
      std::swap(pulled->force, some(trace.joint_forces).force);
      return "swapped forces of a joint";
    case 16:
      if (contact == nullptr) break;
      disturb(random, contact->restitution);
      return "restitution";
    case 17:
      if (trace.half_spaces.empty()) break;
      disturb(random, some(trace.half_spaces[0].belt));
      return "belt";
    default:
      disturb(random, trace.bodies[0].inertia[4 * pick(random, 3)]);
      return "inertia";
  }
  disturb(random, some(segment.momentum));
  return "momentum";
}

TEST(MotionMutants, WhatIsAcceptedIsWithinTheLimits) {
  const std::array<Trace, 4> originals = {braked_cube(), leaning_cube(), bouncing_cube(),
                                          whirled_link()};
  for (const Trace& trace : originals) {
    const Verdict verdict = verify(trace);
    EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
    EXPECT_TRUE(verdict.motion.ok && verdict.motion.law_kept) << text_of(verdict, trace);
  }
  const int rounds = asked("RIGOR_MUTANTS", 400);
  const int seed = asked("RIGOR_MUTANT_SEED", 1);
  int refused = 0, accepted = 0;
  std::map<std::string, int> refusals;
  for (int i = 0; i < rounds; ++i) {
    Random random(static_cast<std::uint64_t>(seed + i));
    Trace trace = originals[pick(random, originals.size())];
    const std::string what = mutated(random, trace);
    const Verdict verdict = verify(trace);
    if (verdict.status != Status::Proved || !verdict.motion.ok || !verdict.motion.law_kept) {
      ++refused;
      ++refusals[what];
      continue;
    }
    ++accepted;
    const SampledResidual is = sampled_residual(trace);
    const double scale = kWeight * trace::seconds(trace.footer.end);
    EXPECT_LE(is.displacement, verdict.motion.displacement + kSampling) << seed + i << " " << what;
    EXPECT_LE(is.turn, verdict.motion.turn + 10 * kSampling) << seed + i << " " << what;
    EXPECT_LE(is.displacement, kMostDisplacement + kSampling) << seed + i << " " << what;
    EXPECT_LE(is.turn, kMostTurn + 10 * kSampling) << seed + i << " " << what;
    EXPECT_LE(is.impulse, 1.01 * kMostImpulse * scale + kSampling) << seed + i << " " << what;
    EXPECT_LE(is.law_impulse, 2 * kMostLawImpulse * scale + kSampling) << seed + i << " " << what;
    EXPECT_LE(is.law_drift, kMostLawDrift + kSampling) << seed + i << " " << what;
  }
  // Neither nothing nor everything is refused, and every kind of change is.
  EXPECT_GT(refused, rounds / 3);
  EXPECT_GT(accepted, rounds / 10);
  if (rounds >= 400) {
    for (const char* what :
         {"momentum", "angular momentum", "position", "quaternion", "mass", "gravity", "force",
          "force and counterforce", "friction", "impulse", "compression", "state", "swapped forces",
          "force of a joint", "moment of a joint", "swapped forces of a joint", "restitution",
          "belt"})
      EXPECT_GT(refusals[what], 0) << what;
  }
  std::printf("%d refused, %d accepted\n", refused, accepted);
}

}  // namespace
}  // namespace rigor::verification
