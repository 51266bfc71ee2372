// SPDX-License-Identifier: Apache-2.0
// References: brute force over all feature pairs in long double (trusted to about 1e-18 of the
// size), and the construction of the samples (features and gap prescribed). Every sample must also
// obey swap, rigid motion and independence of the warm start.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <rigor/geometry/proximity.hpp>

#include "brute_force.hpp"
#include "pair_sample.hpp"

namespace rigor {
namespace {

/// The bound on distances: a fraction of circumradii and distance, as documented in the header.
/// Relative to the size of the bodies alone no bound holds for gaps beyond it: the distance itself
/// is a double, and its rounding is 1.1e-16 of the gap (a gap of 1,000 sizes: 1.1e-13 of the size).
constexpr double kDistanceBound = 1e-14;
/// As a fraction of the larger extent, for pairs not farther apart than that.
constexpr double kBoundOfSize = 1e-13;

/// Size and seed of the random set; the campaign sets RIGOR_PROXIMITY_PAIRS=1000000, or runs pieces
/// with different RIGOR_PROXIMITY_SEED.
int number_from(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::stoi(text) : otherwise;
}

double scale_of(const PairSample& pair) {
  return pair.A.circumradius() + pair.B.circumradius() + pair.gap;
}

/// One line about a pair: which features at which gap.
std::string summary(const PairSample& pair) {
  const std::array<const char*, 3> kinds = {"vertex", "edge", "face"};
  return fmt::format("{}-{}{} at {:.1e} m, sizes {:.1e} and {:.1e} m, {} and {} vertices",
                     kinds[static_cast<std::size_t>(pair.kind_A)],
                     kinds[static_cast<std::size_t>(pair.kind_B)],
                     pair.parallel ? ", parallel," : "", pair.gap, pair.A.extent(), pair.B.extent(),
                     pair.A.vertices().size(), pair.B.vertices().size());
}

/// Signed gap of an answer; infinite if there is none.
double gap_of(const Proximity& answer) {
  if (const auto* separated = std::get_if<Separated>(&answer)) return separated->distance;
  if (const auto* touching = std::get_if<Touching>(&answer)) return touching->gap;
  if (const auto* overlapping = std::get_if<Overlapping>(&answer)) return -overlapping->depth;
  return std::numeric_limits<double>::infinity();
}

TEST(Proximity, AgreesWithBruteForceOnRandomPairsOfPrescribedFeatures) {
  Random random(static_cast<std::uint64_t>(number_from("RIGOR_PROXIMITY_SEED", 20)));
  const int trials = number_from("RIGOR_PROXIMITY_PAIRS", 10000);
  std::array<int, 4> outcomes{};
  int parallel = 0;
  int rotated = 0;
  int tiny = 0;
  int other_kinds = 0;
  double worst = 0.0;
  int near = 0;                // the gap is at most the larger extent
  double worst_of_size = 0.0;  // among those, as a fraction of it
  double worst_of_far = 0.0;   // among the others, as a fraction of the gap
  std::string worst_pair;
  for (int trial = 0; trial < trials; ++trial) {
    const PairSample pair = random_pair(random);
    const Proximity answer = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB);
    ++outcomes[answer.index()];
    parallel += pair.parallel ? 1 : 0;
    rotated += pair.X_WA.rotation.w() != 1.0 ? 1 : 0;
    tiny += pair.gap < 1e-6 * pair.size ? 1 : 0;
    // By construction the distance is the gap to rounding.
    const double bound = pair.gap + 1e-9 * scale_of(pair);
    auto expected = brute_force::distance(pair.A, pair.X_WA, pair.B, pair.X_WB, bound);
    if (std::holds_alternative<Overlapping>(answer)) {
      // Normals of a sliver's edges are known less well, so that a few touching ones do overlap.
      expected = brute_force::separation(pair.A, pair.X_WA, pair.B, pair.X_WB);
      ASSERT_LT(expected, 0.0L) << literal(pair);
    }
    const double error = std::abs(static_cast<double>(gap_of(answer) - expected));
    ASSERT_LE(error, kDistanceBound * scale_of(pair))
        << "trial " << trial << " outcome " << answer.index() << " expected "
        << static_cast<double>(expected) << " got " << gap_of(answer) << "\n"
        << literal(pair);
    if (error > worst * scale_of(pair)) worst_pair = summary(pair);
    worst = std::max(worst, error / scale_of(pair));
    if (pair.gap <= pair.size) {
      ++near;
      worst_of_size = std::max(worst_of_size, error / pair.size);
    } else {
      worst_of_far = std::max(worst_of_far, error / pair.gap);
    }
    const auto* separated = std::get_if<Separated>(&answer);
    if (separated == nullptr) continue;
    const Witness& w = separated->witness;
    other_kinds += w.on_A.kind != pair.kind_A || w.on_B.kind != pair.kind_B ? 1 : 0;
  }
  std::printf(
      "%d pairs: worst error %.2e of radii and gap (%s); %.2e of the larger body for the %d pairs "
      "with no larger gap, %.2e of the gap for the others; %d touching, %d overlapping, %d "
      "unresolved, %d with other features\n",
      trials, worst, worst_pair.c_str(), worst_of_size, near, worst_of_far, outcomes[1],
      outcomes[2], outcomes[3], other_kinds);
  EXPECT_LE(worst_of_size, kBoundOfSize);
  EXPECT_LE(worst_of_far, kBoundOfSize);
  EXPECT_GE(near, trials / 2);
  EXPECT_GE(trials - near, trials / 50);
  EXPECT_LE(outcomes[2], trials / 20000) << "overlapping";
  EXPECT_EQ(outcomes[3], 0) << "unresolved";
  EXPECT_GE(outcomes[1], trials / 12) << "touching";
  EXPECT_GE(parallel, trials / 4);
  EXPECT_GE(rotated, trials / 2);
  EXPECT_GE(tiny, trials / 4);
  // Slivers whose faces are known to less than the band make another feature the extreme one.
  EXPECT_LE(other_kinds, trials / 500);
}

TEST(Proximity, IsTheSameUnderSwapAndRigidMotionAndWithAWarmStart) {
  Random random(21);
  int warm_differs = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const PairSample pair = random_pair(random);
    ProximityHint hint;
    const Proximity answer = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB, hint);
    const Proximity swapped = proximity(pair.B, pair.X_WB, pair.A, pair.X_WA);
    const Pose X = random_pose(random, pair.size);
    const Proximity moved = proximity(pair.A, X * pair.X_WA, pair.B, X * pair.X_WB);
    const Proximity warm = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB, hint);
    const double bound = kDistanceBound * scale_of(pair);
    ASSERT_NEAR(gap_of(answer), gap_of(swapped), bound) << literal(pair);
    // The moved poses are rounded: lengths of the lever arms times 1e-16.
    const double reach = X.translation.norm() + pair.X_WA.translation.norm() + pair.gap;
    ASSERT_NEAR(gap_of(answer), gap_of(moved), bound + 4e-16 * reach) << literal(pair);
    warm_differs += gap_of(answer) != gap_of(warm) ? 1 : 0;
    const auto* one = std::get_if<Separated>(&answer);
    const auto* other = std::get_if<Separated>(&swapped);
    if (one == nullptr || other == nullptr) continue;
    // Where the gap is far above rounding, the witness is the mirror image as well.
    if (pair.gap < 1e-6 * scale_of(pair)) continue;
    EXPECT_LE((one->witness.nhat_AB_W + other->witness.nhat_AB_W).norm(), 1e-7) << literal(pair);
  }
  EXPECT_EQ(warm_differs, 0);
}

TEST(Proximity, WitnessesLieOnBothBodiesAndTheirDistanceIsTheDistance) {
  Random random(22);
  for (int trial = 0; trial < 2000; ++trial) {
    const PairSample pair = random_pair(random);
    const Proximity answer = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB);
    const auto* separated = std::get_if<Separated>(&answer);
    if (separated == nullptr) continue;
    const Witness& w = separated->witness;
    const double rounding =
        1e-13 * (scale_of(pair) + pair.X_WA.translation.norm() + pair.X_WB.translation.norm());
    EXPECT_NEAR(w.nhat_AB_W.norm(), 1.0, 1e-15);
    EXPECT_NEAR((w.p_WB - w.p_WA).norm(), separated->distance, rounding) << literal(pair);
    const Vector3 p_A = inverse(pair.X_WA) * w.p_WA;
    const Vector3 p_B = inverse(pair.X_WB) * w.p_WB;
    for (const Face& face : pair.A.faces()) EXPECT_LE(face.normal.dot(p_A) - face.offset, rounding);
    for (const Face& face : pair.B.faces()) EXPECT_LE(face.normal.dot(p_B) - face.offset, rounding);
  }
}

TEST(Proximity, DepthOfOverlapAgreesWithEverySeparatingAxis) {
  Random random(23);
  int overlaps = 0;
  for (int trial = 0; trial < 600; ++trial) {
    PairSample pair = random_pair(random);
    const double depth = std::pow(10.0, random.uniform(-9.0, -1.0)) * pair.size;
    pair.X_WB.translation -= (pair.gap + depth) * pair.nhat_AB_W;
    const Proximity answer = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB);
    if (!std::holds_alternative<Overlapping>(answer)) continue;  // a vertex may have slipped past
    ++overlaps;
    const auto& overlapping = std::get<Overlapping>(answer);
    const auto expected = brute_force::separation(pair.A, pair.X_WA, pair.B, pair.X_WB);
    EXPECT_NEAR(-overlapping.depth, static_cast<double>(expected), 1e-12 * scale_of(pair))
        << literal(pair);
    pair.X_WB.translation += 1.001 * overlapping.depth * overlapping.witness.nhat_AB_W;
    const Proximity parted = proximity(pair.A, pair.X_WA, pair.B, pair.X_WB);
    EXPECT_TRUE(gap_of(parted) >= -1e-12 * scale_of(pair));
  }
  EXPECT_GE(overlaps, 300);
}

TEST(Proximity, ExactlyAlignedBoxesTellSeparatedTouchingAndOverlappingApart) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  for (const double gap : {1e-10, 1e-8, 1e-6, 1.0}) {
    for (const double shift : {0.0, 0.25, 0.5, 1.0}) {
      const Pose X{Quaternion::Identity(), Vector3(shift, 0.0, 1.0 + gap)};
      const Proximity answer = proximity(box, {}, box, X);
      ASSERT_TRUE(std::holds_alternative<Separated>(answer)) << gap << " " << shift;
      const auto& separated = std::get<Separated>(answer);
      EXPECT_NEAR(separated.distance, gap, 2.3e-16);
      EXPECT_EQ(separated.witness.on_A.kind, FeatureKind::Face);
      EXPECT_EQ(separated.witness.on_B.kind, FeatureKind::Face);
      EXPECT_LE((separated.witness.nhat_AB_W - Vector3::UnitZ()).norm(), 1e-15);
      EXPECT_NEAR(separated.witness.p_WA.x(), 0.5 * shift, 1e-12) << "middle of the overlap";
    }
  }
  const Proximity touching = proximity(box, {}, box, {Quaternion::Identity(), Vector3::UnitZ()});
  ASSERT_TRUE(std::holds_alternative<Touching>(touching));
  EXPECT_NEAR(std::get<Touching>(touching).gap, 0.0, 1e-15);
  const Proximity deep = proximity(box, {}, box, {Quaternion::Identity(), Vector3(0, 0, 0.75)});
  ASSERT_TRUE(std::holds_alternative<Overlapping>(deep));
  EXPECT_NEAR(std::get<Overlapping>(deep).depth, 0.25, 1e-15);
  const Proximity same = proximity(box, {}, box, {});
  ASSERT_TRUE(std::holds_alternative<Overlapping>(same));
  EXPECT_NEAR(std::get<Overlapping>(same).depth, 1.0, 1e-15);
}

TEST(Proximity, ResolvesFacesThatAreTiltedByLessThanRoundingUpToAMicroradian) {
  // Cause of an early failure: with faces tilted by 1e-14 .. 1e-10 rad the distance falls by 1e-26
  // per step while the direction still turns by 1e-13; judged in double the descent stopped there
  // and its supporting planes missed the distance by 1e-13 .. 1e-11 of the size.
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  Random random(25);
  for (int trial = 0; trial < 3000; ++trial) {
    const double tilt = std::pow(10.0, random.uniform(-16.0, -6.0));
    const Pose X_AB{exp_rotation(tilt * random_direction(random)),
                    Vector3(0.5 * random.index(3), 0.5 * random.index(3), 1.0 + 1e-5)};
    const Pose X_WA = random_pose(random, 100.0);
    const Proximity answer = proximity(box, X_WA, box, X_WA * X_AB);
    ASSERT_TRUE(std::holds_alternative<Separated>(answer)) << "tilt " << tilt << literal(X_AB);
    const auto& separated = std::get<Separated>(answer);
    EXPECT_NEAR(separated.lower_bound, separated.distance, 2e-13);
    EXPECT_NEAR(separated.distance, 1e-5, 2.0 * tilt + 1e-13);
  }
}

TEST(Proximity, OfKissingCornersAndEdgesIsTheDiagonalOfTheGap) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  Random random(26);
  for (int trial = 0; trial < 1000; ++trial) {
    const double gap = std::pow(10.0, random.uniform(-10.0, -6.0));
    const Pose X_WA = random_pose(random, 10.0);
    const Pose corner{Quaternion::Identity(), Vector3::Constant(1.0 + gap)};
    const Pose edge{Quaternion::Identity(), Vector3(1.0 + gap, random.uniform(-1, 1), 1.0 + gap)};
    const Proximity at_corner = proximity(box, X_WA, box, X_WA * corner);
    const Proximity at_edge = proximity(box, X_WA, box, X_WA * edge);
    ASSERT_TRUE(std::holds_alternative<Separated>(at_corner));
    ASSERT_TRUE(std::holds_alternative<Separated>(at_edge));
    // The poses are rounded at 10 m from the origin.
    EXPECT_NEAR(std::get<Separated>(at_corner).distance, std::sqrt(3.0) * gap, 1e-14);
    EXPECT_NEAR(std::get<Separated>(at_edge).distance, std::sqrt(2.0) * gap, 1e-14);
  }
}

TEST(Proximity, OfAHalfSpaceIsTheHeightOfTheLowestVertex) {
  Random random(24);
  std::array<int, 4> outcomes{};
  for (int trial = 0; trial < 3000; ++trial) {
    const Polytope body = random_body(random, std::pow(10.0, random.uniform(-3.0, 3.0)));
    const auto kind = static_cast<FeatureKind>(random.index(3));
    const SurfacePoint low = random_surface_point(random, body, kind);
    HalfSpace ground{random_direction(random), random.uniform(-1.0, 1.0) * body.extent()};
    const double sign = trial % 3 == 0 ? -1.0 : 1.0;
    const double gap = trial % 5 == 0 ? 0.0 : sign * std::pow(10.0, random.uniform(-10.0, 0.0));
    Pose X{facing_rotation(low.normal, -ground.normal), Vector3::Zero()};
    X.translation = (ground.offset + gap) * ground.normal - X.rotation * low.point;
    const Proximity answer = proximity(ground, body, X);
    ++outcomes[answer.index()];
    double expected = std::numeric_limits<double>::infinity();
    for (const Vector3& v : body.vertices()) expected = std::min(expected, height(ground, X * v));
    const double rounding =
        2e-15 * (body.circumradius() + X.translation.norm() + std::abs(ground.offset));
    EXPECT_NEAR(gap_of(answer), expected, rounding);
    if (const auto* separated = std::get_if<Separated>(&answer)) {
      EXPECT_NEAR(height(ground, separated->witness.p_WA), 0.0, 10 * rounding);
      EXPECT_EQ(separated->witness.on_A.kind, FeatureKind::Face);
    }
  }
  for (const int count : {outcomes[0], outcomes[1], outcomes[2]}) EXPECT_GE(count, 300);
  EXPECT_EQ(outcomes[3], 0);
}

TEST(Proximity, ResolvesANeedleWhoseFaceTouchesAFaceBesideNearlyParallelEdges) {
  // From a campaign: two edges at an angle of 1e-4 rad seemed to span an axis with a separation of
  // 1.7e-15 m, while along their true normal other vertices stick out; the pair came out
  // unresolved.
  const std::vector<Vector3> needle = {
      {0x1.58825153d68bcp-21, 0x1.16e6b64dbf9p-6, -0x1.addc73b8222a6p-20},
      {0x1.a66f057c87d16p-17, 0x1.7db81e9084dd8p-12, -0x1.3d65e0fa041eep-19},
      {0x1.61889a4621b68p-22, -0x1.5cd65dc77b5p-8, 0x1.b8396ca8c91bbp-17},
      {0x1.9659b2c6efb98p-20, 0x1.e3407074f29cbp-9, -0x1.301d174fd65bdp-17},
      {-0x1.5bb86435858b3p-18, 0x1.f9103a22965bp-7, -0x1.16bd0edd05cd5p-18},
      {-0x1.f09ade06eb2dfp-18, -0x1.f1158d2b7b706p-10, 0x1.2322b19b41133p-18},
      {-0x1.bdc1a37e434b3p-19, -0x1.ac2ce19bcce66p-8, -0x1.dd751d5acf29dp-17},
      {-0x1.3b9bd4c710cfap-17, -0x1.78fbef11eb994p-11, 0x1.e47b4001fd4bbp-19},
      {0x1.1ae5310f1c4e2p-17, -0x1.4f5bd1d293849p-7, -0x1.8e4c3a3a7b5f2p-18},
      {0x1.22455866cec8cp-17, 0x1.2d3981fd510bp-7, 0x1.397176427c15fp-21}};
  const Polytope A = unwrap(make_polytope(needle));
  const Polytope B =
      unwrap(make_box({0x1.cbdfdcdad8797p-10, 0x1.27b94e468309p-10, 0x1.2165bc1ee9751p-9}));
  const Pose X_WA{Quaternion(0x1.b3f8d9dcf04b3p-1, 0x1.c7c53fd61ff6dp-2, 0x1.a43ea23678bbep-3,
                             0x1.7da279452a3e2p-3),
                  Vector3(0x1.45cbd3ced3ee4p-5, -0x1.36b3261ef936dp-4, 0x1.a80329492f37p-7)};
  const Pose X_WB{Quaternion(0x1.19feba53d36p-5, 0x1.503e8334091b4p-1, 0x1.7cf19c651ea1ap-2,
                             0x1.4f66986d5ffcep-1),
                  Vector3(0x1.3f5894e2daa38p-5, -0x1.2ae200b257302p-4, 0x1.f75ea0d5626dap-7)};
  const Proximity answer = proximity(A, X_WA, B, X_WB);
  ASSERT_TRUE(std::holds_alternative<Touching>(answer));
  EXPECT_NEAR(std::get<Touching>(answer).gap, 0.0, 1e-16);
}

TEST(Proximity, WarmStartOfAnotherPairDoesNoHarm) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  ProximityHint wrong{.vertex_A = {900, 3, 3}, .vertex_B = {1, 900, 3}, .count = 9};
  const Proximity answer = proximity(box, {}, box, {Quaternion::Identity(), {0, 0, 2}}, wrong);
  EXPECT_NEAR(gap_of(answer), 1.0, 1e-15);
}

}  // namespace
}  // namespace rigor
