// SPDX-License-Identifier: Apache-2.0
// Pair motions with known first touch: degenerate touches (vertex on vertex, vertex on edge,
// parallel and crossed edges, faces), tunnelling, narrow clearances, grazing passes, and motions on
// which step-bounded simulators fail.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/certify/half_space_contact.hpp>

#include "random_pairs.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

constexpr double kPi = std::numbers::pi;
const Vector3 kX = Vector3::UnitX();

PieceShape box(double x, double y, double z) {
  return PieceShape(unwrap(make_box(Vector3(x / 2.0, y / 2.0, z / 2.0))));
}
PieceShape unit_cube() { return box(1.0, 1.0, 1.0); }

Throw moving(const Quaternion& rotation, const Vector3& position, const Vector3& velocity,
             const Vector3& spin = Vector3::Zero()) {
  return {{rotation, position}, {velocity, spin}, Vector3::Zero()};
}

/// The rotation that turns `from` to +x or -x: about the axis across both; if opposite, about z.
Quaternion facing(const Vector3& from, double sign) {
  const Vector3 begin = from.normalized();
  const Vector3 end = sign * kX;
  if (begin == -end) return Quaternion(0, 0, 0, 1);
  const Vector3 axis = begin.cross(end);
  return Quaternion(1 + begin.dot(end), axis.x(), axis.y(), axis.z()).normalized();
}

/// The touch must exist and come at most `early` before and `late` after `time`.
void expect_touch(const PairRun& run, double time, double early, double late) {
  const Touches* touch = touch_of(run);
  ASSERT_NE(touch, nullptr);
  EXPECT_GE(trace::seconds(touch->when.begin), time - early);
  EXPECT_LE(trace::seconds(touch->when.begin), time + late);
  EXPECT_LE(run.feature_calls, 25);
}

TEST(KnownPairs, DegenerateTouchesOfTwoCubes) {
  const Vector3 corner(1, 1, 1);
  const Vector3 edge(1, 1, 0);
  const Vector3 crossed(1, 0, 1);
  const Quaternion twist = exp_rotation(1e-6 * kX);
  struct Case {
    Quaternion a, b;
    double time;
  };
  const std::vector<Case> cases = {
      {facing(corner, 1), facing(corner, -1), 0.633974596216},
      {facing(corner, 1), facing(edge, -1), 0.713433907515},
      {facing(edge, 1), facing(edge, -1), 0.792893218813},
      {facing(edge, 1), twist * facing(edge, -1), 0.792893218813},
      {facing(edge, 1), facing(crossed, -1), 0.792893218813},
      {facing(corner, 1), facing(kX, -1), 0.816987298108},
      {facing(edge, 1), facing(kX, -1), 0.896446609407},
      {facing(kX, 1), facing(kX, -1), 1.0},
  };
  // The mitred skin meets up to sqrt(3) δ per body early at a corner; closing speed 2 m/s.
  for (const Case& c : cases) {
    const TumblingPair pair{unit_cube(), unit_cube(), moving(c.a, Vector3::Zero(), kX),
                            moving(c.b, 3.0 * kX, -kX)};
    SCOPED_TRACE(c.time);
    expect_touch(run_pair(pair, {1.2, 2, 8}, kSkin), c.time, 4.0 * kSkin / 2.0, 1e-12);
  }
}

TEST(KnownPairs, BulletDoesNotTunnel) {
  PieceShape bullet(unwrap(make_octahedron(0.01)));
  const TumblingPair plate{std::move(bullet), box(1e-3, 0.5, 0.5),
                           moving(Quaternion::Identity(), Vector3::Zero(), 1000.0 * kX),
                           moving(Quaternion::Identity(), kX, Vector3::Zero())};
  expect_touch(run_pair(plate, {2e-3, 1, 4}, kSkin), 9.895e-4, 2.0 * kSkin / 1000.0, 1e-15);
}

TEST(KnownPairs, BulletMeetsASpinningBlade) {
  const TumblingPair blade{
      box(0.002, 1.0, 0.002), box(0.004, 0.004, 0.004),
      moving(Quaternion::Identity(), Vector3::Zero(), Vector3::Zero(), -200.0 * Vector3::UnitZ()),
      moving(Quaternion::Identity(), Vector3(-1.002, 0.3, 0.0), 500.0 * kX)};
  expect_touch(run_pair(blade, {3e-3, 1, 16}, kSkin), 0.00229184798006, 3.0 * kSkin / 382.0, 1e-13);
}

TEST(KnownPairs, CubeInANarrowSlot) {
  const double wall_x = 0.5 + 1e-6 + 0.5;
  const Vector3 g(0.0, -9.81, 0.0);
  struct Case {
    double spin, horizon;
  };
  for (const auto& [spin, horizon] : {Case{0.0, 0.01}, {1.0, 1e-5}, {1e-3, 0.01}, {1e-6, 2.2}}) {
    SCOPED_TRACE(spin);
    Throw motion =
        moving(Quaternion::Identity(), Vector3::Zero(), Vector3::Zero(), spin * Vector3::UnitZ());
    motion.gravity = g;
    const TumblingPair pair{box(1.0, 50.0, 3.0), unit_cube(),
                            moving(Quaternion::Identity(), Vector3(-wall_x, 0, 0), Vector3::Zero()),
                            motion};
    const PairRun run = run_pair(pair, {horizon, 1, 8}, kSkin);
    if (spin == 0.0) {
      EXPECT_TRUE(std::holds_alternative<StaysApart>(run.parts.back().outcome));
      EXPECT_LE(run.feature_calls, 2);
      continue;
    }
    const double clearance = 1e-6 - kSkin;
    const double angle = kPi / 4.0 - std::acos((1.0 + 2.0 * clearance) / std::sqrt(2.0));
    expect_touch(run, angle / spin, 1e-12 / spin, 1e-12 / spin);  // the gap closes with spin / 2
  }
}

TEST(KnownPairs, GrazingSlidesAreToldFromTouches) {
  for (const double excess : {1e-11, 1e-10, 1e-9, 1e-8, 1e-6, -1e-10, -5e-9}) {
    const Vector3 start(1.0 + kSkin + excess, -2.0, 0.1);
    const TumblingPair pair{unit_cube(), unit_cube(),
                            moving(Quaternion::Identity(), Vector3::Zero(), Vector3::Zero()),
                            moving(Quaternion::Identity(), start, Vector3(0.0, 6.0, 0.0))};
    SCOPED_TRACE(excess);
    const PairRun run = run_pair(pair, {0.6, 2, 6}, kSkin);
    if (excess > 0.0) {
      EXPECT_TRUE(std::holds_alternative<StaysApart>(run.parts.back().outcome));
    } else {
      expect_touch(run, 1.0 / 6.0, 1e-6, 1e-6);
    }
    EXPECT_LE(run.feature_calls, 12);
  }
}

TEST(KnownPairs, GrazingCornersAreToldFromTouches) {
  // A cube turns beside a fixed one; its vertical edge comes as near as `excess` beyond the skin.
  for (const double excess : {1e-11, 1e-10, 1e-9, 1e-7, 1e-4, -1e-11, -1e-9}) {
    const double distance = 0.5 + std::sqrt(0.5) + kSkin + excess;
    const TumblingPair pair{
        unit_cube(), unit_cube(), moving(Quaternion::Identity(), Vector3::Zero(), Vector3::Zero()),
        moving(Quaternion::Identity(), distance * kX, Vector3::Zero(), 8.0 * Vector3::UnitZ())};
    SCOPED_TRACE(excess);
    const PairRun run = run_pair(pair, {0.18, 1, 20}, kSkin);
    EXPECT_LE(run.feature_calls, 12);
    if (excess > 0.0) {
      EXPECT_TRUE(std::holds_alternative<StaysApart>(run.parts.back().outcome));
    } else {
      expect_touch(run, kPi / 32.0, 1e-4, 1e-12);
    }
  }
}

TEST(KnownPairs, FastThinBodies) {
  Random random(151);
  int touches = 0;
  for (int i = 0; i < 60; ++i) {
    PieceShape plate = box(1e-3, random.uniform(0.2, 1.0), random.uniform(0.2, 1.0));
    PieceShape rod = box(1e-3, 1e-3, random.uniform(0.1, 0.6));
    const Throw spinning = moving(random_rotation(random), Vector3::Zero(), Vector3::Zero(),
                                  50.0 * random_direction(random));
    const Throw flying =
        moving(random_rotation(random), Vector3(-1.0, random.uniform(-0.2, 0.2), 0.0),
               random.uniform(50.0, 500.0) * kX, 50.0 * random_direction(random));
    const TumblingPair pair{std::move(plate), std::move(rod), spinning, flying};
    SCOPED_TRACE(i);
    const PairRun run = run_pair(pair, {0.02, 1, 20}, kSkin);
    ASSERT_FALSE(std::holds_alternative<NotProved>(run.parts.back().outcome));
    EXPECT_LE(run.feature_calls, 25);
    touches += touch_of(run) != nullptr ? 1 : 0;
    // The rod has flown through the plate's plane: samples finer than its thickness see any
    // overlap.
    const trace::Time end =
        touch_of(run) != nullptr ? touch_of(run)->when.begin : run.segments_a[0].end;
    for (int k = 0; k <= 400; ++k) {
      const trace::Time t = trace::advanced(trace::Time{}, trace::seconds(end) * k / 401.0);
      const PairPose pose = published_pose(run, 0, t);
      const Proximity answer = proximity(pair.a.polytope, pose.X_WA, pair.b.polytope, pose.X_WB);
      ASSERT_TRUE(std::holds_alternative<Separated>(answer)) << trace::seconds(t);
    }
  }
  EXPECT_GT(touches, 15);
  EXPECT_LT(touches, 60);
}

TEST(KnownPairs, FastSpinAboveAPlane) {
  const PieceShape shape = unit_cube();
  const Throw motion = moving(Quaternion::Identity(), Vector3(0.0, 0.6, 0.0), Vector3::Zero(),
                              50.0 * Vector3::UnitZ());
  const BodyPath path = body_path(segment_of(motion, trace::Time{}, 0.01, 12));
  const VertexGap gap = world_plane_gap(path, {Vector3::UnitY(), 0.0});
  const HalfSpaceResult result =
      certify_half_space(gap, shape.tree, {kSkin, {}}, path.clock, {path.clock.start, path.end});
  ASSERT_TRUE(std::holds_alternative<Leaves>(result.exit));
  const double angle = std::asin((0.6 - kSkin) / std::sqrt(0.5)) - kPi / 4.0;
  EXPECT_NEAR(trace::seconds(result.certificate.end), angle / 50.0, 1e-12);
}

TEST(KnownPairs, KissesAndGlances) {
  const Quaternion upright = Quaternion::Identity();
  const Vector3 high(0.0, 10.0, 0.0);
  const Throw resting = moving(upright, Vector3::Zero(), Vector3::Zero());
  const TumblingPair glance{unit_cube(), unit_cube(), resting,
                            moving(upright, Vector3(1.01, 0.9, 0), Vector3(-6.653, 7.466, 0))};
  expect_touch(run_pair(glance, {0.01, 1, 4}, kSkin), 0.01 / 6.653, 2.0 * kSkin / 6.653, 1e-13);
  const TumblingPair kiss{unit_cube(), unit_cube(), resting,
                          moving(upright, Vector3(1.5, 0, 0), Vector3(-5, 0, 0))};
  expect_touch(run_pair(kiss, {0.2, 2, 4}, kSkin), 0.1, 2.0 * kSkin / 5.0, 1e-13);
  const TumblingPair fast{unit_cube(), unit_cube(), moving(upright, high, Vector3::Zero()),
                          moving(upright, high + 6.0 * kX, -60.0 * kX)};
  expect_touch(run_pair(fast, {0.2, 1, 4}, kSkin), 5.0 / 60.0, 2.0 * kSkin / 60.0, 1e-13);
}

/// Events may follow each other as closely as the clock can tell them apart.
TEST(KnownPairs, SpansOfAFewTicksOfTheClock) {
  const PieceShape a = unit_cube();
  const PieceShape b = unit_cube();
  const trace::Time start = trace::time_from(0.114114274963);
  int apart = 0;
  int touching = 0;
  for (const double above : {0.0, 1e-15, 3e-14, 1e-12, 1e-9})
    for (const double speed : {-1.0, 1e-6, 1.0})
      for (const double length : {1.1e-19, 2.2e-19, 1e-18, 4.4e-16}) {
        trace::Segment still;
        still.start = start;
        still.end = trace::advanced(start, length);
        ASSERT_TRUE(still.start < still.end);
        still.length = length;
        still.quaternion = {{{1.0}, {0.0}, {0.0}, {0.0}}};
        still.position = {{{0.0}, {0.0}, {0.0}}};
        trace::Segment moves = still;
        const double way = 0.5 * speed * length;
        moves.position[0] = {1.0 + kSkin + above + way, way};
        const PairMotion motion =
            pair_motion(a, body_path(still), b, body_path(moves), {still.start, still.end});
        PairTracking tracking;
        const PairEvents events = first_event(motion, {{0, 0}, {1, 0}, 0, 0}, kSkin, tracking);
        if (std::holds_alternative<StaysApart>(events.outcome)) {
          ++apart;
          ASSERT_FALSE(events.certificates.empty());
          EXPECT_TRUE(events.certificates.back().end == still.end);
        }
        touching += std::holds_alternative<Touches>(events.outcome) ? 1 : 0;
      }
  EXPECT_GE(apart, 12);    // all that start 1e-9 m above the level
  EXPECT_GE(touching, 4);  // those that approach it from there
}

TEST(KnownPairs, SpinningPairsAgreeWithBisection) {
  const Throw high = moving(Quaternion::Identity(), Vector3(0, 10, 0), Vector3::Zero());
  const Throw low = moving(Quaternion::Identity(), Vector3::Zero(), Vector3::Zero());
  const Throw spinning =
      moving(Quaternion::Identity(), Vector3(6, 10, 0), -60.0 * kX, 6.0 * Vector3::UnitZ());
  const Throw tumbling =
      moving(exp_rotation(0.7 * Vector3(0.6, 0.64, 0.48)), Vector3(1.7, 0.013, 0.021),
             Vector3(-5, 0.2, 0.1), Vector3(1, 2, 3));
  for (const TumblingPair& pair : {TumblingPair{unit_cube(), unit_cube(), high, spinning},
                                   TumblingPair{unit_cube(), unit_cube(), low, tumbling}}) {
    const PairRun run = run_pair(pair, {0.2, 1, 20}, kSkin);
    ASSERT_NE(touch_of(run), nullptr);
    double lo = 0.0;
    double hi = 0.0;
    while (axis_gap(pair, published_pose(run, 0, trace::time_from(hi))) > kSkin)
      lo = hi, hi += 1e-4;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (lo + hi);
      const double gap = axis_gap(pair, published_pose(run, 0, trace::time_from(middle)));
      (gap > kSkin ? lo : hi) = middle;
    }
    EXPECT_NEAR(trace::seconds(touch_of(run)->when.begin), lo, 1e-12);
  }
}

}  // namespace
}  // namespace rigor
