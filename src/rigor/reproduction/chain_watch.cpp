// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/path.hpp>
#include <rigor/reproduction/chain_watch.hpp>

namespace rigor {
namespace {

constexpr double kAfterNadir = 0.02;     // s
constexpr double kBeforeNadir = 4.0;     // s: no earlier low is the nadir
constexpr double kSampling = 1.25e-3;    // s between instants at which heights are measured
constexpr double kWorthRefining = 0.01;  // m above the lowest so far
constexpr int kCuts = 30;
constexpr double kShownFrom = 4.3;  // s: heights kept for a figure

}  // namespace

ChainWatch::ChainWatch(const ChainShape& chain, const Polytope& link, std::vector<double> strobes)
    : chain_(chain),
      corners_(link.vertices()),
      strobe_times_(std::move(strobes)),
      hinges_(strobe_times_.size()) {
  for (const Vector3& corner : corners_) middle_ += corner / static_cast<double>(corners_.size());
}

double ChainWatch::lowest_corner(const trace::Segment& segment, const trace::Time& t) const {
  const Pose X = pose_at(segment, t);
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vector3& corner : corners_) lowest = std::min(lowest, (X * corner).z());
  return lowest + chain_.ground;
}

double ChainWatch::lowest_corner(const StepReport& step, const trace::Time& t) const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const trace::Segment& segment : step.segments)
    lowest = std::min(lowest, lowest_corner(segment, t));
  return lowest;
}

void ChainWatch::note(const trace::Time& t, double height) {
  if (height >= clearance_) return;
  clearance_ = height;
  clearance_time_ = trace::seconds(t);
}

void ChainWatch::measure(const StepReport& step) {
  const trace::Segment& first = step.segments.front();
  const double length = trace::elapsed(first.start, first.end);
  const int samples = std::max(1, static_cast<int>(std::ceil(length / kSampling)));
  int lowest_at = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= samples; ++k) {
    const trace::Time t = trace::advanced(first.start, length * k / samples);
    const double height = lowest_corner(step, t);
    if (k > 0 && trace::seconds(t) >= kShownFrom) heights_.push_back({trace::seconds(t), height});
    note(t, height);
    if (height >= lowest) continue;
    lowest = height;
    lowest_at = k;
  }
  if (lowest > clearance_ + kWorthRefining) return;
  // Thirds around the lowest sample: the end of the chain passes at tens of metres a second.
  double low = length * std::max(0, lowest_at - 1) / samples;
  double high = length * std::min(samples, lowest_at + 1) / samples;
  for (int k = 0; k < kCuts; ++k) {
    const double third = (high - low) / 3.0;
    const trace::Time left = trace::advanced(first.start, low + third);
    const trace::Time right = trace::advanced(first.start, high - third);
    const double at_left = lowest_corner(step, left);
    const double at_right = lowest_corner(step, right);
    note(left, at_left);
    note(right, at_right);
    (at_left < at_right ? high : low) = at_left < at_right ? high - third : low + third;
  }
}

void ChainWatch::see(const StepReport& step) {
  if (step.segments.empty()) return;
  now_ = trace::seconds(step.segments.front().end);
  measure(step);
  const double end = trace::seconds(step.segments.front().end);
  const double begin = trace::seconds(step.segments.front().start);
  const auto bin = static_cast<std::size_t>(std::max(0.0, std::ceil((end - begin) / 1e-3 - 1e-6)));
  ++bins_[std::clamp<std::size_t>(bin, 1, kStepBins) - 1];
  for (std::size_t i = 0; i < strobe_times_.size(); ++i) {
    if (!(strobe_times_[i] >= begin && strobe_times_[i] < end)) continue;
    const trace::Time t = trace::time_from(strobe_times_[i]);
    for (const trace::Segment& segment : step.segments) {
      const Pose X = pose_at(segment, t);
      const Vector3 half(0.0, 0.0, 0.5 * chain_.length);
      const Vector3 top = X * Vector3(middle_ + half);
      const Vector3 end_point = X * Vector3(middle_ - half);
      if (hinges_[i].empty()) hinges_[i].push_back({top.x(), top.z()});
      hinges_[i].push_back({end_point.x(), end_point.z()});
    }
  }
}

bool ChainWatch::is_past_nadir() const {
  return now_ > kBeforeNadir && now_ >= clearance_time_ + kAfterNadir;
}

}  // namespace rigor
