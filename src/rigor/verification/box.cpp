// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <rigor/verification/box.hpp>
#include <rigor/verification/outward.hpp>

namespace rigor::verification {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {
  double low = kInfinity;
  double high = -kInfinity;
};

/// Least and greatest Σ_j p_j rows_j,i over the points.
std::pair<Integer, Integer> extremes(const Points& points, std::span<const Form> rows,
                                     std::size_t i) {
  Integer least;
  Integer greatest;
  Integer value;
  bool first = true;
  for (const auto& point : points.at) {
    value = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      mpz_addmul(value.get_mpz_t(), rows[j].c[i].get_mpz_t(), point[j].get_mpz_t());
    }
    if (first || value < least) least = value;
    if (first || value > greatest) greatest = value;
    first = false;
  }
  return {least, greatest};
}

/// Encloses coordinate `axis` of all points: its polynomial over weight·norm lies between the least
/// and the greatest quotient of their coefficients. Radii widen the numerators; a negative
/// numerator is divided by the lower bound of the scale and a positive one by the upper bound, or
/// the other way round above.
Range coordinate_range(const MovingPiece& piece, std::size_t axis) {
  const Motion& motion = *piece.motion;
  const Form scale = motion.weight * motion.norm;
  Form base = motion.position[axis] * motion.norm;
  std::array<Form, 7> forms;
  for (std::size_t j = 0; j < 3; ++j) {
    Form& row = forms[4 + j];
    row = motion.weight * motion.rotation[axis][j];
    row.exponent += piece.points->exponent;
    Form radius;  // only a radius
    radius.exponent = row.exponent;
    radius.radius = row.radius * largest_coordinate(*piece.points, j);
    row.radius = 0;
    base = base + radius;
  }
  forms[0] = lower_bound(scale);
  forms[1] = upper_bound(scale);
  forms[2] = lower_bound(base);
  forms[3] = upper_bound(base);
  align(forms);
  Range range;
  for (std::size_t i = 0; i < forms[0].c.size(); ++i) {
    const auto [least, greatest] = extremes(*piece.points, {forms.data() + 4, 3}, i);
    const Integer low = forms[2].c[i] + least;
    const Integer high = forms[3].c[i] + greatest;
    range.low = std::min(range.low, quotient_below(low, forms[low < 0 ? 0 : 1].c[i]));
    range.high = std::max(range.high, quotient_above(high, forms[high < 0 ? 1 : 0].c[i]));
  }
  return range;
}

}  // namespace

double radius_above(const trace::Piece& piece) {
  double radius = 0.0;
  for (const trace::Triple& v : piece.vertices) {
    const double sum = up(up(up(v[0] * v[0]) + up(v[1] * v[1])) + up(v[2] * v[2]));
    radius = std::max(radius, up(std::sqrt(sum)));
  }
  return radius;
}

Box ball_box(const trace::Segment& segment, double radius) {
  Box box;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = segment.position[i];
    double reach = radius;
    for (std::size_t k = 1; k < row.size(); ++k) reach = up(reach + std::abs(row[k]));
    box.low[i] = down(row[0] - reach);
    box.high[i] = up(row[0] + reach);
  }
  return box;
}

TightBox tight_box(const MovingPiece& piece) {
  const auto positive = [](const Integer& c) { return c > 0; };
  const Form norm = lower_bound(piece.motion->norm);
  if (!std::all_of(norm.c.begin(), norm.c.end(), positive)) return {};
  TightBox result{true, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Range range = coordinate_range(piece, i);
    result.box.low[i] = range.low;
    result.box.high[i] = range.high;
  }
  return result;
}

double distance_below(const Box& a, const Box& b) {
  double best = -kInfinity;
  for (std::size_t i = 0; i < 3; ++i) {
    best = std::max({best, down(b.low[i] - a.high[i]), down(a.low[i] - b.high[i])});
  }
  return best;
}

double distance_below(const trace::HalfSpace& half_space, const Box& box) {
  double height = 0.0;
  double length_squared = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double n = half_space.normal[i];
    height = down(height + down(std::min(n * box.low[i], n * box.high[i])));
    length_squared = up(length_squared + up(n * n));
  }
  height = down(height - half_space.offset);
  return height > 0.0 ? down(height / up(std::sqrt(length_squared))) : height;
}

}  // namespace rigor::verification
