// SPDX-License-Identifier: Apache-2.0
// References: the same search with sharp models, and the claim itself.
#include <gtest/gtest.h>

#include <rigor/certify/candidates.hpp>
#include <rigor/certify/pair_search.hpp>

#include "pair_queries.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

const PairNames kNames{{0, 0}, {1, 0}, 0, 0};

TEST(PairSearch, CutModelsNeverProveMoreThanSharpOnes) {
  Random random(181);
  int compared = 0;
  int shorter = 0;
  for (int i = 0; i < 150; ++i) {
    const TumblingPair pair = random_pair(random, 8, 12.0);
    const BodyPath path_a = body_path(segment_of(pair.motion_a, {}, 0.6, 16));
    const BodyPath path_b = body_path(segment_of(pair.motion_b, {}, 0.6, 16));
    const PairMotion motion = pair_motion(pair.a, path_a, pair.b, path_b, {{}, path_a.end});
    const FeatureQuery query = query_at(motion, 0.0);
    const auto* apart = std::get_if<Separated>(&query.answer);
    if (apart == nullptr) continue;
    for (const Axis& axis : candidates(motion, query, kSkin, kPassingFactor * kSkin).axes) {
      PairSearch sharp(motion, kNames, kSkin);
      look_ahead(sharp, kMostSamples, 0.0);
      PairSearch coarse(motion, kNames, kSkin);
      look_ahead(coarse, kMostSamples, 0.0);
      cut_models(coarse, apart->distance);
      EXPECT_LT(coarse.models->path_a.rotation[0][0].degree(),
                motion.path_a.rotation[0][0].degree());
      const AxisProof all = longest(sharp, {axis}).proof;
      const AxisProof part = longest(coarse, {axis}).proof;
      EXPECT_LE(part.until, all.until + 1e-9) << "pair " << i;
      ++compared;
      shorter += part.until < all.until ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 300);
  EXPECT_GT(shorter, 100);
}

TEST(PairSearch, CloserLooksRiseToTheEnd) {
  const PieceShape cube(unwrap(make_box(Vector3::Constant(0.5))));
  const PairMotion pair = resting_beside(cube);
  PairSearch search(pair, kNames, kSkin);
  look_ahead(search, kMostSamples, 0.0);
  for (const double u : {0.0, 0.3, 0.9, 0.999}) {
    search.u = u;
    look_closer(search);
    EXPECT_LE(search.instants[0], u + kShortAdvance);
    EXPECT_TRUE(std::is_sorted(search.instants.begin(), search.instants.end()));
    EXPECT_EQ(search.instants.back(), pair.end);
  }
}

TEST(PairSearch, OneClaimIsOneCertificate) {
  trace::Certificate first;
  first.frame = trace::PlaneFrame::A;
  first.end = trace::time_from(1.0);
  trace::Certificate next = first;
  next.begin = first.end;
  next.end = trace::time_from(2.0);
  PairEvents events;
  append(events, {StaysApart{}, {first}, 1});
  append(events, {StaysApart{}, {next}, 2});
  ASSERT_EQ(events.certificates.size(), 1U);
  EXPECT_EQ(events.certificates[0].end, next.end);
  EXPECT_EQ(events.feature_calls, 3);
  next.begin = next.end;
  next.end = trace::time_from(3.0);
  next.offset = 1.0;
  append(events, {StaysApart{}, {next}, 0});
  EXPECT_EQ(events.certificates.size(), 2U);
}

}  // namespace
}  // namespace rigor
