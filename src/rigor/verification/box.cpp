// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/verification/box.hpp>

namespace rigor::verification {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double up(double x) { return std::nextafter(x, kInfinity); }
double down(double x) { return std::nextafter(x, -kInfinity); }

struct Range {
  double low = kInfinity;
  double high = -kInfinity;
};

/// Encloses coordinate `axis` of all points: its polynomial over weight·norm lies between the least
/// and the greatest quotient of their coefficients.
Range coordinate_range(const MovingPiece& piece, std::size_t axis) {
  const Motion& motion = *piece.motion;
  std::array<Form, 5> forms = {motion.weight * motion.norm, motion.position[axis] * motion.norm};
  for (std::size_t j = 0; j < 3; ++j) {
    forms[2 + j] = motion.weight * motion.rotation[axis][j];
    forms[2 + j].exponent += piece.points->exponent;
  }
  align(forms);
  Range range;
  Integer value;
  for (std::size_t i = 0; i < forms[0].c.size(); ++i) {
    Integer least;
    Integer greatest;
    bool first = true;
    for (const auto& point : piece.points->at) {
      value = forms[1].c[i];
      for (std::size_t j = 0; j < 3; ++j) {
        mpz_addmul(value.get_mpz_t(), forms[2 + j].c[i].get_mpz_t(), point[j].get_mpz_t());
      }
      if (first || value < least) least = value;
      if (first || value > greatest) greatest = value;
      first = false;
    }
    range.low = std::min(range.low, quotient_below(least, forms[0].c[i]));
    range.high = std::max(range.high, quotient_above(greatest, forms[0].c[i]));
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
  const auto& norm = piece.motion->norm.c;
  if (!std::all_of(norm.begin(), norm.end(), positive)) return {};
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
