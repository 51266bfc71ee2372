// SPDX-License-Identifier: Apache-2.0
// The first touch of tumbling pairs: certified tracking of separating axes against conservative
// advancement [TR eqn:CA] with radii about the centres of mass, for pairs that touch, pairs that
// pass each other and pairs that never come near. Counters: closest-feature calls per query.
// Both seek the instant at which the gap is the skin and stop at the same gap above it
// (kTouchTolerance). The baseline uses our own closest features with warm starts, evaluates the
// motion in closed form and proves nothing. `tracking` is given the models of the two paths, which
// are made once per segment for all pairs of a body; `tracking_and_models` makes them every time.
#include <benchmark/benchmark.h>

#include "certify/random_pairs.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;
constexpr double kHorizon = 0.6;

struct Answer {
  int calls = 0;
  bool touched = false;
};

/// Δt = |d| / (|d̂·(ẋ_A - ẋ_B)| + |ω_A × d̂| r_A + |ω_B × d̂| r_B), repeated.
Answer conservative_advancement(const TumblingPair& pair) {
  Answer answer;
  ProximityHint hint;
  const double stop =
      kTouchTolerance * (pair.a.polytope.circumradius() + pair.b.polytope.circumradius());
  double t = 0.0;
  while (t < kHorizon) {
    ++answer.calls;
    const Proximity now = proximity(pair.a.polytope, pose_after(pair.motion_a, t), pair.b.polytope,
                                    pose_after(pair.motion_b, t), hint);
    const auto* apart = std::get_if<Separated>(&now);
    if (apart == nullptr || apart->distance <= kSkin + stop) {
      answer.touched = true;
      return answer;
    }
    const Vector3& n = apart->witness.nhat_AB_W;
    const Twist& V_A = pair.motion_a.V_WB;
    const Twist& V_B = pair.motion_b.V_WB;
    const double rate = std::abs(n.dot(V_A.linear - V_B.linear)) +
                        V_A.angular.cross(n).norm() * pair.a.polytope.circumradius() +
                        V_B.angular.cross(n).norm() * pair.b.polytope.circumradius();
    t += (apart->distance - kSkin) / rate;
  }
  return answer;
}

enum class Fate { Touch, Pass, Far };
constexpr std::size_t kPairs = 50;

/// Pairs with this fate. Far ones start 4 m aside.
std::vector<TumblingPair> pairs(int vertices, Fate fate) {
  Random random(static_cast<std::uint64_t>(vertices));
  std::vector<TumblingPair> result;
  while (result.size() < kPairs) {
    TumblingPair pair = random_pair(random, vertices, 12.0);
    if (fate == Fate::Far) pair.motion_a.X_WB.translation.y() += 4.0;
    const Proximity start =
        proximity(pair.a.polytope, pair.motion_a.X_WB, pair.b.polytope, pair.motion_b.X_WB);
    if (!std::holds_alternative<Separated>(start)) continue;
    const bool touches = conservative_advancement(pair).touched;
    if (touches == (fate == Fate::Touch)) result.push_back(std::move(pair));
  }
  return result;
}

std::vector<TumblingPair> pairs(const benchmark::State& state) {
  return pairs(static_cast<int>(state.range(0)), static_cast<Fate>(state.range(1)));
}

/// The published paths of a set of pairs.
struct Published {
  explicit Published(const std::vector<TumblingPair>& set) {
    for (const TumblingPair& pair : set) {
      segments_a.push_back(segment_of(pair.motion_a, {}, kHorizon, 16));
      segments_b.push_back(segment_of(pair.motion_b, {}, kHorizon, 16));
    }
  }

  std::vector<trace::Segment> segments_a;
  std::vector<trace::Segment> segments_b;
};

void report(benchmark::State& state, int calls, int queries) {
  state.counters["calls"] = static_cast<double>(calls) / queries;
  state.counters["per_query"] = benchmark::Counter(
      static_cast<double>(queries), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void advancement(benchmark::State& state) {
  const auto set = pairs(state);
  int calls = 0;
  int queries = 0;
  for (auto _ : state) {
    for (const TumblingPair& pair : set) {
      const Answer answer = conservative_advancement(pair);
      calls += answer.calls;
      ++queries;
    }
  }
  report(state, calls, queries);
}

int calls_of(const PairMotion& motion) {
  PairTracking tracked;
  return first_event(motion, {{0, 0}, {1, 0}, 0, 0}, kSkin, tracked).feature_calls;
}

void tracking(benchmark::State& state) {
  const auto set = pairs(state);
  const Published published(set);
  std::vector<PairMotion> motions;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const BodyPath a = body_path(published.segments_a[i]);
    const BodyPath b = body_path(published.segments_b[i]);
    motions.push_back(pair_motion(set[i].a, a, set[i].b, b, {{}, a.end}));
  }
  int calls = 0;
  int queries = 0;
  for (auto _ : state) {
    for (const PairMotion& motion : motions) calls += calls_of(motion);
    queries += static_cast<int>(motions.size());
  }
  report(state, calls, queries);
}

void tracking_and_models(benchmark::State& state) {
  const auto set = pairs(state);
  const Published published(set);
  int calls = 0;
  int queries = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      const BodyPath a = body_path(published.segments_a[i]);
      const BodyPath b = body_path(published.segments_b[i]);
      calls += calls_of(pair_motion(set[i].a, a, set[i].b, b, {{}, a.end}));
      ++queries;
    }
  }
  report(state, calls, queries);
}

void arguments(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"vertices", "fate"});
  for (const Fate fate : {Fate::Touch, Fate::Pass, Fate::Far}) {
    for (const int vertices : {8, 20, 100, 1000}) {
      benchmark->Args({vertices, static_cast<int>(fate)});
    }
  }
}

BENCHMARK(advancement)->Apply(arguments)->Unit(benchmark::kMillisecond);
BENCHMARK(tracking)->Apply(arguments)->Unit(benchmark::kMillisecond);
BENCHMARK(tracking_and_models)->Apply(arguments)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
