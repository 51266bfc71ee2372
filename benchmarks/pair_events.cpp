// SPDX-License-Identifier: Apache-2.0
// The first touch of tumbling pairs: certified tracking of separating axes against conservative
// advancement [TR eqn:CA] with radii about the centres of mass. Counters: closest-feature calls per
// query and the share of queries that end in a touch. The baseline proves nothing, evaluates the
// motion in closed form and stops 1e-9 m above the skin; our times include making the path models.
#include <benchmark/benchmark.h>

#include "certify/random_pairs.hpp"

namespace rigor {
namespace {

constexpr double kSkin = 1e-8;
constexpr double kHorizon = 0.6;
constexpr double kStop = 1e-9;  // metres above the skin at which the baseline says "touch"

std::vector<TumblingPair> pairs(int vertices) {
  Random random(static_cast<std::uint64_t>(vertices));
  std::vector<TumblingPair> result;
  while (result.size() < 50) {
    TumblingPair pair = random_pair(random, vertices, 12.0);
    const Proximity start =
        proximity(pair.a.polytope, pair.motion_a.X_WB, pair.b.polytope, pair.motion_b.X_WB);
    if (std::holds_alternative<Separated>(start)) result.push_back(std::move(pair));
  }
  return result;
}

struct Answer {
  int calls = 0;
  bool touched = false;
};

/// Δt = |d| / (|d̂·(ẋ_A - ẋ_B)| + |ω_A × d̂| r_A + |ω_B × d̂| r_B), repeated.
Answer conservative_advancement(const TumblingPair& pair) {
  Answer answer;
  ProximityHint hint;
  double t = 0.0;
  while (t < kHorizon) {
    ++answer.calls;
    const Proximity now = proximity(pair.a.polytope, pose_after(pair.motion_a, t), pair.b.polytope,
                                    pose_after(pair.motion_b, t), hint);
    const auto* apart = std::get_if<Separated>(&now);
    if (apart == nullptr || apart->distance <= kSkin + kStop) {
      answer.touched = true;
      return answer;
    }
    const Vector3& n = apart->witness.nhat_AB_W;
    const Twist& V_A = pair.motion_a.V_WB;
    const Twist& V_B = pair.motion_b.V_WB;
    const double rate = std::abs(n.dot(V_A.linear - V_B.linear)) +
                        V_A.angular.cross(n).norm() * pair.a.polytope.circumradius() +
                        V_B.angular.cross(n).norm() * pair.b.polytope.circumradius();
    t += (apart->distance - 0.5 * kSkin) / rate;
  }
  return answer;
}

void report(benchmark::State& state, int calls, int touched, int queries) {
  state.counters["calls"] = static_cast<double>(calls) / queries;
  state.counters["touched"] = static_cast<double>(touched) / queries;
  state.SetItemsProcessed(state.iterations() * 50);
}

void advancement(benchmark::State& state) {
  const auto set = pairs(static_cast<int>(state.range(0)));
  int calls = 0;
  int touched = 0;
  int queries = 0;
  for (auto _ : state) {
    for (const TumblingPair& pair : set) {
      const Answer answer = conservative_advancement(pair);
      calls += answer.calls;
      touched += answer.touched ? 1 : 0;
      ++queries;
    }
  }
  report(state, calls, touched, queries);
}

void tracking(benchmark::State& state) {
  const auto set = pairs(static_cast<int>(state.range(0)));
  std::vector<trace::Segment> segments_a;
  std::vector<trace::Segment> segments_b;
  for (const TumblingPair& pair : set) {
    segments_a.push_back(segment_of(pair.motion_a, {}, kHorizon, 20));
    segments_b.push_back(segment_of(pair.motion_b, {}, kHorizon, 20));
  }
  int calls = 0;
  int touched = 0;
  int queries = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      const BodyPath path_a = body_path(segments_a[i]);
      const BodyPath path_b = body_path(segments_b[i]);
      const PairMotion motion = pair_motion(set[i].a, path_a, set[i].b, path_b, {{}, path_a.end});
      PairTracking tracked;
      const PairEvents events = first_event(motion, {{0, 0}, {1, 0}, 0, 0}, kSkin, tracked);
      calls += events.feature_calls;
      touched += std::holds_alternative<Touches>(events.outcome) ? 1 : 0;
      ++queries;
    }
  }
  report(state, calls, touched, queries);
}

BENCHMARK(advancement)->Arg(8)->Arg(20)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(tracking)->Arg(8)->Arg(20)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
