// SPDX-License-Identifier: Apache-2.0
// Closest features of boxes and of ball-like polytopes with 100 and 1,000 vertices, far apart and
// at a gap of 1e-6 m, cold and with a warm start; FCL on the same pairs where it is installed. One
// iteration is one query; every query has its own pose.
#include <memory>

#include <benchmark/benchmark.h>

#include <rigor/geometry/manifold.hpp>
#include <rigor/geometry/proximity.hpp>
#include <rigor/geometry/separating_axis.hpp>

#include "geometry/pair_sample.hpp"

#ifdef RIGOR_HAS_FCL
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/distance.h>
#endif

namespace rigor {
namespace {

constexpr int kPoses = 256;

/// Two bodies of about 1 m and many relative poses of prescribed gap.
struct Workload {
  Polytope A;
  Polytope B;
  std::vector<Pose> X_AB;
  std::vector<Vector3> nhat_AB;
};

Polytope body(std::int64_t vertices) {
  return vertices == 8 ? unwrap(make_box({0.5, 0.4, 0.3}))
                       : unwrap(make_spherical(0.5, static_cast<int>(vertices)));
}

Workload workload(std::int64_t vertices, bool near) {
  Random random(1);
  Workload work{.A = body(vertices), .B = body(vertices), .X_AB = {}, .nhat_AB = {}};
  for (int i = 0; i < kPoses; ++i) {
    PairSample pair{.A = work.A, .B = work.B};
    pair.gap = near ? 1e-6 : 1.0;
    pair.kind_A = static_cast<FeatureKind>(random.index(3));
    pair.kind_B = static_cast<FeatureKind>(random.index(3));
    place(random, pair, false);
    work.X_AB.push_back(pair.X_WB);
    work.nhat_AB.push_back(pair.nhat_AB_W);
  }
  return work;
}

/// The pose one small step later: 1e-7 m along the surface.
Pose stepped(const Workload& work, int i) {
  Pose X = work.X_AB[i];
  X.translation += 1e-7 * work.nhat_AB[i].unitOrthogonal();
  return X;
}

void rigor_cold(benchmark::State& state) {
  const Workload work = workload(state.range(0), state.range(1) == 1);
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(proximity(work.A, {}, work.B, work.X_AB[i]));
    i = (i + 1) % kPoses;
  }
}

void rigor_warm(benchmark::State& state) {
  const Workload work = workload(state.range(0), state.range(1) == 1);
  std::vector<ProximityHint> hints(kPoses);
  std::vector<Pose> later;
  for (int i = 0; i < kPoses; ++i) {
    later.push_back(stepped(work, i));
    benchmark::DoNotOptimize(proximity(work.A, {}, work.B, work.X_AB[i], hints[i]));
  }
  int i = 0;
  for (auto _ : state) {
    ProximityHint hint = hints[i];
    benchmark::DoNotOptimize(proximity(work.A, {}, work.B, later[i], hint));
    i = (i + 1) % kPoses;
  }
}

void rigor_axis(benchmark::State& state) {
  const Workload work = workload(state.range(0), true);
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(best_axis(work.A, {}, work.B, work.X_AB[i]));
    i = (i + 1) % kPoses;
  }
}

void rigor_manifold(benchmark::State& state) {
  const Workload work = workload(state.range(0), true);
  int i = 0;
  for (auto _ : state) {
    const ManifoldQuery query{.nhat_AB_W = work.nhat_AB[i]};
    benchmark::DoNotOptimize(contact_manifold(work.A, {}, work.B, work.X_AB[i], query));
    i = (i + 1) % kPoses;
  }
}

#ifdef RIGOR_HAS_FCL

fcl::Convex<double> convex_of(const Polytope& polytope) {
  auto vertices = std::make_shared<std::vector<Vector3>>(polytope.vertices());
  auto faces = std::make_shared<std::vector<int>>();
  for (const Face& face : polytope.faces()) {
    faces->push_back(static_cast<int>(face.vertices.size()));
    for (const auto v : face.vertices) faces->push_back(static_cast<int>(v));
  }
  return {vertices, static_cast<int>(polytope.faces().size()), faces};
}

fcl::Transform3d transform_of(const Pose& X) {
  fcl::Transform3d T = fcl::Transform3d::Identity();
  T.linear() = X.rotation.toRotationMatrix();
  T.translation() = X.translation;
  return T;
}

/// FCL's distance with one of its two GJK solvers; `warm` starts from the direction of the last
/// query of the same pair, which only its own solver can.
void fcl_distance(benchmark::State& state, fcl::GJKSolverType type) {
  const Workload work = workload(state.range(0), state.range(1) == 1);
  const auto A = convex_of(work.A);
  const auto B = convex_of(work.B);
  std::vector<fcl::Transform3d> poses;
  for (const Pose& X : work.X_AB) poses.push_back(transform_of(X));
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  const auto query = [&](int i, auto& solver) {
    double distance = 0.0;
    Vector3 p_A;
    Vector3 p_B;
    solver.shapeDistance(A, identity, B, poses[i], &distance, &p_A, &p_B);
    benchmark::DoNotOptimize(distance);
    return distance;
  };
  fcl::detail::GJKSolver_indep<double> own;
  fcl::detail::GJKSolver_libccd<double> libccd;
  int i = 0;
  double worst = 0.0;
  const double gap = state.range(1) == 1 ? 1e-6 : 1.0;
  for (auto _ : state) {
    const double distance =
        type == fcl::GJKSolverType::GST_INDEP ? query(i, own) : query(i, libccd);
    worst = std::max(worst, std::abs(distance - gap));
    i = (i + 1) % kPoses;
  }
  state.counters["worst_error"] = worst;
}

void fcl_own_warm(benchmark::State& state) {
  const Workload work = workload(state.range(0), state.range(1) == 1);
  const auto A = convex_of(work.A);
  const auto B = convex_of(work.B);
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  std::vector<fcl::Transform3d> later;
  std::vector<Vector3> guesses;
  fcl::detail::GJKSolver_indep<double> solver;
  solver.enableCachedGuess(true);
  double distance = 0.0;
  Vector3 p_A;
  Vector3 p_B;
  for (int i = 0; i < kPoses; ++i) {
    later.push_back(transform_of(stepped(work, i)));
    solver.setCachedGuess(Vector3::UnitX());
    solver.shapeDistance(A, identity, B, transform_of(work.X_AB[i]), &distance, &p_A, &p_B);
    guesses.push_back(solver.getCachedGuess());
  }
  int i = 0;
  for (auto _ : state) {
    solver.setCachedGuess(guesses[i]);
    solver.shapeDistance(A, identity, B, later[i], &distance, &p_A, &p_B);
    benchmark::DoNotOptimize(distance);
    i = (i + 1) % kPoses;
  }
}

void fcl_own_cold(benchmark::State& state) { fcl_distance(state, fcl::GJKSolverType::GST_INDEP); }
void fcl_libccd_cold(benchmark::State& state) {
  fcl_distance(state, fcl::GJKSolverType::GST_LIBCCD);
}

#endif

void sizes(benchmark::internal::Benchmark* run) {
  run->ArgNames({"vertices", "near"})->ArgsProduct({{8, 100, 1000}, {0, 1}});
}

BENCHMARK(rigor_cold)->Apply(sizes);
BENCHMARK(rigor_warm)->Apply(sizes);
#ifdef RIGOR_HAS_FCL
BENCHMARK(fcl_own_cold)->Apply(sizes);
BENCHMARK(fcl_own_warm)->Apply(sizes);
BENCHMARK(fcl_libccd_cold)->Apply(sizes);
#endif
BENCHMARK(rigor_axis)->ArgName("vertices")->Arg(8)->Arg(100)->Arg(1000);
BENCHMARK(rigor_manifold)->ArgName("vertices")->Arg(8)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
