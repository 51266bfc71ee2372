// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/classic/advancement.hpp>
#include <rigor/reproduction/bound_trials.hpp>
#include <rigor/reproduction/bounds.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/run/side_by_side.hpp>

namespace rigor {
namespace {

constexpr int kBins = 40;  // of log10(bound/true), from -1 to 3
/// Rounding of the trial's own arithmetic: below this excess nothing is violated.
constexpr double kRounding = 1e-9;

/// One form of the bound over all trials of a class.
struct FormTally {
  std::vector<double> looseness;  ///< bound/true
  int violations = 0;
  double worst = 0.0;  ///< true/bound where violated

  void add(double ratio) {
    looseness.push_back(1.0 / ratio);
    if (ratio <= 1.0 + kRounding) return;
    ++violations;
    worst = std::max(worst, ratio);
  }

  Findings facts() const {
    std::vector<double> sorted = looseness;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> bins(kBins, 0);
    for (const double x : sorted)
      ++bins[std::clamp(static_cast<int>(std::floor(10.0 * (std::log10(x) + 1.0))), 0, kBins - 1)];
    return {{"violations", violations},
            {"worst", worst},
            {"median", sorted[sorted.size() / 2]},
            {"bins", bins}};
  }
};

Findings run_class(const TrialClass& of, int trials) {
  Random random(77);
  FormTally printed;
  FormTally corrected;
  for (int i = 0; i < trials; ++i) {
    const BoundTrial trial = bound_trial(of, i, random);
    printed.add(trial.printed_ratio);
    corrected.add(trial.corrected_ratio);
  }
  return {{"name", of.name}, {"printed", printed.facts()}, {"corrected", corrected.facts()}};
}

/// Distances by repeated advancement where the true approach is α of the bound.
Findings run_series(double tightness) {
  constexpr double kDistance = 1.0;
  constexpr double kThreshold = 1e-6;
  ApartBodies bodies;
  bodies.distance = kDistance;
  // v towards the plane and a spin that never brings anything nearer: α = v / (v + |ω| r).
  bodies.A.V = {Vector3(0, 0, tightness), Vector3(1.0 - tightness, 0, 0)};
  bodies.A.radius = 1.0;
  std::vector<PlotPoint> points;
  for (int k = 0; bodies.distance > kThreshold; ++k) {
    points.push_back({static_cast<double>(k), bodies.distance});
    bodies.distance -= tightness * printed_advancement(bodies);
  }
  const AdvancementSeries series{kDistance, 1.0, tightness};
  return {{"tightness", tightness},
          {"steps", points.size()},
          {"expected", steps_until(series, kThreshold)},
          {"distances", listed_points(points)}};
}

/// A regular prism of 64 sides falls with v = 1 m/s and spins about its level axis: the height of
/// its lowest vertex, followed by steps of advancement.
Findings run_prism(double spin) {
  constexpr int kSides = 64;
  constexpr double kRadius = 0.1;
  constexpr double kThreshold = 1e-6;
  const auto lowest = [&](double t) {
    double low = 1.0;
    for (int k = 0; k < kSides; ++k)
      low =
          std::min(low, 1.0 + kRadius - t + kRadius * std::sin(2.0 * M_PI * k / kSides + spin * t));
    return low;
  };
  ApartBodies bodies;
  bodies.A.V = {Vector3(0, 0, 1), Vector3(spin, 0, 0)};
  bodies.A.radius = kRadius;
  std::vector<PlotPoint> points;
  double t = 0.0;
  for (int k = 0; lowest(t) > kThreshold && k < 100000; ++k) {
    bodies.distance = lowest(t);
    points.push_back({static_cast<double>(k), bodies.distance});
    t += printed_advancement(bodies);
  }
  const double tightness = 1.0 / (1.0 + spin * kRadius);
  return {{"spin", spin},
          {"tightness", tightness},
          {"steps", points.size()},
          {"expected", steps_until({1.0, 1.0, tightness}, kThreshold)},
          {"distances", listed_points(points)}};
}

}  // namespace

Findings reproduce_bounds(const ReproductionSettings& settings) {
  const int trials = settings.full ? 100'000 : 10'000;
  const std::vector<TrialClass>& classes = trial_classes();
  std::vector<Findings> found(classes.size());
  side_by_side(classes.size(), settings.threads, [&](std::size_t i) {
    settings.say(std::string("bounds: ") + classes[i].name);
    if (settings.interrupted && settings.interrupted()) throw Interrupted{};
    found[i] = run_class(classes[i], trials);
  });
  Findings out{{"trials", trials}, {"classes", found}};
  for (const double tightness : {0.1, 0.5, 0.9}) out["series"].push_back(run_series(tightness));
  for (const double spin : {10.0, 90.0}) out["prism"].push_back(run_prism(spin));
  return out;
}

}  // namespace rigor
