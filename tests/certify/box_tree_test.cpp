// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include <rigor/certify/box_tree.hpp>
#include <rigor/certify/swept_box.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

SweptEntry random_entry(Random& random, std::uint32_t id) {
  const Vector3 centre = random_vector(random, 5.0);
  const Vector3 half(random.uniform(0.0, 1.0), random.uniform(0.0, 1.0), random.uniform(0.0, 1.0));
  const double begin = random.uniform(0.0, 10.0);
  return {{centre - half, centre + half},
          {trace::time_from(begin), trace::time_from(begin + random.uniform(0.0, 3.0))},
          id};
}

bool meets(const SweptEntry& a, const SweptEntry& b) {
  for (int i = 0; i < 3; ++i) {
    if (a.box.lower[i] > b.box.upper[i] || b.box.lower[i] > a.box.upper[i]) return false;
  }
  return !(a.span.end < b.span.begin) && !(b.span.end < a.span.begin);
}

TEST(BoxTree, AnswersLikeBruteForceWhileChanging) {
  Random random(121);
  BoxTree tree;
  std::vector<std::pair<SweptEntry, std::uint32_t>> held;
  std::size_t answers = 0;
  for (std::uint32_t id = 0; id < 3000; ++id) {
    const SweptEntry entry = random_entry(random, id);
    held.emplace_back(entry, tree.insert(entry));
    if (random.index(3) == 0) {
      const int victim = random.index(static_cast<int>(held.size()));
      tree.remove(held[victim].second);
      held.erase(held.begin() + victim);
    }
    const SweptEntry probe = random_entry(random, 0);
    std::vector<std::uint32_t> expected;
    for (const auto& [other, handle] : held) {
      if (meets(probe, other)) expected.push_back(other.id);
    }
    ASSERT_EQ(tree.query(probe, 0.0), expected);
    answers += expected.size();
  }
  EXPECT_EQ(tree.size(), held.size());
  EXPECT_GT(answers, 3000U);
  EXPECT_LE(tree.height(), 3.0 * std::log2(static_cast<double>(held.size())));
  for (const auto& [entry, handle] : held) tree.remove(handle);
  EXPECT_EQ(tree.size(), 0U);
  EXPECT_TRUE(tree.query(random_entry(random, 0), 10.0).empty());
}

/// Whether two bodies touch at one of the samples of their common motion.
bool ever_meet(const PieceShape& shape, const std::vector<trace::Segment>& segments, std::size_t i,
               std::size_t j) {
  constexpr int kSamples = 24;
  for (int k = 0; k <= kSamples; ++k) {
    const trace::Time t = trace::time_from(0.3 * k / kSamples);
    const Pose X = pose_at(segments[i], t);
    const Pose Y = pose_at(segments[j], t);
    if ((X.translation - Y.translation).norm() > 2.0 * shape.polytope.circumradius()) continue;
    const Proximity answer = proximity(shape.polytope, X, shape.polytope, Y);
    if (!std::holds_alternative<Separated>(answer)) return true;
  }
  return false;
}

TEST(BoxTree, MissesNoPairThatEverMeets) {
  const char* text = std::getenv("RIGOR_CERTIFY_MOTIONS");
  const int motions = text != nullptr ? std::atoi(text) : 100;
  Random random(122);
  const PieceShape shape(unwrap(make_box(Vector3(0.3, 0.2, 0.1))));
  int meetings = 0;
  int offered = 0;
  for (int m = 0; m < motions; ++m) {
    std::vector<trace::Segment> segments;
    BoxTree tree;
    std::set<std::pair<std::size_t, std::size_t>> candidates;
    for (std::size_t i = 0; i < 10; ++i) {
      const Throw motion = random_throw(random, 1.5, 4.0, 10.0);
      segments.push_back(segment_of(motion, trace::Time{}, 0.3, 16));
      const BodyPath path = body_path(segments.back());
      const SweptEntry entry{swept_box(path, shape.tree),
                             {segments.back().start, segments.back().end},
                             static_cast<std::uint32_t>(i)};
      for (const std::uint32_t other : tree.query(entry, 1e-8)) candidates.emplace(other, i);
      tree.insert(entry);
    }
    offered += static_cast<int>(candidates.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
      for (std::size_t j = i + 1; j < segments.size(); ++j) {
        if (!ever_meet(shape, segments, i, j)) continue;
        ++meetings;
        ASSERT_TRUE(candidates.count({i, j}) == 1) << "motion " << m << " pair " << i << " " << j;
      }
    }
  }
  EXPECT_GT(meetings, 2 * motions);
  EXPECT_LT(offered, 45 * motions);  // it must also leave pairs out
}

}  // namespace
}  // namespace rigor
