// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/verification/growth.hpp>

namespace rigor::verification {
namespace {

/// More than all roundings of these sums and products of at most some thousand positive numbers.
constexpr double kRounding = 1.0 + 1e-9;

/// Of the ellipse on the whole interval that holds that of ρ on a part.
double axis_on_whole(double axis, double share) {
  const double wide = share * (axis + 1 / axis - 2);
  return 1 + wide / 2 + std::sqrt(wide + wide * wide / 4);
}

}  // namespace

Growth Growth::constant(Real size) {
  Growth out;
  out.most_.fill(static_cast<double>(size) * kRounding);
  return out;
}

Growth Growth::line(Real size) {
  Growth out = constant(size);
  out.degree_ = 1;
  for (std::size_t j = 0; j < kEllipses; ++j) out.most_[j] *= 1 + kAxes[j];
  return out;
}

Growth Growth::of(const std::vector<double>& sizes, Real share) {
  Growth out;
  out.degree_ = std::max(static_cast<int>(sizes.size()) - 1, 0);
  const double part = std::min(1.0, static_cast<double>(share) * kRounding);
  for (std::size_t j = 0; j < kEllipses; ++j) {
    const double axis = axis_on_whole(kAxes[j], part);
    for (std::size_t k = sizes.size(); k-- > 0;) out.most_[j] = out.most_[j] * axis + sizes[k];
    out.most_[j] *= kRounding;
  }
  return out;
}

int Growth::degree_within(Real error) const {
  if (degree_ == 0) return 0;
  static const std::array<double, kEllipses> logs = [] {
    std::array<double, kEllipses> all{};
    for (std::size_t j = 0; j < kEllipses; ++j) all[j] = std::log(kAxes[j]);
    return all;
  }();
  int least = degree_;
  for (std::size_t j = 0; j < kEllipses; ++j) {
    if (most_[j] == 0.0) return 0;
    const double over = 2.1 * most_[j] / ((kAxes[j] - 1) * static_cast<double>(error));
    if (!(over < 1e300)) continue;
    least = std::min(least, static_cast<int>(std::ceil(std::log(std::max(over, 1.0)) / logs[j])));
  }
  return least;
}

Real Growth::beyond(int degree) const {
  if (degree >= degree_) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < kEllipses; ++j)
    least = std::min(least, 2.1 * most_[j] * std::pow(kAxes[j], -degree) / (kAxes[j] - 1));
  return least;
}

Growth Growth::integrated() const {
  Growth out = *this;
  ++out.degree_;
  for (std::size_t j = 0; j < kEllipses; ++j) out.most_[j] *= 1 + kAxes[j];
  return out;
}

Growth operator+(Growth a, const Growth& b) {
  a.degree_ = std::max(a.degree_, b.degree_);
  for (std::size_t j = 0; j < Growth::kEllipses; ++j) a.most_[j] += b.most_[j];
  return a;
}

Growth operator*(Growth a, const Growth& b) {
  a.degree_ += b.degree_;
  for (std::size_t j = 0; j < Growth::kEllipses; ++j) a.most_[j] *= b.most_[j];
  return a;
}

std::vector<double> slope_sizes(const std::vector<double>& sizes) {
  std::vector<double> out(sizes.size() + 1, 0.0);
  for (std::size_t k = sizes.size(); k-- > 1;)
    out[k - 1] = out[k + 1] + 2 * static_cast<double>(k) * sizes[k];
  out.resize(std::max<std::size_t>(sizes.size(), 2) - 1);
  return out;
}

Growth PlaceGrowth::rotated_rate(Real size) const {
  const Growth both = quaternion * rate;
  return 2 * (both * turned(size)) +
         6 * size * ((Growth::constant(2) + quaternion * quaternion) * both);
}

PlaceGrowth growth_of(const trace::Segment& segment, Real length) {
  const Real share = length / segment.length;
  const Real pace = 2 / static_cast<Real>(segment.length);
  const std::vector<double> position = sizes_of(segment.position);
  const std::vector<double> quaternion = sizes_of(segment.quaternion);
  return {Growth::of(position, share), pace * Growth::of(slope_sizes(position), share),
          Growth::of(quaternion, share), pace * Growth::of(slope_sizes(quaternion), share)};
}

}  // namespace rigor::verification
