// SPDX-License-Identifier: Apache-2.0
// How near a chain comes to the ground, measured inside steps too.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include <rigor/geometry/polytope.hpp>
#include <rigor/report/plot.hpp>
#include <rigor/reproduction/chain_scene.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {

/// Bins of the paper's histogram of steps, 0.001 s each.
inline constexpr std::size_t kStepBins = 10;

class ChainWatch {
 public:
  /// All links have the shape `link`, in their own frames. Hinges are kept at the instants
  /// `strobes`, s.
  ChainWatch(const ChainShape& chain, const Polytope& link, std::vector<double> strobes);

  void see(const StepReport& step);

  /// Whether the lowest point is passed by 0.02 s: later the whip of the end makes explicit Euler
  /// at 0.01 s blow up.
  bool is_past_nadir() const;

  double clearance() const { return clearance_; }
  double clearance_time() const { return clearance_time_; }
  const std::array<int, kStepBins>& bins() const { return bins_; }
  /// Height of the lowest corner around the nadir, against time.
  const std::vector<PlotPoint>& heights() const { return heights_; }
  /// Hinges from the first to the free end, (x, z), at each instant asked for.
  const std::vector<std::vector<PlotPoint>>& strobes() const { return hinges_; }

 private:
  double lowest_corner(const trace::Segment& segment, const trace::Time& t) const;
  double lowest_corner(const StepReport& step, const trace::Time& t) const;
  void note(const trace::Time& t, double height);
  void measure(const StepReport& step);

  ChainShape chain_;
  std::vector<Vector3> corners_;  // of a link, in its frame
  Vector3 middle_ = Vector3::Zero();
  std::vector<double> strobe_times_;
  std::vector<std::vector<PlotPoint>> hinges_;
  double now_ = 0.0;
  double clearance_ = std::numeric_limits<double>::infinity();
  double clearance_time_ = 0.0;
  std::array<int, kStepBins> bins_{};
  std::vector<PlotPoint> heights_;
};

}  // namespace rigor
